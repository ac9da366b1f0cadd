"""One client's connection: decoding, credits, sending without waiting, and every reason to close it."""

from __future__ import annotations

import itertools
import math
import struct
from typing import Final, Protocol

import msgspec
import structlog
from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from fudakai.protocol.codec import BadMessage, Codec, Malformed
from fudakai.protocol.codes import Close, Refusal
from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import Refused
from fudakai.server.counts import Counts
from fudakai.server.transport.purse import Purse, Purses
from fudakai.server.transport.source import Network
from fudakai.server.transport.writes import Writes

CLOSE_TIMEOUT: Final = 2.0
"""Seconds for a peer to take a close frame (and what waits before it); then its socket is cut."""
ABUSE_WINDOW: Final = 60.0
"""Seconds over which bad messages are counted."""
INTERNAL_ERROR: Final = 1011
"""The WebSocket close code for a fault of the server's own (RFC 6455, section 7.4.1)."""
LONGEST_REASON: Final = 123
"""Bytes of a close reason (RFC 6455, section 5.5)."""

TEXT: Final = 0x81
BINARY: Final = 0x82
"""The first byte of a data frame that is whole: FIN and the opcode (RFC 6455, section 5.2)."""

PING: Final = b"\x89\x00"
"""A whole ping frame, without data."""

_SHORT: Final = struct.Struct("!BBH").pack
_LONG: Final = struct.Struct("!BBQ").pack

log = structlog.get_logger()
_numbers = itertools.count(1)


class Router(Protocol):
    """Who the connections belong to. All three calls are synchronous and must be quick.

    For each connection: `opened` once, then any number of `received`, then `closed` once, whoever ended it. `closed` is
    never called from inside another call; from `close()` on nothing is received any more. What they raise is a fault of
    the server: it is logged, and the connection is closed with 1011.
    """

    def opened(self, peer: Connection) -> None:
        """A client connected; it has said nothing yet."""

    def received(self, peer: Connection, message: FromClient) -> None:
        """A valid message, within the credits."""

    def closed(self, peer: Connection) -> None:
        """The connection is gone: what is sent on it now goes nowhere."""


class Bounds(msgspec.Struct, frozen=True):
    """What a connection may do; the settings of the same names."""

    hello_timeout: float = 10  # seconds until hello is accepted; also for the WebSocket handshake
    ping_interval: float = 20  # seconds between pings
    ping_timeout: float = 20  # seconds after an unanswered ping until the connection is gone
    outbound_limit: int = 1 << 20  # bytes that may wait to be sent
    credits: int = 100  # messages at once
    credits_per_second: float = 50  # messages a second on and on
    abuse_refusals: int = 20  # bad or too fast messages within ABUSE_WINDOW that end the connection
    max_connections: int = 5000  # at once
    max_connections_per_address: int = 200  # at once, of one source address
    origins: tuple[str, ...] = ()  # sites beside the server's own host whose pages may connect
    trusted_proxies: tuple[Network, ...] = ()  # whose header is believed
    proxy_header: str = "x-forwarded-for"  # the header: this, or forwarded


