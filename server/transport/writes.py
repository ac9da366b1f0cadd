"""Collects the frames of one iteration of the event loop, and writes each connection's at once.

Frames are written together, when what made them is done or FULL connections have some: a connection that gets an answer
and an update gets them in one write, and a client or proxy on the same machine is woken once for many frames rather
than for each.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

FULL: Final = 64
"""Connections with something to write, at which it is written at once: the first are not to wait for hundreds more."""
LONG: Final = 1 << 16
"""Bytes of one connection that more is put behind, at most: each time all are copied. What waits is written before."""


class FrameWriter(Protocol):
    """Whose bytes wait here."""

    def write(self, wire: bytes) -> None:
        """Writes whole frames to the socket, if it is still there. Never waits and never raises."""


class Writes:
    """The frames of all connections that wait for the end of this turn."""

    def __init__(self) -> None:
        self._waiting: dict[FrameWriter, bytes] = {}

    def put(self, writer: FrameWriter, wire: bytes) -> None:
        """Whole frames of a connection, to be written behind those that it has here already."""
        waiting = self._waiting
        before = waiting.get(writer)
        if before is None:
            if not waiting:
                asyncio.get_running_loop().call_soon(self.flush)
            waiting[writer] = wire
            if len(waiting) >= FULL:
                self.flush()
        elif len(before) + len(wire) <= LONG:
            waiting[writer] = before + wire
        else:
            writer.write(before)
            waiting[writer] = wire

    def take(self, writer: FrameWriter) -> bytes:
        """What waits for a connection, which does not wait here any more."""
        return self._waiting.pop(writer, b"")

    def flush(self) -> None:
        """Writes all."""
        waiting, self._waiting = self._waiting, {}
        for writer, wire in waiting.items():
            writer.write(wire)
