"""The two decks and their one notation.

A card is its id on the wire, a short string. A deck is a tuple of ids in *deck order*: the order in which hands and
fields are listed and in which the rest of a shortly written shuffle follows. Everything here is a constant or a pure
function; a card's rank, month or kind is a lookup in a plain dict, since a move makes dozens of them and a
MappingProxyType takes longer (to mypy it is a Mapping, so nobody writes to it).

Bridge: rank then suit, `2C` `10H` `JD` `QS` `KC` `AH`, jokers `JK1` `JK2` `JK3`.
Hanafuda: month and kind, `01-bright` ... `12-chaff-3`; `11-chaff` is the storm card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from fudakai.server.games.api import CardNaming

BRIDGE_CARDS: Final = CardNaming("bridge", "^(([2-9]|10|[JQKA])[CDHS]|JK[123])$")
FLOWER_CARDS: Final = CardNaming("flower", "^(0[1-9]|1[0-2])-(bright|animal|ribbon|chaff(-[123])?)$")

SUITS: Final = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades: the order inside a rank."""

RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest."""

JOKERS: Final = ("JK1", "JK2", "JK3")

BRIDGE: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANK_NAMES for suit in SUITS) + JOKERS
"""The 55 cards, rank by rank, the jokers last."""

BRIDGE_RANK: Final[Mapping[str, int]] = {
    rank + suit: number for number, rank in enumerate(RANK_NAMES, start=2) for suit in SUITS
} | dict.fromkeys(JOKERS, 15)
"""2-10, J=11, Q=12, K=13, A=14, jokers 15."""

KINDS: Final = ("bright", "animal", "ribbon", "chaff")
"""The four kinds of a hanafuda card, from the dearest to the cheapest."""

HANAFUDA_KINDS: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("bright", "ribbon", "chaff-1", "chaff-2"),
    2: ("animal", "ribbon", "chaff-1", "chaff-2"),
    3: ("bright", "ribbon", "chaff-1", "chaff-2"),
    4: ("animal", "ribbon", "chaff-1", "chaff-2"),
    5: ("animal", "ribbon", "chaff-1", "chaff-2"),
    6: ("animal", "ribbon", "chaff-1", "chaff-2"),
    7: ("animal", "ribbon", "chaff-1", "chaff-2"),
    8: ("bright", "animal", "chaff-1", "chaff-2"),
    9: ("animal", "ribbon", "chaff-1", "chaff-2"),
    10: ("animal", "ribbon", "chaff-1", "chaff-2"),
    11: ("bright", "animal", "ribbon", "chaff"),
    12: ("bright", "chaff-1", "chaff-2", "chaff-3"),
}
"""The kinds of each month, in deck order."""

HANAFUDA: Final[tuple[str, ...]] = tuple(
    f"{month:02d}-{kind}" for month, kinds in HANAFUDA_KINDS.items() for kind in kinds
)
"""The 48 cards, month by month."""

HANAFUDA_MONTH: Final[Mapping[str, int]] = {card: int(card[:2]) for card in HANAFUDA}
"""1-12."""

HANAFUDA_KIND: Final[Mapping[str, str]] = {
    card: next(kind for kind in KINDS if card.startswith(kind, 3)) for card in HANAFUDA
}
"""One of KINDS."""

HANAFUDA_VALUE: Final[Mapping[str, int]] = {
    card: {"bright": 20, "animal": 10, "ribbon": 5, "chaff": 1}[kind] for card, kind in HANAFUDA_KIND.items()
}
"""H1: the points of each card; the deck is worth 264."""

ALL_BRIGHTS: Final = ("01-bright", "03-bright", "08-bright", "11-bright", "12-bright")
BOAR_DEER_BUTTERFLIES: Final = ("06-animal", "07-animal", "10-animal")
RED_RIBBONS: Final = ("01-ribbon", "02-ribbon", "03-ribbon")
"""Those with a poem on them."""
BLUE_RIBBONS: Final = ("06-ribbon", "09-ribbon", "10-ribbon")
SAKE_CUP: Final = "09-animal"

POSITION: Final[Mapping[str, int]] = {card: place for deck in (BRIDGE, HANAFUDA) for place, card in enumerate(deck)}
"""Every card's place in the deck order of its own deck, from 0."""


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The same cards in deck order. Raises KeyError for what is no card."""
    return tuple(sorted(cards, key=POSITION.__getitem__))


def stacked(order: Iterable[object], deck: tuple[str, ...]) -> tuple[str, ...] | None:
    """The whole deck with `order` on top and the rest below it in deck order; None when `order` names something that
    is not in this deck, or a card twice. Used for every shuffle that chance or a record hands in."""
    top: dict[str, None] = {}
    for card in order:
        if not isinstance(card, str) or card in top:
            return None
        top[card] = None
    rest = tuple(card for card in deck if card not in top)
    return (*top, *rest) if len(rest) + len(top) == len(deck) else None
