"""Hanafuda as clients see it: its moves, offers, views, events and words. The rules are in docs/rules/hanafuda.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from fudakai.server.games.flowers.shapes import (
    PARTS,
    Card,
    Cards,
    Choose,
    Chosen,
    Dealer,
    Dealt,
    FlowerTable,
    Month,
    Play,
    Played,
    Private,
    Redealt,
    Turned,
    Values,
)
from fudakai.server.games.shapes import (
    Bots,
    Count,
    Left,
    MatchOver,
    Number,
    Returned,
    Scores,
    SeatNumber,
    Seats,
    Shaped,
    Shapes,
)

LuckyName: TypeAlias = Literal["four_pairs", "two_months"]
Ending: TypeAlias = Literal["most_points", "lucky_hand"]


class TakeHiki(Shaped, frozen=True, tag="hiki"):
    """To take all four of a month at once, when field and hand hold them between them. An offer is exactly one move."""

    month: Annotated[Month, Meta(description="of the four cards")]


class Table(FlowerTable, frozen=True):
    """What everybody knows. While a deal is due, all but `scores` and `next_dealer` is of the finished round."""

    captured_value: Values
    bots: Bots


class LuckyHand(Shaped, frozen=True, tag="lucky_hand"):
    """A dealt hand wins the round at once (with two players)."""

    seat: SeatNumber
    hand: Annotated[LuckyName, Meta(description="its name")]
    cards: Annotated[tuple[Card, ...], Meta(min_length=8, max_length=8, description="the whole hand")]


class Hiki(Shaped, frozen=True, tag="hiki"):
    """A seat took all four of a month."""

    seat: SeatNumber
    month: Annotated[Month, Meta(description="of the four cards")]
    cards: Annotated[Cards, Meta(description="of the hand")]
    captured: Annotated[Cards, Meta(description="from the field")]


class RoundScored(Shaped, frozen=True, tag="round_scored"):
    """A round is over."""

    round: Annotated[Number, Meta(description="from 1")]
    winner: Annotated[SeatNumber, Meta(description="the seat that deals next")]
    why: Annotated[
        Ending,
        Meta(description="the most value in captures; or a lucky hand, which gains the value of the field"),
    ]
    values: Values
    tied: Annotated[Seats, Meta(description="seats, when several had the most; else empty")]
    gained: Annotated[tuple[Count, ...], Meta(description="points by seat")]
    scores: Scores


SHAPES: Final = Shapes(
    moves=(Play, Choose, TakeHiki),
    offers=(Play, Choose, TakeHiki),
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
        Hiki,
        RoundScored,
        Left,
        Returned,
        MatchOver,
    ),
    codes=MappingProxyType(
        {
            "no_hiki": "field and hand do not hold that month between them, or the field has none of it",
            "needs_target": "the card matches two: name one of them",
            "stack": "the storm card may not take from three of a month",
            "hiki": "the storm card may not take from a month that is a hiki; it is not said whose",
            "must_capture": "option `must_match`: another card of yours matches",
            "no_match": "the target is not on the field, or of another month",
        }
    ),
    reasons=MappingProxyType(
        {
            "rounds": "the last round was played; the most points win",
            "goal": "somebody has reached the goal",
            "lead": "somebody leads by enough",
            "fifty_rounds": "fifty rounds without goal or lead; the most points win",
            "others_left": "of two players one left; the other wins",
            "abandoned": "no player was left at the table; no winner",
        }
    ),
    parts=MappingProxyType(
        {
            **PARTS,
            "LuckyHandName": Annotated[Literal["four_pairs", "two_months"], Meta(description="A lucky hand.")],
            "RoundReason": Annotated[
                Literal["most_points", "lucky_hand"], Meta(description="For what a round was scored.")
            ],
        }
    ),
)
