"""What each seat of a match of Hanafuda or Koi-Koi may know at each version, worked out from the log.

Everything but hands and stock is public, and a card that was seen once is known until the next deal: the field, what is
played, turned and taken, and hands that win as they are dealt. From the end of a round on nobody holds anything, and
what lay in hands and stock stays unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.hanafuda.state import HANDS
from fudakai.server.rooms.entries import AnyEntry, Drew, Moved
from tests.soak.kit.moments import NOTHING, Cards, whole

MONTHS: Final = sorted({card[:2] for card in HANAFUDA})
BRIGHTS: Final = frozenset(card for card in HANAFUDA if card.endswith("bright"))

SETS: Final[Mapping[str, Cards]] = {
    "five_brights": BRIGHTS,
    "four_brights": BRIGHTS - {"11-bright"},
    "rainy_four_brights": BRIGHTS,
    "three_brights": BRIGHTS - {"11-bright"},
    "boar_deer_butterflies": frozenset({"06-animal", "07-animal", "10-animal"}),
    "red_poetry_ribbons": frozenset({"01-ribbon", "02-ribbon", "03-ribbon"}),
    "blue_ribbons": frozenset({"06-ribbon", "09-ribbon", "10-ribbon"}),
    "cherry_viewing": frozenset({"03-bright", "09-animal"}),
    "moon_viewing": frozenset({"08-bright", "09-animal"}),
    **{f"month_cards_{month}": frozenset(card for card in HANAFUDA if card[:2] == month) for month in MONTHS},
}
"""Koi-Koi's yaku of few cards (K5): the table says what each still takes, wherever these cards lie. The cards of the
month are another set in each month."""


class HanafudaEye:
    """Follows a match."""

    def __init__(self) -> None:
        self._seen = NOTHING

    def see(self, before: Any, entry: AnyEntry, after: Any) -> Cards:
        """The cards that left hands and stock, or that a deal laid open."""
        shown = NOTHING
        if isinstance(entry, Moved):
            shown = _played(before, entry) | _turned(before, after)
            self._seen |= shown
        elif isinstance(entry, Drew) and entry.shuffle is not None:
            shown = self._seen = self._dealt(before, whole(entry.shuffle, HANAFUDA))
        if after.turn is not None:
            hidden = frozenset(after.flowers.stock).union(*after.flowers.hands)
            assert self._seen == frozenset(HANAFUDA) - hidden, "what was seen is all but hands and stock"
        return shown

    def table(self, state: Any) -> Cards:
        """All that was seen since the deal."""
        return self._seen

    def hands(self, state: Any) -> tuple[Cards, ...]:
        """The hands."""
        return tuple(map(frozenset, state.flowers.hands))

    def _dealt(self, state: Any, deck: Sequence[str]) -> Cards:
        """What a deal shows: the field, and the hands that win at once (H5-H7)."""
        seats = len(state.scores)
        hand, field = HANDS[state.options.deal][seats]
        shown, hands = _laid(deck, state.next_dealer, seats, hand, field)
        if 4 in _months(shown):
            return shown
        wins = [[2, 2, 2, 2], [4, 4], *([[2, 2, 4]] if state.options.pairs_from_four else [])]
        return shown.union(*[cards for cards in hands if len(cards) == 8 and _months(cards) in wins])


class KoiKoiEye(HanafudaEye):
    """Follows a match: only other deals are void, and other hands win at once."""

    def _dealt(self, state: Any, deck: Sequence[str]) -> Cards:
        """The field, and teshi and kuttsuki, which a void deal does not show (K2)."""
        shown, hands = _laid(deck, state.next_dealer, 2, 8, 8)
        if 4 in _months(shown) or _months(shown) == [2, 2, 2, 2] or state.options.lucky_hands != "win":
            return shown
        return shown.union(*[cards for cards in hands if 4 in _months(cards) or _months(cards) == [2, 2, 2, 2]])


def _laid(deck: Sequence[str], dealer: int, seats: int, hand: int, field: int) -> tuple[Cards, list[Cards]]:
    """The field, which is dealt first, and the hands by seat, counterclockwise from the dealer (H3, H5)."""
    starts = [field + (dealer - seat) % seats * hand for seat in range(seats)]
    return frozenset(deck[:field]), [frozenset(deck[start : start + hand]) for start in starts]


def _months(cards: Iterable[str]) -> list[int]:
    """How many cards of each month there are, from the fewest to the most."""
    return sorted(Counter(card[:2] for card in cards).values())


def _played(before: Any, entry: Moved) -> Cards:
    """What left the hand: a card, or a hiki's month."""
    match entry.move:
        case {"type": "play", "card": str(card)}:
            return frozenset({card})
        case {"type": "hiki", "month": int(month)}:
            return frozenset(card for card in before.flowers.hands[entry.seat] if int(card[:2]) == month)
    return NOTHING


def _turned(before: Any, after: Any) -> Cards:
    """What left the stock. When the round is over with it, the stock is put away: a hand half turns one card (H9), a
    choice or a decision none."""
    stock = before.flowers.stock
    if after.turn is not None:
        return frozenset(stock[: len(stock) - len(after.flowers.stock)])
    return frozenset(stock[:1]) if before.phase.value == "play" else NOTHING
