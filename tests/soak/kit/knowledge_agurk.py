"""What each seat of an Agurk match may know at each version, worked out from the log.

Exact to the entry: at a version, everybody knows the cards on the table and those taken as penalties, and a seat its
own hand; an entry's events may name the cards that this entry played, turned over or drew. So a card that was turned
over at the end of a round, and dealt anew by a later entry of the same update, is hidden again in the view.
"""

from __future__ import annotations

from collections.abc import Sequence

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.agurk.state import Phase, State
from fudakai.server.games.cards import BRIDGE, BRIDGE_RANK
from fudakai.server.rooms.entries import Abandoned, AnyEntry, Drew, Left, Moved
from tests.soak.kit.moments import Cards


class Eye:
    """Follows a match of Agurk. It remembers nothing: what lies on the table is all that is known."""

    def see(self, before: State, entry: AnyEntry, after: State) -> Cards:
        """The cards played, turned over and drawn."""
        return _played(entry) | _ended(before, after, entry)

    def table(self, state: State) -> Cards:
        """The cards of the cycle, and those taken as penalties."""
        played = [card for play in state.table for card in play.cards]
        return frozenset(played).union(*state.penalties)

    def hands(self, state: State) -> tuple[Cards, ...]:
        """The hands."""
        return tuple(map(frozenset, state.hands))


def _played(entry: AnyEntry) -> Cards:
    return frozenset(entry.move["cards"]) if isinstance(entry, Moved) else frozenset()


def _ended(before: State, after: State, entry: AnyEntry) -> Cards:
    """The cards that an entry turned over and drew, if it ended a round (A10-A12): worked out here, not asked of the
    game. `before` and `after` are the states around it."""
    if isinstance(entry, Drew) and entry.shuffle is not None and after.phase is not Phase.PLAY:
        # hands of one card are turned over as they are dealt; nothing says who has which, and all are shown
        deck = [*entry.shuffle, *(card for card in _deck(before) if card not in entry.shuffle)]
        count = len(before.active)
        return _turned(dict(zip(_clockwise(before), deck, strict=False)), tuple(deck[count:]), before)
    if before.phase is not Phase.PLAY or after.phase is Phase.PLAY or isinstance(entry, Abandoned):
        return frozenset()
    left = {entry.seat} if isinstance(entry, Left) else set()
    last = {seat: set(before.hands[seat]) - _played(entry) for seat in _clockwise(before) if seat not in left}
    if any(len(cards) != 1 for cards in last.values()):
        return frozenset()  # the match ended in the middle of a round: nothing is turned over (A20)
    if len(last) == 1:
        return frozenset()
    return _turned({seat: card for seat, cards in last.items() for card in cards}, before.stock, before)


def _turned(last: dict[int, str], stock: Sequence[str], before: State) -> Cards:
    """The last cards, and what those who tie for lowest draw from the stock (A12; if all are equal nothing, A13)."""
    shown = set(last.values())
    ranks = {seat: BRIDGE_RANK[card] for seat, card in last.items()}
    highest, lowest = max(ranks.values()), min(ranks.values())
    sums = {
        seat: sum(BRIDGE_RANK[card] for card in before.penalties[seat]) + (rank if rank == highest else 0)
        for seat, rank in ranks.items()
    }
    still_in = [seat for seat in last if sums[seat] <= agurk.LIMIT]
    if len(still_in) < 2 or highest == lowest:
        return frozenset(shown)
    tied = [seat for seat in last if ranks[seat] == lowest]
    while 1 < len(tied) <= len(stock):
        drawn, stock = dict(zip(tied, stock, strict=False)), stock[len(tied) :]
        shown |= set(drawn.values())
        least = min(BRIDGE_RANK[card] for card in drawn.values())
        tied = [seat for seat, card in drawn.items() if BRIDGE_RANK[card] == least]
    return frozenset(shown)


def _clockwise(state: State) -> list[int]:
    """The seats still in, clockwise from this round's Player 1, or from the next one if that has left (A12, A21)."""
    first = state.player_one or 0
    return sorted(state.active, key=lambda seat: (seat < first, seat))


def _deck(state: State) -> list[str]:
    taken = {card for cards in state.penalties for card in cards}
    return [card for card in BRIDGE if card not in taken]
