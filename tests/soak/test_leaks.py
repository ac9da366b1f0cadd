"""The scan knows exactly what may be shown, and catches what may not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from protocol.codec import CODECS
from protocol.from_server import Update
from server.rooms import commands as ask
from server.rooms import views
from server.rooms.entries import FORMAT, AnyEntry, Drew, Moved, Started
from tests.rooms.table import Table
from tests.soak.knowledge import Known, known
from tests.soak.leaks import cards_in, leaks

PLAYERS = ("ann", "bob", "cid")
BEFORE = 4
DECK = tuple(f"{rank}{suit}" for suit in "CDH" for rank in range(2, 9))


def played(seed: int) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """A random match, with departures in some: the table after each command, and the updates of all its commands to
    seats 0, 1, 2 and a spectator."""
    rng = random.Random(seed)
    table = Table(*PLAYERS, seed=seed).start()
    updates: list[dict[str, Any]] = []
    told = table.room.version - len(table.stored)
    while True:
        events, _ = table.room.events_after(told)
        told = table.room.version
        for player in (*PLAYERS, "a spectator"):
            you = views.yours(table.room).get(player)
            state = views.state(table.room, table.now, 0)
            update = Update("ROOM", told, state, events, you)
            updates.append({"seat": None if you is None else you.seat, "update": update})
        yield table, updates
        if table.room.status == "finished":
            return
        if seed % 3 == 0 and rng.random() < 0.03:
            table.do(ask.Leave(rng.choice(table.room.people)))
        else:
            match = table.room.match
            assert match is not None
            table.play(table.turn, choice=rng.randrange(len(match.offers[table.turn])))


@pytest.mark.parametrize("seed", range(12))
def test_what_the_server_sends_is_exactly_what_may_be_known(seed: int) -> None:
    *_, (table, updates) = played(seed)
    base, entries = table.log()
    moments = known(base.version, entries, 3)
    shown = {entry.version: cards_in(entry.events) for sent in updates for entry in sent["update"].events}
    assert shown == {version: moments[version].shown for version in shown}, "events show all that they may"
    assert len(shown) == len(entries)
    for codec in CODECS.values():
        for sent in updates:
            assert list(leaks(codec.encode(sent["update"]), sent["seat"], moments)) == []


def test_a_card_that_is_dealt_anew_is_hidden_again() -> None:
    dealt_again = 0
    for table, updates in (moment for seed in range(1, 6) for moment in played(seed)):
        base, entries = table.log()
        moments = known(base.version, entries, 3)
        for sent in updates[-4:]:
            version = sent["update"].version
            named = cards_in([entry.events for entry in sent["update"].events])
            for seat, hand in enumerate(moments[version].hands):
                if seat != sent["seat"] and (again := named & hand):
                    dealt_again += 1
                    frame = msgpack.unpackb(CODECS["fudakai.v1.msgpack"].encode(sent["update"]))
                    frame["state"]["table"]["stock"] = sorted(again)
                    assert "the view of" in " ".join(leaks(msgpack.packb(frame), sent["seat"], moments))
    assert dealt_again > 0


# --- made up ---------------------------------------------------------------------------------------------------------


def moments() -> Known:
    """Versions 5 started, 6 and 7 drawn, 8 to 10 one move each."""
    entries: list[AnyEntry] = [
        Started(FORMAT, 0, "ROOM-1"),
        Drew(FORMAT, 0, choose=0),
        Drew(FORMAT, 0, shuffle=DECK),
        *(Moved(FORMAT, 0, seat, {"type": "play", "cards": [f"8{'CDH'[seat]}"]}, f"r{seat}") for seat in range(3)),
    ]
    return known(BEFORE, entries, 3)


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
