"""Whether a move is one that was offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

CHOICES: Final = frozenset({"choose", "fold", "stop", "koi_koi"})
"""Types of offers that are no plain turn: a pending choice, a decision. A template is none either, of whatever type."""
THROW: Final = "throw"
"""The type of a move that all make at once."""


def only_choices(offers: Sequence[Mapping[str, Any]]) -> bool:
    """Whether there is nothing else to do than to choose, decide, or fill a template."""
    return bool(offers) and all(offer["type"] in CHOICES or "count" in offer for offer in offers)


def offered(move: Any, offers: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the move is one of the offers, or of one that is a template. The order of cards does not matter, nor
    does a target that was not asked for; the server says whether it is right."""
    return isinstance(move, Mapping) and any(_fits(move, offer) for offer in offers)


def what_is_wrong(move: Any, offers: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Of a move that was not offered: the field, and what was expected of it, for people."""
    if not isinstance(move, Mapping):
        return "move", "a map"
    for offer in offers:
        if offer.get("type") == move.get("type") and "count" in offer:
            if "among" in move or "count" in move:
                return "move", f"`cards`, {offer['count']} of `among`, without `count` and `among`"
            return "move.cards", f"{offer['count']} different cards out of {' '.join(offer['among'])}"
    shown = "; ".join(str(dict(offer)) for offer in offers[:3]) + ("; ..." if len(offers) > 3 else "")
    return "move", f"one of the offers, unchanged: {shown}"


def _fits(move: Mapping[str, Any], offer: Mapping[str, Any]) -> bool:
    wanted, given = dict(offer), dict(move)
    if "count" in wanted:
        count, among, cards = wanted.pop("count"), wanted.pop("among"), given.pop("cards", None)
        return given == wanted and isinstance(cards, list) and len(cards) == count and _out_of(cards, among)
    if "target" not in wanted:
        given.pop("target", None)
    return _plain(given) == _plain(wanted)


def _out_of(cards: Sequence[Any], among: Sequence[str]) -> bool:
    return all(isinstance(card, str) and card in among for card in cards) and len(set(cards)) == len(cards)


def _plain(move: Mapping[str, Any]) -> dict[str, Any]:
    return {name: sorted(map(str, value)) if isinstance(value, list) else value for name, value in move.items()}
