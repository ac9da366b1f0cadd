"""Bounded counter per key: connections of an address, rooms of an address, connections of a player."""

from __future__ import annotations


class BoundedCounter:
    """Counts by name. A name that has none takes no memory.

    `most`: how many one name may have; 1 or more.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: dict[str, int] = {}

    def of(self, name: str) -> int:
        """How many that name has."""
        return self._counts.get(name, 0)

    def take(self, name: str) -> bool:
        """Counts one more; False, and nothing is counted, when the name has the most already."""
        count = self.of(name)
        if count >= self.most:
            return False
        self._counts[name] = count + 1
        return True

    def give_back(self, name: str) -> None:
        """One that was taken is gone."""
        count = self._counts[name] - 1
        if count:
            self._counts[name] = count
        else:
            del self._counts[name]
