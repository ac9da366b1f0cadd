"""How fast a server wants to be spoken to: its message credits, kept on this side so that none is ever refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPARE: Final = 0.1
"""The part of the credits that is never used, for messages that the network brings together."""


@dataclass
class Pace:
    """A bucket of `credits` messages that fills again at `per_second`. One number: when it will be full."""

    credits: float
    per_second: float
    full_at: float = 0.0

    def book(self, now: float) -> float:
        """Takes a credit at time `now` (seconds); how many seconds to wait before the message may go."""
        self.full_at = max(self.full_at, now) + 1 / self.per_second
        usable = max(1.0, self.credits * (1 - SPARE))
        wait = self.full_at - now - usable / self.per_second
        return wait if wait > 1e-6 else 0.0  # the sums of so many fractions are not exact
