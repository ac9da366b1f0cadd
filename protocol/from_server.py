"""Every message the server may send, one Struct each.

An answer carries `re`, the `id` of the request. `update` and `closed` come by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.protocol.fields import (
    Answered,
    Code,
    Count,
    GameName,
    MatchId,
    Milliseconds,
    Minor,
    Name,
    OptionName,
    Place,
    PlayerId,
    Ref,
    RoomCode,
    SeatNumber,
    Title,
    Version,
)
from fudakai.protocol.room_state import (
    ClockState as ClockState,
    EntryEvents as EntryEvents,
    Played as Played,
    Result as Result,
    RoomState as RoomState,
    SeatState as SeatState,
    Sitting as Sitting,
    Total as Total,
    You as You,
)
from fudakai.protocol.version import MINOR


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option that may be chosen for a room. `min` and `max`: of a number, or of a list's length."""

    name: Annotated[OptionName, Meta(description="as in `options` or `settings`")]
    kind: Annotated[
        Literal["boolean", "integer", "number", "choice", "list"],
        Meta(description="what values it takes; a number may have a fraction"),
    ]
    default: Annotated[Any, Meta(description="what it is when nothing is chosen")]
    words: Annotated[str, Meta(description="what it is for, for people")]
    nullable: Annotated[bool, Meta(description="whether null may be chosen")] = False
    min: Annotated[
        float | None, Meta(description="the least that may be chosen; of a list, in length; absent: no bound")
    ] = None
    max: Annotated[float | None, Meta(description="the most, likewise; absent: no bound")] = None
    choices: Annotated[tuple[Any, ...], Meta(description="what may be chosen of a choice, in no special order")] = ()


class CardNames(msgspec.Struct, frozen=True):
    """How a game names its cards."""

    deck: Annotated[str, Meta(max_length=32, description="what they look like: bridge, flower, or the game's own word")]
    pattern: Annotated[
        str,
        Meta(max_length=200, description="a regular expression: it matches each card's name, and no other string"),
    ]


class GameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game this server plays."""

    name: Annotated[GameName, Meta(description="the game's, as in `create`")]
    title: Annotated[str, Meta(description="the name for people")]
    seats: Annotated[tuple[int, int], Meta(description="the fewest and the most players")]
    options: Annotated[tuple[OptionInfo, ...], Meta(description="what may be chosen for a room")]
    cards: Annotated[CardNames | None, Meta(description="how its cards are named; missing: it has none")] = None


class Limits(msgspec.Struct, frozen=True):
    """What a client must keep to."""

    frame: Annotated[int, Meta(ge=1, description="bytes of a frame")]
    depth: Annotated[int, Meta(ge=1, description="levels of maps and lists in one another")]
    credits: Annotated[int, Meta(ge=1, description="messages in one burst")]
    credits_per_second: Annotated[float, Meta(gt=0, description="messages a second, sustained")]
    ping_interval: Annotated[
        float, Meta(ge=0, description="seconds between the server's own pings, each to be answered within that time")
    ]


class Message(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """What all messages of the server have: their type."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers hello. Keep `token`: it is you, from anywhere. `settings`: what may be chosen for every room, beside its
    game's options. `rooms`: where you have a seat, to resume."""

    # games and settings are encoded once for everybody

    re: Answered
    player: Annotated[PlayerId, Meta(description="the client's own: public, never changes")]
    name: Annotated[Name, Meta(description="as others see it")]
    token: Annotated[str, Meta(description="who shows it is this player, from anywhere; to be kept")]
    server: Annotated[str, Meta(description="the server's version, for people")]
    games: Annotated[tuple[GameInfo, ...] | msgspec.Raw, Meta(description="what can be played here")]
    settings: Annotated[
        tuple[OptionInfo, ...] | msgspec.Raw,
        Meta(description="what may be chosen for every room, with the defaults of this server"),
    ]
    limits: Annotated[Limits, Meta(description="what a client must keep to")]
    rooms: Annotated[
        tuple[Code, ...], Meta(description="where the player has a seat, or a stand-in plays it: to resume")
    ] = ()
    minor: Annotated[Minor, Meta(description="the minor version of the protocol that the server speaks")] = MINOR


class RoomLine(msgspec.Struct, frozen=True):
    """A room in the list."""

    room: Code
    title: Annotated[Title, Meta(description="the room's, as its host chose it")]
    game: GameName
    status: Annotated[
        Literal["waiting", "playing", "finished"],
        Meta(description="waiting: before the first match; playing; finished: between matches"),
    ]
    seats: Annotated[Annotated[int, Meta(ge=1, le=16)], Meta(description="how many there are")]
    seated: Annotated[Annotated[int, Meta(ge=0, le=16)], Meta(description="how many are taken, by people or bots")]
    spectators: Annotated[bool, Meta(description="whether others may watch")]
    locked: Annotated[bool, Meta(description="whether a passcode is needed")]


