"""Hanafuda rule by rule, H2 to H12: each test is named after the rule that it holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Shuffle, Shuffled
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.lobby.birthdays import BadBirthday, checked_birthday
from tests.games.flowers.tables import (
    OTHER_HAND,
    PAIRS,
    PLAIN_HAND,
    actor,
    after,
    captured,
    cards,
    code,
    deal,
    do,
    event,
    field,
    hana,
    hand,
    kinds,
    offered,
    table,
    to_deal,
)

FIRSTS_FIRST = tuple(card for place in range(4) for card in HANAFUDA[place::4])
"""The first card of every month, then the second of every month ...: no deal of it is special."""

# --- H2: the table ---------------------------------------------------------------------------------------------------

DEALS = {
    # players: (hand, field)
    "seed": {2: (8, 8), 3: (6, 8), 4: (5, 8), 5: (4, 8), 6: (3, 8), 7: (2, 8)},
    "traditional": {2: (8, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)},
}


@pytest.mark.parametrize("way", ["seed", "traditional"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_h2_hands_field_and_stock_by_the_number_of_players(way: str, seats: int) -> None:
    held, laid = DEALS[way][seats]
    for dealer in range(seats):
        state = to_deal(hanafuda, seats, dealer, deal=way)
        step = hanafuda.draw(state, Shuffled(FIRSTS_FIRST))
        shown = table(step.state)
        assert set(shown["field"]) == set(FIRSTS_FIRST[:laid])
        assert shown["counts"] == [held] * seats
        assert shown["stock"] == 48 - laid - seats * held
        for turn in range(seats):
            start = laid + turn * held
            seen = hanafuda.seat(step.state, (dealer - turn) % seats)["hand"]
            assert set(seen) == set(FIRSTS_FIRST[start : start + held])
        assert actor(step.state) == dealer


@pytest.mark.parametrize("seats", [-1, 0, 1, 8])
def test_h2_other_than_two_to_seven_players_are_refused_with_the_range(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        hanafuda.setup(hanafuda.Options(), seats)


# --- H4: the dealer --------------------------------------------------------------------------------------------------


def with_birthdays(*days: str | None) -> Any:
    return hanafuda.setup(hanafuda.Options(birthdays=days), len(days))


@pytest.mark.parametrize(
    ("days", "dealer"),
    [
        (("03-14", "01-02", "12-31"), 1),
        (("02-29", "03-01"), 0),
        (("12-31", "12-30"), 1),
        (("10-01", "09-30", "11-01", "10-31"), 1),
        (("05-05", "05-06", "05-06"), 0),
    ],
)
def test_h4_the_earliest_birthday_in_the_year_deals_and_nothing_is_drawn(days: tuple[str, ...], dealer: int) -> None:
    state = with_birthdays(*days)
    assert isinstance(hanafuda.chance(state), Shuffle)
    assert (table(state)["dealer"], table(state)["next_dealer"]) == (None, dealer)
    assert actor(hanafuda.draw(state, Shuffled(FIRSTS_FIRST)).state) == dealer


@pytest.mark.parametrize(
    ("days", "among"),
    [
        (("05-05", "06-01", "05-05"), (0, 2)),
        (("05-05", "05-05"), (0, 1)),
        ((None, "01-01", "02-02"), (0, 1, 2)),
        (("01-01", "02-02", None, "01-01"), (0, 1, 2, 3)),
        ((None, None), (0, 1)),
    ],
)
def test_h4_of_a_shared_earliest_date_or_with_one_missing_it_is_drawn(days: Any, among: tuple[int, ...]) -> None:
    state = with_birthdays(*days)
    assert table(state)["next_dealer"] is None
    assert hanafuda.chance(state) == Choose(among)
    for other in range(len(days)):
        if other in among:
            assert table(hanafuda.draw(state, Chosen(other)).state)["next_dealer"] == other
        else:
            with pytest.raises(IllegalMove, match="bad_chance"):
                hanafuda.draw(state, Chosen(other))


def test_h4_without_birthdays_it_is_drawn_among_all() -> None:
    assert hanafuda.chance(hanafuda.setup(hanafuda.Options(), 4)) == Choose((0, 1, 2, 3))


@pytest.mark.parametrize("day", ["02-30", "00-10", "13-01", "04-31", "01-00", "01-32"])
def test_h4_a_day_that_is_in_no_calendar_is_refused(day: str) -> None:
    with pytest.raises(ValueError, match="birthdays"):
        with_birthdays(day, "05-05")


def test_h4_the_calendar_is_that_of_the_profiles() -> None:
    for day in [f"{month:02d}-{number:02d}" for month in range(14) for number in range(33)]:
        try:
            checked_birthday(day)
        except BadBirthday:
            with pytest.raises(ValueError, match="birthdays"):
                with_birthdays(day, "05-05")
        else:
            with_birthdays(day, "05-05")


@pytest.mark.parametrize("days", [("01-01",), ("01-01", "01-02", "01-03")])
def test_h4_birthdays_that_do_not_fit_the_seats_are_refused(days: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="2 seats"):
        hanafuda.setup(hanafuda.Options(birthdays=days), 2)


def test_h4_of_dates_only_the_order_stays_in_the_options_of_a_match() -> None:
    start = hanafuda.starting
    usual = hanafuda.Options(rounds=5)
    days = start(usual, ("03-14", "02-28", None, "02-28", "12-01")).birthdays
    assert days == ("01-02", "01-01", None, "01-01", "01-02")
    assert start(usual, ("03-14", "02-28")).rounds == 5
    assert hanafuda.chance(hanafuda.setup(start(usual, (None, None)), 2)) == Choose((0, 1))


@given(st.lists(st.none() | st.dates().map(lambda day: f"{day:%m-%d}"), min_size=2, max_size=7))
def test_h4_stand_in_dates_give_the_same_dealer_as_the_dates(days: list[str | None]) -> None:
    own = hanafuda.setup(hanafuda.Options(birthdays=tuple(days)), len(days))
    stand_in = hanafuda.setup(hanafuda.starting(hanafuda.Options(), tuple(days)), len(days))
    assert table(own)["next_dealer"] == table(stand_in)["next_dealer"]
    assert hanafuda.chance(own) == hanafuda.chance(stand_in)
    given = [day for day in days if day is not None]
    first = [seat for seat, day in enumerate(days) if day == min(given, default=None)]
    wanted = first if len(given) == len(days) else list(range(len(days)))
    assert hanafuda.chance(own) == (Shuffle(HANAFUDA) if len(wanted) == 1 else Choose(tuple(wanted)))


@pytest.mark.parametrize("scoring", ["winner_takes_all", "own_points"])
def test_h4_the_winner_of_the_last_round_deals_the_next(scoring: str) -> None:
    state = hana("", "", "1c1", captured=("3B", "8B 8A", ""), turn=2, scoring=scoring)
    step = do(state, 2, "1c1")
    assert event(step, "round_scored")["winner"] == 1
    assert table(step.state)["next_dealer"] == 1
    assert actor(hanafuda.draw(step.state, Shuffled(FIRSTS_FIRST)).state) == 1


def test_the_table_is_that_of_the_finished_round_until_the_next_is_dealt() -> None:
    state = do(hana("", "", "1c1", captured=("3B", "8B 8A", ""), field="5A", turn=2, round=4, rounds=9), 2, "1c1").state
    void = hanafuda.draw(state, Shuffled(cards("1* 5c1 6c1 7c1 8c1"))).state
    for finished in (state, void):
        shown = table(finished)
        assert (shown["round"], shown["dealer"], shown["next_dealer"]) == (4, 0, 1)
        assert (shown["captured_value"], shown["field"]) == ([20, 30, 0], ("01-chaff-1", "05-animal"))
    shown = table(hanafuda.draw(void, Shuffled(FIRSTS_FIRST)).state)
    assert (shown["round"], shown["dealer"], shown["next_dealer"]) == (5, 1, None)
    assert shown["captured_value"] == [0, 0, 0]


def test_the_table_shows_both_halves_of_the_last_turn() -> None:
    state = do(hana("3B 5A", "6A 7A", field="3c1 9c1", stock="9A 12B"), 0, "3B").state
    hand = {"seat": 0, "from": "hand", "cards": ("03-bright",), "captured": ("03-chaff-1",)}
    stock = {"seat": 0, "from": "stock", "cards": ("09-animal",), "captured": ("09-chaff-1",)}
    assert list(table(state)["last"]) == [hand, stock]
    state = do(state, 1, "6A").state
    assert [(half["seat"], half["from"], half["captured"]) for half in table(state)["last"]] == [
        (1, "hand", ()),
        (1, "stock", ()),
    ]


# --- H6, H7: before play ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("month", [1, 8, 11, 12])
def test_h6_four_of_a_month_on_the_field_are_dealt_again_as_often_as_it_takes(month: int) -> None:
    others = [f"{other}c1" if other != 11 else "11c" for other in range(1, 13) if other != month][:4]
    state = to_deal(hanafuda, 2)
    for _ in range(3):
        step = hanafuda.draw(state, Shuffled(cards(f"{month}* {' '.join(others)}")))
        assert kinds(step) == ["redealt"]
        assert actor(step.state) == CHANCE
        assert hanafuda.chance(step.state) == Shuffle(HANAFUDA)
        assert step.state == state
    dealt = deal(state, PLAIN_HAND, OTHER_HAND).state
    assert (actor(dealt), table(dealt)["round"], table(dealt)["dealer"]) == (0, 1, 0)


def test_h6_three_of_a_month_and_four_pairs_on_the_field_are_played() -> None:
    for laid in ("9R 9c1 9c2 1c1 2c1 3c1 4c1 5c1", "9R 9c1 10c1 10c2 11R 11c 12c1 12c2"):
        step = deal(to_deal(hanafuda, 2), "1B 2A 3B 4A 5A 6A 7A 8B", "1R 2R 3R 4R 5R 6R 7R 8A", field=laid)
        assert kinds(step) == ["dealt"]


def test_h6_comes_before_h7() -> None:
    other = "5A 5R 6A 6R 7A 7R 9R 10R"
    assert kinds(deal(to_deal(hanafuda, 2), PAIRS, other, field="8* 9A 10A 11A 12B")) == ["redealt"]


FIELD_OF_53 = "5A 5R 6c1 7c1 8B 9A 9R 10c1"
"""10+5+1+1+20+10+5+1."""


@pytest.mark.parametrize("scoring", ["winner_takes_all", "own_points"])
@pytest.mark.parametrize("lucky", [PAIRS, "1* 2*", "11* 12*", "1B 1c2 5c1 5c2 11c 11A 12B 12c3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_h7_four_pairs_or_two_months_win_the_value_of_the_field(seat: int, lucky: str, scoring: str) -> None:
    other = "3c1 4c1 6A 6R 7A 7R 8A 10A"
    hands = (lucky, other) if seat == 0 else (other, lucky)
    step = deal(to_deal(hanafuda, 2, scoring=scoring), *hands, field=FIELD_OF_53)
    assert kinds(step) == ["dealt", "lucky_hand", "round_scored"]
    assert step.ended == "round"
    assert table(step.state)["scores"] == ((53, 0) if seat == 0 else (0, 53))
    assert table(step.state)["next_dealer"] == seat
    assert actor(step.state) == CHANCE


@pytest.mark.parametrize("dealer", [0, 1])
def test_h7_of_two_lucky_hands_the_dealers_wins(dealer: int) -> None:
    step = deal(to_deal(hanafuda, 2, dealer), PAIRS, "11* 12*", field=FIELD_OF_53)
    assert table(step.state)["scores"] == ((53, 0) if dealer == 0 else (0, 53))


@pytest.mark.parametrize("usual", ["1B 1R 2A 2R 3B 3R 4A 6A", "1B 1R 1c1 2A 2R 3B 3R 4A", "1* 2A 3B 4A 6A"])
@pytest.mark.parametrize("pairs_from_four", [False, True])
def test_h7_a_hand_without_four_pairs_is_played(usual: str, pairs_from_four: bool) -> None:
    state = to_deal(hanafuda, 2, pairs_from_four=pairs_from_four)
    step = deal(state, usual, "11B 12B 10A 10R 7A 7R 8A 8c1", field=FIELD_OF_53)
    assert kinds(step) == ["dealt"]
    assert actor(step.state) == 0


@pytest.mark.parametrize("pairs_from_four", [False, True])
def test_h7_two_pairs_and_a_complete_month_are_four_pairs_by_option_only(pairs_from_four: bool) -> None:
    state = to_deal(hanafuda, 2, pairs_from_four=pairs_from_four)
    step = deal(state, "1* 2A 2R 3B 3R", "11B 12B 10A 10R 7A 7R 8A 4A", field=FIELD_OF_53)
    assert table(step.state)["scores"] == ((53, 0) if pairs_from_four else (0, 0))


def test_h7_a_hand_of_less_than_eight_wins_nothing() -> None:
    state = to_deal(hanafuda, 3, deal="traditional", pairs_from_four=True)
    step = deal(state, "1* 2A 2R 2c1", "3B 3R 4A 4R 5A 5R 6A", "7* 8B 8A 8c1", field="9A 10A 11A 12B 9R 10R")
    assert kinds(step) == ["dealt"]


# --- H8: must_match --------------------------------------------------------------------------------------------------


def test_h8_must_match_refuses_a_card_that_does_not_match_if_one_does() -> None:
    state = hana("3B 5A", "6A 7A", field="3c1 4c1", stock="9A 9R", must_match=True)
    assert offered(state, 0) == ["3B"]
    assert code(state, 0, "5A") == "must_capture"
    assert code(state, 0, "5A>3c1") == "must_capture"
    assert captured(do(state, 0, "3B").state, 0) == "3B 3c1"


def test_h8_must_match_leaves_the_choice_free_when_nothing_matches() -> None:
    state = hana("3B 5A", "6A 7A", field="4c1", stock="9A 9R", must_match=True)
    assert offered(state, 0) == ["3B", "5A"]
    assert field(do(state, 0, "5A").state) == "4c1 5A 9A"


def test_h8_must_match_is_satisfied_by_a_hiki_and_by_a_wild_capture() -> None:
    state = hana("3B 3R 11c 5A", "6A 7A", field="3c1 3c2 4c1", stock="9A 9R", must_match=True)
    assert offered(state, 0) == ["3B>3c1", "3B>3c2", "3R>3c1", "3R>3c2", "11c>4c1", "hiki 3"]
    assert captured(do(state, 0, "11c>4c1").state, 0) == "4c1 11c"
    assert captured(do(state, 0, "hiki 3").state, 0) == "3B 3R 3c1 3c2"
    assert code(state, 0, "11c") == "must_capture"


def test_h8_must_match_the_storm_card_matches_only_november() -> None:
    state = hana("11c 5A", "6A 7A", field="4c1", stock="9A 9R", must_match=True)
    assert offered(state, 0) == ["5A", "11c", "11c>4c1"]
    assert field(do(state, 0, "11c").state) == "4c1 9A 11c"
    state = hana("11c 5A", "6A 7A", field="4c1 11B", stock="9A 9R", must_match=True)
    assert offered(state, 0) == ["11c", "11c>4c1"]
    assert code(state, 0, "5A") == "must_capture"


# --- H10: hiki -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "laid"),
    [("3R 3c1 3c2", "3B"), ("3B 3R", "3c1 3c2"), ("3c2", "3B 3R 3c1")],
    ids=["1+3", "2+2", "3+1"],
)
def test_h10_hiki_takes_all_four_and_then_the_stock_is_turned(held: str, laid: str) -> None:
    state = hana(f"{held} 5A", "6A 7A", field=f"{laid} 4c1", stock="9A 9R")
    assert "hiki 3" in offered(state, 0)
    step = do(state, 0, "hiki 3")
    assert captured(step.state, 0) == "3B 3R 3c1 3c2"
    assert hand(step.state, 0) == "5A"
    assert field(step.state) == "4c1 9A"
    assert table(step.state)["stock"] == 1
    assert step.move == {"type": "hiki", "month": 3}
    assert actor(step.state) == 1


def test_h10_the_pages_example_hand_less_two_captured_more_four_then_one_stock_card() -> None:
    hands = ("3B 3R 5A 6A 7A 8A 9A 10A", OTHER_HAND.replace("3B 3R", "7R 8B").replace("5A 6A", "5R 6R"))
    state = deal(to_deal(hanafuda, 2), *hands, field="3c1 3c2 1c1 2c1 4c1 10c1 11R 12c1", stock="12c2").state
    step = do(state, 0, "hiki 3")
    assert len(hand(step.state, 0).split()) == 6
    assert captured(step.state, 0) == "3B 3R 3c1 3c2 12c1 12c2"
    assert table(step.state)["stock"] == 23


def test_h10_a_hiki_is_optional() -> None:
    state = hana("3B 3R 5A", "6A 7A", field="3c1 3c2", stock="9A 9R")
    assert offered(state, 0) == ["3B>3c1", "3B>3c2", "3R>3c1", "3R>3c2", "5A", "hiki 3"]
    assert captured(do(state, 0, "3B>3c1").state, 0) == "3B 3c1"


@pytest.mark.parametrize(
    ("held", "laid", "taken"),
    [
        ("3B 3R", "3c1", "3c2"),
        ("3B", "3R", "3c1 3c2"),
        ("3B", "3R 3c1", "3c2"),
        ("3B 3R 3c1 3c2", "", ""),
        ("3B 3R 3c1", "", "3c2"),
        ("3B 3R", "3c1", ""),
        ("5R", "3B 3R 3c1", ""),
    ],
)
def test_h10_no_hiki_of_a_month_that_is_captured_held_whole_or_not_complete(held: str, laid: str, taken: str) -> None:
    state = hana(f"{held} 5A", "6A 7A", field=f"{laid} 4c1", stock="9A 9R", captured=("", taken))
    assert "hiki 3" not in offered(state, 0)
    assert code(state, 0, "hiki 3") == "no_hiki"


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"type": "hiki"}, "wrong_type"),
        ({"type": "hiki", "month": "3"}, "wrong_type"),
        ({"type": "hiki", "month": None}, "wrong_type"),
        ({"type": "hiki", "month": True}, "wrong_type"),
        ({"type": "hiki", "month": 3.0}, "wrong_type"),
        ({"type": "hiki", "month": 4}, "no_hiki"),
        ({"type": "hiki", "month": 0}, "no_hiki"),
        ({"type": "hiki", "month": 13}, "no_hiki"),
    ],
)
def test_h10_codes_of_a_hiki(asked: Any, wanted: str) -> None:
    state = hana("3B 3R 5A", "6A 7A", field="3c1 3c2 4c1", stock="9A 9R")
    assert code(state, 0, asked) == wanted
    assert code(state, 1, asked) == "not_your_turn"


def test_h10_two_hikis_are_two_turns() -> None:
    state = hana("3B 3R 5A 5R", "6A 7A", field="3c1 3c2 5c1 5c2", stock="9A 10R 12B")
    assert offered(state, 0)[-2:] == ["hiki 3", "hiki 5"]
    state = after(state, (0, "hiki 5"), (1, "6A")).state
    assert offered(state, 0)[-1] == "hiki 3"


# --- H12: the end of a round -----------------------------------------------------------------------------------------


def test_h12_over_when_the_player_to_move_has_no_card() -> None:
    step = do(hana("3B", "", field="4c1", stock="9A 9R"), 0, "3B")
    assert step.ended == "round"
    step = do(hana("3B", "6A", field="4c1", stock="9A 9R"), 0, "3B")
    assert (step.ended, actor(step.state)) == ("", 1)
    step = do(step.state, 1, "6A")
    assert step.ended == "round"


def test_h12_over_when_a_turn_begins_without_stock() -> None:
    step = do(hana("3B 5A", "6A 7A", field="4c1", stock="9A"), 0, "3B")
    assert step.ended == "round"
    step = do(hana("3B 5A", "6A 7A", field="4c1", stock="9A 9R"), 0, "3B")
    assert step.ended == ""


def test_h12_a_pending_choice_of_the_last_card_comes_before_the_end() -> None:
    step = do(hana("3B", "6A", field="9R 9c1", stock="9A", round_end="immediate"), 0, "3B")
    assert (step.ended, actor(step.state)) == ("", 0)
    done = do(step.state, 0, "take 9R")
    assert done.ended == "round"
    assert event(done, "round_scored")["values"] == (15, 0)


@pytest.mark.parametrize("seats", range(2, 8))
def test_h12_everybody_has_played_equally_often_without_a_hiki(seats: int) -> None:
    state = to_deal(hanafuda, seats, seats - 1, storm="plain")
    state = hanafuda.draw(state, Shuffled(FIRSTS_FIRST)).state
    turns = [0] * seats
    while actor(state) != CHANCE:
        seat = actor(state)
        turns[seat] += table(state)["pending"] is None
        state = hanafuda.apply(state, seat, next(o for o in hanafuda.legal(state, seat) if o["type"] != "hiki")).state
    assert turns == [DEALS["seed"][seats][0]] * seats


def test_h12_immediate_ends_after_the_turn_that_empties_a_hand_or_the_stock() -> None:
    step = do(hana("3B", "6A", field="4c1", stock="9A 9R", round_end="immediate"), 0, "3B")
    assert step.ended == "round"
    step = do(hana("3B 5A", "6A", field="4c1", stock="9A", round_end="immediate"), 0, "3B")
    assert step.ended == "round"
    step = do(hana("3B 5A", "6A", field="4c1", stock="9A 9R", round_end="immediate"), 0, "3B")
    assert step.ended == ""


def test_h12_all_hands_lets_players_without_cards_only_turn_the_stock() -> None:
    state = hana("3B", "", "6A", field="4c1", stock="9A 9R 4A 12B", round_end="all_hands")
    step = do(state, 0, "3B")
    assert [(one["type"], one["seat"]) for one in step.events] == [("played", 0), ("turned", 0)]
    step = do(step.state, 2, "6A")
    assert [(one["type"], one.get("seat")) for one in step.events[:2]] == [("played", 2), ("turned", 2)]
    assert step.ended == "round"
    state = hana("3B 1B", "", "", field="4c1", stock="9A 9R 4A 12B", round_end="all_hands")
    step = do(state, 0, "3B")
    assert [(one["type"], one["seat"]) for one in step.events] == [
        ("played", 0),
        ("turned", 0),
        ("turned", 2),
        ("turned", 1),
    ]
    assert (captured(step.state, 2), captured(step.state, 1)) == ("9A 9R", "4A 4c1")
    assert actor(step.state) == 0
    assert do(step.state, 0, "1B").ended == "round"


def test_h12_all_hands_a_choice_of_a_player_without_cards_is_an_entry() -> None:
    state = hana("3B 1B", "", "", field="4c1 9c1 9c2", stock="10A 9A 4A 12B", round_end="all_hands")
    step = do(state, 0, "3B")
    assert (actor(step.state), step.goes_on) == (2, False)
    assert table(step.state)["pending"] == "09-animal"
    assert offered(step.state, 2) == ["take 9c1", "take 9c2"]
    done = do(step.state, 2, "take 9c2")
    assert captured(done.state, 2) == "9A 9c2"
    assert captured(done.state, 1) == "4A 4c1"
    assert actor(done.state) == 0


def test_h12_all_hands_plays_on_without_a_stock() -> None:
    state = hana("3B 1B", "", "6A", field="4c1", stock="9A", round_end="all_hands")
    step = do(state, 0, "3B")
    assert (actor(step.state), table(step.state)["stock"]) == (2, 0)
    step = do(step.state, 2, "6A")
    assert kinds(step) == ["played"]
    assert actor(step.state) == 0
    step = do(step.state, 0, "1B")
    assert step.ended == "round"


def test_h12_all_hands_ends_with_the_last_card_although_there_is_stock() -> None:
    step = do(hana("3B", "", field="4c1", stock="9A 9R 12B", round_end="all_hands"), 0, "3B")
    assert step.ended == "round"
    assert len([one for one in step.events if one["type"] == "turned"]) == 1


def test_h12_all_hands_a_hand_that_was_shortened_by_hikis_waits_for_the_others() -> None:
    state = hana("3B 3R", "6A 7A", field="3c1 3c2 4c1", stock="9A 10R 1c1 2c1 5c1", round_end="all_hands")
    assert do(state, 0, "hiki 3").ended == ""
    step = after(state, (0, "hiki 3"), (1, "6A"))
    assert [one["seat"] for one in step.events if one["type"] == "turned"] == [1, 0]
    assert [one["stock"] for one in step.events if one["type"] == "turned"] == [3, 2]
    assert do(step.state, 1, "7A").ended == "round"
