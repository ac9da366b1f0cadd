"""Hostile bytes, by kind, each with what a correct server does about it."""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # the package has no types

from fudakai.protocol.codes import Close
from tests.soak.kit.wild import wild_move
from tests.soak.kit.wire import JSON, MSGPACK

ANSWER: Final = "an answer"
"""A message, which names the fault; the connection stays."""
END: Final = "the end"
"""The socket is closed without a websocket close, where no websocket was made."""

BROKEN_FRAME: Final = 1002
NO_UTF8: Final = 1007
"""The websocket layer's own closes (RFC 6455, section 7.4.1)."""


@dataclass(frozen=True)
class Attack:
    """What is sent in one connection. `raw`: as bytes on the socket, not as a websocket message; `bare`: even before
    any handshake. `wanted`: the ends that are right."""

    protocol: str
    what: bytes | str
    wanted: frozenset[str | int]
    raw: bool = False
    bare: bool = False


def packed(**fields: Any) -> bytes:
    """A MessagePack message."""
    frame: bytes = msgpack.packb(fields)
    return frame


def frame(opcode: int, payload: bytes, *, final: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """A websocket frame, right or wrong."""
    first = (0x80 if final else 0) | reserved | opcode
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mask | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, mask | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask | 127, size)
    if not masked:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


def _attack(protocol: str, what: bytes | str, *wanted: str | int, **more: bool) -> Attack:
    return Attack(protocol, what, frozenset(wanted), **more)


def _nonsense(rng: random.Random) -> Attack:
    if rng.random() < 0.5:
        return _attack(JSON, rng.choice(("null", "1", '"x"', "[]", "{}", "true", "-1.5", '{"type":null}')), ANSWER)
    return _attack(MSGPACK, msgpack.packb(rng.choice((None, 1, "x", [], {}, True, -1.5, b"x"))), ANSWER)


def _wrong_types(rng: random.Random) -> Attack:
    id: object = rng.choice(["x", None, -1, 2**40, 1.5, [], {}])
    return _attack(MSGPACK, packed(type="hello", id=id, name=rng.choice([1, {}, ["x"], "x"])), ANSWER)


def _missing(rng: random.Random) -> Attack:
    return _attack(MSGPACK, packed(type=rng.choice(["move", "join", "create", "resume", "nope", 7, "x" * 99])), ANSWER)


def _moves(rng: random.Random) -> Attack:
    count = rng.choice((0, 1, -1, 2**40, "2", None))
    template = {"type": "fold", "count": count, "among": rng.choice((["01-bright"], [], None, "01-bright"))}
    move = rng.choice((template, wild_move((), rng)))
    room, version = rng.choice(("ZZZZZZ", "2C3D4H", "", None)), rng.choice((0, 7, -1, 2**60, "1"))
    return _attack(MSGPACK, packed(type="move", id=1, room=room, ref="r", version=version, move=move), ANSWER)


def _too_long(rng: random.Random) -> Attack:
    field = rng.choice(["name", "token", "access", "client"])
    return _attack(MSGPACK, packed(type="hello", id=1, **{field: "x" * rng.choice([2049, 10_000, 16_000])}), ANSWER)


def _big(rng: random.Random) -> Attack:
    size = rng.choice([16_385, 65_536, 1_000_000])
    if rng.random() < 0.5:
        return _attack(JSON, '{"type":"ping","id":1,"x":"' + "x" * size + '"}', int(Close.TOO_BIG))
    return _attack(MSGPACK, rng.randbytes(size), int(Close.TOO_BIG))


def _random(rng: random.Random) -> Attack:
    return _attack(MSGPACK, rng.randbytes(rng.randrange(1, 400)), ANSWER, int(Close.MALFORMED), int(Close.TOO_DEEP))


def _utf8(rng: random.Random) -> Attack:
    if rng.random() < 0.5:
        return _attack(JSON, frame(1, b'{"type":"hello","id":1,"name":"\xff\xfe"}'), NO_UTF8, raw=True)
    bad = b"\x83\xa4type\xa5hello\xa2id\x01\xa4name\xa5\xff\xfe\xfd\xfc\xfb"
    return _attack(MSGPACK, bad, ANSWER, int(Close.MALFORMED))


def _deep(rng: random.Random) -> Attack:
    depth = rng.choice([17, 1000, 10_000])
    if rng.random() < 0.5:
        return _attack(JSON, rng.choice(("[" * depth, '{"a":' * min(depth, 3000))), int(Close.TOO_DEEP))
    return _attack(MSGPACK, rng.choice((b"\x91", b"\x81\xa1a")) * min(depth, 5000) + b"\xc0", int(Close.TOO_DEEP))


