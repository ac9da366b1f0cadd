"""Logs that earlier servers wrote are read as they were meant."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms import views
from fudakai.server.rooms.entries import FORMAT, AnyEntry, Base, Moved, Started, as_record, decode_base, decode_entry
from fudakai.server.rooms.room import restore
from tests.rooms import make_logs, manifest
from tests.rooms.table import Table

FORMAT_1 = json.loads((Path(__file__).parent / "logs" / "format_1" / "agurk.json").read_text(encoding="ascii"))
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


GOLDEN = sorted(path for path in make_logs.LOGS.glob("format_*/*.json") if path.parent.name != "format_1")
"""By the format and the game: rooms in the middle of a second match, whose first had a departure, a return and a turn
that ran out; since format 3 with bots, a kick, a delay, a lock and a mute; and a room that closed."""


def within(part: object, whole: object) -> bool:
    """Whether a view has all that an earlier one had; it may have more."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(str(key) in whole and within(value, whole[str(key)]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(within, part, whole))
    return part == whole


def plain(value: object) -> object:
    """The value as a JSON file has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def segments(path: Path) -> list[tuple[Base, list[AnyEntry]]]:
    """The segments of a golden log, decoded."""
    kept = json.loads(path.read_text(encoding="ascii"))["segments"]
    return [
        (decode_base(bytes.fromhex(one["base"])), [decode_entry(bytes.fromhex(entry)) for entry in one["entries"]])
        for one in kept
    ]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_log_is_the_room_that_it_was(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="ascii"))
    found = segments(path)
    formats = {stored.format for base, entries in found for stored in (base, *entries)}
    assert formats == {golden["format"]}
    for (base, entries), (coming, _) in pairwise(found):
        room = restore(base, entries, GAMES)
        told = msgspec.structs.replace(coming, format=FORMAT)
        assert within(plain(told), plain(room.base(coming.at))), "a segment ends in the base of the next"
    room = restore(*found[-1], GAMES)
    assert within(golden["state"], plain(views.state(room, golden["now"], spectators=0)))
    assert within(golden["yours"], plain(views.yours(room)))
    assert room.closed == (path.stem == "closed")


def test_the_golden_logs_of_this_format_have_every_kind_of_entry() -> None:
    logs = [path for path in GOLDEN if path.parent.name == f"format_{FORMAT}"]
    kinds = {type(entry) for path in logs for _, entries in segments(path) for entry in entries}
    assert kinds == set(get_args(AnyEntry))


def test_there_is_a_golden_log_of_every_format_and_of_every_game_of_ours() -> None:
    formats = {path.parent.name for path in make_logs.LOGS.glob("format_*/*.json")}
    assert formats == {f"format_{number}" for number in range(1, FORMAT + 1)}, "run: python -m tests.rooms.make_logs"
    assert {path.stem for path in GOLDEN if path.parent.name == f"format_{FORMAT}"} == {*make_logs.PEOPLE, "closed"}


@pytest.mark.parametrize("kind", ["log", "record", "result"])
def test_what_is_stored_has_the_shape_of_its_format(kind: str) -> None:
    kept = json.loads(manifest.FILE.read_text(encoding="utf-8"))[kind]
    for number, found in manifest.now()[kind].items():
        assert number in kept, "run: python -m tests.rooms.manifest, and python -m tests.rooms.make_logs"
        assert found == kept[number], (
            f"the {kind} has another shape than in format {number}, which is out: raise its number (CONTRIBUTING.md "
            "says when), then run python -m tests.rooms.manifest and python -m tests.rooms.make_logs"
        )
