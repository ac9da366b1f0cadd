"""JSON Schema (2020-12) of our Structs: what msgspec makes, tidied for people, and exact for what a server sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from scripts.schema.names import Names, name_of

Schema: TypeAlias = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
WORDS: Final = ("description", "default", "title")
"""Keywords of a field that do not say what values it takes."""
DATA: Final = ("default", "enum", "examples", "const", "required")
"""Keywords that hold no schema."""


def components(roots: Iterable[Any], names: Names, *, sent: bool) -> dict[str, Schema]:
    """The definitions that the roots take, by their published names, and of the named values those that are used.

    `sent`: they are what the server sends. Then a field is required unless the server leaves it out at its default,
    and null instead of its absence is never sent. Raises LookupError when a Struct has no published name.
    """
    roots = list(roots)
    kinds = {kind.__name__: kind for root in roots for kind in _structs(msgspec.inspect.type_info(root))}
    _, definitions = msgspec.json.schema_components(roots)
    if set(definitions) != set(kinds):
        raise AssertionError("two Structs of one file have one name in the code")
    published = {f"#/$defs/{name}": f"#/$defs/{name_of(kind, names)}" for name, kind in kinds.items()}
    made = {}
    for name, kind in kinds.items():
        schema = _tidied(definitions[name])
        if schema.get("properties") is not None and sent:
            _as_sent(schema, kind)
        made[name_of(kind, names)] = _renamed(schema, published)
    values = {name: _value(kind, published) for name, kind in names.items() if not _is_struct(kind)}
    return _with_values(made, values)


def _value(kind: Any, published: Mapping[str, str]) -> Schema:
    """The schema of a type that is no Struct, with its words."""
    schema = _renamed(_tidied(msgspec.json.schema(kind)), published)
    made = {name: part for name, part in schema.items() if name not in ("$schema", "$defs")}
    return made | {"additionalProperties": True} if _is_free_map(made) else made


def _is_free_map(schema: Schema) -> bool:
    """Whether it is a map of anything: the schema then says so, or generators make a type with no fields of it."""
    return schema.get("type") == "object" and "additionalProperties" not in schema


def _with_values(made: Mapping[str, Schema], values: Mapping[str, Schema]) -> dict[str, Schema]:
    """The same definitions, in which what is just like a named value refers to it; then the values that are used."""
    bare = {name: _bare(schema) for name, schema in values.items()}
    used: dict[str, None] = {}

    def referring(schema: Any, own: bool = False) -> Any:
        if isinstance(schema, list):
            return [referring(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        for name, one in bare.items():
            if not own and _bare(schema) == one:
                used[name] = None
                return {"$ref": f"#/$defs/{name}", **{word: schema[word] for word in WORDS if word in schema}}
        return {name: part if name in DATA else referring(part) for name, part in schema.items()}

    found = {name: referring(schema, own=True) for name, schema in made.items()}
    defined: dict[str, Schema] = {}
    while waiting := [name for name in used if name not in defined]:
        defined |= {name: referring(values[name], own=True) for name in waiting}
    return {**found, **{name: defined[name] for name in values if name in defined}}


def bare_references(schema: Any) -> Any:
    """The same schema with nothing beside a reference: generators take such words for another type.

    `{"$ref": X, "description": ...}` becomes `{"description": ..., "anyOf": [{"$ref": X}]}`.
    """
    if isinstance(schema, list):
        return [bare_references(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: part if name in DATA else bare_references(part) for name, part in schema.items()}
    if isinstance(made.get("$ref"), str) and len(made) > 1:
        made["anyOf"] = [{"$ref": made.pop("$ref")}]
    return made


def _bare(schema: Schema) -> Schema:
    return {name: part for name, part in schema.items() if name not in WORDS and part is not True}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """The same schema with other targets of its references."""
    if isinstance(schema, list):
        return [_renamed(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: names.get(part, part) if name == "$ref" else part if name in DATA else _renamed(part, names)
        for name, part in schema.items()
    }


def _structs(kind: msgspec.inspect.Type) -> Iterable[type[msgspec.Struct]]:
    """Every Struct that a type holds, each once, those of a union first and in its order."""
    waiting: list[Any] = [kind]
    seen: dict[type[msgspec.Struct], None] = {}
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, msgspec.inspect.StructType):
            if one.cls not in seen:
                seen[one.cls] = None
                waiting += [field.type for field in one.fields]
        elif isinstance(one, msgspec.inspect.Metadata):
            waiting.append(one.type)
        else:
            for name in ("types", "item_types"):
                waiting += getattr(one, name, ())
            waiting += [getattr(one, name) for name in ("item_type", "key_type", "value_type") if hasattr(one, name)]
    return seen


def _as_sent(schema: Schema, kind: type[msgspec.Struct]) -> None:
    """What may be absent, and what is null, as the server does it."""
    required = [schema["required"][0]] if kind.__struct_config__.tag_field else []
    for field in msgspec.structs.fields(kind):
        part = schema["properties"][field.encode_name]
        left_out = (kind.__struct_config__.omit_defaults and not field.required) or field.default is msgspec.UNSET
        if left_out and field.default is None:
            part = _without_null(part)
        if not left_out or part.get("default") is None:
            part.pop("default", None)
        if not left_out:
            required.append(field.encode_name)
        schema["properties"][field.encode_name] = part
    schema["required"] = required


def _without_null(schema: Schema) -> Schema:
    branches = [one for one in schema["anyOf"] if one != {"type": "null"}]
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    return {**branches[0], **rest} if len(branches) == 1 else {**rest, "anyOf": branches}


def _tidied(schema: Any) -> Any:
    """The same schema: one way to write each thing, the words where the field is, and in one line."""
    if isinstance(schema, list):
        return [_tidied(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        name: part if name in DATA else _tidied(part)
        for name, part in schema.items()
        if name != "discriminator" and not (name == "title" and isinstance(part, str))
    }
    if "$ref" in made:
        made.pop("type", None)  # of a field whose type msgspec knows and whose words are elsewhere
    if isinstance(made.get("description"), str):
        made["description"] = " ".join(made["description"].split())
    if isinstance(made.get("enum"), list) and len(made["enum"]) == 1:
        made["const"] = made.pop("enum")[0]
    if isinstance(made.get("anyOf"), list):
        made = _joined(made)
    return made


def _joined(schema: Schema) -> Schema:
    """A choice without what says nothing (bytes that were encoded before), and with the words on the outside."""
    branches = [one for one in schema["anyOf"] if one]
    if all(_bare(one).keys() <= {"enum", "const"} for one in branches):
        branches = [{"enum": [word for one in branches for word in one.get("enum", [one.get("const")])]}]
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    if len(branches) == 1:
        return {**branches[0], **rest}
    words = [one["description"] for one in branches if "description" in one and "$ref" not in one]
    if words:
        rest.setdefault("description", words[0])
        branches = [{name: value for name, value in one.items() if name != "description"} for one in branches]
    return {"anyOf": branches, **rest}
