"""A Redis that a test may stop."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from fudakai.server.store.embedded import EmbeddedRedis, Fsync


@pytest.fixture
async def own_redis(tmp_path: Path) -> Any:
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
