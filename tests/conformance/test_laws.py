"""Every registered game, with every number of players and every option, keeps every law."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from tests.conformance import laws, soak
from tests.conformance.cases import CASES, OPTIONS, Case
from tests.conformance.gains import GAINS
from tests.conformance.play import Habits, Played, match, start
from tests.rooms import signs

each_case = pytest.mark.parametrize("case", CASES, ids=str)


USUAL = Habits(leaving=0.01)


def played(case: Case, seed: int, habits: Habits = USUAL) -> list[Played]:
    """A whole match at random, the same for the same seed."""
    return list(match(case.game, case.options, case.seats, Random(f"{case}{seed}"), habits))


def states(case: Case, seed: int, habits: Habits = USUAL) -> list[Any]:
    """Every state of such a match, the first and the last too."""
    return [start(case.game, case.options, case.seats), *(one.step.state for one in played(case, seed, habits))]


@each_case
def test_random_play_ends_and_only_who_is_to_act_has_moves(case: Case) -> None:
    for seed in range(5):
        for state in states(case, seed, Habits()):
            laws.law_of_acting(case.game, state)
        laws.law_of_outcomes(case.game, state)
        outcome = case.game.outcome(state)
        assert outcome is not None
        assert outcome.winners


@each_case
def test_departures_at_every_moment_leave_a_match_that_goes_on_or_ends(case: Case) -> None:
    for seed in range(20):
        for state in states(case, seed, Habits(leaving=(0.01, 0.05, 0.3)[seed % 3])):
            laws.law_of_acting(case.game, state)
        laws.law_of_outcomes(case.game, state)


@each_case
def test_cards_are_conserved(case: Case) -> None:
    deck: frozenset[str] = frozenset()
    for seed in range(5):
        for state in states(case, seed):
            deck = laws.law_of_cards(case.game, state, deck)
    assert deck


@each_case
@pytest.mark.parametrize(
    "law",
    [laws.law_of_offers, laws.law_of_chance, laws.law_of_leaving, laws.law_of_the_clock],
    ids=lambda law: law.__name__,
)
def test_each_state_keeps(case: Case, law: Callable[[Game, Any], None]) -> None:
    for seed in range(2):
        for state in states(case, seed):
            law(case.game, state)


@each_case
@pytest.mark.parametrize(
    "law",
    [laws.law_of_spelling, laws.law_of_bad_moves, laws.law_of_nothing_else],
    ids=lambda law: law.__name__,
)
def test_each_state_keeps_at_random(case: Case, law: Callable[[Game, Any, Random], None]) -> None:
    rng = Random(7)
    for state in states(case, 0):
        law(case.game, state, rng)


@each_case
def test_nothing_hidden_shows_when_two_hidden_cards_are_swapped(case: Case) -> None:
    swaps = sum(laws.law_of_views(case.game, state) for seed in range(3) for state in states(case, seed))
    assert swaps > 100


@each_case
def test_events_hold_no_hidden_card(case: Case) -> None:
    for seed in range(5):
        for one in played(case, seed):
            laws.law_of_events(case.game, one.step)


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


@each_case
def test_scores_add_up(case: Case) -> None:
    changes = 0
    for seed in range(5):
        for one in played(case, seed):
            laws.law_of_scores(case.game, one.before, one.step)
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
            laws.law_of_scores(more, one.before, one.step)  # type: ignore[arg-type]
        found += 1
    assert found


def _scores(game: Game, state: Any, one: Played) -> list[int]:
    """The scores, after the step one more for seat 0."""
    scores = list(game.table(state)["scores"])
    return [scores[0] + 1, *scores[1:]] if state is one.step.state else scores


@each_case
def test_the_logged_entries_replay_to_the_same_states(case: Case) -> None:
    for seed in range(5):
        steps = played(case, seed, Habits(leaving=0.02, clock=0.3))
        names = [f"player {seat}" for seat in range(case.seats)]
        record = records.record_of(case.game, case.options, names, [one.entry for one in steps])
        assert records.check(record) is None
        table = records.read(msgspec.json.encode(record))
        replayed = [turn.state for turn in records.turns(table)]
        assert replayed == [*(one.step.state for one in steps), steps[-1].step.state]


@each_case
def test_a_match_can_be_abandoned_at_every_moment(case: Case) -> None:
    steps = played(case, 1)
    for one in steps:
        laws.law_of_outcomes(case.game, case.game.abandon(one.before).state)
    step = case.game.abandon(steps[len(steps) // 2].before)
    outcome = case.game.outcome(step.state)
    assert outcome is not None
    assert outcome.winners == ()
    laws.law_of_acting(case.game, step.state)
    laws.law_of_events(case.game, step)
    entries = [one.entry for one in steps[: len(steps) // 2]]
    names = [f"player {seat}" for seat in range(case.seats)]
    record = records.record_of(case.game, case.options, names, [*entries, {"by": "room", "abandon": True}])
    assert record["entries"][-1]["expect"]["winners"] == []
    assert records.check(record) is None


@each_case
def test_what_a_match_has_of_birthdays_says_no_date(case: Case) -> None:
    for seed in range(20):
        laws.law_of_starting(case.game, case.options, case.seats, Random(f"{case}{seed}"))


def test_the_law_of_starting_finds_a_date() -> None:
    rng = Random(1)
    for _ in range(20):
        laws.law_of_starting(signs, signs.Options(), 3, rng)  # type: ignore[arg-type]  # its Options are a class
    telling = SimpleNamespace(**vars(signs))
    telling.starting = lambda options, birthdays: msgspec.structs.replace(options, birthdays=birthdays)
    with pytest.raises(AssertionError, match="a date is in"):
        laws.law_of_starting(telling, signs.Options(), 3, rng)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_a_wrong_number_of_seats_is_refused_with_the_range(game: Game) -> None:
    for seats in (-1, 0, game.SEATS[0] - 1, game.SEATS[1] + 1):
        with pytest.raises(ValueError, match=rf"(?=.* {game.SEATS[0]}\b).* {game.SEATS[1]}\b"):
            game.setup(game.Options(), seats)


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
        assert values_of(field.type) <= seen, f"{field.name}: only {seen}"
        if any(isinstance(one, inspect.IntType) for one in parts_of(field.type)):
            assert getattr(game.Options(), field.name) in seen
            assert len(seen) > 1, f"{field.name}: only {seen}"


def parts_of(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def values_of(kind: inspect.Type) -> set[Any]:
    """The values that a type lists; none of a number's."""
    found: set[Any] = set()
    for one in parts_of(kind):
        match one:
            case inspect.LiteralType(values=values):
                found |= set(values)
            case inspect.BoolType():
                found |= {True, False}
            case inspect.NoneType():
                found.add(None)
    return found


def test_the_soak_plays_and_gives_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--matches", "30"]) == 0
    assert capsys.readouterr().out.endswith("verdict: no law was broken\n")
