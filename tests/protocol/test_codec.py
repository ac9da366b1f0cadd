"""Bytes to messages and back: what is taken, what is refused, and what closes the connection."""

from __future__ import annotations

import json
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from fudakai.protocol import from_client as ask
from fudakai.protocol.codec import CODECS, ECHO, JSON, MAX_FRAME, MSGPACK, BadMessage, Codec, Malformed
from fudakai.protocol.codes import Close, Refusal
from tests.protocol.messages import FROM_CLIENT

MOVE = {"type": "move", "id": 7, "room": "K7QF2M", "ref": "r", "version": 1}


def bad(codec: Codec, data: bytes | str) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        codec.decode(data)
    assert caught.value.words.isprintable()
    assert len(caught.value.words) < 160
    return caught.value


def closes(codec: Codec, data: bytes | str) -> Close:
    with pytest.raises(Malformed) as caught:
        codec.decode(data)
    assert caught.value.words.isprintable()
    assert len(caught.value.words.encode()) <= 123  # what fits into a close frame
    return caught.value.close


def both(value: Any) -> list[tuple[Codec, bytes]]:
    """The value in both encodings."""
    return [(MSGPACK, msgpack.packb(value)), (JSON, json.dumps(value).encode())]


def pairs(*items: tuple[str, Any]) -> list[tuple[Codec, bytes]]:
    """A map with exactly these keys and values, repeated keys included, in both encodings."""
    packed = bytes([0x80 | len(items)]) + b"".join(msgpack.packb(part) for item in items for part in item)
    text = ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in items)
    return [(MSGPACK, packed), (JSON, f"{{{text}}}".encode())]


def test_the_codecs_by_subprotocol() -> None:
    assert list(CODECS) == ["fudakai.v1.msgpack", "fudakai.v1.json"]
    assert [codec.text for codec in CODECS.values()] == [False, True]


@pytest.mark.parametrize("name", FROM_CLIENT)
def test_every_message_comes_back_as_it_was(name: str) -> None:
    message: Any = FROM_CLIENT[name]
    for codec in (MSGPACK, JSON):
        assert codec.decode(codec.encode(message)) == message
    assert JSON.decode(JSON.encode(message).decode()) == message


# ---- refused


@pytest.mark.parametrize("value", [None, 1, "x", [], True, 1.5, [{"type": "ping", "id": 1}]])
def test_what_is_no_map_is_refused(value: Any) -> None:
    for codec, data in both(value):
        refused = bad(codec, data)
        assert (refused.re, refused.code) == (None, Refusal.BAD_MESSAGE)


