"""The lease of a node: one fencing token for all its rooms. A process that starts under the node's name takes it.

The lease protects nothing by itself: each append is compared with the fence of its room. It only tells an older process
of the same name, soon, that it is no longer the one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, Protocol


class Numbers(Protocol):
    """What gives out fencing numbers; the store does. Both calls raise ConnectionError while it is away."""

    async def next_fence(self, node: str, holder: str, latest: int | None = None) -> int | None:
        """The next number, noted for the holder; None when another one has noted a number above `latest`."""

    async def noted_fence(self, node: str) -> tuple[int, str] | None:
        """The node's latest number and its holder."""


class LeaseLost(Exception):
    """Another process took the node's name. This one must stop: none of its rooms is its own any more."""


class Lease:
    """One process's claim to a node's name: `acquire` first, then ask `held` every few seconds."""

    def __init__(self, numbers: Numbers, node: str, on_lost: Callable[[], None] = lambda: None) -> None:
        """`on_lost` is called when another process turns out to hold the lease; perhaps more than once."""
        self.node: Final = node
        self.holder: Final = secrets.token_hex(8)
        """Names this process: a number that another holder notes above ours is the loss of the lease."""
        self._numbers = numbers
        self._number = 0
        self._lost = False
        self._on_lost = on_lost

    @property
    def number(self) -> int:
        """The highest fencing number that is ours; 0 before `acquire`. Rooms are created and taken with it."""
        return self._number

    @property
    def lost(self) -> bool:
        """Another process has taken the node's name, as far as this one has learnt."""
        return self._lost

    async def acquire(self) -> int:
        """Take the lease, whoever holds it. Raises LeaseLost when a still newer process was faster, ConnectionError."""
        return self._take(await self._numbers.next_fence(self.node, self.holder))

    async def renumber(self) -> int:
        """A new number under the same lease: a room taken with it is safe from appends still under way.

        Raises LeaseLost, ConnectionError. Several may run at once; each gets its own number.
        """
        return self._take(await self._numbers.next_fence(self.node, self.holder, self._number))

    def lose(self) -> None:
        """The store said that another process holds the lease."""
        self._lost = True
        self._on_lost()

    async def held(self) -> bool:
        """False once another process has taken the node's name. While the store is away it is what was known last."""
        try:
            noted = await self._numbers.noted_fence(self.node)
        except ConnectionError:
            return not self._lost
        # A lower number of another holder is none: Redis lost its last writes, among them ours.
        if noted is not None and noted[1] != self.holder and noted[0] > self._number:
            self._lost = True
        return not self._lost

    def _take(self, number: int | None) -> int:
        if number is None or self._lost:
            self._lost = True
            raise LeaseLost(f"another server runs as node {self.node!r}")
        self._number = max(self._number, number)
        return number
