"""Dafaza rule by rule, D26 to D28, and its options: the end, leaving and coming back, the clock."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Outcome, Shuffled, Step
from fudakai.server.games.cards import ALL_BRIGHTS
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.dafaza.state import State
from fudakai.server.games.options import BadOption, read_options
from tests.games.dafaza.tables import (
    cards,
    dealing,
    dealt,
    ended,
    event,
    fold,
    kinds,
    options,
    play,
    playing,
    throw,
    trick,
)

# --- options ---------------------------------------------------------------------------------------------------------


def test_d26_options_have_defaults_and_bounds() -> None:
    chosen = options()
    assert (chosen.first_parent, chosen.parent_factor, chosen.official_hands) == ("janken", "wins_plus_one", 8)
    assert options(official_hands=1).official_hands == 1
    assert options(official_hands=32).official_hands == 32


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("official_hands", 0),
        ("official_hands", 33),
        ("official_hands", "8"),
        ("official_hands", True),
        ("official_hands", None),
        ("first_parent", "oldest"),
        ("first_parent", 0),
        ("parent_factor", "none"),
        ("stakes", 2),
    ],
)
def test_d26_unknown_options_and_values_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=name):
        read_options(dafaza.Options, {name: value})


# --- the end ---------------------------------------------------------------------------------------------------------


def last_hand(*, hand: int = 9, scores: tuple[int, ...] = (100, 100, 100, 100), **fields: Any) -> Step:
    """Seat 0 wins the last trick of this hand as official parent with factor 2: 8 stacks; the others have 1, 1, 0 and
    pay 8, 8 and 14."""
    state = playing("01k", "09k", "08k", "07k", stacks=(7, 1, 1, 0), hand=hand, streak=1, scores=scores, **fields)
    return trick(state, "01k", "-", "-", "-")


@pytest.mark.parametrize("official_hands", [1, 8, 32])
def test_d26_the_match_is_over_after_the_temporary_parents_hand_and_the_official_ones(official_hands: int) -> None:
    state = dealing(options=options(first_parent="random", official_hands=official_hands))
    assert dafaza.table(state)["hands"] == official_hands + 1
    hands = 0
    while dafaza.to_act(state):
        kept = {key: getattr(state, key) for key in ("options", "hand", "streak")}
        state = dealt(" ".join(ALL_BRIGHTS), before=state.parent, **kept).state
        hands += 1
    assert hands == official_hands + 1


def test_d26_the_highest_score_wins_and_points_are_what_was_added_to_100() -> None:
    step = last_hand(scores=(60, 140, 110, 90))
    assert event(step, "match_over") == {
        "type": "match_over",
        "winners": (1,),
        "scores": (90, 132, 102, 76),
        "places": (3, 1, 2, 4),
        "reason": "hands_played",
    }
    assert kinds(step)[-2:] == ["hand_over", "match_over"]
    assert ended(step.state) == Outcome((1,), (90, 132, 102, 76), (3, 1, 2, 4), (-10, 32, 2, -24), "hands_played")
    assert step.ended == "round"


def test_d26_equal_scores_share_the_place() -> None:
    outcome = ended(last_hand(scores=(90, 128, 109, 73)).state)
    assert (outcome.scores, outcome.winners, outcome.places) == ((120, 120, 101, 59), (0, 1), (1, 1, 3, 4))


def test_d26_after_the_end_nothing_is_taken() -> None:
    state = last_hand().state
    with pytest.raises(IllegalMove, match="match_over"):
        dafaza.apply(state, 0, {"type": "play", "cards": ["01-bright"]})
    with pytest.raises(IllegalMove, match="match_over"):
        dafaza.draw(state, Shuffled(()))
    for act in (dafaza.leave, dafaza.give_back):
        with pytest.raises(IllegalMove, match="match_over"):
            act(state, 0)
    with pytest.raises(IllegalMove, match="match_over"):
        dafaza.abandon(state)


# --- leaving ---------------------------------------------------------------------------------------------------------


def leave_all(state: State, *seats: int) -> Step:
    step = Step(state, ())
    for seat in seats:
        step = dafaza.leave(step.state, seat)
    return step


def test_d27_a_stand_in_plays_for_who_leaves_marked_in_every_view() -> None:
    state = playing("01k 02k", "09k 10k", "08k 11b", "07k 12k")
    step = dafaza.leave(state, 0)
    assert step.events == ({"type": "left", "seat": 0, "stand_in": True},)
    assert dafaza.table(step.state)["bots"] == dafaza.bots(step.state) == (0,)
    assert dafaza.present(step.state) == (1, 2, 3)
    assert dafaza.to_act(step.state) == {0}
    assert dafaza.legal(step.state, 0) == dafaza.legal(state, 0)
    assert play(step.state, 0, "01k").state.hands[0] == cards("02k")


def test_d27_the_player_may_come_back_to_the_seat() -> None:
    state = dafaza.leave(playing("01k 02k", "09k 10k", "08k 11b", "07k 12k"), 0).state
    state = play(state, 0, "01k").state
    step = dafaza.give_back(state, 0)
    assert step.events == ({"type": "returned", "seat": 0},)
    assert dafaza.bots(step.state) == ()
    assert step.state.hands[0] == cards("02k")
    assert dafaza.bots(dafaza.leave(step.state, 0).state) == (0,)


def test_d27_only_a_stand_ins_seat_can_be_given_back_and_only_once_left() -> None:
    state = dafaza.leave(playing("01k", "09k", "08k", "07k"), 2).state
    with pytest.raises(IllegalMove, match="not_your_turn"):
        dafaza.leave(state, 2)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        dafaza.give_back(state, 1)


def test_d27_a_stand_in_throws_for_who_leaves_the_janken() -> None:
    state = throw(dafaza.setup(options(), 4), 1, "rock").state
    state = leave_all(state, 0, 1).state
    assert dafaza.to_act(state) == {0, 2, 3}
    assert dafaza.seat(state, 1)["sign"] == "rock"
    assert dafaza.to_act(throw(state, 0, "paper").state) == {2, 3}


def test_d27_who_leaves_while_chance_chooses_is_no_candidate_also_after_a_return() -> None:
    state = dafaza.leave(dafaza.setup(options(first_parent="random"), 4), 1).state
    assert dafaza.chance(state) == Choose((0, 2, 3))
    state = dafaza.give_back(state, 1).state
    assert dafaza.chance(state) == Choose((0, 2, 3))
    with pytest.raises(IllegalMove, match="bad_chance"):
        dafaza.draw(state, Chosen(1))


def test_d27_one_candidate_left_needs_no_draw() -> None:
    step = leave_all(dafaza.setup(options(first_parent="random"), 4), 1, 0, 3)
    assert event(step, "parent")["seat"] == 2
    assert dafaza.to_act(step.state) == {CHANCE}
    assert dafaza.draw(step.state, Shuffled(())).state.parent == 2


def test_d27_leaving_and_coming_back_before_a_deal() -> None:
    state = dafaza.leave(dealing(), 0).state
    assert dafaza.to_act(state) == {CHANCE}
    assert dafaza.bots(dafaza.give_back(state, 0).state) == ()


@pytest.mark.parametrize("state", [dafaza.setup(options(), 4), dealing(), playing("01k", "09k", "08k", "07k")])
def test_d27_with_only_stand_ins_left_the_match_is_abandoned(state: State) -> None:
    step = leave_all(state, 3, 0, 1)
    assert dafaza.outcome(step.state) is None
    step = dafaza.leave(step.state, 2)
    assert kinds(step) == ["left", "match_over"]
    assert event(step, "left")["stand_in"] is False
    assert ended(step.state) == Outcome((), (100, 100, 100, 100), (), (), "abandoned")
    assert dafaza.cards(step.state) == ()
    assert dafaza.present(step.state) == ()


def test_d27_a_stand_ins_seat_is_placed_by_its_score() -> None:
    outcome = ended(last_hand(bots=(0,)).state)
    assert (outcome.winners, outcome.places) == ((0,), (1, 2, 2, 4))


def test_d27_a_closed_room_abandons_the_match() -> None:
    outcome = ended(dafaza.abandon(playing("01k", "09k", "08k", "07k", scores=(90, 110, 100, 100))).state)
    assert outcome == Outcome((), (90, 110, 100, 100), (), (), "abandoned")


# --- the clock -------------------------------------------------------------------------------------------------------


def test_d28_the_clock_throws_any_sign() -> None:
    moves = dafaza.timeout_moves(dafaza.setup(options(), 4), 3)
    assert moves == tuple({"type": "throw", "sign": sign} for sign in ("rock", "paper", "scissors"))


def test_d28_the_clock_leads_the_weakest_single_card_the_first_of_equals() -> None:
    state = playing("01k 12bm", "", "", "")
    assert dafaza.timeout_moves(state, 0) == ({"type": "play", "cards": ("12-bright",)},)
    assert dafaza.timeout_moves(playing("01k 02k", "", "", ""), 0) == ({"type": "play", "cards": ("02-chaff-1",)},)


def test_d28_the_clock_folds_the_weakest_cards_also_where_it_could_beat() -> None:
    state = play(playing("10ak 12k", "01kr 12lm 11b", "", ""), 0, "10ak").state
    assert dafaza.timeout_moves(state, 1) == ({"type": "fold", "cards": ("12-chaff-2", "12-chaff-3")},)
    state = play(playing("10akl 12k", "01kr 12l 11b 11r", "", ""), 0, "10akl").state
    assert dafaza.timeout_moves(state, 1) == ({"type": "fold", "cards": ("11-bright", "11-ribbon", "12-chaff-2")},)
    assert fold(state, 1, "11b 11r 12l").state.hands[1] == cards("01kr")


def test_d28_the_clock_plays_for_seats_to_act_alone() -> None:
    state = throw(dafaza.setup(options(), 4), 3, "rock").state
    for other in (state, playing("01k", "", "", "")):
        with pytest.raises(AssertionError):
            dafaza.timeout_moves(other, 3)
