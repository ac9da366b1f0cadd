"""Coming back, deadlines and comings and goings over real sockets, by a room clock that is moved by hand.

Server and clients are in this process, so that both orders of two things in one moment can be brought about; sockets
and Redis are real. Each function does its thing `count` times and raises AssertionError for what should not be.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import redis.asyncio as aioredis
import structlog
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.store.embedded import EmbeddedRedis
from server.transport.connection import Bounds
from server.transport.health import Health
from server.transport.listener import Listener
from tests.host.world import HandClock, World, world_on
from tests.soak.wire import JSON, MSGPACK, Wire

HOST: Final = "127.0.0.1"
GRACE: Final = 60
TURN: Final = 30
WITHIN: Final = 30.0
"""Seconds for one thing that should take milliseconds."""
EARLY: Final = 0.05
"""Seconds before and after the end of the grace."""


class Person(Wire):
    """A connection that keeps its newest view."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.view: dict[str, Any] = {}

    async def hear(self) -> dict[str, Any]:
        message = await super().hear()
        self.frames.clear()
        if message["type"] == "update":
            self.view = message
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

    async def until_away(self, seat: int, away: bool) -> None:
        """Hears until a seat is away, or is not."""
        async with asyncio.timeout(WITHIN):
            while self.view["state"]["seats"][seat]["away"] is not away:
                await self.hear()

    async def until_version(self, version: int) -> None:
        """Hears until the view is of that version."""
        async with asyncio.timeout(WITHIN):
            while not self.view or self.view["version"] < version:
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
            await one.until_version(version)
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
    bounds = Bounds(credits=1_000_000, credits_per_second=1_000_000, max_connections_per_address=1000)
    async with world_on(redis, HandClock(), max_rooms=1000, max_rooms_per_address=1000) as world:
        listener = Listener(world.host, bounds, Health(lambda: None, lambda: ""), world.counts)
        made = Town(world, listener, await listener.start(HOST, 0))
        try:
            yield made
        finally:
            made.cut()
            await listener.stop()


async def grace(town: Town, count: int) -> None:
    """Back just before the end of the grace: the seat as it was. Just after: it is lost, and that is said clearly."""
    ann, cid = await town.person("ann"), await town.person("cid")
    for number in range(count):
        bob = await town.person("bob")
        room = await town.table(ann, bob, cid, turn_seconds=0, reconnect_grace=GRACE)
        hand = bob.view["you"]["private"]
        bob.cut()
        await ann.until_away(1, True)
        town.world.clock.move(GRACE - EARLY)
        back = await town.person(token=bob.token, protocol=(MSGPACK, JSON)[number % 2])
        assert back.welcome["rooms"] == [room]
        assert (await back.ask("resume", room=room, version=0))["seat"] == 1
        await back.until_version(1)
        assert back.view["you"]["private"] == hand
        await ann.until_away(1, False)
        town.world.clock.move(2 * GRACE)
        await town.world.settle()
        assert town.world.host.runners[room].room.places[1].player == bob.welcome["player"], "the old end rang"
        back.cut()
        await ann.until_away(1, True)
        town.world.clock.move(GRACE + EARLY)
        await town.world.settle()
        late = await town.person(token=bob.token)
        assert late.welcome["rooms"] == []
        assert (await late.try_("join", room=room))["code"] == "playing"
        assert (await late.try_("move", room=room, ref="x", version=1, move={}))["code"] == "not_your_turn"
        assert "seat" not in await late.ask("resume", room=room)
        late.cut()
        for one in (ann, cid):
            await one.ask("leave", room=room)


async def late_close(town: Town, count: int) -> None:
    """The close of an old connection comes before, with or after the return on a new one: the seat is not away then."""
    ann, bob = await town.person("ann"), await town.person("bob")
    room = await town.table(ann, bob, turn_seconds=0, reconnect_grace=GRACE)
    for number in range(count):
        if number % 3 == 0:
            bob.cut()
        new = await town.person(token=bob.token)
        asked = await new.say("resume", room=room, version=0)
        if number % 3 == 1:
            bob.cut()
        assert (await new.answer(asked))["seat"] == 1
        if number % 3 == 2:
            bob.cut()
        await town.world.until(lambda: len(town.world.host.sessions) == 2)
        await town.world.settle()
        assert not town.world.host.runners[room].room.places[1].shown.away
        bob = new
    town.world.clock.move(2 * GRACE)
    await town.world.settle()
    assert town.world.host.runners[room].room.status == "playing"


