"""Dafaza as clients see it: its moves, offers, views, events and words. The rules are in docs/rules/dafaza.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.server.games.flowers.shapes import Card, Cards
from fudakai.server.games.shapes import (
    Bots,
    Count,
    Counts,
    Left,
    MatchOver as PlainMatchOver,
    Number,
    Returned,
    Scores,
    SeatNumber,
    Seats,
    Shaped,
    Shapes,
)

Sign: TypeAlias = Literal["rock", "paper", "scissors"]
SpecialName: TypeAlias = Literal["three_of_one_suit", "four_peonies_or_better", "steel_heart", "retaliation"]
FactorName: TypeAlias = SpecialName | Literal["parent"]
RoleName: TypeAlias = Literal[
    "five_lights_and_boar_deer_butterfly",
    "five_lights_and_red_shorts",
    "five_lights_and_blue_shorts",
    "five_lights_and_sake_cup",
    "boar_deer_butterfly_cherry_moon_sake_cup",
    "red_shorts_and_blue_shorts",
    "five_lights",
]
HandNumber: TypeAlias = Annotated[int, Meta(ge=1, le=33, description="of the match's hands, from 1")]
Parent: TypeAlias = Annotated[int, Meta(ge=0, le=3, description="the seat that leads the first trick")]
Official: TypeAlias = Annotated[bool, Meta(description="whether the parent is: in every hand but the first")]
ParentFactor: TypeAlias = Annotated[int, Meta(ge=1, description="of the parent, by which payments are multiplied")]
Streak: TypeAlias = Annotated[int, Meta(ge=0, description="hands that the parent has won in a row")]
Remaining: TypeAlias = Annotated[int, Meta(ge=0, le=10, description="cards that remain in that hand")]


class Throw(Shaped, frozen=True, tag="throw"):
    """To throw a sign in janken. An offer is exactly one move."""

    sign: Annotated[Sign, Meta(description="secret until all have thrown")]


class Play(Shaped, frozen=True, tag="play"):
    """To lead with these cards, or to beat with them. An offer is exactly one move."""

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=4, description="out of the hand, in any order")]


class Fold(Shaped, frozen=True, tag="fold"):
    """To play these cards face down: a move of a fold that is offered."""

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=4, description="out of the hand, in any order")]


class FoldOffer(Shaped, frozen=True, tag="fold"):
    """A template: any so many of these cards may be folded, sent as `cards` without `count` and `among`."""

    count: Annotated[int, Meta(ge=1, le=4, description="how many cards to choose")]
    among: Annotated[Cards, Meta(max_length=10, description="what to choose from, all different: the hand")]


class TablePlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play of this trick: with `cards`, or `folded`."""

    seat: SeatNumber
    cards: Annotated[Cards | msgspec.UnsetType, Meta(description="face up; absent of a fold")] = msgspec.UNSET
    folded: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | msgspec.UnsetType,
        Meta(description="of a fold: how many cards, face down"),
    ] = msgspec.UNSET


class Table(msgspec.Struct, frozen=True):
    """What everybody knows. Up to the next deal all but `scores` and `next_parent` is of the finished hand."""

    scores: Scores
    hand: HandNumber
    hands: Annotated[int, Meta(ge=2, le=33, description="how many the match has")]
    parent: Annotated[Parent | None, Meta(description="null before the first deal")]
    next_parent: Annotated[Parent | None, Meta(description="of the next hand, while its deal is due; else null")]
    official: Official
    factor: ParentFactor
    streak: Streak
    janken: Annotated[Seats, Meta(description="the seats still in it; empty after it")]
    stacks: Annotated[tuple[Count, ...], Meta(description="by seat: stacks of four cards taken in this hand")]
    tops: Annotated[tuple[Cards, ...], Meta(description="by seat: the cards face up on its stacks, one each")]
    beaten: Annotated[Cards, Meta(description="shown in earlier tricks of this hand and beaten")]
    table: Annotated[tuple[TablePlay, ...], Meta(max_length=4, description="this trick's plays in order")]
    lead: Annotated[SeatNumber | None, Meta(description="the seat that led or is to lead this trick")]
    last_trick: Annotated[bool, Meta(description="the lead on the table empties the hands")]
    tricks: Annotated[int, Meta(ge=0, le=10, description="finished in this hand")]
    counts: Counts
    bots: Bots


class Private(msgspec.Struct, frozen=True):
    """What only the seat knows."""

    hand_cards: Annotated[
        Cards, Meta(max_length=10, description="in deck order, the strongest first; empty while no hand is played")
    ]
    folded: Annotated[Cards, Meta(max_length=10, description="what the seat has folded in this hand")]
    sign: Annotated[Sign | None, Meta(description="its throw, while others are to throw; else null")]
    beat: Annotated[
        Literal["yes", "must_fold", "wrong_suits", "not_stronger"] | None,
        Meta(description="when it is to follow: whether it may beat, or the code of why it may only fold; else null"),
    ]


class Threw(Shaped, frozen=True, tag="threw"):
    """A seat has thrown; not what."""

    seat: SeatNumber


class SeatSign(msgspec.Struct, frozen=True):
    """A seat and its throw."""

    seat: SeatNumber
    sign: Annotated[Sign, Meta(description="what it has thrown")]


class Thrown(Shaped, frozen=True, tag="thrown"):
    """All have thrown."""

    signs: Annotated[tuple[SeatSign, ...], Meta(description="who threw what")]
    out: Annotated[Seats, Meta(description="seats that drop out")]
    again: Annotated[Seats, Meta(description="seats that throw again; empty: it is decided")]


