"""Reads the matches of a soak back, from the data folder of a server that has stopped or still runs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fudakai.server.games.api import IllegalMove, Seat
from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms import views
from fudakai.server.rooms.entries import AnyEntry, Base, Started, as_record, decode_base, decode_entry
from fudakai.server.rooms.room import Room, evolve, from_base
from fudakai.server.store import Store
from fudakai.server.store.embedded import running_address
from tests.soak.kit.games import move_of
from tests.soak.kit.judge import Match, text
from tests.store.helpers import last_segment


async def matches_in(data: Path, codes: Iterable[str]) -> dict[str, Match]:
    """Every match of these rooms, by id: its log as it is stored, replayed."""
    store = Store(running_address(data))
    await store.start()
    try:
        found: dict[str, Match] = {}
        for code in codes:
            newest = await store.newest_segment(code)
            for number in range(0 if newest is None else newest + 1):
                segment = await store.segment(code, number)
                if segment is None:
                    continue
                entries = [decode_entry(entry) for entry in segment[1]]
                if entries and isinstance(entries[0], Started):
                    found[entries[0].match] = match_of(decode_base(segment[0]), entries)
        return found
    finally:
        await store.aclose()


def match_of(base: Base, entries: Sequence[AnyEntry]) -> Match:
    """A segment of a log with what follows from it: how the match ended, and whether it makes a record that checks."""
    room = from_base(base, GAMES)
    first, end, result = None, None, None
    for entry in entries:
        room = evolve(room, entry)
        if isinstance(entry, Started) and room.match is not None:
            first = room.match.state
        if end is None and room.status == "finished":
            end, result = room.version, text(msgspec.to_builtins(views.state(room, 0, 0).result))
    damage = None if end is None else _damage(room, entries)
    players = 0 if room.match is None else len(room.match.players)
    return Match(base.version, entries, room.game.NAME, first, players, end, result, damage)


def _damage(room: Room, entries: Sequence[AnyEntry]) -> str | None:
    """Why the match makes no record, or one that does not check."""
    assert room.match is not None
    kept = [kept for entry in entries if (kept := as_record(entry)) is not None]
    try:
        difference = records.check(
            records.record_of(room.game, room.match.options, room.match.names, kept, room.match.fixed)
        )
    except records.MalformedRecord as malformed:
        return str(malformed)
    return None if difference is None else str(difference)


class Follower:
    """Follows the newest match of a room in its log, move by move."""

    def __init__(self, store: Store, code: str) -> None:
        self._store = store
        self._code = code
        self._segment = -1
        self._read = 0
        self._room: Room | None = None

    @property
    def version(self) -> int:
        """The room's, as it was read last."""
        assert self._room is not None
        return self._room.version

    async def moves(self, rng: random.Random) -> tuple[int, list[Mapping[str, Any]]] | None:
        """One of the seats to act now, and its moves in any order: one for each offer; None when the match is over.
        Waits while chance is to act; the caller bounds the wait."""
        while True:
            room = await self._newest()
            game, match = room.game, room.match
            if match is not None:
                if game.outcome(match.state) is not None:
                    return None
                for seat in range(len(match.players)):
                    if offers := game.legal(match.state, Seat(seat)):
                        return seat, [move_of(offer, rng) for offer in rng.sample(offers, len(offers))]

    async def _newest(self) -> Room:
        """The room as the log has it now."""
        newest = await last_segment(self._store, self._code)
        assert newest is not None, f"there is no room {self._code}"
        number, base, entries = newest
        if self._room is None or number != self._segment:
            self._segment, self._read, self._room = number, 0, from_base(decode_base(base), GAMES)
        for entry in entries[self._read :]:
            self._room = evolve(self._room, decode_entry(entry))
        self._read = len(entries)
        return self._room

    def ends_with(self, seat: int, move: Mapping[str, Any]) -> bool:
        """Whether this move would end the match."""
        assert self._room is not None
        assert self._room.match is not None
        game = self._room.game
        try:
            return game.outcome(game.apply(self._room.match.state, Seat(seat), move).state) is not None
        except IllegalMove:
            return False


async def command(*arguments: str, environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Runs a command of ours; its status and what it said."""
    process = await asyncio.create_subprocess_exec(
        *arguments, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()
