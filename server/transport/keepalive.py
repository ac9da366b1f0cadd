"""The keepalive: pings every connection, and drops those that do not answer.

A timing wheel for all, instead of a task for each. It turns once in a ping interval, and pings the connections of the
slot that it comes to. A second pointer follows as far behind as a ping may stay unanswered, and drops the connections
that have not answered by then. So the work is spread evenly over the interval, and an idle connection costs none.
"""

from __future__ import annotations

import asyncio
import math
from typing import Final

from fudakai.server.transport.connection import Connection

STEP: Final = 0.05
"""Seconds, at most, between two slots: of 5,000 connections, 13 stand on a slot of a round of 20 s."""
STEPS_TO_ANSWER: Final = 4
"""Slots, at least, between the hands. The time for an answer is a whole number of steps and no longer than was set; it
gets shorter by at most one part in so many when steps are late."""


class Keepalive:
    """Pings connections every `interval` seconds, and drops one `patience` seconds after a ping it did not answer.

    Time is counted in steps of the hands. Steps that came late are made up for, but not many: when the whole process
    stood still, nobody is dropped for it.
    """

    def __init__(self, interval: float, patience: float) -> None:
        self._late = patience / STEPS_TO_ANSWER
        slots = math.ceil(interval / min(STEP, self._late))
        self._step = interval / slots
        self._patience = max(1, int(patience / self._step))
        self._slots: list[list[Connection]] = [[] for _ in range(slots)]
        self._count = 0
        self._now = 0
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, peer: Connection) -> None:
        """Looks after a connection from now on."""
        at = self._at(peer)
        self._slots[at].append(peer)
        self._count += 1
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._now = at
            self._due = loop.time() + self._step
            self._timer = loop.call_at(self._due, self._turn)

    def remove(self, peer: Connection) -> None:
        """It is gone. Without connections there is no timer."""
        self._slots[self._at(peer)].remove(peer)
        self._count -= 1
        if not self._count and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _at(self, peer: Connection) -> int:
        """A connection's slot: by its number, so all have equally many. Counted against the hands, as then the first
        ones to come have a whole round before their first ping."""
        return -peer.id % len(self._slots)

    def _turn(self) -> None:
        """A step of both hands."""
        loop = asyncio.get_running_loop()
        self._due = max(self._due + self._step, loop.time() - self._late)
        self._timer = loop.call_at(self._due, self._turn)
        self._now += 1
        slots, late = self._slots, self._now - self._patience
        silent = [peer for peer in slots[late % len(slots)] if 0 < peer.asked <= late]
        for peer in silent:
            peer.silent()
        for peer in slots[self._now % len(slots)]:
            peer.ask(self._now)
