"""Where chance comes from: the system's random numbers (decision 1)."""

from __future__ import annotations

import secrets
from typing import Final

from server.games.api import Chosen, Draw, Drawn, Shuffle, Shuffled

RANDOM: Final = secrets.SystemRandom()


def drawn(draw: Draw) -> Drawn:
    """Chance's outcome."""
    if isinstance(draw, Shuffle):
        deck = list(draw.deck)
        RANDOM.shuffle(deck)
        return Shuffled(tuple(deck))
    return Chosen(RANDOM.choice(draw.among))
