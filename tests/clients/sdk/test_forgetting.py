"""What a client does not keep: one that goes from room to room stays as small as it was."""

from __future__ import annotations

import gc
import weakref

from fudakai.clients.sdk import connect
from tests.clients.peer import QUICK, Peer, Talk, in_time


@in_time
async def test_a_room_that_is_over_is_not_kept() -> None:
    codes = ("ABCDEF", "GHJKMN", "PQRSTU")

    async def script(talk: Talk) -> None:
        await talk.welcome()
        for code in codes:
            asked = await talk.expect("join")
            await talk.say("ok", re=asked["id"], room=code, version=4)
            await talk.update(4, room=code)
            await talk.say("closed", room=code, code="closed", words="Everybody left.")
        await talk.gone()

    over = []
    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        for code in codes:
            room = await client.join(code)
            assert [view.version async for view in room] == [4]
            over.append(weakref.ref(room))
        gc.collect()
        assert over[1]() is None
        assert over[2]() is room
