"""The table as a person sees it: heading, board, what happened, result, hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from clients.sdk import View
from clients.sdk.view import Data
from clients.terminal.cards import coloured
from clients.terminal.flowers import FLOWER_CARD
from clients.terminal.games import renderer
from clients.terminal.renderer import YOU, form
from clients.terminal.scores import scores_table

LINES: Final = 60
"""Lines of what happened that are remembered; a screen shows as many as it has room for."""

LEAST: Final = 2
"""So many of them are shown even if the screen is too small."""


class Screen:
    """Draws views on a console. On a terminal each view is a whole new screen with the last events in it; elsewhere the
    events are lines, and the table follows when there is something to do or to know."""

    def __init__(self, console: Console, live: bool) -> None:
        self.console = console
        self.live = live
        self._log: deque[Text] = deque(maxlen=LINES)
        self._names: tuple[str, ...] = ()

    def show(self, view: View, ask: str) -> None:
        """Draws a view with what happened, and the question that stands now (empty: none)."""
        for line in self._happened(view):
            self._note(line)
        if self.live:
            top, bottom = Group(*board(view)), Group("", *closing(view))
            room = self.console.height - self._lines(top) - self._lines(bottom) - self._lines(coloured(ask)) - 1
            self.console.clear()
            self.console.print(top, *self._latest(room), bottom, sep="\n")
        elif ask or view.over:
            self.console.print(Group(*board(view), *closing(view)))
        self.ask(ask)

    def ask(self, words: str) -> None:
        """The question that stands now (empty: none), and where to type."""
        if words:
            self.console.print(coloured(words, "bold"))
        if words and self.live:
            self.console.print("> ", end="")

    def say(self, words: str, style: str = "") -> None:
        """A line for the person now; it is also part of later screens."""
        line = coloured(words, style)
        self._log.append(line)
        self.console.print(line)

    def help(self, lines: tuple[str, ...]) -> None:
        """Lines that are gone with the next screen. Bridge cards stay as they are typed."""
        for line in lines:
            self.console.print(coloured(line, "dim", FLOWER_CARD))

    def _lines(self, part: RenderableType) -> int:
        return len(self.console.render_lines(part))

    def _latest(self, room: int) -> list[Text]:
        """As much of what happened last as so many lines hold, and at least two entries of it."""
        shown: list[Text] = []
        for line in reversed(self._log):
            room -= self._lines(line)
            if room < 0 and len(shown) >= LEAST:
                break
            shown.insert(0, line)
        return shown

    def _note(self, line: Text) -> None:
        self._log.append(line)
        if not self.live:
            self.console.print(line)

    def _happened(self, view: View) -> Iterator[Text]:
        if view.gap:
            yield Text("(some of what happened in between is not known any more)", style="dim")
        known = self._names or view.names
        names = tuple(
            seat.name or (known[seat.number] if seat.number < len(known) else "somebody") for seat in view.seats
        )
        self._names = names
        names = tuple(YOU if seat == view.seat else name for seat, name in enumerate(names))
        game = renderer(view.game)
        for entry in view.entries:
            for event in entry.events:
                words = room_words(event, names) if entry.by == "room" else None
                words = words or game.words(event, names)
                if words:
                    yield coloured(words)


def board(view: View) -> Iterator[RenderableType]:
    """Heading and seats."""
    game = renderer(view.game)
    running = bool(view.table)
    parts = [game.TITLE or view.game, f"room {view.room}", game.heading(view) if running else view.status]
    if view.state["spectators"]:
        parts.append(f"{view.state['spectators']} watching")
    yield Rule(Text(" · ".join(part for part in parts if part), style="bold"), style="dim")
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in ("", "player", *(game.columns() if running else ("",))):
        table.add_column(heading)
    for seat in view.seats:
        mine, acts = seat.number == view.seat, seat.number in view.to_act
        name = Text(seat.name or "free", style="bold" if mine else "" if seat.name else "dim", overflow="ellipsis")
        name.append(" (you)" if mine else "", style="dim")
        deals = view.table.get("dealer") == seat.number
        bot = seat.bot or seat.number in view.table.get("bots", ())
        for shown, word in ((deals, "deals"), (seat.away, "away"), (seat.left, "left"), (bot, "bot")):
            name.append(f" {word}" if shown else "", style="dim italic")
        left = view.time_left(seat.number)
        mark = Text(f"▶ {left:.0f}s" if acts and left is not None else "▶" if acts else "", style="yellow")
        if not running:
            table.add_row(mark, name, Text("ready" if seat.ready else "", style="green"))
        elif seat.number < len(view.table["scores"]):
            table.add_row(mark, name, *game.row(view, seat.number))
    yield table
    if running:
        yield from game.middle(view)
    yield Rule(style="dim")


def closing(view: View) -> Iterator[RenderableType]:
    """Below what happened: the result, or my hand."""
    if view.over and view.result is not None:
        yield scores_table(view.result, view.state.get("sitting"))
    elif view.status == "playing" and view.seat is not None:
        yield renderer(view.game).hand(view)


def room_words(event: Data, names: tuple[str, ...]) -> str | None:
    """What happened in the room rather than in the game; None for what the seats show anyway."""
    seat = event.get("seat")
    who = names[seat] if isinstance(seat, int) and seat < len(names) else "somebody"
    match event["type"]:
        case "sat":
            return f"{event['name']} sits down."
        case "gone":
            return f"{who} {form(who, 'leave')} the table."
        case "away":
            return f"{who} lost the connection."
        case "back":
            return f"{who} {form(who, 'be')} back."
        case "started":
            return f"The match begins: {', '.join(event['players'])}."
        case "resumed":
            return "The server was away and goes on."
    return None
