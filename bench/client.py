"""A blocking WebSocket client of few lines, for what comes before and beside the load: joining, checking, being idle.

It shares nothing with the server: no websockets library, and MessagePack by another codec.
"""

from __future__ import annotations

import base64
import os
import socket
import struct
from typing import Any, Final, Self

import msgpack  # type: ignore[import-untyped]

TIMEOUT: Final = 10.0
"""Seconds to wait for a frame that must come."""
MASK: Final = bytes(4)
"""A mask that changes nothing: thousands of clients are to be made in seconds."""


class Gone(Exception):
    """The server closed the connection, or said nothing that it should have said."""


class Client:
    """One connection. `host` is always the loopback address."""

    def __init__(self, port: int, subprotocol: str | None = None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.last_id = 0
        self.room = ""
        """The code of the room that it is in."""
        self._buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        offer = f"Sec-WebSocket-Protocol: {subprotocol}\r\n" if subprotocol else ""
        self.socket.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{offer}\r\n".encode()
        )
        while b"\r\n\r\n" not in self._buffer:
            self._read()
        head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
        status = head.split(b"\r\n", 1)[0].decode(errors="replace")
        if " 101 " not in status:
            raise Gone(f"the handshake was answered with {status!r}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fileno(self) -> int:
        """The socket's number."""
        return self.socket.fileno()

    def close(self) -> None:
        """Cuts the connection."""
        self.socket.close()

    def leave(self) -> None:
        """Leaves its room and cuts the connection; whatever was still to come is thrown away."""
        self.socket.settimeout(TIMEOUT)
        self.ask("leave", room=self.room)
        while self.hear().get("type") != "closed":
            pass
        self.close()

    def say(self, message: dict[str, Any]) -> None:
        """Sends a message in a binary frame."""
        self._send(2, msgpack.packb(message))

    def ask(self, kind: str, **fields: Any) -> int:
        """Sends a Fudakai request; its id."""
        self.last_id += 1
        self.say({"type": kind, "id": self.last_id, **fields})
        return self.last_id

    def take(self) -> bytes:
        """The next message's bytes; pings are answered on the way. Raises Gone, TimeoutError."""
        while True:
            opcode, data = self._frame()
            if opcode == 9:
                self._send(10, data)
            elif opcode == 8:
                raise Gone(f"closed: {data[2:].decode(errors='replace')}")
            else:
                return data

    def answer_pings(self) -> None:
        """Takes what has come, at least something, and answers the pings in it. Raises Gone."""
        self._read()
        while self._whole():
            opcode, data = self._frame()
            if opcode == 9:
                self._send(10, data)
            elif opcode == 8:
                raise Gone(f"closed: {data[2:].decode(errors='replace')}")

    def hear(self) -> dict[str, Any]:
        """The next message. Raises Gone, TimeoutError."""
        message: dict[str, Any] = msgpack.unpackb(self.take())
        return message

    def hear_type(self, kind: str) -> dict[str, Any]:
        """The next message, which must be of this type. Raises Gone, TimeoutError."""
        message = self.hear()
        if message.get("type") != kind:
            raise Gone(f"wanted {kind}, got {message.get('type')} ({message.get('code', '')})")
        return message

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.socket.sendall(bytes([0x80 | opcode]) + length + MASK + payload)

    def _frame(self) -> tuple[int, bytes]:
        self._need(2)
        size, head = self._buffer[1] & 127, 2
        if size == 126:
            head = 4
            self._need(head)
            (size,) = struct.unpack(">H", self._buffer[2:4])
        elif size == 127:
            raise Gone("a frame over 64 KiB")
        self._need(head + size)
        opcode, data = self._buffer[0] & 15, self._buffer[head : head + size]
        self._buffer = self._buffer[head + size :]
        return opcode, data

    def _whole(self) -> bool:
        """Whether a whole frame has come."""
        buffer = self._buffer
        if len(buffer) < 4:
            return len(buffer) >= 2 and buffer[1] & 127 <= len(buffer) - 2
        size = buffer[1] & 127
        return len(buffer) >= (4 + struct.unpack(">H", buffer[2:4])[0] if size == 126 else 2 + size)

    def _need(self, size: int) -> None:
        while len(self._buffer) < size:
            self._read()

    def _read(self) -> None:
        data = self.socket.recv(1 << 16)
        if not data:
            raise Gone("the server cut the connection")
        self._buffer += data