class ParentFound(Shaped, frozen=True, tag="parent"):
    """The parent of the coming hand."""

    seat: SeatNumber
    hand: HandNumber
    official: Official
    factor: ParentFactor
    streak: Streak


class Dealt(Shaped, frozen=True, tag="dealt"):
    """Cards were dealt."""

    hand: HandNumber
    parent: Parent
    official: Official
    factor: ParentFactor
    counts: Counts


class DealtWin(Shaped, frozen=True, tag="dealt_win"):
    """A dealt hand wins at once."""

    seat: SeatNumber
    name: Annotated[RoleName, Meta(description="of the hand")]
    points: Annotated[int, Meta(ge=1, description="that each of the others pays")]
    cards: Annotated[Cards, Meta(description="that make it")]


class Led(Shaped, frozen=True, tag="led"):
    """A seat leads a trick."""

    seat: SeatNumber
    cards: Annotated[Cards, Meta(description="face up")]
    left: Remaining
    last: Annotated[bool, Meta(description="this is the last trick")]


class Beat(Shaped, frozen=True, tag="beat"):
    """The best play of the trick so far."""

    seat: SeatNumber
    cards: Annotated[Cards, Meta(description="face up")]
    left: Remaining


class Folded(Shaped, frozen=True, tag="folded"):
    """A seat folds, face down."""

    seat: SeatNumber
    count: Annotated[int, Meta(ge=1, le=4, description="how many cards")]
    left: Remaining


class TrickWon(Shaped, frozen=True, tag="trick_won"):
    """A trick is over."""

    seat: SeatNumber
    cards: Annotated[Cards, Meta(description="they lie face up on as many new stacks")]
    stacks: Annotated[Count, Meta(description="that the seat has now")]
    last: Annotated[bool, Meta(description="this was the last trick")]


class Special(Shaped, frozen=True, tag="special"):
    """A special win."""

    seat: SeatNumber
    name: Annotated[SpecialName, Meta(description="of the win")]
    points: Annotated[Count, Meta(description="that each of `from` has paid at once; 0 in the last trick")]
    times: Annotated[int, Meta(ge=1, description="in the last trick: by which payments of `from` are multiplied")]
    payers: Annotated[Seats, Meta(description="the seats that pay")] = msgspec.field(name="from")
    scores: Scores


class Factor(msgspec.Struct, frozen=True):
    """What a payment is multiplied by."""

    name: Annotated[FactorName, Meta(description="a special win, or the parent's factor")]
    times: Annotated[int, Meta(ge=2, description="so much")]


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hand costs or brings one loser; of a dealt hand without `stacks` and `balance`."""

    seat: SeatNumber
    factors: Annotated[tuple[Factor, ...], Meta(description="they multiply a balance below zero")]
    result: Annotated[int, Meta(description="points; below zero they are paid to the winner")]
    stacks: Annotated[Count | msgspec.UnsetType, Meta(description="that the seat has taken")] = msgspec.UNSET
    balance: Annotated[int | msgspec.UnsetType, Meta(description="the stacks less 5, or -7 without any")] = (
        msgspec.UNSET
    )


class HandOver(Shaped, frozen=True, tag="hand_over"):
    """A hand is over."""

    hand: HandNumber
    winner: SeatNumber
    payments: Annotated[tuple[Payment, ...], Meta(min_length=3, max_length=3, description="of the losers")]
    results: Annotated[tuple[int, ...], Meta(description="points by seat, which sum to zero")]
    scores: Scores


class MatchOver(PlainMatchOver, frozen=True, tag="match_over"):
    """The match has ended."""

    places: Annotated[tuple[Number, ...], Meta(description="by seat, from 1; empty when the match was abandoned")]


SHAPES: Final = Shapes(
    moves=(Throw, Play, Fold),
    offers=(Throw, Play, FoldOffer),
    table=Table,
    private=Private,
    events=(
        Threw,
        Thrown,
        ParentFound,
        Dealt,
        DealtWin,
        Led,
        Beat,
        Folded,
        TrickWon,
        Special,
        HandOver,
        Left,
        Returned,
        MatchOver,
    ),
    codes=MappingProxyType(
        {
            "must_lead": "a fold by the leader",
            "must_fold": "the last trick was led with one card, and you have taken nothing: you may only fold",
            "wrong_count": "not as many cards as were led; or a lead of none, or more than four",
            "months_differ": "cards that are shown share one month",
            "wrong_suits": "not as many kasu and charisma as were led",
            "not_stronger": "not a stronger month than the best so far",
        }
    ),
    reasons=MappingProxyType(
        {
            "hands_played": "the last hand was played; the most points win, equal ones share a place",
            "abandoned": "nobody but stand-ins was left at the table; no winner",
        }
    ),
    parts=MappingProxyType(
        {
            "SeatSign": SeatSign,
            "Payment": Payment,
            "Factor": Factor,
            "TablePlay": TablePlay,
            "Sign": Annotated[Sign, Meta(description="A throw of janken.")],
            "SpecialName": Annotated[SpecialName, Meta(description="A special win.")],
            "RoleName": Annotated[RoleName, Meta(description="A hand that wins as it is dealt.")],
            "FactorName": Annotated[SpecialName | Literal["parent"], Meta(description="What multiplies a payment.")],
            "Beat": Annotated[
                Literal["yes", "must_fold", "wrong_suits", "not_stronger"],
                Meta(description="Whether a seat may beat, or the code of why it may only fold."),
            ],
        }
    ),
)
