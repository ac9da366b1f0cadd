"""Tables of Agurk set up by hand, and short words for what tests do at them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.agurk.state import Phase, State
from fudakai.server.games.api import CHANCE, Event, IllegalMove, Outcome, Shuffled, Step
from fudakai.server.games.cards import BRIDGE, BRIDGE_RANK, in_deck_order


def playing(*hands: str, scores: tuple[int, ...] = (), **fields: Any) -> State:
    """A round in which these hands are held (a seat with an empty one is out), and seat 0 leads unless said."""
    held = tuple(in_deck_order(hand.split()) for hand in hands)
    scores = scores or (0,) * len(hands)
    state = State(
        hands=held,
        penalties=tuple(taken(score) for score in scores),
        scores=scores,
        active=tuple(seat for seat, hand in enumerate(held) if hand),
        phase=Phase.PLAY,
        player_one=0,
        turn=0,
    )
    return msgspec.structs.replace(state, **fields)


def taken(score: int) -> tuple[str, ...]:
    """Some penalty cards of that sum."""
    if not score:
        return ()
    rank = min(score, 12 if score in (14, 15) else 13)
    return (next(card for card in BRIDGE if BRIDGE_RANK[card] == rank), *taken(score - rank))


def play(state: State, seat: int, cards: str) -> Step:
    return agurk.apply(state, seat, {"type": "play", "cards": cards.split()})


def after_plays(state: State, *plays: tuple[int, str]) -> Step:
    """The last step of these plays."""
    step = Step(state, ())
    for seat, cards in plays:
        step = play(step.state, seat, cards)
    return step


def code(state: State, seat: int, cards: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        play(state, seat, cards)
    return refused.value.code


def offered(state: State, seat: int) -> set[str]:
    return {" ".join(offer["cards"]) for offer in agurk.legal(state, seat)}


def event(step: Step, kind: str) -> Event:
    (found,) = [event for event in step.events if event["type"] == kind]
    return found


def shuffled(*hands: str) -> Shuffled:
    return Shuffled(tuple(" ".join(hands).split()))


def ended(state: State) -> Outcome:
    outcome = agurk.outcome(state)
    assert outcome is not None
    assert agurk.to_act(state) == frozenset()
    return outcome


def dealing(seats: int, **fields: Any) -> State:
    """Chance is to shuffle, Player 1 is seat 0 unless said."""
    return msgspec.structs.replace(
        agurk.setup(agurk.Options(), seats), **{"phase": Phase.DEAL, "player_one": 0, "candidates": (), **fields}
    )


def last_cards(*cards: str, **fields: Any) -> Step:
    """The step that turns these last cards: seat 0 leads a two into twos of the others."""
    suits = iter("CDHSCDH")
    hands = [f"{card} {'2' if place < 4 else '3'}{next(suits)}" if card else "" for place, card in enumerate(cards)]
    step = Step(playing(*hands, **fields), ())
    while agurk.to_act(step.state) != {CHANCE} and not agurk.outcome(step.state):
        (seat,) = agurk.to_act(step.state)
        step = agurk.apply(step.state, seat, agurk.timeout_moves(step.state, seat)[0])
    return step
