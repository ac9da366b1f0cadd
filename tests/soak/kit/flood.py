"""A flood from one address, as a program of its own: it stands for other machines, so it takes the processor last.

`python -m tests.soak.kit.flood URL CONNECTIONS ROOM ROUNDS` opens so many connections. Those that are let in watch the
room and talk without a pause until they are closed, and come again, round after round. Prints what it met, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from tests.soak.kit.wire import MSGPACK

ADDRESS: Final = "127.0.0.2"
"""Where floods come from."""
AT_ONCE: Final = 100
LINES: Final = 150
"""Lines of chat that each of the connections that were let in says as fast as it can."""
NICE: Final = 10


def opened(url: str, address: str = ADDRESS) -> connect:
    """A connection from that address, to be awaited or entered."""
    return connect(
        url, subprotocols=[Subprotocol(MSGPACK)], compression=None, local_addr=(address, 0), ping_interval=None
    )


async def ask(socket: ClientConnection, **message: Any) -> dict[str, Any]:
    """Says something; the answer. Raises ConnectionClosed."""
    await socket.send(msgpack.packb(message))
    while True:
        heard: dict[str, Any] = msgpack.unpackb(await socket.recv(decode=False))
        if heard.get("re") == message["id"]:
            return heard


async def knock(url: str) -> ClientConnection | str:
    """A connection that has said hello, or how it was refused: by HTTP status, or `cut`."""
    try:
        socket = await opened(url)
        await ask(socket, type="hello", id=1)
    except InvalidStatus as refused:
        later = refused.response.headers.get("Retry-After", "")
        return str(refused.response.status_code) + ("" if later.isdigit() else " without Retry-After")
    except (InvalidHandshake, OSError, ConnectionClosed):
        return "cut"
    return socket


async def talk(socket: ClientConnection, room: str) -> Counter[str]:
    """Comes to watch and talks without a pause; how the lines were answered, and how it ended."""
    answers: Counter[str] = Counter()
    try:
        await ask(socket, type="spectate", id=2, room=room)
        with suppress(ConnectionClosed):  # what was answered before is still there to be read
            for id in range(3, 3 + LINES):
                await socket.send(msgpack.packb({"type": "chat", "id": id, "room": room, "text": "me, me, me"}))
        while answers.total() < LINES:
            heard = msgpack.unpackb(await socket.recv(decode=False))
            if heard.get("re", 0) > 2:
                later = heard["type"] == "refused" and not heard.get("retry_after")
                answers[str(heard.get("code", "ok")) + (" without retry_after" if later else "")] += 1
    except ConnectionClosed as closed:
        answers[f"closed {closed.rcvd.code if closed.rcvd else 'without a word'}"] += 1
    return answers


async def flood(url: str, count: int, room: str, rounds: int) -> dict[str, Any]:
    """The whole of it; what it met."""
    refused: Counter[str] = Counter()
    let_in: list[ClientConnection] = []
    for done in range(0, count, AT_ONCE):
        found = await asyncio.gather(*(knock(url) for _ in range(min(AT_ONCE, count - done))))
        let_in += [one for one in found if not isinstance(one, str)]
        refused.update(one for one in found if isinstance(one, str))
    first, talkers = len(let_in), 0
    said: Counter[str] = Counter()
    for _ in range(rounds):
        talkers += len(let_in)
        said += sum(await asyncio.gather(*(talk(one, room) for one in let_in)), Counter[str]())
        await asyncio.gather(*(one.wait_closed() for one in let_in))
        again = await asyncio.gather(*(knock(url) for _ in let_in))
        let_in = [one for one in again if not isinstance(one, str)]
    for one in let_in:
        one.transport.abort()
    return {"let_in": first, "refused": refused, "talkers": talkers, "said": said}


if __name__ == "__main__":
    os.nice(NICE)
    print(json.dumps(asyncio.run(flood(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))))
