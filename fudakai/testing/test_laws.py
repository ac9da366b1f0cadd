"""The laws that every game keeps, over random matches. `plugin` says which games: each test is given one case."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from fudakai.server.games.api import Game
from fudakai.server.records import record as records
from fudakai.testing import laws
from fudakai.testing.cases import Case
from fudakai.testing.play import Habits, Played, match, start

USUAL = Habits(leaving=0.01)


def played(case: Case, seed: int, habits: Habits = USUAL) -> list[Played]:
    """A whole match at random, the same for the same seed."""
    return list(match(case.game, case.options, case.seats, Random(f"{case}{seed}"), habits))


def states(case: Case, seed: int, habits: Habits = USUAL) -> list[Any]:
    """Every state of such a match, the first and the last too."""
    return [start(case.game, case.options, case.seats), *(one.step.state for one in played(case, seed, habits))]


def test_random_play_ends_and_only_who_is_to_act_has_moves(case: Case) -> None:
    for seed in range(5):
        for state in states(case, seed, Habits()):
            laws.law_of_acting(case.game, state)
        laws.law_of_outcomes(case.game, state)
        outcome = case.game.outcome(state)
        assert outcome is not None
        assert outcome.winners


def test_departures_at_every_moment_leave_a_match_that_goes_on_or_ends(case: Case) -> None:
    for seed in range(20):
        for state in states(case, seed, Habits(leaving=(0.01, 0.05, 0.3)[seed % 3])):
            laws.law_of_acting(case.game, state)
        laws.law_of_outcomes(case.game, state)


def test_cards_are_conserved(case: Case) -> None:
    deck: frozenset[str] = frozenset()
    for seed in range(5):
        for state in states(case, seed):
            deck = laws.law_of_cards(case.game, state, deck)
    assert deck or case.game.CARDS is None, "the game names its cards (CARDS), and none was seen in any state"


@pytest.mark.parametrize(
    "law",
    [laws.law_of_offers, laws.law_of_chance, laws.law_of_leaving, laws.law_of_the_clock],
    ids=lambda law: law.__name__,
)
def test_each_state_keeps(case: Case, law: Callable[[Game, Any], None]) -> None:
    for seed in range(2):
        for state in states(case, seed):
            law(case.game, state)


@pytest.mark.parametrize(
    "law",
    [laws.law_of_spelling, laws.law_of_bad_moves, laws.law_of_nothing_else],
    ids=lambda law: law.__name__,
)
def test_each_state_keeps_at_random(case: Case, law: Callable[[Game, Any, Random], None]) -> None:
    rng = Random(7)
    for state in states(case, 0):
        law(case.game, state, rng)


def test_nothing_hidden_shows_when_two_hidden_cards_are_swapped(case: Case) -> None:
    swaps = sum(laws.law_of_views(case.game, state) for seed in range(3) for state in states(case, seed))
    assert swaps or case.game.CARDS is None, "`swapped` gives no state, so that nothing was tried"


def test_events_hold_no_hidden_card(case: Case) -> None:
    for seed in range(5):
        for one in played(case, seed):
            laws.law_of_events(case.game, one.step)


def test_the_logged_entries_replay_to_the_same_states(case: Case) -> None:
    for seed in range(5):
        steps = played(case, seed, Habits(leaving=0.02, clock=0.3))
        names = [f"player {seat}" for seat in range(case.seats)]
        record = records.record_of(case.game, case.options, names, [one.entry for one in steps])
        assert records.check(record) is None
        table = records.read(msgspec.json.encode(record))
        replayed = [turn.state for turn in records.turns(table)]
        assert replayed == [*(one.step.state for one in steps), steps[-1].step.state]


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


def test_what_a_match_has_of_birthdays_says_no_date(case: Case) -> None:
    for seed in range(20):
        laws.law_of_starting(case.game, case.options, case.seats, Random(f"{case}{seed}"))


def test_what_is_sent_has_the_shapes_that_the_game_says(case: Case) -> None:
    for one in played(case, 2):
        laws.law_of_shapes(case.game, one.before, one.step)


def test_a_wrong_number_of_seats_is_refused_with_the_range(case: Case) -> None:
    fewest, most = case.game.SEATS
    for seats in (-1, 0, fewest - 1, most + 1):
        with pytest.raises(ValueError, match=rf"(?=.* {fewest}\b).* {most}\b"):
            case.game.setup(case.game.Options(), seats)
