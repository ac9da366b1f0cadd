"""Logs that earlier servers wrote are read as they were meant."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms.entries import FORMAT, Moved, Started, as_record, decode_base, decode_entry
from fudakai.server.rooms.room import restore
from tests.rooms.table import Table

FORMAT_1 = json.loads((Path(__file__).parent / "logs" / "format_1.json").read_text(encoding="ascii"))
"""A match of Agurk as a server of format 1 stored it: a turn that ran out, a restart with a player away, a departure;
at the end all have left the room. Base and entries in hexadecimal."""


def test_a_log_of_format_1_is_the_same_room_and_record() -> None:
    base = decode_base(bytes.fromhex(FORMAT_1["base"]))
    entries = [decode_entry(bytes.fromhex(entry)) for entry in FORMAT_1["entries"]]
    assert {base.format, *(entry.format for entry in entries)} == {1}
    started = entries[0]
    assert isinstance(started, Started)
    assert started.options is None
    assert any(isinstance(entry, Moved) and entry.clock for entry in entries)
    room = restore(base, entries, GAMES)
    assert (room.version, room.closed, room.status) == (58, True, "finished")
    assert (room.lock, room.kicked, room.muted) == (None, (), ())
    assert room.settings_shown == msgspec.to_builtins(room.settings), "with those that came later"
    match = room.match
    assert match is not None
    assert match.options == room.options
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((26, 14, 0), (1,))
    kept = [kept for entry in entries if (kept := as_record(entry)) is not None]
    assert records.check(records.record_of(room.game, match.options, match.names, kept)) is None


def test_what_is_written_now_has_the_format_of_now() -> None:
    table = Table("ann", "bob").start()
    base, entries = table.log()
    assert {base.format, *(entry.format for entry in entries)} == {FORMAT}
    assert isinstance(entries[0], Started)
    assert entries[0].options == {}
