"""The last 256 entries can be asked back, whatever their number is (principle 5)."""

from __future__ import annotations

import pytest

from fudakai.protocol.from_server import EntryEvents
from fudakai.server.rooms.recent import HISTORY, PIECE, Recent

EVERY = [EntryEvents(version, "room", ({"type": "resumed"},)) for version in range(1, 3 * HISTORY)]


def after(entries: int) -> Recent:
    recent = Recent()
    for entry in EVERY[:entries]:
        recent = recent.then(entry)
    return recent


@pytest.mark.parametrize("entries", [0, 1, PIECE - 1, PIECE, PIECE + 1, HISTORY - 1, HISTORY, HISTORY + 1, 700])
def test_the_last_entries_come_in_order_and_at_most_256(entries: int) -> None:
    recent = after(entries)
    for count in (*range(PIECE + 2), HISTORY - 1, HISTORY, HISTORY + 1, 10_000):
        kept = min(count, entries, HISTORY)
        assert list(recent.last(count)) == EVERY[entries - kept : entries]


def test_what_nobody_can_ask_back_is_not_kept() -> None:
    recent = after(3 * HISTORY - 1)
    assert len(recent.pieces) * PIECE + len(recent.newest) < HISTORY + PIECE


def test_nothing_comes_for_versions_that_are_not_there_yet() -> None:
    assert after(5).last(0) == after(5).last(-1) == ()
