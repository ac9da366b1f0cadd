"""The published names: what each Struct of the protocol is called in the schema, whatever its class is called.

A name that is out stays. Moves, offers and events of a game are named by their role and type; its other parts are
named in its `SHAPES.parts`. Beside the Structs stand the kinds of values that authors of clients want a name for: every
choice of words, every map and every union. A field with just such a value refers to the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta

from fudakai.protocol import codes, fields, from_client, from_server, room_events, room_state

Names: TypeAlias = Mapping[str, Any]
"""By the published name: a Struct, or a type with its words."""

VISIBILITY: Final = Annotated[Literal["public", "unlisted", "locked"], Meta(description="Who finds a room.")]
STATUS: Final = Annotated[Literal["waiting", "playing", "finished"], Meta(description="How far a room is.")]
ANY_MAP: Final = Annotated[dict[str, Any], Meta(description="A map of which the schema says no more.")]

FROM_CLIENT: Final[Names] = MappingProxyType(
    {
        "Hello": from_client.Hello,
        "List": from_client.List,
        "Follow": from_client.Follow,
        "Unfollow": from_client.Unfollow,
        "Create": from_client.Create,
        "Quick": from_client.Quick,
        "Join": from_client.Join,
        "Spectate": from_client.Spectate,
        "Sit": from_client.Sit,
        "Ready": from_client.Ready,
        "Start": from_client.Start,
        "Configure": from_client.Configure,
        "AddBot": from_client.AddBot,
        "Kick": from_client.Kick,
        "Mute": from_client.Mute,
        "CloseRoom": from_client.CloseRoom,
        "Chat": from_client.Chat,
        "Move": from_client.Move,
        "Leave": from_client.Leave,
        "Resume": from_client.Resume,
        "Ping": from_client.Ping,
        "History": from_client.History,
        "Leaderboard": from_client.Leaderboard,
        "Record": from_client.Record,
        "Replay": from_client.Replay,
        "Visibility": VISIBILITY,
        "RoomStatus": STATUS,
        "Strength": Annotated[Literal["strong", "random"], Meta(description="How a bot of the server's plays.")],
        "Emote": Annotated[
            Literal["hello", "good_luck", "well_played", "thanks", "sorry", "wow"],
            Meta(description="What can be said without words."),
        ],
        "ChosenOptions": Annotated[
            dict[fields.OptionName, Any], Meta(max_length=32, description="Options of a game, by name.")
        ],
        "ChosenSettings": Annotated[
            dict[fields.OptionName, Any], Meta(max_length=16, description="Settings of a room, by name.")
        ],
        "AnyMap": ANY_MAP,
    }
)

FROM_SERVER: Final[Names] = MappingProxyType(
    {
        "Welcome": from_server.Welcome,
        "Rooms": from_server.Rooms,
        "Listed": from_server.Listed,
        "Ok": from_server.Ok,
        "Refused": from_server.Refused,
        "Update": from_server.Update,
        "Closed": from_server.Closed,
        "Said": from_server.Said,
        "Notice": from_server.Notice,
        "Pong": from_server.Pong,
        "Matches": from_server.Matches,
        "Standings": from_server.Standings,
        "Recorded": from_server.Recorded,
        "Replayed": from_server.Replayed,
        "Limits": from_server.Limits,
        "PastMatch": from_server.PastMatch,
        "RoomLine": from_server.RoomLine,
        "RoomState": room_state.RoomState,
        "You": room_state.You,
        "GameTotal": from_server.GameTotal,
        "Standing": from_server.Standing,
        "Frame": from_server.Frame,
        "GameInfo": from_server.GameInfo,
        "CardNames": from_server.CardNames,
        "OptionInfo": from_server.OptionInfo,
        "EntryEvents": room_state.EntryEvents,
        "SeatState": room_state.SeatState,
        "ClockState": room_state.ClockState,
        "Result": room_state.Result,
        "Sitting": room_state.Sitting,
        "Played": room_state.Played,
        "Total": room_state.Total,
        "Visibility": VISIBILITY,
        "RoomStatus": STATUS,
        "OptionKind": Annotated[
            Literal["boolean", "integer", "number", "choice", "list"], Meta(description="What values an option takes.")
        ],
        "By": Annotated[
            int | Annotated[str, Meta(pattern="^(chance|room)$")],
            Meta(description="Whose an entry is: a seat, `chance` or `room`."),
        ],
        "Versions": Annotated[
            Mapping[fields.Code, fields.Version], Meta(description="The version of each room, by its code.")
        ],
        "AnyMap": ANY_MAP,
    }
)

ROOM: Final = frozenset(
    {
        *("SeatState", "ClockState", "Sitting", "Played", "Total"),
        *("Visibility", "RoomStatus", "By", "AnyMap"),
    }
)
"""What the messages and the files of the games share; `room.json` defines it, `from_server.json` refers to it."""

ROOM_EVENTS: Final[Names] = MappingProxyType(
    {
        "Sat": room_events.Sat,
        "Gone": room_events.Gone,
        "Kicked": room_events.Kicked,
        "Configured": room_events.Configured,
        "Muted": room_events.Muted,
        "Readied": room_events.Readied,
        "Started": room_events.Started,
        "Away": room_events.Away,
        "Back": room_events.Back,
        "Resumed": room_events.Resumed,
        "RoomClosed": room_events.RoomClosed,
        "Change": Annotated[
            Literal["title", "visibility", "options", "settings"], Meta(description="What can change of a room.")
        ],
    }
)

CODES: Final[Mapping[str, type[Enum]]] = MappingProxyType(
    {
        "Refusal": codes.Refusal,
        "Close": codes.Close,
        "Goodbye": codes.Goodbye,
        "Announcement": codes.Announcement,
    }
)


def name_of(kind: type[Any], names: Names) -> str:
    """The published name of a class. Raises LookupError when none is stated."""
    for name, named in names.items():
        if named is kind:
            return name
    raise LookupError(f"{kind.__module__}.{kind.__name__} has no published name: state one (see scripts/schema/names)")
