"""A town: host, listener and clients in one process, so that both orders of two things in one moment can be brought
about, by a room clock that is moved by hand. Sockets and Redis are real.
"""

from __future__ import annotations

import asyncio
import time
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from fudakai.server.transport.connection import Bounds
from fudakai.server.transport.health import Health
from fudakai.server.transport.listener import Listener
from tests.host.world import HandClock, World, world_on
from tests.soak.kit.wire import MSGPACK, Wire

HOST: Final = "127.0.0.1"
WITHIN: Final = 30.0
"""Seconds for one thing that should take milliseconds."""
DEFAULTS: Final = tomllib.loads((files("fudakai.server.config") / "default.toml").read_text())
"""The settings as they are stated."""


class Person(Wire):
    """A connection that keeps its newest view, and that of each room."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.view: dict[str, Any] = {}
        self.views: dict[str, dict[str, Any]] = {}

    async def hear(self) -> dict[str, Any]:
        message = await super().hear()
        self.frames.clear()
        if message["type"] == "update":
            self.view = self.views[message["room"]] = message
        return message

    async def answer(self, id: int) -> dict[str, Any]:
        """The answer to what was said, a refusal among them."""
        async with asyncio.timeout(WITHIN):
            while (message := await self.hear()).get("re") != id:
                pass
        return message

    async def try_(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Says something; the answer, which may be a refusal."""
        return await self.answer(await self.say(kind, **fields))

    async def until_away(self, room: str, seat: int, away: bool) -> None:
        """Hears until a seat of the room is away, or is not."""
        async with asyncio.timeout(WITHIN):
            while self.views[room]["state"]["seats"][seat]["away"] is not away:
                await self.hear()

    async def until_version(self, room: str, version: int) -> None:
        """Hears until the view is of that version of the room."""
        async with asyncio.timeout(WITHIN):
            while room not in self.views or self.views[room]["version"] < version:
                await self.hear()

    @property
    def token(self) -> str:
        return str(self.welcome["token"])


class Town:
    """A host with a hand clock, behind a listener."""

    def __init__(self, world: World, listener: Listener, port: int) -> None:
        self.world = world
        self.listener = listener
        self._port = port
        self._people: list[Person] = []

    async def person(self, name: str | None = None, token: str | None = None, protocol: str = MSGPACK) -> Person:
        """A new connection that has said hello."""
        url = f"ws://{HOST}:{self._port}/"
        options = {"subprotocols": [Subprotocol(protocol)], "compression": None, "ping_interval": None}
        person = Person(await connect(url, **options, max_queue=None))  # type: ignore[arg-type]
        person.welcome = await person.ask("hello", **{k: v for k, v in {"name": name, "token": token}.items() if v})
        self._people.append(person)
        return person

    async def table(self, *people: Person, **settings: Any) -> str:
        """A room where these people play Agurk; its code."""
        room = str((await people[0].ask("create", game="agurk", seats=len(people), settings=settings))["room"])
        for one in people[1:]:
            await one.ask("join", room=room)
        for one in people:
            await one.ask("ready", room=room)
        version = (await people[0].ask("start", room=room))["version"]
        for one in people:
            await one.until_version(room, version)
        return room

    async def gone(self) -> None:
        """Until the server knows of no connection."""
        await self.world.until(lambda: not self.listener.connections and not self.world.host.sessions)

    def cut(self) -> None:
        """Ends all clients."""
        for person in self._people:
            person.cut()
        self._people.clear()


@asynccontextmanager
async def town(redis: str) -> AsyncIterator[Town]:
    """A host on this Redis, with real sockets in front of it."""
    bounds = Bounds(
        credits=1_000_000,
        credits_per_second=1_000_000,
        max_connections_per_address=1000,
        **{name: DEFAULTS[name] for name in ("ping_interval", "ping_timeout")},
    )
    async with world_on(redis, HandClock(), max_rooms=1000, max_rooms_per_address=1000) as world:
        listener = Listener(world.host, bounds, Health(lambda: None, lambda: ""), world.counts)
        made = Town(world, listener, await listener.start(HOST, 0))
        try:
            yield made
        finally:
            made.cut()
            await listener.stop()


class LoopClock:
    """The time of an event loop, which stands until it is moved: timers ring then, and no sooner.

    It does not stand for longer than WITHIN: then it jumps by an hour, so that what waits in vain gives up.
    """

    def __init__(self, now: float) -> None:
        self._now = now
        self._jump = time.monotonic() + WITHIN

    def time(self) -> float:
        """What the loop takes for the time."""
        return self._now if time.monotonic() < self._jump else self._now + 3600

    def move(self, seconds: float) -> None:
        """Lets time pass."""
        self._now += seconds
        self._jump = time.monotonic() + WITHIN


@contextmanager
def loop_clock() -> Iterator[LoopClock]:
    """The running loop lives by a clock that is moved by hand. Afterwards time runs on from there, since it never goes
    back."""
    loop = asyncio.get_running_loop()
    own, clock = loop.time, LoopClock(loop.time())
    loop.time = clock.time  # type: ignore[method-assign]  # asyncio has no other way to set a loop's clock
    try:
        yield clock
    finally:
        ahead = clock.time() - own()
        loop.time = lambda: own() + ahead  # type: ignore[method-assign]
