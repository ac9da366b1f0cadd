"""Lets the server's bots play, for a player who has left or in a seat of their own (L9): what they are told, and what
follows when one errs.

A stand-in knows what its seat knows and nothing else, in the very form in which a client gets it. What it answers is
judged like any client's move; a stand-in that fails costs nobody anything, since then the clock's move is taken.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from time import thread_time
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import structlog

from fudakai.server.games.api import UNSEEN, Data
from fudakai.server.log import where
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.handle import handle
from fudakai.server.rooms.match import Match
from fudakai.server.rooms.room import Room

StandIn: TypeAlias = Callable[[Data, Sequence[Data], random.Random], Data]
"""Given the seat's view (`seat`, `table`, `private`, `options`) and its offers, never empty: the move. Pure and quick,
since every room of the process waits for it."""

AT_ONCE: Final = 0.01
"""Seconds of processor time for all bots of the process in one iteration of the event loop; a strong one takes up to 30
ms for one move."""

log = structlog.get_logger()


class BotPlayers(NamedTuple):
    """Who plays. `stand_ins`: for who has left, by the name of the game. `bots`: by the strength and then the same."""

    stand_ins: Mapping[str, StandIn]
    bots: Mapping[str, Mapping[str, StandIn]]

    def of(self, strength: str | None) -> Mapping[str, StandIn]:
        """By the name of the game, who plays a seat with a bot of that strength, or without one of its own. A strength
        that an earlier server knew is played like a stand-in."""
        return self.stand_ins if strength is None else self.bots.get(strength, self.stand_ins)


class BotBudget:
    """CPU budget for bots per iteration of the event loop. Once it is spent, the bots of all rooms wait for the next
    iteration, so that people wait for one bot's move at most. Enter it (`with`) while a bot chooses a move."""

    def __init__(self) -> None:
        self._used = 0.0
        self._began = 0.0
        self._waiting: dict[Callable[[], None], None] = {}

    @property
    def spent(self) -> bool:
        """Whether bots must wait for the next iteration of the event loop."""
        return self._used >= AT_ONCE

    def __enter__(self) -> None:
        self._began = thread_time()

    def __exit__(self, *_: object) -> None:
        if not self._used:
            asyncio.get_running_loop().call_soon(self._renew)
        self._used += thread_time() - self._began

    def __contains__(self, go_on: Callable[[], None]) -> bool:
        return go_on in self._waiting

    def wait(self, go_on: Callable[[], None]) -> None:
        """Calls this back when there is budget again; who waits longest comes first."""
        self._waiting[go_on] = None

    def forget(self, go_on: Callable[[], None]) -> None:
        """Forgets a callback."""
        self._waiting.pop(go_on, None)

    def _renew(self) -> None:
        self._used = 0.0
        while self._waiting and not self.spent:
            go_on = next(iter(self._waiting))
            del self._waiting[go_on]
            go_on()


def play(room: Room, seat: int, players: BotPlayers, rng: random.Random, now: int) -> tuple[Room, Effects]:
    """The room after the move of this seat's bot or stand-in, which is to act."""
    match = room.match
    if match is None:
        raise AssertionError("a stand-in plays in a match")
    try:
        return _by_stand_in(room, match, seat, players.of(room.places[seat].strength)[match.game.NAME], rng, now)
    except Denied as denied:
        log.error("a stand-in's move was refused, the clock moves for it", room=room.code, seat=seat, code=denied.code)
    except Exception as error:
        log.error("a stand-in failed, the clock moves for it", room=room.code, seat=seat, error=where(error))
    moves = match.game.timeout_moves(match.state, seat)
    return handle(room, ask.StandIn(seat, rng.choice(moves)), now)


def _by_stand_in(
    room: Room, match: Match, seat: int, stand_in: StandIn, rng: random.Random, now: int
) -> tuple[Room, Effects]:
    """Asks until a move is taken: an offer that is refused `hiki` is not offered again. Raises Denied, or whatever the
    stand-in raises."""
    view = {
        "seat": seat,
        "table": match.game.table(match.state),
        "private": match.game.seat(match.state, seat),
        "options": room.options_shown,
    }
    told, offers = _as_sent([view, list(match.offers[seat])])
    while True:
        move = stand_in(told, tuple(offers), rng)
        try:
            return handle(room, ask.StandIn(seat, move), now)
        except Denied as denied:
            if denied.code != UNSEEN or move not in offers or len(offers) == 1:
                raise
            offers.remove(move)


def _as_sent(value: object) -> Any:  # lists and maps, as deep as the value
    """The value as a client would read it: plain lists and maps, of its own."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))
