"""What Hanafuda and Koi-Koi share: the cards, the order round the table, the deal, and the one capture rule."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fudakai.server.games.api import CHANCE, Game, Shuffle, Shuffled
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.flowers.cards import value
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.koikoi import game as koikoi
from fudakai.testing.play import Habits, match
from tests.games.flowers.tables import (
    OTHER_HAND,
    PLAIN_FIELD,
    PLAIN_HAND,
    SMALL_HANDS,
    actor,
    after,
    captured,
    cards,
    code,
    deal,
    do,
    event,
    field,
    game_of,
    hana,
    hand,
    koi,
    offered,
    refusal,
    table,
    to_deal,
)

each_game = pytest.mark.parametrize("lay", [hana, koi], ids=["hanafuda", "koikoi"])
"""A rule of both games: laid as a table of either."""

# --- cards -----------------------------------------------------------------------------------------------------------

SPECIAL = {
    1: "1B 1R", 2: "2A 2R", 3: "3B 3R", 4: "4A 4R", 5: "5A 5R", 6: "6A 6R", 7: "7A 7R", 8: "8B 8A", 9: "9A 9R",
    10: "10A 10R", 11: "11B 11A 11R", 12: "12B",
}  # fmt: skip
"""H1's table; all other cards of a month are chaff."""


def test_h1_each_month_has_its_cards_in_deck_order_and_the_rest_is_chaff() -> None:
    for month, special in SPECIAL.items():
        *dear, first = (*cards(special), "chaff")
        of_month = HANAFUDA[month * 4 - 4 : month * 4]
        assert of_month[: len(dear)] == tuple(dear)
        assert all(f"{month:02d}-{first}" in card for card in of_month[len(dear) :])
    assert [card for card in HANAFUDA if card.startswith("12")] == [*cards("12B 12c1 12c2 12c3")]


def test_h1_the_kinds_are_worth_20_10_5_and_1_and_the_deck_264() -> None:
    assert [value((card,)) for card in cards("8B 8A 9R 9c2 11c 11R")] == [20, 10, 5, 1, 1, 5]
    assert Counter(value((card,)) for card in HANAFUDA) == {20: 5, 10: 9, 5: 10, 1: 24}
    assert value(HANAFUDA) == 264


@each_game
def test_h1_the_storm_card_lies_with_the_chaff_and_the_november_ribbon_with_the_ribbons(lay: Any) -> None:
    state = lay("1B", "2A", captured=("11*", ""))
    piles = table(state)["captured"][0]
    assert piles == {"bright": ["11-bright"], "animal": ["11-animal"], "ribbon": ["11-ribbon"], "chaff": ["11-chaff"]}


# --- the order round the table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_h3_play_goes_counterclockwise_from_the_dealer_over_lower_seats(seats: int) -> None:
    for dealer in range(seats):
        held = ["12B 12c1"] * seats
        state = hana(*held, stock="1* 2* 3* 4*", dealer=dealer, turn=dealer)
        order = []
        for _ in range(seats + 1):
            order.append(actor(state))
            state = do(state, order[-1], hand(state, order[-1]).split()[0]).state
            state = after(state, *([(order[-1], "take 12B")] if actor(state) == order[-1] else [])).state
        assert order == [*range(dealer, -1, -1), *range(seats - 1, dealer, -1), dealer]


def test_h3_two_players_simply_take_turns() -> None:
    for lay in (hana, koi):
        state = lay("1B 2A", "3B 4A", stock="9R 10R", turn=1, dealer=1)
        assert actor(do(state, 1, "3B").state) == 0


# --- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [hanafuda, koikoi], ids=["hanafuda", "koikoi"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_h5_k1_dealt_are_the_field_the_dealer_the_other_and_then_the_stock_from_the_top(
    game: Game, dealer: int
) -> None:
    state = to_deal(game, 2, dealer)
    order = cards(f"{PLAIN_FIELD} {PLAIN_HAND} {OTHER_HAND} 12c1 12c2")
    state = game.draw(state, Shuffled(order)).state
    assert field(state) == PLAIN_FIELD
    assert hand(state, dealer) == "1B 9A 9R 10A 10R 11B 11A 12B"
    assert hand(state, 1 - dealer) == OTHER_HAND
    assert table(state)["stock"] == 24
    assert actor(state) == dealer
    assert event(do(state, dealer, "9A"), "turned")["card"] == "12-chaff-1"


