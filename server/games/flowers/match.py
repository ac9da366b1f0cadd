"""A match with flower cards: what Hanafuda and Koi-Koi share of the state, of steps, and of what a host asks."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from fudakai.server.games.api import CHANCE, Choose, Data, Draw, Event, IllegalMove, Move, Outcome, Shuffle
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.flowers import shapes
from fudakai.server.games.flowers.cards import (
    STACK,
    Cards,
    Flowers,
    all_cards,
    choose,
    months_of,
    own,
    swapped as swapped_flowers,
)
from fudakai.server.games.flowers.moves import CHOOSE, asked_target, known_move
from fudakai.server.games.shapes import event_of


class Phase(Enum):
    """What the match waits for."""

    FIRST = "first"  # chance: the first dealer (H4, K1)
    DEAL = "deal"  # chance: the deck
    PLAY = "play"  # the seat `turn`: its hand half (H8)
    CHOOSE = "choose"  # the seat `turn`: which card the turned one takes (H9)
    DECIDE = "decide"  # the seat `turn`: koi-koi or stop (K4)
    OVER = "over"


class FlowerMatch(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A match. `scores` by seat. From the end of a round to the next deal `round`, `dealer` and `flowers` are still
    those of the finished round."""

    flowers: Flowers
    scores: tuple[int, ...]
    phase: Phase = Phase.FIRST
    round: int = 1
    dealer: int | None = None  # of the round; None before the first deal
    next_dealer: int | None = None  # of the coming round, while a deal is due (H4, K8)
    turn: int | None = None
    candidates: tuple[int, ...] = ()  # of FIRST, sorted
    result: Outcome | None = None


S = TypeVar("S", bound=FlowerMatch)


# --- what a host asks ------------------------------------------------------------------------------------------------


def to_act(state: FlowerMatch) -> frozenset[int]:
    """One seat, or chance, or nobody after the end."""
    if state.phase is Phase.OVER:
        return frozenset()
    return frozenset((CHANCE if state.turn is None else state.turn,))


def chance(state: FlowerMatch) -> Draw:
    """The first dealer, or the deck."""
    if state.phase is Phase.FIRST:
        return Choose(state.candidates)
    if state.phase is Phase.DEAL:
        return Shuffle(HANAFUDA)
    raise AssertionError("nothing is to be drawn now")


def seat(state: FlowerMatch, seat: int) -> Data:
    """The hand in deck order, and which field cards each card of it matches."""
    return own(state.flowers, seat)


def outcome(state: FlowerMatch) -> Outcome | None:
    """None while the match runs."""
    return state.result


def cards(state: FlowerMatch) -> Cards:
    """All 48 while a round runs; empty while chance or nobody holds the deck."""
    return () if state.turn is None else all_cards(state.flowers)


def swapped(state: S, viewer: int | None) -> tuple[S, ...]:
    """States that differ by two hidden cards."""
    return tuple([replace(state, flowers=flowers) for flowers in swapped_flowers(state.flowers, viewer)])


# --- steps of both games ---------------------------------------------------------------------------------------------


def check_running(state: FlowerMatch) -> None:
    """Raises IllegalMove `match_over`."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")


def dealer_of(state: FlowerMatch) -> int:
    """The dealer of the round."""
    if state.dealer is None:
        raise AssertionError("a round has a dealer")
    return state.dealer


def first_dealer(state: S, seat: int) -> tuple[S, Event]:
    """H4, K1: it is known who deals first."""
    return replace(state, phase=Phase.DEAL, next_dealer=seat, candidates=()), event_of(shapes.Dealer, seat=seat)


def next_round(state: S) -> S:
    """The number and the dealer of the round that a deal begins."""
    number = state.round if state.dealer is None else state.round + 1
    return replace(state, round=number, dealer=state.next_dealer, next_dealer=None)


def dealt_event(state: FlowerMatch) -> dict[str, object]:
    """H5: what a deal shows to everybody."""
    flowers = state.flowers
    return event_of(
        shapes.Dealt,
        round=state.round,
        dealer=dealer_of(state),
        field=flowers.field,
        stacks=months_of(flowers.field, STACK),
        counts=tuple([len(cards) for cards in flowers.hands]),
        stock=len(flowers.stock),
    )


def chosen(state: S, seat: int, move: object) -> tuple[S, list[Event], Move]:
    """H9: the choice for the turned card: the state after it, its events, and the move as it is logged. Raises
    IllegalMove `wrong_type`, `no_match`."""
    target = str(asked_target(known_move(move, CHOOSE), needed=True))
    flowers, events = choose(state.flowers, seat, target)
    return replace(state, flowers=flowers), list(events), {"type": CHOOSE, "target": target}
