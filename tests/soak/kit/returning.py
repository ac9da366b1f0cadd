"""Coming back in time and too late, and cables that are cut, over real sockets, by clocks that are moved by hand; and
the part of the soak of all that goes on in a town.

Each function does its thing `count` times and raises AssertionError for what should not be.
"""

from __future__ import annotations

import math
import random
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import redis.asyncio as aioredis
import structlog

from fudakai.server.store.embedded import EmbeddedRedis
from tests.soak.kit.comings import cycles
from tests.soak.kit.instants import both_ready, deadlines, fifty, leave_and_join
from tests.soak.kit.town import DEFAULTS, Person, Town, loop_clock, town
from tests.soak.kit.wire import JSON, MSGPACK

GRACE: Final = 60
EARLY: Final = 0.05
"""Seconds before and after the end of the grace."""
PING: Final[float] = DEFAULTS["ping_interval"]
SILENCE: Final[float] = DEFAULTS["ping_timeout"]
"""A connection that has gone without a word is noticed after both together, at most (docs/hosting.md)."""
STEP: Final = 0.25
"""Seconds by which the loop's clock is moved while a cut cable is waited for: less than Redis has for an answer."""


async def grace(town: Town, count: int) -> None:
    """Back just before the end of the grace: the seat as it was. Just after: it is lost, and that is said clearly."""
    ann, cid = await town.person("ann"), await town.person("cid")
    for number in range(count):
        bob = await town.person("bob")
        room = await town.table(ann, bob, cid, turn_seconds=0, reconnect_grace=GRACE)
        hand = bob.view["you"]["private"]
        bob.cut()
        await ann.until_away(room, 1, True)
        town.world.clock.move(GRACE - EARLY)
        back = await town.person(token=bob.token, protocol=(MSGPACK, JSON)[number % 2])
        assert back.welcome["rooms"] == [room]
        assert (await back.ask("resume", room=room, version=0))["seat"] == 1
        await back.until_version(room, 1)
        assert back.view["you"]["private"] == hand
        await ann.until_away(room, 1, False)
        town.world.clock.move(2 * GRACE)
        await town.world.settle()
        assert town.world.host.runners[room].room.places[1].player == bob.welcome["player"], "the old end rang"
        back.cut()
        await ann.until_away(room, 1, True)
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


async def cables(town: Town, count: int, seed: int = 0) -> Counter[str]:
    """A cable is cut: nothing comes from there any more, no end of the socket either. It is noticed within the stated
    time and not before an answer was due, whenever it happens between two pings; those who do answer stay. After the
    grace the seat is lost, and a room where nobody else sat is closed. When it was noticed."""
    rng = random.Random(seed)
    ann = await town.person("ann")
    times: list[float] = []
    for number in range(count):
        with loop_clock() as clock:
            bob = await town.person("bob", protocol=(MSGPACK, JSON)[number % 2])
            room = await town.table(ann, bob, turn_seconds=0, reconnect_grace=GRACE)
            den = str((await bob.ask("create", game="agurk", settings={"reconnect_grace": GRACE}))["room"])
            await ann.ask("spectate", room=den)
            for _ in range(rng.randrange(int(PING / STEP))):
                clock.move(STEP)
                await _heard_of(town, ann, bob)
            assert not _away(town, room, 1), "who answers is not away"
            bob.stall()
            passed = 0.0
            while not _away(town, room, 1):
                clock.move(STEP)
                passed += STEP
                await _heard_of(town, ann)
                assert passed < PING + SILENCE or _away(town, room, 1), f"not noticed {passed:g} s after the cut"
        assert passed >= SILENCE, f"taken for gone {passed:g} seconds after the cut, before a pong was due"
        assert not _away(town, room, 0)
        await ann.until_away(room, 1, True)
        town.world.clock.move(GRACE)
        await town.world.settle()
        assert den not in town.world.host.runners
        assert bob.welcome["player"] not in town.world.host.runners[room].room.people
        assert await town.world.store.rooms() == [room]
        await ann.ask("leave", room=room)
        times.append(passed)
    return Counter(
        {
            "noticed": len(times),
            "s after the cut at the earliest": math.ceil(min(times)),
            "s at the latest": math.ceil(max(times)),
        }
    )


def _away(town: Town, room: str, seat: int) -> bool:
    return town.world.host.runners[room].room.places[seat].shown.away


async def _heard_of(town: Town, *people: Person) -> None:
    """What the move of the clock set off is done, and these people have answered what they were asked."""
    for _ in range(2):
        for one in people:
            await one.ask("ping")
        await town.world.settle()
        await town.world.store.rooms()  # Redis has answered what the store asked before


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
                    wrong.append(f"{name}: {str(error) or traceback.format_exc(limit=-1)}")
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
    "cables cut": (cables, 2),
    "moves at a deadline": (deadlines, 100),
    "turns with fifty moves at once": (fifty, 5),
    "two ready at once": (both_ready, 10),
    "leaves and joins at once": (leave_and_join, 50),
    "rooms that come and go": (None, 1000),
}
"""What `make soak` does, and how often `make test` does it; None: `cycles`, which looks into Redis."""
