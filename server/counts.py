"""Counters of this process: plain numbers that are cheap to raise, and read only by `/metrics`."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

LATENCIES: Final = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: an append to the disk takes 1 to 10 ms, and after 5 seconds Redis counts as away."""
TELLINGS: Final = (0.00005, 0.0001, 0.0002, 0.0004, 0.0008, 0.0016, 0.0032, 0.0064, 0.0125, 0.025, 0.05, 0.1, 0.5)
"""Seconds: frames for a table of four take a tenth of a millisecond, those for many spectators more."""
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Appends in a pipeline."""


class Histogram:
    """How many values were at most so large, and their sum. `observe` takes a third of a microsecond."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0
        """The sum of all values."""

    def observe(self, value: float) -> None:
        """Counts a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self._counts)

    def buckets(self) -> Iterator[tuple[float, int]]:
        """Each bound with the number of values up to it; the last bound is infinite."""
        below = 0
        for bound, count in zip((*self._bounds, inf), self._counts, strict=True):
            below += count
            yield bound, below


class Counts:
    """All counts of a process since it started. Who counts adds to them; nothing but `metrics` reads them.

    Keys come from the server alone (games, codes), never from a client, so there are few of them.
    """

    def __init__(self) -> None:
        self.moves: defaultdict[tuple[str, str], int] = defaultdict(int)
        """Moves that were stored, by game and by who made them: `player`, `clock` or `bot`."""
        self.matches: defaultdict[tuple[str, str], int] = defaultdict(int)
        """Matches by game and event: `started`, `ended` or `abandoned`."""
        self.refusals: defaultdict[str, int] = defaultdict(int)
        """Refused requests, by code."""
        self.handshakes_refused: defaultdict[int, int] = defaultdict(int)
        """Websocket handshakes that were not let in, by HTTP status."""
        self.connections = 0
        """Connections that were opened."""
        self.closes: defaultdict[str, int] = defaultdict(int)
        """Connections that ended, by the server's close code, or `client` or `lost`."""
        self.rooms_recovered = 0
        """Rooms taken from the store at the start."""
        self.rooms_left_alone = 0
        """Rooms that this server could not go on with."""
        self.results_left_alone = 0
        """Results of matches that cannot be applied, and wait in their rooms' outboxes for somebody to mend it."""
        self.logs_reread = 0
        """Appends that were not confirmed, after each of which a room read its log again."""
        self.outages = 0
        """How often the store went away."""
        self.append_seconds = Histogram(LATENCIES)
        """From handing an append to the store until its answer."""
        self.tell_seconds = Histogram(TELLINGS)
        """From that answer until everybody's frames are queued, to be written when the event loop's turn ends."""
        self.batch = Histogram(SIZES)
        """Appends in each pipeline."""

    def leave_result(self) -> None:
        """Counts a result that cannot be applied."""
        self.results_left_alone += 1
