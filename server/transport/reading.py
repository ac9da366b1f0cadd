"""How messages are read: each goes straight from the event loop's callback to its connection.

websockets would put each into a queue and wake a task that takes it out again, and its parser takes longer for a small
message than all that is asked here. So the queue is left out, and what almost every message is, one whole frame that
comes alone, is unmasked here, and so is the usual answer to a ping seen. All else (handshake, fragments, other
control frames, frames in pieces or several at once, and what is wrong) is the library's as before.

This is the one file that stands on insides of websockets, which INSIDES names. They may change with any release, so
pyproject.toml has a ceiling, and tests/transport/test_insides.py holds each of them.
"""

from __future__ import annotations

import contextlib
from types import MappingProxyType
from typing import Any, Final

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, CloseCode, Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from fudakai.protocol.codec import MAX_FRAME
from fudakai.protocol.codes import Close
from fudakai.server.transport.connection import BINARY, INTERNAL_ERROR, TEXT, Connection

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform for which there is no wheel with the C part
    from websockets.utils import apply_mask

INSIDES: Final = MappingProxyType(
    {
        ServerConnection: ("data_received", "process_event", "connection_made", "connection_lost", "pause_writing"),
        ServerProtocol: ("select_subprotocol", "parser", "parser_exc", "state", "receive_data", "events_received"),
    }
)
"""What is overridden or set here and in listener.py, by the class of the library's."""

MAX_PIECES: Final = 64
"""Fragments of one message: each costs hundreds of bytes here, an empty one six on the wire, and no client needs many
for MAX_FRAME bytes."""
READ_AT_ONCE: Final = 256
"""Bytes of one connection that are parsed in one iteration of the event loop, before the others have theirs: one read
may bring tens of thousands of empty frames, or all the messages that a player's credits allow, and so may many.
"""
MASK: Final = 0x80
"""The bit of a frame's second byte that says that it is masked, as all from clients are; the others are its length, or
126 when that stands in the next two bytes, or 127 for eight (RFC 6455, section 5.2)."""
PONG: Final = b"\x8a\x80"
"""What the answer to a ping begins with; a mask of four bytes follows, and no data."""

_WHY: Final = {
    1002: "websocket_protocol",
    int(Close.TOO_BIG): "too_big",
    INTERNAL_ERROR: "internal_error",
}
"""Closes that the websocket layer makes by itself, for the log."""

log = structlog.get_logger()