class Rooms(Message, frozen=True, tag="rooms"):
    """Answers list and follow: at most 200 rooms, waiting ones first."""

    re: Answered
    rooms: Annotated[
        Annotated[tuple[RoomLine, ...], Meta(max_length=200)],
        Meta(description="waiting ones first, then finished ones, then those that play"),
    ]


class Listed(Message, frozen=True, tag="listed"):
    """The list that this connection follows has changed: these rooms are new in it or look different, those `gone` are
    in it no more."""

    rooms: Annotated[tuple[RoomLine, ...], Meta(description="new, or changed")]
    gone: Annotated[tuple[Code, ...], Meta(description="in the list no more")]


class Ok(Message, frozen=True, tag="ok", omit_defaults=True):
    """The request was carried out and, where it changed something, stored. `version`: the room's version with it."""

    re: Answered
    room: Annotated[Code | None, Meta(description="of the room that the request was about")] = None
    version: Annotated[
        Version | None, Meta(description="the room's with this change; the update that follows can be newer")
    ] = None
    seat: Annotated[SeatNumber | None, Meta(description="the sender's")] = None
    ref: Annotated[Ref | None, Meta(description="of the move")] = None


class Refused(Message, frozen=True, tag="refused", omit_defaults=True):
    """The request changed nothing. `code` is for programs, `words` for people; `re` is absent when no id could be read.
    `retry_after`: milliseconds."""

    code: Annotated[str, Meta(description="why, for programs: a code of codes.json, or of the game")]
    words: Annotated[str, Meta(description="why, for people")]
    re: Annotated[Answered | None, Meta(description="the `id` of the request; absent: none could be read")] = None
    room: Annotated[RoomCode | None, Meta(description="as the request named it")] = None
    ref: Annotated[Ref | None, Meta(description="of the move")] = None
    retry_after: Annotated[Milliseconds | None, Meta(description="milliseconds to wait before trying again")] = None


class Update(Message, frozen=True, tag="update", omit_defaults=True):
    """The whole view, and beside it the events since the last update of this connection (after resume: since the
    version named; `gap` when they are no longer all there)."""

    # state and events are encoded once for everybody

    room: Code
    version: Annotated[Version, Meta(description="the room's")]
    state: Annotated[RoomState | msgspec.Raw, Meta(description="what everybody in the room may know")]
    events: Annotated[
        tuple[EntryEvents, ...] | msgspec.Raw, Meta(description="what happened since the last update, oldest first")
    ]
    you: Annotated[You | None, Meta(description="what only this seat may know; absent: no seat")] = None
    gap: Annotated[bool, Meta(description="events that were asked for are no longer there")] = False


class Closed(Message, frozen=True, tag="closed"):
    """The room is closed, or this connection is in it no more."""

    room: Code
    code: Annotated[str, Meta(description="why, for programs")]
    words: Annotated[str, Meta(description="why, for people")]


class Said(Message, frozen=True, tag="said", omit_defaults=True):
    """Somebody in the room said something: `text`, or an `emote`. `seat` is absent for a spectator. Whoever shows it
    shows it as text and nothing else."""

    room: Code
    player: PlayerId
    name: Annotated[Name, Meta(description="as at the table; of who watches, told apart from those who sit")]
    seat: Annotated[SeatNumber | None, Meta(description="absent: who only watches")] = None
    text: Annotated[
        Annotated[str, Meta(max_length=300)] | None,
        Meta(description="to be shown as text and nothing else; absent: an emote"),
    ] = None
    emote: Annotated[str | None, Meta(description="a word of `chat`; absent: a text")] = None


class Notice(Message, frozen=True, tag="notice"):
    """A word of the server to a person, for example before a restart."""

    code: Annotated[str, Meta(description="what it is about, for programs")]
    words: Annotated[str, Meta(description="for people to read")]


class Pong(Message, frozen=True, tag="pong"):
    """Answers ping, with the version of each room this connection is in."""

    re: Answered
    versions: Annotated[Mapping[Code, Version], Meta(description="of each room that this connection is in, by code")]


