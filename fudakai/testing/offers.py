"""Offers and templates, whatever the game: an offer with `count` and `among` stands for every choice of so many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def is_template(offer: Mapping[str, Any]) -> bool:
    """Whether the offer stands for many moves."""
    return "count" in offer


def both_ends(offers: tuple[Mapping[str, Any], ...]) -> Iterator[Mapping[str, Any]]:
    """Every offer as a move; of a template the moves with the first and with the last of its cards."""
    for offer in offers:
        if is_template(offer):
            yield _move(offer, offer["among"][: offer["count"]])
            yield _move(offer, offer["among"][len(offer["among"]) - offer["count"] :])
        else:
            yield offer


def offers_hold(offers: tuple[Mapping[str, Any], ...], move: Mapping[str, Any]) -> bool:
    """Whether a move in its logged form is one of the offers, or one of a template's."""
    return move in offers or any(_fits(offer, move) for offer in offers if is_template(offer))


def _move(template: Mapping[str, Any], cards: Any) -> Mapping[str, Any]:
    rest = {key: value for key, value in template.items() if key not in ("count", "among")}
    return {**rest, "cards": tuple(cards)}


def _fits(template: Mapping[str, Any], move: Mapping[str, Any]) -> bool:
    cards = move.get("cards", ())
    right = len(cards) == len(set(cards)) == template["count"] and set(cards) <= set(template["among"])
    return right and move == _move(template, cards)
