"""Dafaza rule by rule, D13 to D25: what a hand, a special win and a dealt hand cost. Results are by seat."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fudakai.server.games.api import CHANCE, Shuffled, Step
from fudakai.server.games.cards import ALL_BRIGHTS, BLUE_RIBBONS, RED_RIBBONS
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.payments import ROLES, balance, role_of
from fudakai.server.games.dafaza.state import DECK, State
from fudakai.testing.play import Habits, match
from tests.games.dafaza.tables import cards, dealing, dealt, event, options, playing, trick

BOAR_DEER_BUTTERFLY = "07a 10a 06a"
LAST_CARDS = ("10k", "09k", "08k", "07k")
"""A last trick in which each seat could beat the one before, and nothing special is won."""


def last_trick(winner: int, stacks: tuple[int, ...], **fields: Any) -> Step:
    """A hand that this seat wins with the last trick, after which `stacks` are taken; seat 0 leads."""
    before = tuple(count - (seat == winner) for seat, count in enumerate(stacks))
    state = playing("10kl", "09kl", "08kl", "07kl", stacks=before, **fields)
    plays = [f"{card}l" if seat <= winner else "-" for seat, card in enumerate(LAST_CARDS)]
    return trick(state, *plays)


def official(m: int) -> dict[str, Any]:
    """The fields of a hand under an official parent, seat 0, with this factor."""
    return {"parent": 0, "hand": 2, "streak": m - 1}


def results(step: Step) -> tuple[int, ...]:
    found: tuple[int, ...] = event(step, "hand_over")["results"]
    return found


def factors(step: Step) -> dict[int, dict[str, int]]:
    """By seat, what its payment was multiplied by."""
    return {
        payment["seat"]: {factor["name"]: factor["times"] for factor in payment["factors"]}
        for payment in event(step, "hand_over")["payments"]
    }


# --- the balance and the parent's factor -----------------------------------------------------------------------------


def test_d13_a_balance_is_the_stacks_less_five_and_minus_seven_without_any() -> None:
    assert [balance(stacks) for stacks in range(10)] == [-7, -4, -3, -2, -1, 0, 1, 2, 3, 4]


def test_d13_a_loser_with_five_stacks_pays_nothing_and_one_with_more_is_paid() -> None:
    step = last_trick(1, (5, 4, 1, 0))
    assert results(step) == (0, 11, -4, -7)
    step = last_trick(1, (7, 2, 1, 0))
    assert results(step) == (2, 9, -4, -7)


def test_d13_worked_payment_1_the_parent_wins_with_factor_2() -> None:
    step = last_trick(0, (5, 2, 3, 0), **official(2))
    assert results(step) == (24, -6, -4, -14)
    assert step.state.scores == (124, 94, 96, 86)
    assert factors(step) == {1: {"parent": 2}, 2: {"parent": 2}, 3: {"parent": 2}}


def test_d13_worked_payment_2_a_child_wins_and_the_parent_pays_by_factor_3() -> None:
    step = last_trick(1, (3, 6, 1, 0), **official(3))
    assert results(step) == (-6, 17, -4, -7)
    assert factors(step) == {0: {"parent": 3}, 2: {}, 3: {}}


def test_d13_worked_payment_3_a_loser_is_paid_the_plain_amount() -> None:
    step = last_trick(1, (1, 2, 6, 1), **official(2))
    assert results(step) == (-8, 11, 1, -4)
    assert event(step, "hand_over")["payments"] == (
        {"seat": 2, "stacks": 6, "balance": 1, "factors": (), "result": 1},
        {"seat": 3, "stacks": 1, "balance": -4, "factors": (), "result": -4},
        {"seat": 0, "stacks": 1, "balance": -4, "factors": ({"name": "parent", "times": 2},), "result": -8},
    )


def test_d14_the_temporary_parent_has_factor_1() -> None:
    assert playing("", "", "", "").factor == 1
    assert results(last_trick(0, (5, 2, 3, 0))) == (12, -3, -2, -7)


@pytest.mark.parametrize(("how", "wanted"), [("wins_plus_one", [1, 2, 3, 4]), ("wins", [1, 1, 2, 3])])
def test_d14_the_factor_counts_the_wins_in_a_row(how: str, wanted: list[int]) -> None:
    state = dealing(options=options(first_parent="random", parent_factor=how))
    seen = []
    for _ in wanted:
        step = dealt(" ".join(ALL_BRIGHTS), parent=0, **_carried(state))
        seen.append(event(step, "dealt")["factor"])
        state = step.state
    assert seen == wanted
    assert event(step, "parent")["streak"] == 4


def test_d14_another_winner_begins_a_streak_of_one() -> None:
    step = last_trick(1, (3, 6, 1, 0), **official(5))
    assert event(step, "parent") == {
        "type": "parent",
        "seat": 1,
        "hand": 3,
        "official": True,
        "factor": 2,
        "streak": 1,
    }


def test_d14_a_win_as_temporary_parent_counts_as_the_first_in_a_row() -> None:
    assert event(last_trick(0, (5, 2, 3, 0)), "parent")["factor"] == 2


def _carried(state: State) -> dict[str, Any]:
    return {"hand": state.hand, "streak": state.streak, "options": state.options, "before": state.parent}


def test_d15_factors_multiply_together_and_only_what_is_paid() -> None:
    state = playing("12klm", "09akr", "08abk", "07akr", stacks=(0, 6, 1, 0), **official(3))
    step = trick(state, "12klm", "-", "-", "-")
    assert factors(step) == {
        1: {},
        2: {"parent": 3, "three_of_one_suit": 3},
        3: {"parent": 3, "three_of_one_suit": 3},
    }
    assert results(step) == (36 + 63 - 1, 1, -36, -63)


# --- special wins of a trick -----------------------------------------------------------------------------------------


def test_d16_on_the_spot_is_paid_at_once_and_never_multiplied() -> None:
    state = playing("12klm 01k", "09akr 01l", "08abk 02k", "07akr 03k", **official(4))
    step = trick(state, "12klm", "-", "-", "-")
    assert event(step, "special") == {
        "type": "special",
        "seat": 0,
        "name": "three_of_one_suit",
        "points": 3,
        "times": 1,
        "from": (1, 2, 3),
        "scores": (109, 97, 97, 97),
    }
    assert step.ended == "cycle"


@pytest.mark.parametrize("led", ["12klm", "11bar", "12bklm", "11bar 11-chaff"])
def test_d17_three_of_one_suit_brings_3_or_multiplies_by_3(led: str) -> None:
    others = ("09arkl", "08abkl", "07arkl") if len(cards(led)) == 4 else ("09ark", "08abk", "07ark")
    step = trick(
        playing(f"{led} 01k", *(f"{hand} 0{seat}l" for seat, hand in enumerate(others, 1))), led, "-", "-", "-"
    )
    assert (event(step, "special")["name"], event(step, "special")["points"]) == ("three_of_one_suit", 3)
    assert step.state.scores == (109, 97, 97, 97)
    step = trick(playing(led, *others, stacks=(3, 3, 1, 0)), led, "-", "-", "-")
    assert (event(step, "special")["points"], event(step, "special")["times"]) == (0, 3)
    assert results(step) == (6 + 12 + 21, -6, -12, -21)


def test_d17_three_cards_of_two_suits_are_nothing_special() -> None:
    state = playing("12bkl 01k", "09ark 01l", "08abk 02k", "07ark 03k")
    assert "special" not in [shown["type"] for shown in trick(state, "12bkl", "-", "-", "-").events]


def test_d17_three_of_one_suit_that_are_folded_bring_nothing() -> None:
    step = trick(playing("10akl 01b", "12klm 01k", "11bar 01l", "07ark 03k"), "10akl", "-", "-", "-")
    assert step.state.folded[1] == cards("12klm")
    assert "special" not in [shown["type"] for shown in step.events]


@pytest.mark.parametrize("month", ["01brkl", "02arkl", "03brkl", "06arkl"])
def test_d18_four_peonies_or_better_bring_4_or_multiply_by_4(month: str) -> None:
    step = trick(playing("10arkl 12k", f"{month} 12l", "09arkl 12m", "08abkl 12b"), "10arkl", month, "-", "-")
    assert (event(step, "special")["name"], event(step, "special")["points"]) == ("four_peonies_or_better", 4)
    assert step.state.scores == (96, 112, 96, 96)
    last = playing("10arkl", month, "09arkl", "08abkl", stacks=(3, 2, 0, 1))
    step = trick(last, "10arkl", month, "-", "-")
    assert event(step, "special")["times"] == 4
    assert results(step) == (-8, 8 + 28 + 16, -28, -16)


@pytest.mark.parametrize("month", ["07arkl", "08abkl", "09arkl", "10arkl"])
def test_d18_four_of_july_to_october_are_nothing_special_and_can_be_beaten(month: str) -> None:
    step = trick(playing(f"{month} 12k", "11bar 12lmb", "03k 12k 12l 12m 12b", "06arkl 11b"), month, "-", "-", "-")
    assert "special" not in [shown["type"] for shown in step.events]
    step = trick(playing(f"{month} 12k", "11bar 12lmb", "03k 12k 12l 12m 12b", "06arkl 11b"), month, "-", "-", "06arkl")
    assert event(step, "special")["seat"] == 3


@pytest.mark.parametrize("card", ["12k", "12b"])
def test_d19_steel_heart_doubles_what_losers_pay(card: str) -> None:
    step = trick(playing(card, "11-chaff", "11b", "09k", stacks=(8, 0, 0, 1)), card, "-", "-", "-")
    assert (event(step, "special")["name"], event(step, "special")["times"]) == ("steel_heart", 2)
    assert results(step) == (14 + 14 + 8, -14, -14, -8)


def test_d19_is_for_a_last_trick_of_one_card_alone() -> None:
    step = trick(playing("12k 01k", "11b 01l", "10a 02k", "09k 03k"), "12k", "-", "-", "-")
    assert [shown["type"] for shown in step.events] == ["folded", "trick_won"]
    step = trick(playing("12kl", "11b 01l", "10a 02k", "09k 03k", stacks=(8, 0, 0, 0)), "12kl", "-", "-", "-")
    assert "special" not in [shown["type"] for shown in step.events]


def test_d19_multiplies_with_the_parents_factor() -> None:
    state = playing("12k", "11a", "10a", "09k", stacks=(9, 0, 0, 0), **official(3))
    assert results(trick(state, "12k", "-", "-", "-")) == (126, -42, -42, -42)


@pytest.mark.parametrize(("led", "shown"), [("12k", "11-chaff"), ("12b", "11a")])
def test_d20_retaliation_doubles_what_the_leader_pays(led: str, shown: str) -> None:
    step = trick(playing(led, "10a", shown, "09k", stacks=(3, 2, 3, 1)), led, "-", shown, "-")
    assert event(step, "special") == {
        "type": "special",
        "seat": 2,
        "name": "retaliation",
        "points": 0,
        "times": 2,
        "from": (0,),
        "scores": (100, 100, 100, 100),
    }
    assert results(step) == (-4, -3, 4 + 3 + 4, -4)


def test_d20_multiplies_with_the_factor_of_a_parent_who_led() -> None:
    step = trick(
        playing("12k", "11-chaff", "10a", "09k", stacks=(7, 1, 1, 0), **official(3)), "12k", "11-chaff", "-", "-"
    )
    assert results(step) == (2, 4 + 7 - 2, -4, -7)
    step = trick(
        playing("12k", "11-chaff", "10a", "09k", stacks=(4, 4, 1, 0), **official(3)), "12k", "11-chaff", "-", "-"
    )
    assert factors(step)[0] == {"parent": 3, "retaliation": 2}
    assert results(step) == (-6, 6 + 4 + 7, -4, -7)


def test_d20_no_retaliation_by_another_month_nor_over_another_month_nor_before_the_last_trick() -> None:
    for hands, plays in (
        (("12k", "11-chaff", "10k", "09k"), ("12k", "11-chaff", "10k", "-")),
        (("12k", "10l", "10k", "09k"), ("12k", "-", "10k", "-")),
        (("12k 01b", "11-chaff 01r", "10k 02a", "09k 02r"), ("12k", "11-chaff", "-", "-")),
    ):
        step = trick(playing(*hands, stacks=(4, 2, 2, 1)), *plays)
        assert "special" not in [shown["type"] for shown in step.events]


# --- dealt hands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "name", "points"),
    [
        (" ".join(ALL_BRIGHTS), "five_lights", 5),
        (f"{BOAR_DEER_BUTTERFLY} 03b 08b 09a", "boar_deer_butterfly_cherry_moon_sake_cup", 10),
        (" ".join(RED_RIBBONS + BLUE_RIBBONS), "red_shorts_and_blue_shorts", 10),
        (" ".join((*ALL_BRIGHTS, "09-animal")), "five_lights_and_sake_cup", 10),
        (f"{' '.join(ALL_BRIGHTS)} {BOAR_DEER_BUTTERFLY}", "five_lights_and_boar_deer_butterfly", 50),
        (" ".join(ALL_BRIGHTS + RED_RIBBONS), "five_lights_and_red_shorts", 50),
        (" ".join(ALL_BRIGHTS + BLUE_RIBBONS), "five_lights_and_blue_shorts", 50),
    ],
)
def test_d21_a_dealt_hand_wins_at_once(hand: str, name: str, points: int) -> None:
    step, seat = dealt("", hand, parent=2), 3
    assert event(step, "dealt_win") == {
        "type": "dealt_win",
        "seat": seat,
        "name": name,
        "points": points,
        "cards": cards(hand),
    }
    assert results(step) == tuple(3 * points if other == seat else -points for other in range(4))
    assert step.ended == "round"
    assert dafaza.to_act(step.state) == {CHANCE}
    assert [len(hand) for hand in dafaza.table(step.state)["tops"]] == [0, 0, 0, 0]


@pytest.mark.parametrize("lost", [*BOAR_DEER_BUTTERFLY.split(), "03b", "08b", "09a"])
def test_d22_boar_deer_butterfly_cherry_moon_and_cup_are_ten_and_without_one_nothing(lost: str) -> None:
    words = [*BOAR_DEER_BUTTERFLY.split(), "03b", "08b", "09a"]
    role = role_of(cards(" ".join(words)))
    assert role is not None
    assert (role.rule, role.points) == ("D22", 10)
    assert role_of(cards(" ".join([word for word in words if word != lost]))) is None


def test_d23_red_shorts_and_blue_shorts_are_ten_and_either_alone_nothing() -> None:
    role = role_of(RED_RIBBONS + BLUE_RIBBONS)
    assert role is not None
    assert (role.rule, role.points) == ("D23", 10)
    assert role_of(RED_RIBBONS) is role_of(BLUE_RIBBONS) is role_of(RED_RIBBONS + BLUE_RIBBONS[:2]) is None


@pytest.mark.parametrize(
    ("more", "points"), [("09a", 10), (BOAR_DEER_BUTTERFLY, 50), ("01r 02r 03r", 50), ("06r 09r 10r", 50)]
)
def test_d24_five_lights_and_more_bring_more(more: str, points: int) -> None:
    role = role_of(cards(f"{' '.join(ALL_BRIGHTS)} {more}"))
    assert role is not None
    assert (role.rule, role.points) == ("D24", points)


def test_d21_four_lights_are_nothing() -> None:
    assert role_of(cards("01b 03b 08b 11b")) is None
    assert dafaza.to_act(dealt("01b 03b 08b 11b", "12b").state) == {0}


def test_d25_the_values_are_those_of_the_rules_the_best_first() -> None:
    assert [role.points for role in ROLES] == [50, 50, 50, 10, 10, 10, 5]


def test_d25_a_hand_counts_its_best_role_only() -> None:
    step = dealt(f"{' '.join(ALL_BRIGHTS)} 09a {BOAR_DEER_BUTTERFLY}")
    assert event(step, "dealt_win")["points"] == 50
    assert event(step, "hand_over")["results"] == (150, -50, -50, -50)


def test_d25_of_two_players_the_better_role_wins() -> None:
    step = dealt(" ".join(ALL_BRIGHTS), "", " ".join(RED_RIBBONS + BLUE_RIBBONS), parent=1)
    assert event(step, "dealt_win")["seat"] == 3
    assert "five_lights" not in str(step.events)


@pytest.mark.parametrize("parent", range(4))
def test_d25_at_equal_value_the_first_in_turn_order_from_the_parent_wins(parent: int) -> None:
    step = dealt("", " ".join(RED_RIBBONS + BLUE_RIBBONS), " ".join((*ALL_BRIGHTS, "09-animal")), parent=parent)
    assert event(step, "dealt_win")["seat"] == (parent + 1) % 4


def test_d25_nothing_is_multiplied_the_winner_is_parent_and_has_a_win_in_a_row() -> None:
    step = dealt(" ".join(ALL_BRIGHTS), parent=0, before=0, hand=3, streak=2)
    assert results(step) == (15, -5, -5, -5)
    assert event(step, "hand_over")["payments"] == tuple({"seat": s, "factors": (), "result": -5} for s in (1, 2, 3))
    assert (event(step, "parent")["seat"], event(step, "parent")["factor"]) == (0, 5)
    assert event(step, "parent")["hand"] == 5


# --- what always holds -----------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)  # a busy machine is no failure
@given(st.integers(min_value=0), st.sampled_from(["wins", "wins_plus_one"]))
def test_d15_payments_sum_to_zero_and_40_cards_lie_somewhere_at_every_moment(seed: int, how: str) -> None:
    chosen = options(first_parent="random", parent_factor=how, official_hands=2)
    for played in match(dafaza, chosen, 4, Random(seed), Habits()):
        state = played.step.state
        assert sum(state.scores) == 400
        assert sorted(dafaza.cards(state)) in ([], sorted(DECK))
        for shown in played.step.events:
            if shown["type"] == "hand_over":
                _written_out(shown, played.before)


def _written_out(hand_over: Any, before: State) -> None:
    """The payments give the results, and each follows from its stacks and factors."""
    payments = {payment["seat"]: payment for payment in hand_over["payments"]}
    assert sorted([*payments, hand_over["winner"]]) == [0, 1, 2, 3]
    for seat, payment in payments.items():
        assert payment["result"] == hand_over["results"][seat]
        assert before.table or payment.keys() == {"seat", "factors", "result"}
        if before.table:
            assert payment["stacks"] == len(before.tops[seat])
            assert payment["result"] == payment["balance"] * prod(factor["times"] for factor in payment["factors"])
            assert not payment["factors"] or payment["balance"] < 0
    assert sum(hand_over["results"]) == 0


@given(st.permutations(DECK))
def test_d4_a_shuffle_of_all_cards_is_dealt_in_blocks(order: list[str]) -> None:
    step = dafaza.draw(dealing(1), Shuffled(tuple(order)))
    if step.ended:
        return  # a dealt hand was won, and the cards are put away
    assert [sorted(step.state.hands[seat]) for seat in (1, 2, 3, 0)] == [
        sorted(order[start : start + 10]) for start in (0, 10, 20, 30)
    ]
