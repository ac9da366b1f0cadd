"""A listener on a free port of this machine, a router that writes down what it is told, and clients for it."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from fudakai.protocol.from_client import FromClient, Hello
from fudakai.protocol.from_server import Pong
from fudakai.server.counts import Counts
from fudakai.server.transport.connection import Bounds, Connection
from fudakai.server.transport.health import Health
from fudakai.server.transport.listener import Listener
from fudakai.server.transport.site import Site

T = TypeVar("T")

HOST: Final = "127.0.0.1"
MSGPACK: Final = Subprotocol("fudakai.v1.msgpack")
JSON: Final = Subprotocol("fudakai.v1.json")
PATIENCE: Final = 20.0
"""Seconds after which a test that waits for something gives up."""


class Recorder:
    """The router: greets whoever says hello, answers ping, and notes what happened in order."""

    def __init__(self) -> None:
        self.events: list[tuple[str, int, Any]] = []
        self.peers: dict[int, Connection] = {}
        self._news = asyncio.Event()

    def _note(self, what: str, peer: Connection, message: Any = None) -> None:
        self.events.append((what, peer.id, message))
        self._news.set()

    def opened(self, peer: Connection) -> None:
        self.peers[peer.id] = peer
        self._note("opened", peer)

    def received(self, peer: Connection, message: FromClient) -> None:
        self._note("received", peer, message)
        if isinstance(message, Hello):
            peer.greeted(message.token or message.name or "")
        peer.send(peer.codec.encode(Pong(re=message.id, versions={})))

    def closed(self, peer: Connection) -> None:
        self._note("closed", peer)

    def kinds(self, number: int | None = None) -> list[str]:
        """What happened, to one connection or to all."""
        return [what for what, peer, _ in self.events if number in (None, peer)]

    async def until(self, true: Callable[[Recorder], bool]) -> None:
        """Waits until the notes are as wanted."""
        async with asyncio.timeout(PATIENCE):
            while not true(self):
                self._news.clear()
                await self._news.wait()

    async def peer(self, count: int = 1) -> Connection:
        """The `count`th connection that was opened."""
        await self.until(lambda found: len(found.peers) >= count)
        return list(self.peers.values())[count - 1]


class House:
    """A running listener with its router and its port."""

    def __init__(self, listener: Listener, router: Recorder, port: int, counts: Counts) -> None:
        self.listener = listener
        self.router = router
        self.port = port
        self.counts = counts
        self.not_ready: str | None = None
        self.metrics = "fudakai_tests 1"

    def connect(self, *offers: Subprotocol, origin: str | None = None, **kwargs: Any) -> connect:
        """A client of the websockets library, offering MessagePack if nothing else is said."""
        return connect(
            f"ws://{HOST}:{self.port}",
            subprotocols=offers or (MSGPACK,),
            compression=None,
            origin=None if origin is None else Origin(origin),
            **{"ping_interval": None, "max_size": None} | kwargs,
        )

    async def get(
        self, target: str, method: str = "GET", fields: str = "", host: str | None = None
    ) -> tuple[int, dict[str, str], str]:
        """A plain HTTP request: status, header fields in lower case, body."""
        host = f"{HOST}:{self.port}" if host is None else host
        raw = await self.say(f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{fields}\r\n".encode())
        head, _, body = raw.decode().partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        pairs = (line.partition(": ") for line in lines)
        return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}, body

    async def say(self, data: bytes) -> bytes:
        """Bytes to the port, and all that comes back until it is closed."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            writer.write(data)
            async with asyncio.timeout(PATIENCE):
                return await reader.read()
        finally:
            writer.close()


@asynccontextmanager
async def house(
    router: Recorder | None = None,
    *,
    metrics_to_all: bool = False,
    tls: ssl.SSLContext | None = None,
    site: Site | None = None,
    **bounds: Any,
) -> AsyncIterator[House]:
    """A listener with these bounds, stopped at the end."""
    router = router or Recorder()
    built: list[House] = []
    counts = Counts()
    health = Health(lambda: built[0].not_ready, lambda: built[0].metrics, metrics_to_all=metrics_to_all)
    listener = Listener(router, Bounds(**bounds), health, counts, site)
    port = await listener.start(HOST, 0, tls)
    built.append(House(listener, router, port, counts))
    try:
        yield built[0]
    finally:
        await listener.stop()


def packed(kind: str, number: int = 1, **fields: Any) -> bytes:
    """A message in MessagePack."""
    data: bytes = msgpack.packb({"type": kind, "id": number, **fields})
    return data


async def answer(client: ClientConnection) -> dict[str, Any]:
    """The next message in MessagePack."""
    async with asyncio.timeout(PATIENCE):
        found: dict[str, Any] = msgpack.unpackb(await client.recv(decode=False))
    return found


async def end_of(client: ClientConnection) -> tuple[int, str]:
    """The code and words of the close that comes, whatever comes before it."""
    async with asyncio.timeout(PATIENCE):
        try:
            while True:
                await client.recv(decode=False)
        except ConnectionClosed as end:
            return (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "")


async def within(wanted: Awaitable[T]) -> T:
    """Awaits, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        return await wanted
