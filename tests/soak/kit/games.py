"""What the soak plays: every game of the registry, at tables of several sizes, in matches that are short."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fudakai.clients.bots.offers import fill
from fudakai.server.games.registry import GAMES


@dataclass(frozen=True)
class Setup:
    """A kind of table: a game, how many people sit there, and the options that its host asks for."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fewest(self) -> int:
        """With how many people another match can begin."""
        return GAMES[self.game].SEATS[0]


SETUPS: Final[Mapping[str, tuple[Setup, ...]]] = {
    "agurk": (Setup("agurk", 3), Setup("agurk", 2), Setup("agurk", 4)),
    "hanafuda": (
        Setup("hanafuda", 3, {"rounds": 1}),
        Setup("hanafuda", 2, {"rounds": 2}),
        Setup("hanafuda", 4, {"rounds": 1, "round_end": "all_hands", "deal": "traditional"}),
    ),
    "koikoi": (
        Setup("koikoi", 2, {"rounds": 3}),
        Setup("koikoi", 2, {"rounds": 3, "preset": "nintendo", "lucky_hands": "redeal"}),
    ),
    "dafaza": (
        Setup("dafaza", 4, {"official_hands": 1}),
        Setup("dafaza", 4, {"official_hands": 2, "first_parent": "random"}),
    ),
}
"""By game, the tables that take turns."""


def setups(games: Iterable[str] = GAMES) -> list[Setup]:
    """The tables of these games, in an order in which any few of them in a row are of different games."""
    kinds = [SETUPS[game] for game in games]
    most = max(map(len, kinds))
    return [kind[turn % len(kind)] for turn in range(most) for kind in kinds]


def move_of(offer: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    """The offer, or a move of a template, with its cards in any order."""
    return in_any_order(fill(offer, rng), rng)


def in_any_order(move: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    """The move with its cards in any order, which is the client's affair."""
    if "cards" not in move:
        return move
    return {**move, "cards": rng.sample(move["cards"], len(move["cards"]))}
