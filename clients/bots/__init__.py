"""Bots: pure functions that import nothing of ours outside this package."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from fudakai.clients.bots import dafaza, hanafuda, koikoi, random_player
from fudakai.clients.bots.player import Player


class Strength(Enum):
    """How well a player plays."""

    STRONG = "strong"
    RANDOM = "random"


STRONG: Mapping[str, Player] = {"dafaza": dafaza.play, "hanafuda": hanafuda.play, "koikoi": koikoi.play}
"""By game, where one plays better than at random."""


def player(strength: Strength, game: str) -> Player:
    """The bot of that strength for a game of any name; a random one where there is no better."""
    return STRONG.get(game, random_player.play) if strength is Strength.STRONG else random_player.play


def stand_in(game: str) -> Player:
    """The bot that stands in for a player who has left: the strongest there is."""
    return player(Strength.STRONG, game)
