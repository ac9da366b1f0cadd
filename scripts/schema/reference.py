"""REFERENCE.md: the schema as a page for people, and nothing that is not in the schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, get_args

import msgspec

from fudakai.protocol.version import MAJOR, MINOR
from fudakai.server.games.agurk import shapes as agurk_shapes
from fudakai.server.games.flowers import shapes as flower_shapes
from scripts.schema.plain import plain
from scripts.schema.structs import Schema

RANGES: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " items"),
    ("minProperties", "maxProperties", " keys"),
)
"""The words of the schema for the least and the most, and what they count."""

CARDS: Final[Mapping[str, str]] = MappingProxyType(
    {meta.pattern: meta.description for meta in (get_args(shapes.Card)[1] for shapes in (agurk_shapes, flower_shapes))}
)
"""How cards are written, by the pattern of each kind: said once for a game, and not at every field."""


def reference(documents: Mapping[str, Schema], answers: Mapping[str, str]) -> str:
    """The whole page. `answers`: by request, the message that answers it."""
    documents = plain(documents)
    lines = [
        "# The Fudakai protocol: reference",
        "",
        f"Version {MAJOR}.{MINOR}. Made from the [schema](schema/), which is made from the server's code "
        "(`make schema`). Begin with the guide, [PROTOCOL.md](PROTOCOL.md), which also says how the versions go on; "
        "what the moves of a game mean is in [GAMES.md](GAMES.md).",
        "",
        "Fields that are not *needed* may be left out; what stands then is the default. Of what the server sends, "
        "fields that *may be absent* are left out when there is nothing to say. Lengths are in characters. "
        "Unknown fields are to be ignored.",
        "",
        *_contents(documents),
        *_file(documents["from_client.json"], "Messages from the client", sent=False, answers=answers),
        *_file(documents["from_server.json"], "Messages from the server", sent=True, answers={}),
        *_file(documents["room_events.json"], "Events of a room", sent=True, answers={}),
        *_file(documents["settings.json"], "Settings of a room", sent=False, answers={}),
        *_file(documents["codes.json"], "Codes", sent=True, answers={}),
    ]
    for name, document in documents.items():
        if name.startswith("games/"):
            lines += _game(name, document)
    return "\n".join(lines)


def _contents(documents: Mapping[str, Schema]) -> Iterator[str]:
    parts = ["Messages from the client", "Messages from the server", "Events of a room", "Settings of a room", "Codes"]
    parts += [_game_title(name) for name in documents if name.startswith("games/")]
    yield "- " + " · ".join(f"[{part}](#{part.lower().replace(' ', '-')})" for part in parts)
    yield ""


def _game_title(name: str) -> str:
    return f"Game {name.removeprefix('games/').removesuffix('.json')}"


def _file(document: Schema, title: str, *, sent: bool, answers: Mapping[str, str]) -> Iterator[str]:
    yield from (f"## {title}", "")
    for name, schema in document["$defs"].items():
        yield from _definition(name, schema, sent=sent, answers=answers)


def _game(name: str, document: Schema) -> Iterator[str]:
    yield from (f"## {_game_title(name)}", "", document["description"], "")
    written = msgspec.json.encode(document).decode()
    for pattern, words in CARDS.items():
        if pattern in written:
            yield from (f"A *card* is a string: {words}. Its pattern: `{pattern}`.", "")
    for part, schema in document["$defs"].items():
        if part not in ("Move", "Offer", "Event"):
            taken = part.startswith("Move_") or part == "Options"
            yield from _definition(part, schema, sent=not taken, answers={})


def _definition(name: str, schema: Schema, *, sent: bool, answers: Mapping[str, str]) -> Iterator[str]:
    properties = schema.get("properties", {})
    tag = properties.get("type", {}).get("const")
    role, _, _ = name.partition("_")
    title = f"`{tag}`" if tag else name
    yield from (f"### {f'{role} ' if '_' in name else ''}{title}", "", schema.get("description", ""), "")
    if tag in answers:
        yield from (f"Answered by `{answers[tag]}`, or `refused`.", "")
    if "oneOf" in schema:
        yield from ("| value | means |", "|---|---|")
        yield from (f"| `{one['const']}` | {_cell(one['description'])} |" for one in schema["oneOf"])
        yield ""
    fields = {field: part for field, part in properties.items() if field != "type"}
    if fields:
        yield from ("| field | type | bounds | |", "|---|---|---|---|")
        needed = schema.get("required", ())
        for field, part in fields.items():
            yield f"| `{field}` | {_type(part)} | {_bounds(part)} | {_note(part, field in needed, sent=sent)} |"
        yield ""


def _note(part: Schema, needed: bool, *, sent: bool) -> str:
    words = _cell(part.get("description", ""))
    default = f"`{msgspec.json.encode(part['default']).decode()}`" if "default" in part else ""
    if sent:
        return words if needed else f"*may be absent*{f': {default}' if default else ''}. {words}"
    if needed:
        return f"*needed*. {words}"
    return f"default {default}. {words}" if default else f"*may be left out*. {words}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _type(part: Schema) -> str:
    """What kind of value it is, in words."""
    if "$ref" in part:
        file, _, path = part["$ref"].partition("#/$defs/")
        return f"{path or file}"
    if "anyOf" in part:
        return " or ".join(_type(one) for one in part["anyOf"])
    if "const" in part:
        return f"`{part['const']}`"
    if "enum" in part:
        return " or ".join(f"`{value}`" for value in part["enum"])
    match part.get("type"):
        case "array" if "prefixItems" in part:
            return f"list of {' and '.join(_type(one) for one in part['prefixItems'])}"
        case "array":
            return f"list of {_type(part.get('items', {}))}"
        case "object" if isinstance(part.get("additionalProperties"), dict) and part["additionalProperties"]:
            keys = part.get("propertyNames", {}).get("enum", ())
            names = f"of {_type({'enum': keys})} " if keys else ""
            return f"map {names}to {_type(part['additionalProperties'])}"
        case "object":
            return "map"
        case "string" if part.get("pattern") in CARDS:
            return "card"
        case None:
            return "any"
        case kind:
            return str(kind)


def _bounds(part: Schema) -> str:
    """The bounds of a value, and of what it holds."""
    found = [
        f"{_range(part.get(least), part.get(most))}{unit}" for least, most, unit in RANGES if {least, most} & {*part}
    ]
    if "exclusiveMinimum" in part:
        found.append(f"more than {part['exclusiveMinimum']}")
    if "pattern" in part and part["pattern"] not in CARDS:
        found.append(f"`{_cell(part['pattern'])}`")
    found += [bounds for inner in part.get("anyOf", ()) if (bounds := _bounds(inner))]
    for place, words in (("items", "each "), ("additionalProperties", "each "), ("propertyNames", "keys of ")):
        inner = part.get(place)
        if isinstance(inner, dict) and (bounds := _bounds(inner)):
            found.append(bounds if bounds.startswith(words) else f"{words}{bounds}")
    return ", ".join(found)


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return f"at most {most}"
    if most is None:
        return f"at least {least}"
    return str(least) if least == most else f"{least} to {most}"
