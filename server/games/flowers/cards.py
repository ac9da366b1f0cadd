"""The flower cards on the table: hands, field, stock and captures of a round, and the one capture rule (H8, H9).

Hanafuda and Koi-Koi share all of this. Which way the turn goes round the table stands here alone (H3, H14):

                 seat 2                    Seats are numbered clockwise, looking down on the table.
             ,-----------.                 With seat 0 as the dealer the turn goes counterclockwise:
      seat 1 |           | seat 3             0, 4, 3, 2, 1    seat d, then d-1, d-2 ...
             |   field   |                 "The dealer's left" is the other way round, clockwise:
             '-----------'                    1, 2, 3, 4       seat d+1, d+2 ...
         seat 0       seat 4               So of two tied players the later to play is nearer to the dealer's left.
        (dealer)                           With two players both are simply: the other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from fudakai.server.games.api import Event, IllegalMove
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.cards import HANAFUDA_KIND, HANAFUDA_MONTH, HANAFUDA_VALUE, KINDS, in_deck_order
from fudakai.server.games.flowers import shapes
from fudakai.server.games.shapes import event_of

Cards: TypeAlias = tuple[str, ...]

STORM: Final = "11-chaff"
"""The storm card (H11)."""

MONTH: Final = 4
"""Cards of a month."""

STACK: Final = 3
"""So many cards of a month on the field are a stack: a fourth takes them all (H8). Only a deal makes one."""


class TurnHalf(msgspec.Struct, frozen=True, gc=False):
    """Half a turn, as it was done: a card from hand or stock, and what it took from the field (nothing: it stays)."""

    seat: int
    source: Literal["hand", "stock"]
    cards: Cards  # one, or those of a hiki
    took: Cards


class Flowers(msgspec.Struct, frozen=True, gc=False):
    """The cards of a round. By seat: `hands` and `captured`. All but the stock is in deck order.

    `pending` is the turned card that waits for a choice: it is in neither field nor stock. `last` are the halves of the
    turn under way, or of the last one.
    """

    hands: tuple[Cards, ...]
    captured: tuple[Cards, ...]
    field: Cards = ()
    stock: Cards = ()  # top first
    pending: str | None = None
    last: tuple[TurnHalf, ...] = ()


# --- round the table -------------------------------------------------------------------------------------------------


def playing_order(dealer: int, seats: int) -> tuple[int, ...]:
    """H3: counterclockwise from the dealer, who is first."""
    return tuple([(dealer - turn) % seats for turn in range(seats)])


def next_to_play(seat: int, seats: int) -> int:
    """H3: whose turn it is after this seat's."""
    return (seat - 1) % seats


def from_dealers_left(dealer: int, seats: int) -> tuple[int, ...]:
    """H14: the dealer, then clockwise from the dealer's left."""
    return tuple([(dealer + step) % seats for step in range(seats)])


# --- dealing ---------------------------------------------------------------------------------------------------------


def no_flowers(seats: int) -> Flowers:
    """Before the first deal."""
    return Flowers(hands=((),) * seats, captured=((),) * seats)


def dealt(deck: Cards, dealer: int, seats: int, hand: int, field: int) -> Flowers:
    """H5: the field first, then the hands in playing order from the dealer; the rest is the stock."""
    hands: list[Cards] = [()] * seats
    for place, seat in enumerate(playing_order(dealer, seats)):
        start = field + place * hand
        hands[seat] = in_deck_order(deck[start : start + hand])
    return Flowers(
        hands=tuple(hands),
        captured=((),) * seats,
        field=in_deck_order(deck[:field]),
        stock=deck[field + seats * hand :],
    )


def counts_by_month(cards: Iterable[str]) -> dict[int, int]:
    """How many cards of each month there are; months without one are left out."""
    counts: dict[int, int] = {}
    for card in cards:
        month = HANAFUDA_MONTH[card]
        counts[month] = counts.get(month, 0) + 1
    return counts


def months_of(cards: Iterable[str], count: int) -> tuple[int, ...]:
    """The months of which exactly so many cards are here, in order."""
    return tuple(sorted([month for month, here in counts_by_month(cards).items() if here == count]))


def put_away(flowers: Flowers) -> Flowers:
    """The round is over: hands, stock and a pending choice are gone; field and captures may still be looked at."""
    return replace(flowers, hands=((),) * len(flowers.hands), stock=(), pending=None)


# --- capturing -------------------------------------------------------------------------------------------------------


def mates(field: Cards, card: str) -> Cards:
    """The field's cards of the same month."""
    month = card[:2]
    return tuple([other for other in field if other[:2] == month])


def by_month(field: Cards) -> dict[str, list[str]]:
    """The field's cards by the month that their names begin with: `mates` for a whole hand."""
    months: dict[str, list[str]] = {}
    for card in field:
        months.setdefault(card[:2], []).append(card)
    return months


def captures(field: Cards, card: str, target: str | None) -> Cards:
    """What a card takes from the field (H8): of one match that, of two the one that is named, of three all; without a
    match nothing. Raises IllegalMove `needs_target`, `no_match`."""
    found = mates(field, card)
    if target is not None and target not in found:
        raise IllegalMove("no_match", f"{target[:16]} is not on the field, or not of {card}'s month")
    if len(found) != 2:
        return found
    if target is None:
        raise IllegalMove("needs_target", f"{card} matches {found[0]} and {found[1]}: name one of them as `target`")
    return (target,)


