"""What games say of their moves, offers, views and events is so: every map that a match makes is held to it, and
nothing is said that no match makes."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest

from fudakai.protocol.codes import Refusal
from fudakai.protocol.room_events import AnyRoomEvent
from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from tests.protocol.matches import cases, moments, recorded_moments
from tests.protocol.page import ROOT
from tests.protocol.schema import faults

MATCHES = 16
"""So many are played at random, beside the golden ones."""


def said(game: Game) -> set[str]:
    """Everything that a game says there is."""
    shapes = game.SHAPES
    named = [("event", shapes.events), ("offer", shapes.offers), ("move", shapes.moves)]
    return {f"{role} {kind.__struct_config__.tag}" for role, every in named for kind in every}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_a_game_shows_and_takes_what_it_says_and_nothing_else(game: Game) -> None:
    file, every = f"games/{game.NAME}.json#/$defs/", cases(game)
    seen: set[str] = set()
    checked: set[str] = set()

    def hold(part: str, values: tuple[Any, ...]) -> None:
        for value in values:
            if (text := repr(value)) not in checked:
                checked.add(text)
                assert faults(file + part, value) == [], value

    played = chain.from_iterable(moments(every[number % len(every)], number) for number in range(MATCHES))
    for moment in chain(recorded_moments(game), played):
        hold("Event", moment.events)
        hold("Offer", moment.offers)
        hold("Move", moment.moves)
        hold("Table", (moment.table,))
        hold("Private", moment.private)
        seen |= moment.kinds
    assert seen == said(game)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_a_games_codes_are_those_that_it_gives(game: Game) -> None:
    folder = ROOT / "server" / "games"
    paths = [*(folder / game.NAME).glob("*.py")]
    if any("games.flowers.match" in path.read_text(encoding="utf-8") for path in paths):
        paths += (folder / "flowers").glob("*.py")
    raised = {
        code for path in paths for code in re.findall(r'IllegalMove\(\s*"(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert raised - {*Refusal, "bad_chance"} == set(game.SHAPES.codes)
    named = re.findall(r"`(\w+)`", game.apply.__doc__ or "")
    assert [code for code in named if code not in {*Refusal}] == list(game.SHAPES.codes), "their order"


def test_agurks_reasons_are_those_that_it_gives() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "server" / "games" / "agurk").glob("*.py"))
    ends = re.findall(r'_finish\(.*"(\w+)", events\)|reason="(\w+)"', source)
    assert {word for pair in ends for word in pair if word} == set(GAMES["agurk"].SHAPES.reasons)


def test_the_events_of_a_room_are_those_that_it_makes() -> None:
    source = (ROOT / "server" / "rooms" / "room.py").read_text(encoding="utf-8")
    made = {
        kind: set(re.findall(r'"(\w+)": ', fields))
        for kind, fields in re.findall(r'\{"type": "(\w+)"((?:, "\w+": [^,{}]+)*)\}', source)
    }
    said = {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in AnyRoomEvent.__args__}
    assert made == said
