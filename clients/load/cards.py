"""The names of cards in what the server sends. Which strings are cards, the game says: `cards.pattern` in
`welcome.games`.

Every frame is searched, and a full decode of each would take most of the tester's time. So `candidates` looks at bytes:
it misses no card, and rarely names one that is not there. `of_frame` decodes and is exact: for the few frames in which
a candidate would be a leak.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

PLAIN: Final = re.compile(
    r"\^(?:\((?:\?:)?|\)|\||(?<=[^(|?])\?|[A-Za-z0-9_-]|\[(?:[0-9]-[0-9]|[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z0-9_])+\])*\$"
)
"""Patterns that can be searched for in bytes: letters, digits, `_` and `-`, in classes, groups and alternatives, each
at most once. So a name holds no byte that begins or ends a string, and is no longer than the pattern."""
LONGEST: Final = 255
"""Characters of such a pattern: MessagePack has the length of longer strings in two bytes or four."""
START: Final = rb"(?:[\xa0-\xbf]|\xd9.)"
"""What stands before a string in MessagePack: its length in one byte, from 0xA0, or in the byte after 0xD9."""


class Deck:
    """The cards that a pattern names, in one encoding (`text`: JSON)."""

    def __init__(self, pattern: str, text: bool) -> None:
        """Raises re.error for what is no regular expression."""
        self._is_card = re.compile(pattern).fullmatch
        self._text = text
        self._decode = msgspec.json.decode if text else msgspec.msgpack.decode
        self._find: re.Pattern[bytes] | None = None
        self._names: dict[bytes, str] = {}
        if PLAIN.fullmatch(pattern) and len(pattern) <= LONGEST:
            name = b"(?:" + re.sub(r"\((?!\?)", "(?:", pattern[1:-1]).encode() + b")"
            self._find = re.compile(b'"' + name + b'"' if text else START + name, re.DOTALL)

    def candidates(self, frame: bytes) -> list[str]:
        """Every card in a frame, as often as it stands there; and now and then one that is not there, where other bytes
        look like it."""
        if self._find is None or (self._text and b"\\" in frame):
            return self.of_frame(frame)
        names = self._names
        found = []
        for string in self._find.findall(frame):
            name = names.get(string) or self._learn(string)
            if name is None:  # the pattern also matches the beginning of a longer string: what is it really?
                return self.of_frame(frame)
            found.append(name)
        return found

    def _learn(self, string: bytes) -> str | None:
        """The name in an encoded string; None where it has not the length that is written before it."""
        if self._text:
            name = string[1:-1]
        else:
            length, name = (string[1], string[2:]) if string[0] == 0xD9 else (string[0] - 0xA0, string[1:])
            if len(name) != length:
                return None
        return self._names.setdefault(string, name.decode("ascii"))

    def of_frame(self, frame: bytes) -> list[str]:
        """Every card in a frame, or in an encoded part of one, as often as it stands there."""
        return self.of(self._decode(frame))

    def of(self, value: object) -> list[str]:
        """Every string in a decoded value that is a card and nothing else, as often as it stands there."""
        return list(self._walk(value))

    def _walk(self, value: object) -> Iterator[str]:
        if isinstance(value, str):
            if self._is_card(value):
                yield value
        elif isinstance(value, dict):
            for key, item in value.items():
                yield from self._walk(key)
                yield from self._walk(item)
        elif isinstance(value, list):
            for item in value:
                yield from self._walk(item)
