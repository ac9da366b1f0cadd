"""What all tests share: one real Redis for a whole run, emptied before each test that asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from server.store.embedded import EmbeddedRedis, Fsync


@pytest.fixture(scope="session")
def _redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("redis")
    embedded = EmbeddedRedis(folder, Fsync.NO)
    yield asyncio.run(embedded.start())
    asyncio.run(embedded.stop())


@pytest.fixture
def redis_url(_redis: str) -> str:
    """The address of an empty Redis."""
    with redis.Redis.from_url(_redis) as client:
        client.flushall()
    return _redis
