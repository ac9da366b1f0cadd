"""A player of Koi-Koi: wants the cards that bring yaku nearer, its own or the other's, and says koi-koi when that is
worth more than to stop.

Every estimate here rests on one number: the chance that a player still takes a certain card in this round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, Final, NamedTuple

from clients.bots.flowers import DECK, KIND, Known, best, known
from clients.bots.player import Chance, Data

POINTS: Final = {
    "five_brights": 15,
    "four_brights": 8,
    "rainy_four_brights": 7,
    "three_brights": 6,
    "boar_deer_butterflies": 5,
    "red_poetry_ribbons": 5,
    "blue_ribbons": 5,
    "cherry_viewing": 5,
    "moon_viewing": 5,
    "month_cards": 4,
    "animals": 1,
    "ribbons": 1,
    "chaff": 1,
}
"""The usual points. The options of a room are in no view; they change little of what is worth having."""

BRIGHTS: Final = ("five_brights", "four_brights", "rainy_four_brights", "three_brights")
"""Of these only the best counts."""

COUNTED: Final = {"animals": "animal", "ribbons": "ribbon", "chaff": "chaff"}
"""Yaku of many cards of a kind, to which each more adds a point."""

SEVEN: Final = 7
"""So many points are doubled."""

A_TURN: Final = 2.5
"""Cards that a player takes in a turn, on average."""

HORIZON: Final = 5
"""A round seldom takes more turns than this, for somebody stops."""

ANY_CARD: Final = 0.1
"""What any card is worth, beside yaku."""


class Aim(NamedTuple):
    """A yaku that a player may still make or improve: `need` more of the `open` cards bring `points`; of a `counted`
    one each further card brings them again."""

    need: int
    open: tuple[str, ...]
    points: int
    counted: bool


def play(view: Data, offers: Sequence[Data], rng: Chance) -> Data:
    """The most promising offer; koi-koi if that is worth more."""
    now, table, me = known(view), view["table"], view["seat"]
    if offers[0]["type"] in ("stop", "koi_koi"):
        wanted = "koi_koi" if worth_of_going_on(now, table, me) > worth_of_stopping(table, me) else "stop"
        return next((offer for offer in offers if offer["type"] == wanted), offers[0])
    worth = dict.fromkeys(DECK, ANY_CARD)
    for seat in (me, 1 - me):
        chance = chance_of_a_card(now, table, seat)
        for aim in aims(table, seat):
            swing = aim.points * lacking_one(aim, chance)
            for card in aim.open:
                worth[card] += swing
    return best(now, offers, worth)


def aims(table: Data, seat: int) -> Iterator[Aim]:
    """What the seat may still make or improve."""
    yaku, missing = table["yaku"][seat], table["missing"][seat]
    gone = {card for pile in table["captured"] for cards in pile.values() for card in cards}
    brights = max([yaku.get(name, 0) for name in BRIGHTS])
    for name, kind in COUNTED.items():
        need = 1 if name in yaku else missing.get(name, {"need": 0})["need"]
        if need:
            yield Aim(need, tuple([card for card in DECK if KIND[card] == kind and card not in gone]), 1, counted=True)
    for name, what in missing.items():
        if name not in COUNTED:
            points = POINTS[name] - (brights if name in BRIGHTS else 0)
            yield Aim(what["need"], tuple(what["cards"]), points, counted=False)


def chance_of_a_card(now: Known, table: Data, seat: int) -> float:
    """The chance that the seat takes a certain one of the cards that nobody has taken yet."""
    turns = min(table["counts"][seat], HORIZON)
    return min(A_TURN * turns / (now.hidden + len(now.field) + len(now.hand)), 0.9)


def exactly(some: int, of: int, chance: float) -> float:
    """The chance to take exactly `some` of so many cards."""
    return comb(of, some) * chance**some * (1 - chance) ** (of - some) if 0 <= some <= of else 0.0


def at_least(some: int, of: int, chance: float) -> float:
    """The chance to take `some` of so many cards or more."""
    return 1.0 - sum([exactly(fewer, of, chance) for fewer in range(some)])


def lacking_one(aim: Aim, chance: float) -> float:
    """The chance that a certain card of the aim is what makes the difference."""
    count = at_least if aim.counted else exactly
    return count(aim.need - 1, len(aim.open) - 1, chance)


def worth_of_stopping(table: Data, me: int) -> float:
    """The points of the round if it ends now."""
    return scored(sum(table["yaku"][me].values()), table["koi_koi"][1 - me] > 0)


def scored(base: float, called: bool) -> float:
    """The points for these yaku; `called`: the other has said koi-koi."""
    return base * (2 if base >= SEVEN else 1) * (2 if called else 1)


def worth_of_going_on(now: Known, table: Data, me: int) -> float:
    """What I may expect of the round after koi-koi, less what the other may."""
    mine, more = outlook(now, table, me)
    theirs, loss = outlook(now, table, 1 - me)
    called: Any = table["koi_koi"][1 - me] > 0
    have = sum(table["yaku"][me].values())
    against = sum(table["yaku"][1 - me].values())
    return mine * (1 - theirs / 2) * scored(have + more, called) - theirs * (1 - mine / 2) * scored(against + loss, True)


def outlook(now: Known, table: Data, seat: int) -> tuple[float, float]:
    """The chance that the seat makes or improves a yaku, and the points that this then brings."""
    chance = chance_of_a_card(now, table, seat)
    none, points, weight = 1.0, 0.0, 0.0
    for aim in aims(table, seat):
        makes = at_least(aim.need, len(aim.open), chance)
        none *= 1 - makes
        points += makes * aim.points
        weight += makes
    return 1 - none, points / weight if weight else 0.0
