"""The listener: one port for websockets and health, who is let in, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final, cast

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import NegotiationError
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from fudakai.protocol.codec import CODECS, MAX_FRAME
from fudakai.protocol.codes import Close
from fudakai.server.counts import Counts
from fudakai.server.tally import BoundedCounter
from fudakai.server.transport.connection import CLOSE_TIMEOUT, Bounds, Connection, Router
from fudakai.server.transport.health import HEADERS, Health, HttpAnswer
from fudakai.server.transport.keepalive import Keepalive
from fudakai.server.transport.origin import may_connect, near
from fudakai.server.transport.purse import Purses
from fudakai.server.transport.reading import Reading
from fudakai.server.transport.site import Site
from fudakai.server.transport.source import UNKNOWN, Address, forwarded, named, parsed, trusted
from fudakai.server.transport.writes import Writes

BACKLOG: Final = 1024
"""Connections that may wait for the loop to take them: all clients come back at once after a restart."""
SPARE: Final = 64
"""Sockets over `max_connections`: for health checks, handshakes and telling the next one that the server is full."""
STOP_WITHIN: Final = 5.0
"""Seconds for all clients to take the close, then their sockets are cut."""
SPARE_OF_ADDRESS: Final = 16
"""Sockets of one address over `max_connections_per_address`, for the same."""
CROWDED: Final = "There are too many connections from your address. Close some, or try again later."
OFFER: Final = "offer the subprotocol " + " or ".join(CODECS)

log = structlog.get_logger()


class Listener:
    """Listens, and makes a Connection of every accepted client for the router.

    Every websocket handshake is accepted whatever its path; the subprotocol names the protocol's version.
    """

    def __init__(
        self, router: Router, bounds: Bounds, health: Health, counts: Counts, site: Site | None = None
    ) -> None:
        self._router = router
        self._bounds = bounds
        self._health = health
        self._site = site
        self._counts = counts
        self._peers: set[Connection] = set()
        self._sockets: set[_Socket] = set()
        self._callers = BoundedCounter(bounds.max_connections_per_address + SPARE_OF_ADDRESS)
        self._clients = BoundedCounter(bounds.max_connections_per_address)
        self._crowded = False
        self._purses = Purses()
        self._writes = Writes()
        self._keepalive = Keepalive(bounds.ping_interval, bounds.ping_timeout)
        self._server: Server | None = None

    @property
    def connections(self) -> int:
        """Open connections."""
        return len(self._peers)

    def queued(self) -> tuple[int, int]:
        """Bytes that wait to be sent: to all clients together, and the most to one."""
        each = [peer.queued for peer in self._peers]
        return sum(each), max(each, default=0)

    async def start(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listens, with `tls` for wss and https only; answers the port (a free one when `port` is 0).

        Raises OSError when that cannot be. A client has hello_timeout for its TLS handshake.
        """
        bounds = self._bounds
        # Who is dropped for silence will hardly take the close: its socket is not kept for long after the ping's time.
        close_timeout = min(CLOSE_TIMEOUT, bounds.ping_timeout / 4)
        self._server = await serve(
            self._serve,
            host,
            port,
            create_connection=cast("type[ServerConnection]", self._socket),
            select_subprotocol=_select,
            compression=None,
            process_request=self._admit,
            process_response=_harden,
            server_header=None,
            open_timeout=bounds.hello_timeout,
            ping_interval=None,
            close_timeout=close_timeout,
            max_size=MAX_FRAME,
            write_limit=bounds.outbound_limit,
            logger=_library_log(),
            backlog=BACKLOG,
            ssl=tls,
            ssl_handshake_timeout=bounds.hello_timeout if tls else None,
            ssl_shutdown_timeout=close_timeout if tls else None,
        )
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def stop(
        self, code: Close = Close.RESTART, reason: str = "service restart", within: float = STOP_WITHIN
    ) -> None:
        """Takes no more clients, closes all, and returns when every socket is gone: after `within` seconds at most."""
        server = self._server
        if server is None:
            return
        server.close(close_connections=False)
        for peer in tuple(self._peers):
            peer.close(code, reason)
        for socket in tuple(self._sockets):
            if socket.request is None:  # nothing was asked yet, so there is nothing to answer
                socket.transport.abort()
        try:
            async with asyncio.timeout(within):
                await server.wait_closed()
        except TimeoutError:
            for socket in tuple(self._sockets):
                socket.transport.abort()
            await server.wait_closed()

    # Any: websockets hands its connections their arguments, which pass through here
    def _socket(self, *args: Any, **kwargs: Any) -> _Socket:
        return _Socket(self, self._sockets, self._bounds.max_connections + SPARE, *args, **kwargs)

    def called(self, socket: _Socket) -> bool:
        """Counts a new socket by its address; False when there are too many of that address. One from a proxy is
        counted when its handshake says for whom it is."""
        address = _peer(socket)
        if trusted(address, self._bounds.trusted_proxies):
            return True
        source = named(address)
        if not self._callers.take(source):
            self._counts.handshakes_refused[int(HTTPStatus.TOO_MANY_REQUESTS)] += 1
            self._say_crowded(source)
            return False
        socket.called = source
        return True

    def gone(self, socket: _Socket) -> None:
        """A socket closed."""
        if socket.called is not None:
            self._callers.give_back(socket.called)
        if socket.source is not None:
            self._clients.give_back(socket.source)

    def _source(self, socket: ServerConnection, request: Request) -> str:
        """The address that a handshake comes from, told by the proxy if it is a trusted one."""
        address = _peer(socket)
        if address is not None and trusted(address, self._bounds.trusted_proxies):
            header = self._bounds.proxy_header
            address = forwarded(address, request.headers.get_all(header), header, self._bounds.trusted_proxies)
        return named(address)

    def _let_in(self, socket: ServerConnection, request: Request) -> bool:
        """Counts a client by its source; False when there are too many of that source."""
        if not isinstance(socket, _Socket):
            raise AssertionError("sockets are made by _socket")
        source = self._source(socket, request)
        if not self._clients.take(source):
            self._say_crowded(source)
            return False
        socket.source = source
        return True

    def _say_crowded(self, source: str) -> None:
        """Logs it once: an unnamed proxy would look like this, too."""
        if not self._crowded:
            self._crowded = True
            hint = "if this is your proxy, name it in FUDAKAI_TRUSTED_PROXIES"
            log.warning("an address has as many connections as it may", remote=source, hint=hint)

    def _admit(self, socket: ServerConnection, request: Request) -> Response | None:
        """Answers plain HTTP, and handshakes that are not let in; None: go on with the handshake."""
        headers = request.headers
        page: HttpAnswer | None = None
        wants_socket = request.method == "GET" and any("websocket" in up.lower() for up in headers.get_all("Upgrade"))
        if not wants_socket:
            if self._site is not None and request.method == "GET" and (file := self._site.answer(request)) is not None:
                return file
            page = self._health.answer(request.method, request.path, near(socket.remote_address, headers))
        elif not may_connect(headers.get_all("Origin"), headers.get_all("Host"), self._bounds.origins):
            page = HttpAnswer(
                HTTPStatus.FORBIDDEN,
                "Pages of this origin may not connect. Whoever runs the server can list it in FUDAKAI_ORIGINS.",
            )
        elif len(self._peers) >= self._bounds.max_connections:
            page = HttpAnswer(
                HTTPStatus.SERVICE_UNAVAILABLE, "The server is full. Try again later.", (("Retry-After", "30"),)
            )
        elif not self._let_in(socket, request):
            page = HttpAnswer(HTTPStatus.TOO_MANY_REQUESTS, CROWDED, (("Retry-After", "30"),))
        if page is None:
            return None
        if wants_socket:
            self._counts.handshakes_refused[int(page.status)] += 1
        response = socket.respond(page.status, page.text + "\n")
        for name, value in page.fields:
            if name in response.headers:
                del response.headers[name]
            response.headers[name] = value
        return response

    async def _serve(self, socket: ServerConnection) -> None:
        """A connection's life, from the handshake to the end of its socket."""
        if not isinstance(socket, _Socket) or socket.subprotocol is None:
            raise AssertionError("sockets are made by _socket, and handshakes without a known subprotocol refused")
        codec = CODECS[socket.subprotocol]
        source = socket.source or UNKNOWN
        peer = Connection(socket, codec, self._router, self._bounds, source, self._purses, self._writes, self._counts)
        if trusted(_peer(socket), self._bounds.trusted_proxies):
            peer.remote = peer.source
        self._peers.add(peer)
        self._keepalive.add(peer)
        self._counts.connections += 1
        peer.opened()
        try:
            socket.begin(peer)
            await peer.over
        finally:
            self._peers.discard(peer)
            self._keepalive.remove(peer)
            peer.ended()


