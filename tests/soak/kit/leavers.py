"""People who leave a running match to a stand-in, by word or by being away too long, and some of whom come back.

Everybody comes back after a kill of the server with the token, and asks again what was not answered.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fudakai.protocol.codes import Refusal
from fudakai.server.games.api import UNSEEN
from tests.soak.kit.games import move_of
from tests.soak.kit.judge import meaning, text
from tests.soak.kit.ledger import Acknowledged, Ledger, Seen
from tests.soak.kit.scan import Person
from tests.soak.kit.wild import wild_move
from tests.soak.kit.wire import Wire

LOST: Final = (ConnectionClosed, OSError, InvalidHandshake, EOFError)
"""How a server that was killed looks from outside."""
AGAIN: Final = 0.05
"""Seconds until a lost server is tried again."""
THINK: Final = 0.03
"""Most seconds for a move."""
OVERTAKEN: Final = frozenset({Refusal.STALE, Refusal.NOT_YOUR_TURN, Refusal.MATCH_OVER})
"""Refusals of a move that was asked again after the room had gone on."""


class Stage(Enum):
    """Where somebody is."""

    IN = "at the table"
    LEAVING = "about to leave"
    OUT = "out of the match"
    GONE = "not to come back"


class Departure(NamedTuple):
    """When somebody leaves (after so many moves), how, and what then: come back after so many versions (None: never),
    and watch in between."""

    after: int
    by_word: bool
    back: int | None
    watches: bool


class Pending(NamedTuple):
    """A move that was not answered yet, and the offer it was made of."""

    ref: str
    version: int
    move: Mapping[str, Any]
    offer: Mapping[str, Any]


class Board:
    """What is seen of a room from outside: all at the table wait while somebody is on the way out or in, so that a
    match is not over before."""

    def __init__(self) -> None:
        self.version = 0
        self.bots: frozenset[int] = frozenset()
        self.over = False
        self._held: set[int] = set()
        self._news = asyncio.Event()

    def __str__(self) -> str:
        return f"version {self.version}, stood in for {sorted(self.bots)}, waited for {sorted(self._held)}"

    def note(self, update: Mapping[str, Any]) -> None:
        """An update came to somebody."""
        if update["version"] <= self.version:
            return
        self.version = update["version"]
        self.bots = frozenset(seat["seat"] for seat in update["state"]["seats"] if seat.get("bot"))
        self.over = update["state"]["status"] == "finished"
        self._news.set()

    def hold(self, seat: int) -> None:
        """The others are to wait for this seat."""
        self._held.add(seat)

    def go_on(self, seat: int) -> None:
        """They need not wait any more."""
        self._held.discard(seat)
        self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Returns when this holds, or the match is over. The caller bounds the wait."""
        while not holds() and not self.over:
            self._news.clear()
            await self._news.wait()

    @property
    def free(self) -> bool:
        """Whether nobody is waited for."""
        return not self._held


@dataclass(kw_only=True)
class Guest(Person):
    """Somebody in a room until the match is over. A spectator, who has no seat, keeps the board up to date."""

    room: str
    board: Board
    wire: Wire | None = None
    version: int = 0

    def __str__(self) -> str:
        return f"the spectator at version {self.version}"

    async def live(self) -> None:
        """Everything, over as many connections as it takes."""
        while not self.done:
            try:
                await self.step()
            except LOST:
                self.wire = None
                await asyncio.sleep(AGAIN)

    @property
    def done(self) -> bool:
        """Whether there is nothing more to see."""
        return self.over

    async def step(self) -> None:
        """Something to do with one connection. Raises any of LOST."""
        await self.watch()

    async def watch(self, until: int | None = None) -> None:
        """Watches until the match is over, or to this version."""
        self.wire = await self.open()
        await self.wire.say("spectate", room=self.room)
        while not self.over and (until is None or self.version < until):
            message = await self.wire.hear()
            if message["type"] == "update":
                self.look(message)
                if self.seat is not None and not self.over and self.rng.random() < 0.2:
                    await self.say_move(self.wire, self.room, self.version, wild_move((), self.rng))
        await self.end()

    def look(self, update: Mapping[str, Any]) -> None:
        """An update came."""
        self.version = update["version"]
        self.over = update["state"]["status"] == "finished"
        self.board.note(update)

    async def end(self) -> None:
        """Ends the connection."""
        if self.wire is not None:
            wire, self.wire = self.wire, None
            await wire.end()


