"""The schema's files, made out of the code: messages, room events, settings, codes, and one for each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Union, get_args

from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer
from fudakai.protocol.room_events import AnyRoomEvent
from fudakai.protocol.version import MAJOR, MINOR
from fudakai.server.games.api import Game
from fudakai.server.games.options import Described
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.settings import RoomSettings
from scripts.schema import names
from scripts.schema.names import name_of
from scripts.schema.structs import DIALECT, Schema, bare_references, components
from scripts.schema.variants import bounded, elsewhere, named, of_game, with_creates, with_others

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
        "room.json": _room(),
        "from_client.json": _from_client(),
        "from_server.json": _from_server(),
        **{f"games/{name}.json": _game(game) for name, game in GAMES.items()},
    }


def _document(
    name: str, words: str, definitions: Mapping[str, Schema], title: str, root: Schema | None = None
) -> Schema:
    """A file; `$id` is its name beside the others, so that references hold wherever the folder lies."""
    of = title if title.lower() in GAMES else ""
    return {
        "$schema": DIALECT,
        "$id": name,
        "title": title,
        "description": f"{words} Fudakai protocol {MAJOR}.{MINOR}.",
        **(root or {}),
        "$defs": bare_references(named(definitions, GAMES, of)),
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
    return _document(
        "codes.json",
        "Every code that the server gives, but those of the games.",
        {
            "AnyRefusal": {"description": "A refusal code of the server or of a game.", **_choice(every)},
            **{name: _words(kind) for name, kind in names.CODES.items()},
        },
        "Codes",
    )


def _described(
    kind: type[Described], name: str, role: str, without: Iterable[str] = (), *, defaults: bool
) -> dict[str, Schema]:
    """Options with their words, and the choices of words among them as `ROLE_OPTION`.

    Others than these are refused by name; a later minor version may have more.
    """
    schema = components([kind], {name: kind}, sent=False)[name]
    schema.pop("additionalProperties", None)
    schema.pop("required", None)
    choices: dict[str, Schema] = {}
    properties = {option: part for option, part in schema["properties"].items() if option not in without}
    for option, part in properties.items():
        words = kind.WORDS[option]
        part["description"] = words
        if not defaults:
            part.pop("default", None)
        if "enum" in part:
            choices[f"{role}_{option}"] = {"description": words, "enum": part.pop("enum")}
            part["$ref"] = f"#/$defs/{role}_{option}"
    schema["properties"] = properties
    return {name: schema, **choices}


def _settings() -> Schema:
    made = _described(RoomSettings, "RoomSettings", "Setting", defaults=False)
    made["RoomSettings"]["description"] = (
        "A room's settings; what is not chosen is the server's default, which `welcome` tells."
    )
    return _document("settings.json", "The settings of a room.", made, "Settings")


def _room_events() -> Schema:
    kinds = get_args(AnyRoomEvent)
    definitions = components([AnyRoomEvent], names.ROOM_EVENTS, sent=True)
    every = _references(name_of(kind, names.ROOM_EVENTS) for kind in kinds)
    definitions["RoomEvent"] = {"description": "Any of these events.", **every}
    return _document("room_events.json", "The events of a room.", definitions, "RoomEvents", _references(["RoomEvent"]))


def _from_client() -> Schema:
    definitions = components([FromClient], names.FROM_CLIENT, sent=False)
    settings = _described(RoomSettings, "RoomSettings", "Setting", defaults=False)["RoomSettings"]
    definitions["ChosenSettings"] = bounded(settings, definitions["ChosenSettings"], "settings.json")
    options = {name: _options(game)["Options"] for name, game in GAMES.items()}
    root = _references(name_of(kind, names.FROM_CLIENT) for kind in get_args(FromClient))
    words = "Every message that a client may send."
    return _document("from_client.json", words, with_creates(definitions, options), "FromClient", root)


def _told() -> dict[str, Schema]:
    """The definitions of the server's messages, whatever the game."""
    definitions = components([FromServer], names.FROM_SERVER, sent=True)
    for (message, field), target in CODES.items():
        words = definitions[message]["properties"][field]["description"]
        definitions[message]["properties"][field] = {"$ref": target, "description": words}
    definitions["RoomState"]["properties"]["settings"]["$ref"] = "settings.json#/$defs/RoomSettings"
    return definitions


def _room() -> Schema:
    definitions = {name: schema for name, schema in _told().items() if name in names.ROOM}
    definitions["Empty"] = {"description": "Nothing.", "type": "object", "maxProperties": 0}
    return _document("room.json", "What rooms of all games have.", definitions, "Room")


def _from_server() -> Schema:
    made = with_others(_told())
    definitions = {
        name: {"$ref": f"room.json#/$defs/{name}"} if name in names.ROOM else elsewhere(schema, "room.json", names.ROOM)
        for name, schema in made.items()
    }
    root = _references(name_of(kind, names.FROM_SERVER) for kind in get_args(FromServer))
    words = "Every message that the server may send."
    return _document("from_server.json", words, definitions, "FromServer", root)


def _options(game: Game) -> dict[str, Schema]:
    made = _described(game.Options, "Options", "Option", game.MATCH_OPTIONS, defaults=True)
    made["Options"]["description"] = f"The options of {game.TITLE}; others are refused by name."
    return made


def _game(game: Game) -> Schema:
    shapes = game.SHAPES
    options = _options(game)
    players = " to ".join(map(str, sorted({*game.SEATS})))
    words = f"{game.TITLE}, for {players} players: moves, offers, views, events and options."
    views = {"Table": shapes.table, "Private": shapes.private, **shapes.parts}
    return _document(
        f"{game.NAME}.json",
        words,
        {
            "Options": options["Options"],
            "Move": {"description": "What a seat may send as `move`.", **_any(shapes.moves, "Move")},
            "Offer": {"description": "What `you.offers` holds.", **_any(shapes.offers, "Offer")},
            "Event": {"description": "What `events` hold.", **_any(shapes.events, "Event")},
            **_roles(shapes.moves, "Move", shapes.parts, sent=False),
            **_roles(shapes.offers, "Offer", shapes.parts, sent=True),
            **_roles(shapes.events, "Event", shapes.parts, sent=True),
            **components([shapes.table], views, sent=True),
            **components([shapes.private], views, sent=True),
            "Code": _vocabulary(shapes.codes, "The game's own refusal codes, in the order in which they are judged."),
            "Reason": _vocabulary(shapes.reasons, "Why a match ended."),
            **{name: _beside_games(schema) for name, schema in of_game(_told(), game.NAME, game.TITLE).items()},
            **{name: choice for name, choice in options.items() if name != "Options"},
        },
        game.NAME.capitalize(),
    )


def _beside_games(schema: Schema) -> Schema:
    """The same schema for a file of a game."""
    settings = schema.get("properties", {}).get("settings")
    if settings:
        settings["$ref"] = f"../{settings['$ref']}"
    return dict(elsewhere(schema, "../room.json", names.ROOM))


def _roles(kinds: tuple[type[Any], ...], role: str, parts: names.Names, *, sent: bool) -> dict[str, Schema]:
    """Moves, offers or events by their role and type, since one word may be all three; their parts as they are."""
    stated = {**{_name(kind, role): kind for kind in kinds}, **parts}
    return components([Union[kinds]], stated, sent=sent)  # noqa: UP007 - of a tuple there is no other way


def _name(kind: type[Any], role: str) -> str:
    return f"{role}_{kind.__struct_config__.tag}"


def _any(kinds: Iterable[type[Any]], role: str) -> Schema:
    return _references(_name(kind, role) for kind in kinds)
