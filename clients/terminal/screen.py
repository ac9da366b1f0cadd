"""The table as a person sees it: heading, board, what happened, result, hand."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal.cards import ANY_CARD, coloured
from fudakai.clients.terminal.games.flowers import FLOWER_CARD, PLAIN, STORM, has_storm, without_storm
from fudakai.clients.terminal.games.index import renderer
from fudakai.clients.terminal.renderer import INSIDE, YOU, Renderer, form
from fudakai.clients.terminal.scores import scores_table

LINES: Final = 60
"""Lines of what happened that are remembered; a screen shows as many as it has room for."""

LEAST: Final = 2
"""So many of them are shown even if the screen is too small."""

STORM_CARD: Final = re.compile(rf"\b{STORM}\b(?!-)")

KEEP: Final = "\x1b7\x1b[H"
"""Keeps the place of the cursor, and goes to the first line."""

BACK: Final = "\x1b8"
"""Goes back to that place."""


class Screen:
    """Draws views on a console. On a terminal each view is a whole new screen with the last events in it, the question
    in its last lines, and what is being typed left alone; elsewhere the events are lines, and the table follows when
    there is something to do or to know."""

    def __init__(self, console: Console, live: bool) -> None:
        self.console = console
        self.live = live
        self.titles: Mapping[str, str] = {}
        """What people call the server's games, by name."""
        self._log: deque[Text] = deque(maxlen=LINES)
        self._names: tuple[str, ...] = ()
        self._parts: tuple[RenderableType, RenderableType] | None = None  # above and below what happened
        self._aside: tuple[Text, ...] = ()  # help, until something else is shown
        self._ask = ""
        self._storm = True  # whether willow chaff is the storm card
        self._drawn = (0, 0)  # the size of what stands there; (0, 0): it has to be drawn anew

    def show(self, view: View, ask: str) -> None:
        """Draws a view with what happened, and the question that stands now (empty: none)."""
        view = self._drawable(view)
        for line in self._happened(view):
            self._note(line)
        if self.live or ask or view.over:
            self._table(view, ask)

    def tick(self, view: View, ask: str, since: float) -> None:
        """The same view so many seconds later, on a terminal: its clocks run on, and all else stays."""
        if self.live and self._parts and self._drawn != (0, 0):
            view = self._drawable(view)
            self._parts, self._ask = (Group(*self._board(view, since)), self._parts[1]), ask
            self._draw()

    def again(self, view: View, ask: str) -> None:
        """The same view once more."""
        self._table(self._drawable(view), ask)

    def page(self, page: RenderableType, ask: str) -> None:
        """Draws a page other than a view, and below it the messages since the last `clear`."""
        if self.live:
            self._stand(page, Text(), ask)
        else:
            self.console.print(page)
            self.ask(ask)

    def ask(self, words: str) -> None:
        """The question that stands now (empty: none), and where to type."""
        self._ask, self._aside = words, ()
        if self._parts:
            self._draw()
        elif words:
            self.console.print(self._question())

    def say(self, words: str, style: str = "") -> None:
        """A line for the person now; it is also part of later screens."""
        self._note(self._coloured(words, style))
        if self._parts:
            self._draw()
        elif self.live:
            self.console.print(self._log[-1])

    def hear(self, name: str, words: str) -> None:
        """A line of chat. Whatever is in it is shown as text."""
        line = Text(printable(name), style="cyan")
        line.append(": ").append(printable(words), style="default")
        self._note(line)
        if self._parts:
            self._draw()

    def help(self, lines: tuple[str, ...], ask: str) -> None:
        """Lines that are gone with the next screen, and then the question. Bridge cards stay as they are typed."""
        aside = tuple(self._coloured(line, "dim", FLOWER_CARD) for line in lines)
        if self._parts:
            self._ask, self._aside = ask, aside
            self._draw()
            return
        for line in aside:
            self.console.print(line)
        self.ask(ask)

    def typed(self) -> None:
        """A line was typed, which moved what stood there: it is drawn anew next time."""
        self._drawn = (0, 0)

    def settle(self) -> None:
        """Draws anew if nothing else did since a line was typed."""
        if self._parts and self._drawn == (0, 0):
            self._draw()

    def part(self, words: str) -> None:
        """The last line, which stands below everything else."""
        if self._parts and self._drawn != (0, 0):
            self.console.print()  # the cursor stands behind the prompt
        if words:
            self.console.print(Text(words))

    def clear(self) -> None:
        """Forgets the log and the names in it."""
        self._log.clear()
        self._names = ()

    def _drawable(self, view: View) -> View:
        self._storm = has_storm(view)
        return view if self._storm else without_storm(view)

    def _table(self, view: View, ask: str) -> None:
        if self.live:
            self._stand(Group(*self._board(view)), Group("", *closing(view)), ask)
        else:
            self.console.print(Group(*self._board(view), *closing(view)))
            self.ask(ask)

    def _board(self, view: View, since: float = 0.0) -> Iterator[RenderableType]:
        return board(view, self.titles.get(view.game, view.game), since)

    def _coloured(self, words: str, style: str = "", cards: re.Pattern[str] = ANY_CARD) -> Text:
        """See coloured."""
        return coloured(words if self._storm else STORM_CARD.sub(PLAIN, words), style, cards)

    def _question(self) -> Text:
        """The question, in two lines if it is too long for one."""
        text = self._coloured(self._ask, "bold")
        at = text.plain.rfind(" (? ")
        if at < 0 or text.cell_len <= self.console.width:
            return text
        return Text("\n").join((text[:at], text[at + 1 :]))

    def _stand(self, above: RenderableType, below: RenderableType, ask: str) -> None:
        self._parts = above, below
        self.ask(ask)

    def _draw(self) -> None:
        """All of it. What is being typed stands in the last line, behind the prompt, and only the terminal knows it:
        unless a line was typed since, everything else is drawn around it."""
        if self._parts is None:
            raise AssertionError("there is nothing to draw yet")
        size, height = self.console.size, self.console.height - 1
        above, below = map(self._rows, self._parts)
        below = [*(row for line in self._aside for row in self._rows(line)), *below]
        below += self._rows(self._question()) if self._ask else []
        log = self._latest(height - len(above) - len(below))
        blank = [[Segment(" " * size.width)]] * (height - len(above) - len(log) - len(below))
        rows = [*above, *blank, *log, *below]
        anew = self._drawn != size or len(rows) > height
        if anew:
            self.console.clear()
        else:
            self.console.file.write(KEEP)
        self.console.print(Segments([part for row in rows for part in (*row, Segment.line())]), end="")
        self.console.print("> " if anew else "", end="")
        if not anew:
            self.console.file.write(BACK)
            self.console.file.flush()
        self._drawn = (size.width, size.height)

    def rows(self, part: RenderableType) -> int:
        """How many lines it takes."""
        return len(self._rows(part))

    def _rows(self, part: RenderableType) -> list[list[Segment]]:
        return self.console.render_lines(part)

    def _latest(self, room: int) -> list[list[Segment]]:
        """As much of what happened last as so many lines hold, and at least two entries of it."""
        shown: list[list[list[Segment]]] = []
        for line in reversed(self._log):
            rows = self._rows(line)
            room -= len(rows)
            if room < 0 and len(shown) >= LEAST:
                break
            shown.insert(0, rows)
        return [row for rows in shown for row in rows]

    def _note(self, line: Text) -> None:
        self._log.append(line)
        if not self.live:
            self.console.print(line)

    def _happened(self, view: View) -> Iterator[Text]:
        mine_at_table = None if view.seat is None else view.seats[view.seat].name
        if view.gap:
            yield Text("(some of what happened in between is not known any more)", style="dim")
        known = self._names or view.names
        names = tuple(
            seat.name or (known[seat.number] if seat.number < len(known) else "somebody") for seat in view.seats
        )
        self._names = names
        names = tuple(YOU if seat == view.seat else name for seat, name in enumerate(names))
        game = renderer(view.game)
        seats = {seat["player"]: seat["seat"] for seat in view.state["seats"]}
        for entry in view.entries:
            events = entry.events
            if entry.clock and isinstance(entry.by, int) and events:
                yield coloured(clock_words(game, entry.by, events[0], names), "yellow")
                events = events[1:]
            for event in events:
                if event["type"] == "muted":
                    event = {**event, "seat": seats.get(event["player"])}
                elif event["type"] == "configured":
                    event = {**event, "visibility": view.state["visibility"], "host": YOU if view.host else "The host"}
                elif event["type"] == "sat" and event["name"] == mine_at_table:
                    event = {**event, "name": YOU}
                elif event["type"] == "started":
                    players = [INSIDE if name == mine_at_table else name for name in event["players"]]
                    event = {**event, "players": players}
                words = room_words(event, names) if entry.by == "room" else None
                words = words or game.words(event, names)
                if words:
                    yield coloured(words)
                if entry.by == "room" and event["type"] == "started":
                    yield from (Text(line, style="dim") for line in game.AIM)
        mine = any(entry.clock and entry.by == view.seat for entry in view.entries)
        if mine and view.state["settings"].get("missed_turns", 0) - view.missed == 1:
            yield Text("One more missed turn and you leave the match.", style="yellow")


