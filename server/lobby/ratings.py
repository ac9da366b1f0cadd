"""Skill ratings by openskill: Plackett-Luce (Weng and Lin, "A Bayesian Approximation Method for Online Ranking", 2011).

A rating is what is believed of a player's skill: a normal distribution with mean `mu` and deviation `sigma`. Each
player of a match is a team of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce

DEVIATIONS: Final = 3
"""So many deviations below the mean is the skill that is shown: about 0 for a newcomer, and surely not too high."""


class Rating(msgspec.Struct, frozen=True):
    """A newcomer's rating, or what matches have made of it."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def shown(self) -> float:
        """The number for people."""
        return round(self.mu - DEVIATIONS * self.sigma, 2)


def ranks(places: Sequence[int], left: Sequence[int]) -> list[int]:
    """The places by which a match is rated: who left it is last (L11), all leavers alike."""
    last = max(places) + 1
    return [last if seat in left else place for seat, place in enumerate(places)]


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match that ended with these places (1 is best, equal ones are draws), all by seat."""
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]


def encode(rating: Rating) -> bytes:
    """The rating as it is stored; the same number gives the same bytes."""
    return f"{rating.mu!r} {rating.sigma!r}".encode()


def decode(stored: bytes) -> Rating:
    """A stored rating; nothing stored is a newcomer's."""
    return Rating(*map(float, stored.split())) if stored else Rating()