class Connection:
    """A client. `id` is unique in the process, `remote` an address for logs, `source` the address (or IPv6 network)
    that limits count by, `codec` its subprotocol.

    Credits and bad messages are each counted by one number, the time at which the bucket will be full (empty of bad
    messages) again: nothing ticks for a connection that is idle.
    """

    __slots__ = (
        "_bounds",
        "_counts",
        "_faults_until",
        "_full",
        "_loop",
        "_open",
        "_player",
        "_protocol",
        "_purse",
        "_purses",
        "_router",
        "_socket",
        "_spent_until",
        "_timer",
        "_told",
        "_transport",
        "_writes",
        "asked",
        "codec",
        "how",
        "id",
        "over",
        "remote",
        "source",
    )

    def __init__(
        self,
        socket: ServerConnection,
        codec: Codec,
        router: Router,
        bounds: Bounds,
        source: str,
        purses: Purses,
        writes: Writes,
        counts: Counts,
    ) -> None:
        self.id = next(_numbers)
        self.codec = codec
        self.asked = 0
        """The keepalive's time of the ping that is unanswered; 0: there is none."""
        self.how = "lost"
        """How it ended: by the server's close code, by the `client`, or it was `lost`."""
        self.remote = _address(socket)
        self.source = source
        self._writes = writes
        self._purses = purses
        self._purse: Purse | None = None
        self._player = ""
        self._socket = socket
        self._router = router
        self._bounds = bounds
        self._counts = counts
        self._loop = socket.loop
        self._protocol = socket.protocol
        self._transport = socket.transport
        self._open = True
        self._full = False
        self.over = self._loop.create_future()
        """Done when the connection is over."""
        self._told = False
        self._spent_until = 0.0
        self._faults_until = 0.0
        # The one timer of a connection: until hello, and from close on.
        self._timer = self._loop.call_later(bounds.hello_timeout, self._no_hello)

    @property
    def open(self) -> bool:
        """False from the first `close` on, or from the end of the socket."""
        return self._open

    def send(self, frame: bytes) -> None:
        """Sends an encoded message at the end of this iteration of the event loop, or before. Never waits and never
        raises; on a closed connection it does nothing.

        When more than `outbound_limit` bytes wait, the connection is closed with SLOW_READER (see `overflowed`).
        """
        if self._open:
            self._writes.put(self, _wire(frame, self.codec))

    def write(self, wire: bytes) -> None:
        """Writes whole frames to the socket, if it is still there and takes more."""
        if self._protocol.state is State.OPEN and not self._full:
            try:
                self._transport.write(wire)
            except (OSError, RuntimeError):
                return  # it died in this very moment: `ended` is on its way

    def greeted(self, player: str) -> None:
        """Hello was accepted, once: the timeout for it ends, and the player's connections share their credits."""
        if self._open:
            self._timer.cancel()
            self._player = player
            self._purse = self._purses.share(player, self._loop.time())

    def close(self, code: int, reason: str) -> None:
        """Closes the connection; never waits. Only the first call counts.

        The close frame goes behind what already waits. The peer has CLOSE_TIMEOUT to take it and close, then the
        socket is cut. `reason`: words for people, cut to LONGEST_REASON bytes.
        """
        if not self._open:
            return
        self._open = False
        if waiting := self._writes.take(self):
            self.write(waiting)
        self.how = str(int(code))
        self._timer.cancel()
        if self._socket.state is State.OPEN:
            # A close frame and the end of the stream; whatever else comes in is thrown away unread.
            self._socket.protocol.fail(int(code), reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
            try:
                self._socket.send_data()
                self._socket.transport.resume_reading()  # paused while frames were queued: the peer's end must be seen
            except (OSError, RuntimeError):
                self._socket.transport.abort()
        self._timer = self._loop.call_later(CLOSE_TIMEOUT, self._socket.transport.abort)
        self._loop.call_soon(self.ended)

    def received(self, data: bytes | str) -> None:
        """Takes one frame from the socket: routes its message, or refuses it, or closes."""
        codec = self.codec
        if isinstance(data, str) is not codec.text:
            self.drop(Close.WRONG_FRAME, f"{codec.name} has {'text' if codec.text else 'binary'} frames only")
            return
        try:
            message = codec.decode(data)
        except Malformed as wrong:
            self.drop(wrong.close, wrong.words)
            return
        except BadMessage as wrong:
            self._refuse(Refused(re=wrong.re, code=wrong.code, words=wrong.words))
            return
        wait = self._pay()
        if wait:
            words = "too many messages: wait a moment"
            self._refuse(Refused(re=message.id, code=Refusal.TOO_FAST, words=words, retry_after=wait))
            return
        try:
            self._router.received(self, message)
        except Exception:
            self.failed()

    def pinged(self) -> None:
        """A ping of the peer's came. It costs a credit like a message; without one it is a strike."""
        if self._open and self._pay():
            self.strike()

    def ponged(self) -> None:
        """A pong came. The answer to our ping is free; any other is like a ping."""
        if self.asked:
            self.asked = 0
        else:
            self.pinged()

    def ask(self, now: int) -> None:
        """Pings the peer at the keepalive's time `now`, unless a ping is unanswered: they do not pile up where nobody
        reads. A connection that is closing is not pinged, but its end is waited for in the same way."""
        if not self.asked:
            self.asked = now
            self.write(PING)

    def silent(self) -> None:
        """No pong came in time, or no end of a connection that is closing."""
        if self._protocol.state is not State.OPEN:
            self._transport.abort()
        else:
            log.info("connection dropped", connection=self.id, remote=self.remote, why="no_pong")
            self.close(INTERNAL_ERROR, "keepalive ping timeout")

    def opened(self) -> None:
        """Tells the router of this connection."""
        try:
            self._router.opened(self)
        except Exception:
            self.failed()

    @property
    def queued(self) -> int:
        """Bytes that wait to be sent."""
        return self._socket.transport.get_write_buffer_size() if self._socket.state is not State.CLOSED else 0

    def ended(self) -> None:
        """The connection is over: tells the router, once."""
        self._open = False
        if self._socket.state is State.CLOSED:
            self._timer.cancel()
        if self._told:
            return
        self._told = True
        self.over.set_result(None)
        self._counts.closes[self.how] += 1
        if self._purse is not None:
            self._purse = None
            self._purses.leave(self._player, self._loop.time())
        try:
            self._router.closed(self)
        except Exception:
            log.error("a connection's end could not be handled", connection=self.id, exc_info=True)

    def overflowed(self) -> None:
        """More than `outbound_limit` bytes wait for the peer: nothing more is queued but the close, which it finds if
        it reads on within CLOSE_TIMEOUT. Not at once: this is called from inside a write."""
        self._full = True
        self._loop.call_soon(self.drop, Close.SLOW_READER, "messages were not read fast enough")

    def drop(self, code: Close, reason: str) -> None:
        """Closes for a fault of the peer's, with a line in the log; `reason` goes to the peer only."""
        if self._open:
            log.info("connection dropped", connection=self.id, remote=self.remote, why=code.name.lower())
            self.close(code, reason)

    def failed(self) -> None:
        """Closes for a fault of the server's own; call it while handling the exception."""
        log.error("a connection could not be handled", connection=self.id, exc_info=True)
        self.close(INTERNAL_ERROR, "internal error; it has been logged")

    def strike(self) -> None:
        """Counts a bad message; one too many recently closes the connection."""
        now = self._loop.time()
        each = ABUSE_WINDOW / self._bounds.abuse_refusals
        self._faults_until = max(self._faults_until, now) + each
        if self._faults_until - now > ABUSE_WINDOW - each / 2:
            self.drop(Close.ABUSE, "too many bad messages")

    def _pay(self) -> int:
        """Takes a credit for a message; 0, or the milliseconds until there is one."""
        now = self._loop.time()
        each = 1 / self._bounds.credits_per_second
        window = self._bounds.credits * each
        purse = self._purse
        cost = each if purse is None else each * purse.connections
        spent = max(self._spent_until, now)
        wait = spent - now - max(0.0, window - cost)
        if purse is not None:
            wait = max(wait, purse.until - now - window + each)
        if wait > each / 2:  # not > 0: the sums of so many fractions are not exact
            return math.ceil(round(wait * 1000, 3))
        self._spent_until = spent + cost
        if purse is not None:
            purse.until = max(purse.until, now) + each
        return 0

    def _no_hello(self) -> None:
        self.drop(Close.NO_HELLO, f"no hello within {self._bounds.hello_timeout:g} seconds")

    def _refuse(self, refused: Refused) -> None:
        self._counts.refusals[str(refused.code)] += 1
        self.send(self.codec.encode(refused))
        self.strike()


def _wire(frame: bytes, codec: Codec) -> bytes:
    """A whole WebSocket frame (RFC 6455, section 5.2), as no extension is ever negotiated (compression is off) and
    servers do not mask. Five are made for each move, so not by the library's Frame, which takes 1 us more."""
    first = TEXT if codec.text else BINARY
    size = len(frame)
    if size < 126:
        return bytes((first, size)) + frame
    if size < 1 << 16:
        return _SHORT(first, 126, size) + frame
    return _LONG(first, 127, size) + frame


def _address(socket: ServerConnection) -> str:
    address = socket.remote_address
    return f"{address[0]}:{address[1]}" if isinstance(address, tuple) else str(address or "unix")
