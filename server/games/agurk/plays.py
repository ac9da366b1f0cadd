"""What may be played in Agurk (A7, A8, A8b, A9), and the refusal codes. The rules are in docs/rules/agurk.md."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, groupby

from fudakai.server.games.agurk.state import Cards, State
from fudakai.server.games.api import IllegalMove
from fudakai.server.games.cards import BRIDGE_RANK


def choices(state: State) -> list[Cards]:
    """What the seat to act may play, in deck order."""
    if state.turn is None:
        raise AssertionError("somebody is to act")
    hand = state.hands[state.turn]
    if not state.table:
        return leads(hand)
    return follows(hand, due(state), highest(state))


def highest(state: State) -> int:
    """A8: the highest rank on the table in this cycle."""
    return max([play.high for play in state.table])


def due(state: State) -> int:
    """A8: as many cards as the leader; the clock leads with one (A22)."""
    return len(state.table[0].cards) if state.table else 1


def leads(hand: Cards) -> list[Cards]:
    """A7: one card or several of one rank, keeping at least one."""
    found: list[Cards] = []
    for _, same in groupby(hand, BRIDGE_RANK.__getitem__):
        cards = tuple(same)
        for count in range(1, min(len(cards), len(hand) - 1) + 1):
            found.extend(combinations(cards, count))
    return found


def follows(hand: Cards, count: int, at_least: int) -> list[Cards]:
    """A8, A9: the lowest sets, then all sets of cards at least as high as the highest so far."""
    high = [card for card in hand if BRIDGE_RANK[card] >= at_least]
    if len(high) == len(hand):  # then a lowest set is among the high ones
        return list(combinations(high, count))
    return lowest_sets(hand, count) + list(combinations(high, count))


def lowest_sets(hand: Cards, count: int) -> list[Cards]:
    """A8: the lowest cards as ranks; of the cards that share the last of these ranks, any."""
    last = BRIDGE_RANK[hand[count - 1]]
    below = tuple([card for card in hand if BRIDGE_RANK[card] < last])
    equal = [card for card in hand if BRIDGE_RANK[card] == last]
    return [below + some for some in combinations(equal, count - len(below))]


def named_cards(move: object) -> Cards:
    """The cards a move names. Raises IllegalMove `wrong_type` for anything that is no play."""
    if not isinstance(move, Mapping) or move.get("type") != "play":
        raise IllegalMove("wrong_type", 'a move here is {"type": "play", "cards": [...]}')
    cards = move.get("cards")
    if not isinstance(cards, (list, tuple)) or not all(isinstance(card, str) for card in cards):
        raise IllegalMove("wrong_type", "`cards` is a list of card names")
    return tuple(cards)


def check_in_hand(named: Cards, hand: Cards) -> None:
    """A8b. Raises IllegalMove `not_in_hand`."""
    for card in named:
        if card not in hand:
            raise IllegalMove(
                "not_in_hand", f"you do not hold {card}" if card in BRIDGE_RANK else "there is no such card"
            )
    if len(set(named)) != len(named):
        raise IllegalMove("not_in_hand", "a card is named twice")


def check_may_play(state: State, hand: Cards, cards: Cards) -> None:
    """A7, A8: whether these cards of the hand, in deck order, may be played now. Raises IllegalMove `wrong_count`,
    `ranks_differ`, `must_keep_one`, `too_low`."""
    if not cards:
        raise IllegalMove("wrong_count", "play at least one card")
    ranks = [BRIDGE_RANK[card] for card in cards]
    if not state.table:
        if ranks[0] != ranks[-1]:
            raise IllegalMove("ranks_differ", "several cards that lead share one rank")
        if len(cards) == len(hand):
            raise IllegalMove("must_keep_one", "keep at least one card in hand")
        return
    count = due(state)
    if len(cards) != count:
        raise IllegalMove("wrong_count", f"the leader played {count}, so do you")
    if ranks[0] < highest(state) and ranks != [BRIDGE_RANK[card] for card in hand[:count]]:
        raise IllegalMove("too_low", "play cards at least as high as the highest on the table, or exactly your lowest")
