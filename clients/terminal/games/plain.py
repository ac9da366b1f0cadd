"""Any game on the terminal, plainly: all that the view holds, and every offer by number.

It knows only what the protocol says of all games: `scores` and `round` of the table, `seat` and `winners` where seats
are named, and that an offer with `count` and `among` is a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.cards import coloured
from fudakai.clients.terminal.renderer import Unclear

HELP: tuple[str, ...] = (
    "Type the number of an offer. Enter takes the only one, if there is one.",
    "Where it says `any 3 of`, type the cards after it, by name or by place: 2 1 4 5.",
)

AIM: tuple[str, ...] = ()

SCORE = "score"

BESIDE: Final = 8
"""More offers than that stand beside one another."""
ON_THE_BOARD: Final = frozenset({"scores", "round"})
"""Fields of the table that the heading and the seats show."""
SEATS: Final = frozenset({"seat", "winners"})
"""Fields whose numbers are seats: the players' names stand there."""


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
    return [_line(name, value, view.names) for name, value in view.table.items() if name not in ON_THE_BOARD]


def hand(view: View) -> RenderableType:
    """See Renderer."""
    lines = [_line(name, value, view.names) for name, value in view.private.items()]
    offers = [coloured(f"{at:>3}  {_offer(offer, view.names)}") for at, offer in enumerate(view.offers, start=1)]
    return Group(*lines, *(offers if len(offers) <= BESIDE else (Columns(offers, padding=(0, 3)),)))


def asks(view: View) -> str:
    """See Renderer."""
    return f"choose from 1 to {len(view.offers)}"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    seat = event.get("seat")
    who = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""
    told = {name: value for name, value in event.items() if name != "type" and not (name == "seat" and who)}
    return " ".join(part for part in (who, _spaced(event["type"]), _fields(told, names)) if part)


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
        raise Unclear(f"Type its number and then {offer['count']} of: {' '.join(among)}.")
    move = {name: value for name, value in offer.items() if name not in ("count", "among")}
    return {**move, "cards": [card for card in among if card in chosen]}


def _line(name: str, value: Any, names: Sequence[str]) -> Text:
    """A field of the view."""
    return coloured(f"{_spaced(name)}: {_value(name, value, names)}")


def _offer(offer: Data, names: Sequence[str]) -> str:
    """An offer in words. Cards need no name, nor does the only field that there is."""
    fields = {name: value for name, value in offer.items() if name not in ("type", "count", "among")}
    parts = [_spaced(offer["type"])]
    for name, value in fields.items():
        unnamed = len(fields) == 1 or name in ("card", "cards")
        parts.append(_value(name, value, names) if unnamed else _fields({name: value}, names))
    if "count" in offer:
        parts.append(f"any {offer['count']} of {' '.join(offer['among'])}")
    return " ".join(parts)


def _fields(fields: Data, names: Sequence[str]) -> str:
    return ", ".join(f"{_spaced(name)} {_value(name, value, names)}" for name, value in fields.items())


def _value(name: str, value: Any, names: Sequence[str]) -> str:
    """A value in words. `name`: of the field that it stands in; `names`: the players', by seat."""
    if value is None or (isinstance(value, dict | list | tuple) and not value):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in SEATS and 0 <= value < len(names):
        return names[value]
    if isinstance(value, dict):
        return _fields(value, names)
    if isinstance(value, list | tuple):
        nested = any(isinstance(part, dict | list | tuple) for part in value)
        between = "; " if nested else " " if all(isinstance(part, str) for part in value) else ", "
        return between.join(_value(name, part, names) for part in value)
    return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
