"""A match over real connections in which the server's stand-in plays a seat for a while, also across a kill -9 (L9)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

from fudakai.clients.bots import random_player
from fudakai.clients.sdk import Room, View, autoplay, connect
from fudakai.clients.sdk.view import Data
from tests.e2e.process import ServerProcess

SECONDS = 60.0
SLOW = 1.0
"""Seconds for a stand-in's move: the match must not be over before its player is back."""


async def play(room: Room, seed: int, *, start: bool = False) -> list[Data]:
    """Plays one match at random, as a person's client would."""
    rng = random.Random(seed)

    def choose(view: View, offers: Sequence[Data]) -> Data:
        return random_player.play(view.known, offers, rng)

    return await autoplay(room, choose, start=start, pace=0.02)


async def until(watched: Room, holds: Callable[[View], bool]) -> None:
    """Returns at the first view for which it holds."""
    async for view in watched:
        if holds(view):
            return
    raise AssertionError("the room has ended")


async def test_l9_who_leaves_is_played_for_and_comes_back_to_the_seat_also_after_kill_9(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann") as ann,
        connect(server.url, name="bob") as bob,
        connect(server.url, name="cid") as cid,
        connect(server.url, name="dan") as dan,
    ):
        options = {"match_end": "rounds", "rounds": 6}
        room = await ann.create("hanafuda", seats=3, options=options, settings={"bot_delay": SLOW})
        code = room.code
        left = await bob.join(code)
        async with asyncio.TaskGroup() as tasks:
            ends = [
                tasks.create_task(play(room, 1, start=True)),
                tasks.create_task(play(await cid.join(code), 2)),
            ]
            early = tasks.create_task(play(left, 3))
            watched = await dan.spectate(code)
            await until(watched, lambda view: view.version > 12)
            await left.leave()
            assert await early == []
            since = watched.version
            await until(watched, lambda view: view.seats[1].bot and view.version > since + 3)
            await server.kill()
            await server.start()
            back = await bob.join(code)
            assert back.view is not None
            assert back.view.status == "playing"
            assert (back.view.seat, back.view.seats[1].bot, back.view.seats[1].left) == (1, False, False)
            ends.append(tasks.create_task(play(back, 4)))
        results = [end.result() for end in ends]
        assert [len(of_one) for of_one in results] == [1, 1, 1]
        assert len(results[0][0]["places"]) == 3
        assert results[0] == results[1] == results[2]
