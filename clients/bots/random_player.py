"""The player that knows no rules: any offer is as good as another."""

from __future__ import annotations

from collections.abc import Sequence

from fudakai.clients.bots.offers import fill
from fudakai.clients.bots.player import Chance, Data


def play(view: Data, offers: Sequence[Data], rng: Chance) -> Data:
    """One of the offers, each as likely as the others, and of a template any of its moves."""
    return fill(rng.choice(offers), rng)
