"""Reads the matches of a soak back, from the data folder of a server that has stopped or still runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from server import records
from server.games.registry import GAMES
from server.rooms import views
from server.rooms.entries import AnyEntry, Base, Started, as_record, decode_base, decode_entry
from server.rooms.room import Room, evolve, from_base
from server.store import Store
from server.store.embedded import running_address
from tests.soak.judge import Match, text


async def matches_in(data: Path, codes: Iterable[str]) -> dict[str, Match]:
    """Every match of these rooms, by id: its log as it is stored, replayed."""
    store = Store(running_address(data))
    await store.start()
    try:
        found: dict[str, Match] = {}
        for code in codes:
            newest = await store.last_segment(code)
            for number in range(0 if newest is None else newest[0] + 1):
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
    except records.Malformed as malformed:
        return str(malformed)
    return None if difference is None else str(difference)


async def command(*arguments: str, environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Runs a command of ours; its status and what it said."""
    process = await asyncio.create_subprocess_exec(
        *arguments, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()
