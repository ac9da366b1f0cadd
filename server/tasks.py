"""Owns the background tasks of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import TracebackType

import structlog

from fudakai.server.log import where

log = structlog.get_logger()


class Tasks:
    """Runs work in the background while its `async with` block is entered, and cancels what still runs at its end."""

    def __init__(self) -> None:
        self._group: asyncio.TaskGroup | None = None
        self._running: set[asyncio.Task[None]] = set()

    @property
    def open(self) -> bool:
        """Whether work is taken."""
        return self._group is not None

    async def __aenter__(self) -> Tasks:
        self._group = await asyncio.TaskGroup().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        group, self._group = self._group, None
        for task in self._running:
            task.cancel()
        if group is not None:
            await group.__aexit__(kind, error, trace)

    def spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None] | None:
        """Starts the work; what it raises is logged. None, and nothing is started, when no work is taken."""
        if self._group is None:
            work.close()
            return None
        task = self._group.create_task(_guarded(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: work.close())  # of a task that is cancelled before it has begun
        return task


async def _guarded(work: Coroutine[object, object, None]) -> None:
    """Work that fails does not take the others with it."""
    try:
        await work
    except Exception as error:
        log.error("background work failed", error=where(error))
