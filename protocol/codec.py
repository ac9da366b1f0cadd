"""Bytes <-> messages: the two subprotocols, MessagePack in binary frames and JSON in text frames.

Decoding goes straight into the Structs of `from_client`. Only when that fails is the frame read a second time without
types, to tell bytes that are no message at all (`Malformed`: the connection is closed) from a message that is wrong
(`BadMessage`: it is refused), and to find the request's id. Of duplicate keys the last counts, in both encodings.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec

from fudakai.protocol.codes import Close, Refusal
from fudakai.protocol.form import (
    MAX_DEPTH as MAX_DEPTH,
    MAX_FRAME as MAX_FRAME,
    Malformed as Malformed,
    check_json,
    check_msgpack,
    may_nest_deep,
)
from fudakai.protocol.from_client import Configure, Create, FromClient, Move
from fudakai.protocol.from_server import FromServer
from fudakai.protocol.version import MAJOR

ECHO: Final = 40
"""Characters of a client's input that an answer repeats at most."""

_TYPES: Final = frozenset(kind.__struct_config__.tag for kind in get_args(FromClient))
# What msgspec may raise: its own errors and UnicodeError are ValueErrors.
_FAULTS: Final = (ValueError, OverflowError, RecursionError, MemoryError)


class BadMessage(Exception):
    """A frame that can be read and is no valid message: answered with `refused`.

    `re`: the request's id, if the frame has a valid one; `words` name the field and what is allowed.
    """

    def __init__(self, re: int | None, code: Refusal, words: str) -> None:
        super().__init__(words)
        self.re = re
        self.code = code
        self.words = words


class Codec(ABC):
    """One subprotocol. Stateless; its two instances MSGPACK and JSON are shared by all connections."""

    name: str
    """The WebSocket subprotocol."""
    text: bool
    """True: text frames; False: binary frames."""

    encode: Callable[[FromServer], bytes]
    """A message as the content of a frame; UTF-8 for JSON."""

    _typed: Callable[[bytes], FromClient]
    _untyped: Callable[[bytes], Any]
    _encode: Callable[[Any], bytes]

    def decode(self, data: bytes | str) -> FromClient:
        """The message in one frame. Raises Malformed and BadMessage, nothing else."""
        if isinstance(data, str):
            data = _utf8(data)
        if len(data) > MAX_FRAME:
            raise Malformed(Close.TOO_BIG, f"a frame has at most {MAX_FRAME} bytes")
        self._look(data)
        try:
            message = self._typed(data)
        except _FAULTS as error:
            message = self._judge(data, error)
        if isinstance(message, Move):
            _refuse_foreign(message.id, "move", message.move)
        elif isinstance(message, (Create, Configure)):
            _refuse_foreign(message.id, "options", message.options)
            _refuse_foreign(message.id, "settings", message.settings)
        return message

    def raw(self, value: Any) -> msgspec.Raw:
        """A value encoded once, to be put into several later messages of this codec (Update.state, Update.events)."""
        return msgspec.Raw(self._encode(value))

    @abstractmethod
    def _look(self, data: bytes) -> None:
        """Before decoding. Raises Malformed for what nests too deep or must not reach the decoder."""

    @abstractmethod
    def _verify(self, data: bytes, error: Exception) -> None:
        """After a failed decoding. Raises Malformed if the bytes are not one well-formed value."""

    def _judge(self, data: bytes, error: Exception) -> FromClient:
        """Says what is wrong with a frame that did not decode. Returns the message if only an earlier duplicate was."""
        self._verify(data, error)
        try:
            value = self._untyped(data)
        except _FAULTS as reason:  # a number out of all bounds, a map as the key of a map: well-formed, and no use
            raise BadMessage(None, Refusal.BAD_MESSAGE, _words(reason)) from None
        request = _request_id(value)
        if isinstance(value, dict):
            kind = value.get("type")
            if isinstance(kind, str) and kind not in _TYPES:
                raise BadMessage(request, Refusal.UNKNOWN_TYPE, f"there is no message of type {_echo(kind)}") from None
        try:
            return msgspec.convert(value, FromClient)  # type: ignore[no-any-return]
        except _FAULTS as reason:
            raise BadMessage(request, Refusal.BAD_MESSAGE, _words(reason)) from None


