"""Hanafuda rule by rule, H17 and H18: leaving and coming back at every moment, and what the clock plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Outcome, Shuffle, Shuffled
from fudakai.server.games.hanafuda import game as hanafuda
from tests.games.flowers.tables import (
    OTHER_HAND,
    PAIRS,
    PLAIN_FIELD,
    PLAIN_HAND,
    actor,
    after,
    captured,
    code,
    deal,
    do,
    ended,
    event,
    hana,
    hand,
    kinds,
    move,
    offered,
    said,
    table,
    to_deal,
)


def choosing(seats: int = 3, **fields: Any) -> Any:
    """Seat 0 is to choose for a turned card."""
    others = ("6A 7A", "6R 7R", "6c1 7c1")[: seats - 1]
    return do(hana("3B 5A", *others, field="9R 9c1", stock="9A 9c2 12B", **fields), 0, "3B").state


PHASES: dict[str, Callable[[int], Any]] = {
    "first dealer": lambda seats: hanafuda.setup(hanafuda.Options(), seats),
    "deal": lambda seats: to_deal(hanafuda, seats),
    "play": lambda seats: hana(*("3B 5A", "6A 7A", "6R 7R")[:seats], field="3c1", stock="9A 9R"),
    "choose": choosing,
    "second deal": lambda seats: between(seats),
}
each_phase = pytest.mark.parametrize("phase", PHASES)


def between(seats: int) -> Any:
    """A round is over, and chance is to shuffle for the next."""
    hands = ["", "12B", *[""] * (seats - 2)]
    return do(hana(*hands, turn=1, captured=("3B", *[""] * (seats - 1))), 1, "12B").state


# --- two players -----------------------------------------------------------------------------------------------------


@each_phase
@pytest.mark.parametrize("seat", [0, 1])
def test_h17_of_two_who_leaves_has_lost_at_once(phase: str, seat: int) -> None:
    step = hanafuda.leave(PHASES[phase](2), seat)
    assert kinds(step) == ["left", "match_over"]
    outcome = ended(step.state)
    assert outcome.winners == (1 - seat,)
    assert outcome.places == ((2, 1) if seat == 0 else (1, 2))
    assert hanafuda.bots(step.state) == hanafuda.present(step.state) == ()
    for act in (hanafuda.leave, hanafuda.give_back):
        with pytest.raises(IllegalMove, match="match_over"):
            act(step.state, 1 - seat)


def test_h17_of_two_who_leaves_loses_also_with_more_points_and_keeps_them() -> None:
    outcome = ended(hanafuda.leave(hana("3B", "5A", scores=(100, 3), stock="9A"), 0).state)
    assert (outcome.winners, outcome.scores, outcome.points) == ((1,), (100, 3), (100, 3))


# --- three and more --------------------------------------------------------------------------------------------------


@each_phase
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_h17_of_more_a_stand_in_takes_the_seat_and_gives_it_back(phase: str, seat: int) -> None:
    state = PHASES[phase](3)
    step = hanafuda.leave(state, seat)
    assert event(step, "left") == {"type": "left", "seat": seat, "stand_in": True}
    assert table(step.state)["bots"] == hanafuda.bots(step.state) == (seat,)
    assert hanafuda.present(step.state) == tuple(other for other in range(3) if other != seat)
    assert actor(step.state) == actor(state)
    assert offered(step.state, 0) == offered(state, 0)
    back = hanafuda.give_back(step.state, seat)
    assert kinds(back) == ["returned"]
    assert table(back.state)["bots"] == ()
    assert hanafuda.present(back.state) == (0, 1, 2)
    assert hand(back.state, seat) == hand(state, seat)


@each_phase
def test_h17_leaving_twice_and_coming_back_unasked_are_refused(phase: str) -> None:
    state = hanafuda.leave(PHASES[phase](3), 1).state
    with pytest.raises(IllegalMove, match="not_your_turn"):
        hanafuda.leave(state, 1)
    for seat in (0, 2):
        with pytest.raises(IllegalMove, match="not_your_turn"):
            hanafuda.give_back(state, seat)


@each_phase
def test_h17_with_only_stand_ins_left_the_match_is_abandoned(phase: str) -> None:
    state = PHASES[phase](3)
    for seat in (1, 2):
        state = hanafuda.leave(state, seat).state
        assert hanafuda.outcome(state) is None
    scores = table(state)["scores"]
    outcome = ended(hanafuda.leave(state, 0).state)
    assert outcome == Outcome(winners=(), scores=scores, places=(), points=(), reason="abandoned")


@each_phase
def test_h17_a_closed_room_abandons_at_every_moment(phase: str) -> None:
    outcome = ended(hanafuda.abandon(PHASES[phase](3)).state)
    assert (outcome.winners, outcome.places, outcome.points) == ((), (), ())


def test_h17_the_stand_ins_moves_are_entries_of_the_seat() -> None:
    state = hanafuda.leave(hana("3B 5A", "6A 7A", "6R 7R", field="3c1", stock="9A 9R 12B"), 0).state
    state = do(state, 0, "3B").state
    assert captured(state, 0) == "3B 3c1"
    assert actor(state) == 2
    assert captured(do(hanafuda.leave(choosing(), 0).state, 0, "take 9c1").state, 0) == "9A 9c1"


def test_h17_a_seat_of_a_stand_in_can_win_and_deals_in_the_next_round() -> None:
    state = hana("3B", "", "", captured=("1B", "2A", "4A"), turn=0, dealer=2)
    state = do(hanafuda.leave(state, 0).state, 0, "3B").state
    assert table(state)["next_dealer"] == 0
    assert table(state)["bots"] == (0,)
    hands = ("9A 9R 10A 10R 11B 11A", "12B 1B 2A 2R 3B 3R", "4A 4R 5A 5R 6A 6R")
    assert actor(deal(state, *hands).state) == 0


def test_h17_who_leaves_before_the_draw_is_no_candidate() -> None:
    state = hanafuda.leave(hanafuda.setup(hanafuda.Options(), 4), 2).state
    assert hanafuda.chance(state) == Choose((0, 1, 3))
    with pytest.raises(IllegalMove, match="bad_chance"):
        hanafuda.draw(state, Chosen(2))


def test_h17_one_candidate_left_needs_no_draw() -> None:
    state = hanafuda.setup(hanafuda.Options(birthdays=("01-01", "02-02", "01-01")), 3)
    assert hanafuda.chance(state) == Choose((0, 2))
    step = hanafuda.leave(state, 0)
    assert kinds(step) == ["left", "dealer"]
    assert table(step.state)["next_dealer"] == 2
    assert isinstance(hanafuda.chance(step.state), Shuffle)
    state = hanafuda.leave(state, 1).state
    assert hanafuda.chance(state) == Choose((0, 2))


def test_h17_the_earliest_birthday_deals_also_when_its_player_has_left() -> None:
    state = hanafuda.setup(hanafuda.Options(birthdays=("01-01", "02-02", "03-03")), 3)
    state = hanafuda.leave(state, 0).state
    assert (table(state)["next_dealer"], table(state)["bots"]) == (0, (0,))


def test_h17_who_is_back_may_leave_again() -> None:
    state = hana("3B 5A", "6A 7A", "6R 7R", field="3c1", stock="9A 9R")
    for _ in range(3):
        state = hanafuda.give_back(hanafuda.leave(state, 1).state, 1).state
    assert table(state)["bots"] == ()


def test_h17_a_stand_in_stays_over_rounds_until_its_player_returns() -> None:
    state = hanafuda.leave(PHASES["play"](3), 1).state
    while actor(state) != CHANCE:
        state = hanafuda.apply(state, actor(state), hanafuda.timeout_moves(state, actor(state))[0]).state
    assert (actor(state), table(state)["bots"]) == (CHANCE, (1,))
    assert table(hanafuda.give_back(state, 1).state)["bots"] == ()


# --- the clock -------------------------------------------------------------------------------------------------------


def clock(state: Any) -> str:
    (played,) = hanafuda.timeout_moves(state, actor(state))
    assert said(played) in offered(state, actor(state))
    return said(played)


@pytest.mark.parametrize(
    ("held", "laid", "plays"),
    [
        ("1c1 5A 8c1", "1R 5c1 8B", "8c1"),  # 20 from the field, whatever the card itself is worth
        ("1B 8c1", "1c1 8A", "8c1"),  # 10 before 1: the bright's own 20 do not count
        ("8c1 8c2 9A", "8B 8A", "8c1>8B"),  # of two the dearer
        ("3B 8c1", "3R 3c1 3c2 8A", "8c1"),  # a stack counts as its sum: 7 against 10
        ("3B 8c1", "3R 3c1 3c2 8c2", "3B"),  # 7 against 1
        ("9R 9c1 4A", "9A 4c1", "9R"),  # equals in deck order: the card ...
        ("6c1 2c1 4c1", "6R 2R 4R", "2c1"),
        ("7c1", "7A 7R", "7c1>7A"),
        ("12c3", "12c1 12c2", "12c3>12c1"),  # ... and the target
        ("12c3 5A 12B", "1c1 8c1", "12c3"),  # nothing matches: the cheapest
        ("12B 5R 2R 4A", "1c1 8c1", "2R"),  # of equals the first in deck order
        ("11c 2R", "1B 8B", "11c"),  # no wild capture: nothing matches, and it is the cheapest
        ("11c 2R", "1B 2A 11A", "2R"),  # 2R takes 10, and 11c takes 10: the first in deck order
        ("11c 2R", "1B 2A 11B", "11c"),  # as an ordinary November card
    ],
)
def test_h18_the_clock_takes_the_highest_value_from_the_field_else_plays_the_cheapest(
    held: str, laid: str, plays: str
) -> None:
    assert clock(hana(held, "6A 7A", field=laid, stock="10A 10R")) == plays


def test_h18_the_clock_makes_no_hiki() -> None:
    assert clock(hana("3c1 3c2 5A", "6A 7A", field="3B 3R", stock="10A")) == "3c1>3B"


def test_h18_the_clock_keeps_must_match() -> None:
    assert clock(hana("5A 3c1 6R", "6A", field="3B 3R", stock="10A", must_match=True)) == "3c1>3B"
    assert clock(hana("5A 3c1 6R", "7A", field="8B", stock="10A", must_match=True)) == "3c1"


@pytest.mark.parametrize(
    ("laid", "turned", "takes"), [("9R 9c1", "9A", "9R"), ("8B 8A", "8c1", "8B"), ("12c2 12c3", "12B", "12c2")]
)
def test_h18_a_pending_choice_takes_the_dearer_the_first_of_equals(laid: str, turned: str, takes: str) -> None:
    state = do(hana("3B 5A", "6A 7A", field=laid, stock=f"{turned} 10A"), 0, "3B").state
    assert clock(state) == f"take {takes}"


def test_h18_the_clock_chooses_also_for_a_player_without_cards() -> None:
    state = hana("3B 1B", "", "", field="4c1 9R 9A", stock="10A 9c1 12B", round_end="all_hands")
    state = do(state, 0, "3B").state
    assert actor(state) == 2
    assert clock(state) == "take 9A"


# --- codes at the end ------------------------------------------------------------------------------------------------


def test_after_the_end_everything_is_match_over() -> None:
    state = hanafuda.abandon(hana("3B 5A", "6A 7A", "6R 7R", field="3c1", stock="9A 9R")).state
    for text in ("3B", "hiki 3", "take 9A", "5A>3c1"):
        assert {code(state, seat, text) for seat in range(3)} == {"match_over"}
    assert code(state, 0, {"type": 5}) == "match_over"
    assert offered(state, 0) == []
    for drawn in (Chosen(0), Shuffled(())):
        with pytest.raises(IllegalMove, match="match_over"):
            hanafuda.draw(state, drawn)


def test_fault_3_a_refused_attempt_changes_nothing_about_who_wins() -> None:
    state = hana("11c 2A", "9R 9c1 9c2 8A", field="9A 8c1", stock="10A 10R 12c1 12c2", rounds=1)
    plain = after(state, (0, "2A"), (1, "hiki 9"))
    for text in ("11c>9A", "9R", "hiki 9", "2A>9A"):
        with pytest.raises(IllegalMove):
            hanafuda.apply(state, 0, move(text))
    tried = after(state, (0, "2A"), (1, "hiki 9"))
    assert tried == plain


OTHER = "9A 9R 10A 10R 11B 11A 12B 8A"


def test_words_say_every_event_of_a_lucky_hand_and_of_a_hiki() -> None:
    step = deal(to_deal(hanafuda, 2), PAIRS, OTHER, field="5A 5R 6c1 7c1 8B 9c1 9c2 10c1")
    lines = [hanafuda.words(one, ("ann", "bob")) for one in step.events]
    assert lines[1] == "ann holds four pairs: " + " ".join(event(step, "lucky_hand")["cards"])
    assert lines[2] == "round 1: ann wins at once and gets the field, 40; scores 40 0"
    step = do(hana("3B 3R", "6A", field="3c1 3c2", stock="9A 9R"), 0, "hiki 3")
    assert hanafuda.words(step.events[0], ("ann", "bob")) == "ann takes all of March by hiki"
    assert kinds(deal(to_deal(hanafuda, 2), PLAIN_HAND, OTHER_HAND, field=PLAIN_FIELD)) == ["dealt"]
    with pytest.raises(AssertionError, match="no event"):
        hanafuda.words({"type": "thrown"}, ("ann", "bob"))