WRONG: list[tuple[dict[str, Any], int | None, str]] = [
    ({}, None, "type"),
    ({"type": "ping"}, None, "id"),
    ({"id": 7}, 7, "type"),
    ({"type": 5, "id": 7}, 7, "type"),
    ({"type": None, "id": 7}, 7, "type"),
    ({"type": "ping", "id": "7"}, None, "id"),
    ({"type": "ping", "id": True}, None, "id"),
    ({"type": "ping", "id": 1.0}, None, "id"),
    ({"type": "ping", "id": -1}, None, "id"),
    ({"type": "ping", "id": 2**32}, None, "id"),
    ({"type": "ping", "id": {"__proto__": 1}}, None, "id"),
    ({"type": "hello", "id": 7, "name": 5}, 7, "name"),
    ({"type": "hello", "id": 7, "name": "n" * 65}, 7, "name"),
    ({"type": "hello", "id": 7, "token": "t" * 8193}, 7, "token"),
    ({"type": "hello", "id": 7, "access": ["x"]}, 7, "access"),
    ({"type": "list", "id": 7, "game": "g" * 33}, 7, "game"),
    ({"type": "create", "id": 7}, 7, "game"),
    ({"type": "create", "id": 7, "game": "agurk", "seats": 0}, 7, "seats"),
    ({"type": "create", "id": 7, "game": "agurk", "seats": 17}, 7, "seats"),
    ({"type": "create", "id": 7, "game": "agurk", "title": "t" * 41}, 7, "title"),
    ({"type": "create", "id": 7, "game": "agurk", "visibility": "q" * 100}, 7, "visibility"),
    ({"type": "create", "id": 7, "game": "agurk", "visibility": "\u202e\u0007'x'"}, 7, "visibility"),
    ({"type": "create", "id": 7, "game": "agurk", "options": []}, 7, "options"),
    ({"type": "create", "id": 7, "game": "agurk", "options": {"o" * 33: 1}}, 7, "options"),
    ({"type": "create", "id": 7, "game": "agurk", "options": {str(n): 1 for n in range(33)}}, 7, "options"),
    ({"type": "create", "id": 7, "game": "agurk", "settings": {str(n): 1 for n in range(17)}}, 7, "settings"),
    ({"type": "join", "id": 7}, 7, "room"),
    ({"type": "join", "id": 7, "room": ""}, 7, "room"),
    ({"type": "join", "id": 7, "room": "r" * 17}, 7, "room"),
    ({"type": "sit", "id": 7, "room": "K7QF2M", "seat": 16}, 7, "seat"),
    ({"type": "sit", "id": 7, "room": "K7QF2M", "seat": -1}, 7, "seat"),
    ({"type": "ready", "id": 7, "room": "K7QF2M", "ready": 1}, 7, "ready"),
    ({**MOVE, "move": None}, 7, "move"),
    ({**MOVE, "move": []}, 7, "move"),
    ({**MOVE, "move": {}, "ref": ""}, 7, "ref"),
    ({**MOVE, "move": {}, "ref": "r" * 65}, 7, "ref"),
    ({**MOVE, "move": {}, "version": -1}, 7, "version"),
    ({**MOVE, "move": {}, "version": 2**53 + 1}, 7, "version"),
    ({"type": "resume", "id": 7, "room": "K7QF2M", "version": "1"}, 7, "version"),
]


@pytest.mark.parametrize(("value", "request_id", "field"), WRONG)
def test_a_wrong_field_is_refused_by_name(value: dict[str, Any], request_id: int | None, field: str) -> None:
    for codec, data in both(value):
        refused = bad(codec, data)
        assert (refused.re, refused.code) == (request_id, Refusal.BAD_MESSAGE)
        assert field in refused.words


def test_an_unknown_type_is_refused_with_its_own_code() -> None:
    for kind in ("shout", "", "__proto__", "t" * 5000, "\u0000\u202e\n", "update"):
        for codec, data in both({"type": kind, "id": 7}):
            refused = bad(codec, data)
            assert (refused.re, refused.code) == (7, Refusal.UNKNOWN_TYPE)
    for codec, data in both({"type": "shout"}):
        assert (bad(codec, data).re, bad(codec, data).code) == (None, Refusal.UNKNOWN_TYPE)


def test_no_answer_repeats_more_than_a_little_of_the_input() -> None:
    long = "z" * 300
    for value in ({"type": long, "id": 1}, {"type": "create", "id": 1, "game": "agurk", "visibility": long}):
        for codec, data in both(value):
            assert bad(codec, data).words.count("z") == ECHO


def test_unknown_fields_are_ignored() -> None:
    extra = {"__proto__": {"id": 9}, "constructor": None, "x": [1, {"y": 2.5}], "": "", "big": 2**63}
    for codec, data in both({"type": "ping", "id": 7, **extra}):
        assert codec.decode(data) == ask.Ping(7)
    assert MSGPACK.decode(msgpack.packb({"type": "ping", "id": 7, "x": float("nan"), "y": b"\xff"})) == ask.Ping(7)
    assert MSGPACK.decode(b"\x83\xa4type\xa4ping\xa2id\x07\xa2\xc0\x80\xa1\xff") == ask.Ping(7)  # not even UTF-8
    assert JSON.decode(b'{"type":"ping","id":7,"x":1e999}') == ask.Ping(7)


