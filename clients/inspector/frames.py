"""One frame, with the same message in both encodings, and the file that a recording is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from fudakai.protocol.codec import CODECS, JSON, MSGPACK

Message: TypeAlias = dict[str, Any]

FORMAT: Final = 1
"""Of a recording: the number in its first line."""


class Direction(StrEnum):
    """Who sent it."""

    SENT = "sent"
    GOT = "got"


class BadRecording(Exception):
    """A file is no recording. The words say which line, and why."""


@dataclass(frozen=True)
class SeenFrame:
    """A frame as it travelled. `at`: seconds since the first one; `raw`: its bytes, of a text frame its UTF-8."""

    at: float
    direction: Direction
    subprotocol: str
    raw: bytes

    @property
    def message(self) -> Message | None:
        """What it says; None when it is no map in its encoding."""
        decode = msgspec.json.decode if CODECS[self.subprotocol].text else msgspec.msgpack.decode
        try:
            found: Any = decode(self.raw)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    @property
    def as_json(self) -> bytes:
        """The same message as a JSON frame; empty when it is none."""
        return self._as(JSON.name)

    @property
    def as_msgpack(self) -> bytes:
        """The same message as a MessagePack frame; empty when it is none."""
        return self._as(MSGPACK.name)

    def _as(self, subprotocol: str) -> bytes:
        if subprotocol == self.subprotocol:
            return self.raw
        message = self.message
        return b"" if message is None else packed(message, subprotocol)

    def line(self) -> str:
        """The frame as a line of a recording."""
        return json.dumps(
            {
                "at": round(self.at, 6),
                "direction": self.direction,
                "subprotocol": self.subprotocol,
                "bytes": len(self.raw),
                "hex": self.raw.hex(),
                "message": self.message,
            },
            ensure_ascii=False,
        )


def packed(message: Message, subprotocol: str) -> bytes:
    """A message as the bytes of a frame."""
    encode = msgspec.json.encode if CODECS[subprotocol].text else msgspec.msgpack.encode
    return encode(message)


def head() -> str:
    """The first line of a recording."""
    return json.dumps({"recording": FORMAT})


def recorded(file: Path) -> Iterator[SeenFrame]:
    """The frames of a recording, as they travelled. Raises BadRecording, and OSError."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
                if number == 1:
                    if found["recording"] != FORMAT:
                        raise ValueError(f"its format is {found['recording']!r}, not {FORMAT}")
                    continue
                raw = bytes.fromhex(found["hex"])
                if found["subprotocol"] not in CODECS:
                    raise ValueError(f"there is no subprotocol {found['subprotocol']!r}")
                yield SeenFrame(float(found["at"]), Direction(found["direction"]), found["subprotocol"], raw)
            except (ValueError, KeyError, TypeError) as error:
                raise BadRecording(f"line {number} of {file} is no line of a recording: {error}") from None
