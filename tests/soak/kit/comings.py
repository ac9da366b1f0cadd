"""Rooms that are made, joined and left, time after time, over real sockets: nothing of them stays."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from typing import Any, Final

from fudakai.server.games.registry import GAMES
from tests.soak.kit.town import Person, Town

HOUR: Final = 3600
"""Seconds that Redis may keep what is left of a room where nothing was played."""


async def cycles(town: Town, count: int, raw: Any, pairs: int = 4) -> Counter[str]:
    """At the end rooms, timers, tasks, who listens to what, objects of the server's and Redis's lasting keys are as
    after the first few rooms. How many keys Redis still has to drop.

    `raw`: a Redis client. Somebody follows the list of rooms meanwhile.
    """
    world, games = town.world, list(GAMES)
    people = [(await town.person("ann"), await town.person("bob")) for _ in range(pairs)]
    eve = await town.person("eve")
    await eve.ask("follow")

    async def some(ann: Person, bob: Person, times: int) -> None:
        for number in range(times):
            room = (await ann.ask("create", game=games[number % len(games)]))["room"]
            await bob.ask("join", room=room)
            await ann.ask("ready", room=room)
            await ann.ask("leave", room=room)
            await bob.ask("leave", room=room)

    async def quiet() -> None:
        await world.settle()
        world.clock.move(1)  # the followed list is told of the last changes
        await eve.ask("list")

    for pair in people:
        await some(*pair, len(games))
    await quiet()
    before, tasks, alarms = await _lasting(raw), len(asyncio.all_tasks()), len(world.clock.alarms)
    objects = _objects()
    each = [count // pairs + (at < count % pairs) for at in range(pairs)]
    await asyncio.gather(*(some(*pair, times) for pair, times in zip(people, each, strict=True)))
    await quiet()
    assert world.host.rooms == 0
    assert len(world.clock.alarms) == alarms
    assert await world.store.rooms() == []
    assert await _lasting(raw) == before
    await world.until(lambda: len(asyncio.all_tasks()) <= tasks)
    assert all(not session.rooms and not session.opening for session in world.host.sessions.values())
    assert all(not world.host.seats_of(one.welcome["player"]) for pair in people for one in pair)
    more = {kind: many - objects[kind] for kind, many in _objects().items() if many > objects[kind]}
    assert not more, f"there are more objects than before: {more}"
    left = await raw.dbsize() - len(before)
    town.cut()
    await town.gone()
    assert world.clock.alarms == []
    return Counter({"keys that Redis drops within an hour": left})


async def _lasting(raw: Any) -> set[str]:
    """The keys that stay; all others go within an hour."""
    keys = [key async for key in raw.scan_iter(count=1000)]
    async with raw.pipeline(transaction=False) as pipe:
        for key in keys:
            pipe.ttl(key)
        times = dict(zip(keys, await pipe.execute(), strict=True))
    long = {key: time for key, time in times.items() if time > HOUR}
    assert not long, f"keys stay for more than an hour: {long}"
    return {key for key, time in times.items() if time == -1}


def _objects() -> Counter[str]:
    """The server's objects in this process, by kind."""
    gc.collect()
    kinds = (type(one) for one in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("server."))
