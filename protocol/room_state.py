"""What an update tells: the state of a room, what one seat knows beside it, and the events of each entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from fudakai.protocol.fields import (
    Count,
    GameName,
    MatchId,
    Milliseconds,
    Name,
    Place,
    PlayerId,
    SeatNumber,
    Title,
    Version,
)


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """Who sits in a seat; `player` and `name` are null for a free one."""

    seat: SeatNumber
    player: Annotated[PlayerId | None, Meta(description="an id; null: the seat is free; that of a bot is no person's")]
    name: Annotated[Name | None, Meta(description="as others see it; null: the seat is free")]
    ready: Annotated[bool, Meta(description="ready to start")] = False
    away: Annotated[bool, Meta(description="without a connection; comes back, or has left when the grace is over")] = (
        False
    )
    bot: Annotated[
        bool, Meta(description="played by the server: a bot sits here, or with `left` a stand-in plays on")
    ] = False
    left: Annotated[bool, Meta(description="its player has left the running match")] = False


class ClockState(msgspec.Struct, frozen=True, gc=False):
    """A seat's time left in milliseconds when the message was made."""

    seat: SeatNumber
    left: Annotated[Milliseconds, Meta(description="milliseconds until the server plays for the seat")]


class Result(msgspec.Struct, frozen=True):
    """The end of a match, by seat of that match; nobody wins an abandoned one."""

    names: Annotated[tuple[Name, ...], Meta(description="by seat")]
    winners: Annotated[tuple[SeatNumber, ...], Meta(description="seats; empty when the match was abandoned")]
    scores: Annotated[tuple[int, ...], Meta(description="by seat")]
    places: Annotated[tuple[Place, ...], Meta(description="by seat; empty when the match was abandoned")]
    points: Annotated[
        tuple[int, ...], Meta(description="by seat: what counts for the leaderboard; empty when abandoned")
    ]
    reason: Annotated[str, Meta(description="the game's word for how it ended, or `abandoned`")]


class Played(msgspec.Struct, frozen=True):
    """A match of this sitting, by seat of that match."""

    match: MatchId
    players: Annotated[tuple[str, ...], Meta(description="ids by seat")]
    names: Annotated[tuple[Name, ...], Meta(description="by seat")]
    winners: Annotated[tuple[SeatNumber, ...], Meta(description="seats; empty when the match was abandoned")]
    scores: Annotated[tuple[int, ...], Meta(description="by seat")]
    points: Annotated[tuple[int, ...], Meta(description="by seat; empty when the match was abandoned")]


class Total(msgspec.Struct, frozen=True):
    """What a player's matches of this sitting add up to."""

    player: PlayerId
    name: Annotated[Name, Meta(description="as others see it")]
    matches: Annotated[Count, Meta(description="played to the end")]
    won: Annotated[Count, Meta(description="of these; a match that the player left is not won")]
    points: Annotated[int, Meta(description="the sum")]


class Sitting(msgspec.Struct, frozen=True):
    """The table of scores of the matches that were played in a room since it was made: at most the last 20 `matches`,
    and `totals` of all, most points first. An abandoned match is listed and adds nothing up."""

    matches: Annotated[
        Annotated[tuple[Played, ...], Meta(max_length=20)],
        Meta(description="the last ones of this room, the oldest first"),
    ] = ()
    totals: Annotated[tuple[Total, ...], Meta(description="what all of them add up to, most points first")] = ()


class RoomState(msgspec.Struct, frozen=True, gc=False):
    """What everybody in the room may know. `table` is the game's part, null before the first match. `sitting` is null
    before the first match is over, and while a match runs."""

    status: Annotated[
        Literal["waiting", "playing", "finished"],
        Meta(description="waiting: before the first match; playing; finished: between matches"),
    ]
    game: GameName
    title: Annotated[Title, Meta(description="the room's, as its host chose it")]
    visibility: Annotated[
        Literal["public", "unlisted", "locked"],
        Meta(description="public and locked rooms are in the list; a locked one asks for a passcode"),
    ]
    host: Annotated[
        PlayerId | None, Meta(description="the player who may start, configure, kick and so on; null: nobody")
    ]
    options: Annotated[Mapping[str, Any], Meta(description="the game's options, as they were chosen for the room")]
    settings: Annotated[Mapping[str, Any], Meta(description="the room's settings")]
    seats: Annotated[Annotated[tuple[SeatState, ...], Meta(max_length=16)], Meta(description="every seat in order")]
    match: Annotated[MatchId | None, Meta(description="the one that runs or ran last; null before the first")]
    to_act: Annotated[
        tuple[SeatNumber, ...], Meta(description="seats that may move now; empty while a deal is due, and at the end")
    ]
    clocks: Annotated[tuple[ClockState, ...], Meta(description="of the seats that have one")]
    spectators: Annotated[Count, Meta(description="how many watch")]
    table: Annotated[Mapping[str, Any] | None, Meta(description="the game's public part; null before the first match")]
    result: Annotated[Result | None, Meta(description="once the match is over; else null")]
    sitting: Annotated[
        Sitting | None, Meta(description="between matches: the scores of all matches of this room; else null")
    ] = None
    muted: Annotated[tuple[PlayerId, ...], Meta(description="ids of players who may not chat here")] = ()
    watchers: Annotated[
        Annotated[tuple[Name, ...], Meta(max_length=20)],
        Meta(description="names of those who watch, the first of them, as of this update"),
    ] = ()


class You(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What only this seat may know. `since`: the version at which its offers last changed, or it last moved; a move on
    that version or a later one is not stale. `private`: the game's part (the hand). `missed`: turns in a row that the
    clock has played for it; the setting `missed_turns` says how many count as leaving."""

    seat: SeatNumber
    since: Annotated[Version, Meta(description="the version at which the offers last changed, or the seat last moved")]
    private: Annotated[
        Mapping[str, Any],
        Meta(description="the game's part for this seat, for example its hand; empty before the first match"),
    ]
    offers: Annotated[
        tuple[Mapping[str, Any], ...],
        Meta(description="the moves that the seat may make now; one with a `count` is a template"),
    ]
    missed: Annotated[Count, Meta(description="turns in a row that the server has played for the seat")] = 0


class EntryEvents(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one entry showed: `by` is a seat, "chance" or "room". `clock`: not the seat's player did it, but the clock,
    for a turn that ran out, or when missed turns or an absence became too many or too long."""

    version: Annotated[Version, Meta(description="the room's, with this entry")]
    by: Annotated[int | Annotated[str, Meta(pattern="^(chance|room)$")], Meta(description="a seat, `chance` or `room`")]
    events: Annotated[
        tuple[Mapping[str, Any], ...],
        Meta(description="what it showed, each with a `type`: of the room or of the game"),
    ]
    clock: Annotated[bool, Meta(description="the server moved for the seat, or took it out of the match")] = False
