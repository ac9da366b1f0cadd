"""kill -9 of Redis under load: what was STORED is there, in order and once; UNKNOWN is settled by a new fence."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path

from fudakai.server.store import Append, Appended, Store, Unavailable
from fudakai.server.store.embedded import EmbeddedRedis
from tests.store.helpers import PATIENCE, Health, queued, running

ROOMS = 12
KILLS = 3
APPENDS_BETWEEN = 150


class Table:
    """One room's owner, as a host does it: one append in flight, and after UNKNOWN a new fence and the log again."""

    def __init__(self, store: Store, health: Health, code: str, fence: int) -> None:
        self.store = store
        self.health = health
        self.code = code
        self.fence = fence
        self.log: list[bytes] = []
        """Entries that are known to be stored."""
        self.refused: list[bytes] = []
        """Entries that were not there when the log was read after an UNKNOWN."""

    async def put(self, entry: bytes) -> Appended:
        result = await queued(self.store, Append(self.code, self.fence, len(self.log), (entry,)))
        if result is Appended.STORED:
            self.log.append(entry)
        else:
            assert result is Appended.UNKNOWN, result
            await self.settle(entry)
        return result

    async def settle(self, entry: bytes) -> None:
        while True:
            await self.health.is_(True)
            try:
                fence = await self.store.next_fence("node", "me", 0)
                assert fence is not None
                assert fence > self.fence
                self.fence = fence
                found = await self.store.take(self.code, fence)
                break
            except Unavailable:
                continue
        assert found is not None
        if found.entries == [*self.log, entry]:
            self.log.append(entry)
        else:
            assert found.entries == self.log
            self.refused.append(entry)


async def test_kill_9_of_redis_in_the_middle_of_appends(tmp_path: Path) -> None:
    own = EmbeddedRedis(tmp_path)
    url = await own.start()
    supervising = asyncio.create_task(own.supervise())
    try:
        async with running(url) as store:
            health = Health(store)
            fence = await store.next_fence("node", "me")
            assert fence is not None
            tables = [Table(store, health, f"R{number}", fence) for number in range(ROOMS)]
            for table in tables:
                assert await store.create(table.code, fence, b"base")
            results: Counter[Appended] = Counter()
            kills = 0

            async def play(table: Table) -> None:
                nonlocal kills
                number = 0
                while kills < KILLS or results[Appended.STORED] < (KILLS + 1) * APPENDS_BETWEEN:
                    result = await table.put(b"%d" % number)
                    number += 1
                    results[result] += 1
                    if kills < KILLS and results[Appended.STORED] >= (kills + 1) * APPENDS_BETWEEN and store.healthy:
                        kills += 1
                        assert own.pid is not None
                        os.kill(own.pid, signal.SIGKILL)

            async with asyncio.timeout(2 * PATIENCE), asyncio.TaskGroup() as players:
                for table in tables:
                    players.create_task(play(table))

            assert results[Appended.UNKNOWN] >= KILLS
            for table in tables:
                found = await store.take(table.code, table.fence)
                assert found is not None
                assert found.entries == table.log
                assert not set(table.refused) & set(found.entries)
                assert len(set(found.entries)) == len(found.entries) == found.version
    finally:
        await own.stop()
        await supervising


async def test_an_append_that_was_sent_and_not_answered_never_lands_after_the_take(tmp_path: Path) -> None:
    own = EmbeddedRedis(tmp_path)
    url = await own.start()
    assert own.pid is not None
    try:
        async with running(url, answer_seconds=0.3) as store:
            await store.create("ROOM", 1, b"base")
            health = Health(store)
            for fence in range(10, 50, 10):
                before = await store.take("ROOM", fence)
                assert before is not None
                os.kill(own.pid, signal.SIGSTOP)  # the append lies in Redis's socket
                try:
                    late = await queued(store, Append("ROOM", fence, before.version, (b"late%d" % fence,)))
                finally:
                    os.kill(own.pid, signal.SIGCONT)
                assert late is Appended.UNKNOWN
                await health.is_(True)
                taken = await store.take("ROOM", fence + 5)
                assert taken is not None
                assert taken.entries in (before.entries, [*before.entries, b"late%d" % fence])
                new = Append("ROOM", fence + 5, taken.version, (b"new%d" % fence,))
                assert await queued(store, new) is Appended.STORED
                again = await store.take("ROOM", fence + 5)
                assert again is not None
                assert again.entries == [*taken.entries, b"new%d" % fence]
                assert await queued(store, Append("ROOM", fence, again.version, (b"old",))) is Appended.FENCED
    finally:
        await own.stop()