@pytest.mark.parametrize("dealer", range(7))
def test_h5_the_hands_are_dealt_whole_and_in_playing_order(dealer: int) -> None:
    state = to_deal(hanafuda, 7, dealer)
    order = cards(f"{PLAIN_FIELD} {' '.join(SMALL_HANDS)} 12c1")
    state = hanafuda.draw(state, Shuffled(order)).state
    assert [set(hand(state, (dealer - turn) % 7).split()) for turn in range(7)] == [set(h.split()) for h in SMALL_HANDS]
    assert event(do(state, dealer, "8B"), "turned")["card"] == "12-chaff-1"


def test_h5_a_short_shuffle_is_the_top_and_the_rest_follows_in_deck_order() -> None:
    state = deal(to_deal(hanafuda, 2), PLAIN_HAND, OTHER_HAND).state
    assert event(do(state, 0, "9A"), "turned")["card"] == "01-ribbon"


# --- the hand half ---------------------------------------------------------------------------------------------------


@each_game
def test_h8_one_match_is_captured(lay: Any) -> None:
    step = do(lay("3B 5A", "6A 7A", field="3c1 4c1", stock="9A 9R"), 0, "3B")
    assert captured(step.state, 0) == "3B 3c1"
    assert field(step.state) == "4c1 9A"
    assert hand(step.state, 0) == "5A"


@each_game
def test_h8_of_two_matches_the_named_one_is_captured_and_one_must_be_named(lay: Any) -> None:
    state = lay("3B 5A", "6A 7A", field="3c1 3c2", stock="9A 9R")
    assert code(state, 0, "3B") == "needs_target"
    assert [offer for offer in offered(state, 0) if "3B" in offer] == ["3B>3c1", "3B>3c2"]
    step = do(state, 0, "3B>3c2")
    assert captured(step.state, 0) == "3B 3c2"
    assert field(step.state) == "3c1 9A"
    assert step.move == {"type": "play", "card": "03-bright", "target": "03-chaff-2"}


@each_game
@pytest.mark.parametrize("text", ["3B", "3B>3c1", "3B>3R"])
def test_h8_three_matches_are_a_stack_that_is_captured_whole(lay: Any, text: str) -> None:
    state = lay("3B 5A", "6A 7A", field="3R 3c1 3c2 4c1", stock="9A 9R")
    step = do(state, 0, text)
    assert captured(step.state, 0) == "3B 3R 3c1 3c2"
    assert field(step.state) == "4c1 9A"
    assert step.move == {"type": "play", "card": "03-bright"}


@each_game
def test_h8_a_card_without_a_match_stays_on_the_field(lay: Any) -> None:
    step = do(lay("3B 5A", "6A 7A", field="4c1", stock="9A 9R"), 0, "3B")
    assert captured(step.state, 0) == ""
    assert field(step.state) == "3B 4c1 9A"


@each_game
def test_h8_the_choice_of_the_card_is_free(lay: Any) -> None:
    state = lay("3B 5A 11c", "6A 7A", field="3c1", stock="9A 9R", **({"storm": "plain"} if lay is hana else {}))
    assert offered(state, 0) == ["3B", "5A", "11c"]


@each_game
@pytest.mark.parametrize("target", ["4c1", "3c2", "3B", "9A", "5A"])
def test_h8_a_target_that_is_not_there_or_does_not_match_is_refused(lay: Any, target: str) -> None:
    state = lay("3B 5A", "6A 7A", field="3c1 3R 4c1", stock="9A 9R")
    assert code(state, 0, f"3B>{target}") == "no_match"


@each_game
def test_h8_a_card_that_matches_cannot_be_laid_down_beside_its_match(lay: Any) -> None:
    state = lay("3B 5A", "6A 7A", field="3c1", stock="9A 9R")
    assert captured(do(state, 0, "3B").state, 0) == "3B 3c1"
    assert code(state, 0, {"type": "play", "card": "03-bright", "target": None}) == "wrong_type"


@each_game
def test_h8_a_right_target_that_is_not_needed_is_accepted_and_not_logged(lay: Any) -> None:
    state = lay("3B 5A", "6A 7A", field="3c1", stock="9A 9R")
    step = do(state, 0, "3B>3c1")
    assert step.move == {"type": "play", "card": "03-bright"}
    assert step.state == do(state, 0, "3B").state


