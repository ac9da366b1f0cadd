"""Replays: what the table of a finished match looked like at every entry."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from fudakai.protocol.from_server import PastMatch, Replayed
from fudakai.server.games.registry import GAMES
from fudakai.server.records.record import record_of
from fudakai.server.records.replay import EVERY, ReplayFrames
from fudakai.testing.play import Habits, Played, match
from tests.protocol.schema import faults_of_answer

LONGEST = 8 * 1024
"""Bytes of a frame in JSON: sixteen of them are an eighth of what a client must be able to take."""


def played(name: str, seed: int) -> tuple[Any, list[Played], ReplayFrames]:
    """A random match at a full table, departures included, and its replay."""
    game, rng = GAMES[name], Random(seed)
    seats = game.SEATS[1]
    entries = list(match(game, game.Options(), seats, rng, Habits(leaving=0.002)))
    names = [f"player {seat}" for seat in range(seats)]
    return game, entries, ReplayFrames(record_of(game, game.Options(), names, [one.entry for one in entries]))


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_is_the_table_after_its_entry(name: str) -> None:
    for seed in range(2):
        game, entries, replay = played(name, seed)
        assert (replay.entries, replay.options) == (len(entries), plain(game.Options()))
        frames = [frame for first in range(0, replay.entries + 1, 16) for frame in replay.frames(first, 16)]
        assert [frame.step for frame in frames] == list(range(len(entries) + 1))
        states = [one.before for one in entries] + [entries[-1].step.state]
        left: set[int] = set()
        for at, (frame, state) in enumerate(zip(frames, states, strict=True)):
            seats = range(len(frame.private))
            assert plain(frame.table) == plain(game.table(state))
            assert plain(frame.private) == [plain(game.seat(state, seat)) for seat in seats]
            assert frame.to_act == tuple(seat for seat in seats if seat in game.to_act(state))
            assert len(msgspec.json.encode(frame)) < LONGEST
            if at:
                entry = entries[at - 1].entry
                kind = entry.get("move", {}).get("type")
                left = left | {frame.by} if kind == "leave" else left - {frame.by} if kind == "return" else left
                assert (frame.by, frame.clock) == (entry["by"], entry.get("clock", False))
                assert plain(frame.events) == plain(entries[at - 1].step.events)
            assert frame.left == tuple(sorted(left))
        assert (frames[0].by, frames[0].events, frames[0].clock) == ("room", (), False)


@pytest.mark.parametrize("name", GAMES)
def test_replays_keep_to_the_schema(name: str) -> None:
    game, entries, replay = played(name, 2)
    end = game.outcome(entries[-1].step.state)
    people = [f"player {seat}" for seat in range(game.SEATS[1])]
    lists: dict[str, Any] = {"players": people, "names": people, "left": [], "bots": []}
    lists |= {"winners": end.winners, "scores": end.scores, "places": end.places, "points": end.points}
    summary = msgspec.convert(
        {"match": "K7QF2M-1", "game": name, "at": 1, "public": True, "abandoned": False, "reason": end.reason} | lists,
        PastMatch,
    )
    for first in range(0, replay.entries + 1, 16):
        message = plain(Replayed(1, summary, replay.options, replay.entries, replay.frames(first, 16)))
        assert faults_of_answer(message) == []
        message["frames"][0]["table"]["weather"] = "fine"
        assert faults_of_answer(message) != []


def test_a_frame_is_the_same_wherever_one_begins() -> None:
    _, entries, replay = played("koikoi", 1)
    assert len(entries) > 3 * EVERY
    whole = [frame for first in range(len(entries) + 1) for frame in replay.frames(first, 1)]
    for first in (0, 1, EVERY - 1, EVERY, EVERY + 1, len(entries) - 1, len(entries)):
        for count in (1, 2, 16):
            assert list(replay.frames(first, count)) == whole[first : first + count]


def test_beyond_the_end_there_are_no_frames() -> None:
    _, entries, replay = played("agurk", 0)
    assert [frame.step for frame in replay.frames(len(entries), 16)] == [len(entries)]
    for first in (len(entries) + 1, len(entries) + EVERY, 2**53):
        assert replay.frames(first, 16) == ()
