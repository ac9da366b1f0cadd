"""Hanafuda, the point game, on the terminal. What is legal comes from the offers alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import RenderableType

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games import flower_hand
from fudakai.clients.terminal.games.flower_words import play_words, scores_words
from fudakai.clients.terminal.games.flowers import LEGEND, field, flower, pile_text
from fudakai.clients.terminal.renderer import does, form

HELP: tuple[str, ...] = (
    "Type the number of a card; if it may take one of two, then the number of that",
    "one: 5 2. Names do as well (cherry ribbon). Enter alone takes an only choice.",
    "A card takes one of its month from the field, or a stack of three; else it",
    "stays there. Then the top card of the stock does the same.",
    "h 3 (hiki) takes all of month 3, when field and hand together hold them all.",
    "The storm card takes any one card but of a stack or of somebody's hiki.",
    f"{LEGEND}, ↯ storm card.",
    "★ 20, ◆ 10, ribbon 5, chaff 1: the most in a round wins it, and gets them all.",
)

AIM: tuple[str, ...] = (
    "The aim: to take cards of value, each with one of its month. The most in a round",
    "wins all that was taken. Play goes counterclockwise: up the list.",
    f"{LEGEND}, ↯ storm card.",
    "★ 20, ◆ 10, each ribbon 5, each chaff 1.",
)

SCORE = "score"

ENDS: Final = {"goal": "to {} points", "lead": "to a lead of {}"}


def heading(view: View) -> str:
    """See Renderer."""
    options = view.state["options"]
    end = options.get("match_end", "rounds")
    number = view.table["round"]
    if end in ENDS:
        return f"round {number}, {ENDS[end].format(options.get(end))}"
    return f"round {number} of {options['rounds']}" if "rounds" in options else f"round {number}"


def columns() -> tuple[str, ...]:
    """See Renderer."""
    return ("score", "in hand", "taken", "")


def row(view: View, seat: int) -> tuple[RenderableType, ...]:
    """See Renderer."""
    table = view.table
    pile = pile_text(table["captured"][seat], months=False)
    return (str(table["scores"][seat]), str(table["counts"][seat]), str(table["captured_value"][seat]), pile)


def middle(view: View) -> Iterable[RenderableType]:
    """See Renderer."""
    return field(view)


def hand(view: View) -> RenderableType:
    """See Renderer."""
    return flower_hand.hand(view)


def asks(view: View) -> str:
    """See Renderer."""
    if flower_hand.choosing(view):
        return f"choose what {view.table['pending']} takes, 1 or 2"
    months = " or ".join(f"h {month}" for month in flower_hand.other_hikis(view))
    return f"play a card by its number{f', or hiki: {months}' if months else ''}"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    match event["type"]:
        case "hiki":
            return f"{does(names, event['seat'], 'take')} all of {flower(event['month'])} by hiki."
        case "round_scored":
            return f"{_sum(event, names)} {scores_words(event['scores'], names)}"
    return play_words(event, names)


def pick(view: View, typed: str) -> Data:
    """See Renderer."""
    return flower_hand.pick(view, typed)


def _sum(event: Data, names: tuple[str, ...]) -> str:
    """A round's score, written out."""
    winner, gained = event["winner"], event["gained"]
    wins = does(names, winner, "win")
    if event["why"] == "lucky_hand":
        return f"Round {event['round']}: {wins} at once and {form(names[winner], 'get')} the field, {gained[winner]}."
    each = [f"{name} {points}" for name, points in zip(names, event["values"], strict=False)]
    tied = f" of the tied {' and '.join(names[seat] for seat in event['tied'])}" if event["tied"] else ""
    if sum(gained) > gained[winner]:
        return f"Round {event['round']}: {', '.join(each)}. {wins}{tied}, all keep their own."
    gets = form(names[winner], "get")
    return f"Round {event['round']}: {' + '.join(each)} = {gained[winner]}. {wins}{tied} and {gets} them all."