def test_of_duplicate_keys_the_last_counts() -> None:
    cases: list[tuple[tuple[tuple[str, Any], ...], Any]] = [
        ((("type", "ping"), ("id", 1), ("id", 2)), ask.Ping(2)),
        ((("type", "ping"), ("id", "x"), ("id", 2)), ask.Ping(2)),
        ((("type", "ping"), ("id", 1), ("type", "list")), ask.List(1)),
        ((("type", "shout"), ("id", 1), ("type", "ping")), ask.Ping(1)),
        ((("type", 5), ("id", 1), ("type", "ping")), ask.Ping(1)),
        ((("id", 1), ("type", "hello"), ("name", "n" * 65), ("name", "ann")), ask.Hello(1, name="ann")),
        ((*MOVE.items(), ("move", {"a": 1}), ("move", {"b": 2})), ask.Move(7, "K7QF2M", "r", 1, {"b": 2})),
    ]
    for items, wanted in cases:
        for codec, data in pairs(*items):
            assert codec.decode(data) == wanted
    for codec, data in pairs(("type", "ping"), ("id", 1), ("type", "shout")):
        assert bad(codec, data).code is Refusal.UNKNOWN_TYPE
    for codec, data in pairs(("type", "ping"), ("id", 1), ("id", None)):
        assert bad(codec, data).re is None
    inner = msgpack.packb({**MOVE, "move": None})[:-1] + b"\x82\xa1a\x01\xa1a\x02"
    assert MSGPACK.decode(inner) == ask.Move(7, "K7QF2M", "r", 1, {"a": 2})
    assert JSON.decode(json.dumps({**MOVE, "move": 0})[:-2] + '{"a":1,"a":2}}') == ask.Move(
        7, "K7QF2M", "r", 1, {"a": 2}
    )


FOREIGN: list[Any] = [float("nan"), float("inf"), -float("inf"), b"x", msgpack.Timestamp(1), msgpack.ExtType(5, b"xx")]


@pytest.mark.parametrize("value", FOREIGN, ids=repr)
def test_what_json_cannot_say_is_refused_in_messagepack(value: Any) -> None:
    create = {"type": "create", "id": 7, "game": "agurk"}
    for message in (
        {**MOVE, "move": {"a": value}},
        {**MOVE, "move": {"a": [{"b": [value]}]}},
        {**create, "options": {"a": value}},
        {**create, "settings": {"a": {"b": value}}},
    ):
        refused = bad(MSGPACK, msgpack.packb(message))
        assert (refused.re, refused.code) == (7, Refusal.BAD_MESSAGE)
        assert refused.words.startswith(("move", "options", "settings"))
    for field in ("room", "ref", "version"):
        assert field in bad(MSGPACK, msgpack.packb({**MOVE, "move": {}, field: value})).words
    assert bad(MSGPACK, msgpack.packb({"type": "ping", "id": value})).re is None


def test_keys_are_strings() -> None:
    for key in (1, None, b"id", 1.5, True, float("nan")):
        for where in (
            {"type": "ping", "id": 7, key: 1},
            {**MOVE, "move": {key: 1}},
            {**MOVE, "move": {"a": [{key: 1}]}},
        ):
            refused = bad(MSGPACK, msgpack.packb(where))
            assert (refused.re, refused.code) == (7, Refusal.BAD_MESSAGE)
    for key in (b"\x80", b"\x81\xa1a\x01", b"\x91\x80"):  # a map, or a list of one, as a key
        refused = bad(MSGPACK, b"\x83\xa4type\xa4ping\xa2id\x07" + key + b"\x01")
        assert refused.code is Refusal.BAD_MESSAGE


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 25, "-" + "9" * 25, "9" * 5000])
def test_numbers_out_of_all_bounds_in_json_are_refused(number: str) -> None:
    for text in (
        json.dumps({**MOVE, "move": {"a": 0}}).replace('"a": 0', f'"a": {number}'),
        json.dumps({**MOVE, "version": 0, "move": {}}).replace('"version": 0', f'"version": {number}'),
        f'{{"type": "ping", "id": {number}}}',
    ):
        assert bad(JSON, text).code is Refusal.BAD_MESSAGE


