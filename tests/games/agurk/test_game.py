"""Agurk rule by rule: each test is named after the rule of server/games/agurk/game.py that it holds."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.agurk.state import Exit, Play
from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Shuffle, Shuffled
from fudakai.server.games.cards import BRIDGE, BRIDGE_RANK
from tests.games.agurk.tables import (
    after_plays,
    code,
    dealing,
    ended,
    event,
    last_cards,
    offered,
    play,
    playing,
    shuffled,
)

# --- cards and seats -------------------------------------------------------------------------------------------------


def test_a1_the_deck_has_55_cards_and_three_jokers_above_the_aces() -> None:
    state = agurk.draw(agurk.setup(agurk.Options(), 2), Chosen(0)).state
    draw = agurk.chance(state)
    assert isinstance(draw, Shuffle)
    assert len(draw.deck) == len(set(draw.deck)) == 55
    assert draw.deck[:5] == ("2C", "2D", "2H", "2S", "3C")
    assert draw.deck[-4:] == ("AS", "JK1", "JK2", "JK3")
    assert [BRIDGE_RANK[card] for card in ("2C", "10H", "JD", "QS", "KC", "AH", "JK1", "JK3")] == [
        2,
        10,
        11,
        12,
        13,
        14,
        15,
        15,
    ]


@pytest.mark.parametrize("seats", [-1, 0, 1, 8])
def test_a2_other_than_two_to_seven_players_are_refused_with_the_range(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        agurk.setup(agurk.Options(), seats)


def test_a3_player_one_of_the_first_round_is_drawn_among_all_seats() -> None:
    state = agurk.setup(agurk.Options(), 3)
    assert agurk.to_act(state) == {CHANCE}
    assert agurk.chance(state) == Choose((0, 1, 2))
    assert agurk.draw(state, Chosen(2)).state.player_one == 2


def test_a3_who_left_is_no_candidate() -> None:
    state = agurk.leave(agurk.setup(agurk.Options(), 3), 1).state
    assert agurk.chance(state) == Choose((0, 2))


# --- rounds and dealing ----------------------------------------------------------------------------------------------


def test_a4_hand_sizes_fall_to_one_rise_to_six_and_begin_again() -> None:
    sizes = []
    for number in range(1, 27):
        step = agurk.draw(dealing(2, round=number), Shuffled(()))
        sizes.append(event(step, "dealt")["hand_size"])
    assert sizes == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6] * 2 + [7, 6]


def test_a5_penalty_cards_stay_out_of_the_deck_also_of_players_who_are_out() -> None:
    state = dealing(3, penalties=(("2C",), ("JK1", "JK2"), ()), scores=(2, 30, 0), active=(0, 2))
    draw = agurk.chance(state)
    assert isinstance(draw, Shuffle)
    assert set(BRIDGE) - set(draw.deck) == {"2C", "JK1", "JK2"}
    with pytest.raises(IllegalMove, match="bad_chance"):
        agurk.draw(state, Shuffled(("JK1",)))
    assert agurk.draw(state, Shuffled(())).state.hands[0][0] == "2D"


def test_a5_the_hand_size_falls_until_the_deck_serves_everybody() -> None:
    taken = (BRIDGE[:7], *((),) * 6)
    step = agurk.draw(dealing(7, penalties=taken, scores=(0,) * 7), Shuffled(()))
    assert event(step, "dealt")["hand_size"] == 6  # 48 cards, seven players
    step = agurk.draw(dealing(7, penalties=(BRIDGE[:6], *((),) * 6), scores=(0,) * 7), Shuffled(()))
    assert event(step, "dealt")["hand_size"] == 7  # 49 cards
    assert event(step, "dealt")["stock"] == 0


def test_a5_who_is_gone_is_not_counted() -> None:
    state = dealing(7, penalties=(BRIDGE[:7], *((),) * 6), scores=(0,) * 7)
    assert event(agurk.draw(agurk.leave(state, 3).state, Shuffled(())), "dealt")["counts"] == (7, 7, 7, 0, 7, 7, 7)


# --- cycles ----------------------------------------------------------------------------------------------------------


def test_a6_turns_go_clockwise_from_player_one_and_over_those_who_are_out() -> None:
    state = playing("2C 9C", "2D 9D", "", "2H 9H", turn=3, player_one=3)
    order = []
    for cards in ("2H", "2C"):
        (seat,) = agurk.to_act(state)
        order.append(seat)
        state = play(state, seat, cards).state
    assert [*order, *agurk.to_act(state)] == [3, 0, 1]


def test_a6_the_most_recent_of_equal_highest_cards_leads() -> None:
    state = playing("9C 2C 3C", "9D 2D 3D", "5C 2H 3H")
    step = after_plays(state, (0, "9C"), (1, "9D"), (2, "2H"))
    assert event(step, "cycle_ended") == {"type": "cycle_ended", "highest": 1, "leader": 1}
    assert step.ended == "cycle"


def test_a7_the_leader_plays_one_or_several_of_one_rank_and_keeps_one() -> None:
    state = playing("9C 9D KC", "2C 3C 4C")
    assert offered(state, 0) == {"9C", "9D", "9C 9D", "KC"}
    assert offered(playing("9C 9D", "2C 3C"), 0) == {"9C", "9D"}
    assert code(state, 0, "9C KC") == "ranks_differ"
    assert code(playing("9C 9D", "2C 3C"), 0, "9C 9D") == "must_keep_one"
    assert code(playing("9C KC", "2C 3C"), 0, "9C KC") == "ranks_differ"
    assert code(state, 0, "") == "wrong_count"


def test_a7_three_jokers_are_one_rank() -> None:
    assert "JK1 JK2 JK3" in offered(playing("JK1 JK2 JK3 2C", "3C 4C 5C 6C"), 0)


def test_a8_followers_play_at_least_as_high_or_their_lowest() -> None:
    state = play(playing("9C 2C 3C", "2D 8D 9D KD"), 0, "9C").state
    assert offered(state, 1) == {"2D", "9D", "KD"}
    assert code(state, 1, "8D") == "too_low"
    assert code(state, 1, "9D KD") == "wrong_count"
    assert code(state, 1, "") == "wrong_count"


def test_a8_a_high_card_and_a_lowest_card_together_only_as_the_lowest_set() -> None:
    state = play(playing("9C 9D 2C", "2D 8D KD AD"), 0, "9C 9D").state
    assert offered(state, 1) == {"2D 8D", "KD AD"}
    assert code(state, 1, "2D KD") == "too_low"
    assert "2D KD" in offered(play(playing("9C 9D 2C", "2D KD AD"), 0, "9C 9D").state, 1)


def test_a8_a_high_card_inside_a_lowest_set_is_the_highest_so_far() -> None:
    state = after_plays(playing("4C 4D 9C", "3C KC AC", "5C 6C QC"), (0, "4C 4D"), (1, "3C KC")).state
    assert offered(state, 2) == {"5C 6C"}
    assert event(play(state, 2, "5C 6C"), "cycle_ended")["highest"] == 1


def test_a8_the_lowest_cards_are_ranks_so_either_of_two_sixes_will_do() -> None:
    state = play(playing("KC 2C", "6C 6D 9C"), 0, "KC").state
    assert offered(state, 1) == {"6C", "6D"}
    state = play(playing("KC KD 2C", "3C 6C 6D 9C"), 0, "KC KD").state
    assert offered(state, 1) == {"3C 6C", "3C 6D"}


def test_a8b_every_card_is_held_and_named_once() -> None:
    state = playing("9C 9D KC", "2C 3C 4C")
    for cards in ("9C 9C", "9C 9H", "2C", "ZZ", "9C 9D ZZ"):
        assert code(state, 0, cards) == "not_in_hand"


def test_a9_a_followers_cards_need_not_share_a_rank() -> None:
    assert play(play(playing("9C 9D KC", "2D 10D AD"), 0, "9C 9D").state, 1, "10D AD").events


HANDS = st.lists(st.sampled_from(BRIDGE), min_size=2, max_size=7, unique=True)


@settings(deadline=None)  # a busy machine is no failure
@given(HANDS, st.lists(st.sampled_from(BRIDGE), min_size=1, max_size=4, unique=True))
def test_a8_offers_are_what_the_words_of_the_rule_say(hand: list[str], led: list[str]) -> None:
    """Against the rule written the slow way: every subset, compared by sorted ranks."""
    led = led[: len(hand) - 1]
    highest = max(BRIDGE_RANK[card] for card in led)
    lead = Play(0, tuple(led), highest)
    state = playing("", " ".join(hand), turn=1, table=(lead,))
    lowest = sorted(BRIDGE_RANK[card] for card in hand)[: len(led)]
    right = {
        frozenset(some)
        for some in combinations(hand, len(led))
        if min(BRIDGE_RANK[card] for card in some) >= highest or sorted(BRIDGE_RANK[card] for card in some) == lowest
    }
    offers = [offer["cards"] for offer in agurk.legal(state, 1)]
    assert {frozenset(cards) for cards in offers} == right
    assert len(offers) == len(right)


# --- the end of a round ----------------------------------------------------------------------------------------------


def test_a10_the_last_cards_are_turned_by_the_server() -> None:
    step = last_cards("9C", "KC", "5C")
    shown = event(step, "turned")["cards"]
    assert shown == ({"seat": 0, "card": "9C"}, {"seat": 1, "card": "KC"}, {"seat": 2, "card": "5C"})
    assert step.ended == "round"
    assert agurk.to_act(step.state) == {CHANCE}
    assert [agurk.seat(step.state, seat)["hand"] for seat in range(3)] == [(), (), ()]


def test_a10_a_round_of_one_card_each_ends_with_its_deal() -> None:
    step = agurk.draw(dealing(3, round=7), shuffled("9C", "KC", "5C"))
    assert [event["type"] for event in step.events] == ["dealt", "turned", "penalties", "player_one"]
    assert step.ended == "round"
    assert agurk.table(step.state)["scores"] == (0, 13, 0)
    assert agurk.chance(step.state) == Shuffle(tuple(card for card in BRIDGE if card != "KC"))


def test_a11_every_highest_last_card_is_a_penalty_of_its_rank() -> None:
    step = last_cards("KC", "KD", "5C")
    assert step.state.scores == (13, 13, 0)
    assert step.state.penalties == (("KC",), ("KD",), ())
    assert last_cards("JK1", "3S").state.scores == (15, 0)


def test_a12_the_lowest_last_card_makes_the_next_player_one() -> None:
    step = last_cards("9C", "KC", "5C")
    assert event(step, "player_one")["seat"] == 2
    assert agurk.draw(step.state, Shuffled(())).state.turn == 2


def test_a12_a_tie_is_drawn_from_the_stock_clockwise_from_player_one_until_one_is_lowest() -> None:
    step = agurk.draw(dealing(3, round=7, player_one=1), shuffled("5C", "KC", "5D", "9C 9D AC QC"))
    drawn = [event["cards"] for event in step.events if event["type"] == "drawn"]
    assert drawn == [
        ({"seat": 1, "card": "9C"}, {"seat": 0, "card": "9D"}),
        ({"seat": 1, "card": "AC"}, {"seat": 0, "card": "QC"}),
    ]
    assert event(step, "player_one")["seat"] == 0


def test_a12_drawn_cards_are_no_penalties_and_go_back_to_the_deck() -> None:
    step = agurk.draw(dealing(3, round=7), shuffled("5C", "5D", "KC", "JK1 AC"))
    assert step.state.scores == (0, 0, 13)
    draw = agurk.chance(step.state)
    assert isinstance(draw, Shuffle)
    assert {"JK1", "AC"} <= set(draw.deck)


def test_a12_when_the_stock_cannot_serve_all_who_tie_chance_chooses_among_them() -> None:
    step = last_cards("9C", "5C", "KC", "5D", stock=("7C",))
    assert not [event for event in step.events if event["type"] in ("drawn", "player_one")]
    assert agurk.chance(step.state) == Choose((1, 3))
    assert agurk.draw(step.state, Chosen(3)).state.player_one == 3


def test_a12_a_stock_that_just_serves_all_who_tie_does() -> None:
    step = last_cards("9C", "5C", "KC", "5D", stock=("7C", "8C"))
    assert event(step, "drawn")["cards"] == ({"seat": 1, "card": "7C"}, {"seat": 3, "card": "8C"})
    assert event(step, "player_one")["seat"] == 1


def test_a13_all_equal_everybody_takes_theirs_and_player_one_is_drawn_among_those_in() -> None:
    step = last_cards("9C", "9D", "9H", scores=(13, 0, 0))
    assert step.state.scores == (22, 9, 9)
    assert agurk.table(step.state)["out"] == [0]
    assert agurk.chance(step.state) == Choose((1, 2))


def test_a14_more_than_21_is_out_and_exactly_21_is_not() -> None:
    step = last_cards("8C", "8D", "5C", scores=(13, 14, 0))
    assert step.state.scores == (21, 22, 0)
    assert agurk.table(step.state)["out"] == [1]
    assert event(step, "out") == {"type": "out", "seat": 1, "penalty": 22}
    assert agurk.draw(step.state, Shuffled(())).state.hands[1] == ()


def test_a15_the_last_one_in_wins() -> None:
    outcome = ended(last_cards("9C", "5C", scores=(13, 0)).state)
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (22, 0), "last_one_in")


def test_a15_a_match_that_is_won_draws_for_no_player_one() -> None:
    step = last_cards("KC", "5C", scores=(13, 0), stock=())
    assert [event["type"] for event in step.events][-3:] == ["penalties", "out", "match_over"]


def test_a16_all_pass_21_at_once_the_lower_penalty_wins() -> None:
    outcome = ended(last_cards("9C", "9D", "", scores=(15, 13, 0), exits=(Exit(2, 3, left=False),), round=4).state)
    assert (outcome.winners, outcome.scores[:2], outcome.reason) == ((1,), (24, 22), "lowest_penalty")
    assert outcome.places == (2, 1, 3)


def test_a16_equal_penalties_are_drawn_among_the_lowest_only() -> None:
    state = last_cards("9C", "9D", "9H", scores=(14, 13, 13)).state
    assert agurk.outcome(state) is None
    assert agurk.chance(state) == Choose((1, 2))
    assert agurk.present(state) == (1, 2)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        agurk.leave(state, 0)
    outcome = ended(agurk.draw(state, Chosen(2)).state)
    assert (outcome.winners, outcome.places, outcome.points) == ((2,), (3, 2, 1), (0, 1, 2))


def test_a16_a_candidate_who_leaves_drops_out_of_the_draw() -> None:
    state = last_cards("9C", "9D", "9H", scores=(13, 13, 13)).state
    state = agurk.leave(state, 0).state
    assert agurk.chance(state) == Choose((1, 2))
    outcome = ended(agurk.leave(state, 2).state)
    assert (outcome.winners, outcome.places) == ((1,), (3, 1, 2))


def test_a16_who_was_out_before_is_not_compared() -> None:
    before = (Exit(2, 3, left=False),)
    state = last_cards("9C", "9D", "", scores=(13, 13, 22), exits=before, round=4).state
    assert agurk.chance(state) == Choose((0, 1))
