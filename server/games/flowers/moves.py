"""The moves of a turn with flower cards: what is offered, how a move is read, and what the clock plays (H8, H9, H18).

Hanafuda and Koi-Koi share all of this; their own moves (hiki, storm, koi-koi and stop) are in their own files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fudakai.server.games.api import IllegalMove, Move, Offer
from fudakai.server.games.cards import HANAFUDA_MONTH, HANAFUDA_VALUE
from fudakai.server.games.flowers.cards import Cards, Flowers, by_month, mates, value

PLAY: Final = "play"
CHOOSE: Final = "choose"


def plays(flowers: Flowers, seat: int) -> list[Offer]:
    """H8: every card of the hand, in deck order; one that matches two once for each target."""
    found: list[Offer] = []
    months = by_month(flowers.field)
    for card in flowers.hands[seat]:
        targets = months.get(card[:2], ())
        if len(targets) == 2:
            found += [{"type": PLAY, "card": card, "target": target} for target in targets]
        else:
            found.append({"type": PLAY, "card": card})
    return found


def choices(flowers: Flowers) -> tuple[Offer, ...]:
    """H9: the two cards that the turned one may take."""
    if flowers.pending is None:
        raise AssertionError("a turned card waits for a choice")
    return tuple([{"type": CHOOSE, "target": target} for target in mates(flowers.field, flowers.pending)])


def known_move(move: object, *known: str) -> Move:
    """The move, when its `type` is one of these. Raises IllegalMove `wrong_type`."""
    if not isinstance(move, Mapping) or move.get("type") not in known:
        raise IllegalMove("wrong_type", f"a move here has a `type`, which is {' or '.join(known)}")
    return move


def asked_card(move: Move, hand: Cards) -> str:
    """The card that a `play` names. Raises IllegalMove `wrong_type`, `not_in_hand`."""
    card = move.get("card")
    if not isinstance(card, str):
        raise IllegalMove("wrong_type", "`card` is the name of a card")
    asked_target(move, needed=False)  # a mistyped field goes before a card that is not held
    if card not in hand:
        raise IllegalMove(
            "not_in_hand", f"you do not hold {card}" if card in HANAFUDA_MONTH else "there is no such card"
        )
    return card


def asked_target(move: Move, *, needed: bool) -> str | None:
    """The field card that a move names, None when it names none. Raises IllegalMove `wrong_type`."""
    if "target" not in move and not needed:
        return None
    target = move.get("target")
    if not isinstance(target, str):
        raise IllegalMove("wrong_type", "`target` is the name of a card on the field")
    return target


def said_play(flowers: Flowers, card: str, target: str | None) -> Move:
    """A play as it is offered and logged: with a target only where one is needed."""
    if target is None or (target in (found := mates(flowers.field, card)) and len(found) != 2):
        return {"type": PLAY, "card": card}
    return {"type": PLAY, "card": card, "target": target}


def clock_play(flowers: Flowers, seat: int) -> Move:
    """H18: the play that takes the highest value from the field, else the cheapest card; equals in deck order."""
    best: Move = {}
    most = 0
    for card in flowers.hands[seat]:
        found = mates(flowers.field, card)
        for target in found if len(found) == 2 else (None,):
            taken = value(found) if target is None else HANAFUDA_VALUE[target]
            if taken > most:
                best, most = said_play(flowers, card, target), taken
    if most:
        return best
    return {"type": PLAY, "card": min(flowers.hands[seat], key=HANAFUDA_VALUE.__getitem__)}


def clock_choice(flowers: Flowers) -> Move:
    """H18: the card of higher value; equals in deck order."""
    return max(choices(flowers), key=lambda offer: HANAFUDA_VALUE[offer["target"]])
