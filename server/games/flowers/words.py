"""The events of a turn with flower cards in words for people: what Hanafuda and Koi-Koi share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fudakai.server.games.api import Event

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


REDEALT: Final = {
    "four_of_a_month": "a whole month lies on the field",
    "four_pairs": "four pairs lie on the field",
    "lucky_hand": "a lucky hand was dealt",
}


def play_words(event: Event, names: tuple[str, ...]) -> str | None:
    """One line for a person; None for an event that the games do not share."""
    match event["type"]:
        case "dealer":
            return f"{names[event['seat']]} is the first dealer"
        case "dealt":
            stacks = "".join([f"; {month_words(month)} lies as a stack" for month in event["stacks"]])
            return f"round {event['round']}: {names[event['dealer']]} deals; field {card_words(event['field'])}{stacks}"
        case "redealt":
            return f"{REDEALT[event['why']]}: the cards are dealt again"
        case "played" if event["wild"]:
            return f"{names[event['seat']]} plays the storm card {event['card']} {_took(event)}"
        case "played":
            return f"{names[event['seat']]} plays {event['card']} {_took(event)}"
        case "turned" if event["choices"]:
            return f"{names[event['seat']]} turns {event['card']}, which may take {' or '.join(event['choices'])}"
        case "turned":
            return f"{names[event['seat']]} turns {event['card']} {_took(event)}"
        case "chosen":
            return f"{names[event['seat']]} lets {event['card']} take {card_words(event['captured'])}"
        case "left" if event["stand_in"]:
            return f"{names[event['seat']]} leaves; a bot plays on"
        case "left":
            return f"{names[event['seat']]} leaves the match"
        case "returned":
            return f"{names[event['seat']]} is back"
    return None


def month_words(month: int) -> str:
    """A month's name."""
    return MONTHS[month - 1]


def card_words(cards: Iterable[str]) -> str:
    """Several cards."""
    return " ".join(cards)


def score_words(scores: Iterable[int]) -> str:
    """All scores, by seat."""
    return " ".join(map(str, scores))


def _took(event: Event) -> str:
    return f"and takes {card_words(event['captured'])}" if event["captured"] else "to the field"
