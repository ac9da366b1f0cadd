"""Messages whose parts are a game's: one variant for each game, and one for every other game, under one union.

The field `game` of a variant is a constant, so a message is checked with the parts of its own game and generated types
tell the games apart. References go one way, messages to games to what rooms share: in a circle generators lose names.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from fudakai.server.games.registry import GAMES
from scripts.schema.structs import DATA, Schema

OTHER: Final = "other"
OTHER_GAME: Final = "OtherGame"
OF_GAME: Final = (
    *("Update", "RoomState", "Result", "You", "PrivateOrEmpty", "EntryEvents", "AnyEvent"),
    *("Replayed", "PastMatch", "Frame"),
)
"""What the file of a game holds of the server's messages."""
SHARED: Final = ("Update", "Replayed", "RoomState")
"""What the server's messages and those of a game have the same name for."""


def with_creates(made: Mapping[str, Schema], options: Mapping[str, Schema]) -> dict[str, Schema]:
    """The definitions of requests with a `Create` for each game. `options`: each game's."""
    variants: dict[str, Schema] = {OTHER_GAME: _other_game()}
    bounds = {key: part for key, part in made["ChosenOptions"].items() if key in ("propertyNames", "maxProperties")}
    for name, game in GAMES.items():
        chosen, words = f"ChosenOptions_{name}", f"Options of {game.TITLE} for a new room."
        variants[chosen] = bounded(options[name], bounds, f"games/{name}.json") | {"description": words}
        variants[f"Create_{name}"] = _with(
            made["Create"], f"Makes a room of {game.TITLE}.", game={"const": name}, options=_to(chosen)
        )
    variants[f"Create_{OTHER}"] = _with(made["Create"], "Makes a room of another game.", game=_to(OTHER_GAME))
    return {**made, "Create": _union(made["Create"], "#/$defs/Create_{}", "Create"), **variants}


def with_others(made: Mapping[str, Schema]) -> dict[str, Schema]:
    """The definitions of the server's messages, with unions of what the files of the games hold and of other games."""
    words = "of another game, which this schema does not know."
    unions = {name: _union(made[name], f"games/{{}}.json#/$defs/{name}", name) for name in SHARED}
    return {
        **made,
        **unions,
        OTHER_GAME: _other_game(),
        f"Update_{OTHER}": _with(made["Update"], f"An update of a room {words}", state=_to(f"RoomState_{OTHER}")),
        f"RoomState_{OTHER}": _with(made["RoomState"], f"The state of a room {words}", game=_to(OTHER_GAME)),
        f"Replayed_{OTHER}": _with(made["Replayed"], f"A replay {words}", summary=_to(f"PastMatch_{OTHER}")),
        f"PastMatch_{OTHER}": _with(made["PastMatch"], f"A match {words}", game=_to(OTHER_GAME)),
    }


def of_game(made: Mapping[str, Schema], game: str, title: str) -> dict[str, Schema]:
    """The server's messages as they are with this game, and what they hold."""
    return {
        "Update": _with(
            made["Update"],
            f"An update of a room of {title}.",
            state=_to("RoomState"),
            events={"items": _to("EntryEvents")},
            you=_to("You"),
        ),
        "RoomState": _with(
            made["RoomState"],
            f"The state of a room of {title}.",
            game={"const": game},
            options=_to("Options"),
            table=_or_null(_to("Table")),
            result=_or_null(_to("Result")),
        ),
        "Result": _with(made["Result"], f"The end of a match of {title}.", reason=_to("Reason")),
        "You": _with(
            made["You"],
            f"What only this seat may know in a room of {title}.",
            private=_to("PrivateOrEmpty"),
            offers={"items": _to("Offer")},
        ),
        "PrivateOrEmpty": {
            "description": "What only the seat knows; empty before the first match.",
            "anyOf": [_to("Private"), {"$ref": "../room.json#/$defs/Empty"}],
        },
        "EntryEvents": _with(
            made["EntryEvents"], f"What one entry showed in a room of {title}.", events={"items": _to("AnyEvent")}
        ),
        "AnyEvent": {
            "description": "An event of the game or of the room.",
            "anyOf": [_to("Event"), {"$ref": "../room_events.json#/$defs/RoomEvent"}],
        },
        "Replayed": _with(
            made["Replayed"],
            f"A replay of a match of {title}.",
            summary=_to("PastMatch"),
            frames={"items": _to("Frame")},
        ),
        "PastMatch": _with(made["PastMatch"], f"A match of {title} that is over.", game={"const": game}),
        "Frame": _with(
            made["Frame"],
            f"The table of a match of {title}, as it was after `step` entries.",
            events={"items": _to("Event")},
            table=_to("Table"),
            private={"items": _to("Private")},
        ),
    }


def bounded(schema: Schema, bounds: Schema, file: str) -> Schema:
    """A definition of another file with bounds beside its own, since a reference and bounds beside it make no type."""
    return {**elsewhere(schema, file), **bounds}


def elsewhere(schema: Any, file: str, names: Container[str] | None = None) -> Any:
    """The same schema for another file: its references lead to `file`, or those to these names do."""
    if isinstance(schema, list):
        return [elsewhere(item, file, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: part if name in DATA else elsewhere(part, file, names) for name, part in schema.items()}
    target = made.get("$ref")
    if isinstance(target, str) and target.startswith("#") and (names is None or target.split("/")[-1] in names):
        made["$ref"] = f"{file}{target}"
    return made


def _other_game() -> Schema:
    words = "The name of a game that this schema does not know."
    return {"description": words, "type": "string", "maxLength": 32, "not": {"enum": list(GAMES)}}


def _union(schema: Schema, variant: str, name: str) -> Schema:
    """`variant`: where that of a game is, with the game's name to be filled in."""
    branches = [*[{"$ref": variant.format(game)} for game in GAMES], _to(f"{name}_{OTHER}")]
    return {"description": schema["description"], "anyOf": branches}


def _with(schema: Schema, words: str, **parts: Schema) -> Schema:
    """The same definition where these fields hold something else; of a list only what its items are changes."""
    properties = dict(schema["properties"])
    for field, part in parts.items():
        kept = properties[field] if "items" in part else {}
        beside = {key: properties[field][key] for key in ("description", "default") if key in properties[field]}
        properties[field] = {**kept, **beside, **part}
    return {**schema, "description": words, "properties": properties}


def _to(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def named(definitions: Mapping[str, Schema], games: Iterable[str], of: str = "") -> dict[str, Schema]:
    """Every definition with the title that generators make a type of: `Event_dealt` of Koi-Koi is `KoikoiEventDealt`,
    `Create_koikoi` is `KoikoiCreate`. What only refers to another definition is called as that."""
    titled = {}
    for name, schema in definitions.items():
        words = name.split("_")
        if not of and words[-1] in (*games, OTHER):
            words = [words[-1], *words[:-1]]
        title = "".join(word[:1].upper() + word[1:] for word in (of, *words))
        titled[name] = schema if "$ref" in schema else {"title": title, **schema}
    return titled
