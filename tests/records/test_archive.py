"""Records out of the logs of rooms: which segments are read for one, and what is said when there is none."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.protocol import from_client as client
from fudakai.server.records import record as records
from fudakai.server.records.archive import Archive, NoRecord
from tests.host.world import HandClock, world_on


async def test_of_a_match_that_has_expired_the_later_ones_are_not_read(redis_url: str, raw: Any) -> None:
    async with world_on(redis_url, HandClock()) as world:
        code, (ann, bob) = await world.table("ann", "bob", start=False)
        for _ in range(4):
            await bob.ask(client.Join, room=code)
            for peer in (ann, bob):
                await peer.ask(client.Ready, room=code)
            await ann.ask(client.Start, room=code)
            await bob.ask(client.Leave, room=code)
            await world.settle()
        archive = Archive(world.store)
        assert records.check(await archive.numbered(code, 2)) is None
        with pytest.raises(NoRecord, match="no match number 5 that is over"):
            await archive.numbered(code, 5)
        for number in (0, 1, 4):
            raw.delete(f"fudakai:{{{code}}}:log:{number}")
        raw.set(f"fudakai:{{{code}}}:log:4", "no list: whoever reads it is told so")
        with pytest.raises(NoRecord, match=f"the records of room {code}'s match number 1 have expired"):
            await archive.numbered(code, 1)
        assert records.check(await archive.numbered(code, 3)) is None
