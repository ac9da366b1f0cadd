"""The schema's files, made out of the code: messages, room events, settings, codes, and one for each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Union, get_args

from fudakai.protocol.codes import Announcement, Close, Goodbye, Refusal
from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer
from fudakai.protocol.room_events import AnyRoomEvent
from fudakai.protocol.version import MAJOR, MINOR
from fudakai.server.games.api import Game
from fudakai.server.games.options import Described
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.settings import RoomSettings
from scripts.schema.structs import DIALECT, Schema, components

CODES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("Refused", "code"): "codes.json#/$defs/AnyRefusal",
        ("Closed", "code"): "codes.json#/$defs/Goodbye",
        ("Notice", "code"): "codes.json#/$defs/Announcement",
    }
)
"""Which codes stand in which field of which message."""


def documents() -> dict[str, Schema]:
    """Every file by its name below protocol/schema/, without asyncapi.json."""
    return {
        "codes.json": _codes(),
        "settings.json": _settings(),
        "room_events.json": _room_events(),
        "from_client.json": _from_client(),
        "from_server.json": _from_server(),
        **{f"games/{name}.json": _game(game) for name, game in GAMES.items()},
    }


def _document(name: str, words: str, definitions: Mapping[str, Schema], root: Schema | None = None) -> Schema:
    """A file; `$id` is its name beside the others, so that references hold wherever the folder lies."""
    return {
        "$schema": DIALECT,
        "$id": name,
        "description": f"{words} Fudakai protocol {MAJOR}.{MINOR}.",
        **(root or {}),
        "$defs": dict(definitions),
    }


def _choice(schemas: Iterable[Schema]) -> Schema:
    return {"anyOf": list(schemas)}


def _references(names: Iterable[str]) -> Schema:
    return _choice({"$ref": f"#/$defs/{name}"} for name in names)


def _words(kind: type[Enum]) -> Schema:
    """A vocabulary: each word or number and what it means."""
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "oneOf": [{"const": one.value, "description": one.words} for one in kind],  # type: ignore[attr-defined]
    }


def _vocabulary(words: Mapping[str, str], description: str) -> Schema:
    return {
        "description": description,
        "oneOf": [{"const": word, "description": meaning} for word, meaning in words.items()],
    }


def _codes() -> Schema:
    every = [{"$ref": "#/$defs/Refusal"}, *[{"$ref": f"games/{name}.json#/$defs/Code"} for name in GAMES]]
    kinds: tuple[type[Enum], ...] = (Refusal, Close, Goodbye, Announcement)
    return _document(
        "codes.json",
        "Every code that the server gives, but those of the games.",
        {
            "AnyRefusal": {"description": "A refusal code of the server or of a game.", **_choice(every)},
            **{kind.__name__: _words(kind) for kind in kinds},
        },
    )


def _described(kind: type[Described], without: Iterable[str] = (), *, defaults: bool) -> Schema:
    """Options with their words. Others than these are refused by name; a later minor version may have more."""
    _, (made) = components([kind], sent=False)
    schema = made[kind.__name__]
    schema.pop("additionalProperties", None)
    schema.pop("required", None)
    properties = {name: part for name, part in schema["properties"].items() if name not in without}
    for name, part in properties.items():
        part["description"] = kind.WORDS[name]
        if not defaults:
            part.pop("default", None)
    schema["properties"] = properties
    return schema


def _settings() -> Schema:
    schema = _described(RoomSettings, defaults=False)
    schema["description"] = "A room's settings; what is not chosen is the server's default, which `welcome` tells."
    return _document("settings.json", "The settings of a room.", {"RoomSettings": schema})


def _room_events() -> Schema:
    kinds = get_args(AnyRoomEvent)
    _, definitions = components([AnyRoomEvent], sent=True)
    root = _references(kind.__name__ for kind in kinds)
    return _document("room_events.json", "The events of a room.", definitions, root)


def _from_client() -> Schema:
    kinds = get_args(FromClient)
    _, definitions = components([FromClient], sent=False)
    for name in ("Create", "Configure"):
        definitions[name]["properties"]["settings"]["allOf"] = [{"$ref": "settings.json#/$defs/RoomSettings"}]
    definitions["Create"]["allOf"] = [
        _if(
            {"game": {"const": game}},
            {"properties": {"options": {"$ref": f"games/{game}.json#/$defs/Options"}}},
        )
        for game in GAMES
    ]
    root = _references(kind.__name__ for kind in kinds)
    return _document("from_client.json", "Every message that a client may send.", definitions, root)


def _from_server() -> Schema:
    kinds = get_args(FromServer)
    _, definitions = components([FromServer], sent=True)
    for (message, field), target in CODES.items():
        words = definitions[message]["properties"][field]["description"]
        definitions[message]["properties"][field] = {"$ref": target, "description": words}
    definitions["RoomState"]["properties"]["settings"]["allOf"] = [{"$ref": "settings.json#/$defs/RoomSettings"}]
    definitions["Update"]["allOf"] = [
        _if(
            {"state": {"properties": {"game": {"const": game}}, "required": ["game"]}},
            {"$ref": f"games/{game}.json#/$defs/Update"},
        )
        for game in GAMES
    ]
    definitions["Replayed"]["allOf"] = [
        _if(
            {"summary": {"properties": {"game": {"const": game}}, "required": ["game"]}},
            {"$ref": f"games/{game}.json#/$defs/Replayed"},
        )
        for game in GAMES
    ]
    root = _references(kind.__name__ for kind in kinds)
    return _document("from_server.json", "Every message that the server may send.", definitions, root)


def _if(given: Mapping[str, Schema], then: Schema) -> Schema:
    """Where these properties are so, that holds."""
    return {"if": {"properties": dict(given), "required": list(given)}, "then": then}


def _game(game: Game) -> Schema:
    shapes = game.SHAPES
    _, moves = components([Union[shapes.moves]], sent=False)  # noqa: UP007 - of a tuple there is no other way
    _, offers = components([Union[shapes.offers]], sent=True)  # noqa: UP007
    _, events = components([Union[shapes.events]], sent=True)  # noqa: UP007
    _, table = components([shapes.table], sent=True)
    _, private = components([shapes.private], sent=True)
    players = " to ".join(map(str, sorted({*game.SEATS})))
    words = f"{game.TITLE}, for {players} players: moves, offers, views, events and options."
    return _document(
        f"{game.NAME}.json",
        words,
        {
            "Options": _described(game.Options, game.MATCH_OPTIONS, defaults=True)
            | {"description": f"The options of {game.TITLE}; others are refused by name."},
            "Move": {"description": "What a seat may send as `move`.", **_any(shapes.moves, "Move")},
            "Offer": {"description": "What `you.offers` holds.", **_any(shapes.offers, "Offer")},
            "Event": {"description": "What `events` hold.", **_any(shapes.events, "Event")},
            **_under(moves, shapes.moves, "Move"),
            **_under(offers, shapes.offers, "Offer"),
            **_under(events, shapes.events, "Event"),
            **table,
            **private,
            "Code": _vocabulary(shapes.codes, "The game's own refusal codes, in the order in which they are judged."),
            "Reason": _vocabulary(shapes.reasons, "Why a match ended."),
            "Update": _game_update(),
            "Replayed": _game_replayed(),
        },
    )


def _name(kind: type[Any], role: str) -> str:
    return f"{role}_{kind.__struct_config__.tag}"


def _any(kinds: Iterable[type[Any]], role: str) -> Schema:
    return _references(_name(kind, role) for kind in kinds)


def _under(made: Mapping[str, Schema], kinds: Iterable[type[Any]], role: str) -> dict[str, Schema]:
    """Moves, offers and events by their role and type, since one word may be all three; their parts as they are."""
    names = {kind.__name__: _name(kind, role) for kind in kinds}
    return {names.get(name, name): schema for name, schema in made.items()}


def _game_update() -> Schema:
    """What an update of a room with this game holds beside what all updates hold."""
    event = {"anyOf": [{"$ref": "#/$defs/Event"}, {"$ref": "../room_events.json"}]}
    mine = {"anyOf": [{"$ref": "#/$defs/Private"}, {"type": "object", "maxProperties": 0}]}
    return {
        "description": "What stands in an update of a room in which this game is played.",
        "properties": {
            "state": {
                "properties": {
                    "options": {"$ref": "#/$defs/Options"},
                    "table": {"anyOf": [{"$ref": "#/$defs/Table"}, {"type": "null"}]},
                    "result": {"properties": {"reason": {"$ref": "#/$defs/Reason"}}},
                }
            },
            "you": {"properties": {"private": mine, "offers": {"items": {"$ref": "#/$defs/Offer"}}}},
            "events": {"items": {"properties": {"events": {"items": event}}}},
        },
    }


def _game_replayed() -> Schema:
    """What the replay of a match of this game holds beside what all replays hold."""
    frame = {
        "events": {"items": {"$ref": "#/$defs/Event"}},
        "table": {"$ref": "#/$defs/Table"},
        "private": {"items": {"$ref": "#/$defs/Private"}},
    }
    return {
        "description": "What stands in the replay of a match of this game.",
        "properties": {"frames": {"items": {"properties": frame}}},
    }
