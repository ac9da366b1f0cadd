"""A room on a table for tests: commands go in, entries are kept as the store would keep them, time stands still."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from fudakai.clients import bots
from fudakai.server.games.api import Chosen, Draw, Drawn, Shuffle, Shuffled
from fudakai.server.games.registry import GAMES
from fudakai.server.live import stand_ins
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.create import create
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.entries import AnyEntry, Base, decode_base, decode_entry, encode
from fudakai.server.rooms.handle import draw_due, handle, stand_in_due
from fudakai.server.rooms.room import Room, restore
from fudakai.server.rooms.settings import RoomSettings

NAMES = ("ann", "bob", "cid", "dot", "eve", "fay", "gus")


class Table:
    """Plays host for one room. `now` is in milliseconds and moves only when a test moves it."""

    def __init__(
        self,
        *people: str,
        seats: int | None = None,
        seed: int = 1,
        game: str = "agurk",
        options: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.now = 1_000_000
        self.random = random.Random(seed)
        self.decks: list[Drawn] = []
        first, *others = people or ("ann",)
        self.room = create(
            "TESTED",
            GAMES[game],
            options or {},
            settings,
            RoomSettings(),
            title="a table",
            visibility="public",
            size=seats,
            player=first,
            name=first,
        )
        self.room = msgspec.structs.replace(self.room, active=self.now)
        self.base: bytes = encode(self.room.base(self.now))
        self.stored: list[bytes] = []
        self.results: list[Any] = []
        for other in others:
            self.do(ask.Join(other, other))

    def do(self, command: ask.Command) -> Effects:
        """Handles a command with the draws and stand-ins' moves it leads to, and stores what came of it. Raises
        Denied."""
        room, effects = handle(self.room, command, self.now)
        for _ in range(64):
            if (draw := draw_due(room, self.now)) is not None:
                room, more = handle(room, ask.Draw(self.drawn(draw)), self.now)
            elif (seat := stand_in_due(room, self.now)) is not None:
                game = room.game.NAME
                strengths = {strength.value: {game: bots.player(strength, game)} for strength in bots.Strength}
                players = stand_ins.BotPlayers({game: bots.stand_in(game)}, strengths)
                room, more = stand_ins.play(room, seat, players, self.random, self.now)
            else:
                break
            effects = effects.then(more)
        if effects.base is not None:
            self.base, self.stored = encode(effects.base), []
        self.stored += map(encode, effects.entries)
        if effects.result is not None:
            self.results.append(effects.result)
        assert room.version == self.room.version + len(effects.entries)
        self.room = room
        return effects

    def refused(self, command: ask.Command) -> str:
        """The code with which the command is refused; the room must be the same afterwards."""
        before = self.room
        with pytest.raises(Denied) as denied:
            self.do(command)
        assert denied.value.words
        assert self.room is before
        return denied.value.code

    def drawn(self, draw: Draw) -> Drawn:
        """The next prepared outcome, or a random one."""
        if self.decks:
            return self.decks.pop(0)
        if isinstance(draw, Shuffle):
            return Shuffled(tuple(self.random.sample(draw.deck, len(draw.deck))))
        return Chosen(self.random.choice(draw.among))

    def wait(self, seconds: float) -> Effects:
        """Lets time pass and the clock ring once."""
        self.now += round(seconds * 1000)
        return self.do(ask.Tick(self.random.getrandbits(32)))

    def start(self) -> Table:
        for player in self.room.people:
            self.do(ask.Ready(player, True))
        self.do(ask.Start(self.room.host or ""))
        return self

    def play(self, seat: int, ref: str | None = None, choice: int = 0) -> Effects:
        """The seat plays one of its offers."""
        match = self.room.match
        assert match is not None
        offer = match.offers[seat][choice]
        ref = ref or f"r{self.room.version}"
        return self.do(ask.Play(match.players[seat], ref, self.room.version, offer))

    @property
    def turn(self) -> int:
        """The one seat to act."""
        assert self.room.match is not None
        (seat,) = self.room.match.seats_to_act
        return seat

    def log(self) -> tuple[Base, list[AnyEntry]]:
        return decode_base(self.base), [decode_entry(entry) for entry in self.stored]

    def replayed(self) -> Room:
        """The room that the stored log tells of."""
        base, entries = self.log()
        return restore(base, entries, GAMES)


def entry_kinds(effects: Effects) -> list[str]:
    return [type(entry).__name__ for entry in effects.entries]
