"""What Hanafuda and Koi-Koi show and take alike; and flower cards, which Dafaza has too."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.server.games.cards import FLOWER_CARDS
from fudakai.server.games.shapes import Count, Counts, Number, Scores, SeatNumber, Shaped, Stock

Card: TypeAlias = Annotated[
    str,
    Meta(
        pattern=FLOWER_CARDS.pattern,
        description="month and kind: 01-bright, 09-animal, 11-chaff, 12-chaff-3",
    ),
]
Cards: TypeAlias = tuple[Card, ...]
RedealtWhy: TypeAlias = Literal["four_of_a_month", "four_pairs", "lucky_hand"]
Month: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
Field: TypeAlias = Annotated[tuple[Card, ...], Meta(description="the cards on the field, in deck order")]


class Play(Shaped, frozen=True, tag="play", omit_defaults=True):
    """To play a card of the hand. An offer is exactly one move."""

    card: Annotated[Card, Meta(description="of the hand")]
    target: (
        Annotated[
            Card, Meta(description="the card of the field that it takes; only needed where it could take more than one")
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class Choose(Shaped, frozen=True, tag="choose"):
    """To choose what the turned card takes. An offer is exactly one move."""

    target: Annotated[Card, Meta(description="the card of the field that it takes")]


class Captured(msgspec.Struct, frozen=True):
    """The cards a seat has taken, by kind, in deck order."""

    bright: Annotated[Cards, Meta(description="worth 20 each")]
    animal: Annotated[Cards, Meta(description="worth 10 each")]
    ribbon: Annotated[Cards, Meta(description="worth 5 each")]
    chaff: Annotated[Cards, Meta(description="worth 1 each")]


class Half(msgspec.Struct, frozen=True):
    """What one half of a turn did."""

    seat: SeatNumber
    source: Annotated[Literal["hand", "stock"], Meta(description="where the cards came from")] = msgspec.field(
        name="from"
    )
    cards: Annotated[Cards, Meta(description="what was played or turned")]
    captured: Annotated[Cards, Meta(description="what they took from the field; empty: they stayed on it")]


class FlowerTable(msgspec.Struct, frozen=True):
    """What everybody knows. While a deal is due, all but `scores` and `next_dealer` is of the finished round."""

    scores: Scores
    round: Annotated[Number, Meta(description="from 1")]
    dealer: Annotated[SeatNumber | None, Meta(description="the seat that dealt; null before the first deal")]
    next_dealer: Annotated[SeatNumber | None, Meta(description="the seat that deals next, while a deal is due")]
    field: Field
    stock: Stock
    pending: Annotated[
        Card | None, Meta(description="the turned card that waits for a choice; in neither field nor stock")
    ]
    counts: Counts
    captured: Annotated[tuple[Captured, ...], Meta(description="by seat: the cards taken")]
    last: Annotated[tuple[Half, ...], Meta(description="the turn under way, or else the last one, half by half")]


class Private(msgspec.Struct, frozen=True):
    """What only the seat knows."""

    hand: Annotated[Cards, Meta(description="its cards in deck order; empty while a deal is due")]
    matches: Annotated[
        dict[Card, Cards],
        Meta(description="for each card of the hand that would take something, what of its month lies on the field"),
    ]


class Dealer(Shaped, frozen=True, tag="dealer"):
    """It is known who deals first."""

    seat: SeatNumber


class Redealt(Shaped, frozen=True, tag="redealt"):
    """The deal was void and is done again."""

    why: Annotated[
        RedealtWhy,
        Meta(description="a whole month on the field; four pairs on it; a lucky hand under that option (Koi-Koi)"),
    ]
    field: Field


class Played(Shaped, frozen=True, tag="played"):
    """A card was played from the hand."""

    seat: SeatNumber
    card: Card
    captured: Annotated[Cards, Meta(description="what it took from the field; empty: it stayed on it")]
    wild: Annotated[bool, Meta(description="the storm card took a card of another month (Hanafuda)")]


class Turned(Shaped, frozen=True, tag="turned"):
    """The top card of the stock was turned."""

    seat: SeatNumber
    card: Card
    stock: Stock
    captured: Annotated[Cards, Meta(description="what it took from the field")]
    choices: Annotated[Cards, Meta(description="two cards one of which it may take: the seat is to choose")]


class Chosen(Shaped, frozen=True, tag="chosen"):
    """The seat has chosen what the turned card takes."""

    seat: SeatNumber
    card: Annotated[Card, Meta(description="the turned one")]
    captured: Annotated[Cards, Meta(description="what it took from the field")]


class Dealt(Shaped, frozen=True, tag="dealt"):
    """Cards were dealt."""

    round: Annotated[Number, Meta(description="from 1")]
    dealer: Annotated[SeatNumber, Meta(description="the seat that dealt")]
    field: Field
    stacks: Annotated[tuple[Month, ...], Meta(description="months with three cards on the field")]
    counts: Counts
    stock: Stock


Values: TypeAlias = Annotated[tuple[Count, ...], Meta(description="value of the captures by seat")]


PARTS: Final = MappingProxyType(
    {
        "Captured": Captured,
        "Half": Half,
        "Source": Annotated[Literal["hand", "stock"], Meta(description="Where a card came from.")],
        "RedealReason": Annotated[
            Literal["four_of_a_month", "four_pairs", "lucky_hand"], Meta(description="Why cards were dealt again.")
        ],
        "Matches": Annotated[dict[Card, Cards], Meta(description="By a card of the hand, what it can take.")],
    }
)
"""What both games have, by their published names."""
