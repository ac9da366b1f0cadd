"""Every message a client may send, one Struct each. Unknown fields are ignored, unknown types refused.

Each message carries `id`, a number the client chooses; the answer names it as `re`. Lengths are in characters.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

RequestId: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
RoomCode: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]
Ref: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Passcode: TypeAlias = Annotated[str, Meta(max_length=64)]
OptionName: TypeAlias = Annotated[str, Meta(max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
PlayerId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
PageLength: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class Message(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """What all requests have."""

    id: RequestId


class Hello(Message, frozen=True, tag="hello"):
    """First message of a connection. With `token`: be that player again; without: a new guest called `name`.

    `birthday`: the player's from now on, MM-DD; the empty text takes it away, None leaves what the token says. The
    server checks it (`bad_message`), keeps it in the token only and shows it to nobody.
    """

    name: Annotated[str, Meta(max_length=64)] | None = None
    token: Annotated[str, Meta(max_length=8192)] | None = None
    access: Annotated[str, Meta(max_length=256)] | None = None
    client: Annotated[str, Meta(max_length=64)] | None = None
    birthday: str | None = None


class List(Message, frozen=True, tag="list"):
    """Asks for the rooms that are not unlisted, of one game and status if these are given. `free`: only rooms with a
    seat to take."""

    game: Annotated[str, Meta(max_length=32)] | None = None
    status: Literal["waiting", "playing", "finished"] | None = None
    free: bool = False


class Follow(Message, frozen=True, tag="follow"):
    """Asks for the list of rooms and for its changes from then on. `free`: only rooms with a seat to take. A connection
    follows one list: the one it asked for last."""

    game: Annotated[str, Meta(max_length=32)] | None = None
    status: Literal["waiting", "playing", "finished"] | None = None
    free: bool = False


class Unfollow(Message, frozen=True, tag="unfollow"):
    """Asks for no more changes of the list."""


class Create(Message, frozen=True, tag="create"):
    """Makes a room, of which the sender is the host and sits in seat 0.

    `seats`: how many there are; default the game's most. `options`: the game's own. `settings`: the room's
    (turn_seconds, missed_turns, reconnect_grace, cycle_delay, round_delay, bot_delay, spectators, spectator_delay,
    chat, idle_minutes);
    what is left out is the server's default. `passcode`: of a locked room, and of no other.
    """

    game: Annotated[str, Meta(max_length=32)]
    title: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    visibility: Literal["public", "unlisted", "locked"] = "public"
    options: Annotated[dict[OptionName, Any], Meta(max_length=32)] = {}
    settings: Annotated[dict[OptionName, Any], Meta(max_length=16)] = {}
    passcode: Passcode | None = None


class Quick(Message, frozen=True, tag="quick"):
    """Asks for a seat at a table of that game: in the fullest public room that waits for players, or in a new one."""

    game: Annotated[str, Meta(max_length=32)]


class Join(Message, frozen=True, tag="join"):
    """Enters a room by its code and takes the first free seat. In the room already: the same answer again. `passcode`:
    what a locked room asks of who is not in it."""

    room: RoomCode
    passcode: Passcode | None = None


class Spectate(Message, frozen=True, tag="spectate"):
    """Watches a room without a seat."""

    room: RoomCode
    passcode: Passcode | None = None


class Sit(Message, frozen=True, tag="sit"):
    """Takes a seat (the first free one if none is named), or moves to another free seat."""

    room: RoomCode
    seat: SeatNumber | None = None
    passcode: Passcode | None = None


class Ready(Message, frozen=True, tag="ready"):
    """Says that the sender is ready to start, or is not."""

    room: RoomCode
    ready: bool = True


class Start(Message, frozen=True, tag="start"):
    """The host starts the match."""

    room: RoomCode


class Configure(Message, frozen=True, tag="configure"):
    """The host changes the room: what is named, the rest stays. `options` and `settings` only between matches."""

    room: RoomCode
    title: Annotated[str, Meta(max_length=40)] | None = None
    visibility: Literal["public", "unlisted", "locked"] | None = None
    passcode: Passcode | None = None
    options: Annotated[dict[OptionName, Any], Meta(max_length=32)] = {}
    settings: Annotated[dict[OptionName, Any], Meta(max_length=16)] = {}


class AddBot(Message, frozen=True, tag="add_bot"):
    """The host puts a bot of the server's into a seat (the first free one if none is named)."""

    room: RoomCode
    seat: SeatNumber | None = None
    strength: Literal["strong", "random"] = "strong"


class Kick(Message, frozen=True, tag="kick"):
    """The host empties a seat: the person in it is in the room no more, the bot in it is gone."""

    room: RoomCode
    seat: SeatNumber


class Mute(Message, frozen=True, tag="mute"):
    """The host lets a player not chat in this room, or chat again."""

    room: RoomCode
    player: Annotated[str, Meta(min_length=1, max_length=64)]
    muted: bool = True


class CloseRoom(Message, frozen=True, tag="close"):
    """The host closes the room; a match that runs is abandoned."""

    room: RoomCode


class Chat(Message, frozen=True, tag="chat"):
    """Says something to everybody in the room: either `text` or one of the few emotes."""

    room: RoomCode
    text: Annotated[str, Meta(max_length=300)] | None = None
    emote: Literal["hello", "good_luck", "well_played", "thanks", "sorry", "wow"] | None = None


class Move(Message, frozen=True, tag="move"):
    """Plays `move`, which must match one of the offers, on `version` of the room.

    `ref` names the move for ever in this match: the same ref again gets the same answer and is not played twice.
    """

    room: RoomCode
    ref: Ref
    version: Version
    move: dict[str, Any]


class Leave(Message, frozen=True, tag="leave"):
    """Leaves the room for good; in a running match that is leaving the match, by the game's rule."""

    room: RoomCode


class Resume(Message, frozen=True, tag="resume"):
    """Comes back to a room: answered with the events after `version` and the view."""

    room: RoomCode
    version: Version = 0
    passcode: Passcode | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Asks for the versions of the rooms this connection is in, so that a lost last message is noticed."""


class History(Message, frozen=True, tag="history"):
    """Asks for matches that are over, newest first: the sender's own, or those of another `player` in public rooms.

    `before`: of the answer to an earlier request, to go on from there.
    """

    player: PlayerId | None = None
    limit: PageLength = 20
    before: Version | None = None


class Leaderboard(Message, frozen=True, tag="leaderboard"):
    """Asks for the first players of a game's leaderboard, and for the sender's own place on it."""

    game: Annotated[str, Meta(max_length=32)]
    limit: PageLength = 20


class Record(Message, frozen=True, tag="record"):
    """Asks for the record of a match that is over: of a public room, or one that the sender played in."""

    match: Annotated[str, Meta(min_length=1, max_length=32)]


FromClient: TypeAlias = (
    Hello
    | List
    | Follow
    | Unfollow
    | Create
    | Quick
    | Join
    | Spectate
    | Sit
    | Ready
    | Start
    | Configure
    | AddBot
    | Kick
    | Mute
    | CloseRoom
    | Chat
    | Move
    | Leave
    | Resume
    | Ping
    | History
    | Leaderboard
    | Record
)
