"""Dafaza on the terminal: stones, tricks, stacks. What is legal comes from the offers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.games.dafaza_words import event_words
from fudakai.clients.terminal.games.flowers import LEGEND, flower_text, joined, month_of, short_text, sign_text
from fudakai.clients.terminal.renderer import Unclear, plural

HELP: tuple[str, ...] = (
    "A game by Hagizou. Whoever wins the last trick wins the hand.",
    "Leading: type the numbers of 1 to 4 cards of one month (3 4). Following: as",
    "many, of a stronger month, with as many kasu (·) and charisma (the others);",
    "or f 1 2 folds any cards, face down for ever. Enter takes an only choice.",
    "Month 1 is the strongest, 12 the weakest. Four cards taken are a stack: a loser",
    "pays 5, less 1 for each; or 7 without any; and is paid from the sixth on.",
    "When one last card is led, who has no stack must fold. x3: the parent's factor.",
    "Janken: r rock, p paper, s scissors. Stones: ○ ten points, ● one.",
    f"{LEGEND} (kasu).",
)

AIM: tuple[str, ...] = (
    "The aim: to win a hand's last trick. Beat cards of a month with as many kasu (·)",
    "and charisma (the others) of a stronger month, 1 is the strongest. Who loses the",
    "hand pays 5, less for each stack (4 cards taken); a parent's factor x2.",
    f"{LEGEND} (kasu).",
)

SCORE = "points"

SIGNS: Final = {"rock": ("r", "rock"), "paper": ("p", "paper"), "scissors": ("s", "scissors")}
"""What may be typed for each."""

MOST_STONES: Final = 9
"""So many white stones are drawn; more are counted."""

BACK: Final = "▒"
"""A card that lies face down."""

CHAFF: Final = "-chaff"


def heading(view: View) -> str:
    """See Renderer."""
    table = view.table
    if table["parent"] is None:
        first = "janken for the first parent" if table["janken"] else "the first deal is due"
        return f"hand 1 of {table['hands']}, {first}"
    parent = "You" if table["parent"] == view.seat else view.names[table["parent"]]
    kind = f"official parent {parent} x{table['factor']}" if table["official"] else f"temporary parent {parent}"
    return f"hand {table['hand']} of {table['hands']}, {kind}"


def columns() -> tuple[str, ...]:
    """See Renderer."""
    return ("points", "stacks", "this trick")


def row(view: View, seat: int) -> tuple[RenderableType, ...]:
    """See Renderer."""
    table = view.table
    stacks = table["stacks"][seat]
    return (stones(table["scores"][seat]), str(stacks or "-"), _this_trick(view, seat))


def middle(view: View) -> Iterable[RenderableType]:
    """See Renderer. The stacks with the cards that lie face up on them, and what was shown and beaten."""
    table = view.table
    if not any(table["counts"]):
        return
    yield Rule(Text(_trick(view), style="bold" if table["last_trick"] else ""), style="dim", align="left")
    piles = [(seat, tops) for seat, tops in enumerate(table["tops"]) if tops]
    cells = [
        joined([Text("You" if seat == view.seat else view.names[seat], style="dim"), *map(short_text, tops)])
        for seat, tops in piles
    ]
    if cells:
        yield Text("on the stacks: ", style="dim").append_text(Text(" · ", style="dim").join(cells))
    if table["beaten"]:
        yield Text("beaten: ", style="dim").append_text(Text(" ").join(map(short_text, table["beaten"])))


def hand(view: View) -> RenderableType:
    """See Renderer. The strongest card stands first; what may be shown to beat is listed below."""
    held = view.private.get("hand_cards", ())
    if not held:
        words = "You have no card in hand." if any(view.table["counts"]) else _waiting(view)
        return Text(words, style="dim")
    legal = {card for offer in view.offers for card in offer.get("cards", ())}
    cells = []
    for number, card in enumerate(held, start=1):
        cell = Text(no_wrap=True)
        cell.append(f"[{number}] " if card in legal else f" {number}  ", style="bold" if card in legal else "dim")
        cells.append(cell.append_text(flower_text(card)))
    parts: list[RenderableType] = [Columns(cells, padding=(0, 3), column_first=True, equal=True), *_beats(view)]
    if view.private["folded"]:
        parts.append(Text("you folded: ", style="dim").append_text(joined(map(short_text, view.private["folded"]))))
    return Group(*parts)


def asks(view: View) -> str:
    """See Renderer."""
    if _signs(view):
        return "janken: r rock, p paper or s scissors"
    fold = _fold(view)
    if fold is None:
        return "lead 1 to 4 cards of one month by their numbers"
    size = len(fold["among"])
    example = f"f {' '.join(map(str, range(size - fold['count'] + 1, size + 1)))}"  # the weakest
    cards = plural(fold["count"], "card")
    return f"beat, or fold {cards} ({example})" if len(view.offers) > 1 else f"fold {cards} ({example})"


def words(event: Data, names: tuple[str, ...]) -> str | None:
    """See Renderer."""
    return event_words(event, names)


def pick(view: View, typed: str) -> Data:
    """See Renderer."""
    words = typed.lower().replace(",", " ").split()
    if _signs(view):
        for offer in view.offers:
            if words and words[0] in SIGNS[offer["sign"]]:
                return offer
        raise Unclear("Type r for rock, p for paper or s for scissors.")
    fold, held = _fold(view), list(view.private["hand_cards"])
    if not words:
        return _only(view, fold)
    folds = words[0] in ("f", "fold")
    cards = sorted({_card(word, held) for word in words[folds:]}, key=held.index)
    if folds:
        return _folded(fold, cards)
    for offer in view.offers:
        if list(offer.get("cards", ())) == cards:
            return offer
    raise Unclear(_why_not(view, fold, cards))


def stones(points: int) -> Text:
    """Points as a number and as stones, white tens and, for change, one to ten black ones; in red what is owed."""
    tens, ones = divmod(abs(points) - 1, 10) if points else (0, -1)
    white = "○" * tens if tens <= MOST_STONES else f"○x{tens} "
    return Text(f"{points:>4} ").append(white + "●" * (ones + 1), style="red" if points < 0 else "bold")


# --- what is shown ---------------------------------------------------------------------------------------------------


def _this_trick(view: View, seat: int) -> Text:
    table = view.table
    if table["janken"]:
        if seat not in table["janken"]:
            return Text("out", style="dim")
        own = view.private.get("sign") if seat == view.seat else None
        return Text("throws" if seat in view.to_act else own or "has thrown")
    for play in table["table"]:
        if play["seat"] == seat:
            mark = "leads " if seat == table["lead"] else ""
            if "folded" in play:
                return Text(f"{BACK * play['folded']} folded", style="dim")
            best = play is [other for other in table["table"] if "cards" in other][-1]
            return Text(mark).append_text(_together(play["cards"], "bold" if best else ""))
    return Text("leads" if seat == table["lead"] else "", style="dim")


def _together(cards: Sequence[str], style: str = "") -> Text:
    """Cards of one month."""
    return Text(str(month_of(cards[0])), style=style).append_text(joined(map(sign_text, cards), ""))


def _trick(view: View) -> str:
    """Which trick it is, and what was led."""
    table = view.table
    number = f"trick {table['tricks'] + 1}"
    if not table["table"]:
        return number
    led = table["table"][0]["cards"]
    last = ", the last" if table["last_trick"] else ""
    return f"{number}{last}: {_make_up(led)} led"


def _make_up(cards: Sequence[str]) -> str:
    """How many cards of each suit, in words."""
    kasu = sum(CHAFF in card for card in cards)
    parts = [f"{count} {suit}" for count, suit in ((kasu, "kasu"), (len(cards) - kasu, "charisma")) if count]
    return " + ".join(parts)


def _waiting(view: View) -> str:
    return "Janken: all throw at once." if view.table["janken"] else "The next hand is dealt soon."


def _beats(view: View) -> Iterator[Text]:
    """For a follower to act: the sets that beat, by their numbers, or why there is none."""
    fold = _fold(view)
    if fold is None:
        return
    held = list(view.private["hand_cards"])
    sets = [offer["cards"] for offer in view.offers if offer["type"] == "play"]
    if not sets:
        yield Text(_only_fold(view))
        return
    cells = [
        Text(" ".join(str(held.index(card) + 1) for card in cards), style="bold")
        .append(") ")
        .append_text(_together(cards))
        for cards in sets
    ]
    yield Text("Beats: ").append_text(Text("  ").join(cells))


def _only_fold(view: View) -> str:
    """Why nothing may be shown."""
    wanted = _make_up(view.table["table"][0]["cards"])
    match view.private["beat"]:
        case "must_fold":
            return "You have no stack, and the last trick was led with one card: you must fold."
        case "wrong_suits":
            return f"You do not hold {wanted} of one month: you can only fold."
    return f"You hold no {wanted} that is strong enough: you can only fold."


# --- what is typed ---------------------------------------------------------------------------------------------------


def _signs(view: View) -> bool:
    return bool(view.offers) and view.offers[0]["type"] == "throw"


def _fold(view: View) -> Data | None:
    """The fold that is offered, if one is."""
    return next((offer for offer in view.offers if offer["type"] == "fold"), None)


def _only(view: View, fold: Data | None) -> Data:
    """The move when there is just one. Raises Unclear."""
    if len(view.offers) == 1:
        return _folded(fold, list(fold["among"])) if fold is not None else view.offers[0]
    raise Unclear("There is more than one choice: type the numbers before the cards you play.")


def _card(word: str, held: list[str]) -> str:
    """The card meant by its number or its name. Raises Unclear."""
    if word in held:
        return word
    if word.isdecimal() and 1 <= int(word) <= len(held):
        return held[int(word) - 1]
    raise Unclear(f"You hold no {word[:12]}: type numbers from 1 to {len(held)}.")


def _folded(fold: Data | None, cards: list[str]) -> Data:
    """The fold with these cards. Raises Unclear."""
    if fold is None:
        raise Unclear("You lead this trick: show 1 to 4 cards of one month.")
    if len(cards) != fold["count"]:
        raise Unclear(f"Fold {plural(fold['count'], 'card')}: f and {fold['count']} of your numbers.")
    rest = {name: value for name, value in fold.items() if name not in ("count", "among")}
    return {**rest, "cards": cards}


def _why_not(view: View, fold: Data | None, cards: list[str]) -> str:
    """Why these cards may not be shown."""
    if fold is None:
        return "Lead 1 to 4 cards, all of one month."
    if not [offer for offer in view.offers if offer["type"] == "play"]:
        return f"{_only_fold(view)} Type f before the numbers."
    wanted = view.table["table"][0]["cards"]
    if len(cards) != len(wanted):
        return f"{plural(len(wanted), 'card')} led: show or fold as many."
    if len(set(map(month_of, cards))) > 1 or _make_up(cards) != _make_up(wanted):
        return f"Show {_make_up(wanted)} of one month, as were led, or fold: f before the numbers."
    return "That is not strong enough: show a stronger month than the best so far, or fold: f before the numbers."
