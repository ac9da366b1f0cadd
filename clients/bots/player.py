"""The interface of a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Data: TypeAlias = Mapping[str, Any]


class Chance(Protocol):
    """The part of `random.Random` that players use."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these."""

    def sample(self, population: Sequence[T], k: int, /) -> list[T]:
        """So many different ones of these."""


class Player(Protocol):
    """A pure function. `view`: what the seat may know, a mapping with `seat`, `table` (what everybody knows), `private`
    (the hand) and `options` (the room's, as everybody sees them: what is not in them is as usual). `offers`: what the
    seat may do, never empty. `rng`: the caller owns its seed."""

    def __call__(self, view: Data, offers: Sequence[Data], rng: Chance, /) -> Data:
        """The move to make: one of the offers, or what an offer that is a template asks for."""
