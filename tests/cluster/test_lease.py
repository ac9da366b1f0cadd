"""Who runs a node's rooms: the newest start under its name, and the older one learns of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fudakai.server.cluster.lease import Lease, LeaseLost
from fudakai.server.store import Append, Appended, Store
from tests.store.helpers import queued, running


async def test_the_newest_start_has_the_lease(redis_url: str) -> None:
    async with running(redis_url) as store, running(redis_url) as other:
        older, newer = Lease(store, "main"), Lease(other, "main")
        first = await older.acquire()
        assert older.number == first > 0
        assert await older.held()
        second = await newer.acquire()
        assert second > first
        assert not await older.held()
        assert await newer.held()
        with pytest.raises(LeaseLost, match="'main'"):
            await older.renumber()
        assert await newer.held()
        assert older.number == first


async def test_an_older_process_cannot_write_once_a_room_was_taken(redis_url: str) -> None:
    async with running(redis_url) as store, running(redis_url) as other:
        older, newer = Lease(store, "main"), Lease(other, "main")
        await store.create("ROOM", await older.acquire(), b"base")
        await other.take("ROOM", await newer.acquire())
        assert await queued(store, Append("ROOM", older.number, 0, (b"a",))) is Appended.FENCED
        assert not await older.held()


async def test_new_numbers_keep_the_lease(redis_url: str) -> None:
    async with running(redis_url) as store:
        lease = Lease(store, "main")
        numbers = [await lease.acquire(), *await asyncio.gather(*(lease.renumber() for _ in range(20)))]
        assert len(set(numbers)) == 21
        assert lease.number == max(numbers)
        assert await lease.held()


async def test_nodes_have_their_own_leases_and_share_the_numbers(redis_url: str) -> None:
    async with running(redis_url) as store:
        leases = [Lease(store, f"node-{number}") for number in range(5)]
        numbers = await asyncio.gather(*(lease.acquire() for lease in leases))
        assert len(set(numbers)) == 5
        assert all(await asyncio.gather(*(lease.held() for lease in leases)))


async def test_a_number_whose_answer_was_lost_is_still_ours(store: Store) -> None:
    lease = Lease(store, "main")
    number = await lease.acquire()
    lost = await store.next_fence("main", lease.holder, number)
    assert lost is not None
    assert await lease.held()
    assert await lease.renumber() > lost


def milliseconds(raw: Any) -> int:
    """The clock of Redis."""
    seconds, micros = raw.time()
    return int(seconds * 1000 + micros // 1000)


async def test_numbers_go_up_after_redis_lost_its_last_writes(store: Store, raw: Any) -> None:
    old = Lease(store, "main")
    before = await old.acquire()
    counter, noted = raw.get("fudakai:fence"), raw.hgetall("fudakai:node:main")
    lease = Lease(store, "main")
    await lease.acquire()
    raw.set("fudakai:fence", counter)  # a power cut under appendfsync everysec
    raw.hset("fudakai:node:main", mapping=noted)
    while milliseconds(raw) <= lease.number:
        pass  # Redis is away for more than a millisecond
    assert await lease.held()  # the older holder that is noted again is none
    assert await lease.renumber() > lease.number - 1 > before
    raw.flushall()
    assert await lease.held()
    assert await lease.renumber() > before


async def test_numbers_go_up_when_the_clock_of_redis_goes_back(store: Store, raw: Any) -> None:
    future = 4_000_000_000_000
    raw.set("fudakai:fence", future)
    lease = Lease(store, "main")
    assert await lease.acquire() == future + 1
    assert await lease.renumber() == future + 2
    assert await store.noted_fence("main") == (future + 2, lease.holder)


async def test_an_unreachable_store_is_no_loss(redis_url: str, raw: Any) -> None:
    async with running(redis_url) as store:
        lease = Lease(store, "main")
        await lease.acquire()
    # the store is closed: nothing can be asked
    assert await lease.held()
    with pytest.raises(ConnectionError):
        await lease.renumber()
    assert await store_noted(redis_url) == lease.number


async def store_noted(url: str) -> int:
    """The number that is noted for the node "main"."""
    async with running(url) as store:
        noted = await store.noted_fence("main")
        assert noted is not None
        return noted[0]
