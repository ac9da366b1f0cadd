"""The state of a Dafaza match: what it holds, and where each card lies. The rules are in docs/rules/dafaza.md."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from fudakai.server.games.api import Outcome
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.cards import HANAFUDA, HANAFUDA_MONTH, in_deck_order
from fudakai.server.games.options import Described

SEATS: Final = 4  # D4
HAND_SIZE: Final = 10  # D4
START: Final = 100  # D4: points

DECK: Final = tuple(card for card in HANAFUDA if HANAFUDA_MONTH[card] not in (4, 5))  # D1

Cards: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """`first_parent`: how the temporary parent is found (D5). `parent_factor`: D14. `official_hands`: D26."""

    first_parent: Literal["janken", "random"] = "janken"
    parent_factor: Literal["wins_plus_one", "wins"] = "wins_plus_one"
    official_hands: Annotated[int, msgspec.Meta(ge=1, le=32)] = 8

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "first_parent": "how the first parent is found: by rock, paper, scissors (janken), or drawn",
            "parent_factor": "an official parent's factor: hands won in a row and one, or just these",
            "official_hands": "so many hands after the first one",
        }
    )


class Phase(Enum):
    """What the match waits for."""

    JANKEN = "janken"  # the seats that have not thrown (D5)
    FIRST = "first"  # chance: the temporary parent (D5, option `random`)
    DEAL = "deal"  # chance: the deck
    PLAY = "play"  # the seat `turn`
    OVER = "over"


class Sign(Enum):
    """What is thrown in janken."""

    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"


BEATS: Final[Mapping[Sign, Sign]] = MappingProxyType(
    {Sign.ROCK: Sign.SCISSORS, Sign.SCISSORS: Sign.PAPER, Sign.PAPER: Sign.ROCK}
)


class Play(msgspec.Struct, frozen=True, gc=False):
    """One play of the trick, its cards in deck order. Those of a fold are for its own seat's eyes only (D9)."""

    seat: int
    cards: Cards
    folded: bool = False


EVERYBODY: Final[Seats] = (0, 1, 2, 3)

NOTHING: Final[tuple[Cards, ...]] = ((),) * SEATS


class State(msgspec.Struct, frozen=True, gc=False):
    """A match. By seat: `scores`, `throws` (secret until all have thrown), `hands`, `tops` (the cards that lie face up
    on the seat's stacks, one each) and `folded` (what it folded in earlier tricks of the hand, secret). Hands are in
    deck order. From the end of a hand to the next deal `hand`, `parent`, `streak`, `tops`, `beaten` and `tricks` are
    still those of the finished hand."""

    options: Options
    phase: Phase
    candidates: Seats  # still in the janken, or among whom chance chooses the temporary parent; sorted
    scores: tuple[int, ...] = (START,) * SEATS
    throws: tuple[Sign | None, ...] = (None,) * SEATS
    hand: int = 1
    parent: int | None = None  # of the hand; None before the first deal
    next_parent: int | None = None  # of the coming hand, while a deal is due (D5, D6)
    streak: int = 0  # hands the parent has won in a row up to now (D14)
    turn: int | None = None  # the seat to act in PLAY
    hands: tuple[Cards, ...] = NOTHING
    table: tuple[Play, ...] = ()  # this trick's plays in order
    tops: tuple[Cards, ...] = NOTHING
    beaten: Cards = ()  # shown in earlier tricks of the hand and beaten; they lie below the tops
    folded: tuple[Cards, ...] = NOTHING
    tricks: int = 0  # finished in this hand
    bots: Seats = ()  # seats that a stand-in plays (D27), sorted
    result: Outcome | None = None

    @property
    def official(self) -> bool:
        """D6: every parent after the first hand."""
        return self.hand > 1

    @property
    def factor(self) -> int:
        """D14: the parent's factor m."""
        if not self.official:
            return 1
        return self.streak + (self.options.parent_factor == "wins_plus_one")

    @property
    def stacks(self) -> tuple[int, ...]:
        """D10: by seat, the stacks taken in this hand."""
        return tuple([len(tops) for tops in self.tops])

    @property
    def last_trick(self) -> bool:
        """D11: whether the lead on the table empties the hands. Before the lead no trick is the last one."""
        return bool(self.table) and not self.hands[self.table[0].seat]


def next_hand(state: State) -> State:
    """D6, D14: the number, the parent and the streak of the hand that a deal begins."""
    state, before = replace(state, parent=state.next_parent, next_parent=None), state.parent
    if before is None:
        return state
    return replace(state, hand=state.hand + 1, streak=state.streak + 1 if state.parent == before else 1)


def clockwise(first: int) -> Seats:
    """All seats clockwise from this one."""
    return tuple([(first + step) % SEATS for step in range(SEATS)])


def janken_winners(signs: Mapping[int, Sign]) -> Seats:
    """D5: of exactly two signs the seats with the winning one, else all."""
    shown = set(signs.values())
    if len(shown) != 2:
        return tuple(signs)
    return tuple([seat for seat, sign in signs.items() if BEATS[sign] in shown])


def own_folds(state: State, seat: int) -> Cards:
    """What this seat folded in this hand, the current trick included, in deck order."""
    now = [card for play in state.table if play.folded and play.seat == seat for card in play.cards]
    return in_deck_order((*state.folded[seat], *now))


def cards(state: State) -> Cards:
    """Every card of the deck while a hand is played; empty while chance or nobody holds the deck."""
    if state.phase is not Phase.PLAY:
        return ()
    played = [card for play in state.table for card in play.cards]
    lying = [card for zone in (*state.hands, *state.tops, *state.folded) for card in zone]
    return (*lying, *played, *state.beaten)


def swapped(state: State, viewer: int | None) -> tuple[State, ...]:
    """Of the zones that the viewer cannot see (others' hands and folds, in this trick and before), each two neighbours
    with their first cards swapped; in janken, each other seat's secret throw as another sign."""
    others = [seat for seat in range(SEATS) if seat != viewer]
    found = [_thrown_otherwise(state, seat, sign) for seat in others if (sign := state.throws[seat]) is not None]
    zones = [*state.hands, *state.folded, *[play.cards if play.folded else () for play in state.table]]
    owners = [*range(SEATS), *range(SEATS), *[play.seat for play in state.table]]
    hidden = [place for place, zone in enumerate(zones) if zone and owners[place] in others]
    for one, other in pairwise(hidden):
        changed = list(zones)
        changed[one] = in_deck_order((zones[other][0], *zones[one][1:]))
        changed[other] = in_deck_order((zones[one][0], *zones[other][1:]))
        table = [
            replace(play, cards=cards) if play.folded else play
            for play, cards in zip(state.table, changed[2 * SEATS :], strict=True)
        ]
        hands, folded = tuple(changed[:SEATS]), tuple(changed[SEATS : 2 * SEATS])
        found.append(replace(state, hands=hands, folded=folded, table=tuple(table)))
    return tuple(found)


def _thrown_otherwise(state: State, seat: int, sign: Sign) -> State:
    return replace(state, throws=with_seat(state.throws, seat, BEATS[sign]))
