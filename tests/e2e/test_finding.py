"""Finding a table over real connections: the live list, quick match and options, also across a kill -9."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from fudakai.clients.sdk import Backoff, Lobby, Option, Patience, Refused, RoomLine, connect
from tests.e2e.process import ServerProcess

SECONDS = 60.0
PATIENCE = Patience(backoff=Backoff(first=0.02, most=0.2))


async def until(lobby: Lobby, found: Callable[[list[RoomLine]], bool]) -> list[RoomLine]:
    """The list, as soon as it is as it should be."""
    async for rooms in lobby:
        if found(rooms):
            return rooms
    raise AssertionError("the list has ended")


async def test_a_list_is_followed_across_a_kill(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann", patience=PATIENCE) as ann,
        connect(server.url, name="eve", patience=PATIENCE) as eve,
    ):
        lobby = await eve.follow("koikoi", free=True)
        assert await anext(lobby) == []
        room = await ann.create("koikoi", title="evening")
        await ann.create("agurk")
        (line,) = await until(lobby, bool)
        assert line == RoomLine(room.code, "evening", "koikoi", "waiting", 2, 1, spectators=True, locked=False)

        await server.kill()
        await server.start()
        await room.configure(title="later in the evening", visibility="locked", passcode="x")
        (line,) = await until(lobby, lambda rooms: [one.title for one in rooms] == ["later in the evening"])
        assert line.locked
        await room.add_bot()
        assert await until(lobby, lambda rooms: not rooms) == []

        other = await eve.follow(status="waiting")
        with pytest.raises(StopAsyncIteration):
            await anext(lobby)
        assert {line.game for line in await anext(other)} == {"agurk", "koikoi"}
        await other.close()
        with pytest.raises(Refused):
            await eve.follow("chess")


async def test_quick_match_and_what_may_be_chosen(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann", patience=PATIENCE) as ann,
        connect(server.url, name="bob", patience=PATIENCE) as bob,
    ):
        first = await ann.quick("hanafuda")
        assert (await bob.quick("hanafuda")).code == first.code
        with pytest.raises(Refused):
            await bob.quick("chess")
        options = {option.name: option for option in ann.options("koikoi")}
        assert options["rounds"] == Option("rounds", "choice", 12, options["rounds"].words, choices=(3, 6, 12))
        assert (options["goal"].nullable, options["goal"].min, options["goal"].max) == (True, 1, 500)
        assert ann.options("chess") == ann.options("agurk") == ()
        chosen = {option.name: option.default for option in options.values()}
        room = await ann.create("koikoi", options=chosen, settings={one.name: one.default for one in ann.settings})
        assert room.view is not None
        assert room.view.state["options"] == chosen


async def test_l6_who_watches_with_a_delay_is_behind_until_the_end(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann", patience=PATIENCE) as ann,
        connect(server.url, name="bob", patience=PATIENCE) as bob,
        connect(server.url, name="eve", patience=PATIENCE) as eve,
    ):
        room = await ann.create("agurk", seats=2, settings={"spectator_delay": 4, "turn_seconds": 0})
        other = await bob.join(room.code)
        watching = await eve.spectate(room.code)
        await room.ready()
        begins = await other.ready()
        await room.start()
        for number in range(12):
            if number == 6:
                await server.kill()
                await server.start()
            async for view in room:
                if view.to_act:
                    break
            mover = room if view.to_act == (view.seat,) else other
            while not (mover.view and mover.view.version >= view.version):  # noqa: ASYNC110  # both see the same soon
                await asyncio.sleep(0)
            stored = await mover.move(mover.view.offers[0], mover.view)
            assert watching.view is not None
            assert watching.view.version <= max(begins, stored + 2 - 4), "a choice and a deal can follow a move"
            while not (room.view and room.view.version >= stored):  # noqa: ASYNC110
                await asyncio.sleep(0)
            assert watching.view.version <= max(begins, room.view.version - 4)
        while room.view.watchers != ("eve",):  # noqa: ASYNC110  # she is back a little later, and that is told soon
            await asyncio.sleep(0)
        await other.leave()
        ends = []
        for end in (room, watching):
            async for view in end:
                if view.over:
                    ends.append((view.version, view.result))
                    break
        assert ends[0] == ends[1]
