"""Golden records: matches whose every answer was worked out by hand from the rules. Each must check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import UNSET

from fudakai.server.games.api import CHANCE
from fudakai.server.records.record import check, read, replay, turns

RECORDS = sorted(Path(__file__).parent.glob("*/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_record(path: Path) -> None:
    lines: list[str] = []
    assert (replay(path, True, None, lines.append), lines) == (0, ["ok"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_record_in_words_has_a_line_for_every_entry(path: Path) -> None:
    lines: list[str] = []
    assert replay(path, False, None, lines.append) == 0
    assert len(lines) == len(read(path.read_bytes()).entries)
    assert all(line[6:] for line in lines)


WHILE_CHANCE_ACTS = {"to_act", "scores", "over", "winners", "bots", "out", "view"}
"""Of the rest a record cannot say whether it is that of the finished round or of the coming one."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_expects_of_a_coming_round_no_more_than_any_reading_gives(path: Path) -> None:
    table = read(path.read_bytes())
    for turn, entry in zip(turns(table), table.entries, strict=True):
        if entry.expect is not UNSET and CHANCE in table.game.to_act(turn.state):
            assert entry.expect.keys() <= WHILE_CHANCE_ACTS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_with_a_wrong_expectation_differs_there(path: Path) -> None:
    record = json.loads(path.read_bytes())
    place = max(index for index, entry in enumerate(record["entries"]) if "expect" in entry)
    record["entries"][place]["expect"]["to_act"] = [99]
    difference = check(record)
    assert difference is not None
    assert (difference.entry, difference.where, difference.wanted) == (place, "to_act", "[99]")
