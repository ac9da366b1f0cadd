"""Every registered game, with every option and every number of players."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES


class Case(NamedTuple):
    """A game with certain options at a table of a certain size."""

    game: Game
    options: msgspec.Struct
    seats: int

    def __str__(self) -> str:
        usual = msgspec.structs.asdict(type(self.options)())
        options = msgspec.structs.asdict(self.options).items()
        chosen = ",".join(f"{key}={value}" for key, value in options if value != usual[key])
        return f"{self.game.NAME}-{self.seats}{'-' * bool(chosen)}{chosen}"


OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "agurk": ({},),
    "hanafuda": (
        {},
        {"deal": "traditional", "must_match": True, "tie": "turn_order", "match_end": "goal", "goal": 500},
        {"storm": "plain", "round_end": "immediate", "scoring": "own_points", "match_end": "lead", "lead": 100},
        {"deal": "traditional", "pairs_from_four": True, "round_end": "all_hands", "rounds": 2},
        {"must_match": True, "round_end": "all_hands", "scoring": "own_points", "rounds": 1},
    ),
    "koikoi": (
        {},
        {"preset": "nintendo", "rounds": 3},
        {"lucky_hands": "redeal", "brights": "flash", "viewing": "off", "cup": "animal", "goal": 30},
        {"lucky_hands": "off", "month_cards": False, "exhausted": "dealer_six", "rounds": 6},
        {"double_seven": False, "koi_double": False, "koi_limit": "once_per_round", "exhausted": "dealer_changes"},
    ),
    "dafaza": ({}, {"first_parent": "random", "parent_factor": "wins", "official_hands": 1}),
}
"""The options that each game is played with here: every value of every option at least once, of a number its default
and another. The bounds of numbers are for the tests of each game."""

CASES = [
    Case(game, msgspec.convert(options, game.Options), seats)
    for game in GAMES.values()
    for options in OPTIONS[game.NAME]
    for seats in range(game.SEATS[0], game.SEATS[1] + 1)
]
