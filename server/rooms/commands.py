"""The commands of a room: from its players, its spectators, and the host process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from fudakai.server.games.api import Data, Drawn
from fudakai.server.rooms.entries import Visibility
from fudakai.server.rooms.lock import Lock


class Join(msgspec.Struct, frozen=True):
    """Come in and take a seat (the first free one if none is named); a seated player: come back, or change seats; who
    has left a seat that a stand-in plays: take it back.

    Here and in the next two: a locked room asks for the `passcode`, but not who is `inside`, by another connection."""

    player: str
    name: str
    seat: int | None = None
    passcode: str | None = None
    inside: bool = False


class Watch(msgspec.Struct, frozen=True):
    """Come in without a seat; a seated player comes back to the seat. Who left only watches, also where a stand-in
    plays the seat."""

    player: str
    passcode: str | None = None
    inside: bool = False


class Resume(msgspec.Struct, frozen=True):
    """Come back to the seat, also from a stand-in, or to watching, with the events after `version`."""

    player: str
    version: int
    passcode: str | None = None
    inside: bool = False


class Ready(msgspec.Struct, frozen=True):
    """Be ready, or not."""

    player: str
    ready: bool


class Start(msgspec.Struct, frozen=True):
    """Begin a match. `birthdays`: those that are known, by player, as MM-DD; the game says what becomes of them, and
    they are in nothing that follows (H4)."""

    player: str
    birthdays: Mapping[str, str] = {}


class Configure(msgspec.Struct, frozen=True):
    """The host changes what is named here. `lock`: a new passcode's."""

    player: str
    title: str | None = None
    visibility: Visibility | None = None
    lock: Lock | None = None
    options: Data = {}
    settings: Data = {}


class AddBot(msgspec.Struct, frozen=True):
    """The host puts a bot into a seat, the first free one if none is named."""

    player: str
    strength: str
    seat: int | None = None


class Kick(msgspec.Struct, frozen=True):
    """The host empties a seat."""

    player: str
    seat: int


class Expel(msgspec.Struct, frozen=True):
    """Whoever runs the server puts a player out of the room for good, also out of a running match, and out of the claim
    to a seat that a stand-in plays."""

    player: str


class Mute(msgspec.Struct, frozen=True):
    """The host lets somebody not chat here, or chat again."""

    player: str
    whom: str
    muted: bool


class Close(msgspec.Struct, frozen=True):
    """The host closes the room, or, without a player, whoever runs the server."""

    player: str | None


class Play(msgspec.Struct, frozen=True, gc=False):
    """Make a move."""

    player: str
    ref: str
    version: int
    move: Data


class Leave(msgspec.Struct, frozen=True):
    """Leave the room for good."""

    player: str


class Disconnected(msgspec.Struct, frozen=True):
    """The last connection of a player is gone."""

    player: str


class Present(msgspec.Struct, frozen=True):
    """After a pause of the server: these players are connected now, and no others (L8)."""

    players: frozenset[str]


class StandIn(msgspec.Struct, frozen=True):
    """A stand-in makes this move for the seat that it plays (L9)."""

    seat: int
    move: Data


class Draw(msgspec.Struct, frozen=True):
    """Chance has drawn this."""

    drawn: Drawn


class Tick(msgspec.Struct, frozen=True):
    """A deadline may have passed. `pick`: a random number of 32 bits or more, by which the clock chooses among equally
    good moves, for each seat anew. `heard`: when somebody last talked in the room, in milliseconds."""

    pick: int = 0
    heard: int = 0


Command: TypeAlias = (
    Join
    | Watch
    | Resume
    | Ready
    | Start
    | Configure
    | AddBot
    | Kick
    | Expel
    | Mute
    | Close
    | Play
    | Leave
    | Disconnected
    | Present
    | StandIn
    | Draw
    | Tick
)
