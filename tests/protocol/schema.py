"""The checked-in schema as tests use it: to say what is wrong with a value.

The strict one allows no field that the schema does not name, though clients must ignore such: so nothing that the
server sends is left out of the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import jsonschema_rs

from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer
from scripts.schema.names import FROM_CLIENT, FROM_SERVER, name_of

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "schema"
BASE: Final = "https://schema.invalid/"
"""Where the files are said to lie, for their relative references; nothing is ever fetched."""

CLIENT: Final[dict[str, str]] = {
    str(kind.__struct_config__.tag): name_of(kind, FROM_CLIENT) for kind in get_args(FromClient)
}
SERVER: Final[dict[str, str]] = {
    str(kind.__struct_config__.tag): name_of(kind, FROM_SERVER) for kind in get_args(FromServer)
}
"""The name of a message's definition by its type."""


def read(folder: Path = FOLDER) -> dict[str, Any]:
    """The files of a folder by their names below it, AsyncAPI's left out."""
    paths = [*folder.glob("*.json"), *(folder / "games").glob("*.json")]
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
    return {name: json.loads(text) for name, text in texts.items() if name != "asyncapi.json"}


def _closed(schema: Any) -> Any:
    """The same schema, with no more fields than it names."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _closed(value) for name, value in schema.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


@cache
def _registry(strict: bool) -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry(
        [(BASE + name, _closed(document) if strict else document) for name, document in read().items()]
    )


@cache
def _validator(reference: str, strict: bool) -> Any:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": BASE + reference}
    return jsonschema_rs.validator_for(schema, registry=_registry(strict))


def faults(reference: str, value: Any, *, strict: bool = True) -> list[str]:
    """What is wrong with a value, each with its place in it; empty when it is valid. `reference`: into the schema."""
    validator = _validator(reference, strict)
    if validator.is_valid(value):
        return []
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message[:400]}" for error in validator.iter_errors(value)
    ]


def faults_of_request(message: dict[str, Any]) -> list[str]:
    """What is wrong with a message from a client, in which unknown fields are allowed."""
    name = CLIENT.get(str(message.get("type")))
    if name is None:
        return [f"type: there is no request {message.get('type')!r}"]
    return faults(f"from_client.json#/$defs/{name}", message, strict=False)


def faults_of_answer(message: dict[str, Any]) -> list[str]:
    """What is wrong with a message from the server."""
    name = SERVER.get(str(message.get("type")))
    if name is None:
        return [f"type: there is no message {message.get('type')!r}"]
    return faults(f"from_server.json#/$defs/{name}", message)


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in a file, with the path to it."""
    if isinstance(schema, dict):
        yield path, schema
        for name, value in schema.items():
            if name not in ("default", "enum", "const", "required"):
                yield from parts(value, f"{path}/{name}")
    elif isinstance(schema, list):
        for number, value in enumerate(schema):
            yield from parts(value, f"{path}/{number}")
