"""Where chance comes from: the system's random numbers (principle 1)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, TypeAlias

from fudakai.server.games.api import Chosen, Draw, Drawn, Item, Shuffle, Shuffled

RANDOM: Final = secrets.SystemRandom()
KEY: Final = 12
"""Bytes of a card's number. Two of 54 cards get the same one, and stay in order, once in 10 ** 25 shuffles."""

Chance: TypeAlias = Callable[[Draw], Drawn]
"""Who draws."""


def drawn(draw: Draw) -> Drawn:
    """Chance's outcome."""
    if isinstance(draw, Shuffle):
        return Shuffled(shuffled(draw.deck))
    return Chosen(RANDOM.choice(draw.among))


def shuffled(deck: tuple[Item, ...]) -> tuple[Item, ...]:
    """The deck in random order, each as likely as the others: by a random number of KEY bytes for each card. The
    system is asked once for all of them, since each time it is costs a microsecond."""
    keys = RANDOM.randbytes(KEY * len(deck))
    order = sorted(range(len(deck)), key=lambda place: keys[place * KEY : (place + 1) * KEY])
    return tuple([deck[place] for place in order])