def board(view: View, title: str, since: float = 0.0) -> Iterator[RenderableType]:
    """Heading and seats, so many seconds after the view was made. `title`: what people call the game."""
    game = renderer(view.game)
    running = bool(view.table)
    parts = [title, f"room {view.room}", game.heading(view) if running else view.status]
    if view.state["visibility"] != "public":
        parts.append(view.state["visibility"])
    if view.state["spectators"]:
        more = view.state["spectators"] - len(view.watchers)
        parts.append(f"watched by {', '.join(view.watchers)}{f' and {more} more' * bool(more)}{late(view)}")
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
        between = view.status != "playing"
        hosts = between and seat.name and view.state["seats"][seat.number]["player"] == view.state["host"]
        marks = ((hosts, "host"), (deals, "deals"), (seat.away, "away"), (seat.left, "left"), (bot, "bot"))
        for shown, word in (*marks, (view.over and seat.ready, "ready")):
            name.append(f" {word}" if shown else "", style="dim italic")
        left = view.time_left(seat.number)
        clock = "" if left is None else f" {max(left - since, 0):.0f}s"
        mark = Text(f"▶{clock}" if acts else "", style="yellow")
        if between:
            mark = Text(str(seat.number + 1), style="dim")
        if not running:
            table.add_row(mark, name, Text("ready" if seat.ready else "", style="green"))
        elif seat.number < len(view.table["scores"]):
            table.add_row(mark, name, *game.row(view, seat.number))
    yield table
    if running:
        yield from game.middle(view)
    yield Rule(style="dim")


