"""How deep a frame nests, and whether it is MessagePack: against slow recursive references and other decoders."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest
from hypothesis import given, settings, strategies as st

from fudakai.protocol import from_client as ask
from fudakai.protocol.codec import CODECS, JSON, MAX_DEPTH, MAX_FRAME, MSGPACK, BadMessage, Malformed
from fudakai.protocol.codes import Close
from fudakai.protocol.form import check_json, check_msgpack, may_nest_deep
from tests.protocol.messages import FROM_CLIENT

UNTIMED = settings(deadline=None)
"""A busy machine is no fault of the code."""

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]) | st.sampled_from('[]{}"\\'), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | TEXT
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=25
)


@st.composite
def nested(draw: st.DrawFn) -> Any:
    """A value inside 0 to 25 lists and maps, with neighbours."""
    value = draw(VALUES)
    for _ in range(draw(st.integers(0, 25))):
        beside = draw(SCALARS)
        value = draw(st.sampled_from([[value], [beside, value], {"k": value}, {"k": beside, "l": value, "m": []}]))
    return value


def depth(value: Any) -> int:
    """The slow reference."""
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


def too_deep(check: Any, data: bytes) -> bool:
    """Whether the check closes for depth; any other complaint fails the test."""
    try:
        check(data)
    except Malformed as error:
        if error.close is Close.TOO_DEEP:
            return True
        raise
    return False


@UNTIMED
@given(nested(), st.booleans())
def test_the_scan_of_json_agrees_with_the_reference(value: Any, ascii_only: bool) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only).encode()
    assert too_deep(check_json, data) == (depth(value) > MAX_DEPTH)


@UNTIMED
@given(nested())
def test_the_scan_of_messagepack_agrees_with_the_reference(value: Any) -> None:
    data = msgpack.packb(value)
    assert too_deep(check_msgpack, data) == (depth(value) > MAX_DEPTH)
    assert may_nest_deep(data) or depth(value) <= MAX_DEPTH


@UNTIMED
@given(st.recursive(SCALARS | st.binary(max_size=20), lambda inner: st.lists(inner, max_size=20), max_leaves=40))
def test_declared_lengths_of_all_sizes_are_skipped(value: Any) -> None:
    extended = [value, b"\x91" * 300, b"\xdd" * 70_000, "\u0091" * 40_000, msgpack.ExtType(3, b"\x91" * 17)]
    check_msgpack(msgpack.packb(extended))
    for size in (1, 2, 4, 8, 16, 3, 300, 70_000):
        check_msgpack(msgpack.packb([msgpack.ExtType(1, b"\xdf" * size), value]))


def test_sixteen_levels_are_taken_and_seventeen_are_not() -> None:
    for opened, closed in (("[", "]"), ('{"a":', "}")):
        innermost = "1" if opened != "[" else ""
        for levels in (MAX_DEPTH - 1, MAX_DEPTH):  # beside them, the message itself is a level
            text = '{"type":"ping","id":7,"x":' + opened * levels + innermost + closed * levels + "}"
            packed = msgpack.packb(json.loads(text))
            if levels < MAX_DEPTH:
                assert JSON.decode(text) == MSGPACK.decode(packed) == ask.Ping(7)
            else:
                assert too_deep(JSON.decode, text.encode())
                assert too_deep(MSGPACK.decode, packed)


def test_ten_thousand_levels_close_at_once() -> None:
    for data in (b"[" * 10_000, b'{"a":' * 3_000, b'"\\\\",' + b"[" * 10_000):
        assert too_deep(JSON.decode, data)
    for data in (b"\x91" * 10_000, b"\x81\xa1a" * 5_000, b"\xdd\xff\xff\xff\xff" * 3_000, b"\x81" * 10_000):
        assert too_deep(MSGPACK.decode, data)


def test_brackets_in_strings_do_not_count() -> None:
    brackets = "[{" * 40 + '\\"' + "[" * 40
    message = {"type": "move", "id": 7, "room": "R", "ref": "r", "version": 1, "move": {brackets: [brackets]}}
    for text in (json.dumps(message), json.dumps(message).replace("[{", "\\u005b\\u007b")):
        assert JSON.decode(text) == ask.Move(7, "R", "r", 1, {brackets: [brackets]})
    assert MSGPACK.decode(msgpack.packb(message)) == JSON.decode(json.dumps(message))


def test_a_string_without_an_end_takes_no_long_time() -> None:
    """Counted in steps of the interpreter, not in seconds: the scan's loop must not see what stands in strings."""
    for text in ('"' + "[" * 16_000, '"' + '\\"[' * 5_000, '"\\' * 8_000, "[" * 17 + '"' + "\\\\" * 8_000):
        steps = 0

        def count(frame: Any, event: str, arg: Any) -> Any:
            nonlocal steps
            steps += 1
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            with pytest.raises(Malformed):
                JSON.decode(text)
        finally:
            sys.settrace(before)
        assert steps < 1_000


@UNTIMED
@given(st.binary(max_size=80))
def test_messagepack_is_what_the_other_decoder_takes(data: bytes) -> None:
    """The independent decoder has limits of its own (timestamps, hashing of keys): only what it takes must be taken."""
    try:
        value = msgpack.unpackb(data, strict_map_key=False)
    except Exception:
        return
    if not isinstance(value, msgpack.ExtType | msgpack.Timestamp):
        assert too_deep(check_msgpack, data) == (depth_of_any(value) > MAX_DEPTH)


def depth_of_any(value: Any) -> int:
    """As `depth`, with tuples: lists that are keys."""
    if isinstance(value, dict):
        return 1 + max((depth_of_any(part) for item in value.items() for part in item), default=0)
    if isinstance(value, list | tuple) and not isinstance(value, msgpack.ExtType):
        return 1 + max(map(depth_of_any, value), default=0)
    return 0


FRAMES = [codec.encode(message) for message in FROM_CLIENT.values() for codec in CODECS.values()]  # type: ignore[arg-type]
PIECES = st.sampled_from(
    [
        b"\xc1",
        b"\xdd\xff\xff\xff\xff",
        b"\x91" * 20,
        b"[" * 20,
        b"NaN",
        b'"',
        b"\\",
        b"\xcb\x7f\xf8" + b"\0" * 6,
        b"\xd7\xff",
    ]
) | st.binary(max_size=6)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A good frame with pieces overwritten, taken out or put in."""
    frame = draw(st.sampled_from(FRAMES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(frame)))
        frame = frame[:start] + draw(PIECES) + frame[start + draw(st.integers(0, 8)) :]
    return frame


@UNTIMED
@given(st.binary(max_size=300) | mutated())
def test_decoding_raises_nothing_else(data: bytes) -> None:
    for codec in CODECS.values():
        try:
            message = codec.decode(data)
        except (Malformed, BadMessage) as error:
            words = error.words
        else:
            codec.decode(codec.encode(message))  # type: ignore[arg-type]
            words = ""
        assert not words or words.isprintable()


@UNTIMED
@given(st.text(max_size=200))
def test_text_of_all_kinds_raises_nothing_else(text: str) -> None:
    with pytest.raises((Malformed, BadMessage)):
        JSON.decode(text)


def test_the_longest_frames_of_every_byte_raise_nothing_else() -> None:
    for byte in range(256):
        for codec in CODECS.values():
            with pytest.raises((Malformed, BadMessage)):
                codec.decode(bytes([byte]) * MAX_FRAME)