def test_integers_of_64_bits_are_taken_in_both_encodings() -> None:
    for number in (2**64 - 1, -(2**63)):
        for codec, data in both({**MOVE, "move": {"a": number}}):
            assert codec.decode(data) == ask.Move(7, "K7QF2M", "r", 1, {"a": number})
    assert bad(JSON, json.dumps({**MOVE, "move": {"a": 2**64}})).re == 7


# ---- closed


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nul",
        b"{",
        b'{"type":"ping","id":7',
        b'{"type":"ping","id":7}}',
        b'{"type":"ping","id":7} x',
        b'{"type":"ping","id":7,}',
        b'{"type":"ping","id":07}',
        b"{'type':'ping','id':7}",
        b'{"type":"ping","id":NaN}',
        b'{"type":"ping","id":7,"x":NaN}',
        b'{"type":"ping","id":7,"x":Infinity}',
        b'{"type":"ping","id":7,"x":tru}',
        b'{"type":"ping","id":7,"x":"\xff"}',
        b'{"type":"ping","id":7,"x":"\xed\xa0\x80"}',
        b'{"type":"ping","id":7,"x":"\\ud800"}',
        b'{"type":"ping","id":7,"x":"\x01"}',
        b'{"type":5,"id":7,"x":tru}',
        b'\xef\xbb\xbf{"type":"ping","id":7}',
        b"[1,",
        b"1 2",
        b"\x00",
        "\ud800",
        '{"type":"ping","id":7,"x":"\udfff"}',
    ],
)
def test_what_is_no_json_closes(data: bytes | str) -> None:
    assert closes(JSON, data) is Close.MALFORMED


PING = b"\x82\xa4type\xa4ping\xa2id\x07"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\xf3\x80\x00\x00\x00\x00",
        PING[:-1],
        PING[:-6],
        PING + b"\x00",
        b"\x83" + PING[1:] + b"\xa1x",
        b"\x83" + PING[1:] + b"\xa1x\xc1",
        b"\x82\xa4type\xa2\xff\xff\xa2id\x07",
        b"\x82\xa4type\x05\xa4name\xa2\xff\xff",  # a wrong type before a string that is not UTF-8
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x01",
        b"\xdc\xff",
        b"\xda",
        b"\xd8\x01",
        b"\x83" + PING[1:] + b"\xa1x\xdd\x7f\xff\xff\xff\x01",
        msgpack.packb({**MOVE, "move": None})[:-1] + b"\x81\xa1a\xdd\x7f\xff\xff\xff\x01",
    ],
)
def test_what_is_no_messagepack_closes(data: bytes) -> None:
    assert closes(MSGPACK, data) is Close.MALFORMED


def test_a_frame_over_the_limit_closes() -> None:
    most = json.dumps({"type": "ping", "id": 7, "x": ""})
    most = most[:-2] + "x" * (MAX_FRAME - len(most)) + most[-2:]
    assert JSON.decode(most) == ask.Ping(7)
    assert closes(JSON, most + " ") is Close.TOO_BIG
    assert closes(MSGPACK, b"\xc0" * (MAX_FRAME + 1)) is Close.TOO_BIG
    assert closes(JSON, "é" * (MAX_FRAME // 2 + 1)) is Close.TOO_BIG  # bytes count, not characters


# ---- sent


def test_json_is_valid_for_all_characters() -> None:
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)
    for start in range(0, len(every), 4096):
        part = every[start : start + 4096]
        assert json.loads(JSON.encode(ask.Hello(1, name=part)))["name"] == part  # type: ignore[arg-type]
