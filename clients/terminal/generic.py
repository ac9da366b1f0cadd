"""Any game on the terminal, plainly: what the view holds, and the offers by number."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from clients.sdk import View
from clients.sdk.view import Data
from clients.terminal.cards import coloured
from clients.terminal.renderer import Unclear

TITLE = ""

HELP: tuple[str, ...] = ("Type the number of an offer. Enter takes the only one, if there is one.",)

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
    if not typed.strip() and len(view.offers) == 1:
        return view.offers[0]
    if typed.strip().isdecimal() and 1 <= int(typed) <= len(view.offers):
        return view.offers[int(typed) - 1]
    raise Unclear(f"Type a number from 1 to {len(view.offers)}.")


def _offer(offer: Data) -> str:
    return " ".join([offer["type"], *(_plain(value) for name, value in offer.items() if name != "type")])


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " ".join(value) or "-"
    return value if isinstance(value, str) else json.dumps(value)
