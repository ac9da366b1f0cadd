"""Appends travel together, and each is told what became of it, whatever Redis does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fudakai.server.store import Append, Appended, Store, Unavailable
from fudakai.server.store.writer import MAX_BATCH, MAX_QUEUE
from tests.store.helpers import Health, add, queued, running


async def rooms(store: Store, count: int) -> list[str]:
    codes = [f"R{number}" for number in range(count)]
    await asyncio.gather(*(store.create(code, 1, b"base") for code in codes))
    return codes


def figures(raw: Any) -> tuple[int, int]:
    """Reads of a socket and scripts run, as Redis counts them."""
    calls = raw.info("commandstats").get("cmdstat_evalsha", {"calls": 0})["calls"]
    return raw.info("stats")["total_reads_processed"], calls


async def test_appends_of_one_tick_are_one_pipeline(store: Store, raw: Any) -> None:
    codes = await rooms(store, 60)
    reads, calls = figures(raw)
    results = await asyncio.gather(*(queued(store, Append(code, 1, 0, (b"entry",))) for code in codes))
    reads_after, calls_after = figures(raw)
    assert set(results) == {Appended.STORED}
    assert calls_after - calls == 60
    # one read of 10 KiB; two of our own figures, at most one look at the health, one of slack
    assert reads_after - reads <= 5


async def test_appends_made_while_one_pipeline_is_under_way_go_in_the_next(store: Store, raw: Any) -> None:
    codes = await rooms(store, 40)
    rest: list[asyncio.Future[Appended]] = []

    def more(_: Appended) -> None:
        rest.extend(queued(store, Append(code, 1, 0, (b"entry",))) for code in codes[1:])
        all_queued.set()

    all_queued = asyncio.Event()
    reads, _ = figures(raw)
    store.append(Append(codes[0], 1, 0, (b"entry",)), more)
    await all_queued.wait()
    assert set(await asyncio.gather(*rest)) == {Appended.STORED}
    assert figures(raw)[0] - reads <= 6


async def test_more_than_a_pipeline_holds(store: Store) -> None:
    await store.create("ROOM", 1, b"base")
    count = 2 * MAX_BATCH + 5
    results = await asyncio.gather(
        *(queued(store, Append("ROOM", 1, version, (b"%d" % version,))) for version in range(count))
    )
    assert set(results) == {Appended.STORED}
    log = await store.take("ROOM", 1)
    assert log is not None
    assert log.entries == [b"%d" % version for version in range(count)]


async def test_the_queue_is_bounded(redis_url: str) -> None:
    store = Store(redis_url)
    await store.start()  # without its worker
    results: list[Appended] = []
    over = asyncio.get_running_loop().create_future()
    for _ in range(MAX_QUEUE):
        store.append(Append("ROOM", 1, 0, (b"",)), results.append)
    store.append(Append("ROOM", 1, 0, (b"",)), over.set_result)
    assert not over.done()
    assert await over is Appended.UNKNOWN
    assert results == []
    await store.aclose()


async def test_what_waits_when_the_worker_stops_is_unknown(redis_url: str) -> None:
    store = Store(redis_url)
    await store.start()
    result = queued(store, Append("ROOM", 1, 0, (b"a",)))
    worker = asyncio.create_task(store.run())
    await asyncio.sleep(0)
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    assert result.result() is Appended.UNKNOWN
    assert await queued(store, Append("ROOM", 1, 0, (b"a",))) is Appended.UNKNOWN
    await store.aclose()


async def test_a_callback_that_fails_takes_no_other_with_it(store: Store) -> None:
    codes = await rooms(store, 3)
    said: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(str(context["exception"])))

    def fail(_: Appended) -> None:
        raise RuntimeError("my fault")

    store.append(Append(codes[0], 1, 0, (b"a",)), fail)
    assert await add(store, codes[1], 1, 0, b"a") is Appended.STORED
    assert said == ["my fault"]
    assert await add(store, codes[2], 1, 0, b"a") is Appended.STORED


async def test_scripts_that_redis_forgot_are_loaded_again(store: Store, raw: Any) -> None:
    codes = await rooms(store, 5)
    raw.script_flush()
    results = await asyncio.gather(*(queued(store, Append(code, 1, 0, (b"a",))) for code in codes))
    assert set(results) == {Appended.STORED}
    raw.script_flush()
    log = await store.take(codes[0], 1)
    assert log is not None
    assert log.entries == [b"a"]
    raw.script_flush()
    assert await store.create("NEW", 1, b"base")
    assert store.healthy


async def test_no_memory_is_away_until_there_is_some(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    health = Health(store)
    raw.config_set("maxmemory", 1)
    assert await add(store, "ROOM", 1, 0, b"a") is Appended.UNKNOWN
    await health.is_(False)
    assert await add(store, "ROOM", 1, 0, b"b") is Appended.UNKNOWN
    with pytest.raises(Unavailable, match="maxmemory"):
        await store.take("ROOM", 2)
    raw.config_set("maxmemory", 0)
    await health.is_(True)
    assert health.changes == [False, True]
    log = await store.take("ROOM", 2)
    assert log is not None
    assert log.entries == []
    assert await add(store, "ROOM", 2, 0, b"c") is Appended.STORED


async def test_an_error_of_one_room_is_that_rooms_alone(store: Store, raw: Any) -> None:
    codes = await rooms(store, 2)
    raw.set("fudakai:{R0}:outbox", "no list")
    results = await asyncio.gather(
        queued(store, Append(codes[0], 1, 0, (b"a",), result=b"won")), queued(store, Append(codes[1], 1, 0, (b"a",)))
    )
    assert list(results) == [Appended.UNKNOWN, Appended.STORED]
    assert await add(store, codes[1], 1, 1, b"b") is Appended.STORED
    assert store.healthy
    log = await store.take(codes[0], 2)
    assert log is not None
    assert log.entries == []


async def test_a_lost_connection_is_found_again(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    health = Health(store)
    raw.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    await health.is_(False)
    await health.is_(True)
    assert await store.take("ROOM", 2) is not None


async def test_redis_that_is_not_there_is_said_in_words(tmp_path: Any) -> None:
    store = Store(f"unix://{tmp_path}/none.sock")
    with pytest.raises(Unavailable, match=r"none\.sock is not available"):
        await store.start()
    assert await queued(store, Append("ROOM", 1, 0, (b"a",))) is Appended.UNKNOWN
    with pytest.raises(Unavailable):
        await store.rooms()
    await store.aclose()


async def test_a_wrong_password_is_said_and_not_shown(redis_url: str) -> None:
    store = Store(redis_url.replace("unix://", "unix://someone:sesame@"))
    with pytest.raises(Unavailable) as said:
        await store.start()
    assert "WRONGPASS" in str(said.value) or "invalid username-password" in str(said.value)
    assert "sesame" not in str(said.value)
    await store.aclose()


async def test_a_slow_answer_is_unknown_and_settled_by_a_new_fence(redis_url: str, raw: Any) -> None:
    async with running(redis_url, answer_seconds=0.3) as store:
        await store.create("ROOM", 1, b"base")
        health = Health(store)
        raw.execute_command("CLIENT", "PAUSE", 1000, "ALL")
        assert await add(store, "ROOM", 1, 0, b"late") is Appended.UNKNOWN
        assert not store.healthy
        await health.is_(True)
        log = await store.take("ROOM", 2)
        assert log is not None
        assert log.entries in ([], [b"late"])
        assert await add(store, "ROOM", 1, log.version, b"later") is Appended.FENCED
        assert await add(store, "ROOM", 2, log.version, b"new") is Appended.STORED
        again = await store.take("ROOM", 2)
        assert again is not None
        assert again.entries == [*log.entries, b"new"]
