"""A client of few lines, in either encoding, that keeps every byte it was sent."""

from __future__ import annotations

import itertools
import json
import random
import secrets
from contextlib import suppress
from typing import Any, Final, NoReturn

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

MSGPACK: Final = "fudakai.v1.msgpack"
JSON: Final = "fudakai.v1.json"


class Wire:
    """One connection. `frames`: all that came, as it came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[bytes] = []
        self.welcome: dict[str, Any] = {}
        self._socket = socket
        self._ids = itertools.count(1)

    async def say(self, kind: str, **fields: Any) -> int:
        """Sends a message; its id."""
        message = {"type": kind, "id": next(self._ids), **fields}
        text = self._socket.subprotocol == JSON
        await self._socket.send(json.dumps(message) if text else msgpack.packb(message))
        return int(message["id"])

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        frame = await self._socket.recv(decode=False)
        self.frames.append(frame)
        return read(frame)

    async def hear_out(self) -> NoReturn:
        """Hears until the connection ends. Raises ConnectionClosed."""
        while True:
            await self.hear()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        id = await self.say(kind, **fields)
        while (message := await self.hear()).get("re") != id:
            pass
        assert message["type"] != "refused", message
        return message

    async def end(self) -> None:
        """Says goodbye, and takes what came before the server's."""
        await self._socket.close()
        with suppress(ConnectionClosed):
            await self.hear_out()

    def stall(self) -> None:
        """Reads nothing more, and answers nothing, as if the cable were cut."""
        self._socket.transport.pause_reading()

    def cut(self) -> None:
        """Ends the socket without a word."""
        self._socket.transport.abort()

    async def play(self, room: str, rng: random.Random | None = None) -> None:
        """Plays a seat, or watches, until the match is over. Now and then it tries what is refused."""
        rng = rng or random.Random()
        while True:
            message = await self.hear()
            if message["type"] != "update":
                continue
            if message["state"]["status"] == "finished":
                return
            offers = (message.get("you") or {}).get("offers")
            if not offers:
                continue
            move = {"room": room, "version": message["version"], "ref": secrets.token_hex(8)}
            if rng.random() < 0.1:
                await self.say(
                    "move", **{**move, "ref": "wrong", "move": {"type": "play", "cards": ["2C", "2D", "JK1"]}}
                )
            await self.say("move", **move, move=rng.choice(offers))


def read(frame: bytes) -> dict[str, Any]:
    """A frame's message, by codecs that are not the server's."""
    message: dict[str, Any] = json.loads(frame) if frame[:1] == b"{" else msgpack.unpackb(frame)
    return message
