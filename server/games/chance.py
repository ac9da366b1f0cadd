"""Checks what chance drew: an outcome must be one of those that were possible."""

from __future__ import annotations

from typing import TypeVar

from fudakai.server.games.api import Chosen, Drawn, IllegalMove, Shuffled
from fudakai.server.games.cards import stacked

T = TypeVar("T")


def the_order(drawn: Drawn, deck: tuple[str, ...]) -> tuple[str, ...]:
    """The whole deck in the order drawn. Raises IllegalMove `bad_chance` for anything else."""
    order = stacked(drawn.order, deck) if isinstance(drawn, Shuffled) else None
    if order is None:
        raise IllegalMove("bad_chance", "a deck is to be shuffled: an order names cards of the deck, each once")
    return order


def the_choice(drawn: Drawn, among: tuple[T, ...]) -> T:
    """The item drawn. Raises IllegalMove `bad_chance` for anything else."""
    item = drawn.item if isinstance(drawn, Chosen) else None
    for one in among:
        if type(item) is type(one) and item == one:
            return one
    raise IllegalMove("bad_chance", f"one of {', '.join(map(str, among))} is to be chosen")