class Reading(ServerConnection):
    """websockets' connection without its queue: `begin` names who gets the messages, and is told when it is over."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # what websockets hands its connections
        super().__init__(*args, **kwargs)
        self.peer: Connection | None = None
        self._early: list[Frame] = []
        self._pieces: list[Frame] = []
        self._between = False
        self._rest = b""

    def begin(self, peer: Connection) -> None:
        """From now on `peer` gets the messages, those first that came before. What was said in the handshake is
        some KiB that nobody needs any more."""
        self.peer = peer
        for said in (self.request, self.response):
            if said is not None:
                said.headers.clear()
        early, self._early = self._early, []
        if early:
            with contextlib.suppress(RuntimeError):  # it is closing
                self.transport.resume_reading()
        for frame in early:
            self._take(frame)

    def data_received(self, data: bytes) -> None:
        # _between: the parser has taken whole frames only, so the next byte begins one. When a frame comes in pieces
        # this is lost sight of, and whatever else the client sends is parsed there.
        if self._between and self.peer is not None and not self._rest:
            start = _whole_message(data)
            if start and not self._pieces and self.protocol.state is State.OPEN:
                self._message(data[0] == TEXT, apply_mask(data[start:], data[start - 4 : start]))
                return
            if len(data) == 6 and data.startswith(PONG) and self.protocol.state is State.OPEN:
                self.peer.ponged()
                return
        if self._rest:
            self._rest += data
        else:
            self._share(data)

    def _share(self, data: bytes) -> None:
        """Parses this turn's part, and the rest in later ones; nothing more is read meanwhile."""
        self._parse(data[:READ_AT_ONCE])
        self._rest = b"" if self.transport.is_closing() else data[READ_AT_ONCE:]
        if self._rest:
            self.transport.pause_reading()
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if not (self.transport.is_closing() or self._early):
            self.transport.resume_reading()
        self._share(self._rest)

    def _parse(self, data: bytes) -> None:
        """A part of what was read, for the library."""
        peer = self.peer
        if peer is None:
            self._between = data.endswith(b"\r\n\r\n")  # the handshake ends so
        elif self._between and peer.open:
            self._between = _whole_frames(data)
        else:
            self._between = False
        super().data_received(data)

    def process_event(self, event: Event) -> None:
        if isinstance(event, Frame) and self.peer is not None:
            if event.opcode is Opcode.PONG:
                self.peer.ponged()
            elif event.opcode is Opcode.PING:
                self.peer.pinged()
        if not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
        elif self.peer is not None:
            self._take(event)
        else:
            if not self._early:
                self.transport.pause_reading()  # until its connection is made, in a moment
            self._early.append(event)
            if len(self._early) > MAX_PIECES:
                self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Circles of references: cut, the connection and what it holds go at once, without the cycle collector.
        peer, self.peer = self.peer, None
        if peer is not None:
            if peer.open:
                peer.how = self._how(peer)
            self.loop.call_soon(peer.ended)
        # The same for a socket that only asked for a page. The parser's last error knows the frame that it came from.
        if self.protocol.parser_exc is not None:
            self.protocol.parser_exc.__traceback__ = None
        self.protocol.select_subprotocol = None  # type: ignore[method-assign, assignment]  # it is over
        self.protocol.parser.close()

    def _take(self, frame: Frame) -> None:
        """A data frame: a message, or a fragment of one."""
        peer, pieces = self.peer, self._pieces
        if peer is None:
            raise AssertionError("frames are kept until somebody takes them")
        pieces.append(frame)
        if frame.fin:
            self._pieces = []
            data = b"".join([piece.data for piece in pieces])
            self._message(pieces[0].opcode is Opcode.TEXT, data)
        elif len(pieces) > MAX_PIECES:
            pieces.clear()
            peer.drop(Close.TOO_BIG, f"a message comes in at most {MAX_PIECES} fragments")

    def _message(self, text: bool, data: bytes) -> None:
        peer = self.peer
        if peer is None or not peer.open:
            return  # what comes after the close is thrown away unread
        if not text:
            peer.received(data)
            return
        try:
            message = data.decode()
        except UnicodeDecodeError as error:
            log.info("connection dropped", connection=peer.id, remote=peer.remote, why="text_not_utf8")
            peer.close(CloseCode.INVALID_DATA, f"{error.reason} at position {error.start}")
            return
        peer.received(message)

    def _how(self, peer: Connection) -> str:
        """How a connection ended that the server did not close: by the client, by the websocket layer, or it was
        lost."""
        end = self.protocol.close_exc
        if end.rcvd is not None and end.rcvd_then_sent is not False:
            return "client"
        if end.sent is None or end.sent.code not in _WHY or end.rcvd_then_sent:
            return "lost"
        log.info("connection dropped", connection=peer.id, remote=peer.remote, why=_WHY[end.sent.code])
        return str(end.sent.code)


def _whole_message(data: bytes) -> int:
    """Where the content begins, if this is one whole message in one masked frame; else 0."""
    size = len(data)
    if size < 6 or data[0] not in (TEXT, BINARY):
        return 0
    length = data[1] - MASK
    if length < 126:
        return 6 if size == 6 + length else 0
    return 8 if length == 126 and size == 8 + (data[2] << 8 | data[3]) and size < MAX_FRAME else 0


def _whole_frames(data: bytes) -> bool:
    """Whether this ends where a frame ends, if it begins with one."""
    at, size = 0, len(data)
    while at + 1 < size:
        length = data[at + 1] & (MASK - 1)
        wide = (0, 2, 8)[max(0, length - 125)]
        if wide:
            length = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
        at += 2 + wide + 4 + length
    return at == size
