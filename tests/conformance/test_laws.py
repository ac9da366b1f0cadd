"""Our own games keep every law, with every option; and the laws find what is broken."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from fudakai.testing import laws
from fudakai.testing.cases import Case, parts_of, values_of
from fudakai.testing.play import Habits, Played
from fudakai.testing.test_laws import *  # noqa: F403
from fudakai.testing.test_laws import played, states
from tests.conformance import soak
from tests.conformance.cases import CASES, OPTIONS
from tests.conformance.gains import GAINS, law_of_scores
from tests.rooms import signs


@pytest.mark.parametrize("name", ["agurk", "hanafuda", "koikoi"])
@pytest.mark.parametrize("place", ["stock", "hand"])
def test_the_law_of_events_finds_a_card_of_the_stock_and_of_a_hand(name: str, place: str) -> None:
    found = 0
    for one in played(next(case for case in CASES if name == case.game.NAME), 0, Habits()):
        state = one.step.state
        stock = getattr(state, "stock", ()) if name == "agurk" else state.flowers.stock
        hands = [card for seat in laws.seats_of(GAMES[name], state) for card in GAMES[name].seat(state, seat)["hand"]]
        hidden = stock if place == "stock" else hands
        if one.step.events and hidden:
            event = {**one.step.events[0], "telling": [hidden[-1]]}
            with pytest.raises(AssertionError, match="shows"):
                laws.law_of_events(GAMES[name], msgspec.structs.replace(one.step, events=(event,)))
            found += 1
    assert found


def test_scores_add_up(case: Case) -> None:
    changes = 0
    for seed in range(5):
        for one in played(case, seed):
            law_of_scores(case.game, one.before, one.step)
            changes += case.game.table(one.before)["scores"] != case.game.table(one.step.state)["scores"]
    assert changes


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_the_law_of_scores_finds_a_point_too_many(game: Game) -> None:
    found = 0
    for one in played(next(case for case in CASES if case.game is game), 0):
        scores = game.table(one.step.state)["scores"]
        if game.table(one.before)["scores"] == scores:
            continue
        more = SimpleNamespace(NAME=game.NAME, table=lambda state, one=one: {"scores": _scores(game, state, one)})
        with pytest.raises(AssertionError):
            law_of_scores(more, one.before, one.step)  # type: ignore[arg-type]
        found += 1
    assert found


def _scores(game: Game, state: Any, one: Played) -> list[int]:
    """The scores, after the step one more for seat 0."""
    scores = list(game.table(state)["scores"])
    return [scores[0] + 1, *scores[1:]] if state is one.step.state else scores


def test_the_law_of_starting_finds_a_date() -> None:
    rng = Random(1)
    for _ in range(20):
        laws.law_of_starting(signs, signs.Options(), 3, rng)  # type: ignore[arg-type]  # its Options are a class
    telling = SimpleNamespace(**vars(signs))
    telling.starting = lambda options, birthdays: msgspec.structs.replace(options, birthdays=birthdays)
    with pytest.raises(AssertionError, match="a date is in"):
        laws.law_of_starting(telling, signs.Options(), 3, rng)  # type: ignore[arg-type]


def test_every_game_of_the_registry_stands_under_its_own_name() -> None:
    assert [game.NAME for game in GAMES.values()] == list(GAMES)
    assert set(OPTIONS) == set(GAINS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_every_value_of_every_option_is_played_and_of_numbers_the_default_and_another(game: Game) -> None:
    played = [case.options for case in CASES if case.game is game]
    for field in inspect.type_info(game.Options).fields:  # type: ignore[attr-defined]
        if field.name in game.MATCH_OPTIONS:
            continue
        seen = {getattr(options, field.name) for options in played}
        assert listed(values_of(field.type)) <= seen, f"{field.name}: only {seen}"
        if any(isinstance(one, inspect.IntType) for one in parts_of(field.type)):
            assert getattr(game.Options(), field.name) in seen
            assert len(seen) > 1, f"{field.name}: only {seen}"


def listed(values: list[object]) -> set[object]:
    """Without the bounds of numbers."""
    return {value for value in values if not isinstance(value, int) or isinstance(value, bool)}


def test_the_soak_plays_and_gives_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--matches", "30"]) == 0
    assert capsys.readouterr().out.endswith("verdict: no law was broken\n")


def test_much_is_hidden_in_our_games(case: Case) -> None:
    seats = (None, *range(case.seats))
    assert sum(len(case.game.swapped(state, seat)) for state in states(case, 0) for seat in seats) > 30
