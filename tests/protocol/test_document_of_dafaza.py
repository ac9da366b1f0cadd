"""What GAMES.md says of Dafaza is so: payments, dealt hands, words, and examples that were played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from fudakai.server.games.api import Shuffled
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.payments import ROLES, SPECIALS
from fudakai.server.games.dafaza.state import DECK
from fudakai.server.games.registry import GAMES as REGISTERED
from fudakai.testing.offers import offers_hold
from fudakai.testing.play import Habits, match
from tests.conformance.cases import CASES
from tests.protocol.dafaza_examples import FIVE_LIGHTS, LIGHTS, Table, examples, second_trick
from tests.protocol.page import GAMES_PAGE, blocks, part, rows, unfolded
from tests.protocol.schema import read
from tests.protocol.test_document_of_flowers import cell, quoted

PART = part("Dafaza")
MOVES = ("throw", "play", "fold")
BEAT = read()["games/dafaza.json"]["$defs"]["Beat"]


class Seen(NamedTuple):
    """What random matches have shown: events, words of `beat`, reasons."""

    events: list[Mapping[str, Any]]
    beats: set[str | None]
    reasons: set[str]


@cache
def seen() -> Seen:
    """Random matches with departures, and a dealt hand, which chance seldom makes."""
    found = Seen([], set(), set())
    for seed in range(4):
        for case in [case for case in CASES if case.game.NAME == dafaza.NAME]:
            habits = Habits(leaving=0.01, abandoning=0.0005)
            for played in match(case.game, case.options, case.seats, Random(f"{case} {seed}"), habits):
                note(found, played.step.state, played.step.events)
    table = second_trick()
    table.by_clock()
    table.goes(dafaza.draw(table.state, Shuffled((*LIGHTS, *FIVE_LIGHTS))))
    note(found, table.state, table.events)
    return found


def note(found: Seen, state: Any, events: Any) -> None:
    """Adds what a step has shown."""
    found.events.extend(events)
    found.beats.update(dafaza.seat(state, seat)["beat"] for seat in range(4))
    outcome = dafaza.outcome(state)
    if outcome is not None:
        found.reasons.add(outcome.reason)


def lines() -> list[dict[str, Any]]:
    """Every value in the blocks of many."""
    return [json.loads(line) for block in blocks("jsonl", PART) for line in unfolded(block)]


def view() -> dict[str, Any]:
    """The view that the part shows."""
    (block,) = blocks("json", PART)
    shown: dict[str, Any] = json.loads(block)
    return shown


def is_event(value: Mapping[str, Any]) -> bool:
    """Whether a line is an event; else it is a move or an offer."""
    return value["type"] not in MOVES


# ---- tables


def test_the_part_says_the_name_the_players_the_cards_and_the_designer() -> None:
    assert f'`"game": "{dafaza.NAME}"`, for {dafaza.SEATS[0]} players: a game by Hagizou' in PART
    assert f"{len(DECK)} of them, ten for each" in PART
    assert {card[:2] for card in DECK} == {f"{month:02d}" for month in range(1, 13)} - {"04", "05"}


def test_the_reasons_and_the_words_of_beat_are_all_given() -> None:
    assert seen().reasons == set(REGISTERED[dafaza.NAME].SHAPES.reasons)
    assert seen().beats == {*BEAT["enum"], None}


def test_every_event_has_an_example() -> None:
    said = {kind.__struct_config__.tag for kind in REGISTERED[dafaza.NAME].SHAPES.events}
    assert {event["type"] for event in lines() if is_event(event)} == said


def test_d16_to_d20_the_special_wins_are_as_they_are() -> None:
    table = rows("Dafaza special")
    assert list(table) == [special.name for special in SPECIALS]
    for special in SPECIALS:
        row = table[special.name]
        assert [cell(row, 1), cell(row, 2)] == [str(special.points or "-"), str(special.times)]


def test_d21_to_d24_the_dealt_hands_are_as_they_are() -> None:
    table = rows("Dafaza dealt hand")
    assert list(table) == [role.name for role in ROLES]
    for role in ROLES:
        assert (cell(table[role.name], 1), quoted(cell(table[role.name], 2))) == (str(role.points), list(role.cards))


def test_the_names_in_events_are_those_of_the_tables() -> None:
    special, dealt = set(rows("Dafaza special")), set(rows("Dafaza dealt hand"))
    for event in seen().events:
        if event["type"] in ("special", "dealt_win"):
            assert event["name"] in (special if event["type"] == "special" else dealt)
        for payment in event.get("payments", ()):
            assert set(payment) in (
                {"seat", "stacks", "balance", "factors", "result"},
                {"seat", "factors", "result"},  # a dealt hand's
            )
            assert {"balance", "factors", "result"} <= set(quoted(PART[PART.index("**Payments.**") :]))
            assert {factor["name"] for factor in payment["factors"]} <= {"parent", *special}


# ---- examples


@pytest.mark.parametrize(("name", "block"), examples().items(), ids=list(examples()))
def test_the_examples_were_played(name: str, block: str) -> None:
    assert f"\n{block}\n```\n" in GAMES_PAGE, f"{name}: run python -m tests.protocol.dafaza_examples"


def test_there_are_no_other_examples() -> None:
    shown = [block.rstrip("\n") for block in (*blocks("json", PART), *blocks("jsonl", PART))]
    assert sorted(shown) == sorted(examples().values())


def test_every_kind_of_move_and_offer_is_shown_and_the_moves_are_offered() -> None:
    shown = [value for value in lines() if not is_event(value)]
    moves, offers = shown[: len(MOVES)], shown[len(MOVES) :]
    assert [move["type"] for move in moves] == [offer["type"] for offer in offers] == list(MOVES)
    signs = tuple(dafaza.legal(Table().state, 0))
    assert offers[0] in signs
    assert moves[0] in signs
    assert all(offer in view()["offers"] for offer in offers[1:])
    for move in moves[1:]:
        assert offers_hold(dafaza.legal(second_trick().state, 2), {**move, "cards": tuple(move["cards"])})


def test_d9_the_view_shows_no_fold_but_its_own() -> None:
    shown = view()
    assert shown["private"]["folded"]
    public = json.dumps(shown["table"])
    assert [card for card in shown["private"]["folded"] if card in public] == []
