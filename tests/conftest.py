"""What many tests share: one real Redis for the session, empty at the start of each test."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from fudakai.server.store.embedded import EmbeddedRedis, Fsync

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background: programs that tests start and interrupt would inherit that they ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis that is like a server's own."""
    own = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    url = asyncio.run(own.start())
    try:
        yield url
    finally:
        asyncio.run(own.stop())


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The same address, with nothing in it."""
    with redis.Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server


@pytest.fixture
def raw(redis_url: str) -> Iterator[Any]:
    """A plain client to look behind the store, and to spoil things; settings it changed are put back."""
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        kept = {name: client.config_get(name)[name] for name in ("maxmemory", "appendfsync")}
        try:
            yield client
        finally:
            for name, value in kept.items():
                client.config_set(name, value)


@pytest.fixture
async def own_redis(tmp_path: Path) -> AsyncIterator[tuple[str, int]]:
    """A Redis of the test's own, to be stopped and continued."""
    redis = EmbeddedRedis(tmp_path, Fsync.ALWAYS)
    url = await redis.start()
    assert redis.pid is not None
    try:
        yield url, redis.pid
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(redis.pid, signal.SIGCONT)
        await redis.stop()
