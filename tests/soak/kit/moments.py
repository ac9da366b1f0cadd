"""What may be known at one version of a match, and who works it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from fudakai.server.rooms.entries import AnyEntry

Cards: TypeAlias = frozenset[str]
"""Cards, and signs of a janken: whatever may be hidden and has a name."""

NOTHING: Final[Cards] = frozenset()


def whole(order: Sequence[str], deck: Sequence[str]) -> list[str]:
    """A shuffle of the log as the whole deck: what it leaves out follows in deck order (docs/records.md)."""
    return [*order, *(card for card in deck if card not in order)]


class Moment(NamedTuple):
    """One version: what everybody may know, what each seat may know beyond that, what its entry made known, and the
    seats whose players have left the match."""

    table: Cards
    hands: tuple[Cards, ...]
    shown: Cards
    gone: frozenset[int] = frozenset()


class Eye(Protocol):
    """Follows one match, entry by entry. It works out by itself what is seen: it never asks the game for a view or for
    events, only for what the state holds in hands and stock."""

    def see(self, before: Any, entry: AnyEntry, after: Any) -> Cards:
        """What this entry of the match made known to everybody. `before` and `after` are the states around it."""

    def table(self, state: Any) -> Cards:
        """What everybody may know now."""

    def hands(self, state: Any) -> tuple[Cards, ...]:
        """By seat, what only this seat may know now."""
