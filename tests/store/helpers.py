"""A store that runs, and appends that can be awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fudakai.server.store import Append, Appended, Store

PATIENCE: Final = 20.0
"""Seconds until a test gives up waiting for something that should take milliseconds."""


@asynccontextmanager
async def running(
    url: str, *, record_days: int = 30, history_days: int = 0, answer_seconds: float = 5.0
) -> AsyncIterator[Store]:
    """A store with its worker."""
    store = Store(url, record_days=record_days, history_days=history_days, answer_seconds=answer_seconds)
    await store.start()
    worker = asyncio.create_task(store.run())
    try:
        async with asyncio.timeout(2 * PATIENCE):
            yield store
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        await store.aclose()


def queued(store: Store, append: Append) -> asyncio.Future[Appended]:
    """The result to come of an append that is queued now."""
    result: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
    store.append(append, result.set_result)
    return result


async def add(store: Store, room: str, fence: int, version: int, *entries: bytes) -> Appended:
    """Appends and waits."""
    return await queued(store, Append(room, fence, version, entries))


class Health:
    """Waits for what a store says of its Redis; made before the thing that changes it."""

    def __init__(self, store: Store) -> None:
        self.changes: list[bool] = []
        self._store = store
        self._changed = asyncio.Event()
        store.watch(self._note)

    def _note(self, healthy: bool) -> None:
        self.changes.append(healthy)
        self._changed.set()

    async def is_(self, healthy: bool) -> None:
        """Until the store is healthy, or is not."""
        async with asyncio.timeout(PATIENCE):
            while self._store.healthy is not healthy:
                self._changed.clear()
                await self._changed.wait()


async def last_segment(store: Store, room: str) -> tuple[int, bytes, list[bytes]] | None:
    """Number, base and entries of a room's newest segment, also of a closed one; None when there is no such room."""
    number = await store.newest_segment(room)
    found = None if number is None else await store.segment(room, number)
    return None if number is None or found is None else (number, *found)