def late(view: View) -> str:
    """How far spectators are behind, if they are; to be said behind who they are."""
    delay = view.state["settings"].get("spectator_delay", 0)
    return f", {delay} {'entry' if delay == 1 else 'entries'} late" if delay else ""


def closing(view: View) -> Iterator[RenderableType]:
    """Below what happened: the result, or my hand."""
    if view.over and view.result is not None:
        yield scores_table(view.result, view.state.get("sitting"), renderer(view.game).SCORE)
    elif view.status == "playing" and view.seat is not None:
        yield renderer(view.game).hand(view)


def clock_words(game: Renderer, seat: int, event: Data, names: tuple[str, ...]) -> str:
    """What the clock did for that seat, whose player did not do it."""
    who = names[seat]
    if event["type"] == "left":
        return f"Too long away, or too many missed turns: {game.words(event, names)}"
    whose, them = ("Your", "you") if who == YOU else (f"{who}'s", who)
    served = tuple("the server" if at == seat else name for at, name in enumerate(names))
    words = game.words(event, served) if event.get("seat") == seat else None
    if words is None:
        plainly = game.words(event, names) or ""
        return f"{whose} time was up: the server moves for {them}. {plainly}".rstrip()
    return f"{whose} time was up: {words[:1].lower()}{words[1:].removesuffix('.')} for {them}."


def room_words(event: Data, names: tuple[str, ...]) -> str | None:
    """What happened in the room rather than in the game; None for what the seats show anyway."""
    seat = event.get("seat")
    who = names[seat] if isinstance(seat, int) and seat < len(names) else "somebody"
    match event["type"]:
        case "sat":
            return f"{event['name']} {form(event['name'], 'sit')} down."
        case "gone":
            return f"{who} {form(who, 'leave')} the table."
        case "away":
            return f"{who} lost the connection."
        case "back":
            return f"{who} {form(who, 'be')} back."
        case "kicked":
            return f"{who} {form(who, 'be')} put out of the room."
        case "muted":
            return f"{who} may {'not chat here any more' if event['muted'] else 'chat here again'}."
        case "configured":
            host = event.get("host", "The host")
            if event["changed"] == ["visibility"]:
                return f"{host} {form(host, 'make')} the room {event['visibility']}."
            return f"{host} {form(host, 'change')} the {', '.join(event['changed'])}."
        case "started":
            return f"The match begins: {', '.join(event['players'])}."
        case "resumed":
            return "The server was away and goes on."
    return None


def printable(words: str) -> str:
    """The text without control characters, which a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in words)
