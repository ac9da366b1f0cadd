"""Every registered game, with every option and every number of players."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from server.games.api import Game
from server.games.registry import GAMES


class Case(NamedTuple):
    """A game with certain options at a table of a certain size."""

    game: Game
    options: msgspec.Struct
    seats: int

    def __str__(self) -> str:
        chosen = ",".join(f"{key}={value}" for key, value in msgspec.structs.asdict(self.options).items())
        return f"{self.game.NAME}-{self.seats}{'-' * bool(chosen)}{chosen}"


OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "agurk": ({},),
    "dafaza": ({}, {"first_parent": "random", "parent_factor": "wins", "official_hands": 1}),
}
"""The options that each game is played with here: every value of every option at least once, of a number its default
and a bound."""

CASES = [
    Case(game, msgspec.convert(options, game.Options), seats)
    for game in GAMES.values()
    for options in OPTIONS[game.NAME]
    for seats in range(game.SEATS[0], game.SEATS[1] + 1)
]
