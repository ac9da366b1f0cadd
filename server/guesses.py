"""Wrong guesses of secrets, and how long the next one has to wait.

Nobody is made to wait by sleeping: who comes too early is told how many milliseconds are left. Counted are guesses of
one connection and of one source address, so that neither many connections nor many tries on one help.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

FREE: Final = 3
"""Wrong guesses on one connection that cost no wait: people mistype."""
FREE_OF_SOURCE: Final = 10
"""The same for a source address, behind which several people may sit."""
FIRST: Final = 500
"""Milliseconds of the first wait; each following is twice as long."""
LONGEST: Final = 60_000
"""Milliseconds of the longest wait."""
FORGOTTEN: Final = 600_000
"""Milliseconds without a wrong guess after which all is forgotten."""
MOST: Final = 10_000
"""Connections and addresses that are remembered; over it, those that guessed longest ago are forgotten first."""


class Guessed(NamedTuple):
    """Wrong guesses of one connection or address: how many, when the last was, and until when it waits."""

    wrong: int
    last: int
    until: int


class Guesses:
    """Wrong guesses of one kind. `now`: the time in milliseconds, never going back."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._known: dict[object, Guessed] = {}  # in the order of the last guesses

    def __len__(self) -> int:
        """How many connections and addresses are remembered."""
        return len(self._known)

    def wait(self, connection: object, source: str) -> int:
        """Milliseconds until the next guess may be made; 0: now."""
        now = self._now()
        found = (self._known.get(connection), self._known.get(source))
        return max(0, *(one.until - now for one in found if one is not None), 0)

    def wrong(self, connection: object, source: str) -> int:
        """Counts a wrong guess; the milliseconds until the next may be made, 0: at once."""
        now = self._now()
        self._forget_old(now)
        return max(self._note(connection, FREE, now), self._note(source, FREE_OF_SOURCE, now)) - now

    def closed(self, connection: object) -> None:
        """A connection is gone; its address stays remembered."""
        self._known.pop(connection, None)

    def _note(self, name: object, free: int, now: int) -> int:
        before = self._known.pop(name, None)
        count = 1 if before is None else before.wrong + 1
        over = count - free
        until = now if over <= 0 else now + min(LONGEST, FIRST << min(over - 1, 16))
        self._known[name] = Guessed(count, now, until)
        return until

    def _forget_old(self, now: int) -> None:
        while self._known:
            first = next(iter(self._known))
            if len(self._known) < MOST and self._known[first].last + FORGOTTEN > now:
                return
            del self._known[first]
