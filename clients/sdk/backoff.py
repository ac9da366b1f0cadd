"""How long to wait before trying again."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Backoff:
    """Waits that double from `first` to `most` seconds, each shortened by up to half at random, so that the clients of
    one restarted server do not all come back in the same instant."""

    first: float = 0.2
    most: float = 5.0
    rng: random.Random = field(default_factory=random.Random)

    def wait(self, failures: int) -> float:
        """Seconds to wait after that many failures in a row (1 or more)."""
        longest = min(self.most, self.first * 2.0 ** min(failures - 1, 30))
        return longest * self.rng.uniform(0.5, 1.0)
