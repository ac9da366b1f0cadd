"""JSON Schema (2020-12) of our Structs: what msgspec makes, tidied for people, and exact for what a server sends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def components(roots: Iterable[Any], *, sent: bool) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each root, and the definitions that they refer to, by the names of the classes.

    `sent`: they are what the server sends. Then a field is required unless the server leaves it out at its default,
    and null instead of its absence is never sent.
    """
    roots = list(roots)
    kinds = {kind.__name__: kind for root in roots for kind in _structs(msgspec.inspect.type_info(root))}
    schemas, definitions = msgspec.json.schema_components(roots)
    if set(definitions) != set(kinds):
        raise AssertionError("two Structs of one file have one name")
    made = {name: _tidied(schema) for name, schema in definitions.items()}
    for name, schema in made.items():
        if schema.get("properties") is not None and sent:
            _as_sent(schema, kinds[name])
    return [_tidied(schema) for schema in schemas], {name: made[name] for name in kinds}


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
        name: value if name in ("default", "enum", "examples", "const", "required") else _tidied(value)
        for name, value in schema.items()
        if name != "discriminator"
    }
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
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    if len(branches) == 1:
        return {**branches[0], **rest}
    words = [one["description"] for one in branches if "description" in one and "$ref" not in one]
    if words and "title" not in branches[0]:
        rest.setdefault("description", words[0])
        branches = [{name: value for name, value in one.items() if name != "description"} for one in branches]
    return {"anyOf": branches, **rest}
