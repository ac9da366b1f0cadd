"""What players of Hanafuda and Koi-Koi share: the cards, what the seat knows of them, and how promising a table is.

Both games ask one question of a card: how much does it matter who takes it? The answer is its `worth`, a number by
card that the game's own file makes (points; or what yaku it helps, mine or theirs). The rest is the same for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from fudakai.clients.bots.player import Data

Worth: TypeAlias = Mapping[str, float]
Cards: TypeAlias = tuple[str, ...]

KINDS: Final = {
    "01": "bright ribbon chaff-1 chaff-2",
    "02": "animal ribbon chaff-1 chaff-2",
    "03": "bright ribbon chaff-1 chaff-2",
    "04": "animal ribbon chaff-1 chaff-2",
    "05": "animal ribbon chaff-1 chaff-2",
    "06": "animal ribbon chaff-1 chaff-2",
    "07": "animal ribbon chaff-1 chaff-2",
    "08": "bright animal chaff-1 chaff-2",
    "09": "animal ribbon chaff-1 chaff-2",
    "10": "animal ribbon chaff-1 chaff-2",
    "11": "bright animal ribbon chaff",
    "12": "bright chaff-1 chaff-2 chaff-3",
}
"""The four cards of each month."""

DECK: Final[Cards] = tuple(f"{month}-{kind}" for month, kinds in KINDS.items() for kind in kinds.split())

KIND: Final = {card: card[3:].partition("-")[0] for card in DECK}
"""bright, animal, ribbon or chaff."""

STACK: Final = 3
"""So many of a month on the field are taken together."""

LATER: Final = 0.5
"""How much a capture counts that I can make in my next turn; the one after it counts that much less again."""


class Known(NamedTuple):
    """What a seat knows of the cards. `unseen`: by month the cards that lie in other hands or in the stock; `hidden`:
    how many they are together; `others`: the hand sizes of the opponents, in playing order."""

    field: Cards
    hand: Cards
    pending: str | None
    unseen: Mapping[str, Cards]
    hidden: int
    others: tuple[int, ...]
    stock: int


class Effect(NamedTuple):
    """What an offer does at once: the cards that it takes, and field and hand after it."""

    taken: Cards
    field: Cards
    hand: Cards


class Month(NamedTuple):
    """What the field's cards of a month promise: what the next capture takes from the field; the worth of each card
    that can make it, unseen or in my hand."""

    take: float
    unseen: list[float]
    mine: list[float]


def known(view: Data) -> Known:
    """The view of a seat, read."""
    table, hand = view["table"], tuple(view["private"]["hand"])
    piles = [cards for captured in table["captured"] for cards in captured.values()]
    seen = {*table["field"], *hand, table["pending"]}.union(*piles)
    unseen: dict[str, Cards] = {}
    for card in DECK:
        if card not in seen:
            unseen[card[:2]] = (*unseen.get(card[:2], ()), card)
    counts, seat = table["counts"], view["seat"]
    return Known(
        field=tuple(table["field"]),
        hand=hand,
        pending=table["pending"],
        unseen=unseen,
        hidden=sum(map(len, unseen.values())),
        others=tuple([counts[seat - turn] for turn in range(1, len(counts))]),  # play goes counterclockwise
        stock=table["stock"],
    )


def effect(now: Known, offer: Data) -> Effect:
    """What a play, a choice or a hiki does."""
    if offer["type"] == "hiki":
        month = f"{offer['month']:02d}"
        used = [card for card in now.hand if card[:2] == month]
        took = [card for card in now.field if card[:2] == month]
    else:
        card = str(now.pending if offer["type"] == "choose" else offer["card"])
        used = [card]
        took = [offer["target"]] if "target" in offer else [other for other in now.field if other[:2] == card[:2]]
    hand = tuple([card for card in now.hand if card not in used])
    if not took:
        return Effect((), (*now.field, *used), hand)
    return Effect((*used, *took), tuple([card for card in now.field if card not in took]), hand)


def promise(now: Known, after: Effect, worth: Worth, *, turned: bool) -> float:
    """What an offer is worth: what it takes, what the stock may bring (unless it is `turned` already), what I may take
    next time; less what the opponents may take before that."""
    months = [month_of(now, after, cards, worth) for cards in by_month(after.field).values()]
    months.sort(key=lambda month: month.take, reverse=True)
    total = sum([worth[card] for card in after.taken])
    if now.stock and not turned:
        total += sum([len(month.unseen) * month.take + sum(month.unseen) for month in months]) / now.hidden
    left = [1.0] * len(months)  # the chance of each month that no opponent has taken it
    for cards in now.others:
        free = 1.0  # the chance that this opponent has found nothing better
        for at, month in enumerate(months):
            if month.unseen:
                loses = free * left[at] * chance_of_any(len(month.unseen), cards, now.hidden)
                total -= loses * (month.take + sum(month.unseen) / len(month.unseen))
                left[at] -= loses
                free -= loses
    later = [(month.take + max(month.mine)) * chance for month, chance in zip(months, left, strict=True) if month.mine]
    return total + sum([value * LATER**turn for turn, value in enumerate(sorted(later, reverse=True), start=1)])


def month_of(now: Known, after: Effect, cards: list[str], worth: Worth) -> Month:
    """A month's cards on the field, and what they mean."""
    month, values = cards[0][:2], [worth[card] for card in cards]
    return Month(
        take=sum(values) if len(cards) == STACK else max(values),
        unseen=[worth[card] for card in now.unseen.get(month, ())],
        mine=[worth[card] for card in after.hand if card[:2] == month],
    )


def by_month(cards: Iterable[str]) -> dict[str, list[str]]:
    """The cards, month by month."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(card[:2], []).append(card)
    return found


def chance_of_any(wanted: int, drawn: int, among: int) -> float:
    """The chance that at least one of `wanted` cards is among `drawn` of `among`."""
    none = 1.0
    for at in range(wanted):
        none *= max(among - drawn - at, 0) / (among - at)
    return 1.0 - none


def best(now: Known, offers: Sequence[Data], worth: Worth) -> Data:
    """The most promising offer; of equals the first."""
    turned = now.pending is not None
    return max(offers, key=lambda offer: promise(now, effect(now, offer), worth, turned=turned))
