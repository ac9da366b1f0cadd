"""Koi-Koi rule by rule, K8 to K10: rounds and months, the end of a match, house rules, leaving and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fudakai.server.games.api import CHANCE, IllegalMove, Shuffled
from fudakai.server.games.koikoi import game as koikoi
from fudakai.server.games.options import read_options
from tests.games.flowers.tables import actor, after, cards, deal, do, ended, event, koi, offered, said, table, to_deal

TESHI = "1* 2A 3B 4A 5R"
PLAIN_FIELD = "5A 6c1 7c1 8B 9c1 10c1 11B 12B"
PLAIN = "6A 6R 7A 8A 9A 10A 11A 12c1"


def won_by(state: Any, seat: int) -> Any:
    """Deals this seat a teshi."""
    hands = (TESHI, PLAIN) if seat == 0 else (PLAIN, TESHI)
    return deal(state, *hands, field=PLAIN_FIELD).state


# --- K8 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 6, 12])
def test_k8_round_n_is_month_n_and_the_winner_deals_the_next(rounds: int) -> None:
    state = to_deal(koikoi, 2, 1, rounds=rounds)
    dealer = 1
    for number in range(1, rounds + 1):
        deals, dealer = dealer, number // 2 % 2
        assert table(state)["next_dealer"] == deals
        state = won_by(state, dealer)
        assert (table(state)["round"], table(state)["month"], table(state)["dealer"]) == (number, number, deals)
    outcome = ended(state)
    assert (sum(outcome.scores), outcome.reason) == (6 * rounds, "rounds")


def test_the_table_is_that_of_the_finished_round_until_the_next_is_dealt() -> None:
    state = koi("3R", "6A 7A", field="3B", stock="12c1 9c1", captured=("1B 8B", ""), dealer=1, round=3)
    state = do(state, 0, "3R").state
    void = koikoi.draw(state, Shuffled(cards("1* 5c1 6c1 7c1 8c1"))).state
    for finished in (state, void):
        shown = table(finished)
        assert (shown["round"], shown["month"], shown["dealer"], shown["next_dealer"]) == (3, 3, 1, 0)
        assert (shown["yaku"], shown["captured"][0]["ribbon"]) == (({"three_brights": 6}, {}), ["03-ribbon"])
    shown = table(won_by(void, 1))
    assert (shown["round"], shown["month"], shown["dealer"], shown["next_dealer"]) == (4, 4, 0, 1)


def test_k8_equal_scores_at_the_end_both_win() -> None:
    state = won_by(to_deal(koikoi, 2, rounds=6), 0)
    for seat in (1, 0, 1, 0, 1):
        state = won_by(state, seat)
    outcome = ended(state)
    assert (outcome.winners, outcome.scores, outcome.places, outcome.points) == ((0, 1), (18, 18), (1, 1), (18, 18))


def test_k8_the_higher_score_wins() -> None:
    state = to_deal(koikoi, 2, rounds=3)
    for seat in (0, 1, 1):
        state = won_by(state, seat)
    outcome = ended(state)
    assert (outcome.winners, outcome.places, outcome.points) == ((1,), (2, 1), (6, 12))


@pytest.mark.parametrize(("goal", "rounds"), [(1, 1), (6, 1), (7, 2), (12, 2), (90, 15)])
def test_k8_the_first_to_the_goal_wins_and_after_month_12_comes_month_1(goal: int, rounds: int) -> None:
    state = to_deal(koikoi, 2, rounds=3, goal=goal)
    for number in range(rounds):
        state = won_by(state, 0)
        assert table(state)["month"] == number % 12 + 1
    assert (ended(state).winners, ended(state).reason) == ((0,), "goal")


def test_k8_a_goal_match_ends_at_the_latest_after_fifty_rounds() -> None:
    state = to_deal(koikoi, 2, goal=500)
    for number in range(50):
        assert actor(state) == CHANCE
        state = won_by(state, number % 2)
        assert table(state)["round"] == number + 1
    assert (ended(state).winners, ended(state).scores, ended(state).reason) == ((0, 1), (150, 150), "fifty_rounds")


def test_k8_the_month_cards_are_those_of_the_round() -> None:
    for number, total in ((2, 4), (14, 4), (3, 0), (26, 4)):
        state = koi("2A 9A", "6A 7A", field="2R", stock="12c1 9c1", captured=("2c1 2c2", ""), round=number)
        step = do(state, 0, "2A")
        assert sum(table(step.state)["yaku"][0].values()) == total


def test_k8_exhausted_rounds_count() -> None:
    state = koi("", "6A", field="1B", stock="12c1", turn=1, round=12, scores=(3, 2))
    assert ended(do(state, 1, "6A").state).winners == (0,)


# --- K9 --------------------------------------------------------------------------------------------------------------


def test_k9_the_preset_and_what_stands_beside_it() -> None:
    def chosen(**given: Any) -> tuple[str, str, str]:
        options = read_options(koikoi.Options, given)
        return str(options.brights), str(options.koi_limit), str(options.exhausted)

    assert chosen() == ("standard", "none", "nobody")
    assert chosen(preset=None) == chosen()
    assert chosen(preset="nintendo") == ("nintendo", "once_per_round", "dealer_changes")
    assert chosen(preset="nintendo", brights="standard") == ("standard", "once_per_round", "dealer_changes")
    assert chosen(preset="nintendo", koi_limit="none") == ("nintendo", "none", "dealer_changes")
    assert chosen(exhausted="nobody", preset="nintendo", brights="flash") == ("flash", "once_per_round", "nobody")


def test_k9_the_preset_is_played() -> None:
    state = koi("3R", "6A 7A", field="3B", stock="12c1 9c1", captured=("1B 8B", ""), preset="nintendo")
    assert table(do(state, 0, "3R").state)["scores"] == (5, 0)
    state = koi("", "6A", field="1B", stock="12c1", turn=1, preset="nintendo")
    assert table(do(state, 1, "6A").state)["next_dealer"] == 1


@pytest.mark.parametrize("calls", [(1, 0), (0, 1)])
def test_k9_once_per_round_after_a_koi_koi_of_either_the_next_yaku_is_a_stop(calls: tuple[int, int]) -> None:
    fields: Any = {"calls": calls, "field": "3B", "stock": "12c1 9c1", "captured": ("9A", "")}
    step = do(koi("3R 5A", "6A 7A", koi_limit="once_per_round", **fields), 0, "3R")
    assert event(step, "stopped")["forced"] is True
    assert table(step.state)["scores"] == ((10, 0) if calls[1] else (5, 0))
    step = do(koi("3R 5A", "6A 7A", koi_limit="none", **fields), 0, "3R")
    assert offered(step.state, 0) == ["stop", "koi_koi"]


def test_k9_once_per_round_the_first_may_call_and_a_turn_without_a_yaku_plays_on() -> None:
    state = koi(
        "3R 5c1 8c1", "6A 7A", field="3B 8B", stock="12c1 9c1 10c1 11c", captured=("9A", ""), koi_limit="once_per_round"
    )
    step = after(state, (0, "3R"), (0, "koi_koi"), (1, "6A"), (0, "5c1"), (1, "7A"))
    assert (actor(step.state), offered(step.state, 0)) == (0, ["8c1"])
    state = koi(
        "3R 8c1 5c1", "6A 7A", field="3B 8B", stock="12c1 9c1 10c1 11c", captured=("9A", ""), koi_limit="once_per_round"
    )
    step = after(state, (0, "3R"), (0, "koi_koi"), (1, "6A"), (0, "8c1"))
    assert event(step, "stopped")["forced"] is True
    assert table(step.state)["scores"] == (20, 0)


def test_k9_without_viewing_or_month_cards_or_with_the_cup_as_an_animal_nothing_is_asked() -> None:
    base: Any = {"field": "3B", "stock": "12c1 9c1"}
    assert actor(do(koi("3R 5A", "6A", captured=("9A", ""), viewing="off", **base), 0, "3R").state) == 1
    month: Any = {"captured": ("3c1 3c2", ""), "round": 3}
    assert actor(do(koi("3R 5A", "6A", **month, **base), 0, "3R").state) == 0
    assert actor(do(koi("3R 5A", "6A", **month, month_cards=False, **base), 0, "3R").state) == 1
    nine = "1c1 1c2 2c1 2c2 4c1 4c2 5c1 5c2 6c1"
    cup: Any = {"field": "9A", "stock": "12c1 7c1", "captured": (nine, "")}
    assert actor(do(koi("9R 5A", "6A", **cup), 0, "9R").state) == 0
    assert actor(do(koi("9R 5A", "6A", cup="animal", **cup), 0, "9R").state) == 1


# --- K10 -------------------------------------------------------------------------------------------------------------

PHASES: dict[str, Callable[[], Any]] = {
    "first dealer": lambda: koikoi.setup(koikoi.Options(), 2),
    "deal": lambda: to_deal(koikoi, 2),
    "play": lambda: koi("3R 5A", "6A 7A", field="3B", stock="12c1 9c1"),
    "choose": lambda: do(koi("3R 5A", "6A 7A", field="12c1 12c2", stock="12B 9c1"), 0, "3R").state,
    "decide": lambda: do(koi("3R 5A", "6A 7A", field="3B", stock="12c1 9c1", captured=("9A", "")), 0, "3R").state,
    "second deal": lambda: won_by(to_deal(koikoi, 2), 0),
}
each_phase = pytest.mark.parametrize("phase", PHASES)


@each_phase
@pytest.mark.parametrize("seat", [0, 1])
def test_k10_who_leaves_has_lost_the_match(phase: str, seat: int) -> None:
    step = koikoi.leave(PHASES[phase](), seat)
    outcome = ended(step.state)
    assert outcome.winners == (1 - seat,)
    assert outcome.places == ((2, 1) if seat == 0 else (1, 2))
    assert koikoi.present(step.state) == ()
    for act in (koikoi.leave, koikoi.give_back):
        with pytest.raises(IllegalMove, match="match_over"):
            act(step.state, seat)
    assert table(step.state)["deciding"] is False


@each_phase
def test_k10_nothing_can_be_given_back(phase: str) -> None:
    code = "decision_pending" if phase == "decide" else "not_your_turn"  # K4: nothing else is taken meanwhile
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=code):
            koikoi.give_back(PHASES[phase](), seat)


@each_phase
def test_k10_a_closed_room_abandons_at_every_moment(phase: str) -> None:
    outcome = ended(koikoi.abandon(PHASES[phase]()).state)
    assert (outcome.winners, outcome.places, outcome.points) == ((), (), ())


@pytest.mark.parametrize(("phase", "plays"), [("play", "3R"), ("choose", "take 12c1"), ("decide", "stop")])
def test_k10_what_the_clock_does(phase: str, plays: str) -> None:
    (move,) = koikoi.timeout_moves(PHASES[phase](), 0)
    assert said(move) == plays


def test_k10_the_clock_takes_the_highest_value_and_of_a_choice_the_dearer() -> None:
    state = koi("1c1 5c1 11c", "6A", field="1B 5A 8B", stock="12B")
    assert said(koikoi.timeout_moves(state, 0)[0]) == "1c1"
    state = koi("9c1 5R 11c", "6A", field="1B 2A 8B", stock="12B")
    assert said(koikoi.timeout_moves(state, 0)[0]) == "9c1"
    state = do(koi("3R 5A", "6A", field="8B 8A", stock="8c1 9c1"), 0, "3R").state
    assert said(koikoi.timeout_moves(state, 0)[0]) == "take 8B"


def test_words_say_the_sum_of_a_round() -> None:
    state = koi("3R 5A", "6A", field="3B", stock="12c1", captured=("9A 8B", ""), calls=(0, 1))
    asked = do(state, 0, "3R")
    lines = [koikoi.words(one, ("ann", "bob")) for step in (asked, do(asked.state, 0, "stop")) for one in step.events]
    assert lines[2:] == [
        "ann has cherry viewing 5, moon viewing 5, 10 in all",
        "ann stops",
        "round 1: ann scores cherry viewing 5, moon viewing 5: 10 x 2 (seven or more) x 2 (after koi-koi) = 40; "
        "scores 40 0",
    ]
    with pytest.raises(AssertionError, match="no event"):
        koikoi.words({"type": "hiki"}, ("ann", "bob"))
