"""Hanafuda rule by rule, H13 to H16: who wins a round and a match, and what they score."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from fudakai.server.games.api import CHANCE, Step
from fudakai.server.games.hanafuda import game as hanafuda
from tests.games.flowers.tables import actor, deal, do, ended, event, hana, table, to_deal

ANIMALS = ("2A", "4A", "5A", "6A", "7A", "8A", "9A")
CHAFF = ("1c1", "2c1", "3c1", "4c1", "5c1", "6c1", "7c1")


def finished(piles: tuple[str, ...], dealer: int = 0, **fields: Any) -> Step:
    """The step that ends a round in which these were captured: the last in playing order lays down 12-bright."""
    last = (dealer + 1) % len(piles)
    hands = ["12B" if seat == last else "" for seat in range(len(piles))]
    return do(hana(*hands, captured=piles, dealer=dealer, turn=last, **fields), last, "12B")


def scored(step: Step) -> Any:
    return event(step, "round_scored")


# --- H13, H14 --------------------------------------------------------------------------------------------------------


def test_h13_the_most_points_win_and_cards_of_hand_field_and_stock_count_for_nobody() -> None:
    step = finished(("3B 1R", "8A 2A 9A", "4R 4c1"))
    assert (scored(step)["winner"], scored(step)["values"]) == (1, (25, 30, 6))
    step = finished(("3B 1R 2R 1c1", "8A 2A 9A", "4R 4c1"))
    assert (scored(step)["winner"], scored(step)["values"]) == (0, (31, 30, 6))


def test_h14_dealer_80_and_both_neighbours_92_the_left_one_wins() -> None:
    ribbons = "1R 2R 3R 4R 5R 6R 7R 9R 10R 11R"
    chaff = " ".join(f"{month}c1 {month}c2" for month in range(2, 11))
    dealer, right = f"8A {ribbons} {chaff} 11c 12c3", "1B 3B 2A 4A 5A 6A 7A 1c1 1c2"
    state = hana("", "12c1", "", field="12c2", captured=(dealer, "8B 11B 12B 9A 10A 11A", right), turn=1)
    step = do(state, 1, "12c1")
    assert scored(step)["values"] == (80, 92, 92)
    assert scored(step)["tied"] == (1, 2)
    assert scored(step)["winner"] == 1  # seats are numbered clockwise: seat 1 is the dealer's left
    assert scored(step)["gained"] == (0, 264, 0)


def by_hand(tied: tuple[int, ...], dealer: int, seats: int, rule: str) -> int:
    """H14: walks round the table from the dealer, clockwise to the left or as the turn goes."""
    seat = dealer
    while seat not in tied:
        seat += 1 if rule == "dealers_left" else -1
        seat = seat if 0 <= seat < seats else seat - seats if seat >= seats else seat + seats
    return seat


@pytest.mark.parametrize("rule", ["dealers_left", "turn_order"])
@pytest.mark.parametrize("seats", range(2, 8))
def test_h14_ties_at_every_place_with_every_dealer(seats: int, rule: str) -> None:
    for dealer in range(seats):
        for count in range(2, seats + 1):
            for tied in combinations(range(seats), count):
                piles = tuple(ANIMALS[seat] if seat in tied else CHAFF[seat] for seat in range(seats))
                step = finished(piles, dealer, tie=rule)
                assert scored(step)["tied"] == tied
                assert scored(step)["winner"] == by_hand(tied, dealer, seats, rule)
                assert table(step.state)["next_dealer"] == scored(step)["winner"]


@pytest.mark.parametrize(
    ("dealer", "tied", "left", "order"),
    [
        (0, (1, 2), 1, 2),
        (0, (0, 2), 0, 0),
        (2, (0, 1), 0, 1),
        (1, (0, 2), 2, 0),
    ],
)
def test_h14_the_examples_of_three_players(dealer: int, tied: tuple[int, ...], left: int, order: int) -> None:
    piles = tuple(["2A", "4A"][tied.index(seat)] if seat in tied else "1c1" for seat in range(3))
    assert scored(finished(piles, dealer))["winner"] == left
    assert scored(finished(piles, dealer, tie="turn_order"))["winner"] == order


# --- H15 -------------------------------------------------------------------------------------------------------------


def test_h15_the_winner_gets_the_points_of_everybody() -> None:
    step = finished(("3B 1R", "8A 2A 9A", "4R 4c1"), scores=(5, 6, 7))
    assert scored(step)["gained"] == (0, 61, 0)
    assert table(step.state)["scores"] == (5, 67, 7)


def test_h15_or_each_keeps_their_own() -> None:
    step = finished(("3B 1R", "8A 2A 9A", "4R 4c1"), scores=(5, 6, 7), scoring="own_points")
    assert scored(step)["gained"] == (25, 30, 6)
    assert table(step.state)["scores"] == (30, 36, 13)
    assert table(step.state)["next_dealer"] == 1


# --- H16 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1, 3, 48])
def test_h16_the_match_ends_after_so_many_rounds(rounds: int) -> None:
    lucky = "1* 2*"
    state, played = to_deal(hanafuda, 2, rounds=rounds), 0
    while actor(state) == CHANCE:
        assert table(state)["round"] == max(played, 1)
        dealer = table(state)["next_dealer"]
        hands = ("5* 6*", lucky) if dealer else (lucky, "5* 6*")
        state = deal(state, *hands, field="8B 8A 9A 10A 11B 12B 3c1 4c1").state
        played += 1
    assert played == rounds
    outcome = ended(state)
    assert (outcome.winners, outcome.reason) == ((0,), "rounds")
    assert outcome.scores == (rounds * 92, 0)


@pytest.mark.parametrize(("goal", "over"), [(35, True), (36, False), (1, True)])
def test_h16_the_first_to_reach_the_goal_wins(goal: int, over: bool) -> None:
    step = finished(("3B", "1R"), scores=(10, 5), match_end="goal", goal=goal, rounds=1)
    assert table(step.state)["scores"] == (35, 5)
    assert (hanafuda.outcome(step.state) is not None) == over
    if over:
        assert (ended(step.state).winners, ended(step.state).reason) == ((0,), "goal")


def test_h16_of_several_at_the_goal_the_highest_wins_although_another_won_the_round() -> None:
    step = finished(
        ("3B", "1R", "1c1"), scores=(90, 111, 99), match_end="goal", goal=100, scoring="own_points", round=7
    )
    assert table(step.state)["scores"] == (110, 116, 100)
    assert ended(step.state).winners == (1,)
    assert ended(step.state).places == (2, 1, 3)


@pytest.mark.parametrize(("lead", "over"), [(30, True), (31, False)])
def test_h16_so_many_points_more_than_the_next_end_the_match(lead: int, over: bool) -> None:
    step = finished(("3B", "1R", ""), scores=(10, 5, 2), match_end="lead", lead=lead)
    assert table(step.state)["scores"] == (35, 5, 2)
    assert (hanafuda.outcome(step.state) is not None) == over
    if over:
        assert (ended(step.state).winners, ended(step.state).reason) == ((0,), "lead")


def test_h16_equal_scores_are_no_lead() -> None:
    step = finished(("3B", ""), scores=(0, 20), match_end="lead", lead=1)
    assert table(step.state)["scores"] == (20, 20)
    assert actor(step.state) == CHANCE


@pytest.mark.parametrize("end", [{"match_end": "goal", "goal": 5000}, {"match_end": "lead", "lead": 5000}])
def test_h16_a_goal_or_a_lead_ends_at_the_latest_after_fifty_rounds(end: dict[str, Any]) -> None:
    assert actor(finished(("3B", "1R"), round=49, **end).state) == CHANCE
    step = finished(("3B", "1R"), round=50, **end)
    assert (ended(step.state).winners, ended(step.state).reason) == ((0,), "fifty_rounds")


@pytest.mark.parametrize(
    ("rule", "dealer", "winner"),
    [
        ("dealers_left", 0, 1),
        ("turn_order", 0, 2),
        ("dealers_left", 1, 1),
        ("dealers_left", 2, 2),
        ("turn_order", 3, 2),
        ("dealers_left", 3, 1),
    ],
)
@pytest.mark.parametrize("end", [{"rounds": 3}, {"match_end": "goal", "goal": 30}])
def test_h16_equal_scores_at_the_end_are_h14_with_the_dealer_of_the_last_round(
    end: dict[str, Any], rule: str, dealer: int, winner: int
) -> None:
    step = finished(("3B", "", "", ""), dealer, scores=(5, 30, 30, 0), round=3, tie=rule, **end)
    assert table(step.state)["scores"] == (25, 30, 30, 0)
    outcome = ended(step.state)
    assert outcome.winners == (winner,)
    places = [0, 0, 0, 0]
    places[winner], places[3 - winner], places[0], places[3] = 1, 2, 3, 4
    assert outcome.places == tuple(places)


def test_h16_rounds_do_not_end_at_a_goal_and_a_goal_not_after_the_rounds() -> None:
    assert actor(finished(("3B", "1R"), scores=(600, 0), goal=1, lead=1).state) == CHANCE
    assert actor(finished(("3B", "1R"), match_end="goal", rounds=1).state) == CHANCE


def test_l11_points_are_the_match_score_and_equal_scores_share_a_place() -> None:
    outcome = ended(finished(("3B", "", "", ""), scores=(0, 7, 7, 9), rounds=1).state)
    assert outcome.points == outcome.scores == (20, 7, 7, 9)
    assert outcome.places == (1, 3, 3, 2)
