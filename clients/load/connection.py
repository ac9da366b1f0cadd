"""One websocket connection without tasks: what comes is handed on from the socket's own callback.

The protocol is websockets' own core without I/O; this puts it on an asyncio transport. With a task, a queue and a
future for each message, as a reader that waits has them, the tester would cost several times as much.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Final, Protocol, cast

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI

MOST: Final = 16 * 1024 * 1024
"""Bytes of a message: far more than any server should send."""


class FrameReceiver(Protocol):
    """Receives the events of a connection. No method may raise."""

    def opened(self) -> None:
        """The handshake is done."""

    def received(self, frame: bytes) -> None:
        """A complete message has arrived."""

    def lost(self, code: int, words: str) -> None:
        """The connection is gone: the close code (1006: without one; an HTTP status if the handshake was refused)."""


class Meter(Protocol):
    """Counts bytes."""

    bytes_in: int
    bytes_out: int


class ClientSocket(asyncio.Protocol):
    """See the module. It calls its owner's `lost` once, at the end, unless the owner has cut it."""

    def __init__(self, owner: FrameReceiver, meter: Meter, uri: WebSocketURI, subprotocol: str) -> None:
        self.open = False
        self.paused = False
        self._meter = meter
        self._owner: FrameReceiver | None = owner
        self._core = ClientProtocol(uri, subprotocols=[Subprotocol(subprotocol)], max_size=MOST)
        self._transport: asyncio.Transport | None = None
        self._parts: list[bytes] = []
        self._why = ""

    # asyncio's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the handshake."""
        self._transport = transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class
        connected: socket.socket | None = transport.get_extra_info("socket")
        if connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._core.send_request(self._core.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Feeds the protocol and delivers every complete message."""
        self._meter.bytes_in += len(data)
        self._core.receive_data(data)
        self._turn()

    def eof_received(self) -> None:
        """The server has closed its side."""
        self._core.receive_eof()
        self._turn()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed: tells the owner."""
        self.open = False
        owner, self._owner = self._owner, None
        if owner is None:
            return
        refused = self._core.handshake_exc
        if isinstance(refused, InvalidStatus):
            owner.lost(refused.response.status_code, f"HTTP {refused.response.status_code}")
        else:
            code = self._core.close_rcvd.code if self._core.close_rcvd else 1006
            words = self._core.close_rcvd.reason if self._core.close_rcvd else str(refused or exc or "")
            owner.lost(code, words or "without a word")

    def _turn(self) -> None:
        for event in self._core.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Response) and self._core.handshake_exc is None and self._owner is not None:
                self.open = True
                self._owner.opened()
        self._flush()
        if self._core.handshake_exc is not None and self._transport is not None:
            self._transport.close()

    def _frame(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        data = bytes(frame.data)
        if self._parts or not frame.fin:
            self._parts.append(data)
            if not frame.fin:
                return
            data = b"".join(self._parts)
            self._parts.clear()
        if self._owner is not None:
            self._owner.received(data)

    def _flush(self) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        for data in self._core.data_to_send():
            if data:
                self._meter.bytes_out += len(data)
                transport.write(data)
            else:  # the core's word for the end of what is sent
                transport.close()
                return

    # the tester's side

    def send(self, data: bytes, text: bool) -> None:
        """Sends a message; does nothing while the connection is closing."""
        if not self.open or self._core.state is not State.OPEN:
            return
        if text:
            self._core.send_text(data)
        else:
            self._core.send_binary(data)
        self._flush()

    def close(self) -> None:
        """Starts the closing handshake; the owner's `lost` follows."""
        if self.open and self._core.state is State.OPEN:
            self.open = False
            self._core.send_close(1000)
            self._flush()
        elif self._transport is not None:
            self._transport.close()

    def cut(self) -> None:
        """Aborts the socket without a close frame, as a dead network would. The owner's `lost` is not called."""
        self.open = False
        self._owner = None
        if self._transport is not None:
            self._transport.abort()

    def pause(self, reading: bool) -> None:
        """Stops reading from the socket, or with `reading` resumes."""
        if self._transport is None or self._transport.is_closing() or self.paused is not reading:
            return
        self.paused = not reading
        if reading:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()


def context_of(uri: WebSocketURI) -> ssl.SSLContext | None:
    """The TLS context of a wss address; None for ws."""
    return ssl.create_default_context() if uri.secure else None
