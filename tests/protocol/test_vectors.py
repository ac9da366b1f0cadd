"""The golden vectors: current, complete, and read alike by decoders that are not ours."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]  # the package has no types
import msgspec
import pytest

from protocol.codec import JSON, MSGPACK
from protocol.from_client import FromClient
from protocol.from_server import FromServer, Update
from tests.protocol.make_vectors import VECTORS, files
from tests.protocol.messages import FROM_CLIENT, FROM_SERVER


def read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return found


def test_the_files_are_what_the_generator_makes() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tests.protocol.make_vectors"


def test_every_message_type_has_a_vector() -> None:
    assert {type(message) for message in FROM_CLIENT.values()} == set(get_args(FromClient))
    assert {type(message) for message in FROM_SERVER.values()} == set(get_args(FromServer))


@pytest.mark.parametrize("name", ["from_client.json", "from_server.json"])
def test_other_decoders_read_the_same_values(name: str) -> None:
    for vector in read(name):
        assert msgpack.unpackb(bytes.fromhex(vector["msgpack"])) == vector["message"]
        assert json.loads(vector["json"]) == vector["message"]


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
