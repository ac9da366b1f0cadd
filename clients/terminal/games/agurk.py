"""Agurk on the terminal. What is legal comes from the offers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.cards import card_text, cards_text
from fudakai.clients.terminal.renderer import Unclear, does, inside, plural

HELP: tuple[str, ...] = (
    "Type the numbers below your cards (1 3), or the cards (9C 9H, JK1).",
    "Enter alone plays the only choice, if there is just one.",
    "Leading: one card, or several of one rank, and keep one.",
    "Following: as many cards, all at least as high as the highest on the table,",
    "or exactly your lowest. Jokers (★) are highest, suits never matter.",
    "When everybody has one card left, the highest takes it as a penalty;",
    "over 21 you are out, and the last one in wins.",
)


AIM: tuple[str, ...] = (
    "The aim: to hold the lowest last card. The highest last one counts for who has",
    "it; over 21 is out, and the last one in wins. Turns go down the list.",
    "2 is low, A high, jokers (★) the highest; suits do not count.",
)

SCORE = "penalty"

ENDS: Final = {"others_left": "The others have left. "}

RANKS: Final = "234567891JQKA"
"""The ranks from the lowest, each by the first sign of a card's name."""

JOKER: Final = "JK"


def heading(view: View) -> str:
    """See Renderer."""
    size = view.table.get("hand_size") or 0
    return f"round {view.table['round']}" + (f", {plural(size, 'card')} each" if size else "")


def columns() -> tuple[str, ...]:
    """See Renderer."""
    return ("penalty", "in hand", "this cycle")


def row(view: View, seat: int) -> tuple[RenderableType, ...]:
    """See Renderer."""
    table = view.table
    gone = seat in table["out"] and not view.over
    plays = [card for play in table["table"] if play["seat"] == seat for card in play["cards"]]
    held = table["counts"][seat] if table.get("counts") else 0
    return (
        str(table["scores"][seat]),
        Text("out", style="dim") if gone else str(held or ""),
        cards_text(plays),
    )


def middle(view: View) -> Iterable[RenderableType]:
    """See Renderer."""
    return ()


def hand(view: View) -> RenderableType:
    """See Renderer. The cards that some offer holds stand in brackets."""
    if view.seat in view.table["out"]:
        return Text("You are out; the others play on.", style="dim")
    legal = _legal(view)
    numbers, cards = Text(), Text()
    for at, card in enumerate(view.private.get("hand", ()), start=1):
        drawn = card_text(card, "bold" if card in legal else "dim" if legal else "")
        cell = Text.assemble("[", drawn, "]") if card in legal else Text.assemble(" ", drawn, " ")
        numbers.append(f"{at:^6}", style="dim")
        cell.align("center", 6)
        cards.append_text(cell)
    return Text("\n").join([cards, numbers, *_sets(view)])


def asks(view: View) -> str:
    """See Renderer."""
    counts = sorted({len(offer["cards"]) for offer in view.offers})
    if not view.table["table"]:
        return "lead a card" if counts == [1] else "lead one card, or several of one rank"
    return f"play {plural(counts[0], 'card')}"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    match event["type"]:
        case "player_one":
            return f"{names[event['seat']]} will lead the next round."
        case "dealt":
            return f"Round {event['round']}: {plural(event['hand_size'], 'card')} each."
        case "played":
            return f"{does(names, event['seat'], 'play')} {' '.join(event['cards'])}."
        case "cycle_ended" if event["leader"] is None:
            return "The cycle ends; everybody has one card left."
        case "cycle_ended":
            return f"The cycle ends; {does(inside(names), event['leader'], 'lead')}."
        case "leads":
            return f"{does(names, event['seat'], 'lead')} now."
        case "turned":
            return f"The last cards: {_listed(event, names)}."
        case "penalties":
            return f"Penalty: {_listed(event, names)}."
        case "drawn":
            return f"A tie for lowest; drawn: {_listed(event, names)}."
        case "out":
            return f"{does(names, event['seat'], 'be')} out with {event['penalty']}."
        case "left":
            return f"{does(names, event['seat'], 'leave')} the match."
        case "match_over" if not event["winners"]:
            return "The match is abandoned; nobody wins."
        case "match_over":
            return f"{ENDS.get(event['reason'], '')}{does(names, event['winners'][0], 'win')} the match."
    return None


def pick(view: View, typed: str) -> Data:
    """See Renderer."""
    held = list(view.private.get("hand", ()))
    if not typed.strip():
        if len(view.offers) == 1:
            return view.offers[0]
        raise Unclear("There is more than one choice: type the numbers below the cards you play.")
    wanted = [_card(word, held) for word in typed.replace(",", " ").split()]
    for offer in view.offers:
        if sorted(offer["cards"]) == sorted(wanted):
            return offer
    counts = {len(offer["cards"]) for offer in view.offers}
    if len(wanted) not in counts:
        raise Unclear(f"Play {plural(min(counts), 'card')}{' or more of one rank' if len(counts) > 1 else ''}.")
    raise Unclear(f"{' '.join(wanted)} may not be played now; cards that may stand in brackets (? says more).")


def _card(word: str, held: list[str]) -> str:
    """The card meant by a number below the hand or by its name. Raises Unclear."""
    name = word.upper()
    if name in held:
        return name
    if word.isdecimal() and 1 <= int(word) <= len(held):
        return held[int(word) - 1]
    raise Unclear(f"You hold no {word[:8]}: type numbers from 1 to {len(held)}, or cards as 9C, 10H, JK1.")


def _legal(view: View) -> set[str]:
    return {card for offer in view.offers for card in offer["cards"]}


def _sets(view: View) -> Iterator[Text]:
    """For who follows with several cards, not any of which go together: which do."""
    beaten = max((_rank(card) for play in view.table["table"] for card in play["cards"]), default=0)
    together = [offer["cards"] for offer in view.offers]
    if not beaten or len(together) < 2 or len(together[0]) < 2:
        return
    lowest = [cards for cards in together if any(_rank(card) < beaten for card in cards)]
    named = next(card for play in view.table["table"] for card in play["cards"] if _rank(card) == beaten)
    parts = [Text.assemble("all as high as ", card_text(named))] if len(lowest) < len(together) else []
    parts += [Text("exactly ").append_text(Text(" or ").join(map(cards_text, lowest)))] if lowest else []
    yield Text("Together: ", style="dim").append_text(Text(", or ").join(parts))


def _rank(card: str) -> int:
    """Higher for a higher card."""
    return RANKS.index(card[0]) if card[:2] != JOKER else len(RANKS)


def _listed(event: Data, names: tuple[str, ...]) -> str:
    return ", ".join(f"{names[item['seat']]} {item['card']}" for item in event["cards"])
