"""The recorder finds what is not as the schema says, and takes what is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.protocol.make_vectors import VECTORS
from tests.protocol.recorder import MOST, FrameRecorder, Line

MOVE = {"type": "move", "id": 8, "room": "k7qf2m", "ref": "a", "version": 9, "move": {"type": "play", "cards": ["9D"]}}
"""A move of Agurk."""


def vector(file: str, name: str) -> Any:
    """The message of a vector."""
    every = json.loads((VECTORS / file).read_text(encoding="utf-8"))
    return next(one["message"] for one in every if one["name"] == name)


def test_valid_messages_are_counted() -> None:
    recorder, line = FrameRecorder(), Line()
    line.waiting[7] = [{"type": "join", "id": 7, "room": "K7QF2M"}]
    recorder.told(line, {"type": "ok", "re": 7, "room": "K7QF2M"})
    recorder.told(line, vector("games/agurk.json", "update, to a seat"))
    line.waiting[8] = [MOVE]
    recorder.told(line, {"type": "ok", "re": 8})
    recorder.check()
    assert recorder.seen == {"S ok": 2, "S update": 1, "C join": 1, "C move": 1, "C move of agurk": 1}


@pytest.mark.parametrize(
    "message",
    [
        {"type": "ok"},
        {"type": "ok", "re": 7, "secret": 1},
        {"type": "dance", "re": 7},
        {"type": "refused", "re": 7, "code": "tired", "words": "no"},
        {"type": "closed", "room": "K7QF2M", "code": "stale", "words": "no"},
    ],
)
def test_an_invalid_message_of_the_server_is_told(message: dict[str, Any]) -> None:
    recorder = FrameRecorder()
    recorder.told(Line(), message)
    with pytest.raises(AssertionError, match=f"S {message['type']} is not as the schema says"):
        recorder.check()


def test_a_request_counts_when_it_is_carried_out_and_only_then() -> None:
    recorder, line = FrameRecorder(), Line()
    bad = {"type": "kick", "id": 1, "room": "K7QF2M"}
    line.waiting[1] = [bad, bad]
    recorder.told(line, {"type": "refused", "re": 1, "code": "bad_message", "words": "seat: is missing"})
    recorder.check()
    recorder.told(line, {"type": "ok", "re": 1})
    with pytest.raises(AssertionError, match="C kick is not as the schema says"):
        recorder.check()


def test_a_move_is_held_to_its_game() -> None:
    recorder, line = FrameRecorder(), Line()
    recorder.told(line, vector("games/koikoi.json", "update, to a seat"))
    line.waiting[8] = [MOVE]
    recorder.told(line, {"type": "ok", "re": 8})
    with pytest.raises(AssertionError, match="C move of koikoi"):
        recorder.check()


def test_not_all_of_very_many_faults_are_kept() -> None:
    recorder = FrameRecorder()
    for _ in range(2 * MOST):
        recorder.told(Line(), {"type": "dance"})
    assert len(recorder.faults) == MOST
