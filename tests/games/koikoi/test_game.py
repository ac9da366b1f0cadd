"""Koi-Koi rule by rule, K1 to K7; the yaku themselves are in test_yaku.py."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Shuffle, Step
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.koikoi import game as koikoi
from tests.games.flowers.tables import (
    PAIRS,
    actor,
    after,
    code,
    deal,
    do,
    ended,
    event,
    field,
    kinds,
    koi,
    offered,
    table,
    to_deal,
)

FIELD = "1c1 2c1 3c1 5A 6c1 7c1 8B 11B"
HAND = "9A 9R 10A 10R 11A 12B 1R 2R"
OTHER = "2A 3R 4A 4R 5R 6A 7A 8A"

NINE = "1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1"
"""Nine chaff: the tenth is a yaku of one point, and each more another."""


def improving(made: str, total: int, **fields: Any) -> Step:
    """Seat 0 captures 03-bright with 03-ribbon, and with this pile makes yaku of so many points."""
    state = koi(
        "3R 5A", "6A 7A", field="3B", stock="12c1 12c2 10c1", captured=(made, fields.pop("other", "")), **fields
    )
    step = do(state, 0, "3R")
    assert event(step, "yaku")["total"] == total
    return step


# --- K1, K2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 7])
def test_k1_it_is_for_two_players(seats: int) -> None:
    with pytest.raises(ValueError, match="2 players"):
        koikoi.setup(koikoi.Options(), seats)


def test_k1_the_first_dealer_is_drawn_also_where_birthdays_are_given() -> None:
    usual = koikoi.Options(rounds=6)
    assert koikoi.starting(usual, ("01-01", "02-02")) == usual
    state = koikoi.setup(usual, 2)
    assert (koikoi.chance(state), table(state)["next_dealer"]) == (Choose((0, 1)), None)
    assert koikoi.chance(koikoi.draw(state, Chosen(1)).state) == Shuffle(HANAFUDA)


@pytest.mark.parametrize("dealer", [0, 1])
def test_k1_eight_cards_each_eight_on_the_field_and_24_in_the_stock(dealer: int) -> None:
    step = deal(to_deal(koikoi, 2, dealer), HAND, OTHER, field=FIELD)
    shown = table(step.state)
    assert (len(shown["field"]), shown["counts"], shown["stock"]) == (8, [8, 8], 24)
    assert actor(step.state) == dealer


@pytest.mark.parametrize("lucky_hands", ["win", "redeal", "off"])
@pytest.mark.parametrize(
    ("laid", "why"),
    [
        ("5* 6c1 7c1 8B 11B", "four_of_a_month"),
        ("5A 5c1 6c1 6R 7c1 7R 8B 8c1", "four_pairs"),
        ("5* 6*", "four_of_a_month"),
    ],
)
def test_k2_four_of_a_month_or_four_pairs_on_the_field_are_dealt_again(laid: str, why: str, lucky_hands: str) -> None:
    state = to_deal(koikoi, 2, lucky_hands=lucky_hands)
    for hands in ((PAIRS, "9A 10A 12B 9R 10R 11A 12c1 11R"), ("1* 2A 3B 4A 9A", "3R 4R 9R 10A 11A 12B 10R 11R")):
        step = deal(state, *hands, field=laid)
        assert kinds(step) == ["redealt"]
        assert event(step, "redealt")["why"] == why
        assert actor(step.state) == CHANCE
        assert step.state == state


def test_k2_three_of_a_month_on_the_field_are_played() -> None:
    assert kinds(deal(to_deal(koikoi, 2), HAND, OTHER, field="1c1 1c2 3c1 3c2 5A 5c1 6c1 7c1")) == ["dealt"]
    assert kinds(deal(to_deal(koikoi, 2), HAND, OTHER, field="1B 1c1 1c2 5A 6c1 7c1 8B 11B")) == ["dealt"]


LUCKY = {
    "1* 2A 3B 4A 5R": "teshi",
    "1* 2*": "teshi",
    "1* 2A 2R 3B 3R": "teshi",
    "1B 1R 2A 2R 3B 3R 4A 4R": "kuttsuki",
}
NOT_LUCKY = ("1B 1R 1c2 2A 2R 3B 3R 4A", "1B 1R 2A 2R 3B 3R 4A 5R")
PLAIN_FIELD = "5A 6c1 7c1 8B 9c1 10c1 11B 12B"
PLAIN = "6A 6R 7A 8A 9A 10A 11A 12c1"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("lucky", "name"), LUCKY.items())
def test_k2_teshi_and_kuttsuki_win_six_points_at_once_never_doubled(lucky: str, name: str, seat: int) -> None:
    hands = (lucky, PLAIN) if seat == 0 else (PLAIN, lucky)
    step = deal(to_deal(koikoi, 2), *hands, field=PLAIN_FIELD)
    assert step.ended == "round"
    assert table(step.state)["scores"] == ((6, 0) if seat == 0 else (0, 6))
    assert table(step.state)["yaku"][seat] == {name: 6}
    assert table(step.state)["yaku"][1 - seat] == {}
    assert (table(step.state)["round"], table(step.state)["next_dealer"]) == (1, seat)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("other", ["6* 7A 8A 9A 12c1", "6A 6R 7A 7R 8A 8c1 9A 9R"])
def test_k2_both_lucky_nobody_scores_the_dealer_stays_and_the_round_counts(other: str, dealer: int) -> None:
    laid = "5A 7c1 8B 9c1 10c1 11B 12B 5R"
    state = to_deal(koikoi, 2, dealer, rounds=3)
    for number in (1, 2, 3):
        assert table(state)["next_dealer"] == dealer
        step = deal(state, PAIRS, other, field=laid)
        assert kinds(step)[:3] == ["dealt", "lucky_hand", "lucky_hand"]
        assert (table(step.state)["round"], table(step.state)["scores"]) == (number, (0, 0))
        state = step.state
    assert ended(state).winners == (0, 1)


@pytest.mark.parametrize("lucky", LUCKY)
def test_k2_redeal_deals_a_lucky_hand_again_and_off_plays_it(lucky: str) -> None:
    for hands in ((lucky, PLAIN), (PLAIN, lucky)):
        step = deal(to_deal(koikoi, 2, lucky_hands="redeal"), *hands, field=PLAIN_FIELD)
        assert (kinds(step), actor(step.state)) == (["redealt"], CHANCE)
        step = deal(to_deal(koikoi, 2, lucky_hands="off"), *hands, field=PLAIN_FIELD)
        assert (kinds(step), actor(step.state), table(step.state)["scores"]) == (["dealt"], 0, (0, 0))


@pytest.mark.parametrize("hand", NOT_LUCKY)
def test_k2_other_hands_are_played(hand: str) -> None:
    assert kinds(deal(to_deal(koikoi, 2), hand, PLAIN, field=PLAIN_FIELD)) == ["dealt"]


# --- K3 --------------------------------------------------------------------------------------------------------------


def test_k3_a_hand_capture_is_always_followed_by_the_stock_card() -> None:
    step = do(koi("3R 5A", "6A 7A", field="3c1", stock="12c1 9R"), 0, "3R")
    assert kinds(step) == ["played", "turned"]
    assert table(step.state)["stock"] == 1


def test_k3_there_is_no_hiki_and_no_wild_storm_card() -> None:
    state = koi("3R 3B 11c", "6A 7A", field="3c1 3c2 8B", stock="12c1 9R")
    assert offered(state, 0) == ["3B>3c1", "3B>3c2", "3R>3c1", "3R>3c2", "11c"]
    assert code(state, 0, "hiki 3") == "wrong_type"
    assert code(state, 0, "11c>8B") == "no_match"
    assert field(do(state, 0, "11c").state) == "3c1 3c2 8B 11c 12c1"


# --- K4 --------------------------------------------------------------------------------------------------------------


def test_k4_a_new_yaku_asks_and_nothing_else_is_legal_for_either() -> None:
    step = improving("9A", 5)
    state = step.state
    assert event(step, "yaku")["made"] == {"cherry_viewing": 5}
    assert step.goes_on
    assert offered(state, 0) == ["stop", "koi_koi"]
    assert offered(state, 1) == []
    assert table(state)["yaku"] == ({"cherry_viewing": 5}, {})
    moves: list[Any] = ["5A", "6A", "take 3B", "hiki 3", None, {}, {"type": "leave"}, {"type": ["stop"]}, [], 5, "11c"]
    for asked in moves:
        assert code(state, 0, asked) == code(state, 1, asked) == "decision_pending"
    assert code(state, 1, "stop") == code(state, 1, "koi_koi") == "decision_pending"
    assert code(koikoi.abandon(state).state, 0, "stop") == "match_over"


def test_k4_stop_ends_the_round_and_scores() -> None:
    step = do(improving("9A", 5).state, 0, "stop")
    assert step.ended == "round"
    assert kinds(step) == ["stopped", "round_scored"]
    assert table(step.state)["scores"] == (5, 0)


def test_k4_koi_koi_plays_on_with_the_other_player() -> None:
    step = do(improving("9A", 5).state, 0, "koi_koi")
    assert (step.ended, actor(step.state)) == ("", 1)
    assert table(step.state)["koi_koi"] == (1, 0)
    assert table(step.state)["scores"] == (0, 0)
    assert offered(step.state, 1) == ["6A", "7A"]


def test_k4_the_decision_comes_after_the_whole_turn_and_its_choice() -> None:
    state = koi("3R 5A", "6A 7A", field="3B 12c1 12c2", stock="12B 9c1", captured=("9A", ""))
    state = do(state, 0, "3R").state
    assert offered(state, 0) == ["take 12c1", "take 12c2"]
    assert code(state, 0, "stop") == "wrong_type"
    assert table(state)["yaku"] == ({}, {})
    assert offered(do(state, 0, "take 12c1").state, 0) == ["stop", "koi_koi"]


def test_k4_a_turn_in_which_nothing_improved_asks_nothing() -> None:
    state = koi("3R 5A", "6A 7A", field="3c1", stock="12c1 9c1", captured=("3B 9A", ""), asked=(5, 0))
    assert actor(do(state, 0, "3R").state) == 1
    assert actor(do(koi("3R 5A", "6A", field="3c1", stock="12c1 9c1"), 0, "3R").state) == 1


def test_k4_after_koi_koi_only_a_higher_total_asks_again() -> None:
    state = koi(
        "3R 5c2 8c1 12c1", "6A 7A 6R 2A", field="3B 8B 4c2", stock="12B 1c2 10c1 11A 5A 2R 9c1", captured=("9A", "")
    )
    state = after(state, (0, "3R"), (0, "koi_koi"), (1, "6A")).state
    step = do(state, 0, "5c2")
    assert "yaku" not in kinds(step)
    state = after(step.state, (1, "7A")).state
    step = do(state, 0, "8c1")
    assert event(step, "yaku") == {"type": "yaku", "seat": 0, "made": {"moon_viewing": 5}, "total": 10}
    state = do(step.state, 0, "koi_koi").state
    assert table(state)["koi_koi"] == (2, 0)


def test_k4_another_yaku_in_place_of_a_smaller_one_is_an_improvement() -> None:
    state = koi("11A 5A", "6A 7A", field="11B", stock="12c1 9c1", captured=("1B 3B 8B", ""), asked=(6, 0), calls=(1, 0))
    step = do(state, 0, "11A")
    assert event(step, "yaku")["made"] == {"rainy_four_brights": 7}


def test_k4_each_more_of_a_counted_yaku_is_an_improvement() -> None:
    state = koi(
        "3c1 5A",
        "6A 7A",
        field="3c2",
        stock="12c1 9c1",
        captured=("1c1 1c2 2c1 2c2 4c1 4c2 5c1 5c2 6c1 6c2", ""),
        asked=(1, 0),
    )
    step = do(state, 0, "3c1")
    assert event(step, "yaku")["made"] == {"chaff": 3}


@pytest.mark.parametrize("seat", [0, 1])
def test_k4_with_no_card_left_it_is_a_stop(seat: int) -> None:
    hands = ("3R", "6A") if seat == 0 else ("", "3R")
    piles = ("9A", "") if seat == 0 else ("", "9A")
    step = do(koi(*hands, field="3B", stock="12c1 9c1", captured=piles, turn=seat), seat, "3R")
    assert event(step, "stopped") == {"type": "stopped", "seat": seat, "forced": True}
    assert table(step.state)["scores"] == ((5, 0) if seat == 0 else (0, 5))
    assert step.ended == "round"


def test_k4_with_no_card_left_and_a_choice_first_it_is_a_stop_after_the_choice() -> None:
    state = do(koi("3R", "6A", field="3B 12c1 12c2", stock="12B 9c1", captured=("9A", "")), 0, "3R").state
    step = do(state, 0, "take 12c1")
    assert event(step, "stopped")["forced"] is True


def test_k4_koi_koi_is_no_word_without_a_decision() -> None:
    state = koi("3R 5A", "6A 7A", field="3B", stock="12c1 9c1")
    assert code(state, 0, "koi_koi") == code(state, 0, "stop") == "wrong_type"
    assert code(state, 1, "koi_koi") == code(state, 1, "stop") == "not_your_turn"


def test_k4_in_the_next_round_the_first_set_is_asked_about_anew() -> None:
    state = koi("", "6A", field="1B", stock="12c1", turn=1, captured=("3B 9A", ""), asked=(5, 0), calls=(1, 0))
    state = do(state, 1, "6A").state
    hands = ("3R 4A 5A 6A 10R 11A 11R 2c1", "1B 2A 4R 5R 7A 8B 10A 12B")
    state = deal(state, *hands, field="3B 9c1 4c1 5c1 6c1 7c1 12c1 1c1", stock="9A").state
    assert offered(do(state, 0, "3R").state, 0) == ["stop", "koi_koi"]


# --- K6 --------------------------------------------------------------------------------------------------------------

BASES = {
    # what seat 0 has captured before it makes cherry viewing (5): the base
    "9A": 5,
    f"9A {NINE}": 6,  # ten with the cup
    f"9A {NINE} 5c2": 7,
    "9A 8B": 10,
    "9A 8B 1B": 16,
}


@pytest.mark.parametrize(("pile", "base"), BASES.items())
@pytest.mark.parametrize("calls", [(0, 0), (1, 0), (0, 1), (0, 3), (2, 2)])
def test_k6_doubled_at_seven_and_after_the_opponents_koi_koi_together_times_four(
    pile: str, base: int, calls: tuple[int, int]
) -> None:
    factor = (2 if base >= 7 else 1) * (2 if calls[1] else 1)
    step = do(improving(pile, base, calls=calls).state, 0, "stop")
    assert table(step.state)["scores"] == (base * factor, 0)


@pytest.mark.parametrize(("pile", "base"), BASES.items())
@pytest.mark.parametrize("double_seven", [True, False])
@pytest.mark.parametrize("koi_double", [True, False])
def test_k9_either_doubling_may_be_off(pile: str, base: int, double_seven: bool, koi_double: bool) -> None:
    step = improving(pile, base, calls=(1, 1), double_seven=double_seven, koi_double=koi_double)
    factor = (2 if base >= 7 and double_seven else 1) * (2 if koi_double else 1)
    assert table(do(step.state, 0, "stop").state)["scores"] == (base * factor, 0)


def test_k6_a_forced_stop_is_doubled_too() -> None:
    step = do(koi("3R", "6A", field="3B", stock="12c1", captured=("9A 8B", ""), calls=(0, 1)), 0, "3R")
    assert table(step.state)["scores"] == (40, 0)


# --- K7 --------------------------------------------------------------------------------------------------------------


def last_card(**fields: Any) -> Step:
    """The dealer is seat 0; seat 1 plays the last card of the round and makes nothing."""
    return do(koi("", "6A", field="1B", stock="12c1 9c1", turn=1, **fields), 1, "6A")


def test_k7_only_who_stops_scores() -> None:
    state = improving("9A", 5, other="8B 10A", yaku=({}, {"moon_viewing": 5}), calls=(0, 1)).state
    assert table(do(state, 0, "stop").state)["scores"] == (10, 0)


def test_k7_exhausted_hands_nobody_scores_and_the_dealer_stays() -> None:
    step = last_card(captured=("3B 9A", ""), yaku=({"cherry_viewing": 5}, {}), asked=(5, 0), calls=(1, 0))
    assert step.ended == "round"
    assert event(step, "round_scored")["winner"] is None
    assert (table(step.state)["scores"], table(step.state)["next_dealer"], table(step.state)["round"]) == ((0, 0), 0, 1)


def test_k9_exhausted_dealer_six_and_dealer_changes() -> None:
    step = last_card(exhausted="dealer_six", calls=(0, 1), scores=(1, 1))
    assert (table(step.state)["scores"], table(step.state)["next_dealer"]) == ((7, 1), 0)
    step = last_card(exhausted="dealer_changes", scores=(1, 1))
    assert (table(step.state)["scores"], table(step.state)["next_dealer"]) == ((1, 1), 1)


def test_fault_1_koi_koi_and_both_hands_run_out() -> None:
    state = koi("3R 5c1", "6A 7A", field="3B", stock="12c1 9c1 10c1 11c", captured=("9A", ""))
    step = after(state, (0, "3R"), (0, "koi_koi"), (1, "6A"), (0, "5c1"), (1, "7A"))
    assert step.ended == "round"
    assert (table(step.state)["scores"], table(step.state)["next_dealer"]) == ((0, 0), 0)
    fresh = deal(step.state, HAND, OTHER, field=FIELD).state
    assert table(fresh)["koi_koi"] == (0, 0)
    assert table(fresh)["yaku"] == ({}, {})


def test_fault_8_while_a_decision_is_due_no_card_is_turned_and_a_multiplier_counts_once() -> None:
    state = improving("9A 8B", 10, calls=(0, 2)).state
    before = table(state)
    for seat in (0, 1):
        for text in ("5A", "6A", "take 12c1"):
            assert code(state, seat, text) == "decision_pending"
    with pytest.raises(IllegalMove, match="bad_chance"):
        koikoi.draw(state, Chosen(0))
    assert table(state) == before
    assert table(do(state, 0, "stop").state)["scores"] == (40, 0)
