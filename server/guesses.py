"""Rate limit for guessing secrets, with exponential backoff.

Nobody is made to wait by sleeping: who comes too early is told how many milliseconds are left. Counted are guesses of
one connection and of one source address, so that neither many connections nor many tries on one help. Somebody who has
shown who they are waits for their own guesses only, wherever they were made, and never for another's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol, TypeAlias

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
"""Connections, addresses and players remembered; over it, those that guessed longest ago are forgotten first."""


Name: TypeAlias = tuple[str, int | str]
"""A connection by its id, an address or a player: the kind and which."""


class Guesser(Protocol):
    """A connection that may guess."""

    @property
    def id(self) -> int:
        """What tells it from all others."""

    @property
    def source(self) -> str:
        """The address that it comes from."""


class Guessed(NamedTuple):
    """Wrong guesses of one connection, address or player: how many, when the last was, and until when it waits."""

    wrong: int
    last: int
    until: int


class Guesses:
    """Wrong guesses of one kind. `now`: the time in milliseconds, never going back."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._known: dict[Name, Guessed] = {}  # in the order of the last guesses

    def __len__(self) -> int:
        """How many connections, addresses and players are remembered."""
        return len(self._known)

    def wait(self, guesser: Guesser, player: str | None = None) -> int:
        """Milliseconds until the next guess may be made; 0: now. `player`: who has shown that they are that player."""
        now = self._now()
        self._forget_old(now)
        found = (self._known.get(name) for name, _ in _names(guesser, player))
        return max((one.until - now for one in found if one is not None and one.until > now), default=0)

    def wrong(self, guesser: Guesser, player: str | None = None) -> int:
        """Counts a wrong guess, a player's also for the connection and the address; the milliseconds until the next may
        be made, 0: at once."""
        now = self._now()
        self._forget_old(now)
        if player is not None:
            self.wrong(guesser)
        return max(self._note(name, free, now) for name, free in _names(guesser, player)) - now

    def closed(self, guesser: Guesser) -> None:
        """A connection is gone; its address stays remembered."""
        self._known.pop(("connection", guesser.id), None)

    def _note(self, name: Name, free: int, now: int) -> int:
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


def _names(guesser: Guesser, player: str | None) -> tuple[tuple[Name, int], ...]:
    """For whom a guess counts, each with how many are free."""
    if player is not None:
        return ((("player", player), FREE),)
    return (("connection", guesser.id), FREE), (("address", guesser.source), FREE_OF_SOURCE)
