"""A hand of flower cards on a terminal: what each card can take, and what typed words mean.

Targets are numbered in the order of the offers, for each card anew: `5 2` is the second of what card 5 may take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games.flowers import (
    FLOWERS,
    KINDS,
    STACK,
    STORM,
    alike,
    flower,
    flower_text,
    joined,
    kind_of,
    listed,
    look,
    month_of,
    sign_text,
)
from fudakai.clients.terminal.renderer import Unclear

FILLERS: Final = frozenset(("a", "and", "choose", "on", "play", "take", "takes", "the", "with"))
"""Words that may stand between the others."""

SHORTEST: Final = 3
"""Letters of a flower or a kind that must be typed."""


def hand(view: View) -> RenderableType:
    """The cards with their numbers, in brackets where one may be played, and what each takes; below, what else may be
    done. While a turned card waits for a choice, its two targets."""
    if choosing(view):
        turned = Text.assemble("Turned: ", flower_text(view.table["pending"]), " takes")
        return joined([turned, *_numbered([offer["target"] for offer in view.offers])], "  ")
    held = view.private.get("hand", ())
    if not held:
        return Text("You have no card in hand." if view.to_act else "The next round is dealt soon.", style="dim")
    parts: list[RenderableType] = [Columns(_cells(view), padding=(0, 3), column_first=True, equal=True)]
    wild = [(at, target) for at, target in enumerate(targets(view, STORM), start=1) if target[:2] != STORM[:2]]
    if wild:
        number = held.index(STORM) + 1
        line = Text.assemble("storm card ", flower_text(STORM), " may take any of these, for example ")
        line.append(f"{number} {wild[0][0]}", style="bold").append(": ")
        cells = [Text(f"{at}) ", style="bold").append_text(flower_text(target)) for at, target in wild]
        parts += [line, Columns(cells, padding=(0, 2))]
    for month in other_hikis(view):
        line = Text.assemble((f"h {month}", "bold"), f"  hiki: take all four of {flower(month)} (")
        line.append_text(joined(map(sign_text, _of(month, held)), "")).append(" of your hand, ")
        parts.append(
            line.append_text(joined(map(sign_text, _of(month, view.table["field"])), "")).append(" of the field)")
        )
    return Group(*parts)


def choosing(view: View) -> bool:
    """Whether I am to choose what the turned card takes."""
    return bool(view.offers) and view.offers[0]["type"] == "choose"


def targets(view: View, card: str) -> list[str]:
    """The targets that are offered for a card of my hand, in their order."""
    return [offer["target"] for offer in view.offers if offer.get("card") == card and "target" in offer]


def hikis(view: View) -> list[int]:
    """The months that are offered whole."""
    return [offer["month"] for offer in view.offers if offer["type"] == "hiki"]


def other_hikis(view: View) -> list[int]:
    """Those of them that do something else than playing the one card of that month onto the other three."""
    return [month for month in hikis(view) if len(_of(month, view.table["field"])) < STACK]


def pick(view: View, typed: str) -> Data:
    """The offer that was meant, of plays, choices and hikis. Raises Unclear."""
    words = [word for word in typed.lower().replace(",", " ").split() if word not in FILLERS]
    if choosing(view):
        return _pick_choice(view, words)
    if not words:
        if len({(offer["type"], offer.get("card"), look(offer.get("target", STORM))) for offer in view.offers}) == 1:
            return view.offers[0]
        raise Unclear("There is more than one choice: type the number before the card you play.")
    if words[0] in ("h", "hiki"):
        return _pick_hiki(view, words[1:])
    held = view.private["hand"]
    card, rest = _one(words, held, f"Type the number of a card, from 1 to {len(held)}, or its name (cherry ribbon)")
    offers = [offer for offer in view.offers if offer.get("card") == card]
    if not offers:
        raise Unclear(f"{card} may not be played now: a card that matches must be, and you hold one.")
    if rest:
        return _aimed(view, card, offers, rest)
    plain = [offer for offer in offers if offer.get("target", card)[:2] == card[:2]] or offers
    aims = [offer["target"] for offer in plain if "target" in offer]
    if len(plain) == 1 or alike(aims):
        return plain[0]
    raise Unclear(_which(card, held.index(card) + 1, targets(view, card)))


def _cells(view: View) -> list[Text]:
    legal = {offer.get("card") for offer in view.offers}
    cells = []
    for number, card in enumerate(view.private["hand"], start=1):
        cell = Text(no_wrap=True)
        cell.append(f"[{number}] " if card in legal else f" {number}  ", style="bold" if card in legal else "dim")
        cell.append_text(flower_text(card, "dim" if legal and card not in legal else ""))
        found = view.private["matches"].get(card, ())
        if len(found) == 2 and not alike(found):
            cell.append("  takes ").append_text(joined(_numbered(found, month=False), " or "))
        elif found:
            cell.append("  takes all " if len(found) > 2 else "  takes ")
            cell.append_text(joined(map(sign_text, found[: 1 if len(found) == 2 else 3])))
        cells.append(cell)
    return cells


def _numbered(cards: Sequence[str], *, month: bool = True) -> list[Text]:
    drawn = flower_text if month else sign_text
    return [Text(f"{at}) ", style="bold").append_text(drawn(card)) for at, card in enumerate(cards, start=1)]


def _of(month: int, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if month_of(card) == month]


# --- reading ---------------------------------------------------------------------------------------------------------


def _pick_choice(view: View, words: list[str]) -> Data:
    aims = [offer["target"] for offer in view.offers]
    if not words and alike(aims):
        return view.offers[0]
    which = f"Type 1 for {aims[0]} or 2 for {aims[1]}"
    if not words:
        raise Unclear(f"{which}.")
    target, rest = _one(words, aims, which)
    if rest:
        raise Unclear(f"{which}.")
    return view.offers[aims.index(target)]


def _pick_hiki(view: View, words: list[str]) -> Data:
    months = hikis(view)
    if not months:
        raise Unclear("No hiki is open: it takes some cards of a month on the field, and all the others in your hand.")
    named = int(words[0]) if words and words[0].isdecimal() else _flower(words[0]) if words else None
    if not words and len(months) == 1:
        named = months[0]
    if named not in months or len(words) > 1:
        raise Unclear(f"Type {' or '.join(f'h {month}' for month in months)} for a hiki.")
    return next(offer for offer in view.offers if offer.get("month") == named)


def _aimed(view: View, card: str, offers: list[Data], words: list[str]) -> Data:
    """The offer for a card and what was typed after it."""
    number = view.private["hand"].index(card) + 1
    aims = targets(view, card)
    if not aims:  # nothing is to be named, but what it takes anyway may be
        found = view.private["matches"].get(card, ())
        if found and _found(words, found)[0] and not _found(words, found)[1]:
            return offers[0]
        what = f"takes {listed(found)}" if found else "matches nothing on the field and stays there"
        raise Unclear(f"{card} {what}: type {number} alone.")
    target, rest = _one(words, aims, _which(card, number, aims).rstrip("."))
    if rest:
        raise Unclear(_which(card, number, aims))
    return next(offer for offer in offers if offer.get("target") == target)


def _which(card: str, number: int, aims: list[str]) -> str:
    choices = [f"{number} {at} for {target}" for at, target in enumerate(aims, start=1)]
    return f"{card} may take one of {len(aims)} cards: type {', '.join(choices[:-1])} or {choices[-1]}."


def _one(words: list[str], among: Sequence[str], otherwise: str) -> tuple[str, list[str]]:
    """The card that the first words name, and the words after it. Raises Unclear."""
    found, rest = _found(words, among)
    if not found:
        raise Unclear(f"There is no {words[0][:12]} to choose. {otherwise}.")
    if len(found) > 1 and not alike(found):
        raise Unclear(f"That may be {' or '.join(found)}. {otherwise}.")
    return found[0], rest


def _found(words: list[str], among: Sequence[str]) -> tuple[list[str], list[str]]:
    """The cards that the first words may mean, a number, a card's name, or flower and kind; and the words after."""
    first, *rest = words
    if first.isdecimal():
        return list(among[int(first) - 1 : int(first)] if int(first) else ()), rest
    if first in among:
        return [first], rest
    found, month, kind = list(among), _flower(first), None
    if month is not None:
        found = _of(month, among)
        kind = _kind(rest[0]) if rest else None
        rest = rest[1:] if kind else rest
    else:
        kind = _kind(first)
        if kind is None:
            return [], rest
    if kind is not None:
        found = [card for card in found if kind == ("storm" if card == STORM and kind == "storm" else kind_of(card))]
    return found, rest


def _flower(word: str) -> int | None:
    """The month whose flower that is, in full or the first letters of it."""
    for month, name in enumerate(FLOWERS, start=1):
        if len(word) >= SHORTEST and (name.startswith(word) or word.startswith(name.rstrip("."))):
            return month
    return None


def _kind(word: str) -> str | None:
    """The kind that is meant, or "storm"."""
    return next((kind for kind in (*KINDS, "storm") if len(word) >= SHORTEST and kind.startswith(word)), None)
