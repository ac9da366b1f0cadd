"""What in a schema breaks clients that were written for an earlier one.

Compared is by direction. What the server *accepts* may only grow: a client goes on sending what it sent. What the
server *sends* may get new fields, message types, events and codes, which clients ignore, and otherwise only shrink: a
client goes on reading what it read. Nothing that has a name is ever taken away. Words do not count.

A message may have variants, one for each game and one for others: each is compared with the one of its own name, and
with the last one where there is none. Conditions (`if`, `allOf`) are not followed: schema 1.0 had them, and what they
add is compared where it is defined.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from scripts.schema.structs import Schema

Direction: TypeAlias = Literal["accepts", "sends"]
Documents: TypeAlias = Mapping[str, Schema]

LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")

JSON_TYPES: Final[Mapping[type, str]] = MappingProxyType(
    {str: "string", bool: "boolean", int: "integer", type(None): "null"}
)

TAKEN: Final = ("from_client.json", "settings.json")
"""Files whose definitions the server accepts; of a game's file it accepts these:"""
TAKEN_OF_GAMES: Final = ("Move", "Options", "Option")

GROWING: Final = ("codes.json", "/$defs/Code", "/$defs/Reason")
"""Vocabularies that may get new words: a client takes one that it does not know for a plain one."""


class Place(NamedTuple):
    """A schema in its file, the path to it for people, and the reference that led to it last."""

    documents: Documents
    file: str
    schema: Schema
    path: str
    reference: str = ""

    def at(self, schema: Any, step: str) -> Place:
        """A part of it, with what it refers to in its stead."""
        place = self._replace(schema=schema if isinstance(schema, dict) else {}, path=f"{self.path}{step}")
        while "$ref" in place.schema or len(place.schema.get("anyOf", ())) == 1:
            place = place._followed() if "$ref" in place.schema else place._unwrapped()
        return place

    def _unwrapped(self) -> Place:
        """A choice of one thing is that thing, with the words beside it."""
        rest = {key: value for key, value in self.schema.items() if key != "anyOf"}
        return self._replace(schema={**self.schema["anyOf"][0], **rest})

    def _followed(self) -> Place:
        file, _, pointer = self.schema["$ref"].partition("#")
        name = _beside(self.file, file) if file else self.file
        target: Any = self.documents.get(name, {})  # what is gone is told where it was, not where it was used
        for step in [step for step in pointer.split("/") if step]:
            target = target.get(step, {})
        rest = {key: value for key, value in self.schema.items() if key != "$ref"}
        grows = any(part in f"{name}{pointer}" for part in GROWING)
        return Place(
            self.documents,
            name,
            {**target, **rest, **({"grows": True} if grows else {})},
            self.path,
            f"{name}#{pointer}",
        )


def _beside(file: str, other: str) -> str:
    """The name of a file that another one refers to."""
    steps = file.split("/")[:-1]
    for step in other.split("/"):
        steps = steps[:-1] if step == ".." else [*steps, step]
    return "/".join(steps)


def breaks(old: Documents, new: Documents) -> list[str]:
    """Every change that breaks, in a sentence that begins with where it is; empty when none does."""
    found: list[str] = []
    for file, document in old.items():
        if file == "asyncapi.json":
            continue
        if file not in new:
            found.append(f"{file}: is gone")
            continue
        for name, schema in document["$defs"].items():
            if name not in new[file]["$defs"]:
                found.append(f"{file} {name}: is gone")
                continue
            was = Place(old, file, {}, f"{file} {name}").at({**schema, **_growing(file, name)}, "")
            now = Place(new, file, {}, f"{file} {name}").at(new[file]["$defs"][name], "")
            found += _compare(was, now, _direction(file, name))
    return list(dict.fromkeys(found))


def _growing(file: str, name: str) -> Schema:
    return {"grows": True} if any(part in f"{file}#/$defs/{name}" for part in GROWING) else {}


def _direction(file: str, name: str) -> Direction:
    taken = file in TAKEN or (file.startswith("games/") and name.partition("_")[0] in TAKEN_OF_GAMES)
    return "accepts" if taken else "sends"


