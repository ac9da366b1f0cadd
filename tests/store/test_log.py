"""A room's log: who may append, what is read, segments, closing, the index (principle 4)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fudakai.server.store import Append, Appended, Damaged, Fenced, Log, Store
from tests.store.helpers import add, last_segment, queued, running

DAY = 86_400


async def test_what_is_appended_is_read(store: Store) -> None:
    assert await store.create("ROOM", 1, b"base")
    assert await store.take("ROOM", 1) == Log(0, 1, 0, b"base", [], False)
    binary = bytes(range(256))
    assert await add(store, "ROOM", 1, 0, b"a", binary) is Appended.STORED
    assert await add(store, "ROOM", 1, 2, b"") is Appended.STORED
    assert await store.take("ROOM", 1) == Log(3, 1, 0, b"base", [b"a", binary, b""], False)
    assert await store.take("NONE", 1) is None


async def test_only_at_the_expected_version(store: Store) -> None:
    await store.create("ROOM", 1, b"base")
    assert await add(store, "ROOM", 1, 1, b"early") is Appended.CONFLICT
    both = await asyncio.gather(*(queued(store, Append("ROOM", 1, 0, (entry,))) for entry in (b"x", b"y")))
    assert both == [Appended.STORED, Appended.CONFLICT]
    assert await add(store, "ROOM", 1, 0, b"late") is Appended.CONFLICT
    log = await store.take("ROOM", 1)
    assert log is not None
    assert log.entries == [b"x"]


async def test_a_refused_append_writes_no_part_of_itself(store: Store, raw: Any) -> None:
    await store.create("ROOM", 5, b"base")
    before = {key: raw.dump(key) if raw.type(key) != "hash" else raw.hgetall(key) for key in raw.keys("*{ROOM}*")}
    for fence, version in ((5, 1), (4, 0), (6, 0)):
        append = Append("ROOM", fence, version, (b"a",), base=b"new", result=b"won", closes=True)
        assert await queued(store, append) is not Appended.STORED
    after = {key: raw.dump(key) if raw.type(key) != "hash" else raw.hgetall(key) for key in raw.keys("*{ROOM}*")}
    assert after == before


async def test_fault_22_a_stalled_owner_that_wakes_up_writes_nothing(redis_url: str, store: Store) -> None:
    await store.create("ROOM", 1, b"base")
    await add(store, "ROOM", 1, 0, b"first")
    async with running(redis_url) as other:
        taken = await other.take("ROOM", 2)
        assert taken == Log(1, 2, 0, b"base", [b"first"], False)
        assert await add(store, "ROOM", 1, 1, b"stale") is Appended.FENCED
        assert await queued(store, Append("ROOM", 1, 1, (), closes=True)) is Appended.FENCED
        with pytest.raises(Fenced, match="ROOM"):
            await store.take("ROOM", 1)
        assert await store.create("ROOM", 1, b"twin") is False
        assert await add(other, "ROOM", 2, 1, b"second") is Appended.STORED
        log = await other.take("ROOM", 2)
        assert log is not None
        assert log.entries == [b"first", b"second"]


async def test_a_head_that_forgot_our_fence_is_a_conflict(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    await store.take("ROOM", 9)
    raw.hset("fudakai:{ROOM}:head", "fence", 1)  # as after a crash that cost Redis its last second
    assert await add(store, "ROOM", 9, 0, b"a") is Appended.CONFLICT


async def test_fences_are_compared_as_numbers(store: Store) -> None:
    await store.create("ROOM", 9, b"base")
    assert await store.take("ROOM", 10) is not None
    assert await add(store, "ROOM", 9, 0, b"a") is Appended.FENCED
    with pytest.raises(Fenced):
        await store.take("ROOM", 9)


async def test_a_code_is_taken_once(store: Store) -> None:
    made = await asyncio.gather(*(store.create("ROOM", fence, b"%d" % fence) for fence in range(1, 9)))
    assert sorted(made) == [False] * 7 + [True]
    await store.take("ROOM", 9)
    assert await queued(store, Append("ROOM", 9, 0, (b"end",), closes=True)) is Appended.STORED
    assert await store.create("ROOM", 10, b"again") is False


async def test_a_new_segment_begins_with_its_base(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base-0")
    await add(store, "ROOM", 1, 0, b"a", b"b")
    assert await queued(store, Append("ROOM", 1, 2, (b"c",), base=b"base-1")) is Appended.STORED
    assert await queued(store, Append("ROOM", 1, 3, (), base=b"base-2")) is Appended.STORED
    assert await add(store, "ROOM", 1, 3, b"d", b"e") is Appended.STORED
    assert await store.take("ROOM", 1) == Log(5, 1, 2, b"base-2", [b"d", b"e"], False)
    assert await store.segment("ROOM", 0) == (b"base-0", [b"a", b"b"])
    assert await store.segment("ROOM", 1) == (b"base-1", [b"c"])
    assert await last_segment(store, "ROOM") == (2, b"base-2", [b"d", b"e"])
    assert await store.segment("ROOM", 3) is None
    assert await last_segment(store, "NONE") is None
    assert 29 * DAY < raw.ttl("fudakai:{ROOM}:log:0") <= 30 * DAY
    assert raw.ttl("fudakai:{ROOM}:log:2") == -1


async def test_results_wait_in_the_outbox_with_the_entry_that_made_them(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    assert await queued(store, Append("ROOM", 1, 0, (b"last",), result=b"first match")) is Appended.STORED
    assert await queued(store, Append("ROOM", 1, 0, (b"last",), result=b"twice")) is Appended.CONFLICT
    both = Append("ROOM", 1, 1, (b"z",), base=b"b", result=b"second match", closes=True)
    assert await queued(store, both) is Appended.STORED
    assert raw.lrange("fudakai:{ROOM}:outbox", 0, -1) == ["first match", "second match"]


async def test_a_closed_room_takes_nothing_and_expires(redis_url: str, raw: Any) -> None:
    async with running(redis_url, record_days=3) as store:
        await store.create("ROOM", 1, b"base")
        closing = Append("ROOM", 1, 0, (b"end",), result=b"won", closes=True)
        assert await queued(store, closing) is Appended.STORED
        assert await add(store, "ROOM", 1, 1, b"more") is Appended.GONE
        assert await store.take("ROOM", 1) == Log(1, 1, 0, b"base", [b"end"], True)
        assert await last_segment(store, "ROOM") == (0, b"base", [b"end"])
        found = raw.keys("fudakai:{ROOM}:*")
        assert len(found) == 3
        assert raw.ttl("fudakai:{ROOM}:outbox") == -1, "it waits until it is applied"
        assert all(2 * DAY < raw.ttl(key) <= 3 * DAY for key in found if not key.endswith("outbox"))


async def test_no_room_no_append(store: Store) -> None:
    assert await add(store, "NONE", 1, 0, b"a") is Appended.GONE


async def test_the_index_lists_open_rooms_and_loses_the_others(store: Store, raw: Any) -> None:
    codes = [f"R{number}" for number in range(1200)]
    await asyncio.gather(*(store.create(code, 1, b"base") for code in codes))
    raw.sadd("fudakai:rooms", "DIED")  # a create that died between the index and the room
    assert await queued(store, Append("R5", 1, 0, (b"end",), closes=True)) is Appended.STORED
    assert await add(store, "R6", 1, 0, b"a") is Appended.STORED  # R5 left the index in this pipeline
    assert not raw.sismember("fudakai:rooms", "R5")
    raw.sadd("fudakai:rooms", "R5")  # or its leaving was lost
    assert await store.rooms() == sorted(set(codes) - {"R5"})
    assert raw.smembers("fudakai:rooms") == set(codes) - {"R5"}


async def test_a_create_under_way_cannot_slip_by_the_cleaning(store: Store, raw: Any) -> None:
    raw.sadd("fudakai:rooms", "SLOW")
    assert await store.rooms() == []
    assert await store.create("SLOW", 1, b"base") is False  # its code was given up: not a room outside the index
    assert await store.take("SLOW", 1) is None
    assert await add(store, "SLOW", 1, 0, b"a") is not Appended.STORED
    assert 0 < raw.ttl("fudakai:{SLOW}:head") <= DAY


async def test_a_log_with_a_missing_part_is_not_taken_for_one(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    await add(store, "ROOM", 1, 0, b"a", b"b")
    raw.lpop("fudakai:{ROOM}:log:0")
    with pytest.raises(Damaged, match="room ROOM"):
        await store.take("ROOM", 1)
    raw.delete("fudakai:{ROOM}:log:0")
    with pytest.raises(Damaged, match="room ROOM"):
        await store.take("ROOM", 1)


async def test_all_keys_of_a_room_carry_its_hash_tag(store: Store, raw: Any) -> None:
    await store.create("ROOM", await store.next_fence("n", "me") or 0, b"base")
    log = await store.take("ROOM", await store.next_fence("n", "me") or 0)
    assert log is not None
    await queued(store, Append("ROOM", log.fence, 0, (b"a",), base=b"b", result=b"r"))
    rest = {"fudakai:rooms", "fudakai:fence", "fudakai:node:n", "fudakai:probe"}
    assert all(key in rest or key.startswith("fudakai:{ROOM}:") for key in raw.keys("*"))


@pytest.mark.parametrize("code", ["", "A}B", "{A", "A B", "A\n", "Ä", "A" * 65])
async def test_what_is_no_code_is_refused(store: Store, code: str) -> None:
    for call in (store.take(code, 1), store.create(code, 1, b""), store.segment(code, 0), store.newest_segment(code)):
        with pytest.raises(ValueError, match="room code"):
            await call


async def test_bounds_of_an_append(store: Store) -> None:
    await store.create("ROOM", 1, b"base")
    for entries in ((), (b"x",) * 1025):
        with pytest.raises(ValueError, match="1 to 1024 entries"):
            store.append(Append("ROOM", 1, 0, entries), lambda _: None)
    assert await add(store, "ROOM", 1, 0, *(b"x",) * 1024) is Appended.STORED
    with pytest.raises(ValueError, match="record_days"):
        Store("redis://localhost", record_days=0)
