"""The schema as people read it: choices, maps and unions of plain values where they stand, and of the variants of a
message the one whose parts may be any game's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fudakai.server.games.registry import GAMES
from scripts.schema.breaking import Place
from scripts.schema.structs import DATA, WORDS, Schema
from scripts.schema.variants import OF_GAME, OTHER


def plain(documents: Mapping[str, Schema]) -> dict[str, Schema]:
    """Every file with the definitions that are shown, by their names in it."""
    return {file: {**document, "$defs": _shown(documents, file)} for file, document in documents.items()}


def _shown(documents: Mapping[str, Schema], file: str) -> dict[str, Schema]:
    definitions = documents[file]["$defs"]
    hidden = OF_GAME if file.startswith("games/") else ("RoomEvent",)
    shown = {}
    for name, schema in definitions.items():
        if name in hidden or name.rpartition("_")[2] in (*GAMES, OTHER):
            continue
        general = definitions.get(f"{name}_{OTHER}", schema)
        place = Place(documents, file, {}, name).at(general, "")
        if not _is_value(place):
            shown[name] = {**_inlined(place, place.schema), "description": place.schema["description"]}
            if general is not schema:
                shown[name]["description"] = schema["description"]
    return shown


def _is_value(place: Place) -> bool:
    """Whether it is no Struct, no union of Structs and no vocabulary with its meanings."""
    schema = place.schema
    if "anyOf" in schema:
        return all(_is_value(place.at(one, "")) for one in schema["anyOf"])
    return "oneOf" not in schema and ("properties" not in schema or "propertyNames" in schema)


def _inlined(place: Place, schema: Any) -> Any:
    if isinstance(schema, list):
        return [_inlined(place, item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    target = schema if "$ref" in schema else schema["anyOf"][0] if len(schema.get("anyOf", ())) == 1 else {}
    if isinstance(target.get("$ref"), str):
        words = {name: schema[name] for name in WORDS if name in schema}
        found = place.at(target, "")
        if not _is_value(found):
            return {"$ref": _known(target["$ref"]), **words}
        return {**{name: _inlined(found, part) for name, part in found.schema.items() if name not in WORDS}, **words}
    return {name: part if name in DATA else _inlined(place, part) for name, part in schema.items()}


def _known(reference: str) -> str:
    """A reference by the name under which it is shown."""
    name = reference.rpartition("/")[2]
    return reference.removesuffix(f"_{OTHER}") if name.endswith(f"_{OTHER}") else reference
