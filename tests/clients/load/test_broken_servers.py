"""The judge is judged: a server that is broken on purpose is caught, over real sockets, by the right line."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.clients.load.middleman import (
    AppliesTwice,
    DropsAnEvent,
    ForgetsRefs,
    LeaksACard,
    LosesAMove,
    Meddler,
    between,
)
from tests.clients.load.runs import played, words
from tests.e2e.process import ServerProcess


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A right server, whose clock is quick."""
    process = ServerProcess(tmp_path, turn_seconds=1)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()


async def test_a_server_behind_somebody_who_only_hands_on_is_found_right(server: ServerProcess) -> None:
    async with between(server.url, Meddler()) as url:
        figures = await played(url, double=0.2, drop=0.05)
    assert figures.findings == ()
    assert figures.partial is None
    assert figures.checked["acknowledged moves"] > 20


async def test_a_lost_move_is_caught(server: ServerProcess) -> None:
    meddler = LosesAMove()
    async with between(server.url, meddler) as url:
        figures = await played(url)
    assert meddler.done == 1
    assert set(figures.wrongs()) == {"lost_move"}
    (line,) = words(figures, "lost_move")
    assert re.search(
        r"room \w{6}: the move \S+ of seat \d, acknowledged as version \d+, is lost: that version is ", line
    )


async def test_a_move_that_is_applied_twice_is_caught(server: ServerProcess) -> None:
    meddler = AppliesTwice()
    async with between(server.url, meddler) as url:
        figures = await played(url)
    assert meddler.done >= 1
    assert set(figures.wrongs()) == {"applied_twice"}
    line = words(figures, "applied_twice")[0]
    assert re.search(r"the move \S+ of seat \d was applied twice: as version (\d+) and again as \d+", line)


@pytest.mark.parametrize("place", ["table", "hand", "event"])
async def test_a_leaked_card_is_caught(server: ServerProcess, place: str) -> None:
    meddler = LeaksACard(place)
    async with between(server.url, meddler) as url:
        figures = await played(url)
    assert meddler.done == 1
    found = words(figures, "hidden_card")
    assert any(
        re.search(rf"card {meddler.leaked} of seat \d's hand (was in a frame|was told to all)", line) for line in found
    )
    assert set(figures.wrongs()) <= {"hidden_card", "different_events"}, (
        "an event for one alone is another's difference"
    )


async def test_a_leaked_card_of_a_game_that_nobody_knows_is_caught(
    server_of_five: ServerProcess, fifth_game: str
) -> None:
    rooms = {"mix": {fifth_game: 1}, "seats": 4, "matches": 2}
    right = await played(server_of_five.url, **rooms)
    assert right.findings == ()
    assert right.matches == 2
    meddler = LeaksACard("table")
    async with between(server_of_five.url, meddler) as url:
        broken = await played(url, **rooms)
    assert meddler.done == 1
    assert set(broken.wrongs()) == {"hidden_card"}
    assert f"card {meddler.leaked} of seat" in words(broken, "hidden_card")[0]


@pytest.mark.parametrize("whole", [False, True])
async def test_a_dropped_event_is_caught(server: ServerProcess, whole: bool) -> None:
    meddler = DropsAnEvent(whole)
    async with between(server.url, meddler) as url:
        figures = await played(url)
    assert meddler.done == 1
    assert set(figures.wrongs()) == {"missed_event"}
    (line,) = words(figures, "missed_event")
    assert re.search(r"seat \d went from version \d+ to \d+ without the events of \d+", line)


async def test_a_ref_that_is_forgotten_is_caught(server: ServerProcess) -> None:
    meddler = ForgetsRefs()
    async with between(server.url, meddler) as url:
        figures = await played(url, double=0.5)
    assert meddler.done > 1
    assert "unexpected_refusal" in figures.wrongs()
    assert "was refused" in words(figures, "unexpected_refusal")[0]
    assert "when it was sent again" in words(figures, "unexpected_refusal")[0]
