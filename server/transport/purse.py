"""Token bucket of message credits. The connections of a player share one, in equal parts.

A bucket is one number, the time at which it will be full again. A message costs one credit of the player's; and on its
connection as many as the player has connections, so that one that floods leaves the others their part.
"""

from __future__ import annotations

from typing import Final

MOST: Final = 10_000
"""Players without a connection whose spending is remembered before those with full purses are thrown away."""


class Purse:
    """A player's token bucket. `until`: when it will be full again, in the loop's seconds."""

    __slots__ = ("connections", "until")

    def __init__(self) -> None:
        self.connections = 0
        self.until = 0.0


class Purses:
    """The token buckets by player."""

    def __init__(self) -> None:
        self._purses: dict[str, Purse] = {}

    def __len__(self) -> int:
        return len(self._purses)

    def share(self, player: str, now: float) -> Purse:
        """The player's purse, for one more connection."""
        if len(self._purses) >= MOST:
            self._purses = {one: kept for one, kept in self._purses.items() if kept.connections or kept.until > now}
        purse = self._purses.setdefault(player, Purse())
        purse.connections += 1
        return purse

    def leave(self, player: str, now: float) -> None:
        """One of the player's connections is gone."""
        purse = self._purses[player]
        purse.connections -= 1
        if not purse.connections and purse.until <= now:
            del self._purses[player]