# --- the stock half --------------------------------------------------------------------------------------------------


@each_game
def test_h9_the_turned_card_captures_one_match(lay: Any) -> None:
    step = do(lay("3B 5A", "6A 7A", field="9R 4c1", stock="9A 1B"), 0, "3B")
    assert captured(step.state, 0) == "9A 9R"
    assert event(step, "turned") == {
        "type": "turned",
        "seat": 0,
        "card": "09-animal",
        "stock": 1,
        "captured": ("09-ribbon",),
        "choices": (),
    }


@each_game
def test_h9_the_turned_card_takes_a_stack_whole(lay: Any) -> None:
    step = do(lay("3B 5A", "6A 7A", field="9R 9c1 9c2", stock="9A 1B"), 0, "3B")
    assert captured(step.state, 0) == "9A 9R 9c1 9c2"


@each_game
def test_h9_the_turned_card_takes_the_card_that_was_just_laid_down(lay: Any) -> None:
    step = do(lay("3B 5A", "6A 7A", field="9R", stock="3c1 1B"), 0, "3B")
    assert captured(step.state, 0) == "3B 3c1"


@each_game
def test_h9_with_two_matches_the_turn_waits_for_a_choice(lay: Any) -> None:
    state = lay("3B 5A", "6A 7A", field="9R 9c1", stock="9A 1B")
    step = do(state, 0, "3B")
    assert step.goes_on
    assert actor(step.state) == 0
    assert (table(step.state)["pending"], table(step.state)["stock"]) == ("09-animal", 1)
    assert field(step.state) == "3B 9R 9c1"
    assert offered(step.state, 0) == ["take 9R", "take 9c1"]
    done = do(step.state, 0, "take 9c1")
    assert not done.goes_on
    assert captured(done.state, 0) == "9A 9c1"
    assert field(done.state) == "3B 9R"
    assert table(done.state)["pending"] is None
    assert actor(done.state) == 1


@each_game
def test_h9_a_pending_choice_refuses_everything_else_by_its_codes(lay: Any) -> None:
    state = do(lay("3B 5A", "6A 7A", field="9R 9c1 4c1", stock="9A 1B"), 0, "3B").state
    assert code(state, 0, "5A") == "wrong_type"
    assert code(state, 0, "hiki 9") == "wrong_type"
    assert code(state, 0, "stop") == "wrong_type"
    assert code(state, 0, {"type": "choose"}) == "wrong_type"
    assert code(state, 0, {"type": "choose", "target": None}) == "wrong_type"
    assert code(state, 0, {"type": "choose", "target": 9}) == "wrong_type"
    for target in ("4c1", "9A", "9c2", "3B"):
        assert code(state, 0, f"take {target}") == "no_match"
    assert code(state, 0, {"type": "choose", "target": "XX"}) == "no_match"
    assert code(state, 1, "take 9R") == "not_your_turn"
    assert code(state, 1, "6A") == "not_your_turn"


@each_game
def test_h9_without_a_stock_the_half_is_skipped(lay: Any) -> None:
    fields = {"round_end": "all_hands"} if lay is hana else {}
    step = do(lay("3B 5A", "6A 7A", field="9R", **fields), 0, "3B")
    assert [one["type"] for one in step.events] == ["played"]
    assert table(step.state)["stock"] == 0
    assert actor(step.state) == 1


# --- codes -----------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"type": "choose", "target": "03-chaff-1"}, "wrong_type"),
        ({"type": "play"}, "wrong_type"),
        ({"type": "play", "card": "ZZ", "target": 3}, "wrong_type"),
        ({"type": "play", "card": "ZZ", "target": "04-chaff-1"}, "not_in_hand"),
        ({"type": "play", "card": "06-animal", "target": "04-chaff-1"}, "not_in_hand"),
        ({"type": "play", "card": "03-bright", "target": "04-chaff-1"}, "no_match"),
        ({"type": "play", "card": "03-bright"}, "needs_target"),
    ],
)
def test_the_first_code_that_applies_is_given(lay: Any, asked: Any, wanted: str) -> None:
    state = lay("3B 5A", "6A 7A", field="3c1 3c2 4c1", stock="9A 1B")
    found = refusal(state, 0, asked)
    assert (found.code, bool(found.words)) == (wanted, True)
    assert code(state, 1, asked) == "not_your_turn"
    over = game_of(state).abandon(state).state
    assert code(over, 0, asked) == code(over, 1, asked) == "match_over"


