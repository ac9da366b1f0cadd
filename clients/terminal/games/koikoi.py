"""Koi-Koi on the terminal. What is legal comes from the offers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games import flower_hand
from fudakai.clients.terminal.games.flower_words import play_words, scores_words
from fudakai.clients.terminal.games.flowers import LEGEND, field, flower, pile_text, short_text
from fudakai.clients.terminal.renderer import Unclear, does, form, inside

HELP: tuple[str, ...] = (
    "Type the number of a card; if it may take one of two, then the number of that",
    "one: 5 2. Names do as well (cherry ribbon). Enter alone takes an only choice.",
    "A card takes one of its month from the field, or a stack of three; else it",
    "stays there. Then the top card of the stock does the same.",
    "With a yaku made: s stops and scores, k (koi-koi) plays on for more; if the",
    "other then stops first, you get nothing and they twice as much.",
    "Seven points or more are doubled. 9◆ is the sake cup, 11★ the rain man.",
    f"{LEGEND}.",
)

AIM: tuple[str, ...] = (
    "The aim: to make yaku, sets of cards taken, each with one of its month. With one",
    "made, stop and score, or call koi-koi: play on for more, unless the other stops.",
    f"{LEGEND}.",
    "In what is taken ◆3 is the animal of month 3, and ·x3 are three chaff cards.",
)

SCORE = "score"

NEAREST: Final = 3
"""Yaku that are not made yet and are shown, of each player."""

COUNTED: Final = ("animals", "ribbons", "chaff")
"""Yaku of one point: the others go before them."""

DECISIONS: Final = {"stop": ("s", "stop"), "koi_koi": ("k", "koi", "koi-koi", "koi_koi", "koikoi", "koi koi")}
"""What may be typed for each."""

TIMES: Final = {"seven": "seven or more", "koi_koi": "after koi-koi"}

SEVEN: Final = 7


def heading(view: View) -> str:
    """See Renderer."""
    options, table = view.state["options"], view.table
    end = f" of {options['rounds']}" if "rounds" in options else ""
    if options.get("goal") is not None:
        end = f", to {options['goal']} points"
    return f"round {table['round']}{end}, month {flower(table['month'])}"


def columns() -> tuple[str, ...]:
    """See Renderer."""
    return ("score", "in hand", "koi-koi", "taken")


def row(view: View, seat: int) -> tuple[RenderableType, ...]:
    """See Renderer."""
    table = view.table
    calls = table["koi_koi"][seat]
    pile = pile_text(table["captured"][seat], months=True)
    return (str(table["scores"][seat]), str(table["counts"][seat]), str(calls or ""), pile)


def middle(view: View) -> Iterable[RenderableType]:
    """See Renderer."""
    lines = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(view.table["scores"])), key=lambda seat: seat != view.seat):  # mine first
        name = Text("You" if seat == view.seat else view.names[seat], style="bold" if seat == view.seat else "")
        for what, text in _yaku(view, seat):
            lines.add_row(name, Text(what, style="dim"), text)
            name = Text()
    if lines.rows:
        yield lines
    yield from field(view)


def hand(view: View) -> RenderableType:
    """See Renderer."""
    if not view.table["deciding"] or not view.offers:
        return flower_hand.hand(view)
    return Group(Text(f"You have {_sum(view.table['yaku'][view.seat], _doubled(view))}."), flower_hand.hand(view))


def asks(view: View) -> str:
    """See Renderer."""
    if view.table["deciding"]:
        return "s stops and scores, k calls koi-koi and plays on"
    if flower_hand.choosing(view):
        return f"choose what {view.table['pending']} takes, 1 or 2"
    return "play a card by its number"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    match event["type"]:
        case "yaku":
            return f"{does(names, event['seat'], 'make')} {_sum(event['made'], ())}; {event['total']} in all."
        case "koi_koi":
            return f"{does(names, event['seat'], 'call')} koi-koi!"
        case "stopped" if event["forced"]:
            return f"{does(names, event['seat'], 'have')} to stop."
        case "stopped":
            return f"{does(names, event['seat'], 'stop')}."
        case "round_scored":
            return f"Round {event['round']}: {_scored(event, names)} {scores_words(event['scores'], names)}"
    return play_words(event, names)


def pick(view: View, typed: str) -> Data:
    """See Renderer."""
    if not view.table["deciding"]:
        return flower_hand.pick(view, typed)
    word = typed.strip().lower()
    for offer in view.offers:
        if word in DECISIONS[offer["type"]]:
            return offer
    raise Unclear("Decide first: s stops and scores, k calls koi-koi and plays on.")


def yaku_name(name: str) -> str:
    """A yaku as people call it."""
    return name.replace("_", " ")


def _yaku(view: View, seat: int) -> Iterator[tuple[str, Text]]:
    """The lines about a player's yaku: what is made, and the nearest of the others."""
    made = view.table["yaku"][seat]
    if made:
        yield "made", Text(_sum(made, ()), style="bold")
    missing = view.table["missing"][seat] if view.table["missing"] else {}
    nearest = sorted(missing.items(), key=lambda item: (item[1]["need"], item[0] in COUNTED))[:NEAREST]
    if nearest:
        yield "nearest", Text(" · ").join(_needs(name, what) for name, what in nearest)


def _needs(name: str, what: Mapping[str, Any]) -> Text:
    text = Text(f"{yaku_name(name)} ")
    cards = what.get("cards")
    if cards is None:
        return text.append(f"{what['need']} more")
    if len(cards) > what["need"]:
        text.append(f"{what['need']} of ")
    return text.append_text(Text(" ").join(map(short_text, cards)))


def _doubled(view: View) -> list[str]:
    """What would double my points now (K6)."""
    options, seat = view.state["options"], view.seat or 0
    seven = options.get("double_seven", True) and sum(view.table["yaku"][seat].values()) >= SEVEN
    called = options.get("koi_double", True) and view.table["koi_koi"][1 - seat] > 0
    return [name for name, holds in (("seven", seven), ("koi_koi", called)) if holds]


def _sum(made: Mapping[str, int], doubled: Iterable[str]) -> str:
    """Yaku and their points, added up and doubled."""
    doubled = tuple(doubled)
    parts = " + ".join(f"{yaku_name(name)} {points}" for name, points in made.items())
    base = sum(made.values())
    if len(made) > 1:
        parts += f" = {base}"
    if doubled:
        parts += "".join(f" x 2 ({TIMES[name]})" for name in doubled) + f" = {base * 2 ** len(doubled)}"
    return parts


def _scored(event: Data, names: tuple[str, ...]) -> str:
    """A round's score, written out."""
    winner = event["winner"]
    if winner is None:
        return f"{'both hands are lucky' if event['why'] == 'both_lucky' else 'the hands have run out'}, nobody scores."
    if event["why"] == "exhausted":
        who = inside(names)[winner]
        return f"the hands have run out, and {who} as the dealer {form(who, 'get')} {event['points']}."
    return f"{does(names, winner, 'score')} {_sum(event['yaku'], event['doubled'])}."
