"""The schema and what is made of it: current, valid, complete, with words for every field, and kept from release to
release."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema_rs
import pytest

from fudakai.clients.sdk import wire
from fudakai.protocol.codec import CODECS, MSGPACK
from fudakai.protocol.codes import Refusal
from fudakai.protocol.version import MAJOR, MINOR
from fudakai.server.games.registry import GAMES
from scripts.schema.__main__ import FOLDER as PROTOCOL, RELEASED, SCHEMA, files
from scripts.schema.breaking import breaks
from tests.protocol.messages import FROM_CLIENT, FROM_SERVER
from tests.protocol.page import PAGE, ROOT, part as page_part, section
from tests.protocol.schema import CLIENT, SERVER, faults_of_answer, faults_of_request, parts, read

DOCUMENTS = read()
RELEASES = sorted(
    (path for path in RELEASED.iterdir() if path.is_dir()),
    key=lambda path: [int(part) for part in path.name.split(".")],
)


def test_the_files_are_what_the_code_says() -> None:
    made = files()
    kept = {*SCHEMA.glob("*.json"), *(SCHEMA / "games").glob("*.json"), PROTOCOL / "REFERENCE.md"}
    assert kept == set(made), "run: make schema"
    assert [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text] == [], "make schema"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_is_a_schema_of_its_dialect(name: str) -> None:
    document = DOCUMENTS[name]
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["$id"] == name.rpartition("/")[2]
    jsonschema_rs.meta.validate(document)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_reference_leads_somewhere(name: str) -> None:
    for path, part in parts(DOCUMENTS[name]):
        if "$ref" in part:
            file, _, pointer = part["$ref"].partition("#")
            target = (SCHEMA / name).parent / file if file else SCHEMA / name
            found = DOCUMENTS[target.resolve().relative_to(SCHEMA).as_posix()]
            for step in filter(None, pointer.split("/")):
                assert step in found, f"{name}{path}: {part['$ref']}"
                found = found[step]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_field_and_every_definition_has_words(name: str) -> None:
    assert _speechless(DOCUMENTS[name]) == []


def _speechless(document: dict[str, Any]) -> list[str]:
    """The fields and definitions of a file that say nothing; what refers to another one has the words from there."""
    found = [path for path, part in document["$defs"].items() if not part.get("description") and "$ref" not in part]
    for name, definition in document["$defs"].items():
        for field, part in definition.get("properties", {}).items():
            overlay = definition.get("type") != "object"
            if field != "type" and not overlay and not part.get("description"):
                found.append(f"{name}.{field}")
    return found


def test_a_field_without_words_is_found() -> None:
    field = {"type": "object", "description": "x", "properties": {"type": {"const": "x"}, "seat": {"type": "integer"}}}
    assert _speechless({"$defs": {"X": field, "Y": {"type": "null"}}}) == ["Y", "X.seat"]


def test_every_message_and_every_game_has_its_definition() -> None:
    assert [one["$ref"] for one in DOCUMENTS["from_client.json"]["anyOf"]] == [
        f"#/$defs/{kind}" for kind in CLIENT.values()
    ]
    assert [one["$ref"] for one in DOCUMENTS["from_server.json"]["anyOf"]] == [
        f"#/$defs/{kind}" for kind in SERVER.values()
    ]
    assert {name for name in DOCUMENTS if name.startswith("games/")} == {f"games/{name}.json" for name in GAMES}
    for name in GAMES:
        assert DOCUMENTS[f"games/{name}.json"]["$defs"].keys() >= {
            *("Move", "Offer", "Event", "Table", "Private", "Options", "Code", "Reason", "Update")
        }


def test_the_vectors_are_valid() -> None:
    for folder in ("from_client.json", "from_server.json"):
        for vector in json.loads((PROTOCOL / "vectors" / folder).read_text(encoding="utf-8")):
            judge = faults_of_request if folder == "from_client.json" else faults_of_answer
            assert judge(vector["message"]) == [], vector["name"]
    assert FROM_CLIENT
    assert FROM_SERVER


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ({"type": "kick", "id": 1, "room": "K7QF2M"}, "seat"),
        ({"type": "kick", "id": 1, "room": "K7QF2M", "seat": 16}, "seat"),
        ({"type": "kick", "id": -1, "room": "K7QF2M", "seat": 0}, "id"),
        ({"type": "kick", "id": 1, "room": "K" * 17, "seat": 0}, "room"),
        ({"type": "kick", "id": 1, "room": "K7QF2M", "seat": "0"}, "seat"),
        ({"type": "create", "id": 1, "game": "koikoi", "options": {"rounds": 4}}, "rounds"),
        ({"type": "create", "id": 1, "game": "koikoi", "settings": {"turn_seconds": -1}}, "turn_seconds"),
        ({"type": "dance", "id": 1}, "dance"),
    ],
)
def test_a_wrong_request_is_not_valid(message: dict[str, Any], place: str) -> None:
    (fault, *_) = faults_of_request(message)
    assert place in fault


def test_a_message_with_a_foreign_part_is_not_valid() -> None:
    (update,) = [
        vector["message"]
        for vector in json.loads((PROTOCOL / "vectors" / "from_server.json").read_text(encoding="utf-8"))
        if vector["name"] == "update, playing"
    ]
    assert faults_of_answer(update) == []
    for spoil in (
        lambda one: one["you"]["offers"][0].update(cards=["9X"]),
        lambda one: one["you"]["private"].update(secret=1),
        lambda one: one["state"]["table"].pop("round"),
        lambda one: one["state"].update(status="dreaming"),
        lambda one: one["events"][2]["events"][0].update(type="danced"),
    ):
        spoilt = json.loads(json.dumps(update))
        spoil(spoilt)
        assert faults_of_answer(spoilt) != []


# ---- AsyncAPI and the reference


def test_the_asyncapi_document_is_whole() -> None:
    document = json.loads((SCHEMA / "asyncapi.json").read_text(encoding="utf-8"))
    assert document["asyncapi"] == "3.0.0"
    assert document["info"]["version"] == f"{MAJOR}.{MINOR}"
    for _, part in parts(document):
        if "$ref" in part and isinstance(part["$ref"], str):
            file, _, pointer = part["$ref"].partition("#")
            found = DOCUMENTS[file] if file else document
            for step in filter(None, pointer.split("/")):
                found = found[step]
    channel = document["channels"]["connection"]
    assert set(channel["messages"]) == set(document["components"]["messages"]) == {*CLIENT, *SERVER}
    headers = channel["bindings"]["ws"]["headers"]["properties"]
    assert headers["Sec-WebSocket-Protocol"]["enum"] == list(CODECS)
    asked = {name: one for name, one in document["operations"].items() if one["action"] == "receive"}
    assert set(asked) == set(CLIENT)
    told = [one["messages"] for one in document["operations"].values() if one["action"] == "send"]
    told += [one["reply"]["messages"] for one in asked.values()]
    names = {message["$ref"].rpartition("/")[2] for messages in told for message in messages}
    assert names == set(SERVER)


@pytest.mark.parametrize("kind", CLIENT)
def test_the_answers_are_those_of_the_page(kind: str) -> None:
    document = json.loads((SCHEMA / "asyncapi.json").read_text(encoding="utf-8"))
    answer = document["operations"][kind]["reply"]["messages"][0]["$ref"].rpartition("/")[2]
    assert re.search(rf"[Aa]nswered\s+with\s+`{answer}`", section(kind))


def test_the_reference_names_every_message_field_and_code() -> None:
    text = (PROTOCOL / "REFERENCE.md").read_text(encoding="utf-8")
    for kind in (*CLIENT, *SERVER):
        assert f"### `{kind}`\n" in text
    for document in DOCUMENTS.values():
        for name, definition in document["$defs"].items():
            if name != "Update" or "type" in definition:
                assert all(f"| `{field}` |" in text for field in definition.get("properties", {}) if field != "type")
    assert all(f"| `{code}` |" in text for code in Refusal)
    assert max(map(len, re.findall(r"\n{3,}", text)), default=0) == 0


# ---- versions


def test_the_subprotocols_carry_the_major_version() -> None:
    assert list(CODECS) == [f"fudakai.v{MAJOR}.msgpack", f"fudakai.v{MAJOR}.json"]


def test_the_sdk_is_made_for_a_version_that_there_is() -> None:
    assert MSGPACK.name == wire.SUBPROTOCOL
    assert 0 <= wire.MINOR <= MINOR


def test_the_page_says_which_version_it_describes() -> None:
    assert f"# The Fudakai protocol, version {MAJOR}\n" in PAGE
    assert f"describes version {MAJOR}.{MINOR}." in " ".join(PAGE.split())


def test_the_page_names_every_message_and_field_that_is_new_since_a_release() -> None:
    told = page_part("Changes of the protocol")
    earlier = [path for path in RELEASES if path.name.startswith(f"{MAJOR}.") and path.name != f"{MAJOR}.{MINOR}"]
    new = {word for path in earlier for word in _new(read(path), DOCUMENTS)}
    assert {"replay", "replayed", "cards"} <= new
    assert sorted(word for word in new if f"`{word}`" not in told) == []


def _new(before: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """The types of messages and events that were not there before, and the fields of definitions that were."""
    found = set()
    for file in ("from_client.json", "from_server.json", "room_events.json"):
        old, new = before[file]["$defs"], now[file]["$defs"]
        found |= _tags(new) - _tags(old)
        for name in old.keys() & new.keys():
            found |= new[name].get("properties", {}).keys() - old[name].get("properties", {}).keys() - {"type"}
    return found


def _tags(definitions: dict[str, Any]) -> set[str]:
    """The types of messages or events that are defined there."""
    kinds = [one.get("properties", {}).get("type", {}).get("const") for one in definitions.values()]
    return {kind for kind in kinds if kind is not None}


def test_nothing_breaks_clients_of_an_earlier_release() -> None:
    same = [path for path in RELEASES if path.name.startswith(f"{MAJOR}.")]
    assert same, "no release of this major version is kept: python -m scripts.schema release"
    for path in same:
        assert int(path.name.partition(".")[2]) <= MINOR
        assert breaks(read(path), DOCUMENTS) == [], f"this breaks clients of {path.name}"


def test_the_make_target_is_there() -> None:
    assert "\nschema: $(READY) ##" in (ROOT / "Makefile").read_text(encoding="utf-8")