@dataclass(kw_only=True)
class Player(Guest):
    """Somebody with a seat, who may leave as planned."""

    ledger: Ledger
    seen: Seen
    plan: Departure | None = None
    stage: Stage = Stage.IN
    moves: int = 0
    _latest: Mapping[str, Any] = field(default_factory=dict)
    _pending: Pending | None = None
    _asked: int = 0
    _from: int = 0
    _spoilt: list[Mapping[str, Any]] = field(default_factory=list)
    _return_at: int = 0

    def __str__(self) -> str:
        waits = "waits for an answer" if self._pending else f"has moved up to {self._from}"
        return f"seat {self.seat} {self.stage.value} at version {self.version}, {waits}, plans {self.plan}"

    @property
    def place(self) -> int:
        """The seat."""
        assert self.seat is not None
        return self.seat

    @property
    def done(self) -> bool:
        """Whether the match is over, at least for this player."""
        return self.over or self.stage is Stage.GONE

    def look(self, update: Mapping[str, Any]) -> None:
        """An update came; the last one says how it ended."""
        super().look(update)
        if self.over:
            self.seen.result = text(update["state"]["result"])

    async def step(self) -> None:
        """Goes on where it stands."""
        match self.stage:
            case Stage.IN:
                await self._play()
            case Stage.LEAVING:
                await self._leave()
            case Stage.OUT:
                await self._stay_out()

    async def _play(self) -> None:
        """At the table, until the match is over or it is time to leave."""
        if self.wire is None:
            self.wire, self._latest = await self.open(), {}
            await self.wire.say("resume", room=self.room, version=self.version)
        if self._pending is not None:
            await self._send(self.wire, self._pending)
        while not self.over:
            offers = self._offers()
            if offers and self.board.free:
                await self._move(self.wire, offers)
            try:
                # who waits for the others must not overlook that the server is lost
                async with asyncio.timeout(AGAIN if offers else None):
                    message = await self.wire.hear()
            except TimeoutError:
                continue
            if message["type"] == "update":
                self.look(message)
                self._latest = message
                if message.get("you") is not None:
                    self.board.go_on(self.place)
                if self.plan is not None and self._pending is None and self.moves >= self.plan.after and not self.over:
                    self.board.hold(self.place)
                    self.stage = Stage.LEAVING
                    return
            elif message.get("re") == self._asked and self._pending is not None:
                self._answered(message, self._pending)
            elif message["type"] in ("refused", "closed"):
                self.ledger.failures.append(f"{self.room}: seat {self.seat} was told {message}")
        await self.end()

    def _offers(self) -> list[Mapping[str, Any]]:
        """What may be done on the newest update; nothing while an answer or a newer update is still to come."""
        you = self._latest.get("you")
        if self.over or self._pending is not None or you is None or self._latest["version"] < self._from:
            return []
        return [offer for offer in you["offers"] if offer not in self._spoilt]

    async def _move(self, wire: Wire, offers: list[Mapping[str, Any]]) -> None:
        await asyncio.sleep(self.rng.uniform(0, THINK))
        offer = self.rng.choice(offers)
        self._pending = Pending(secrets.token_hex(8), self._latest["version"], move_of(offer, self.rng), offer)
        await self._send(wire, self._pending)

    async def _send(self, wire: Wire, pending: Pending) -> None:
        self._asked = await self.say_move(wire, self.room, pending.version, pending.move, pending.ref)

    def _answered(self, answer: Mapping[str, Any], pending: Pending) -> None:
        self._pending = None
        if answer["type"] == "ok":
            acknowledged = Acknowledged(self.place, answer["version"], meaning(pending.move))
            self.ledger.acknowledge(f"{self.room}-1", acknowledged, 0)
            self.moves += 1
            self._from = answer["version"]
            self._spoilt.clear()
        elif answer["code"] == UNSEEN:
            self._spoilt.append(pending.offer)
        else:
            self._from = pending.version + 1
            if answer["code"] not in OVERTAKEN:
                self.ledger.failures.append(
                    f"{self.room}: {self.place} was refused {answer['code']}: {answer['words']}"
                )

    async def _leave(self) -> None:
        """Says so, or is away until the grace is over; a stand-in then has the seat."""
        assert self.plan is not None
        if self.plan.by_word:
            self.wire = self.wire or await self.open()
            asked = await self.wire.say("leave", room=self.room)
            while (await self.wire.hear()).get("re") != asked:
                pass
            await self.end()
        elif self.wire is not None and self.rng.random() < 0.5:
            self.wire.cut()
            self.wire = None
        else:
            await self.end()
        await self.board.until(lambda: self.place in self.board.bots)
        self.stage, self._pending = Stage.OUT, None
        self._return_at = self.board.version + (self.plan.back or 0)
        self.board.go_on(self.place)

    async def _stay_out(self) -> None:
        """Watches, or is not there at all, until it is time to come back."""
        assert self.plan is not None
        back = self.plan.back is not None
        if self.plan.watches:
            await self.watch(self._return_at if back else None)
        elif back:
            await self.board.until(lambda: self.board.version >= self._return_at)
        if not back or self.board.over:
            self.stage, self.seen.left = Stage.GONE, not self.over
            return
        self.board.hold(self.place)
        self.stage, self.plan = Stage.IN, None
