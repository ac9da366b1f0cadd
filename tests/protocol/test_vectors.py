"""The golden vectors: current, complete, and read alike by decoders that are not ours."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]  # the package has no types
import msgspec
import pytest

from fudakai.clients.sdk import wire
from fudakai.protocol.codec import JSON, MSGPACK
from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer, Update
from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from tests.protocol.make_vectors import VECTORS, files
from tests.protocol.messages import FROM_CLIENT, FROM_SERVER
from tests.protocol.schema import faults, faults_of_answer

NAMES = ["from_client.json", "from_server.json", *[f"games/{name}.json" for name in GAMES]]


def read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return found


def test_the_files_are_what_the_generator_makes() -> None:
    made = files()
    assert set(VECTORS.rglob("*.json")) == set(made)
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tests.protocol.make_vectors"


def test_every_message_type_has_a_vector() -> None:
    assert {type(message) for message in FROM_CLIENT.values()} == set(get_args(FromClient))
    assert {type(message) for message in FROM_SERVER.values()} == set(get_args(FromServer))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_every_view_event_offer_and_move_of_a_game_has_a_vector(game: Game) -> None:
    shapes, file = game.SHAPES, f"games/{game.NAME}.json#/$defs/"
    named = (("event", shapes.events), ("offer", shapes.offers), ("move", shapes.moves))
    kinds = {f"{role} {kind.__struct_config__.tag}" for role, every in named for kind in every}
    found = {vector["name"]: vector["message"] for vector in read(f"games/{game.NAME}.json")}
    updates = {name: found[name] for name in found if name.startswith("update, ")}
    assert set(found) == kinds | set(updates)
    for name in kinds:
        assert faults(f"{file}{name.partition(' ')[0].title()}", found[name]) == [], name
    for value in updates.values():
        assert faults_of_answer(value) == []
        assert value["state"]["game"] == game.NAME
        assert value["state"]["table"] is not None
    assert [bool("you" in value and value["you"]["offers"]) for value in updates.values()] == [True, False]


def test_the_guide_names_every_file_and_field() -> None:
    guide = (VECTORS / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in guide for name in ("from_client.json", "from_server.json", "games/"))
    assert all(f"`{field}`" in guide for field in read("from_client.json")[0])


@pytest.mark.parametrize("name", NAMES)
def test_other_decoders_read_the_same_values(name: str) -> None:
    for vector in read(name):
        assert msgpack.unpackb(bytes.fromhex(vector["msgpack"])) == vector["message"]
        assert json.loads(vector["json"]) == vector["message"]


@pytest.mark.parametrize("name", NAMES)
def test_the_sdk_reads_the_same_values(name: str) -> None:
    for vector in read(name):
        assert wire.unpack(bytes.fromhex(vector["msgpack"])) == vector["message"]
        assert wire.unpack(wire.pack(vector["message"])) == vector["message"]


def test_we_read_what_other_encoders_write() -> None:
    for vector in read("from_client.json"):
        wanted = FROM_CLIENT[vector["name"]]
        assert MSGPACK.decode(msgpack.packb(vector["message"])) == wanted
        assert JSON.decode(json.dumps(vector["message"])) == wanted
        assert JSON.decode(json.dumps(vector["message"], ensure_ascii=False, indent=2)) == wanted


def test_a_client_may_leave_out_what_has_a_default() -> None:
    for name, wanted in FROM_CLIENT.items():
        fields = msgspec.structs.fields(type(wanted))
        defaults = {field.encode_name: field.default for field in fields if not field.required}
        written = msgspec.to_builtins(wanted)
        short = {key: value for key, value in written.items() if key not in defaults or value != defaults[key]}
        assert MSGPACK.decode(msgpack.packb(short)) == wanted, name
        assert JSON.decode(json.dumps(short)) == wanted, name


def test_a_part_encoded_before_gives_the_same_bytes() -> None:
    for message in FROM_SERVER.values():
        for codec in (MSGPACK, JSON):
            if isinstance(message, Update):
                parts = {"state": codec.raw(message.state), "events": codec.raw(message.events)}
                assert codec.encode(msgspec.structs.replace(message, **parts)) == codec.encode(message)
