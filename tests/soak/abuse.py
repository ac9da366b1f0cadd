"""Floods of connections, chat and wrong tokens from one address, while games go on elsewhere at their usual pace."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jwt
import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from clients.sdk import connect as connect_sdk
from tests.e2e.process import ServerProcess
from tests.soak.games import setups
from tests.soak.judge import judge
from tests.soak.ledger import Ledger
from tests.soak.logs import matches_in
from tests.soak.tables import Tables
from tests.soak.wire import MSGPACK

FLOOD: Final = "127.0.0.2"
"""The address that floods come from."""
TABLES: Final = 4
AT_ONCE: Final = 100
MOST: Final = 50
"""Connections that the server allows an address."""
LINES: Final = 150
"""Lines of chat that each of the connections that were let in says as fast as it can."""
SLOWEST: Final = 2.0
"""Seconds that no move of the others may take: the flood shares this process and the machine with them."""
WITHIN: Final = 120.0


@dataclass(frozen=True)
class Held:
    """`wrong` is empty when all is well. `held_off`: refused connections; `said`: lines of chat, by answer."""

    wrong: list[str]
    held_off: int
    let_in: int
    said: Counter[str]
    moves: int
    slowest: float

    def __str__(self) -> str:
        said = ", ".join(f"{count} {what}" for what, count in self.said.most_common())
        return (
            f"{self.held_off} connections held off and {self.let_in} let in, whose chat was answered {said}; beside "
            f"them {self.moves} moves, the slowest in {self.slowest:.2f} s"
        )


@dataclass(frozen=True)
class Guessed:
    """`wrong` is empty when all is well. `refused`: wrong tokens; `connections`: on how many they were tried."""

    wrong: list[str]
    refused: int
    connections: int

    def __str__(self) -> str:
        return (
            f"{self.refused} wrong tokens refused on {self.connections} connections, and then the right one was taken"
        )


async def connections(count: int, folder: Path, say: Callable[[str], None]) -> Held:
    """So many connections from one address, and chat from those that are let in, beside tables that play."""
    server = ServerProcess(folder, max_connections_per_address=MOST)
    ledger, wrong = Ledger(), []
    let_in: list[ClientConnection] = []
    try:
        url = await server.start()
        tables = Tables(url, ledger, setups(), more=True, think=0.02)
        async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(TABLES))
            await ledger.reach(10 * TABLES)
            before = ledger.acknowledged
            held = 0
            for done in range(0, count, AT_ONCE):
                found = await asyncio.gather(*(_knock(url) for _ in range(min(AT_ONCE, count - done))))
                let_in += [one for one in found if not isinstance(one, str)]
                odd = Counter(one for one in found if isinstance(one, str) and one not in ("429", "cut"))
                wrong += [f"{times} connections ended by {what}" for what, times in odd.items()]
                held += sum(isinstance(one, str) for one in found)
            say(f"{held} of {count} connections held off")
            room = ledger.rooms[0]
            said = sum(await asyncio.gather(*(_talk(one, room) for one in let_in)), Counter[str]())
            say(f"{said.total()} lines of chat in room {room}")
            await ledger.reach(before + 10 * TABLES)
            moves = ledger.acknowledged - before
            tables.more = False
            await playing
        if len(let_in) != MOST:
            wrong.append(f"{len(let_in)} connections of one address were let in, not {MOST}")
        if ledger.slowest > SLOWEST:
            wrong.append(f"a move beside the flood took {ledger.slowest:.1f} seconds")
        wrong += judge(ledger, await matches_in(server.data, ledger.rooms))
        return Held(wrong, held, len(let_in), said, moves, ledger.slowest)
    finally:
        for one in let_in:
            one.transport.abort()
        await server.clean_up()


def _open(url: str, address: str = FLOOD) -> connect:
    return connect(
        url, subprotocols=[Subprotocol(MSGPACK)], compression=None, local_addr=(address, 0), ping_interval=None
    )


async def _knock(url: str) -> ClientConnection | str:
    """A connection that has said hello, or how it was refused: by HTTP status, or `cut`."""
    try:
        socket = await _open(url)
        await _ask(socket, type="hello", id=1)
    except InvalidStatus as refused:
        return str(refused.response.status_code)
    except (InvalidHandshake, OSError, ConnectionClosed):
        return "cut"
    return socket


async def _ask(socket: ClientConnection, **message: Any) -> dict[str, Any]:
    """Says something; the answer. Raises ConnectionClosed."""
    await socket.send(msgpack.packb(message))
    while True:
        heard: dict[str, Any] = msgpack.unpackb(await socket.recv(decode=False))
        if heard.get("re") == message["id"]:
            return heard


async def _talk(socket: ClientConnection, room: str) -> Counter[str]:
    """Comes to watch and talks without a pause; how the lines were answered, and how it ended."""
    answers: Counter[str] = Counter()
    try:
        await _ask(socket, type="spectate", id=2, room=room)
        for number in range(LINES):
            await socket.send(msgpack.packb({"type": "chat", "id": 3 + number, "room": room, "text": "me, me, me"}))
        while answers.total() < LINES:
            heard = msgpack.unpackb(await socket.recv(decode=False))
            if heard.get("re", 0) > 2:
                answers[str(heard.get("code", "ok"))] += 1
    except ConnectionClosed as closed:
        answers[f"closed {closed.rcvd.code if closed.rcvd else 'without a word'}"] += 1
    return answers


async def tokens(count: int, folder: Path, say: Callable[[str], None]) -> Guessed:
    """So many wrong tokens against the seat of somebody who is away, from two addresses; then the right one."""
    server = ServerProcess(folder)
    wrong: list[str] = []
    try:
        url = await server.start()
        async with asyncio.timeout(WITHIN), connect_sdk(url, name="ann") as ann:
            room = await ann.create("agurk", seats=2, settings={"turn_seconds": 0, "reconnect_grace": 3600})
            async with connect_sdk(url, name="bob") as bob:
                token, player = bob.token, bob.player
                await (await bob.join(room.code)).ready()
                await room.ready()
                await room.start()
            refused = opened = 0
            while refused < count:
                opened += 1
                more, odd = await _guess(url, (FLOOD, "127.0.0.1")[opened % 2], token, count - refused)
                refused += more
                wrong += odd
            say(f"{refused} wrong tokens on {opened} connections")
            async with connect_sdk(url, token=token) as back:
                if back.player != player or back.seated_in != (room.code,):
                    wrong.append(f"the right token is {back.player}, with seats in {back.seated_in}")
        return Guessed(wrong, refused, opened)
    finally:
        await server.clean_up()


async def _guess(url: str, address: str, token: str, most: int) -> tuple[int, list[str]]:
    """Wrong tokens on one connection until it is closed; how many were refused, and what was odd."""
    done, odd = 0, []
    async with _open(url, address) as socket:
        try:
            while done < most:
                answer = await _ask(socket, type="hello", id=done, token=_wrong(token, done))
                done += 1
                if answer.get("code") != "wrong_token":
                    odd.append(f"a wrong token was answered {answer}")
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != 4004:
                odd.append(f"a guesser's connection ended by {closed.rcvd}")
    return done, odd


def _wrong(token: str, number: int) -> str:
    """A token that is not this one, though perhaps much like it."""
    head, claims, signature = token.split(".")
    own = jwt.decode(token, options={"verify_signature": False})
    return (
        f"{head}.{claims}.{secrets.token_urlsafe(32)}",
        f"{head}.{claims}.",
        jwt.encode(own, "a key of somebody else, long enough", algorithm="HS256"),
        jwt.encode(own, "", algorithm="none"),
        f"{head}.{claims[::-1]}.{signature}",
        secrets.token_urlsafe(1 + number % 3000),
    )[number % 6]
