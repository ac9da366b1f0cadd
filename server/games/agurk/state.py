"""The state of an Agurk match: what it holds, and where each card lies. The rules are in docs/rules/agurk.md."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from fudakai.server.games.api import Outcome
from fudakai.server.games.cards import in_deck_order
from fudakai.server.games.options import Described

HAND_SIZES: Final = (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)
"""A4: by round, then from the beginning again."""

Cards: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """Agurk has no options."""


class Phase(Enum):
    """What the match waits for."""

    FIRST = "first"  # chance: the first Player 1 (A3)
    DEAL = "deal"  # chance: the deck
    PLAY = "play"  # the seat `turn`
    LOWEST = "lowest"  # chance: Player 1 among those who tie for lowest (A12)
    EQUAL = "equal"  # chance: Player 1 when all last cards were equal (A13)
    WINNER = "winner"  # chance: the winner among equals over 21 (A16)
    OVER = "over"


class Play(msgspec.Struct, frozen=True, gc=False):
    """One play of the cycle: cards in the order in which they were named, and the highest rank among them."""

    seat: int
    cards: Cards
    high: int


class Exit(msgspec.Struct, frozen=True, gc=False):
    """A seat that went out (A14) or left, and the round in which it did."""

    seat: int
    round: int
    left: bool


class State(msgspec.Struct, frozen=True, gc=False):
    """A match. By seat: `hands`, `penalties` (the cards taken), `scores` (their sums). Hands are in deck order."""

    hands: tuple[Cards, ...]
    penalties: tuple[Cards, ...]
    scores: tuple[int, ...]
    active: Seats  # still in, sorted
    phase: Phase = Phase.FIRST
    round: int = 1
    hand_size: int = HAND_SIZES[0]
    player_one: int | None = None
    turn: int | None = None  # the seat to act in PLAY
    table: tuple[Play, ...] = ()  # this cycle's plays in order
    pile: Cards = ()  # played in earlier cycles of the round
    stock: Cards = ()  # not dealt, top first
    dead: Cards = ()  # hands of those who left in this round (A19)
    candidates: Seats = ()  # of a pending choice, sorted
    exits: tuple[Exit, ...] = ()  # in the order in which it happened
    result: Outcome | None = None


def cleared(state: State) -> State:
    """No card lies anywhere but in front of who took it; nobody is to act."""
    return replace(state, hands=((),) * len(state.hands), table=(), pile=(), stock=(), dead=(), turn=None)


def after(active: Seats, seat: int) -> int:
    """A6: the next active seat clockwise from `seat`."""
    for other in active:
        if other > seat:
            return other
    return active[0]


def clockwise(active: Seats, first: int) -> Seats:
    """The active seats clockwise from `first`, which need not be active."""
    return tuple([seat for seat in active if seat >= first] + [seat for seat in active if seat < first])


def minus(seats: Seats, gone: Iterable[int]) -> Seats:
    """The seats that are not gone, in the same order."""
    return tuple([seat for seat in seats if seat not in gone])


def cards(state: State) -> Cards:
    """Every card of the match while a round runs; empty while chance or nobody holds the deck."""
    if state.phase is not Phase.PLAY:
        return ()
    played = [card for play in state.table for card in play.cards]
    held = [card for zone in (*state.hands, *state.penalties) for card in zone]
    return (*held, *played, *state.pile, *state.stock, *state.dead)


def swapped(state: State, viewer: int | None) -> tuple[State, ...]:
    """Of the zones that the viewer cannot see (others' hands, the stock, hands out of play), each two neighbours with
    their first cards swapped."""
    zones = [*state.hands, state.stock, state.dead]
    hidden = [place for place, zone in enumerate(zones) if zone and place != viewer]
    found = []
    for one, other in pairwise(hidden):
        changed = list(zones)
        changed[one] = (zones[other][0], *zones[one][1:])
        changed[other] = (zones[one][0], *zones[other][1:])
        *hands, stock, dead = changed
        found.append(replace(state, hands=tuple([in_deck_order(hand) for hand in hands]), stock=stock, dead=dead))
    return tuple(found)
