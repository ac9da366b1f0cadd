"""A player of Koi-Koi: wants the cards that bring yaku nearer, its own or the other's, and says koi-koi when that is
worth more than to stop.

Every estimate here rests on one number: the chance that a player still takes a certain card in this round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, prod
from typing import Final, NamedTuple

from fudakai.clients.bots.flowers import DECK, KIND, Known, best, known
from fudakai.clients.bots.player import Chance, Data

POINTS: Final = {
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
"""The points of the yaku that are the same in every room that has them."""

BRIGHTS: Final = ("five_brights", "four_brights", "rainy_four_brights", "three_brights")
"""Of these only the best counts."""

BRIGHT_POINTS: Final = {"standard": (15, 8, 7, 6), "nintendo": (10, 8, 7, 5), "flash": (15, 10, 8, 6)}
"""Their points, by the option `brights`."""

CUP: Final = "09-animal"
"""The sake cup, which may count as chaff, too."""

COUNTED: Final = {"animals": "animal", "ribbons": "ribbon", "chaff": "chaff"}
"""Yaku of many cards of a kind, to which each more adds a point."""

SEVEN: Final = 7
"""So many points are doubled."""

A_TURN: Final = 2.5
"""Cards that a player takes in a turn, on average."""

HORIZON: Final = 4
"""A round seldom takes more turns than this, for somebody stops."""

ANY_CARD: Final = 0.1
"""What any card is worth, beside yaku."""


class Rules(NamedTuple):
    """What the options say: the points of every yaku there is, the cards of those of many, and what is doubled."""

    points: Mapping[str, int]
    counted: Mapping[str, tuple[str, ...]]
    double_seven: bool
    koi_double: bool


def rules_of(options: Data) -> Rules:
    """By a match's options; those that are not there are as usual."""
    points = dict(zip(BRIGHTS, BRIGHT_POINTS[options.get("brights", "standard")], strict=True)) | POINTS
    if options.get("viewing", "on") == "off":
        del points["cherry_viewing"], points["moon_viewing"]
    if not options.get("month_cards", True):
        del points["month_cards"]
    counted = {name: tuple([card for card in DECK if KIND[card] == kind]) for name, kind in COUNTED.items()}
    if options.get("cup", "both") == "both":
        counted["chaff"] = (*counted["chaff"], CUP)
    return Rules(points, counted, options.get("double_seven", True), options.get("koi_double", True))


class Aim(NamedTuple):
    """A yaku that a player may still make or improve: `need` more of the `open` cards bring `points`; of a `counted`
    one each further card brings them again."""

    need: int
    open: tuple[str, ...]
    points: int
    counted: bool


class Future(NamedTuple):
    """The chance that a player makes or improves a yaku, and the points of all yaku that this player then has."""

    chance: float
    points: float


def play(view: Data, offers: Sequence[Data], rng: Chance) -> Data:
    """The most promising offer; koi-koi if that is worth more."""
    now, table, me, rules = known(view), view["table"], view["seat"], rules_of(view["options"])
    if offers[0]["type"] in ("stop", "koi_koi"):
        wanted = "koi_koi" if goes_on(rules, now, table, me) else "stop"
        return next((offer for offer in offers if offer["type"] == wanted), offers[0])
    worth = dict.fromkeys(DECK, ANY_CARD)
    for seat in (me, 1 - me):
        chance = chance_of_a_card(now, table, seat)
        for aim in aims(rules, table, seat):
            swing = aim.points * decides(aim, chance)
            for card in aim.open:
                worth[card] += swing
    return best(now, offers, worth)


def aims(rules: Rules, table: Data, seat: int) -> Iterator[Aim]:
    """What the seat may still make or improve."""
    yaku, missing = table["yaku"][seat], table["missing"][seat]
    gone = {card for pile in table["captured"] for cards in pile.values() for card in cards}
    brights = max([yaku.get(name, 0) for name in BRIGHTS])
    for name, cards in rules.counted.items():
        need = 1 if name in yaku else missing.get(name, {"need": 0})["need"]
        if need:
            yield Aim(need, tuple([card for card in cards if card not in gone]), 1, counted=True)
    for name, what in missing.items():
        if name not in COUNTED:
            points = rules.points[name] - (brights if name in BRIGHTS else 0)
            yield Aim(what["need"], tuple(what["cards"]), points, counted=False)


def chance_of_a_card(now: Known, table: Data, seat: int) -> float:
    """The chance that the seat takes a certain one of the cards that nobody has taken yet."""
    turns = min(int(table["counts"][seat]), HORIZON)
    return min(A_TURN * turns / (now.hidden + len(now.field) + len(now.hand)), 0.9)


def exactly(some: int, of: int, chance: float) -> float:
    """The chance to take exactly `some` of so many cards."""
    return comb(of, some) * chance**some * (1 - chance) ** (of - some) if 0 <= some <= of else 0.0


def at_least(some: int, of: int, chance: float) -> float:
    """The chance to take `some` of so many cards or more."""
    return 1.0 - sum([exactly(fewer, of, chance) for fewer in range(some)])


def decides(aim: Aim, chance: float) -> float:
    """The chance that a certain card of the aim makes the difference: all but one of those needed come without it."""
    count = at_least if aim.counted else exactly
    return count(aim.need - 1, len(aim.open) - 1, chance)


# --- koi-koi or stop -------------------------------------------------------------------------------------------------


def goes_on(rules: Rules, now: Known, table: Data, me: int) -> bool:
    """Whether koi-koi promises more than the points at hand: what I may make of it, less what the other may first."""
    other = 1 - me
    mine, theirs = future(rules, now, table, me), future(rules, now, table, other)
    called = table["koi_koi"][other] > 0
    gain = mine.chance * (1 - theirs.chance / 2) * scored(rules, mine.points, called)
    loss = theirs.chance * (1 - mine.chance / 2) * scored(rules, theirs.points, True)
    return gain - loss > scored(rules, made(table, me), called)


def made(table: Data, seat: int) -> int:
    """The points of the yaku that the seat has."""
    return sum(table["yaku"][seat].values())


def scored(rules: Rules, base: float, called: bool) -> float:
    """The points for these yaku; `called`: the other has said koi-koi."""
    return base * (2 if rules.double_seven and base >= SEVEN else 1) * (2 if rules.koi_double and called else 1)


def future(rules: Rules, now: Known, table: Data, seat: int) -> Future:
    """What the seat may still make of the round."""
    card = chance_of_a_card(now, table, seat)
    chances = [(at_least(aim.need, len(aim.open), card), aim.points) for aim in aims(rules, table, seat)]
    total = sum([chance for chance, _ in chances])
    more = sum([chance * points for chance, points in chances]) / total if total else 0.0
    return Future(1 - prod([1 - chance for chance, _ in chances]), made(table, seat) + more)