@each_game
def test_a_field_that_a_move_does_not_have_is_ignored(lay: Any) -> None:
    state = lay("3B 5A", "6A 7A", field="4c1", stock="9A 1B")
    step = game_of(state).apply(state, 0, {"type": "play", "card": "03-bright", "month": None, "cards": 7})
    assert step.move == {"type": "play", "card": "03-bright"}


def test_a_seats_move_while_chance_is_to_act_is_not_your_turn() -> None:
    for state in (hanafuda.setup(hanafuda.Options(), 2), to_deal(hanafuda, 2), koikoi.setup(koikoi.Options(), 2)):
        assert actor(state) == CHANCE
        assert code(state, 0, "3B") == code(state, 1, "take 3B") == "not_your_turn"


def test_each_deal_is_of_the_whole_deck() -> None:
    for game in (hanafuda, koikoi):
        draw = game.chance(to_deal(game, 2))
        assert draw == Shuffle(HANAFUDA)


# --- faults seen elsewhere -------------------------------------------------------------------------------------------


@each_game
def test_fault_2_the_storm_card_and_the_november_ribbon_are_never_swapped(lay: Any) -> None:
    state = lay("11c 11R", "6A 7A", field="11A", stock="9A 1B")
    assert captured(do(state, 0, "11c").state, 0) == "11A 11c"
    assert captured(do(state, 0, "11R").state, 0) == "11A 11R"
    assert [value(cards(captured(do(state, 0, text).state, 0))) for text in ("11c", "11R")] == [11, 15]


@each_game
@pytest.mark.parametrize("seat", [0, 1])
def test_fault_7_a_pending_choice_is_gone_when_its_match_is_forfeited(lay: Any, seat: int) -> None:
    state = do(lay("3B 5A", "6A 7A", field="9R 9c1", stock="9A 1B"), 0, "3B").state
    game = game_of(state)
    over = game.leave(state, seat).state
    assert (table(over)["pending"], table(over)["stock"]) == (None, 0)
    assert offered(over, 0) == offered(over, 1) == []
    again = game.setup(game.Options(), 2)
    assert table(again)["pending"] is None


# --- laws over random matches ----------------------------------------------------------------------------------------


def everything(state: Any) -> list[str]:
    """All cards as the views of all seats show them, and the stock as far as it can be seen: by its count."""
    game, shown = game_of(state), table(state)
    held = [card for seat in range(len(shown["scores"])) for card in game.seat(state, seat)["hand"]]
    taken = [card for piles in shown["captured"] for pile in piles.values() for card in pile]
    waiting = [] if shown["pending"] is None else [shown["pending"]]
    return [*held, *taken, *shown["field"], *waiting]


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(2, 7),
    st.sampled_from(["seed", "traditional"]),
    st.sampled_from(["turn", "immediate", "all_hands"]),
    st.booleans(),
)
def test_48_cards_and_264_points_are_always_there_in_hanafuda(
    seed: int, seats: int, deals: Any, round_end: Any, must_match: bool
) -> None:
    options = hanafuda.Options(deal=deals, round_end=round_end, must_match=must_match, rounds=2)
    conserved(hanafuda, options, seats, seed)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["win", "off"]))
def test_48_cards_and_264_points_are_always_there_in_koikoi(seed: int, lucky: Any) -> None:
    conserved(koikoi, koikoi.Options(lucky_hands=lucky, rounds=3), 2, seed)


def conserved(game: Game, options: Any, seats: int, seed: int) -> None:
    """Plays a match at random, and looks at every state in which cards lie on the table."""
    looked = 0
    for played in match(game, options, seats, Random(seed), Habits(clock=0.1)):
        state = played.step.state
        if actor(state) in (CHANCE, None):
            continue
        looked += 1
        seen, stock = everything(state), table(state)["stock"]
        assert len(seen) == len(set(seen)) == 48 - stock
        assert Counter(game.cards(state)) == Counter(HANAFUDA)
        assert value(game.cards(state)) == 264
        if game is hanafuda:
            piles = [cards(captured(state, seat)) for seat in range(seats)]
            assert table(state)["captured_value"] == [value(pile) for pile in piles]
    assert looked
