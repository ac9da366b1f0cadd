"""Agurk rule by rule, from A17 on: leaving, the clock, the answers and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.agurk.state import Exit, State
from fudakai.server.games.api import CHANCE, Choose, Chosen, IllegalMove, Outcome, Shuffled, Step
from fudakai.server.games.cards import BRIDGE, BRIDGE_RANK
from tests.games.agurk.tables import after_plays, dealing, ended, event, last_cards, offered, play, playing

# --- leaving ---------------------------------------------------------------------------------------------------------


def test_a17_who_leaves_before_the_leader_played_is_out_at_once() -> None:
    state = agurk.leave(playing("9C 2C", "9D 2D", "9H 2H"), 1).state
    assert agurk.table(state)["out"] == [1]
    assert agurk.to_act(state) == {0}
    assert agurk.to_act(play(state, 0, "2C").state) == {2}


def test_a17_the_next_one_clockwise_leads_when_the_leader_leaves() -> None:
    step = agurk.leave(playing("9C 2C", "9D 2D", "9H 2H", turn=2), 2)
    assert agurk.to_act(step.state) == {0}
    assert event(step, "leads")["seat"] == 0
    assert agurk.table(step.state)["player_one"] == 0


def test_a18_a_leavers_turn_is_passed_over_and_what_they_played_counts() -> None:
    state = after_plays(playing("KC 2C", "9D 2D", "9H 2H", "9S 2S"), (0, "KC")).state
    state = agurk.leave(state, 0).state
    assert agurk.to_act(state) == {1}
    assert offered(state, 1) == {"2D"}
    state = agurk.leave(state, 2).state
    assert agurk.to_act(state) == {1}
    assert agurk.to_act(play(state, 1, "2D").state) == {3}


def test_a18_the_next_one_clockwise_leads_when_the_highest_has_left() -> None:
    state = after_plays(playing("KC 2C 3C", "9D 2D 3D", "9H 2H 3H"), (0, "KC")).state
    step = after_plays(agurk.leave(state, 0).state, (1, "2D"), (2, "2H"))
    assert event(step, "cycle_ended") == {"type": "cycle_ended", "highest": 0, "leader": 1}


def test_a18_the_last_to_act_leaving_ends_the_cycle() -> None:
    state = after_plays(playing("KC 2C 3C", "9D 2D 3D", "9H 2H 3H"), (0, "2C"), (1, "9D")).state
    step = agurk.leave(state, 2)
    assert agurk.to_act(step.state) == {1}
    assert step.ended == "cycle"


def test_a18_the_last_to_act_leaving_can_end_the_round() -> None:
    state = after_plays(playing("KC 2C", "9D 2D", "9H 2H"), (0, "2C"), (1, "2D")).state
    step = agurk.leave(state, 2)
    assert step.ended == "round"
    assert step.state.scores == (13, 0, 0)


def test_a18_two_may_leave_in_one_cycle() -> None:
    state = after_plays(playing("KC 2C 3C", "AD 2D 3D", "9H 2H 3H", "9S 2S 3S"), (0, "KC"), (1, "AD")).state
    step = agurk.leave(agurk.leave(state, 1).state, 2)
    assert agurk.to_act(step.state) == {3}
    assert event(play(step.state, 3, "2S"), "cycle_ended") == {"type": "cycle_ended", "highest": 1, "leader": 3}


def test_a19_a_leavers_hand_is_out_of_play() -> None:
    state = agurk.leave(after_plays(playing("9C 2C", "3D 2D", "KH 2H"), (0, "2C"), (1, "2D")).state, 2)
    assert event(state, "turned")["cards"] == ({"seat": 0, "card": "9C"}, {"seat": 1, "card": "3D"})
    assert state.state.scores == (9, 0, 0)
    state = agurk.leave(after_plays(playing("9C 2C", "KD 2D", "3H 2H"), (0, "2C"), (1, "2D")).state, 2)
    assert event(state, "player_one")["seat"] == 0
    assert agurk.draw(state.state, Shuffled(())).state.hands[2] == ()


def test_a19_a_hand_out_of_play_is_seen_by_nobody_and_is_not_drawn() -> None:
    state = agurk.leave(playing("9C 2C", "9D 2D", "9H 2H", stock=("7C",)), 1).state
    assert agurk.seat(state, 1)["hand"] == ()
    assert state.stock == ("7C",)
    assert set(agurk.cards(state)) == {"9C", "2C", "9D", "2D", "9H", "2H", "7C"}


@pytest.mark.parametrize("plays", [(), ((0, "KC"),)])
def test_a20_one_player_left_wins_at_once(plays: tuple[tuple[int, str], ...]) -> None:
    state = after_plays(playing("KC 2C", "9D 2D"), *plays).state
    outcome = ended(agurk.leave(state, 0).state)
    assert (outcome.winners, outcome.places, outcome.points) == ((1,), (2, 1), (0, 1))


def test_a20_one_player_left_wins_also_before_a_deal_and_a_draw() -> None:
    assert ended(agurk.leave(dealing(2), 1).state).winners == (0,)
    assert ended(agurk.leave(agurk.setup(agurk.Options(), 2), 0).state).winners == (1,)
    assert ended(agurk.leave(last_cards("9C", "9D").state, 0).state).winners == (1,)


def test_a20_a_closed_room_abandons_the_match() -> None:
    outcome = ended(agurk.abandon(playing("KC 2C", "9D 2D", scores=(5, 0))).state)
    assert outcome == Outcome(winners=(), scores=(5, 0), places=(), points=(), reason="abandoned")


def test_a21_a_player_one_who_is_gone_at_the_deal_is_replaced_clockwise() -> None:
    state = agurk.leave(last_cards("9C", "5C", "KC").state, 1).state
    step = agurk.draw(state, Shuffled(()))
    assert event(step, "dealt")["player_one"] == 2
    assert agurk.to_act(step.state) == {2}


def test_a21_only_who_is_still_in_is_a_candidate() -> None:
    state = agurk.leave(last_cards("9C", "9D", "9H").state, 1).state
    assert agurk.chance(state) == Choose((0, 2))
    state = agurk.leave(last_cards("9C", "5C", "KC", "5D", stock=("7C",)).state, 3)
    assert event(state, "player_one")["seat"] == 1


def test_a22_the_clock_plays_the_lowest_the_first_in_deck_order() -> None:
    state = playing("9C 3H 3D", "4C 4D 5C KC")
    assert agurk.timeout_moves(state, 0) == ({"type": "play", "cards": ("3D",)},)
    state = play(playing("QC QD 3C", "5C 4D 4C KC"), 0, "QC QD").state
    assert agurk.timeout_moves(state, 1) == ({"type": "play", "cards": ("4C", "4D")},)


# --- answers and views -----------------------------------------------------------------------------------------------


def test_l11_places_are_by_round_then_penalty_then_leaving() -> None:
    exits = (
        Exit(1, 2, left=False),
        Exit(2, 3, left=True),
        Exit(3, 5, left=False),
        Exit(4, 5, left=False),
        Exit(5, 5, left=True),
    )
    state = playing("KC 2C", "", "", "", "", "", "5C 2D", scores=(13, 30, 0, 25, 24, 3, 0), exits=exits, round=6)
    outcome = ended(after_plays(state, (0, "2C"), (6, "2D")).state)
    assert outcome.places == (2, 5, 7, 4, 3, 6, 1)
    assert outcome.points == (5, 2, 0, 3, 4, 1, 6)


@pytest.mark.parametrize(
    ("move", "wanted"),
    [
        (None, "wrong_type"),
        ({"cards": ["9C"]}, "wrong_type"),
        ({"type": "leave"}, "wrong_type"),
        ({"type": "play", "cards": "9C"}, "wrong_type"),
        ({"type": "play", "cards": [None, "ZZ"]}, "wrong_type"),
        ({"type": "play", "cards": ["ZZ", "9C", "9C", "KC"]}, "not_in_hand"),
        ({"type": "play", "cards": ["9C", "KC", "9D"]}, "ranks_differ"),
    ],
)
def test_the_first_code_that_applies_is_given(move: Any, wanted: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        agurk.apply(playing("9C 9D KC", "2C 3C 4C"), 0, move)
    assert refused.value.code == wanted
    with pytest.raises(IllegalMove) as refused:
        agurk.apply(playing("9C 9D KC", "2C 3C 4C"), 1, move)
    assert refused.value.code == "not_your_turn"


def test_the_table_and_the_log_name_cards_as_they_were_played_and_nothing_else() -> None:
    step = agurk.apply(playing("9C 9D KC", "2C 3C 4C"), 0, {"type": "play", "cards": ["9D", "9C"], "target": "2C"})
    assert step.move == {"type": "play", "cards": ("9D", "9C")}
    assert agurk.table(step.state)["table"] == [{"seat": 0, "cards": ("9D", "9C")}]


def test_events_name_no_card_of_the_stock_or_of_a_hand_out_of_play() -> None:
    for seed in range(30):
        rng = Random(seed)
        state = agurk.setup(agurk.Options(), rng.randint(2, 7))
        while agurk.outcome(state) is None:
            step = random_step(state, rng)
            state = step.state
            hidden = {*state.stock, *state.dead, *(card for hand in state.hands for card in hand)}
            assert not any(f'"{card}"' in msgspec.json.encode(step.events).decode() for card in hidden)


def random_step(state: State, rng: Random) -> Step:
    (actor,) = agurk.to_act(state)
    if rng.random() < 0.01:
        return agurk.leave(state, rng.choice(agurk.present(state)))
    if actor != CHANCE:
        return agurk.apply(state, actor, rng.choice(agurk.legal(state, actor)))
    draw = agurk.chance(state)
    if isinstance(draw, Choose):
        return agurk.draw(state, Chosen(rng.choice(draw.among)))
    return agurk.draw(state, Shuffled(tuple(rng.sample(draw.deck, len(draw.deck)))))


def test_scores_are_the_sums_of_the_penalty_cards_and_who_is_in_has_21_or_less() -> None:
    for seed in range(30):
        rng = Random(seed)
        state = agurk.setup(agurk.Options(), rng.randint(2, 7))
        while agurk.outcome(state) is None:
            state = random_step(state, rng).state
            table: Mapping[str, Any] = agurk.table(state)
            assert list(table["scores"]) == [sum(BRIDGE_RANK[card] for card in cards) for cards in table["penalties"]]
            assert all(table["scores"][seat] <= 21 for seat in state.active)
            assert not set(agurk.cards(state)) or set(agurk.cards(state)) == set(BRIDGE)


def test_an_unknown_event_has_no_words() -> None:
    with pytest.raises(AssertionError, match="no event"):
        agurk.words({"type": "hiki"}, ("ann", "bob"))