def from_hand(flowers: Flowers, seat: int, cards: Cards, took: Cards) -> Flowers:
    """The hand half: these cards leave the hand, and take these from the field; one that takes nothing stays there."""
    hand = tuple([card for card in flowers.hands[seat] if card not in cards])
    flowers = replace(flowers, hands=with_seat(flowers.hands, seat, hand), last=(TurnHalf(seat, "hand", cards, took),))
    return _moved(flowers, seat, cards, took)


def turn_stock(flowers: Flowers, seat: int) -> tuple[Flowers, tuple[Event, ...]]:
    """H9: the top card of the stock is turned, and takes or stays by the same rule; of two matches the seat is to
    choose one (`pending`). Nothing happens without a stock."""
    if not flowers.stock:
        return flowers, ()
    card, stock = flowers.stock[0], flowers.stock[1:]
    flowers = replace(flowers, stock=stock)
    found = mates(flowers.field, card)
    took, choices = ((), found) if len(found) == 2 else (found, ())
    event = event_of(shapes.Turned, seat=seat, card=card, stock=len(stock), captured=took, choices=choices)
    return replace(flowers, pending=card) if choices else _turned(flowers, seat, card, took), (event,)


def choose(flowers: Flowers, seat: int, target: str) -> tuple[Flowers, tuple[Event, ...]]:
    """H9: the pending card takes this one. Raises IllegalMove `no_match`."""
    card = flowers.pending
    if card is None:
        raise AssertionError("a turned card waits for a choice")
    took = captures(flowers.field, card, target)
    event = event_of(shapes.Chosen, seat=seat, card=card, captured=took)
    return _turned(replace(flowers, pending=None), seat, card, took), (event,)


def _turned(flowers: Flowers, seat: int, card: str, took: Cards) -> Flowers:
    before = tuple([half for half in flowers.last if half.seat == seat])
    flowers = replace(flowers, last=(*before, TurnHalf(seat, "stock", (card,), took)))
    return _moved(flowers, seat, (card,), took)


def _moved(flowers: Flowers, seat: int, cards: Cards, took: Cards) -> Flowers:
    """Puts cards that left hand or stock where they belong: with what they took, or on the field."""
    if not took:
        return replace(flowers, field=in_deck_order((*flowers.field, *cards)))
    pile = in_deck_order((*flowers.captured[seat], *cards, *took))
    return replace(
        flowers,
        captured=with_seat(flowers.captured, seat, pile),
        field=tuple([card for card in flowers.field if card not in took]),
    )


# --- looking ---------------------------------------------------------------------------------------------------------


def value(cards: Iterable[str]) -> int:
    """H1: what these cards are worth together."""
    return sum([HANAFUDA_VALUE[card] for card in cards])


def by_kind(cards: Cards) -> dict[str, list[str]]:
    """A pile of captures as it lies before its player, kind by kind."""
    piles: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for card in cards:
        piles[HANAFUDA_KIND[card]].append(card)
    return piles


def shown(flowers: Flowers) -> dict[str, object]:
    """What everybody may know of the cards."""
    return {
        "field": flowers.field,
        "stock": len(flowers.stock),
        "pending": flowers.pending,
        "counts": [len(hand) for hand in flowers.hands],
        "captured": [by_kind(pile) for pile in flowers.captured],
        "last": [
            {"seat": half.seat, "from": half.source, "cards": half.cards, "captured": half.took}
            for half in flowers.last
        ],
    }


def own(flowers: Flowers, seat: int) -> dict[str, object]:
    """What only this seat knows: its hand, and which field cards each card of it matches."""
    hand, months = flowers.hands[seat], by_month(flowers.field)
    return {"hand": hand, "matches": {card: months[card[:2]] for card in hand if card[:2] in months}}


def all_cards(flowers: Flowers) -> Cards:
    """Every card, wherever it lies."""
    piles = [*flowers.hands, *flowers.captured, flowers.field, flowers.stock]
    pending = () if flowers.pending is None else (flowers.pending,)
    return (*[card for pile in piles for card in pile], *pending)


def swapped(flowers: Flowers, viewer: int | None) -> list[Flowers]:
    """Of the zones that the viewer cannot see (others' hands, the stock), each two neighbours with their first cards
    swapped, and the stock with its first two."""
    zones: list[Cards] = [*flowers.hands, flowers.stock]
    hidden = [place for place, zone in enumerate(zones) if zone and place != viewer]
    found = []
    for one, other in pairwise(hidden):
        changed = list(zones)
        changed[one] = (zones[other][0], *zones[one][1:])
        changed[other] = (zones[one][0], *zones[other][1:])
        found.append(_with_hidden(flowers, changed))
    if len(flowers.stock) > 1:
        first, second, *rest = flowers.stock
        found.append(_with_hidden(flowers, [*flowers.hands, (second, first, *rest)]))
    return found


def _with_hidden(flowers: Flowers, zones: Sequence[Cards]) -> Flowers:
    *hands, stock = zones
    return replace(flowers, hands=tuple([in_deck_order(hand) for hand in hands]), stock=stock)