class _MsgPack(Codec):
    name = f"fudakai.v{MAJOR}.msgpack"
    text = False

    def __init__(self) -> None:
        self._typed = msgspec.msgpack.Decoder(FromClient).decode
        self._untyped = msgspec.msgpack.Decoder().decode
        self.encode = self._encode = msgspec.msgpack.Encoder().encode

    def _look(self, data: bytes) -> None:
        if may_nest_deep(data):
            check_msgpack(data)

    def _verify(self, data: bytes, error: Exception) -> None:
        check_msgpack(data)


class _Json(Codec):
    name = f"fudakai.v{MAJOR}.json"
    text = True

    def __init__(self) -> None:
        self._typed = msgspec.json.Decoder(FromClient).decode
        self._untyped = msgspec.json.Decoder(float_hook=float).decode  # 1e400 is read as infinity, so the id is found
        self._skim = msgspec.json.Decoder(msgspec.Raw).decode
        self.encode = self._encode = msgspec.json.Encoder().encode

    def _look(self, data: bytes) -> None:
        if not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError:
                raise Malformed(Close.MALFORMED, "the text is not UTF-8") from None
        check_json(data)

    def _verify(self, data: bytes, error: Exception) -> None:
        if isinstance(error, msgspec.ValidationError):  # raised at the first wrong value: the rest was not read yet
            try:
                self._skim(data)
                return
            except _FAULTS as reason:
                error = reason
        raise Malformed(Close.MALFORMED, str(error)[:100])


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Malformed(Close.MALFORMED, "the text has half a surrogate pair") from None


def _request_id(value: Any) -> int | None:
    found = value.get("id") if isinstance(value, dict) else None
    return found if type(found) is int and 0 <= found <= 2**32 - 1 else None


def _refuse_foreign(request: int, field: str, value: Any) -> None:
    """Raises BadMessage for what the other encoding could not carry: in a free-form field everything is a map with
    string keys, a list, a string, a finite float, an integer of 64 bits, a boolean or null."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind is str or kind is bool or item is None:
            continue
        if kind is dict:
            if any(type(key) is not str for key in item):
                raise BadMessage(request, Refusal.BAD_MESSAGE, f"{field}: keys must be strings")
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind is int:
            if not -(2**63) <= item < 2**64:
                raise BadMessage(request, Refusal.BAD_MESSAGE, f"{field}: an integer must fit 64 bits")
        elif kind is float:
            if not math.isfinite(item):
                raise BadMessage(request, Refusal.BAD_MESSAGE, f"{field}: NaN and infinity are not allowed")
        else:
            raise BadMessage(
                request, Refusal.BAD_MESSAGE, f"{field}: binary, timestamp and extension values are not allowed"
            )


_PLACE: Final = re.compile(r"(?s)(.*) - at (`key` in )?`\$\.?(.*)`\Z")
_QUOTED: Final = re.compile(r"(?s)'(.*)'")


def _words(error: Exception) -> str:
    """The decoder's words for people: the field first, input shortened and printable."""
    text = str(error)
    place = _PLACE.match(text)
    if place:
        text = f"{place[3] or 'the message'}{' (a key)' if place[2] else ''}: {place[1][:1].lower()}{place[1][1:]}"
    return _QUOTED.sub(lambda found: _echo(found[1]), text)


def _echo(text: str) -> str:
    """Input as it may be repeated: at most ECHO characters, nothing unprintable."""
    return repr(text[:ECHO]) + ("..." if len(text) > ECHO else "")


MSGPACK: Final[Codec] = _MsgPack()
JSON: Final[Codec] = _Json()
CODECS: Final[Mapping[str, Codec]] = MappingProxyType({codec.name: codec for codec in (MSGPACK, JSON)})
"""By subprotocol, in the order the server prefers."""
