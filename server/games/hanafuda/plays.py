"""What may be played from the hand in the point game: plain plays, the wild storm card, hiki (H8, H10, H11); and the
code for what may not. The rules are in docs/rules/hanafuda.md."""

from __future__ import annotations

from typing import Final

from fudakai.server.games.api import IllegalMove, Move, Offer
from fudakai.server.games.cards import HANAFUDA_MONTH
from fudakai.server.games.flowers.cards import MONTH, STACK, STORM, Cards, captures, counts_by_month, mates, months_of
from fudakai.server.games.flowers.moves import PLAY, asked_card, asked_target, plays
from fudakai.server.games.hanafuda.state import State

HIKI: Final = "hiki"


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    """Plays in deck order, wild captures, hikis. A wild capture is listed unless the seat's own view rules it out; H11
    may still refuse it."""
    field = state.flowers.field
    found = plays(state.flowers, seat)
    if state.options.must_match and (matching := _matching(state, seat)):
        found = [offer for offer in found if offer["card"] in matching]
    hikis = _hikis(state, seat)
    if state.options.storm == "wild" and STORM in state.flowers.hands[seat]:
        shut = {*months_of(field, STACK), *hikis, HANAFUDA_MONTH[STORM]}
        wild = [target for target in field if HANAFUDA_MONTH[target] not in shut]
        found += [{"type": PLAY, "card": STORM, "target": target} for target in wild]
    return (*found, *[{"type": HIKI, "month": month} for month in hikis])


def asked_hiki(state: State, seat: int, move: Move) -> int:
    """H10: the month that a hiki names. Raises IllegalMove `wrong_type`, `no_hiki`."""
    month = move.get("month")
    if type(month) is not int:
        raise IllegalMove("wrong_type", "`month` is a number from 1 to 12")
    if month not in _hikis(state, seat):
        raise IllegalMove("no_hiki", "a hiki needs some cards of that month on the field and all others in your hand")
    return month


def asked_play(state: State, seat: int, move: Move) -> tuple[str, str | None, Cards]:
    """H8, H11: the card and the target that a play names, and what it takes. Raises IllegalMove `wrong_type`,
    `not_in_hand`, `needs_target`, `stack`, `hiki`, `must_capture`, `no_match`."""
    field = state.flowers.field
    card = asked_card(move, state.flowers.hands[seat])
    target = asked_target(move, needed=False)
    if target is not None and _is_wild(state, card, target):
        _check_wild(state, target)
        return card, target, (target,)
    if state.options.must_match and not mates(field, card) and _matching(state, seat):
        raise IllegalMove("must_capture", "a card that matches must be played if there is one, and you hold one")
    return card, target, captures(field, card, target)


def _hikis(state: State, seat: int) -> list[int]:
    """H10: the months that the seat may take whole."""
    field, hand = counts_by_month(state.flowers.field), counts_by_month(state.flowers.hands[seat])
    return sorted([month for month, held in hand.items() if held + field.get(month, 0) == MONTH and month in field])


def _matching(state: State, seat: int) -> set[str]:
    """The cards of the hand that match one on the field."""
    months = {card[:2] for card in state.flowers.field}
    return {card for card in state.flowers.hands[seat] if card[:2] in months}


def _is_wild(state: State, card: str, target: str) -> bool:
    """H11: whether this is a wild capture, and not the storm card as an ordinary November card."""
    if card != STORM or state.options.storm != "wild" or target not in state.flowers.field:
        return False
    return HANAFUDA_MONTH[target] != HANAFUDA_MONTH[STORM]


def _check_wild(state: State, target: str) -> None:
    """H11. Raises IllegalMove `stack`, `hiki`; the words do not say whose hiki it is."""
    if len(mates(state.flowers.field, target)) == STACK:
        raise IllegalMove("stack", f"{target} lies in a stack of three, which the storm card may not take from")
    if any(HANAFUDA_MONTH[target] in _hikis(state, seat) for seat in range(len(state.scores))):
        raise IllegalMove("hiki", f"the storm card may not take {target}: its month is a hiki; make another move")
