"""Our own games, with every option and every number of players."""

from __future__ import annotations

from typing import Any

from fudakai.server.games.registry import GAMES
from fudakai.testing.cases import cases

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

CASES = [case for name, options in OPTIONS.items() for case in cases(GAMES[name], options)]