class PastMatch(msgspec.Struct, frozen=True):
    """A match that is over, by seat of that match. `at`: when, in milliseconds since 1970. `left`: seats whose players
    left it and did not come back. `abandoned`: it counts in nothing but the history."""

    match: MatchId
    game: GameName
    at: Annotated[Milliseconds, Meta(description="when it was over, in milliseconds since 1970")]
    public: Annotated[bool, Meta(description="whether the room was")]
    abandoned: Annotated[bool, Meta(description="it stands in the history and counts in nothing")]
    players: Annotated[tuple[str, ...], Meta(description="ids by seat; empty for who had the server forget them")]
    names: Annotated[tuple[Name, ...], Meta(description="by seat, as they were then")]
    winners: Annotated[tuple[SeatNumber, ...], Meta(description="seats; empty when abandoned")]
    scores: Annotated[tuple[int, ...], Meta(description="by seat")]
    places: Annotated[tuple[Place, ...], Meta(description="by seat; empty when abandoned")]
    points: Annotated[tuple[int, ...], Meta(description="by seat; empty when abandoned")]
    left: Annotated[tuple[SeatNumber, ...], Meta(description="seats whose players left and did not come back")]
    bots: Annotated[tuple[SeatNumber, ...], Meta(description="seats that were bots' from the start")]
    reason: Annotated[str, Meta(description="the game's word for how it ended, or `abandoned`")]


class GameTotal(msgspec.Struct, frozen=True):
    """What all of a player's matches of a game add up to. `rating`: null before the first match that is rated."""

    game: GameName
    points: Annotated[int, Meta(description="the sum")]
    matches: Annotated[Count, Meta(description="played to the end")]
    won: Annotated[Count, Meta(description="of these")]
    rating: Annotated[float | None, Meta(description="skill; null before the first match that is rated")]


class Matches(Message, frozen=True, tag="matches"):
    """Answers history: matches of `player`, newest first, and the sums of all. `before` asks for older ones; null:
    there are none."""

    re: Answered
    player: Annotated[PlayerId, Meta(description="whose these are")]
    matches: Annotated[Annotated[tuple[PastMatch, ...], Meta(max_length=100)], Meta(description="newest first")]
    totals: Annotated[tuple[GameTotal, ...], Meta(description="of all the player's matches, by game")]
    before: Annotated[Version | None, Meta(description="for the next request, to get older ones; null: there are none")]


class Standing(msgspec.Struct, frozen=True):
    """A player on a leaderboard. Equal points share a place."""

    place: Place
    player: PlayerId
    name: Annotated[Name, Meta(description="as of the last match")]
    points: Annotated[int, Meta(description="the sum")]
    matches: Annotated[Count, Meta(description="played to the end")]
    won: Annotated[Count, Meta(description="of these")]
    rating: Annotated[float | None, Meta(description="skill; null before the first match that is rated")]


class Standings(Message, frozen=True, tag="standings"):
    """Answers leaderboard. `you`: the sender's own place, null before the first match that counts."""

    re: Answered
    game: GameName
    rows: Annotated[Annotated[tuple[Standing, ...], Meta(max_length=100)], Meta(description="from the first place on")]
    you: Annotated[
        Standing | None, Meta(description="the sender's, wherever it is; null before the first match that counts")
    ]


class Recorded(Message, frozen=True, tag="recorded"):
    """Answers record: a whole match, every card of it, as a file of the record format holds it."""

    re: Answered
    match: MatchId
    record: Annotated[
        Mapping[str, Any] | msgspec.Raw, Meta(description="the match as `fudakai-server replay` reads it; may be long")
    ]


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a match that is over, as it was after `step` entries: what the last of them showed (`by` is a seat,
    "chance" or "room"), and what everybody and each seat knew then. `left`: seats whose players had left."""

    step: Annotated[Count, Meta(description="after so many entries")]
    by: Annotated[
        int | Annotated[str, Meta(pattern="^(chance|room)$")],
        Meta(description="whose entry the last was: a seat, `chance` or `room`; `room` before the first"),
    ]
    events: Annotated[tuple[Mapping[str, Any], ...], Meta(description="what that entry showed")]
    to_act: Annotated[tuple[SeatNumber, ...], Meta(description="seats")]
    left: Annotated[tuple[SeatNumber, ...], Meta(description="seats whose players had left by then")]
    table: Annotated[Mapping[str, Any], Meta(description="the game's part of what everybody saw")]
    private: Annotated[tuple[Mapping[str, Any], ...], Meta(description="what each seat saw besides")]
    clock: Annotated[bool, Meta(description="the server moved for the seat, or took it out of the match")] = False


class Replayed(Message, frozen=True, tag="replayed"):
    """Answers replay: what the history says of the match, the options it was played with, how many entries it has, and
    the frames that were asked for, as far as there are any."""

    re: Answered
    summary: Annotated[PastMatch, Meta(description="what the history says of the match")]
    options: Annotated[Mapping[str, Any], Meta(description="those with which it was played")]
    entries: Annotated[Count, Meta(description="how many it has: the step of the last frame")]
    frames: Annotated[
        Annotated[tuple[Frame, ...], Meta(max_length=16)], Meta(description="in order; none beyond the end")
    ]


FromServer: TypeAlias = (
    Welcome
    | Rooms
    | Listed
    | Ok
    | Refused
    | Update
    | Closed
    | Said
    | Notice
    | Pong
    | Matches
    | Standings
    | Recorded
    | Replayed
)
