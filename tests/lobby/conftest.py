"""A running store for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from fudakai.server.store import Store
from tests.store.helpers import running


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    """A store on an empty Redis, its worker running."""
    async with running(redis_url) as store:
        yield store