class _Socket(Reading):
    """websockets' connection, with two of its callbacks watched: how many sockets there are, and whether more than the
    bound waits to be sent, pongs and all.

    `called`: the address it is counted by; `source`: the same for a client, known from the handshake on."""

    def __init__(self, owner: Listener, sockets: set[_Socket], most: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.called: str | None = None
        self.source: str | None = None
        self._owner = owner
        self._all = sockets
        self._most = most

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._all.add(self)
        if len(self._all) > self._most:
            self.transport.abort()
        elif not self._owner.called(self):
            self.transport.write(_TOO_MANY)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.discard(self)
        self._owner.gone(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.peer is not None:
            self.peer.overflowed()
        else:
            self.loop.call_soon(self.transport.abort)  # not at once: this is called from inside a write


_TOO_MANY: Final = (
    f"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 30\r\nContent-Length: {len(CROWDED) + 1}\r\n"
    f"Content-Type: text/plain; charset=utf-8\r\n\r\n{CROWDED}\n"
).encode()
"""Said to a socket over the bound, which is not asked what it wants."""


def _peer(socket: ServerConnection) -> Address | None:
    """The address at a socket's other end."""
    address = socket.remote_address
    return parsed(address[0]) if isinstance(address, tuple) else None


def _select(_socket: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol:
    """The first one the client offers that we speak. Raises NegotiationError, which becomes HTTP 400."""
    for name in offered:
        if name in CODECS:
            return name
    raise NegotiationError(OFFER)


def _harden(_socket: ServerConnection, _request: Request, response: Response) -> None:
    if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        for name, value in HEADERS:
            if name not in response.headers:
                response.headers[name] = value


class _OneLine(logging.Filter):
    """Keeps a library's traceback out of the log: the exception's type is enough, its words may quote a client."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            error = record.exc_info[1]
            record.msg = f"{record.getMessage()} ({type(error).__name__})"
            record.args = None
            record.exc_info = None
        return True


_ONE_LINE: Final = _OneLine()


def _library_log() -> logging.Logger:
    """websockets' own log: warnings only, one line each. (Below, it logs every connection and frame.)"""
    library = logging.getLogger("fudakai.websockets")
    library.setLevel(logging.WARNING)
    library.addFilter(_ONE_LINE)
    return library
