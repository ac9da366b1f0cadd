"""The wire as the SDK speaks it: one MessagePack map a binary frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgpack  # type: ignore[import-untyped]  # the package has no types

from fudakai.clients.sdk.errors import Unexpected

SUBPROTOCOL: Final = "fudakai.v1.msgpack"
MINOR: Final = 0
"""The minor version of the protocol that the SDK was made for."""

Message: TypeAlias = Mapping[str, Any]
"""A decoded message: a map with `type`."""


def pack(message: Message) -> bytes:
    """The frame of a message. Raises TypeError or ValueError for what MessagePack cannot say."""
    frame: bytes = msgpack.packb(message)
    return frame


def unpack(frame: bytes | str) -> Message:
    """The message in a frame. Raises Unexpected when it is none."""
    try:
        if isinstance(frame, str):
            raise ValueError("a text frame")
        message = msgpack.unpackb(frame)
    except (ValueError, TypeError) as error:  # msgpack's own errors are ValueErrors; a list as a key is a TypeError
        raise Unexpected(f"The server sent something that is no MessagePack: {error}.") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Unexpected("The server sent something that is no message.")
    return message
