"""The events of a room, one Struct each: what `events` of an update may hold besides the game's own.

Rooms make them as maps; tests hold these maps to these Structs.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.protocol.fields import MatchId, Name, PlayerId, SeatNumber


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """What all events have: their type."""


class Sat(RoomEvent, frozen=True, tag="sat"):
    """Somebody took a seat, coming in or from another one, or was put there as a bot."""

    seat: SeatNumber
    name: Annotated[Name, Meta(description="who sits there now")]


class Gone(RoomEvent, frozen=True, tag="gone"):
    """Who sat there left the room, or the bot was taken away."""

    seat: SeatNumber


class Kicked(RoomEvent, frozen=True, tag="kicked"):
    """The host has put who sat there out of the room; while a match runs the operator of the server has."""

    seat: SeatNumber


class Configured(RoomEvent, frozen=True, tag="configured"):
    """The host changed the room."""

    changed: Annotated[
        tuple[Literal["title", "visibility", "options", "settings"], ...],
        Meta(description="what has changed; with a new passcode, `visibility`"),
    ]


class Muted(RoomEvent, frozen=True, tag="muted"):
    """The host stopped a player from chatting, or allowed it again."""

    player: PlayerId
    muted: Annotated[bool, Meta(description="false: may chat again")]


class Readied(RoomEvent, frozen=True, tag="ready"):
    """Somebody is ready to start, or no longer."""

    seat: SeatNumber
    ready: Annotated[bool, Meta(description="whether the seat is")]


class Started(RoomEvent, frozen=True, tag="started"):
    """A match began. Seats may have other numbers from here on."""

    match: MatchId
    players: Annotated[tuple[Name, ...], Meta(description="names by seat")]


class Away(RoomEvent, frozen=True, tag="away"):
    """The player's last connection is gone."""

    seat: SeatNumber


class Back(RoomEvent, frozen=True, tag="back"):
    """The player is connected again."""

    seat: SeatNumber


class Resumed(RoomEvent, frozen=True, tag="resumed"):
    """The server paused (a restart); each seat to act has at least ten seconds now."""


class RoomClosed(RoomEvent, frozen=True, tag="closed"):
    """The room was closed."""


AnyRoomEvent: TypeAlias = (
    Sat | Gone | Kicked | Configured | Muted | Readied | Started | Away | Back | Resumed | RoomClosed
)
