"""Frames as the kit reads and writes them: any map at all, since it has to say what no server says yet."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from fudakai.protocol.codec import CODECS

Message: TypeAlias = dict[str, Any]
"""A decoded message."""

JSON: Final = "fudakai.v1.json"
MSGPACK: Final = "fudakai.v1.msgpack"

MOST: Final = 2**24
"""Bytes of a message of the server's that the kit reads."""


def packed(message: Message, subprotocol: str) -> bytes | str:
    """The frame of a message: text in the JSON subprotocol, else binary."""
    if CODECS[subprotocol].text:
        return msgspec.json.encode(message).decode()
    return msgspec.msgpack.encode(message)


def unpacked(frame: bytes | str, subprotocol: str) -> Message:
    """The message in a frame of the server's. Raises ValueError for anything else."""
    if CODECS[subprotocol].text is not isinstance(frame, str):
        raise ValueError("a frame of the other kind")
    message: Any = msgspec.json.decode(frame) if isinstance(frame, str) else msgspec.msgpack.decode(frame)
    if not isinstance(message, dict):
        raise ValueError("no map")
    return message
