"""Dafaza rule by rule, D1 to D12: cards, the janken, tricks. Each test is named after the rule that it holds."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Shuffle, Shuffled
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.plays import KASU
from fudakai.server.games.dafaza.state import DECK
from tests.games.dafaza.tables import (
    cards,
    code,
    dealing,
    event,
    fold,
    fold_code,
    kinds,
    options,
    play,
    play_code,
    playing,
    shown,
    throw,
    throws,
    trick,
)

# --- cards and seats -------------------------------------------------------------------------------------------------


def test_d1_the_deck_is_the_hanafuda_deck_without_april_and_may() -> None:
    draw = dafaza.chance(dealing())
    assert isinstance(draw, Shuffle)
    assert draw.deck == tuple(card for card in HANAFUDA if card[:2] not in ("04", "05"))
    assert len(draw.deck) == 40
    with pytest.raises(IllegalMove, match="bad_chance"):
        dafaza.draw(dealing(), Shuffled(("04-animal",)))


def test_d2_every_month_has_two_kasu_but_november_one_and_december_three() -> None:
    kasu = {month: sum(card[:2] == month for card in KASU) for month in sorted({card[:2] for card in DECK})}
    assert kasu.pop("11") == 1
    assert kasu.pop("12") == 3
    assert set(kasu.values()) == {2}
    assert "11-ribbon" not in KASU  # November has one kasu, and its ribbon is none
    assert "11-chaff" in KASU


def test_d3_january_is_the_strongest_december_the_weakest() -> None:
    months = ["01", "02", "03", "06", "07", "08", "09", "10", "11", "12"]
    every = " ".join(f"{month}k" for month in months)
    for place, month in enumerate(months):
        state = play(playing(f"{month}k 12lm", every, "", ""), 0, f"{month}k").state
        assert shown(state, 1) == {cards(f"{stronger}k") for stronger in months[:place]}


@pytest.mark.parametrize("seats", [-1, 0, 3, 5])
def test_d4_other_than_four_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="4 players"):
        dafaza.setup(options(), seats)


def test_d4_ten_cards_and_100_points_each() -> None:
    state = dafaza.draw(dealing(2), Shuffled(())).state
    assert state.scores == (100, 100, 100, 100)
    assert [len(hand) for hand in state.hands] == [10, 10, 10, 10]
    assert state.hands[2] == DECK[:10]
    assert state.hands[3] == DECK[10:20]
    assert state.hands[1] == DECK[30:]


def test_d4_points_may_fall_below_zero() -> None:
    state = playing("12klm 01k", "06akl 01l", "07akl 02k", "08akl 03k", scores=(100, 1, 0, -5))
    assert trick(state, "12klm", "-", "-", "-").state.scores == (109, -2, -3, -8)


# --- the first parent ------------------------------------------------------------------------------------------------


def test_d5_all_four_throw_at_the_same_time_each_once() -> None:
    state = dafaza.setup(options(), 4)
    assert dafaza.to_act(state) == {0, 1, 2, 3}
    state = throw(state, 2, "rock").state
    assert dafaza.to_act(state) == {0, 1, 3}
    assert code(state, 2, {"type": "throw", "sign": "paper"}) == "not_your_turn"
    assert dafaza.legal(state, 2) == ()
    assert dafaza.legal(state, 1) == tuple({"type": "throw", "sign": sign} for sign in ("rock", "paper", "scissors"))


def test_d5_a_throw_is_secret_until_all_have_thrown() -> None:
    step = throw(dafaza.setup(options(), 4), 2, "rock")
    assert step.events == ({"type": "threw", "seat": 2},)
    other = throw(dafaza.setup(options(), 4), 2, "scissors")
    assert other.events == step.events
    assert dafaza.table(step.state) == dafaza.table(other.state)
    for seat in (0, 1, 3):
        assert dafaza.seat(step.state, seat) == dafaza.seat(other.state, seat)
        assert dafaza.legal(step.state, seat) == dafaza.legal(other.state, seat)
    assert dafaza.seat(step.state, 2)["sign"] == "rock"
    assert len(dafaza.swapped(step.state, 0)) == 1
    assert dafaza.swapped(step.state, 2) == ()


def test_d5_all_signs_are_shown_at_once() -> None:
    step = throws(dafaza.setup(options(), 4), "rock", "rock", "scissors", "rock")
    assert kinds(step) == ["threw", "thrown"]
    assert event(step, "thrown") == {
        "type": "thrown",
        "signs": (
            {"seat": 0, "sign": "rock"},
            {"seat": 1, "sign": "rock"},
            {"seat": 2, "sign": "scissors"},
            {"seat": 3, "sign": "rock"},
        ),
        "out": (2,),
        "again": (0, 1, 3),
    }
    assert dafaza.seat(step.state, 0)["sign"] is None


@pytest.mark.parametrize(
    ("signs", "still_in"),
    [
        ("rock rock scissors scissors", {0, 1}),
        ("paper rock rock rock", {CHANCE}),
        ("scissors paper scissors paper", {0, 2}),
        ("rock paper scissors rock", {0, 1, 2, 3}),
        ("paper paper paper paper", {0, 1, 2, 3}),
    ],
)
def test_d5_of_exactly_two_signs_the_losing_one_drops_out(signs: str, still_in: set[object]) -> None:
    assert dafaza.to_act(throws(dafaza.setup(options(), 4), *signs.split()).state) == still_in


def test_d5_who_dropped_out_does_not_throw_again() -> None:
    state = throws(dafaza.setup(options(), 4), "rock", "scissors", "rock", "scissors").state
    assert code(state, 1, {"type": "throw", "sign": "paper"}) == "not_your_turn"
    assert dafaza.table(state)["janken"] == (0, 2)
    step = throws(state, "paper", "scissors")
    assert event(step, "thrown")["again"] == ()
    assert event(step, "parent") == {
        "type": "parent",
        "seat": 2,
        "hand": 1,
        "official": False,
        "factor": 1,
        "streak": 0,
    }
    assert dafaza.to_act(step.state) == {CHANCE}
    assert dafaza.table(step.state)["janken"] == ()


@pytest.mark.parametrize("sign", [None, "", "Rock", "stone", 1, True, ["rock"], {}])
def test_d5_an_unknown_sign_is_no_throw(sign: object) -> None:
    assert code(dafaza.setup(options(), 4), 0, {"type": "throw", "sign": sign}) == "wrong_type"


def test_d5_chance_may_choose_the_first_parent_instead() -> None:
    state = dafaza.setup(options(first_parent="random"), 4)
    assert dafaza.chance(state) == Choose((0, 1, 2, 3))
    step = dafaza.draw(state, Chosen(3))
    assert event(step, "parent")["seat"] == 3
    assert event(step, "parent")["official"] is False


def test_d6_the_winner_of_a_hand_is_the_official_parent_of_the_next() -> None:
    step = trick(playing("12b", "11b", "08k", "09k", stacks=(3, 3, 0, 0), parent=3), "12b", "11b", "-", "-")
    assert event(step, "parent")["seat"] == 1
    assert event(step, "parent")["official"] is True
    state = dafaza.draw(step.state, Shuffled(())).state
    assert dafaza.to_act(state) == {1}
    assert dafaza.table(state)["hand"] == 2


def test_the_table_is_that_of_the_finished_hand_until_the_next_is_dealt() -> None:
    hands = ("12b", "11b", "08k", "09k")
    state = trick(playing(*hands, stacks=(3, 3, 0, 0), parent=3, hand=4, streak=2), "12b", "11b", "-", "-").state
    names = ("hand", "parent", "official", "factor", "streak", "next_parent")
    assert [dafaza.table(state)[name] for name in names] == [4, 3, True, 3, 2, 1]
    state = dafaza.draw(state, Shuffled(())).state
    assert [dafaza.table(state)[name] for name in names] == [5, 1, True, 2, 1, None]


# --- tricks ----------------------------------------------------------------------------------------------------------


def test_d7_the_leader_leads_one_to_four_cards_of_one_month() -> None:
    state = playing("01brkl 02a 12km", "", "", "")
    january = [some for count in (1, 2, 3, 4) for some in combinations(cards("01brkl"), count)]
    assert shown(state, 0) == {*january, cards("02a"), cards("12k"), cards("12m"), cards("12km")}
    assert {offer["type"] for offer in dafaza.legal(state, 0)} == {"play"}


def test_d7_other_leads_are_refused() -> None:
    state = playing("01brkl 02ark", "", "", "")
    assert fold_code(state, 0, "01b") == "must_lead"
    assert fold_code(state, 0, "") == "must_lead"
    assert play_code(state, 0, "") == "wrong_count"
    assert play_code(state, 0, "01brkl 02a") == "wrong_count"
    assert play_code(state, 0, "01b 02a") == "months_differ"


def test_d8_turns_go_clockwise() -> None:
    state = play(playing("03k 12k", "12l 08k", "12m 09k", "11a 10k", turn=2), 2, "09k").state
    order = []
    for _ in range(3):
        (seat,) = dafaza.to_act(state)
        order.append(seat)
        state = dafaza.apply(state, seat, dafaza.timeout_moves(state, seat)[0]).state
    assert order == [3, 0, 1]


def test_d8_a_beat_has_the_make_up_of_the_lead_and_is_stronger() -> None:
    state = play(playing("07ak 12klm", "06ark 03bk 08ak 02kl 01k", "", ""), 0, "07ak").state
    assert shown(state, 1) == {cards("06ak"), cards("06rk"), cards("03bk")}
    assert dafaza.seat(state, 1)["beat"] == "yes"
    assert play_code(state, 1, "02kl") == "wrong_suits"
    assert play_code(state, 1, "06ar") == "wrong_suits"
    assert play_code(state, 1, "08ak") == "not_stronger"
    assert play_code(state, 1, "06a 03k") == "months_differ"
    assert play_code(state, 1, "06a") == "wrong_count"
    assert play_code(state, 1, "06ark") == "wrong_count"
    assert play_code(state, 1, "") == "wrong_count"


def test_d8_worked_payment_4_an_equal_month_is_not_stronger_than_the_best_so_far() -> None:
    state = trick(playing("02k 12k", "01k 12b", "01l 12l", "03k 12m"), "02k", "01k").state
    assert shown(state, 2) == set()
    assert dafaza.seat(state, 2)["beat"] == "not_stronger"
    assert play_code(state, 2, "01l") == "not_stronger"
    assert fold(state, 2, "01l").events == ({"type": "folded", "seat": 2, "count": 1, "left": 1},)


def test_d8_worked_payment_5_another_make_up_may_not_be_shown() -> None:
    state = play(playing("03kb 12k", "02kl 12b", "", ""), 0, "03kb").state
    assert shown(state, 1) == set()
    assert dafaza.seat(state, 1)["beat"] == "wrong_suits"
    assert play_code(state, 1, "02kl") == "wrong_suits"


def test_d8_worked_payment_6_three_december_kasu_cannot_be_beaten() -> None:
    state = play(playing("12klm 01b", " ".join(f"{month}kl" for month in ("01", "02", "03")), "", ""), 0, "12klm").state
    for seat_hand in combinations([card for card in DECK if card[:2] != "12"], 3):
        other = msgspec.structs.replace(state, hands=((), seat_hand, (), ()))
        assert shown(other, 1) == set()


def test_d8_a_beat_must_be_stronger_than_the_best_not_only_than_the_lead() -> None:
    state = trick(playing("12k 09k", "06k 09l", "08k 10k", "03k 10l"), "12k", "06k", "-").state
    assert shown(state, 3) == {cards("03k")}
    state = trick(playing("12k 09k", "06k 09l", "08k 10k", "03k 10l"), "12k", "06k").state
    assert play_code(state, 2, "08k") == "not_stronger"


def test_d8_folding_is_always_allowed_any_cards_whatever_months_and_suits() -> None:
    state = play(playing("12kl 01b", "01kl 07a 11r", "", ""), 0, "12kl").state
    assert shown(state, 1) == {cards("01kl")}
    assert dafaza.legal(state, 1)[-1] == {"type": "fold", "count": 2, "among": cards("01kl 07a 11r")}
    for pair in combinations(cards("01kl 07a 11r"), 2):
        assert fold(state, 1, " ".join(pair)).state.table[-1].folded
    assert fold_code(state, 1, "01k") == "wrong_count"
    assert fold_code(state, 1, "01kl 07a") == "wrong_count"
    assert fold_code(state, 1, "") == "wrong_count"


def test_d8_a_fold_of_the_whole_hand_is_a_template_too() -> None:
    state = play(playing("12kl", "07a 11r", "", "", stacks=(1, 1, 1, 1)), 0, "12kl").state
    assert dafaza.legal(state, 1) == ({"type": "fold", "count": 2, "among": cards("07a 11r")},)


def test_d8_a_refused_attempt_changes_nothing_about_who_wins() -> None:
    state = play(playing("07k 12k", "01b 12l", "06k 12m", "08k 11b"), 0, "07k").state
    assert play_code(state, 1, "01b") == "wrong_suits"
    assert event(trick(state, "-", "06k", "-"), "trick_won")["seat"] == 2


def test_d8_a_fold_never_wins_whatever_it_holds() -> None:
    state = play(playing("12k 12l", "01k 02k", "03k 06k", "07k 08k"), 0, "12k").state
    for seat, card in ((1, "01k"), (2, "03k"), (3, "07k")):
        step = fold(state, seat, card)
        state = step.state
    assert event(step, "trick_won")["seat"] == 0


@pytest.mark.parametrize(
    ("move", "wanted"),
    [
        (None, "wrong_type"),
        ({"type": "throw", "sign": "rock"}, "wrong_type"),
        ({"type": "fold"}, "wrong_type"),
        ({"type": "fold", "cards": "12-chaff-1"}, "wrong_type"),
        ({"type": "fold", "cards": [None]}, "wrong_type"),
        ({"type": "fold", "count": 1, "among": ["12-chaff-1"]}, "wrong_type"),
        ({"type": "play", "cards": ["04-animal"]}, "not_in_hand"),
        ({"type": "play", "cards": ["07-animal"]}, "not_in_hand"),
        ({"type": "fold", "cards": ["01-chaff-1", "01-chaff-1"]}, "not_in_hand"),
    ],
    ids=str,
)
def test_d8_what_is_no_move_of_ones_own_cards_is_refused_first(move: object, wanted: str) -> None:
    state = play(playing("12k", "01k", "", ""), 0, "12k").state
    assert code(state, 1, move) == wanted
    assert code(state, 2, move) == "not_your_turn"


def test_d9_a_fold_shows_its_count_alone() -> None:
    state = play(playing("12kl 09k", "01kl 07a", "", ""), 0, "12kl").state
    step = fold(state, 1, "01k 07a")
    assert step.events == ({"type": "folded", "seat": 1, "count": 2, "left": 1},)
    assert dafaza.table(step.state)["table"][1] == {"seat": 1, "folded": 2}
    assert dafaza.seat(step.state, 1)["folded"] == cards("01k 07a")
    assert dafaza.seat(step.state, 0)["folded"] == ()
    assert step.move == {"type": "fold", "cards": cards("01k 07a")}


def test_d9_own_folds_of_the_hand_are_seen_until_it_ends() -> None:
    state = playing("12kl 09k", "01kl 07a", "02kl 07r", "03kl 07k")
    for seat, hand in ((1, "01k 07a"), (2, "02k 07r")):
        state = fold(play(state, 0, "12kl").state if seat == 1 else state, seat, hand).state
    state = fold(state, 3, "03k 07k").state
    assert dafaza.seat(state, 1)["folded"] == cards("01k 07a")
    step = trick(state, "09k", "-", "-", "-")
    assert step.ended == "round"
    assert dafaza.seat(step.state, 1)["folded"] == ()
    assert step.state.folded == ((), (), (), ())


def test_d10_the_best_play_takes_a_stack_for_each_card_led_and_leads() -> None:
    step = trick(playing("08kl 12k", "06kl 12l", "07a 11r 12m", "03kl 12b"), "08kl", "06kl", "-", "03kl")
    assert event(step, "trick_won") == {
        "type": "trick_won",
        "seat": 3,
        "cards": cards("03kl"),
        "stacks": 2,
        "last": False,
    }
    assert step.ended == "cycle"
    assert dafaza.to_act(step.state) == {3}
    seen = dafaza.table(step.state)
    assert seen["stacks"] == (0, 0, 0, 2)
    assert seen["tops"] == ((), (), (), cards("03kl"))
    assert seen["beaten"] == cards("06kl 08kl")
    assert (seen["table"], seen["lead"], seen["tricks"]) == ([], 3, 1)
    assert seen["counts"] == [1, 1, 1, 1]


def test_d11_who_has_taken_nothing_folds_in_a_last_trick_of_one_card() -> None:
    state = play(playing("12k", "01k", "02k", "", stacks=(8, 0, 1, 0)), 0, "12k").state
    assert dafaza.legal(state, 1) == ({"type": "fold", "count": 1, "among": cards("01k")},)
    assert dafaza.seat(state, 1)["beat"] == "must_fold"
    assert play_code(state, 1, "01k") == "must_fold"
    state = fold(state, 1, "01k").state
    assert shown(state, 2) == {cards("02k")}


def test_d11_must_fold_is_said_before_what_else_is_wrong_with_a_play() -> None:
    state = play(playing("03b", "12k", "", "", stacks=(9, 0, 0, 0)), 0, "03b").state
    assert play_code(state, 1, "") == "must_fold"
    assert play_code(state, 1, "12k") == "must_fold"
    assert fold_code(state, 1, "") == "wrong_count"


def test_d11_led_with_two_or_more_everybody_may_beat() -> None:
    state = play(playing("12kl", "01kl", "", "", stacks=(8, 0, 0, 0)), 0, "12kl").state
    assert shown(state, 1) == {cards("01kl")}


def test_d11_only_the_lead_that_empties_the_hands_makes_the_last_trick() -> None:
    state = dafaza.draw(dealing(), Shuffled(())).state
    assert dafaza.table(state)["last_trick"] is False
    one_of_two = play(playing("12kl", "01kl", "", "", stacks=(8, 0, 0, 0)), 0, "12k")
    assert event(one_of_two, "led")["last"] is False
    assert dafaza.table(one_of_two.state)["last_trick"] is False
    assert shown(one_of_two.state, 1) == {cards("01k"), cards("01l")}
    before = playing("12klm", "01klr", "", "")
    assert dafaza.table(before)["last_trick"] is False
    three_of_three = play(before, 0, "12klm")
    assert event(three_of_three, "led")["last"] is True
    assert dafaza.table(three_of_three.state)["last_trick"] is True
    assert dafaza.table(fold(three_of_three.state, 1, "01klr").state)["last_trick"] is True


def test_d12_the_winner_of_the_last_trick_wins_the_hand() -> None:
    step = trick(playing("10k", "09k", "08k", "07k", stacks=(7, 1, 1, 0)), "10k", "09k", "08k", "-")
    assert event(step, "hand_over")["winner"] == 2
    assert step.ended == "round"
    assert dafaza.to_act(step.state) == {CHANCE}
    assert dafaza.table(step.state)["stacks"] == (7, 1, 2, 0)
    assert dafaza.cards(step.state) == ()
