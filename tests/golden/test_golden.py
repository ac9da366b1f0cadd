"""Golden records: matches whose every answer was worked out by hand from the rules. Each must check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.records import check, read, replay

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


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_with_a_wrong_expectation_differs_there(path: Path) -> None:
    record = json.loads(path.read_bytes())
    place = max(index for index, entry in enumerate(record["entries"]) if "expect" in entry)
    record["entries"][place]["expect"]["to_act"] = [99]
    difference = check(record)
    assert difference is not None
    assert (difference.entry, difference.where, difference.wanted) == (place, "to_act", "[99]")
