"""The scan catches what may not be shown, wherever in a frame it stands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from fudakai.server.games.agurk import game as agurk
from fudakai.server.rooms.entries import FORMAT, AnyEntry, Drew, Moved, Started
from tests.soak.kit.judge import Match
from tests.soak.kit.knowledge import Known, known
from tests.soak.kit.leaks import leaks
from tests.soak.kit.scan import Person, look

BEFORE = 4
DECK = tuple(f"{rank}{suit}" for suit in "CDH" for rank in range(2, 9))


def moments() -> Known:
    """Versions 5 started, 6 and 7 drawn, 8 to 10 one move each."""
    entries: list[AnyEntry] = [
        Started(FORMAT, 0, "ROOM-1"),
        Drew(FORMAT, 0, choose=0),
        Drew(FORMAT, 0, shuffle=DECK),
        *(Moved(FORMAT, 0, seat, {"type": "play", "cards": [f"8{'CDH'[seat]}"]}, f"r{seat}") for seat in range(3)),
    ]
    return known("agurk", agurk.setup(agurk.Options(), 3), BEFORE, entries)


def update() -> dict[str, Any]:
    """What seat 1 may be sent when seat 0 has played."""
    event = {"type": "played", "seat": 0, "cards": ["8C"], "left": 6}
    return {
        "type": "update",
        "room": "2C3D4H",
        "version": 8,
        "state": {"table": {"table": [{"seat": 0, "cards": ["8C"]}]}},
        "events": [{"version": 8, "by": 0, "events": [event]}],
        "you": {"seat": 1, "private": {"hand": list(DECK[7:14])}},
    }


def packed(message: Any) -> bytes:
    frame: bytes = msgpack.packb(message)
    return frame


def written(message: Any) -> bytes:
    return json.dumps(message).encode()


@pytest.fixture(params=[packed, written])
def encode(request: pytest.FixtureRequest) -> Callable[[Any], bytes]:
    encoder: Callable[[Any], bytes] = request.param
    return encoder


def test_what_a_seat_may_see_is_no_leak(encode: Callable[[Any], bytes]) -> None:
    assert list(leaks(encode(update()), 1, moments())) == []


@pytest.mark.parametrize("seat", [0, 2, None])
def test_another_ones_hand_is_a_leak(encode: Callable[[Any], bytes], seat: int | None) -> None:
    said = list(leaks(encode(update()), seat, moments()))
    assert said[0] == "the view of version 8 is that of seat 1"
    assert said[1].endswith("to the seat")


@pytest.mark.parametrize("where", ["events", "state", "field", "key", "words", "title"])
def test_a_hidden_card_anywhere_is_a_leak(encode: Callable[[Any], bytes], where: str) -> None:
    message = deepcopy(update())
    match where:
        case "events":
            message["events"][0]["events"].append({"type": "x", "card": "2H"})
        case "state":
            message["state"]["table"]["next"] = "2H"
        case "field":
            message["next"] = ["2H"]
        case "key":
            message["state"]["2H"] = 1
        case "words":
            message["words"] = "it would have been 2H, then 3H"
        case "title":
            message["state"]["title"] = "2H"
    assert list(leaks(encode(message), 1, moments()))


def test_a_card_of_ones_own_is_a_leak_to_the_others_in_the_common_part(encode: Callable[[Any], bytes]) -> None:
    message = deepcopy(update())
    message["state"]["table"]["next"] = DECK[7]
    assert list(leaks(encode(message), 1, moments())) == [f"the view of version 8 names ['{DECK[7]}']"]


def test_a_card_in_bytes_that_no_field_shows_is_a_leak() -> None:
    hidden = packed({**update(), "rest": packed({"card": "2H"})})
    assert "the bytes of a update hold ['2H']" in " ".join(leaks(hidden, 1, moments()))


def test_a_refusal_may_name_what_was_tried_and_nothing_else(encode: Callable[[Any], bytes]) -> None:
    refusal = encode({"type": "refused", "re": 1, "words": "no", "card": "JK1"})
    assert list(leaks(refusal, 1, moments())) == ["a refused names ['JK1']"]
    assert list(leaks(refusal, 1, moments(), frozenset({"JK1"}))) == []
    other = encode({"type": "ok", "re": 1, "card": "JK1"})
    assert list(leaks(other, 1, moments(), frozenset({"JK1"}))) == ["a ok names ['JK1']"]


def test_a_birthday_in_any_frame_is_found(encode: Callable[[Any], bytes]) -> None:
    ann, bob = (Person("", None, random.Random(seed)) for seed in (1, 2))
    match = Match(BEFORE, [], "agurk", agurk.setup(agurk.Options(), 3), 3, end=BEFORE)
    ann.heard.append([encode({"type": "notice", "words": "welcome back"})])
    assert list(look([ann, bob], match)) == []
    ann.heard.append([encode({"type": "notice", "words": f"bob is as old as the moon since {bob.birthday}"})])
    assert list(look([ann, bob], match)) == ["a spectator: a birthday is told"]
