"""The names of cards in what the server sends: in whole frames by their bytes, in decoded parts by their strings.

Which strings are cards, the game says: `cards.pattern` in `welcome.games`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LENGTH: Final = rb"[\xa0-\xbf\x01-\x1f]"
"""The last byte before a card in MessagePack: the length of its name, which is under 32 bytes."""
STRING: Final = re.compile(rb"[\xa0-\xbf]|[\xc4\xd9](?=[\x01-\x1f])", re.DOTALL)


class Deck:
    """The cards that a pattern names, in one encoding (`text`: JSON)."""

    def __init__(self, pattern: str, text: bool) -> None:
        self._name = re.compile(pattern)
        body = re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern.removeprefix("^").removesuffix("$")).encode()
        self._text = text
        self._find = re.compile(b'"(?:' + body + b')"' if text else LENGTH + b"(?:" + body + b")", re.DOTALL).findall
        self._names: dict[bytes, str | None] = {}

    def of_frame(self, frame: bytes | memoryview) -> list[str]:
        """Every card in the bytes, as often as it stands there."""
        names = self._names
        found = []
        for one in self._find(frame):
            name = names.get(one) or self._learn(one)
            if name is None:
                return list(self._strings(bytes(frame)))
            found.append(name)
        return found

    def _learn(self, found: bytes) -> str | None:
        """The card, or None where what was found is not a whole string."""
        if self._text:
            name = found[1:-1]
        else:
            name = found[1:]
            if len(name) != (found[0] & 0x1F if found[0] >= 0xA0 else found[0]):
                return None
        return self._names.setdefault(found, name.decode("latin-1"))

    def _strings(self, frame: bytes) -> Iterator[str]:
        """The same, by looking at each string in MessagePack."""
        for before in STRING.finditer(frame):
            first = before.end() + (frame[before.start()] >= 0xC0)
            length = frame[first - 1] & 0x1F
            string = frame[first : first + length].decode("latin-1")
            if len(string) == length and self._name.search(string):
                yield string

    def of(self, value: object) -> list[str]:
        """Every string in a decoded value that is a card and nothing else, as often as it stands there."""
        return list(self._walk(value))

    def _walk(self, value: object) -> Iterator[str]:
        if isinstance(value, str):
            if self._name.search(value):
                yield value
        elif isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str) and self._name.search(key):
                    yield key
                yield from self._walk(item)
        elif isinstance(value, list):
            for item in value:
                yield from self._walk(item)
