"""Players that are programs: pure, and without anything of ours outside this package."""

from __future__ import annotations

from collections.abc import Mapping

from clients.bots import random_player
from clients.bots.player import Player

PLAYERS: Mapping[str, Player] = {"random": random_player.play}
"""By name."""

STRONG: Mapping[str, Player] = {}
"""By game, where one plays better than at random."""


def stand_in(game: str) -> Player:
    """Who plays this game for somebody who has left: the strongest there is."""
    return STRONG.get(game, random_player.play)
