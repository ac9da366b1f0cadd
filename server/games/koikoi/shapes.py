"""Koi-Koi as clients see it: its moves, offers, views, events and words. The rules are in docs/rules/koikoi.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.server.games.flowers.shapes import (
    PARTS,
    Card,
    Cards,
    Choose,
    Chosen,
    Dealer,
    Dealt as FlowersDealt,
    FlowerTable,
    Month,
    Play,
    Played,
    Private,
    Redealt,
    Turned,
)
from fudakai.server.games.shapes import Count, Left, MatchOver, Number, Scores, SeatNumber, Shaped, Shapes

LuckyName: TypeAlias = Literal["teshi", "kuttsuki"]
Ending: TypeAlias = Literal["stopped", "lucky_hand", "both_lucky", "exhausted"]
Doubling: TypeAlias = Literal["seven", "koi_koi"]
YakuName: TypeAlias = Literal[
    "five_brights",
    "four_brights",
    "rainy_four_brights",
    "three_brights",
    "boar_deer_butterflies",
    "red_poetry_ribbons",
    "blue_ribbons",
    "animals",
    "ribbons",
    "chaff",
    "cherry_viewing",
    "moon_viewing",
    "month_cards",
    "teshi",
    "kuttsuki",
]
Yaku: TypeAlias = dict[YakuName, Number]


class Stop(Shaped, frozen=True, tag="stop"):
    """To end the round and score. An offer is exactly one move."""


class SayKoiKoi(Shaped, frozen=True, tag="koi_koi"):
    """To play on for more. An offer is exactly one move."""


class Missing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a yaku still takes."""

    need: Annotated[Number, Meta(description="so many cards more")]
    cards: Annotated[
        Cards | msgspec.UnsetType, Meta(description="of a small set, those that it can take; absent of a large one")
    ] = msgspec.UNSET


class Table(FlowerTable, frozen=True):
    """What everybody knows. While a deal is due, all but `scores` and `next_dealer` is of the finished round."""

    month: Annotated[Month, Meta(description="of this round")]
    koi_koi: Annotated[tuple[Count, ...], Meta(description="calls in this round by seat")]
    yaku: Annotated[tuple[Yaku, ...], Meta(description="by seat: the points of each yaku made, by name")]
    missing: Annotated[
        tuple[dict[YakuName, Missing], ...],
        Meta(max_length=2, description="by seat: what each yaku takes that can still be made; empty outside a round"),
    ]
    deciding: Annotated[bool, Meta(description="the seat to act is to stop or say koi-koi")]


class Dealt(FlowersDealt, frozen=True, tag="dealt"):
    """Cards were dealt."""

    month: Annotated[Month, Meta(description="of this round")]


class LuckyHand(Shaped, frozen=True, tag="lucky_hand"):
    """A dealt hand wins the round at once; both may have one, then nobody scores."""

    seat: SeatNumber
    hand: Annotated[LuckyName, Meta(description="its name: four of a month; four pairs")]
    cards: Annotated[tuple[Card, ...], Meta(min_length=8, max_length=8, description="the whole hand")]


class YakuMade(Shaped, frozen=True, tag="yaku"):
    """A seat has made a yaku, or a better one."""

    seat: SeatNumber
    made: Annotated[Yaku, Meta(description="points of what is new or better, by name")]
    total: Annotated[Number, Meta(description="points of all the seat's yaku")]


class KoiKoi(Shaped, frozen=True, tag="koi_koi"):
    """A seat plays on."""

    seat: SeatNumber
    calls: Annotated[tuple[Count, ...], Meta(description="calls in this round by seat")]


class Stopped(Shaped, frozen=True, tag="stopped"):
    """A seat has ended the round."""

    seat: SeatNumber
    forced: Annotated[bool, Meta(description="there was nothing to decide")]


class RoundScored(Shaped, frozen=True, tag="round_scored"):
    """A round is over."""

    round: Annotated[Number, Meta(description="from 1")]
    winner: Annotated[SeatNumber | None, Meta(description="null: nobody scores")]
    why: Annotated[
        Ending,
        Meta(description="the winner stopped, or had a lucky hand; both had one; the hands ran out"),
    ]
    yaku: Annotated[Yaku, Meta(description="points by name")]
    base: Annotated[Count, Meta(description="the sum of these points")]
    doubled: Annotated[tuple[Doubling, ...], Meta(description="for what the base is doubled, once for each")]
    points: Annotated[Count, Meta(description="what the winner gains")]
    scores: Scores


SHAPES: Final = Shapes(
    moves=(Play, Choose, Stop, SayKoiKoi),
    offers=(Play, Choose, Stop, SayKoiKoi),
    table=Table,
    private=Private,
    events=(
        Dealer,
        Dealt,
        Redealt,
        LuckyHand,
        Played,
        Turned,
        Chosen,
        YakuMade,
        KoiKoi,
        Stopped,
        RoundScored,
        Left,
        MatchOver,
    ),
    codes=MappingProxyType(
        {
            "needs_target": "the card matches two: name one of them",
            "no_match": "the target is not on the field, or of another month",
        }
    ),
    reasons=MappingProxyType(
        {
            "rounds": "the last round was played; with equal scores both win",
            "goal": "somebody has reached the goal",
            "fifty_rounds": "fifty rounds without it; the most points win",
            "others_left": "one left; the other wins",
            "abandoned": "nobody was left at the table; no winner",
        }
    ),
    parts=MappingProxyType(
        {
            **PARTS,
            "Missing": Missing,
            "YakuName": Annotated[YakuName, Meta(description="A yaku.")],
            "Yaku": Annotated[Yaku, Meta(description="The points of yaku by name.")],
            "MissingYaku": Annotated[
                dict[YakuName, Missing], Meta(description="What the yaku take that can still be made, by name.")
            ],
            "LuckyHandName": Annotated[Literal["teshi", "kuttsuki"], Meta(description="A lucky hand.")],
            "RoundReason": Annotated[
                Literal["stopped", "lucky_hand", "both_lucky", "exhausted"], Meta(description="How a round ended.")
            ],
            "Doubling": Annotated[Literal["seven", "koi_koi"], Meta(description="For what points are doubled.")],
        }
    ),
)