def _compare(old: Place, new: Place, direction: Direction) -> Iterator[str]:
    was, now = _alternatives(old), _alternatives(new)
    if "number" in now and "integer" in was and "number" not in was and direction == "accepts":
        now = {**now, "integer": now["number"]}
    if "number" in was and "integer" in now and "number" not in now and direction == "sends":
        now = {**now, "number": now["integer"]}
    if ("any" in was) != ("any" in now):
        if ("any" in was) == (direction == "accepts"):
            yield f"{old.path}: was {_listed(was)} and is {_listed(now)}"
        return
    for name in was:
        if name in now:
            for one, other in _pairs(was[name], now[name], direction):
                yield from _bounds(one, other, direction)
                yield from _parts(one, other, direction)
        elif (direction == "accepts" and not _covered(name, now)) or (
            direction == "sends" and name.startswith(("=", "type "))
        ):
            yield f"{old.path}: {_said(name)} is gone"
    if direction == "accepts":
        return
    new = [name for name in now if name not in was and not _covered(name, was)]
    if len(new) == len(now):
        yield f"{old.path}: was {_listed(was)} and is {_listed(now)}"
    elif not old.schema.get("grows"):
        for name in new:
            if not name.startswith("type ") and not (name == "integer" and "number" in was):
                yield f"{old.path}: may be {_said(name)} now"


def _pairs(was: list[Place], now: list[Place], direction: Direction) -> Iterator[tuple[Place, Place]]:
    """Of variants, what has to hold what: all that is sent was sent before, all that was accepted still is."""
    if direction == "sends":
        yield from ((_same(one, was), one) for one in now)
    else:
        yield from ((one, _same(one, now)) for one in was)


def _same(one: Place, variants: list[Place]) -> Place:
    return next((other for other in variants if other.reference == one.reference), variants[-1])


def _covered(name: str, wider: Iterable[str]) -> bool:
    """Whether a constant or a tagged map is among the values of a plain type."""
    if name.startswith("type "):
        return "object" in wider
    return name.startswith("=") and JSON_TYPES.get(type(literal_eval(name[1:])), "") in wider


def _alternatives(place: Place) -> dict[str, list[Place]]:
    """What a value may be: each constant, each kind of tagged map, each JSON type; `any`: whatever it likes. With each
    the variants that are of this kind."""
    schema = place.schema
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf")}
            found: dict[str, list[Place]] = {}
            for one in [place.at(one, "") for one in schema[choice]]:
                for name, variants in _alternatives(one._replace(schema={**rest, **one.schema})).items():
                    found[name] = found.get(name, []) + variants
            return found
    if "const" in schema:
        return {f"={schema['const']!r}": [place]}
    if "enum" in schema:
        return {f"={value!r}": [place] for value in schema["enum"]}
    tag = schema.get("properties", {}).get("type", {}).get("const")
    if tag is not None:
        return {f"type {tag}": [place]}
    return {str(schema.get("type", "any")): [place]}


def _said(name: str) -> str:
    return name.removeprefix("=")


def _listed(names: Mapping[str, Any]) -> str:
    return " or ".join(map(_said, names)) or "nothing"


def _bounds(old: Place, new: Place, direction: Direction) -> Iterator[str]:
    for names, sign in ((LEAST, 1), (MOST, -1)):
        for name in names:
            was, now = old.schema.get(name), new.schema.get(name)
            if was == now:
                continue
            tighter = was is None or (now is not None and sign * now > sign * was)
            if tighter == (direction == "accepts"):
                yield f"{old.path}: {name} was {was} and is {now}"
    was, now = old.schema.get("pattern"), new.schema.get("pattern")
    free = was if direction == "sends" else now  # what may have lost its pattern, or got one
    if was != now and (free is not None or (was is None) != (direction == "sends")):
        yield f"{old.path}: pattern was {was} and is {now}"


def _parts(old: Place, new: Place, direction: Direction) -> Iterator[str]:
    was, now = old.schema, new.schema
    for name, part in was.get("properties", {}).items():
        if name not in now.get("properties", {}):
            yield f"{old.path}.{name}: is gone"
            continue
        before, after = old.at(part, f".{name}"), new.at(now["properties"][name], f".{name}")
        yield from _compare(before, after, direction)
        if direction == "accepts" and before.schema.get("default") != after.schema.get("default"):
            yield f"{before.path}: default was {before.schema.get('default')!r} and is {after.schema.get('default')!r}"
    needed, needs = set(was.get("required", ())), set(now.get("required", ()))
    if direction == "accepts":
        yield from (f"{old.path}.{name}: is needed now" for name in sorted(needs - needed))
    else:
        yield from (f"{old.path}.{name}: may be absent now" for name in sorted(needed - needs))
    for name in ("items", "additionalProperties", "propertyNames"):
        if isinstance(was.get(name), dict) or isinstance(now.get(name), dict):
            step = {"items": "[]", "additionalProperties": "{}", "propertyNames": "{key}"}[name]
            yield from _compare(old.at(was.get(name), step), new.at(now.get(name), step), direction)
    for number, (one, other) in enumerate(zip(was.get("prefixItems", ()), now.get("prefixItems", ()), strict=False)):
        yield from _compare(old.at(one, f"[{number}]"), new.at(other, f"[{number}]"), direction)
