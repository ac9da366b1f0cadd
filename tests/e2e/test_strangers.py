"""A table of strangers over real connections: a locked room, bots, chat, a kick, also across a kill -9."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

from fudakai.clients.bots import random_player
from fudakai.clients.sdk import Line, Refused, Room, View, autoplay, connect
from fudakai.clients.sdk.view import Data
from tests.e2e.process import ServerProcess

SECONDS = 60.0
PASSCODE = "open sesame 花"


async def play(room: Room) -> list[Data]:
    """One match of whoever sits there, started as its host."""
    rng = random.Random(5)

    def choose(view: View, offers: Sequence[Data]) -> Data:
        return random_player.play(view.known, offers, rng)

    return await autoplay(room, choose, start=True)


async def refused(code: str, asked: object) -> None:
    with pytest.raises(Refused) as refusal:
        await asked  # type: ignore[misc]  # any coroutine of the SDK
    assert refusal.value.code == code


async def test_a_locked_table_with_bots_chat_and_a_kick(server: ServerProcess) -> None:
    heard: list[Line] = []
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann") as ann,
        connect(server.url, name="Ann") as bob,
        connect(server.url, name="eve") as eve,
    ):
        room = await ann.create("agurk", seats=3, visibility="locked", passcode=PASSCODE)
        await refused("wrong_passcode", bob.join(room.code))
        await refused("wrong_passcode", eve.spectate(room.code, "open sesame"))
        at_table = await bob.join(room.code, PASSCODE)
        watching = await eve.spectate(room.code, PASSCODE)
        watching.heard = heard.append
        await refused("not_host", at_table.add_bot())
        await refused("not_seated", watching.configure(title="mine"))
        await at_table.chat("good evening")
        await room.emote("hello")
        await room.mute(bob.player)
        await refused("muted", at_table.chat("and more"))
        await room.kick(1)
        async for _ in at_table:
            pass
        assert at_table.closing is not None
        assert at_table.closing.code == "kicked"
        await refused("kicked", bob.join(room.code, PASSCODE))
        await room.add_bot()
        await room.add_bot("random")
        await room.configure(title="two bots", settings={"bot_delay": 0.01})
        assert (await play(room))[0]["names"] == ["ann", "Strong bot ①", "Random bot ①"]

        await server.kill()
        await server.start()
        assert (await play(room))[0]["names"] == ["ann", "Strong bot ①", "Random bot ①"]
        while not (watching.view and watching.view.match == room.code + "-2"):  # noqa: ASYNC110  # eve comes back by herself
            await asyncio.sleep(0)
        assert watching.view.state["title"] == "two bots"
        assert [total["matches"] for total in room.view.state["sitting"]["totals"]] == [2, 2, 2]  # type: ignore[union-attr]
        await room.chat("that was it")
        while len(heard) < 3:  # noqa: ASYNC110  # nothing tells when the last line is there
            await asyncio.sleep(0)
        assert heard == [
            Line(bob.player, "Ann (2)", 1, "good evening", None),
            Line(ann.player, "ann", 0, None, "hello"),
            Line(ann.player, "ann", 0, "that was it", None),
        ]
        await room.close_for_all()
        async for _ in watching:
            pass
        assert watching.closing is not None
        assert watching.closing.code == "closed"
    assert "sesame" not in server.log.read_text() + "".join(server.said)
