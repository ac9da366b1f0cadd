"""Logs that earlier servers stored are read by this one (decision 5): one of each format, as that server wrote it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server import records
from server.games.registry import GAMES
from server.rooms import views
from server.rooms.entries import FORMAT, as_record, decode_base, decode_entry
from server.rooms.room import restore

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_decision_5_a_stored_log_replays_to_the_room_that_it_was(path: Path) -> None:
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    base = decode_base(bytes.fromhex(kept["base"]))
    entries = [decode_entry(bytes.fromhex(entry)) for entry in kept["entries"]]
    assert {base.format, *(entry.format for entry in entries)} == {kept["format"]}
    room = restore(base, entries, GAMES)
    assert room.match is not None
    assert room.version == kept["version"]
    assert json.loads(msgspec.json.encode(views.state(room, 0, 0).result)) == kept["result"]
    assert [place.shown.left for place in room.places] == kept["left"]
    written = [said for entry in entries if (said := as_record(entry)) is not None]
    assert records.check(records.record_of(room.game, room.options, room.match.names, written)) is None


def test_decision_5_there_is_a_log_of_every_earlier_format() -> None:
    assert {json.loads(path.read_text(encoding="utf-8"))["format"] for path in LOGS} >= set(range(1, FORMAT))
