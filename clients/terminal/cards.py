"""Cards on a terminal."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from fudakai.clients.terminal.games.flowers import FLOWER_CARD, flower_text

SUITS: Final = {"C": ("♣", "green"), "D": ("♦", "bright_blue"), "H": ("♥", "red"), "S": ("♠", "default")}
"""Each suit's sign and colour: four colours, so that they differ at a glance."""

CARD: Final = re.compile(r"\b(?:(10|[2-9JQKA])([CDHS])|JK([123]))\b")
"""A card of the bridge deck as it is named on the wire."""


ANY_CARD: Final = re.compile(f"{CARD.pattern}|{FLOWER_CARD.pattern}")


def card_text(card: str, style: str = "") -> Text:
    """A card of either deck with its sign and colour; `style` is added to the colour."""
    if FLOWER_CARD.fullmatch(card):
        return flower_text(card, style)
    found = CARD.fullmatch(card)
    if found is None:
        return Text(card, style=style)
    if found[3]:
        return Text(f"★{found[3]}", style=f"bold magenta {style}")
    sign, colour = SUITS[found[2]]
    return Text(f"{found[1]}{sign}", style=f"{colour} {style}")


def cards_text(cards: tuple[str, ...] | list[str]) -> Text:
    """Several cards, a space between."""
    return Text(" ").join(card_text(card) for card in cards)


def coloured(words: str, style: str = "", cards: re.Pattern[str] = ANY_CARD) -> Text:
    """A sentence in that style with the cards in it drawn, or only those that `cards` names."""
    text, at = Text(style=style), 0
    for found in cards.finditer(words):
        text.append(words[at : found.start()])
        text.append_text(card_text(found[0]))
        at = found.end()
    text.append(words[at:])
    return text
