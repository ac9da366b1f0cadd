"""A player of Dafaza: counts the cards, and aims at the last trick.

It thinks over its own hand only: what each lead, beat or fold leaves it with, down to the last trick. The others are
chances: each unseen card lies with any of them, or among their folds, and who may beat mostly does. The rules are in
no view: that a stack more costs less, and what wins the last trick, stands here as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb, prod
from typing import Final, NamedTuple, TypeAlias

from fudakai.clients.bots.player import Chance, Data

Cards: TypeAlias = tuple[str, ...]

Hand: TypeAlias = tuple[str, ...]
"""Kinds of cards, the strongest first: cards of one kind are as good as each other."""

KINDS: Final = {
    1: "bright ribbon chaff-1 chaff-2",
    2: "animal ribbon chaff-1 chaff-2",
    3: "bright ribbon chaff-1 chaff-2",
    6: "animal ribbon chaff-1 chaff-2",
    7: "animal ribbon chaff-1 chaff-2",
    8: "bright animal chaff-1 chaff-2",
    9: "animal ribbon chaff-1 chaff-2",
    10: "animal ribbon chaff-1 chaff-2",
    11: "bright animal ribbon chaff",
    12: "bright chaff-1 chaff-2 chaff-3",
}
"""The cards of each month, the strongest month first."""

MONTHS: Final = tuple(KINDS)

DECK: Final[Cards] = tuple(f"{month:02d}-{kind}" for month, kinds in KINDS.items() for kind in kinds.split())


class Shape(NamedTuple):
    """How many cards of each suit a lead has, so what beats it, too."""

    kasu: int
    charisma: int


KIND: Final = {card: card[:3] + ("kasu" if "chaff" in card else "charisma") for card in DECK}
"""By card, all that counts of it in play: its month and suit."""

ORDER: Final = tuple(dict.fromkeys(KIND[card] for card in DECK))
"""The kinds in the order of a hand."""

SHAPES: Final = tuple(Shape(kasu, charisma) for kasu in range(4) for charisma in range(4) if 1 <= kasu + charisma <= 4)

PEONIES: Final = (1, 2, 3, 6)
"""Four cards of one of these months win more."""

OTHERS: Final = 3
"""Opponents."""

WILLING: Final = 0.8
"""The chance that an opponent who may beat does."""

A_LOSER_PAYS: Final = 3.5
"""What a loser pays on average, before factors."""

NOTHING_TAKEN: Final = 3.5
"""How much more a loser pays who has taken nothing."""

A_STACK: Final = 0.4
"""What a stack is worth: a point less to pay for who loses."""

FOLDABLE: Final = 3
"""So many more cards than it folds are thought about, the weakest first."""

DEPTH: Final = 6
"""Of a longer hand only the strongest cards are thought about, as if the others were folded by then."""

RARE: Final = 0.02
"""Leads that are less likely than this are not thought about."""


class Set(NamedTuple):
    """Kinds of cards that may be shown together. `better`: in how many ways the unseen cards beat them; `weaker`: the
    part of such leads that they beat."""

    kinds: Hand
    needs: tuple[tuple[str, int], ...]  # each kind and how many of it
    shape: Shape
    better: int
    weaker: float
    at_once: int  # what everyone pays if they win before the last trick
    times: int  # how much more the losers pay if they win the last one


def play(view: Data, offers: Sequence[Data], rng: Chance) -> Data:
    """The most promising offer, the fold filled in; a sign of janken at random."""
    if offers[0]["type"] == "throw":
        return rng.choice(offers)
    outlook = Outlook(view)
    moves = [move for offer in offers for move in outlook.moves(offer)]
    return max(moves, key=outlook.promise)


class Outlook:
    """What a seat may expect of the hand. What the methods give is in points, more or less: only its order matters."""

    def __init__(self, view: Data) -> None:
        table, private, me = view["table"], view["private"], view["seat"]
        self.hand = hand_of(private["hand_cards"])
        self.table = table["table"]
        self.taken = table["stacks"][me] > 0
        self.able = sum([seat != me and stacks > 0 for seat, stacks in enumerate(table["stacks"])])
        factor, parent = table["factor"], table["parent"] == me
        self.win: float = A_LOSER_PAYS * (OTHERS * factor if parent else OTHERS - 1 + factor)
        self.pays: float = factor if parent else (OTHERS - 1 + factor) / OTHERS
        shown = [card for play in self.table for card in play.get("cards", ())]
        tops = [card for cards in table["tops"] for card in cards]
        seen = {*private["hand_cards"], *private["folded"], *table["beaten"], *tops, *shown}
        unseen = [KIND[card] for card in DECK if card not in seen]
        self.hidden = len(unseen)
        self.ways = {shape: ways(unseen, shape) for shape in SHAPES}
        self.sets = [self.set_of(kinds) for kinds in sets(self.hand)]
        self._together: dict[tuple[int, int], float] = {}
        self._shapes: dict[int, list[tuple[Shape, float]]] = {}
        self._leading: dict[tuple[Hand, bool], float] = {}
        self._following: dict[tuple[Hand, bool], float] = {}

    def set_of(self, kinds: Hand) -> Set:
        """What these are when shown together."""
        shape, month = shape_of(kinds), int(kinds[0][:2])
        ways, at = self.ways[shape], MONTHS.index(month)
        peonies, three = len(kinds) == 4 and month in PEONIES, max(shape) >= 3
        steel = len(kinds) == 1 and month == 12
        return Set(
            kinds=kinds,
            needs=tuple([(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]),
            shape=shape,
            better=sum(ways[:at]),
            weaker=sum(ways[at + 1 :]) / (sum(ways) or 1),
            at_once=4 if peonies else 3 if three else 0,
            times=4 if peonies else 3 if three else 2 if steel else 1,
        )

    def moves(self, offer: Data) -> Iterable[Data]:
        """The offer; of a template the folds that are worth a thought."""
        if "among" not in offer:
            return (offer,)
        count = offer["count"]
        worst = sorted(offer["among"], key=DECK.index)[-count - FOLDABLE :][::-1]
        folds: dict[Hand, Data] = {}
        for cards in combinations(worst, count):
            folds.setdefault(hand_of(cards), {"type": "fold", "cards": list(cards)})
        return folds.values()

    def promise(self, move: Data) -> float:
        """What a move is worth."""
        kinds = hand_of(move["cards"])
        rest = without(self.hand, kinds)
        if move["type"] == "fold":
            return self.lost(rest, self.taken)
        if self.table:
            return self.shown(self.set_of(kinds), rest, self.taken, OTHERS - len(self.table))
        return self.led(self.set_of(kinds), rest, self.taken)

    def leading(self, hand: Hand, taken: bool) -> float:
        """What a hand is worth that leads the next trick."""
        hand = hand[:DEPTH]
        found = self._leading.get((hand, taken))
        if found is None:
            found = max([self.led(some, without(hand, some.kinds), taken) for some in self.sets_in(hand)])
            self._leading[hand, taken] = found
        return found

    def led(self, some: Set, rest: Hand, taken: bool) -> float:
        """What a lead is worth. Of opponents who have taken nothing, none may beat a last card."""
        return self.shown(some, rest, taken, OTHERS if rest or len(some.kinds) > 1 else self.able)

    def shown(self, some: Set, rest: Hand, taken: bool, others: int) -> float:
        """What it is worth to show these when so many may still beat them."""
        count = len(some.kinds)
        may_beat = 1 - (1 - self.together(count, count + len(rest))) ** some.better
        safe = (1 - WILLING * may_beat) ** others
        won = self.won(some, rest) if safe else 0.0
        return safe * won + (1 - safe) * self.lost(rest, taken)

    def together(self, count: int, held: int) -> float:
        """The chance that so many certain cards, unseen, all lie with one opponent who holds `held`."""
        found = self._together.get((count, held))
        if found is None:
            found = prod([max(held - at, 0) / max(self.hidden - at, held, 1) for at in range(count)])
            self._together[count, held] = found
        return found

    def won(self, some: Set, rest: Hand) -> float:
        """What it is worth to win a trick with these."""
        gained = A_STACK * self.pays * len(some.kinds)
        if not rest:
            return gained + self.win * some.times
        return gained + OTHERS * some.at_once + self.leading(rest, True)

    def lost(self, rest: Hand, taken: bool) -> float:
        """What it is worth when somebody else wins the trick."""
        if rest:
            return self.following(rest, taken)
        return -self.pays * (A_LOSER_PAYS if taken else A_LOSER_PAYS + NOTHING_TAKEN)

    def following(self, hand: Hand, taken: bool) -> float:
        """What a hand is worth when an opponent leads the next trick."""
        hand = hand[:DEPTH]
        found = self._following.get((hand, taken))
        if found is None:
            mine = self.sets_in(hand)
            leads = self.leads(len(hand))
            found = sum([chance * self.answered(hand, mine, shape, taken) for shape, chance in leads])
            self._following[hand, taken] = found
        return found

    def leads(self, held: int) -> list[tuple[Shape, float]]:
        """What an opponent with so many cards may lead, and how likely: anything that may lie in a hand."""
        found = self._shapes.get(held)
        if found is None:
            chances = {shape: sum(ways) * self.together(sum(shape), held) for shape, ways in self.ways.items()}
            likely = {shape: chance for shape, chance in chances.items() if chance > RARE * sum(chances.values())}
            total = sum(likely.values())
            found = [(shape, chance / total) for shape, chance in likely.items()]
            self._shapes[held] = found
        return found

    def answered(self, hand: Hand, mine: list[Set], shape: Shape, taken: bool) -> float:
        """What a hand is worth when this shape is led: the best of folding, and of showing a set that may be shown."""
        count = sum(shape)
        fold = self.lost(hand[: len(hand) - count], taken)
        if count == len(hand) == 1 and not taken:
            return fold
        found = fold
        for some in mine:
            if some.shape == shape and some.weaker:
                beats = self.shown(some, without(hand, some.kinds), taken, OTHERS - 1)
                found = max(found, some.weaker * beats + (1 - some.weaker) * fold)
        return found

    def sets_in(self, hand: Hand) -> list[Set]:
        """What may be led of a part of the hand."""
        held = {(kind, count) for kind in hand for count in range(1, hand.count(kind) + 1)}
        return [some for some in self.sets if held.issuperset(some.needs)]


def hand_of(cards: Iterable[str]) -> Hand:
    """Cards as their kinds."""
    return tuple(sorted([KIND[card] for card in cards], key=ORDER.index))


def ways(unseen: list[str], shape: Shape) -> list[int]:
    """By month: in how many ways cards of these kinds make that shape."""
    return [
        comb(unseen.count(f"{month:02d}-kasu"), shape.kasu)
        * comb(unseen.count(f"{month:02d}-charisma"), shape.charisma)
        for month in MONTHS
    ]


def shape_of(kinds: Hand) -> Shape:
    """Of any cards."""
    kasu = len([kind for kind in kinds if kind.endswith("kasu")])
    return Shape(kasu, len(kinds) - kasu)


def without(hand: Hand, kinds: Hand) -> Hand:
    """What is left of a hand."""
    left = list(hand)
    for kind in kinds:
        left.remove(kind)
    return tuple(left)


def sets(hand: Hand) -> list[Hand]:
    """What a hand may lead."""
    found: dict[Hand, None] = {}
    for month in dict.fromkeys([kind[:2] for kind in hand]):
        same = [kind for kind in hand if kind[:2] == month]
        for count in range(1, len(same) + 1):
            found |= dict.fromkeys(combinations(same, count))
    return list(found)
