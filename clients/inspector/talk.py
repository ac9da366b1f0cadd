"""A connection whose every frame is shown to somebody."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from fudakai.clients.inspector.frames import Direction, Message, SeenFrame, packed
from fudakai.protocol.codec import CODECS

OPEN_SECONDS: Final = 10.0
MOST: Final = 2**24
"""Bytes of a message that is read."""

See = Callable[[SeenFrame], None]
"""Is handed every frame, in order."""


class NoTalk(Exception):
    """There is no talking with that server, or not any more. The words say why."""


class Conversation:
    """An open connection that has said hello."""

    def __init__(self, socket: ClientConnection, subprotocol: str, see: See) -> None:
        self.closed = ""
        """Why the server has closed it, once it has."""
        self._socket = socket
        self._subprotocol = subprotocol
        self._see = see
        self._ids = itertools.count(1)
        self._begun = asyncio.get_running_loop().time()

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Sends a request and waits for its answer. Raises NoTalk when it is refused or the server goes."""
        number = next(self._ids)
        await self.send(packed({"type": kind, "id": number, **fields}, self._subprotocol))
        while (message := await self.next()) is None or message.get("re") != number:
            continue
        if message["type"] == "refused":
            raise NoTalk(f"the server refused {kind}: {message['words']} ({message['code']})")
        return message

    async def send(self, raw: bytes) -> None:
        """Sends a frame as it is. Raises NoTalk when the server has gone."""
        self._note(Direction.SENT, raw)
        with suppress(ConnectionClosed):  # reading says why
            await self._socket.send(raw.decode() if CODECS[self._subprotocol].text else raw)

    async def next(self) -> Message | None:
        """The next message of the server's; None for a frame that is none. Raises NoTalk when the server has gone."""
        try:
            frame = await self._socket.recv()
        except ConnectionClosed as end:
            code, reason = (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "the line broke")
            raise NoTalk(f"the server closed the connection: {code} {reason}".rstrip()) from None
        raw = frame.encode() if isinstance(frame, str) else frame
        return self._note(Direction.GOT, raw).message

    def _note(self, direction: Direction, raw: bytes) -> SeenFrame:
        at = asyncio.get_running_loop().time() - self._begun
        frame = SeenFrame(at, direction, self._subprotocol, raw)
        self._see(frame)
        return frame


@asynccontextmanager
async def talk(url: str, subprotocol: str, see: See, hello: Message) -> AsyncIterator[Conversation]:
    """A connection that has said hello with these fields and was welcomed. Raises NoTalk."""
    try:
        socket = await connect(
            url,
            subprotocols=[Subprotocol(subprotocol)],
            compression=None,
            max_size=MOST,
            proxy=None,
            open_timeout=OPEN_SECONDS,
        )
    except InvalidURI:
        raise NoTalk(f"{url} is no websocket address; it begins with ws:// or wss://") from None
    except InvalidStatus as error:
        raise NoTalk(f"the server at {url} refused the handshake: HTTP {error.response.status_code}") from None
    except (OSError, InvalidHandshake, ValueError) as error:
        raise NoTalk(f"no server answers at {url} ({error})") from None
    async with socket:
        known = Conversation(socket, subprotocol, see)
        await known.ask("hello", **{name: value for name, value in hello.items() if value is not None})
        yield known
