"""The state of a match of Koi-Koi, and its options. The rules are in docs/rules/koikoi.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fudakai.server.games.flowers.match import FlowerMatch
from fudakai.server.games.koikoi.yaku import YakuTable, table_of
from fudakai.server.games.options import Described

PRESETS: Final[Mapping[str | None, Mapping[str, object]]] = {
    None: {"brights": "standard", "koi_limit": "none", "exhausted": "nobody"},
    "nintendo": {"brights": "nintendo", "koi_limit": "once_per_round", "exhausted": "dealer_changes"},
}
"""K9: what the options that are not given are, by preset."""


MONTHS: Final = 12


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


class State(FlowerMatch, frozen=True, kw_only=True, gc=False):
    """A match of two. By seat: `yaku` (name -> points in this round), `asked` (the total of yaku when last asked),
    `calls` (of koi-koi in this round), which are those of the finished round until the next deal."""

    options: Options
    yaku: tuple[Mapping[str, int], ...] = ({}, {})
    asked: tuple[int, ...] = (0, 0)
    calls: tuple[int, ...] = (0, 0)


def month_of(state: State) -> int:
    """K8: round n has month n, and after December comes January."""
    return (state.round - 1) % MONTHS + 1


def yaku_of(state: State) -> YakuTable:
    """The yaku of this round (K5, K9)."""
    options = state.options
    if options.brights is UNSET:
        raise AssertionError("what is not given is the preset's")
    month = month_of(state) if options.month_cards else None
    return table_of(options.brights, options.viewing == "on", options.cup == "both", month)
