"""Koi-Koi's yaku as data: one table of names, cards and points (K5, K9), and what a pile of captures makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from fudakai.server.games.cards import (
    ALL_BRIGHTS,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLIES,
    HANAFUDA,
    HANAFUDA_KIND,
    HANAFUDA_MONTH,
    POSITION,
    RED_RIBBONS,
    SAKE_CUP,
)

RAIN: Final = "11-bright"
"""The rain man: the bright that some sets of brights leave out."""

LUCKY_POINTS: Final[Mapping[str, int]] = {"teshi": 6, "kuttsuki": 6}
"""K2: dealt hands that win at once, and their points: four of a month; four pairs."""

BIT: Final[Mapping[str, int]] = {card: 1 << POSITION[card] for card in HANAFUDA}
"""Each card as a set of one."""

FEW: Final = 5
"""Sets of so many cards at most are named card by card."""


def bits(cards: Iterable[str]) -> int:
    """A set of cards as a number, one bit a card: piles are compared with every yaku for every view."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


class Yaku(msgspec.Struct, frozen=True):
    """A set of captures that scores, made by `yaku`. Sets of cards are numbers as `bits` makes them."""

    name: str
    cards: tuple[str, ...]
    need: int
    points: int
    more: int
    mask: int
    """The cards as a set."""
    key: int
    """The card that has to be among them as a set; empty without one."""
    bar: int
    """The card that makes another yaku of it as a set; empty without one."""
    named: Mapping[int, tuple[str, ...]] | None
    """Each part of a set of few cards, card by card in deck order; None for a set of many."""

    def made(self, pile: int) -> int:
        """The points that these captures score with it; 0: it is not made."""
        have = (pile & self.mask).bit_count()
        if have < self.need or self.key & ~pile or self.bar & pile:
            return 0
        return self.points + self.more * (have - self.need)

    def missing(self, pile: int, lost: int) -> dict[str, object] | None:
        """What it still takes: `need` more of its cards, which are listed when they are few; None when it is made, or
        can no longer be, by what this or the other player has taken (`lost`)."""
        need = self.need - (pile & self.mask).bit_count()
        if self.key & ~pile:
            need = max(need, 1)
        if need <= 0 or self.key & lost or self.bar & pile:
            return None
        still = self.mask & ~(pile | lost)
        if still.bit_count() < need:
            return None
        return {"need": need} if self.named is None else {"need": need, "cards": self.named[still]}


def yaku(
    name: str,
    cards: tuple[str, ...],
    need: int,
    points: int,
    more: int = 0,
    must: str | None = None,
    without: str | None = None,
) -> Yaku:
    """A yaku: `need` of these cards (in deck order) give `points`, each more of them `more`. With `must` that card has
    to be among them; with `without` it is another yaku once that card is taken."""
    parts = [part for count in range(FEW + 1) for part in combinations(cards, count)] if len(cards) <= FEW else None
    return Yaku(
        name=name,
        cards=cards,
        need=need,
        points=points,
        more=more,
        mask=bits(cards),
        key=bits(() if must is None else (must,)),
        bar=bits(() if without is None else (without,)),
        named=None if parts is None else {bits(part): part for part in parts},
    )


BRIGHTS: Final[Mapping[str, tuple[int, int, int, int]]] = {
    # five, four, rainy four, three (K9)
    "standard": (15, 8, 7, 6),
    "nintendo": (10, 8, 7, 5),
    "flash": (15, 10, 8, 6),
}


def _kind(kind: str) -> tuple[str, ...]:
    return tuple([card for card in HANAFUDA if HANAFUDA_KIND[card] == kind])


def _brights(points: tuple[int, int, int, int]) -> tuple[Yaku, ...]:
    """The sets of brights, the best first: only the first that is made counts."""
    every = ALL_BRIGHTS
    dry = tuple([card for card in every if card != RAIN])
    five, four, rainy, three = points
    return (
        yaku("five_brights", every, 5, five),
        yaku("four_brights", dry, 4, four, without=RAIN),
        yaku("rainy_four_brights", every, 4, rainy, must=RAIN),
        yaku("three_brights", dry, 3, three, without=RAIN),
    )


OTHERS: Final = (
    yaku("boar_deer_butterflies", BOAR_DEER_BUTTERFLIES, 3, 5),
    yaku("red_poetry_ribbons", RED_RIBBONS, 3, 5),
    yaku("blue_ribbons", BLUE_RIBBONS, 3, 5),
    yaku("animals", _kind("animal"), 5, 1, 1),
    yaku("ribbons", _kind("ribbon"), 5, 1, 1),
)
"""The yaku that no option changes."""

CHERRY_VIEWING: Final = yaku("cherry_viewing", ("03-bright", SAKE_CUP), 2, 5)
MOON_VIEWING: Final = yaku("moon_viewing", ("08-bright", SAKE_CUP), 2, 5)


class YakuTable(msgspec.Struct, frozen=True, eq=False):
    """The yaku of a round. Of `brights` only the best counts, all `others` add up. One table is made for each set of
    options (`table_of`), so tables are compared by identity."""

    brights: tuple[Yaku, ...]
    others: tuple[Yaku, ...]

    def made(self, captured: Iterable[str]) -> dict[str, int]:
        """Name -> points of every yaku that these captures make, in the table's order."""
        pile = bits(captured)
        best = next(((one.name, points) for one in self.brights if (points := one.made(pile))), None)
        found = {} if best is None else dict((best,))
        for one in self.others:
            points = one.made(pile)
            if points:
                found[one.name] = points
        return found


@lru_cache(maxsize=1024)
def missing(table: YakuTable, captured: tuple[str, ...], lost: tuple[str, ...]) -> Mapping[str, Mapping[str, object]]:
    """Name -> what it still takes, of every yaku that can still be made with these captures, when the other player has
    taken `lost`. Of the brights only those that are better than what is made. Every view asks for both seats, and most
    moves take nothing, so the last 1,024 answers (of 500 rooms, some 2 MiB) are kept; they are not to be changed."""
    pile, gone = bits(captured), bits(lost)
    found = {}
    for one in table.brights:
        if one.made(pile):
            break
        if (what := one.missing(pile, gone)) is not None:
            found[one.name] = what
    for one in table.others:
        if (what := one.missing(pile, gone)) is not None:
            found[one.name] = what
    return found


@lru_cache(maxsize=256)
def table_of(brights: str, viewing: bool, cup_is_chaff: bool, month: int | None) -> YakuTable:
    """The yaku under these options (K9), in a round of this month (None: without month cards)."""
    chaff = tuple([card for card in HANAFUDA if HANAFUDA_KIND[card] == "chaff" or (cup_is_chaff and card == SAKE_CUP)])
    others = [*OTHERS, yaku("chaff", chaff, 10, 1, 1)]
    if viewing:
        others += [CHERRY_VIEWING, MOON_VIEWING]
    if month is not None:
        of_month = tuple([card for card in HANAFUDA if HANAFUDA_MONTH[card] == month])
        others.append(yaku("month_cards", of_month, 4, 4))
    return YakuTable(_brights(BRIGHTS[brights]), tuple(others))
