"""Any game on the terminal, plainly: what the view holds, and the offers by number."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.cards import coloured
from fudakai.clients.terminal.renderer import Unclear

TITLE = ""

HELP: tuple[str, ...] = (
    "Type the number of an offer. Enter takes the only one, if there is one.",
    "Where it says `any 3 of`, type the cards after it, by name or by place: 2 1 4 5.",
)

AIM: tuple[str, ...] = ()

SCORE = "score"

MOST: Final = 20
"""Offers that are listed; the others may be named all the same."""


def heading(view: View) -> str:
    """See Renderer."""
    return f"round {view.table['round']}" if "round" in view.table else ""


def columns() -> tuple[str, ...]:
    """See Renderer."""
    return ("score",)


def row(view: View, seat: int) -> tuple[RenderableType, ...]:
    """See Renderer."""
    scores = view.table.get("scores", ())
    return (str(scores[seat]) if seat < len(scores) else "",)


def middle(view: View) -> Iterable[RenderableType]:
    """See Renderer."""
    return ()


def hand(view: View) -> RenderableType:
    """See Renderer."""
    table = {name: value for name, value in view.table.items() if name not in ("scores", "round")}
    lines = [coloured(f"{name}: {_plain(value)}") for name, value in (table | dict(view.private)).items()]
    lines += [coloured(f"{at:>3}  {_offer(offer)}") for at, offer in enumerate(view.offers[:MOST], start=1)]
    return Text("\n").join(lines)


def asks(view: View) -> str:
    """See Renderer."""
    return f"choose from 1 to {len(view.offers)}"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    seat = event.get("seat")
    who = names[seat] if isinstance(seat, int) and seat < len(names) else ""
    rest = ", ".join(f"{name} {_plain(value)}" for name, value in event.items() if name not in ("type", "seat"))
    return " ".join(part for part in (who, event["type"].replace("_", " "), rest) if part)


def pick(view: View, typed: str) -> Data:
    """See Renderer."""
    words = typed.replace(",", " ").lower().split()
    if not words and len(view.offers) == 1:
        words = ["1"]
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(view.offers):
        raise Unclear(f"Type a number from 1 to {len(view.offers)}.")
    offer, cards = view.offers[int(words[0]) - 1], words[1:]
    if "count" in offer:
        return _filled(offer, cards)
    if cards:
        raise Unclear("That one takes no cards: type its number only.")
    return offer


def _filled(offer: Data, typed: list[str]) -> Data:
    """The move of a template with the cards typed, by name or by their place in its list. Raises Unclear."""
    among = list(offer["among"])
    names = {name: card for at, card in enumerate(among, start=1) for name in (str(at), card.lower())}
    chosen = {names[word] for word in typed if word in names}
    if len(chosen) != offer["count"] or len(typed) != offer["count"]:
        raise Unclear(f"Type its number and then {offer['count']} of: {_plain(among)}.")
    move = {name: value for name, value in offer.items() if name not in ("count", "among")}
    return {**move, "cards": [card for card in among if card in chosen]}


def _offer(offer: Data) -> str:
    fields = [_plain(value) for name, value in offer.items() if name not in ("type", "count", "among")]
    any_of = [f"any {offer['count']} of {_plain(offer['among'])}"] if "count" in offer else []
    return " ".join([offer["type"], *fields, *any_of])


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " ".join(value) or "-"
    return value if isinstance(value, str) else json.dumps(value)