def _proto(rng: random.Random) -> Attack:
    more = {"__proto__": {"admin": True}, "constructor": [1], "__class__": "x", "": 0}
    return _attack(MSGPACK, packed(type=rng.choice(["hello", "ping", "__proto__", "__init__"]), id=1, **more), ANSWER)


def _cut_off(rng: random.Random) -> Attack:
    whole = packed(type="hello", id=1, name="somebody")
    return _attack(MSGPACK, whole[: rng.randrange(1, len(whole))], int(Close.MALFORMED))


def _huge_lengths(rng: random.Random) -> Attack:
    kind = rng.choice((b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9", b"\x81\xa1x\xdd"))
    return _attack(MSGPACK, kind + b"\xff\xff\xff\xff", int(Close.MALFORMED))


def _no_numbers(rng: random.Random) -> Attack:
    if rng.random() < 0.3:
        text = rng.choice(('{"type":"ping","id":NaN}', '{"type":"ping","id":-Infinity}', "NaN"))
        return _attack(JSON, text, int(Close.MALFORMED))
    number = struct.pack(">d", rng.choice((float("nan"), float("inf"), -float("inf"))))
    return _attack(MSGPACK, b"\x82\xa4type\xa4ping\xa2id\xcb" + number, ANSWER)


def _other_encoding(rng: random.Random) -> Attack:
    if rng.random() < 0.5:
        return _attack(JSON, packed(type="ping", id=1), int(Close.WRONG_FRAME))
    return _attack(MSGPACK, rng.choice(("{}", '{"type":"ping","id":1}', "x" * 100, "")), int(Close.WRONG_FRAME))


def _broken_text(rng: random.Random) -> Attack:
    text = rng.choice(('{"a":', "", "}", '{"type":"hello","id":1,"name":"\\ud800"}', '{"id":1}{"id":2}', "nul", "'x'"))
    return _attack(JSON, text, int(Close.MALFORMED), *([ANSWER] if "ud800" in text else []))


def _reserved(rng: random.Random) -> Attack:
    bytes_ = rng.choice((b"\xf3\x80\x00\x00\x00\x00", frame(2, b"x", reserved=0x40), frame(rng.randint(3, 7), b"x")))
    return _attack(MSGPACK, bytes_, BROKEN_FRAME, raw=True)


def _unmasked(rng: random.Random) -> Attack:
    return _attack(MSGPACK, frame(rng.choice((1, 2, 9)), b"hello", masked=False), BROKEN_FRAME, raw=True)


def _endless(rng: random.Random) -> Attack:
    piece = rng.choice((0, 1, 500, 4096))
    count = 40_000 // piece if piece else 40_000
    parts = [frame(2 if at == 0 else 0, bytes(piece), final=False) for at in range(count)]
    return _attack(MSGPACK, b"".join(parts), int(Close.TOO_BIG), raw=True)


def _control(rng: random.Random) -> Attack:
    opcode = rng.choice((8, 9, 10))
    if rng.random() < 0.3:
        return _attack(MSGPACK, frame(opcode, bytes(60_000)), int(Close.TOO_BIG), raw=True)
    bad = rng.choice((frame(opcode, bytes(126)), frame(opcode, b"x", final=False)))
    return _attack(MSGPACK, bad, BROKEN_FRAME, raw=True)


def _half_open(rng: random.Random) -> Attack:
    start = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    what = rng.choice(
        (b"", start, start[: rng.randrange(1, len(start))], rng.randbytes(50), b"\x16\x03\x01\x02\x00\x01")
    )
    return _attack("", what, END, bare=True, raw=True)


def _flood(rng: random.Random) -> Attack:
    return _attack(MSGPACK, frame(2, packed(type="nope", id=1)) * 200, int(Close.ABUSE), raw=True)


KINDS: Final[dict[str, Callable[[random.Random], Attack]]] = {
    "nonsense values": _nonsense,
    "wrong types": _wrong_types,
    "missing fields": _missing,
    "moves out of nowhere": _moves,
    "long fields": _too_long,
    "big frames": _big,
    "random bytes": _random,
    "bad UTF-8": _utf8,
    "deep nesting": _deep,
    "names of prototypes": _proto,
    "cut off": _cut_off,
    "huge lengths": _huge_lengths,
    "not a number": _no_numbers,
    "the other encoding": _other_encoding,
    "broken text": _broken_text,
    "reserved bits": _reserved,
    "no mask": _unmasked,
    "endless fragments": _endless,
    "wrong control frames": _control,
    "half a handshake": _half_open,
    "a flood": _flood,
}
"""Every kind, with what makes a random attack of it."""
