"""Every message a client may send, one Struct each. Unknown fields are ignored, unknown types refused.

Each message carries `id`, a number the client chooses; the answer names it as `re`. Lengths are in characters.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fudakai.protocol.fields import (
    GameName,
    MatchId,
    Minor,
    OptionName,
    PageLength,
    Passcode,
    PlayerId,
    Ref,
    RequestId,
    RoomCode,
    SeatNumber,
    Title,
    Version,
)

ENTERING = "of a locked room; not needed if you have a seat or a connection in it"


class Message(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """What all requests have. `ANSWER`: the type of the message that answers it, if it is not refused."""

    ANSWER: ClassVar[str] = "ok"

    id: RequestId


class Hello(Message, frozen=True, tag="hello"):
    """First message of a connection. With `token`: be that player again; without: a new guest called `name`.

    `birthday`: the player's from now on, MM-DD; empty text removes it, null leaves what the token says. The
    server checks it (`bad_message`), keeps it in the token only and shows it to nobody.
    """

    ANSWER: ClassVar[str] = "welcome"

    name: (
        Annotated[str, Meta(max_length=64, description="null: the server makes one up; 1 to 24 that print")] | None
    ) = None
    token: (
        Annotated[str, Meta(max_length=8192, description="the one of an earlier welcome: the player it names")] | None
    ) = None
    access: Annotated[str, Meta(max_length=256, description="some servers ask everybody for it")] | None = None
    client: (
        Annotated[str, Meta(max_length=64, description="the program and its version, for the server's log")] | None
    ) = None
    birthday: (
        Annotated[str, Meta(description="MM-DD, a day of a leap year; empty: removes it; null: what the token says")]
        | None
    ) = None
    minor: (
        Annotated[
            Minor,
            Meta(description="the minor version of the protocol that the client was made for; nothing depends on it"),
        ]
        | None
    ) = None


class Wanted(Message, frozen=True):
    """Which rooms of the list are asked for."""

    ANSWER: ClassVar[str] = "rooms"

    game: Annotated[GameName, Meta(description="only rooms of this game; null: of all")] | None = None
    status: (
        Annotated[Literal["waiting", "playing", "finished"], Meta(description="only rooms in this state; null: in any")]
        | None
    ) = None
    free: Annotated[bool, Meta(description="only rooms where a seat can be taken")] = False


class List(Wanted, frozen=True, tag="list"):
    """Asks for the rooms that are not unlisted, of one game and status if these are given. `free`: only rooms with a
    seat to take."""


class Follow(Wanted, frozen=True, tag="follow"):
    """Asks for the list of rooms and for its changes from then on. `free`: only rooms with a seat to take. A connection
    follows one list: the one it asked for last."""


class Unfollow(Message, frozen=True, tag="unfollow"):
    """Stops following the list."""


class Create(Message, frozen=True, tag="create"):
    """Makes a room, of which the sender is the host and sits in seat 0.

    `seats`: how many there are; default the game's most. `options`: the game's own. `settings`: the room's
    (turn_seconds, missed_turns, reconnect_grace, cycle_delay, round_delay, bot_delay, spectators, spectator_delay,
    chat, idle_minutes);
    what is left out is the server's default. `passcode`: of a locked room, and of no other.
    """

    game: GameName
    title: Annotated[Title, Meta(description="null: the server makes one up")] | None = None
    seats: (
        Annotated[int, Meta(ge=1, le=16, description="how many, as the game allows; null: as many as it allows")] | None
    ) = None
    visibility: Annotated[
        Literal["public", "unlisted", "locked"],
        Meta(description="unlisted: in no list, opened by its code; locked: in the list, opened by its passcode"),
    ] = "public"
    options: Annotated[
        dict[OptionName, Any], Meta(max_length=32, description="the game's; the others stay at their defaults")
    ] = {}
    settings: Annotated[
        dict[OptionName, Any], Meta(max_length=16, description="the room's; the others stay at the server's defaults")
    ] = {}
    passcode: Annotated[Passcode, Meta(description="of a locked room, and of no other; 1 to 64 that print")] | None = (
        None
    )


class Quick(Message, frozen=True, tag="quick"):
    """Asks for a seat at a table of that game: in the fullest public room that waits for players, or in a new one."""

    game: GameName


class Join(Message, frozen=True, tag="join"):
    """Enters a room by its code and takes the first free seat. In the room already: the same answer again. `passcode`:
    what a locked room asks of anybody who is not in it."""

    room: RoomCode
    passcode: Annotated[Passcode, Meta(description=ENTERING)] | None = None


class Spectate(Message, frozen=True, tag="spectate"):
    """Watches a room without a seat."""

    room: RoomCode
    passcode: Annotated[Passcode, Meta(description=ENTERING)] | None = None


class Sit(Message, frozen=True, tag="sit"):
    """Takes a seat (the first free one if none is named), or moves to another free seat."""

    room: RoomCode
    seat: Annotated[SeatNumber, Meta(description="null: the first free one")] | None = None
    passcode: Annotated[Passcode, Meta(description=ENTERING)] | None = None


class Ready(Message, frozen=True, tag="ready"):
    """Says that the sender is ready to start, or is not."""

    room: RoomCode
    ready: Annotated[bool, Meta(description="whether the sender is")] = True


class Start(Message, frozen=True, tag="start"):
    """The host starts the match."""

    room: RoomCode


class Configure(Message, frozen=True, tag="configure"):
    """The host changes the room; what is not named stays. `options` and `settings` only between matches."""

    room: RoomCode
    title: Annotated[Title, Meta(description="null: stays; not of spaces alone")] | None = None
    visibility: (
        Annotated[
            Literal["public", "unlisted", "locked"], Meta(description="null: stays; to lock the room takes a passcode")
        ]
        | None
    ) = None
    passcode: (
        Annotated[Passcode, Meta(description="null: stays; a new one for a locked room, 1 to 64 that print")] | None
    ) = None
    options: Annotated[
        dict[OptionName, Any], Meta(max_length=32, description="those of the game's options to change")
    ] = {}
    settings: Annotated[
        dict[OptionName, Any], Meta(max_length=16, description="those of the room's settings to change")
    ] = {}


class AddBot(Message, frozen=True, tag="add_bot"):
    """The host puts a bot of the server's into a seat (the first free one if none is named)."""

    room: RoomCode
    seat: Annotated[SeatNumber, Meta(description="null: the first free one")] | None = None
    strength: Annotated[
        Literal["strong", "random"], Meta(description="strong: as well as the server can; random: any move")
    ] = "strong"


