"""Agurk as clients see it: its moves, offers, views, events and words. The rules are in docs/rules/agurk.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.server.games.cards import BRIDGE_CARDS
from fudakai.server.games.shapes import (
    Count,
    Counts,
    Left,
    MatchOver,
    Number,
    Scores,
    SeatNumber,
    Seats,
    Shaped,
    Shapes,
)

Card: TypeAlias = Annotated[
    str,
    Meta(
        pattern=BRIDGE_CARDS.pattern,
        description="rank, then suit: 2C, 10H, JD, QS, KC, AH; or a joker, JK1 to JK3",
    ),
]
Cards: TypeAlias = tuple[Card, ...]


class Play(Shaped, frozen=True, tag="play"):
    """To lead with these cards, or to follow with them. An offer is exactly one move."""

    cards: Annotated[Cards, Meta(min_length=1, max_length=7, description="out of the hand, in any order")]


class TablePlay(msgspec.Struct, frozen=True):
    """A play of this cycle."""

    seat: SeatNumber
    cards: Annotated[Cards, Meta(description="as they were named")]


class Table(msgspec.Struct, frozen=True):
    """What everybody knows."""

    scores: Annotated[tuple[Count, ...], Meta(description="penalty points by seat; over 21 is out")]
    round: Annotated[Number, Meta(description="from 1")]
    hand_size: Annotated[int, Meta(ge=1, le=7, description="cards dealt to each in this round")]
    player_one: Annotated[SeatNumber | None, Meta(description="the seat that leads the round's first cycle")]
    out: Annotated[Seats, Meta(description="seats that are out or left, sorted")]
    table: Annotated[tuple[TablePlay, ...], Meta(description="this cycle's plays in order")]
    counts: Counts
    penalties: Annotated[tuple[Cards, ...], Meta(description="by seat: the cards taken as penalties")]


class Private(msgspec.Struct, frozen=True):
    """What only the seat knows."""

    hand: Annotated[
        Cards,
        Meta(max_length=7, description="its cards in deck order; empty while a deal is due and when the seat is out"),
    ]


class PlayerOne(Shaped, frozen=True, tag="player_one"):
    """It is known who leads the next round."""

    seat: SeatNumber


class Dealt(Shaped, frozen=True, tag="dealt"):
    """Cards were dealt."""

    round: Annotated[Number, Meta(description="from 1")]
    hand_size: Annotated[int, Meta(ge=1, le=7, description="cards dealt to each")]
    player_one: Annotated[SeatNumber, Meta(description="the seat that leads")]
    counts: Counts
    stock: Annotated[Count, Meta(description="cards that were not dealt")]


class Played(Shaped, frozen=True, tag="played"):
    """A seat played cards."""

    seat: SeatNumber
    cards: Annotated[Cards, Meta(description="as they were named")]
    left: Annotated[Count, Meta(description="cards that remain in that hand")]


class CycleEnded(Shaped, frozen=True, tag="cycle_ended"):
    """All have played in this cycle."""

    highest: Annotated[SeatNumber, Meta(description="the seat whose card was the highest")]
    leader: Annotated[SeatNumber | None, Meta(description="the seat that leads next; null: the round ends")]


class Leads(Shaped, frozen=True, tag="leads"):
    """The leader left before playing: this seat leads instead."""

    seat: SeatNumber


class SeatCard(msgspec.Struct, frozen=True):
    """A seat and its card."""

    seat: SeatNumber
    card: Card


class Turned(Shaped, frozen=True, tag="turned"):
    """The round ends: all turn over their last cards."""

    cards: Annotated[tuple[SeatCard, ...], Meta(description="the last cards")]


class Penalties(Shaped, frozen=True, tag="penalties"):
    """The highest last cards are taken as penalties."""

    cards: Annotated[tuple[SeatCard, ...], Meta(description="who took which card")]
    scores: Scores


class Drawn(Shaped, frozen=True, tag="drawn"):
    """Who tie for the lowest last card draw one each from the stock."""

    cards: Annotated[tuple[SeatCard, ...], Meta(description="who drew which card")]


class Out(Shaped, frozen=True, tag="out"):
    """A seat has more than 21 penalty points."""

    seat: SeatNumber
    penalty: Annotated[int, Meta(ge=22, description="its penalty points")]


SHAPES: Final = Shapes(
    moves=(Play,),
    offers=(Play,),
    table=Table,
    private=Private,
    events=(PlayerOne, Dealt, Played, CycleEnded, Leads, Turned, Penalties, Drawn, Out, Left, MatchOver),
    codes=MappingProxyType(
        {
            "wrong_count": "not as many cards as the leader, or none",
            "ranks_differ": "several cards that lead share one rank",
            "must_keep_one": "keep at least one card in hand",
            "too_low": "neither all at least as high as the highest on the table, nor exactly your lowest",
        }
    ),
    reasons=MappingProxyType(
        {
            "last_one_in": "all others are out",
            "lowest_penalty": "all who were left went out in one round; the lowest penalty wins",
            "drawn": "the same, and the winner was drawn among equals",
            "others_left": "all others left or are out",
            "abandoned": "nobody was left at the table; no winner",
        }
    ),
    parts=MappingProxyType({"SeatCard": SeatCard, "TablePlay": TablePlay}),
)