async def deadlines(town: Town, count: int, seed: int = 0) -> Counter[str]:
    """A move in the very millisecond of its deadline, now before and now after the clock's: exactly one counts. How
    often each did."""
    rng = random.Random(seed)
    people = [await town.person("ann"), await town.person("bob")]
    clock, host = town.world.clock, town.world.host
    won: Counter[str] = Counter()
    room = ""
    for number in range(count):
        if not room or host.runners[room].room.status != "playing":
            if room:
                for one in people:
                    await one.ask("leave", room=room)
            room = await town.table(*people, turn_seconds=TURN, missed_turns=0)
        runner = host.runners[room]
        for one in people:
            await one.until_version(runner.room.version)
        mover = next(one for one in people if one.view["you"]["offers"])
        version, seat = runner.room.version, mover.view["you"]["seat"]
        deadline = runner.room.deadline()
        assert deadline is not None
        clock.stand_at(deadline)
        first = rng.random() < 0.5
        if first:
            asked = await mover.say(**_move(mover, room, number))
            for _ in range(rng.randrange(12)):
                await asyncio.sleep(0)
        clock.move(0)
        if not first:
            for _ in range(rng.randrange(3)):
                await asyncio.sleep(0)
            asked = await mover.say(**_move(mover, room, number))
        answer = await mover.answer(asked)
        await town.world.settle()
        assert clock.now() == deadline
        events, gap = runner.room.events_after(version)
        assert not gap
        played = [entry.version for entry in events for event in entry.events if _played(event, seat)]
        assert played[:1] == [version + 1], (version, events)
        if answer["type"] == "ok":
            assert answer["version"] == version + 1
            won["move"] += 1
        else:
            assert answer["code"] in ("not_your_turn", "stale", "match_over"), answer
            won["clock"] += 1
        own = [entry for entry in events if any(_played(event, seat) for event in entry.events)]
        assert len(own) == 1, f"seat {seat} played {len(own)} times at {deadline}"
    return won


def _move(mover: Person, room: str, number: int) -> dict[str, Any]:
    view = mover.view
    offer = view["you"]["offers"][0]
    return {"kind": "move", "room": room, "ref": f"d{number}", "version": view["version"], "move": offer}


def _played(event: Any, seat: int) -> bool:
    return bool(event["type"] == "played" and event["seat"] == seat)


async def fifty(town: Town, count: int) -> None:
    """Fifty moves for one turn over ten connections of one player at once: one is accepted."""
    people = {name: [await town.person(name)] for name in ("ann", "bob")}
    room = await town.table(*(own[0] for own in people.values()), turn_seconds=0)
    for own in people.values():
        for _ in range(9):
            own.append(await town.person(token=own[0].token))
            await own[-1].ask("resume", room=room)
    runner = town.world.host.runners[room]
    for number in range(count):
        if runner.room.status != "playing":
            return
        everybody = [one for own in people.values() for one in own]
        await asyncio.gather(*(one.until_version(runner.room.version) for one in everybody))
        own = next(own for own in people.values() if own[0].view["you"]["offers"])
        codes = await asyncio.gather(*(_five_moves(one, room, f"f{number}-{at}") for at, one in enumerate(own)))
        answers = Counter(code for five in codes for code in five)
        assert answers["ok"] == 1, answers
        assert set(answers) <= {"ok", "not_your_turn", "stale", "match_over"}, answers
        assert answers.total() == 50


async def _five_moves(one: Person, room: str, ref: str) -> list[str]:
    """Five moves on what this connection sees now; the codes of their answers, or `ok`."""
    version, offers = one.view["version"], one.view["you"]["offers"]
    codes = []
    for number in range(5):
        move = offers[number % len(offers)]
        answer = await one.try_("move", room=room, ref=f"{ref}-{number}", version=version, move=move)
        codes.append(str(answer.get("code", answer["type"])))
    return codes


async def both_ready(town: Town, count: int) -> None:
    """Two are ready in the same tick: both count, and the match can start."""
    ann, bob = await town.person("ann"), await town.person("bob")
    room = str((await ann.ask("create", game="agurk", seats=2))["room"])
    await bob.ask("join", room=room)
    runner = town.world.host.runners[room]
    for number in range(count):
        for ready in (True, False):
            said = [await one.say("ready", room=room, ready=ready) for one in (ann, bob)[:: 1 if number % 2 else -1]]
            for one, id in zip((ann, bob)[:: 1 if number % 2 else -1], said, strict=True):
                assert (await one.answer(id))["type"] == "ok"
            assert [place.shown.ready for place in runner.room.places] == [ready, ready]
    for one in (ann, bob):
        await one.ask("ready", room=room)
    await ann.ask("start", room=room)


