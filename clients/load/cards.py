"""The names of cards in what the server sends: in whole frames by their bytes, in decoded parts by their strings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

BRIDGE: Final = re.compile(r"(?:10|[2-9JQKA])[CDHS]|JK[123]")
FLOWER: Final = re.compile(r"(?:0\d|1[0-2])-(?:bright|animal|ribbon|chaff)(?:-[123])?")

IN_BYTES: Final[Mapping[tuple[str, bool], re.Pattern[bytes]]] = {
    # a string's length stands before it in MessagePack, quotes around it in JSON; flower cards need neither
    ("bridge", False): re.compile(
        rb"\xa2[2-9JQKA][CDHS]|\xa3(?:10[CDHS]|JK[123])|[\xc4\xd9][\x02\x03](?:10[CDHS]|[2-9JQKA][CDHS]|JK[123])"
    ),
    ("bridge", True): re.compile(rb'"(?:10[CDHS]|[2-9JQKA][CDHS]|JK[123])"'),
    ("flower", False): re.compile(FLOWER.pattern.encode()),
    ("flower", True): re.compile(FLOWER.pattern.encode()),
}


class Deck:
    """The names of one deck in one encoding."""

    def __init__(self, game: str, text: bool) -> None:
        kind = "bridge" if game == "agurk" else "flower"
        self._find = IN_BYTES[kind, text].findall
        self._name = BRIDGE if kind == "bridge" else FLOWER
        self._names: dict[bytes, str] = {}

    def of_frame(self, frame: bytes | memoryview) -> list[str]:
        """Every card in the bytes, as often as it stands there."""
        names = self._names
        return [names.get(found) or self._learn(found) for found in self._find(frame)]

    def _learn(self, found: bytes) -> str:
        match = self._name.search(found.decode("latin-1"))
        if match is None:
            raise AssertionError("what was found by the pattern holds a name")
        return self._names.setdefault(found, match[0])

    def of(self, value: Any) -> list[str]:
        """Every string in a decoded value that is a card and nothing else, as often as it stands there."""
        return list(self._walk(value))

    def _walk(self, value: Any) -> Iterator[str]:
        if isinstance(value, str):
            if self._name.fullmatch(value):
                yield value
        elif isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str) and self._name.fullmatch(key):
                    yield key
                yield from self._walk(item)
        elif isinstance(value, list):
            for item in value:
                yield from self._walk(item)
