"""The clock that rooms use, with its timers. Tests put one in its place that they move by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Calls it off; harmless when it has come."""


class Clock(Protocol):
    """Milliseconds since the epoch, never going back within a process; and calls at a time."""

    def now(self) -> int:
        """The time in milliseconds."""

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        """Calls once, when `now` has reached `when`."""


class LoopClock:
    """The wall clock as it was at the start, carried on by the event loop's own: steps of the wall clock do no harm."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._offset = time.time() - loop.time()

    def now(self) -> int:
        return int((self._loop.time() + self._offset) * 1000)

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        # one millisecond later than asked for, so that `now` has reached `when` whatever the rounding
        return self._loop.call_at((when + 1) / 1000 - self._offset, call)
