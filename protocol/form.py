"""The form of a frame, looked at before it is decoded: how deep it nests, and whether it is MessagePack at all.

Both checks go over the bytes in one loop without recursion, in time linear in the length, and allocate nothing that a
declared length could blow up. The quick bound in front of each costs well under a microsecond for a usual frame.
"""

from __future__ import annotations

import re
from typing import Final

from fudakai.protocol.codes import Close

MAX_FRAME: Final = 16384
"""Bytes a frame may have."""

MAX_DEPTH: Final = 16
"""Maps and lists inside one another, the outermost counted as 1."""


class Malformed(Exception):
    """A frame that cannot be read. The connection is closed with `close`; `words` is the reason, for people."""

    def __init__(self, close: Close, words: str) -> None:
        super().__init__(words)
        self.close = close
        self.words = words


def _too_deep() -> Malformed:
    return Malformed(Close.TOO_DEEP, f"nested deeper than {MAX_DEPTH}")


# A string, also one that never ends. The possessive loops make it linear: nothing is tried twice.
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_NO_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_CLOSING: Final = frozenset(b"]}")


def check_json(data: bytes) -> None:
    """Raises Malformed TOO_DEEP for JSON that nests deeper than MAX_DEPTH. Other faults are the decoder's to find."""
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    depth = 0
    for byte in _STRING.sub(b"", data).translate(None, _NO_BRACKETS):
        if byte in _CLOSING:
            depth -= 1
        else:
            depth += 1
            if depth > MAX_DEPTH:
                raise _too_deep()


# 1 for each byte that opens a map or a list that is not empty (MessagePack specification, "Formats"), else 0.
_OPENS: Final = bytes(
    0x81 <= byte <= 0x8F or 0x91 <= byte <= 0x9F or 0xDC <= byte <= 0xDF  # fixmap, fixarray, array 16/32, map 16/32
    for byte in range(256)
)
# Bytes that follow the first one: of numbers and fixext, for good ...
_FIXED: Final = {
    0xC0: 0, 0xC2: 0, 0xC3: 0,
    0xCA: 4, 0xCB: 8,
    0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8,
    0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
    0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17,
}  # fmt: skip
# ... and of what declares its length: (bytes of the length, bytes beside the content).
_SIZED: Final = {0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0), 0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1)}
_STRINGS: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_CONTAINERS: Final = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}  # length bytes, values per item


def may_nest_deep(data: bytes) -> bool:
    """False when MessagePack bytes surely nest no deeper than MAX_DEPTH: fewer bytes that could open a level."""
    return data.translate(_OPENS).count(1) >= MAX_DEPTH


def check_msgpack(data: bytes) -> None:
    """Raises Malformed for what is not exactly one MessagePack value with UTF-8 strings, or nests over MAX_DEPTH deep.

    About 0.2 us a value in the frame: called when `may_nest_deep`, or when decoding failed.
    """
    end = len(data)
    at = 0
    left = [1]  # values still to come, one number for each open level; declared lengths are only counted down
    while left:
        if not left[-1]:
            left.pop()
            continue
        left[-1] -= 1
        if at >= end:
            raise Malformed(Close.MALFORMED, "the MessagePack ends too early")
        first = data[at]
        at += 1
        if first <= 0x7F or first >= 0xE0:
            continue
        string = -1
        values = -1
        if first <= 0x8F:
            values = 2 * (first & 0x0F)
        elif first <= 0x9F:
            values = first & 0x0F
        elif first <= 0xBF:
            string = first & 0x1F
        elif first in _FIXED:
            at += _FIXED[first]
        elif first in _STRINGS:
            size = _STRINGS[first]
            string = int.from_bytes(data[at : at + size])
            at += size
        elif first in _SIZED:
            size, beside = _SIZED[first]
            at += size + beside + int.from_bytes(data[at : at + size])
        elif first in _CONTAINERS:
            size, each = _CONTAINERS[first]
            values = each * int.from_bytes(data[at : at + size])
            at += size
        else:
            raise Malformed(Close.MALFORMED, f"no MessagePack begins with byte {first:#04x} (byte {at - 1})")
        if at > end:
            raise Malformed(Close.MALFORMED, "the MessagePack ends too early")
        if string >= 0:
            if at + string > end:
                raise Malformed(Close.MALFORMED, "the MessagePack ends too early")
            try:
                data[at : at + string].decode()
            except UnicodeDecodeError:
                raise Malformed(Close.MALFORMED, f"a string is not UTF-8 (byte {at})") from None
            at += string
        elif values >= 0:
            if len(left) > MAX_DEPTH:
                raise _too_deep()
            left.append(values)
    if at != end:
        raise Malformed(Close.MALFORMED, f"more bytes after the MessagePack (byte {at})")
