"""A player of Hanafuda, the point game: takes what counts, and leaves the others little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fudakai.clients.bots.flowers import DECK, KIND, best, known
from fudakai.clients.bots.player import Chance, Data

POINTS: Final = {"bright": 20, "animal": 10, "ribbon": 5, "chaff": 1}

WORTH: Final = {card: float(POINTS[KIND[card]]) for card in DECK}


def play(view: Data, offers: Sequence[Data], rng: Chance) -> Data:
    """The most promising offer."""
    return best(known(view), offers, WORTH)
