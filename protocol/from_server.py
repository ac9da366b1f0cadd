"""Every message the server may send, one Struct each.

An answer carries `re`, the `id` of the request. `update` and `closed` come by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option that may be chosen for a room. `min` and `max`: of a number, or of a list's length."""

    name: str
    kind: Literal["boolean", "integer", "number", "choice", "list"]
    default: Any
    words: str
    nullable: bool = False
    min: float | None = None
    max: float | None = None
    choices: tuple[Any, ...] = ()


class GameInfo(msgspec.Struct, frozen=True):
    """A game this server plays."""

    name: str
    title: str
    seats: tuple[int, int]
    options: tuple[OptionInfo, ...]


class Limits(msgspec.Struct, frozen=True):
    """What a client must keep to."""

    frame: int  # bytes a frame
    depth: int  # nesting
    credits: int  # messages at once
    credits_per_second: float  # messages a second on and on
    ping_interval: float  # seconds between the server's own pings; answer them within the same time


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """What all messages of the server have: their type."""


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers hello. Keep `token`: it is you, from anywhere. `settings`: what may be chosen for every room, beside its
    game's options. `rooms`: where you have a seat, to resume. `games` and `settings` are encoded once for everybody."""

    re: int
    player: str
    name: str
    token: str
    server: str
    games: tuple[GameInfo, ...] | msgspec.Raw
    settings: tuple[OptionInfo, ...] | msgspec.Raw
    limits: Limits
    rooms: tuple[str, ...] = ()


class RoomLine(msgspec.Struct, frozen=True):
    """A room in the list."""

    room: str
    title: str
    game: str
    status: Literal["waiting", "playing", "finished"]
    seats: int
    seated: int
    spectators: bool
    locked: bool


class Rooms(Message, frozen=True, tag="rooms"):
    """Answers list and follow: at most 200 rooms, waiting ones first."""

    re: int
    rooms: tuple[RoomLine, ...]


class Listed(Message, frozen=True, tag="listed"):
    """The list that this connection follows has changed: these rooms are new in it or look different, those `gone` are
    in it no more."""

    rooms: tuple[RoomLine, ...]
    gone: tuple[str, ...]


class Ok(Message, frozen=True, tag="ok", omit_defaults=True):
    """The request was carried out and, where it changed something, stored. `version`: the room's version with it."""

    re: int
    room: str | None = None
    version: int | None = None
    seat: int | None = None
    ref: str | None = None


class Refused(Message, frozen=True, tag="refused", omit_defaults=True):
    """The request changed nothing. `code` is for programs, `words` for people; `re` is absent when no id could be read.
    `retry_after`: milliseconds."""

    code: str
    words: str
    re: int | None = None
    room: str | None = None
    ref: str | None = None
    retry_after: int | None = None


class SeatState(msgspec.Struct, frozen=True):
    """Who sits in a seat; `player` and `name` are null for a free one."""

    seat: int
    player: str | None
    name: str | None
    ready: bool = False
    away: bool = False
    bot: bool = False
    left: bool = False  # left the running match


class ClockState(msgspec.Struct, frozen=True):
    """A seat's time left in milliseconds when the message was made."""

    seat: int
    left: int


class Result(msgspec.Struct, frozen=True):
    """The end of a match, by seat of that match; nobody wins an abandoned one."""

    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


class Played(msgspec.Struct, frozen=True):
    """A match of this sitting, by seat of that match."""

    match: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    points: tuple[int, ...]


class Total(msgspec.Struct, frozen=True):
    """What a player's matches of this sitting add up to."""

    player: str
    name: str
    matches: int
    won: int
    points: int


class Sitting(msgspec.Struct, frozen=True):
    """The table of scores of the matches that were played in a room since it was made: at most the last 20 `matches`,
    and `totals` of all, most points first. An abandoned match is listed and adds nothing up."""

    matches: tuple[Played, ...] = ()
    totals: tuple[Total, ...] = ()


