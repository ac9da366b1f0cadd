"""The state of a match of Koi-Koi, and its options. The rules are in koikoi.py."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from server.games.api import Outcome
from server.games.flowers import Flowers
from server.games.options import Described

PRESETS: Final[Mapping[str | None, Mapping[str, Any]]] = {
    None: {"brights": "standard", "koi_limit": "none", "exhausted": "nobody"},
    "nintendo": {"brights": "nintendo", "koi_limit": "once_per_round", "exhausted": "dealer_changes"},
}
"""K9: what the options that are not given are, by preset."""


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """K2-K9. Three of them are the preset's where they are not given."""

    preset: Literal["nintendo"] | None = None
    """K9: a set of options by one name; options given beside it win."""
    lucky_hands: Literal["win", "redeal", "off"] = "win"
    """K2: what teshi and kuttsuki do."""
    brights: Literal["standard", "nintendo", "flash"] | UnsetType = UNSET
    """K9: the points of the brights: 15/8/7/6, 10/8/7/5, 15/10/8/6. Default standard."""
    viewing: Literal["on", "off"] = "on"
    """K5: cherry viewing and moon viewing."""
    month_cards: bool = True
    """K5: the four cards of the round's month."""
    cup: Literal["both", "animal"] = "both"
    """K5: whether the sake cup counts as chaff, too."""
    double_seven: bool = True
    """K6: 7 points or more are doubled."""
    koi_double: bool = True
    """K6: points are doubled when the opponent has called koi-koi."""
    koi_limit: Literal["none", "once_per_round"] | UnsetType = UNSET
    """K9: one koi-koi in a round, by whoever. Default none."""
    exhausted: Literal["nobody", "dealer_six", "dealer_changes"] | UnsetType = UNSET
    """K7, K9: what happens when the hands run out. Default nobody."""
    rounds: Literal[3, 6, 12] = 12
    """K8: the number of rounds, if there is no goal."""
    goal: Annotated[int, Meta(ge=1, le=500)] | None = None
    """K8: the first to so many points wins the match."""

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "preset": "other defaults by one name; options given beside it win",
            "lucky_hands": "four of a month or four pairs in a hand: a win, a new deal, or (off) nothing special",
            "brights": "points of sets of brights: standard 15/8/7/6, nintendo 10/8/7/5, flash 15/10/8/6",
            "viewing": "whether there are cherry viewing and moon viewing",
            "month_cards": "whether the four cards of the round's month score",
            "cup": "whether the sake cup counts as chaff, too",
            "double_seven": "7 points or more are doubled",
            "koi_double": "points are doubled if the other player has called koi-koi in the round",
            "koi_limit": "how often koi-koi may be called in a round, by whoever",
            "exhausted": "no cards left: nobody scores and the dealer stays; or the dealer gets 6; or the other deals",
            "rounds": "rounds of a match without a goal",
            "goal": "the first to so many points wins the match; at the latest after 50 rounds",
        }
    )

    def __post_init__(self) -> None:
        for name, default in PRESETS[self.preset].items():
            if getattr(self, name) is UNSET:
                msgspec.structs.force_setattr(self, name, default)


class Phase(Enum):
    """What the match waits for."""

    FIRST = "first"  # chance: the first dealer (K1)
    DEAL = "deal"  # chance: the deck
    PLAY = "play"  # the seat `turn`: its hand half (K3)
    CHOOSE = "choose"  # the seat `turn`: which card the turned one takes (K3)
    DECIDE = "decide"  # the seat `turn`: koi-koi or stop (K4)
    OVER = "over"


class State(msgspec.Struct, frozen=True):
    """A match of two. By seat: `scores`, `yaku` (name -> points in this round), `asked` (the total of yaku when last
    asked), `calls` (of koi-koi in this round)."""

    options: Options
    flowers: Flowers
    phase: Phase = Phase.FIRST
    round: int = 1
    dealer: int | None = None
    turn: int | None = None
    scores: tuple[int, ...] = (0, 0)
    yaku: tuple[Mapping[str, int], ...] = ({}, {})
    asked: tuple[int, ...] = (0, 0)
    calls: tuple[int, ...] = (0, 0)
    result: Outcome | None = None
