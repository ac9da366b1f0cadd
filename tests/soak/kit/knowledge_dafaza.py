"""What each seat of a Dafaza match may know at each version, worked out from the log.

Hands are their owners' secret, and so is what was folded, for ever (D9). What was shown face up is known until the next
deal. A dealt hand that wins shows its role's cards only (D21-D25). A throw of the janken is secret until all have
thrown, and then shown by that entry alone (D5).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from fudakai.server.games.dafaza.state import DECK, Sign, State
from fudakai.server.rooms.entries import AnyEntry, Drew, Moved
from tests.soak.kit.moments import NOTHING, Cards, whole

SIGNS: Final = frozenset(sign.value for sign in Sign)

LIGHTS: Final = frozenset({"01-bright", "03-bright", "08-bright", "11-bright", "12-bright"})
BEASTS: Final = frozenset({"06-animal", "07-animal", "10-animal"})
RED: Final = frozenset({"01-ribbon", "02-ribbon", "03-ribbon"})
BLUE: Final = frozenset({"06-ribbon", "09-ribbon", "10-ribbon"})
CUP: Final = "09-animal"

ROLES: Final = (
    (50, LIGHTS | BEASTS),
    (50, LIGHTS | RED),
    (50, LIGHTS | BLUE),
    (10, LIGHTS | {CUP}),
    (10, BEASTS | {"03-bright", "08-bright", CUP}),
    (10, RED | BLUE),
    (5, LIGHTS),
)
"""D21-D24: what a dealt hand brings, and its cards. No hand of ten holds two of the same worth."""


class Eye:
    """Follows a match."""

    def __init__(self) -> None:
        self._shown = NOTHING
        self._folded: list[Cards] = [NOTHING] * 4

    def see(self, before: State, entry: AnyEntry, after: State) -> Cards:
        """Cards played face up, a role that won, or the signs of a janken with its last throw."""
        if isinstance(entry, Drew) and entry.shuffle is not None:
            self._shown, self._folded = _role(whole(entry.shuffle, DECK)), [NOTHING] * 4
            return self._shown
        if not isinstance(entry, Moved):
            return NOTHING
        match entry.move:
            case {"type": "throw", "sign": str(sign)}:
                others = [before.throws[seat] for seat in before.candidates if seat != entry.seat]
                return NOTHING if None in others else frozenset({sign, *[thrown.value for thrown in others if thrown]})
            case {"type": "fold", "cards": cards}:
                self._folded[entry.seat] |= frozenset(cards)
                return NOTHING
            case {"type": "play", "cards": cards}:
                self._shown |= frozenset(cards)
                return frozenset(cards)
        raise AssertionError(f"no move of Dafaza: {entry.move}")

    def table(self, state: State) -> Cards:
        """All that was shown face up since the deal."""
        return self._shown

    def hands(self, state: State) -> tuple[Cards, ...]:
        """The hands, what their owners have folded in this hand, and what they have thrown, or may."""
        return tuple(
            frozenset(hand) | folded | _signs(state, seat)
            for seat, (hand, folded) in enumerate(zip(state.hands, self._folded, strict=True))
        )


def _signs(state: State, seat: int) -> Cards:
    if state.phase.value != "janken" or seat not in state.candidates:
        return NOTHING
    thrown = state.throws[seat]
    return SIGNS if thrown is None else frozenset({thrown.value})


def _role(deck: Sequence[str]) -> Cards:
    """D25: the cards of the best role, of equal ones the first clockwise from the parent, who is dealt first."""
    best, shown = 0, NOTHING
    for place in range(4):
        hand = frozenset(deck[place * 10 : place * 10 + 10])
        roles = [(worth, cards) for worth, cards in ROLES if cards <= hand]
        worth, cards = max(roles, default=(0, NOTHING), key=itemgetter(0))
        if worth > best:
            best, shown = worth, cards
    return shown
