"""A proxy between the client and the real server. Every frame goes through one queue, so a scene decides frame by frame
what the other side gets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, NegotiationError
from websockets.protocol import State
from websockets.typing import Subprotocol

from fudakai.clients.kit.wire import MOST, Message, packed, unpacked
from fudakai.protocol.codec import CODECS


@dataclass(eq=False)
class Wiretap:
    """One connection of the client, and the one to the server that belongs to it."""

    client: ServerConnection
    server: ClientConnection
    subprotocol: str
    asked: dict[int, str] = field(default_factory=dict)
    """The types of requests that were sent on to the server, by id."""

    async def to_client(self, message: Message | bytes | str) -> None:
        """Sends the client a message, or a frame unchanged; does nothing once it is gone."""
        with suppress(ConnectionClosed):
            await self.client.send(message if not isinstance(message, dict) else packed(message, self.subprotocol))

    async def to_server(self, message: Message | bytes | str) -> None:
        """Sends the server one."""
        with suppress(ConnectionClosed):
            await self.server.send(message if not isinstance(message, dict) else packed(message, self.subprotocol))

    def cut(self) -> None:
        """Aborts both connections without a close frame, as a dead network would."""
        self.client.transport.abort()
        self.server.transport.abort()

    @property
    def open(self) -> bool:
        """Whether the client is still there."""
        return self.client.state is State.OPEN


@dataclass(frozen=True)
class Came:
    """The client has connected."""

    line: Wiretap


@dataclass(frozen=True)
class ClientSaid:
    """The client has sent a frame."""

    line: Wiretap
    frame: bytes | str


@dataclass(frozen=True)
class Told:
    """The server has sent a message to the client; nobody has passed it on yet."""

    line: Wiretap
    message: Message


@dataclass(frozen=True)
class ClientGone:
    """The client's connection has ended; `how` is for people."""

    line: Wiretap
    how: str


@dataclass(frozen=True)
class TurnedAway:
    """A handshake was refused, since it did not offer a subprotocol that the kit knows. `offered`: what it did."""

    offered: tuple[str, ...]


Happening: TypeAlias = Came | ClientSaid | Told | ClientGone | TurnedAway


class Entrance:
    """Listens for the client. `shut` and `open` again: the port stays the same."""

    def __init__(self, server_url: str, port: int) -> None:
        self.happenings: asyncio.Queue[Happening] = asyncio.Queue()
        self.port = port
        self._url = server_url
        self._server: Server | None = None

    async def open(self) -> None:
        """Listens. Raises OSError."""
        self._server = await serve(
            self._meet,
            "127.0.0.1",
            self.port,
            family=socket.AF_INET,
            select_subprotocol=self._select,
            compression=None,
            max_size=MOST,
            ping_interval=None,
        )
        self.port = int(next(iter(self._server.sockets)).getsockname()[1])

    async def shut(self) -> None:
        """Stops listening; open connections stay."""
        if self._server is not None:
            self._server.close(close_connections=False)

    async def end(self) -> None:
        """Stops listening and closes every connection."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def _select(self, _client: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol:
        for name in offered:
            if name in CODECS:
                return name
        self.happenings.put_nowait(TurnedAway(tuple(offered)))
        raise NegotiationError("offer the subprotocol " + " or ".join(CODECS))

    async def _meet(self, client: ServerConnection) -> None:
        name = client.subprotocol
        if name is None:
            raise AssertionError("a handshake without a subprotocol is refused")
        async with connect(
            self._url, subprotocols=[name], compression=None, max_size=MOST, proxy=None, ping_interval=None
        ) as server:
            line = Wiretap(client, server, str(name))
            self.happenings.put_nowait(Came(line))
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._from_server(line))
                try:
                    async for frame in client:
                        self.happenings.put_nowait(ClientSaid(line, frame))
                    how = _how(client)
                except ConnectionClosed:
                    how = _how(client)
                self.happenings.put_nowait(ClientGone(line, how))
                await server.close()

    async def _from_server(self, line: Wiretap) -> None:
        with suppress(ConnectionClosed):
            async for frame in line.server:
                self.happenings.put_nowait(Told(line, unpacked(frame, line.subprotocol)))
        await line.client.close(line.server.close_code or 1011, line.server.close_reason or "")


def _how(client: ServerConnection) -> str:
    code = client.close_code
    return "the line broke" if code in (None, 1006) else f"close code {code}"