async def leave_and_join(town: Town, count: int) -> Counter[str]:
    """The last one leaves and somebody joins by code in the same tick: a working room, or "no such room", and the list
    says the same. How often each."""
    ann, bob = await town.person("ann"), await town.person("bob")
    came: Counter[str] = Counter()
    for number in range(count):
        room = str((await ann.ask("create", game="agurk"))["room"])
        pair = [(ann, "leave"), (bob, "join")][:: 1 if number % 2 else -1]
        said = [(one, await one.say(kind, room=room)) for one, kind in pair]
        answers = {one: await one.answer(id) for one, id in said}
        await town.world.settle()
        listed = [line["room"] for line in (await ann.ask("list"))["rooms"]]
        stored = await town.world.store.rooms()
        assert answers[ann]["type"] == "ok"
        if answers[bob]["type"] == "ok":
            assert listed == stored == list(town.world.host.runners) == [room]
            assert (await bob.ask("ready", room=room))["type"] == "ok"
            assert town.world.host.runners[room].room.host == bob.welcome["player"]
            await bob.ask("leave", room=room)
            came["a working room"] += 1
        else:
            assert answers[bob]["code"] == "unknown_room"
            assert listed == stored == list(town.world.host.runners) == []
            came["no such room"] += 1
    return came


async def cycles(town: Town, count: int, raw: Any, pairs: int = 4) -> None:
    """Rooms that are made, joined and left: at the end rooms, timers, tasks and Redis's keys are as at the start.

    `raw`: a Redis client. Keys of rooms where nothing was played stay for an hour at most.
    """
    world = town.world
    people = [(await town.person("ann"), await town.person("bob")) for _ in range(pairs)]
    await town.world.settle()

    async def lasting() -> set[str]:
        keys = [key async for key in raw.scan_iter(count=1000)]
        times = [await raw.ttl(key) for key in keys]
        assert all(time == -1 or 0 <= time <= 3600 for time in times), "a key of a room stays for long"
        return {key for key, time in zip(keys, times, strict=True) if time == -1}

    async def some(ann: Person, bob: Person, times: int) -> None:
        for _ in range(times):
            room = (await ann.ask("create", game="agurk"))["room"]
            await bob.ask("join", room=room)
            await ann.ask("ready", room=room)
            await ann.ask("leave", room=room)
            await bob.ask("leave", room=room)

    await asyncio.gather(*(some(*pair, 1) for pair in people))
    await world.settle()
    before, tasks = await lasting(), len(asyncio.all_tasks())
    await asyncio.gather(*(some(*pair, count // pairs) for pair in people))
    await world.settle()
    assert world.host.rooms == 0
    assert world.clock.alarms == []
    assert await world.store.rooms() == []
    assert await lasting() == before
    await world.until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert all(not session.rooms and not session.opening for session in world.host.sessions.values())
    assert all(not world.host.seats_of(one.welcome["player"]) for pair in people for one in pair)
    town.cut()
    await town.gone()


async def run(times: int, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """All of these, `times` what `make test` does; what was wrong, and the verdict in words."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))  # the host is in this process
    own = EmbeddedRedis(folder)
    url = await own.start()
    wrong: list[str] = []
    done: list[str] = []
    try:
        for name, (part, count) in PARTS.items():
            async with aioredis.Redis.from_url(url, decode_responses=True) as raw:
                try:
                    async with town(url) as here:
                        found = await (cycles(here, times * count, raw) if part is None else part(here, times * count))
                except AssertionError as error:
                    wrong.append(f"{name}: {error}")
                    continue
                finally:
                    await raw.flushall()
            ways = "" if not found else " (" + ", ".join(f"{value} {key}" for key, value in found.items()) + ")"
            done.append(f"{times * count} {name}{ways}")
            say(done[-1])
    finally:
        await own.stop()
    return wrong, "; ".join(done)


PARTS: Final[dict[str, tuple[Callable[[Town, int], Awaitable[Counter[str] | None]] | None, int]]] = {
    "returns at the end of the grace": (grace, 10),
    "late closes": (late_close, 12),
    "moves at a deadline": (deadlines, 100),
    "turns with fifty moves at once": (fifty, 5),
    "two ready at once": (both_ready, 10),
    "leaves and joins at once": (leave_and_join, 50),
    "rooms that come and go": (None, 1000),
}
"""What `make soak` does, and how often `make test` does it; None: `cycles`, which looks into Redis."""