class RoomState(msgspec.Struct, frozen=True):
    """What everybody in the room may know. `table` is the game's part, null before the first match. `sitting` is null
    before the first match is over, and while a match runs."""

    status: Literal["waiting", "playing", "finished"]
    game: str
    title: str
    visibility: Literal["public", "unlisted", "locked"]
    host: str | None
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    seats: tuple[SeatState, ...]
    match: str | None
    to_act: tuple[int, ...]
    clocks: tuple[ClockState, ...]
    spectators: int
    table: Mapping[str, Any] | None
    result: Result | None
    sitting: Sitting | None = None
    muted: tuple[str, ...] = ()  # players
    watchers: tuple[str, ...] = ()  # names of those who watch, the first of them


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only this seat may know. `since`: the version at which its offers last changed, or it last moved; a move on
    that version or a later one is not stale. `private`: the game's part (the hand). `missed`: turns in a row that the
    clock has played for it; the setting `missed_turns` says how many count as leaving."""

    seat: int
    since: int
    private: Mapping[str, Any]
    offers: tuple[Mapping[str, Any], ...]
    missed: int = 0


class EntryEvents(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one entry showed: `by` is a seat, "chance" or "room". `clock`: not the seat's player did it, but the clock,
    for a turn that ran out, or when missed turns or an absence became too many or too long."""

    version: int
    by: int | str
    events: tuple[Mapping[str, Any], ...]
    clock: bool = False


class Update(Message, frozen=True, tag="update", omit_defaults=True):
    """The whole view, and beside it the events since the last update of this connection (after resume: since the
    version named; `gap` when they are no longer all there). `state` and `events` are encoded once for everybody."""

    room: str
    version: int
    state: RoomState | msgspec.Raw
    events: tuple[EntryEvents, ...] | msgspec.Raw
    you: You | None = None
    gap: bool = False


class Closed(Message, frozen=True, tag="closed"):
    """The room is closed, or this connection is in it no more."""

    room: str
    code: str
    words: str


class Said(Message, frozen=True, tag="said", omit_defaults=True):
    """Somebody in the room said something: `text`, or an `emote`. `seat` is absent for a spectator. Whoever shows it
    shows it as text and nothing else."""

    room: str
    player: str
    name: str
    seat: int | None = None
    text: str | None = None
    emote: str | None = None


class Notice(Message, frozen=True, tag="notice"):
    """A word of the server to a person, for example before a restart."""

    code: str
    words: str


class Pong(Message, frozen=True, tag="pong"):
    """Answers ping, with the version of each room this connection is in."""

    re: int
    versions: Mapping[str, int]


class PastMatch(msgspec.Struct, frozen=True):
    """A match that is over, by seat of that match. `at`: when, in milliseconds since 1970. `left`: seats whose players
    left it and did not come back. `abandoned`: it counts in nothing but the history."""

    match: str
    game: str
    at: int
    public: bool
    abandoned: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...]
    bots: tuple[int, ...]
    reason: str


class GameTotal(msgspec.Struct, frozen=True):
    """What all of a player's matches of a game add up to. `rating`: null before the first match that is rated."""

    game: str
    points: int
    matches: int
    won: int
    rating: float | None


class Matches(Message, frozen=True, tag="matches"):
    """Answers history: matches of `player`, newest first, and the sums of all. `before` asks for older ones; null:
    there are none."""

    re: int
    player: str
    matches: tuple[PastMatch, ...]
    totals: tuple[GameTotal, ...]
    before: int | None


class Standing(msgspec.Struct, frozen=True):
    """A player on a leaderboard. Equal points share a place."""

    place: int
    player: str
    name: str
    points: int
    matches: int
    won: int
    rating: float | None


class Standings(Message, frozen=True, tag="standings"):
    """Answers leaderboard. `you`: the sender's own place, null before the first match that counts."""

    re: int
    game: str
    rows: tuple[Standing, ...]
    you: Standing | None


class Recorded(Message, frozen=True, tag="recorded"):
    """Answers record: a whole match, every card of it, as a file of the record format holds it."""

    re: int
    match: str
    record: Mapping[str, Any] | msgspec.Raw


FromServer: TypeAlias = (
    Welcome | Rooms | Listed | Ok | Refused | Update | Closed | Said | Notice | Pong | Matches | Standings | Recorded
)