class Kick(Message, frozen=True, tag="kick"):
    """The host empties a seat: a person in it is put out of the room, a bot is gone."""

    room: RoomCode
    seat: SeatNumber


class Mute(Message, frozen=True, tag="mute"):
    """The host stops a player from chatting in this room, or allows it again."""

    room: RoomCode
    player: PlayerId
    muted: Annotated[bool, Meta(description="false: may chat again")] = True


class CloseRoom(Message, frozen=True, tag="close"):
    """The host closes the room; a match that runs is abandoned."""

    room: RoomCode


class Chat(Message, frozen=True, tag="chat"):
    """Says something to everybody in the room: either `text` or one of the few emotes."""

    room: RoomCode
    text: Annotated[str, Meta(max_length=300, description="1 to 300 that print; null: an emote")] | None = None
    emote: (
        Annotated[
            Literal["hello", "good_luck", "well_played", "thanks", "sorry", "wow"],
            Meta(description="for the receiver to show in its own way; null: a text"),
        ]
        | None
    ) = None


class Move(Message, frozen=True, tag="move"):
    """Plays `move`, which must match one of the offers, on `version` of the room.

    `ref` names the move for ever in this match: the same ref again gets the same answer and is not played twice.
    """

    room: RoomCode
    ref: Ref
    version: Annotated[Version, Meta(description="of the update on which the move was decided")]
    move: Annotated[dict[str, Any], Meta(description="one of `you.offers`, or a move of one that is a template")]


class Leave(Message, frozen=True, tag="leave"):
    """Leaves the room for good; in a running match that is leaving the match, by the game's rule."""

    room: RoomCode


class Resume(Message, frozen=True, tag="resume"):
    """Comes back to a room: answered with the events after `version` and the view."""

    room: RoomCode
    version: Annotated[Version, Meta(description="the last one seen; 0: none")] = 0
    passcode: Annotated[Passcode, Meta(description=ENTERING)] | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Asks for the versions of the rooms this connection is in, so that a lost last message is noticed."""

    ANSWER: ClassVar[str] = "pong"


class History(Message, frozen=True, tag="history"):
    """Asks for matches that are over, newest first: the sender's own, or those of another `player` in public rooms.

    `before`: of the answer to an earlier request, to go on from there.
    """

    ANSWER: ClassVar[str] = "matches"

    player: Annotated[PlayerId, Meta(description="whose matches; null: the sender's")] | None = None
    limit: PageLength = 20
    before: (
        Annotated[Version, Meta(description="the `before` of an earlier answer; null: from the newest on")] | None
    ) = None


class Leaderboard(Message, frozen=True, tag="leaderboard"):
    """Asks for the first players of a game's leaderboard, and for the sender's own place on it."""

    ANSWER: ClassVar[str] = "standings"

    game: GameName
    limit: PageLength = 20


class Record(Message, frozen=True, tag="record"):
    """Asks for the record of a match that is over: of a public room, or one that the sender played in."""

    ANSWER: ClassVar[str] = "recorded"

    match: MatchId


class Replay(Message, frozen=True, tag="replay"):
    """Asks how the table of a match that is over looked after `first` entries (0: before all) and after each of the
    next, `count` frames in all: of a match whose record the sender may have."""

    ANSWER: ClassVar[str] = "replayed"

    match: MatchId
    first: Annotated[Version, Meta(description="the table after so many entries comes first; 0: before all")] = 0
    count: Annotated[Annotated[int, Meta(ge=1, le=16)], Meta(description="how many frames at most")] = 16


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
    | Replay
)
