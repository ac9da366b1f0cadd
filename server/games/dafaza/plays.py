"""What may be led, shown and folded in Dafaza (D2, D3, D7, D8, D11), and the refusal codes. The rules are in
docs/rules/dafaza.md."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, groupby
from typing import Final, NamedTuple

from fudakai.server.games.api import IllegalMove
from fudakai.server.games.cards import HANAFUDA_MONTH, in_deck_order
from fudakai.server.games.dafaza.state import DECK, Cards, Play, Sign, State

MOST_LED: Final = 4  # D7

KASU: Final = frozenset(card for card in DECK if "-chaff" in card)  # D2; every other card is charisma


class MakeUp(NamedTuple):
    """D8: how many cards of each suit."""

    kasu: int
    charisma: int


def make_up(cards: Cards) -> MakeUp:
    """Of any cards."""
    kasu = len([card for card in cards if card in KASU])
    return MakeUp(kasu, len(cards) - kasu)


def month(cards: Cards) -> int:
    """The month of cards that share one. D3: the lower its number, the stronger."""
    return HANAFUDA_MONTH[cards[0]]


def best(table: tuple[Play, ...]) -> Play:
    """D8: the best face-up play so far; each one shown was stronger than those before."""
    return [play for play in table if not play.folded][-1]


def due(state: State) -> int:
    """D8: how many cards a follower plays."""
    return len(state.table[0].cards)


def must_fold(state: State, seat: int) -> bool:
    """D11: the last trick was led with one card, and this seat has taken nothing."""
    return state.last_trick and due(state) == 1 and not state.tops[seat]


def leads(hand: Cards) -> list[Cards]:
    """D7: one to four cards of one month."""
    found: list[Cards] = []
    for _, same in groupby(hand, HANAFUDA_MONTH.__getitem__):
        cards = tuple(same)
        for count in range(1, len(cards) + 1):
            found.extend(combinations(cards, count))
    return found


def beats(state: State, seat: int) -> list[Cards]:
    """D8, D11: what this follower may show."""
    if must_fold(state, seat):
        return []
    strongest = month(best(state.table).cards)
    return [cards for cards in same_make_up(state, seat) if month(cards) < strongest]


def same_make_up(state: State, seat: int) -> list[Cards]:
    """D8: what this hand holds of one month with the lead's kasu and charisma, however strong."""
    wanted = make_up(state.table[0].cards)
    found: list[Cards] = []
    for _, same in groupby(state.hands[seat], HANAFUDA_MONTH.__getitem__):
        cards = tuple(same)
        found.extend([some for some in combinations(cards, due(state)) if make_up(some) == wanted])
    return found


def may_beat(state: State, seat: int) -> str:
    """For the follower to act: `yes`, or the code of what keeps it from beating: `must_fold` (D11), `wrong_suits` (it
    holds no set of the lead's make-up), `not_stronger` (only weaker ones)."""
    if must_fold(state, seat):
        return "must_fold"
    if not same_make_up(state, seat):
        return "wrong_suits"
    return "yes" if beats(state, seat) else "not_stronger"


def weakest(hand: Cards, count: int) -> Cards:
    """D28: so many of the weakest cards, of equal ones the first in deck order; in deck order."""
    ordered = sorted(hand, key=HANAFUDA_MONTH.__getitem__, reverse=True)  # stable: equal months stay in deck order
    return in_deck_order(ordered[:count])


# --- what a move names, and why it is refused ------------------------------------------------------------------------


def thrown_sign(move: object) -> Sign:
    """The sign a move throws. Raises IllegalMove `wrong_type` for anything that is no throw."""
    if isinstance(move, Mapping) and move.get("type") == "throw":
        for sign in Sign:
            if move.get("sign") == sign.value:
                return sign
    raise IllegalMove("wrong_type", 'a move here is {"type": "throw", "sign": "rock", "paper" or "scissors"}')


def named_cards(move: object) -> tuple[bool, Cards]:
    """Whether a move folds, and the cards it names. Raises IllegalMove `wrong_type` for anything
    but a play or a fold."""
    if not isinstance(move, Mapping) or move.get("type") not in ("play", "fold"):
        raise IllegalMove("wrong_type", 'a move here is {"type": "play" or "fold", "cards": [...]}')
    cards = move.get("cards")
    if not isinstance(cards, (list, tuple)) or not all(isinstance(card, str) for card in cards):
        raise IllegalMove("wrong_type", "`cards` is a list of card names")
    return move["type"] == "fold", tuple(cards)


def check_in_hand(named: Cards, hand: Cards) -> None:
    """Raises IllegalMove `not_in_hand` for a card that is not held, or named twice."""
    for card in named:
        if card not in hand:
            raise IllegalMove("not_in_hand", f"you do not hold {card}" if card in DECK else "there is no such card")
    if len(set(named)) != len(named):
        raise IllegalMove("not_in_hand", "a card is named twice")


def check_lead(folds: bool, cards: Cards) -> None:
    """D7. Raises IllegalMove `must_lead`, `wrong_count`, `months_differ`."""
    if folds:
        raise IllegalMove("must_lead", "you lead this trick: play 1 to 4 cards of one month, face up")
    if not 1 <= len(cards) <= MOST_LED:
        raise IllegalMove("wrong_count", "lead 1 to 4 cards")
    _check_one_month(cards)


def check_beat(state: State, seat: int, cards: Cards) -> None:
    """D8, D11. Raises IllegalMove `must_fold`, `wrong_count`, `months_differ`, `wrong_suits`, `not_stronger`."""
    if must_fold(state, seat):
        raise IllegalMove("must_fold", "in a last trick of one card, who has taken nothing must fold")
    check_count(state, cards)
    _check_one_month(cards)
    wanted = make_up(state.table[0].cards)
    if make_up(cards) != wanted:
        words = f"show {wanted.kasu} kasu and {wanted.charisma} charisma, as were led, or fold"
        raise IllegalMove("wrong_suits", words)
    if month(cards) >= month(best(state.table).cards):
        raise IllegalMove(
            "not_stronger", "show a stronger month than the best so far (January is the strongest), or fold"
        )


def check_count(state: State, cards: Cards) -> None:
    """D8. Raises IllegalMove `wrong_count`."""
    if len(cards) != due(state):
        raise IllegalMove("wrong_count", f"{due(state)} led, so play or fold {due(state)}")


def _check_one_month(cards: Cards) -> None:
    if len({HANAFUDA_MONTH[card] for card in cards}) != 1:
        raise IllegalMove("months_differ", "cards that are shown share one month")
