"""A host with a real store, a clock that tests move, and connections that keep what they are sent."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgpack

from fudakai.clients import bots
from fudakai.protocol import from_client as client
from fudakai.protocol.codec import CODECS, Codec
from fudakai.protocol.codes import Close
from fudakai.protocol.from_server import Limits
from fudakai.server.cluster.lease import Lease
from fudakai.server.counts import Counts
from fudakai.server.games.registry import GAMES
from fudakai.server.guesses import Guesses
from fudakai.server.host.host import Host, ServerInfo
from fudakai.server.host.quotas import Quotas
from fudakai.server.live.draws import drawn
from fudakai.server.live.passcodes import Passcodes
from fudakai.server.live.ports import Services
from fudakai.server.live.stand_ins import BotPlayers
from fudakai.server.lobby.door import Door
from fudakai.server.lobby.history import HistoryQueries
from fudakai.server.lobby.identity import Identity
from fudakai.server.lobby.results import ResultsWorker
from fudakai.server.records.archive import Archive
from fudakai.server.rooms.settings import RoomSettings
from fudakai.server.store import Store

KEY: Final = "a key for tests that everybody may know"
PATIENCE: Final = 20.0
"""Seconds until a test gives up waiting for something that should take milliseconds."""


_numbers = itertools.count(1)


def versions(message: Any) -> Iterator[int]:
    """Every version that a message holds, wherever it stands."""
    if isinstance(message, dict):
        for key, value in message.items():
            if key == "version":
                yield value
            elif key == "versions":
                yield from value.values()
            else:
                yield from versions(value)
    elif isinstance(message, list):
        for value in message:
            yield from versions(value)


class HandClock:
    """Time stands still until a test moves it."""

    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now
        self._order = itertools.count()
        self.alarms: list[HandAlarm] = []

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, call: Callable[[], None]) -> HandAlarm:
        alarm = HandAlarm(self, when, next(self._order), call)
        self.alarms.append(alarm)
        return alarm

    def move(self, seconds: float) -> None:
        """Lets time pass; alarms ring in their order."""
        until = self._now + round(seconds * 1000)
        while due := [alarm for alarm in self.alarms if alarm.when <= until]:
            alarm = min(due, key=lambda alarm: (alarm.when, alarm.order))
            self.alarms.remove(alarm)
            self._now = max(self._now, alarm.when)
            alarm.call()
        self._now = until

    def stand_at(self, when: int) -> None:
        """It is that moment, and no alarm has rung yet; `move(0)` rings those that are due."""
        self._now = when

    def stand_still(self, seconds: float) -> None:
        """Time passes and nobody notices: as if the process had been stopped, and goes on now."""
        self._now += round(seconds * 1000)
        self.move(0)


class HandAlarm:
    def __init__(self, clock: HandClock, when: int, order: int, call: Callable[[], None]) -> None:
        self._clock = clock
        self.when = when
        self.order = order
        self.call = call

    def cancel(self) -> None:
        if self in self._clock.alarms:
            self._clock.alarms.remove(self)


class Peer:
    """A connection's end at the host: what it was sent, decoded by another codec than the server's."""

    def __init__(
        self,
        world: World,
        name: str | None = None,
        token: str | None = None,
        birthday: str | None = None,
        source: str = "127.0.0.1",
    ) -> None:
        self.id = next(_numbers)
        self.remote = "127.0.0.1:1"
        self.source = source
        self.strikes = 0
        self.codec: Codec = CODECS["fudakai.v1.msgpack"]
        self.got: list[dict[str, Any]] = []
        self.frames: list[bytes] = []
        self.closed_with: int | None = None
        self.hello_accepted = False
        self._world = world
        self._ids = itertools.count(1)
        world.host.opened(self)
        self.say(client.Hello, name=name, token=token, birthday=birthday)

    # what the host calls

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.got.append(msgpack.unpackb(frame))

    def close(self, code: Close, reason: str) -> None:
        self.closed_with = int(code)

    def greeted(self, player: str) -> None:
        self.hello_accepted = True

    def strike(self) -> None:
        self.strikes += 1

    # what a test calls

    def say(self, kind: type[Any], **fields: Any) -> int:
        """Hands a message to the host; its id."""
        id = next(self._ids)
        self._world.host.received(self, kind(id=id, **fields))
        return id

    async def ask(self, kind: type[Any], **fields: Any) -> dict[str, Any]:
        """Says something and waits for the answer."""
        return await self.answer(self.say(kind, **fields))

    async def answer(self, id: int) -> dict[str, Any]:
        """Waits for the answer to what was said."""
        found: dict[str, Any] = await self._world.until(lambda: next((m for m in self.got if m.get("re") == id), None))
        return found

    def drop(self) -> None:
        """The connection is gone."""
        self._world.host.closed(self)

    @property
    def welcome(self) -> dict[str, Any]:
        return next(message for message in self.got if message["type"] == "welcome")

    @property
    def view(self) -> dict[str, Any]:
        """The newest update."""
        return next(message for message in reversed(self.got) if message["type"] == "update")

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [message for message in self.got if message["type"] == "update"]


class World:
    """One host process, without the process."""

    def __init__(self, store: Store, lease: Lease, clock: HandClock, **settings: Any) -> None:
        self.store = store
        self.clock = clock
        self.counts = Counts()
        self.worker = ResultsWorker(store, self.counts.leave_result)
        services = Services(
            store=store,
            lease=lease,
            clock=clock,
            games=settings.pop("games", GAMES),
            players=BotPlayers(
                settings.pop("stand_ins", {name: bots.stand_in(name) for name in GAMES}),
                {strength.value: {name: bots.player(strength, name) for name in GAMES} for strength in bots.Strength},
            ),
            counts=self.counts,
            passcodes=Passcodes(clock.now),
            chance=settings.pop("chance", drawn),
        )
        self.host = Host(
            services,
            door=Door(Identity(KEY), settings.pop("access_token", None), Guesses(clock.now)),
            annals=HistoryQueries(store, self.worker, services.games, Archive(store)),
            quotas=Quotas(
                connections_per_player=settings.pop("max_connections_per_player", 20),
                rooms_per_address=settings.pop("max_rooms_per_address", 1000),
                rooms=settings.pop("max_rooms", 100),
                rooms_per_player=settings.pop("max_rooms_per_player", 5),
            ),
            info=ServerInfo(
                settings.pop("server", "test"),
                settings.pop("limits", Limits(16384, 16, 60, 20.0, 20.0)),
                RoomSettings(**settings.pop("rooms", {})),
            ),
        )

    @property
    def fenced(self) -> bool:
        """Whether another process has taken the node's rooms."""
        return self.host.services.lease.lost

    async def until(self, found: Callable[[], Any]) -> Any:
        """What `found` gives, as soon as it is something."""
        async with asyncio.timeout(PATIENCE):
            while not (it := found()):  # noqa: ASYNC110  # nothing tells when a test's wish comes true
                await asyncio.sleep(0)
            return it

    async def settle(self) -> None:
        """Until nothing is under way."""
        async with asyncio.timeout(PATIENCE):
            await self.host.settled()

    async def table(
        self, *names: str, start: bool = True, game: str = "agurk", **options: Any
    ) -> tuple[str, list[Peer]]:
        """A room with these people in it, and a match begun."""
        peers = [Peer(self, name) for name in names]
        code = (await peers[0].ask(client.Create, game=game, **options))["room"]
        for peer in peers[1:]:
            await peer.ask(client.Join, room=code)
        if start:
            for peer in peers:
                await peer.ask(client.Ready, room=code)
            await peers[0].ask(client.Start, room=code)
            await self.settle()
        return code, peers

    def mover(self, peers: list[Peer]) -> Peer:
        """The one whose turn it is."""
        return next(peer for peer in peers if peer.view["you"] and peer.view["you"]["offers"])

    async def play(self, code: str, peers: list[Peer], ref: str | None = None) -> dict[str, Any]:
        """The one to act plays the first offer; the answer."""
        peer = self.mover(peers)
        view = peer.view
        return await peer.ask(
            client.Move,
            room=code,
            ref=ref or f"r{view['version']}",
            version=view["version"],
            move=view["you"]["offers"][0],
        )


@asynccontextmanager
async def world_on(url: str, clock: HandClock, node: str = "main", **settings: Any) -> AsyncIterator[World]:
    """A host on this Redis, with whatever rooms are there. Leaving it is like a crash: nothing is said to anybody."""
    store = Store(url)
    await store.start()
    lease = Lease(store, node)
    await lease.acquire()
    world = World(store, lease, clock, **settings)
    ready, stop = asyncio.Event(), asyncio.Event()
    carrying = [asyncio.create_task(store.run()), asyncio.create_task(world.worker.run())]
    hosting = asyncio.create_task(world.host.run(ready, stop))
    try:
        await ready.wait()
        await world.settle()
        yield world
    finally:
        stop.set()
        await hosting
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)
        await store.aclose()
