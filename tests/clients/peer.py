"""A websocket peer that follows a script: what a server says on each connection, one after the other."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, ParamSpec

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from fudakai.clients.sdk import Backoff, Patience, Room, View

Message = dict[str, Any]
P = ParamSpec("P")

QUICK = Patience(backoff=Backoff(first=0.001, most=0.01))
"""Patience of the tests: no wait worth mentioning, and no pings."""


class Talk:
    """One connection, as the script has it."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def expect(self, kind: str) -> Message:
        """The next message, which must be of that type."""
        message: Message = msgpack.unpackb(await self.socket.recv())
        assert message["type"] == kind, message
        return message

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(msgpack.packb({"type": kind, **fields}))

    async def welcome(self, *rooms: str, token: str | None = None, options: Sequence[Message] = ()) -> Message:
        """Takes hello and answers welcome, with these options of the game; gives the hello."""
        hello = await self.expect("hello")
        limits = {"frame": 16384, "depth": 16, "credits": 60, "credits_per_second": 20.0, "ping_interval": 20.0}
        games = [{"name": "agurk", "title": "Agurk", "seats": [2, 7], "options": list(options)}]
        mine = {"player": "p1", "name": hello.get("name", "ann"), "token": token or "signed"}
        told = {"games": games, "settings": [], "limits": limits, "rooms": list(rooms)}
        await self.say("welcome", re=hello["id"], **mine, server="0", **told)
        return hello

    async def let_in(self, kind: str = "join", version: int = 1, **view: Any) -> None:
        """Takes a join (create, spectate, resume) and answers with ok and the view."""
        asked = await self.expect(kind)
        await self.say("ok", re=asked["id"], room="ABCDEF", version=version)
        await self.update(version, **view)

    async def update(self, version: int, **fields: Any) -> None:
        await self.say("update", **update(version, **fields))

    async def move(self, ref: str | None = None) -> Message:
        """Takes a move, with that ref if one is given, and answers ok."""
        move = await self.expect("move")
        assert ref in (None, move["ref"])
        await self.say("ok", re=move["id"], room="ABCDEF", version=move["version"] + 1, ref=move["ref"])
        return move

    async def close(self, code: int = 1012, reason: str = "service restart") -> None:
        await self.socket.close(code, reason)

    def cut(self) -> None:
        """Ends the connection as a dying process does."""
        self.socket.transport.abort()

    async def gone(self) -> None:
        """Waits until the client is gone."""
        await self.socket.wait_closed()


Script = Callable[[Talk], Awaitable[None]]


class Peer:
    """`async with Peer(first, second) as url:` the first connection meets the first script, and so on. A script that
    fails, or was never met, fails the test."""

    def __init__(self, *scripts: Script, subprotocol: str | None = "fudakai.v1.msgpack") -> None:
        self.scripts = list(scripts)
        self.subprotocol = subprotocol
        self.errors: list[BaseException] = []
        self.server: Server

    async def __aenter__(self) -> str:
        offered = [Subprotocol(self.subprotocol)] if self.subprotocol else None
        self.server = await serve(self.serve, "127.0.0.1", 0, subprotocols=offered)
        return f"ws://127.0.0.1:{next(iter(self.server.sockets)).getsockname()[1]}/"

    async def serve(self, socket: ServerConnection) -> None:
        if not self.scripts:
            self.errors.append(AssertionError("one connection too many"))
            return
        script = self.scripts.pop(0)
        try:
            await script(Talk(socket))
        except (AssertionError, ConnectionClosed) as error:
            self.errors.append(error)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.close()
        await self.server.wait_closed()
        if self.errors:
            raise self.errors[0]
        if error is None:
            assert not self.scripts, "the client never came back"


def in_time(test: Callable[P, Awaitable[None]]) -> Callable[P, Awaitable[None]]:
    """The test with a bound of ten seconds."""

    @functools.wraps(test)
    async def bounded(*args: P.args, **kwargs: P.kwargs) -> None:
        async with asyncio.timeout(10):
            await test(*args, **kwargs)

    return bounded


def entry(version: int, *events: Message, by: int | str = 0, clock: bool = False) -> Message:
    return {"version": version, "by": by, "events": list(events), **({"clock": True} if clock else {})}


def update(version: int, *, hand: list[str] | None = None, **fields: Any) -> Message:
    """The fields of an update of a room of two. `hand`: seat 0's, which then may play any of it; without one the view
    is a spectator's."""
    you = None
    if hand is not None:
        offers = [{"type": "play", "cards": [card]} for card in hand]
        you = {"seat": 0, "since": version, "private": {"hand": hand}, "offers": offers}
    state = {
        "status": "playing",
        "game": "agurk",
        "title": "ann's table",
        "visibility": "public",
        "host": "p1",
        "options": {},
        "settings": {},
        "seats": [{"seat": 0, "player": "p1", "name": "ann"}, {"seat": 1, "player": "p2", "name": "bob"}],
        "match": "m1",
        "to_act": [0] if hand else [1],
        "clocks": [{"seat": 0 if hand else 1, "left": 30000}],
        "spectators": 0,
        "table": {"scores": [0, 0]},
        "result": None,
    }
    state |= fields.pop("state", {})
    message = {"room": "ABCDEF", "version": version, "state": state, "events": fields.pop("events", [])}
    return message | ({"you": you} if you else {}) | fields


async def until(room: Room, version: int) -> list[View]:
    """The views of a room up to that version."""
    views = []
    async for view in room:
        views.append(view)
        if view.version >= version:
            return views
    raise AssertionError(f"the room ended before version {version}")
