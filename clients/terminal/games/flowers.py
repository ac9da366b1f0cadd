"""Flower cards on a terminal: how a card, a pile of captures and the field are drawn.

A card is its month's number, its flower and a sign for its kind. The sign alone tells the kinds apart, so that nothing
is lost without colour: the three ribbons have three signs, and the storm card has its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from fudakai.clients.sdk import View

FLOWERS: Final = (
    "pine", "plum", "cherry", "wisteria", "iris", "peony", "clover", "susuki", "chrysanth.", "maple", "willow",
    "paulownia",
)  # fmt: skip
"""The months' flowers, from the first."""

KINDS: Final = ("bright", "animal", "ribbon", "chaff")

FLOWER_CARD: Final = re.compile(r"\b(?:0[1-9]|1[0-2])-(?:bright|animal|ribbon|chaff(?:-[123])?)\b")
"""A flower card as it is named on the wire."""

STORM: Final = "11-chaff"

PLAIN: Final = "11-chaff-1"
"""The same card where it is no storm card."""

POETRY: Final = frozenset(("01", "02", "03"))
"""The months with a red ribbon that has a poem on it."""

BLUE: Final = frozenset(("06", "09", "10"))
"""The months with a blue ribbon."""

STACK: Final = 3
"""So many cards of a month on the field are a stack."""

LEGEND: Final = "★ bright, ◆ animal, ribbons: ▌ red, ¶ poem, § blue; · chaff"
"""What the signs mean; a game with the storm card adds that."""


def flower(month: int) -> str:
    """A month by number and flower."""
    return f"{month} {FLOWERS[month - 1]}"


def month_of(card: str) -> int:
    """1 to 12."""
    return int(card[:2])


def kind_of(card: str) -> str:
    """One of KINDS."""
    return card[3:].split("-", maxsplit=1)[0]


def look(card: str) -> tuple[str, str]:
    """The sign and the colour of a card's kind. Cards of one month with the same look are worth the same in every
    way."""
    match kind_of(card):
        case "bright":
            return "★", "bold yellow"
        case "animal":
            return "◆", "green"
        case "ribbon" if card[:2] in BLUE:
            return "§", "bright_blue"
        case "ribbon":
            return ("¶" if card[:2] in POETRY else "▌"), "red"
    return ("↯", "bold magenta") if card == STORM else ("·", "default")


def alike(cards: Iterable[str]) -> bool:
    """Whether it makes no difference which of these cards is taken."""
    return len({(card[:2], look(card)) for card in cards}) == 1


def flower_text(card: str, style: str = "") -> Text:
    """A card: month, flower, sign; `style` is added to the colour."""
    sign, colour = look(card)
    return Text(f"{flower(month_of(card))} {sign}", style=f"{colour} {style}")


def sign_text(card: str) -> Text:
    """A card of a month that is named beside it."""
    sign, colour = look(card)
    return Text(sign, style=colour)


def short_text(card: str) -> Text:
    """A card as month and sign."""
    sign, colour = look(card)
    return Text(f"{month_of(card)}{sign}", style=colour)


def listed(cards: Iterable[str]) -> str:
    """Cards in a sentence."""
    return ", ".join(cards)


def has_storm(view: View) -> bool:
    """Whether 11-chaff is the storm card in this match."""
    return view.game == "hanafuda" and view.state["options"].get("storm", "wild") == "wild"


def without_storm(view: View) -> View:
    """The view with 11-chaff as one of those cards of its month that are worth no more, for drawing."""
    entries = tuple(replace(entry, events=tuple(_plain(entry.events))) for entry in view.entries)
    return replace(view, state=_plain(view.state), you=_plain(view.you), entries=entries)


def _plain(value: Any) -> Any:
    """Data of the wire, with the one card by another name."""
    if isinstance(value, str):
        return PLAIN if value == STORM else value
    if isinstance(value, Mapping):
        return {_plain(name): _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def joined(parts: Iterable[Text], between: str = " ") -> Text:
    """Parts in one line that is not broken."""
    return Text(between, no_wrap=True).join(parts)


def pile_text(pile: dict[str, Sequence[str]], *, months: bool) -> Text:
    """Captures kind by kind, by their signs or with `months` by the numbers after each sign; the chaff is counted
    (·x5)."""
    parts = []
    for kind in KINDS[:-1]:
        for (sign, colour), cards in groupby(sorted(pile[kind], key=look), key=look):
            numbers = [str(month_of(card)) for card in cards]
            parts.append(Text(sign + " ".join(numbers) if months else sign * len(numbers), style=colour))
    if pile["chaff"]:
        storm = STORM in pile["chaff"]
        plain = len(pile["chaff"]) - storm
        parts.append(Text.assemble((f"·x{plain}" if plain else ""), ("↯" if storm else "", look(STORM)[1])))
    return Text("  " if months else " ").join(parts)


def field(view: View) -> Iterator[RenderableType]:
    """The field by months, stacks marked, under a line with the stock; then the turned card that waits for a choice,
    and for who comes to the table, what the last turn did."""
    table = view.table
    yield Rule(Text(f"field · {table['stock']} in the stock"), style="dim", align="left")
    cells = []
    for month, group in groupby(table["field"], key=month_of):
        cards = list(group)
        cell = joined([Text(flower(month)), *map(sign_text, cards)])
        cells.append(cell.append(" stack", style="bold magenta") if len(cards) == STACK else cell)
    yield Columns(cells, padding=(0, 3)) if cells else Text("no card", style="dim")
    if table["pending"] is not None:
        yield Text.assemble("turned: ", flower_text(table["pending"]), ", which may take one of two")
    if table["last"] and (view.gap or not view.entries):
        yield Text("last turn: ", style="dim").append_text(joined(_halves(view), "; "))


def _halves(view: View) -> Iterator[Text]:
    for half in view.table["last"]:
        who = Text(view.names[half["seat"]] if half["from"] == "hand" else "then from the stock")
        cards = joined(map(flower_text, half["cards"]), ", ")
        took = joined(map(flower_text, half["captured"]), ", ")
        yield Text.assemble(who, " ", cards, " takes " if half["captured"] else " to the field", took)
