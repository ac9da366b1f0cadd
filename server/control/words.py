"""What travels over the control socket: one JSON object a line. A request gets one answer; a drain also tells of its
progress before. It is no part of the protocol for clients: both ends are of one version.

Nothing in an answer is secret from the players of a room but who they are: no hand, no token, no birthday.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

import msgspec

LONGEST_TEXT: Final = 300
"""Characters of an announcement."""
LONGEST_WAIT: Final = 7 * 86_400
"""Seconds that a drain may wait."""

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class Ask(msgspec.Struct, frozen=True, tag_field="do"):
    """What every request has."""


class AskRooms(Ask, frozen=True, tag="rooms"):
    """All rooms."""


class AskRoom(Ask, frozen=True, tag="room"):
    """One room, seat by seat."""

    room: Word


class AskPlayers(Ask, frozen=True, tag="players"):
    """Who is connected or has a seat."""


class AskKick(Ask, frozen=True, tag="kick"):
    """This player (an id, or a name that only one has) leaves all rooms, and their connections are closed."""

    player: Word


class AskClose(Ask, frozen=True, tag="close"):
    """The room is closed; a running match is abandoned."""

    room: Word


class Drain(Ask, frozen=True, tag="drain"):
    """No new rooms and matches; when no match runs any more, or after `within` seconds (None: however long it takes),
    the server stops. Asked again, the new time holds. `cancel`: everything is as before."""

    within: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_WAIT)] | None = None
    cancel: bool = False


class Announce(Ask, frozen=True, tag="announce"):
    """These words go to every connection that has said hello."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]


Request: TypeAlias = AskRooms | AskRoom | AskPlayers | AskKick | AskClose | Drain | Announce


class OperatorRoomLine(msgspec.Struct, frozen=True):
    """A room in a list. `people`, `away` and `bots` are numbers of seats; `waiting`: commands in its inbox."""

    room: str
    game: str
    status: str
    title: str
    visibility: str
    size: int
    people: int
    away: int
    bots: int
    connections: int
    match: str | None
    version: int
    waiting: int


class SeatLine(msgspec.Struct, frozen=True):
    """A seat. `acts`: it is to move; `seconds`: until its clock moves for it, or a seat that is away has left."""

    seat: int
    name: str | None
    player: str | None
    host: bool
    ready: bool
    away: bool
    left: bool
    bot: bool
    acts: bool
    seconds: float | None


class PlayerLine(msgspec.Struct, frozen=True):
    """A player. `connections`: the address of each, for example 127.0.0.1:4711; `seats`: the rooms they sit in, or may
    come back to; `watches`: the other rooms they look at."""

    player: str
    name: str
    connections: tuple[str, ...]
    seats: tuple[str, ...]
    watches: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True, tag_field="type"):
    """What every answer has."""


class RoomLines(Answer, frozen=True, tag="rooms"):
    """Answers `rooms`, by code."""

    rooms: tuple[OperatorRoomLine, ...]


class OneRoom(Answer, frozen=True, tag="room"):
    """Answers `room`."""

    room: OperatorRoomLine
    seats: tuple[SeatLine, ...]
    options: Mapping[str, object]
    settings: Mapping[str, object]


class PlayerLines(Answer, frozen=True, tag="players"):
    """Answers `players`, by name."""

    players: tuple[PlayerLine, ...]


class Done(Answer, frozen=True, tag="done"):
    """It is done; `words` for people."""

    words: str


class CommandFailed(Answer, frozen=True, tag="wrong"):
    """It is not done, or not in every room; why."""

    words: str


class Draining(Answer, frozen=True, tag="draining"):
    """A drain goes on: matches that still run, people in them, and seconds that are left (None: no limit)."""

    matches: int
    people: int
    seconds: float | None


class Drained(Answer, frozen=True, tag="drained"):
    """The drain is over and the server stops. `matches`: still running; they go on at the next start."""

    matches: int


Reply: TypeAlias = RoomLines | OneRoom | PlayerLines | Done | CommandFailed | Draining | Drained
