"""The names of the schema: stated, kept for ever, found by generators, and resolved wherever the folder lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import msgspec
import pytest

from fudakai.server.games.registry import GAMES
from scripts.schema import names
from scripts.schema.__main__ import RELEASED, SCHEMA
from scripts.schema.structs import components
from tests.protocol.schema import parts, read

DOCUMENTS = read()
RELEASES = sorted(path for path in RELEASED.iterdir() if path.is_dir())


class RenamedPart(msgspec.Struct):
    """A part."""


@pytest.mark.parametrize("moved", [SCHEMA.as_uri() + "/", "https://example.org/far/away/"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_reference_resolves_wherever_the_folder_lies(name: str, moved: str) -> None:
    """By `$id` against the address of the file, as RFC 3986 says; a validator does it, too, and fetches nothing."""
    found = {urljoin(moved + file, document["$id"]): document for file, document in DOCUMENTS.items()}
    assert len(found) == len(DOCUMENTS)
    base = urljoin(moved + name, DOCUMENTS[name]["$id"])
    references = {part["$ref"] for _, part in parts(DOCUMENTS[name]) if "$ref" in part}
    for reference in references:
        file, _, pointer = urljoin(base, reference).partition("#")
        assert pointer.removeprefix("/$defs/") in found[file]["$defs"], reference
    registry = jsonschema_rs.Registry([(moved + file, document) for file, document in DOCUMENTS.items()])
    every = [{"$ref": f"{moved}{name}#/$defs/{part}"} for part in DOCUMENTS[name]["$defs"]]
    jsonschema_rs.validator_for({"anyOf": every}, registry=registry)


RELEASED_NAMES = [
    (path, file, name) for path in RELEASES for file, document in read(path).items() for name in document["$defs"]
]


@pytest.mark.parametrize(("path", "file", "name"), RELEASED_NAMES, ids=lambda one: getattr(one, "name", one))
def test_a_name_that_is_out_stays(path: Path, file: str, name: str) -> None:
    assert read(path)[file]["$id"] == DOCUMENTS[file]["$id"]
    assert name in DOCUMENTS[file]["$defs"]


def test_a_name_is_stated_and_not_taken_from_the_class() -> None:
    class Renamed(msgspec.Struct):
        """A map."""

        inner: RenamedPart

    assert list(components([Renamed], {"Whole": Renamed, "Part": RenamedPart}, sent=True)) == ["Whole", "Part"]
    with pytest.raises(LookupError, match="Renamed has no published name"):
        components([Renamed], {"Part": RenamedPart}, sent=True)


@pytest.mark.parametrize(
    "stated", [names.FROM_CLIENT, names.FROM_SERVER, names.ROOM_EVENTS, *[game.SHAPES.parts for game in GAMES.values()]]
)
def test_a_class_has_one_published_name(stated: dict[str, Any]) -> None:
    kinds = [kind for kind in stated.values() if isinstance(kind, type)]
    assert len(set(kinds)) == len(kinds)


def test_every_definition_has_a_title_and_a_title_is_one_definition() -> None:
    """Generators call types by it, and number those that share one."""
    found: dict[str, Any] = {}
    for file, document in DOCUMENTS.items():
        for name, part in document["$defs"].items():
            if "$ref" not in part:
                bare = {key: value for key, value in part.items() if key != "description"}
                assert found.setdefault(part["title"], bare) == bare, f"{file} {name}: {part['title']}"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_generators_find_a_name_for_everything(name: str) -> None:
    assert _nameless(DOCUMENTS[name]) == []


@pytest.mark.parametrize("file", ["from_client.json", "from_server.json"])
def test_references_go_round_in_no_circle_of_files(file: str) -> None:
    def reached(one: str, above: tuple[str, ...]) -> None:
        assert one not in above, " -> ".join((*above, one))
        for _, part in parts(DOCUMENTS[one]):
            other = part["$ref"].partition("#")[0] if "$ref" in part else ""
            if other:
                reached((SCHEMA / one).parent.joinpath(other).resolve().relative_to(SCHEMA).as_posix(), (*above, one))

    reached(file, ())


def _nameless(document: dict[str, Any]) -> list[str]:
    """What makes a generator invent a name or give up: conditions, and choices, maps and unions with no definition.

    A thing or null is no union; and a constant is its own name.
    """
    found = []
    for path, part in parts(document):
        defined = path.count("/") == 2 and path.startswith("/$defs/")
        found += [f"{path}: {word}" for word in ("if", "then", "else", "allOf") if word in part]
        branches = [one for one in part.get("anyOf", ()) if one != {"type": "null"}]
        anonymous = "enum" in part or part.get("type") == "object" or "properties" in part or len(branches) > 1
        if anonymous and path and not defined and not path.endswith(("/properties", "/not")):
            found.append(f"{path}: has no name")
        if "$ref" in part and len(part) > 1:
            found.append(f"{path}: something beside a reference")
    return found


@pytest.mark.parametrize(
    "part",
    [
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
        {"allOf": [{"$ref": "#/$defs/X"}]},
        {"properties": {"a": {"type": "object"}}},
        {"properties": {"a": {"items": {"enum": ["b", "c"]}}}},
        {"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}},
        {"properties": {"a": {"$ref": "#/$defs/X", "description": "b"}}},
    ],
)
def test_what_has_no_name_is_found(part: dict[str, Any]) -> None:
    assert _nameless({"$defs": {"X": {"type": "null"}, "Y": part}}) != []
