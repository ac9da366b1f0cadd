"""How long things took: a histogram of microseconds that keeps every percentile to a fixed precision.

It is a High Dynamic Range histogram (hdrhistogram): two of them add up without loss, and one travels as a short text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hdrh.histogram import HdrHistogram

LONGEST: Final = 600_000_000
"""Microseconds that are told apart: ten minutes. Whatever took longer counts as that long."""

FINE: Final = 3
"""Significant digits of a whole run's histogram: a percentile is right to 0.1 %."""

COARSE: Final = 2
"""Significant digits of one second's: right to 1 %, and an eighth of the memory."""


class Latencies:
    """Durations, counted."""

    def __init__(self, digits: int = FINE) -> None:
        self._histogram = HdrHistogram(1, LONGEST, digits)

    @classmethod
    def of(cls, texts: Iterable[str], digits: int = FINE) -> Latencies:
        """The sum of encoded ones; an empty text is one without durations. Raises ValueError for another text."""
        found = cls(digits)
        for text in texts:
            found.add(text)
        return found

    def record(self, microseconds: float, interval: float = 0) -> None:
        """Counts one duration. `interval`: microseconds between two that were due by a schedule; a duration longer than
        that also counts for those that waited behind it and were not started (coordinated omission); 0: no schedule."""
        value = min(max(round(microseconds), 1), LONGEST)
        self._histogram.record_corrected_value(value, round(interval))

    def add(self, text: str) -> None:
        """Takes an encoded histogram in. Raises ValueError for a text that is none."""
        if not text:
            return
        try:
            other = HdrHistogram.decode(text)
        except Exception as error:  # hdrh has no error of its own: zlib's, binascii's and others come through
            raise ValueError(f"{text[:40]!r} is no histogram: {error}") from error
        self._histogram.add(other)

    def encoded(self) -> str:
        """It as a text of ASCII letters; empty when nothing was counted."""
        return str(self._histogram.encode().decode("ascii")) if self.count else ""

    @property
    def count(self) -> int:
        """How many durations."""
        return int(self._histogram.get_total_count())

    @property
    def longest(self) -> int | None:
        """Microseconds of the longest; None when nothing was counted."""
        return int(self._histogram.get_max_value()) if self.count else None

    def percentiles(self, *wanted: float) -> tuple[int | None, ...]:
        """Microseconds within which so many percent (0 to 100) of the durations are; None when nothing was counted."""
        found = self._histogram.get_percentile_to_value_dict(list(wanted)) if self.count else {}
        return tuple(found.get(percent) for percent in wanted)

    def percentile(self, wanted: float) -> int | None:
        """One of them."""
        return self.percentiles(wanted)[0]

    def curve(self) -> Iterator[tuple[float, int]]:
        """Its percentiles and their microseconds, the denser the nearer to 100, rising."""
        if not self.count:
            return
        for step in self._histogram.get_percentile_iterator(5):
            yield float(step.percentile_level_iterated_to), int(step.value_iterated_to)
