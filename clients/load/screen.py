"""The screen while a run goes on: how far, how fast, how slow, what went wrong. Where the output is no terminal, a line
every few seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from fudakai.clients.load.figures import Second, merged_seconds
from fudakai.clients.load.latencies import COARSE, Latencies
from fudakai.clients.load.numerals import in_clock, in_time

RECENT_S: Final = 5
"""Seconds that "now" looks back: one alone jumps about."""

LINE_S: Final = 5
"""Seconds between two lines where there is no terminal."""

WORDS: Final = 3
"""Things said last that stay on the screen."""

WIDTH: Final = 80
"""Columns that it takes at most."""

LATE_S: Final = 2
"""Seconds that the processes may be apart in telling what happened: a newer second may still lack somebody's part."""

HISTORY: Final = 3600
"""Seconds that the sparkline can choose from: an hour."""

BARS: Final = " ▁▂▃▄▅▆▇█"
PLAIN_BARS: Final = " .:-=+*#%"
"""The same where the output's encoding has no blocks."""


class ProgressScreen:
    """Shows a run on a console. `planned_s`: the seconds it is to take, or None when it ends with its matches, of which
    then `matches` are to be played. Use it as a context; what is printed to its console meanwhile stands above it."""

    def __init__(self, console: Console, planned_s: float | None, matches: int | None = None) -> None:
        self.console = console
        self.live = console.is_terminal
        self.planned_s = planned_s
        self.matches = matches
        self.played = 0
        self._waiting: dict[int, list[Second]] = {}  # those that somebody's part may be missing of
        self._done: deque[Second] = deque(maxlen=HISTORY)
        self._totals = Second(at_s=-1)
        self._acks, self._updates = Latencies(), Latencies()
        self._said: deque[Text] = deque(maxlen=WORDS)
        self._told = 0  # when the last line was printed
        self._live: Live | None = None

    def __enter__(self) -> ProgressScreen:
        if self.live:
            self._live = Live(self.picture(), console=self.console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def add(self, seconds: Iterable[Second], played: int | None = None) -> None:
        """Takes in what processes told of some seconds, each part once, and draws. `played`: matches over so far, in
        all processes."""
        for second in seconds:
            self._waiting.setdefault(second.at_s, []).append(second)
        if played is not None:
            self.played = played
        newest = max(self._waiting, default=0)
        for at in sorted(self._waiting):
            if at + LATE_S <= newest:
                self._settle(self._waiting.pop(at))
        self._draw()

    def say(self, words: str, at_s: float | None = None) -> None:
        """Something that happened, such as a kill of the server; `at_s` seconds after the start, by default now."""
        said = Text(f"{in_clock(self.at_s if at_s is None else at_s)} {words}", style="yellow")
        self._said.append(said)
        if self._live is None:
            self.console.print(said)
        else:
            self._draw()

    @property
    def at_s(self) -> int:
        """Seconds of the run that all have told."""
        return self._totals.at_s + 1

    def _settle(self, parts: list[Second]) -> None:
        (second,) = merged_seconds(parts)
        self._acks.add(second.ack_histogram)
        self._updates.add(second.update_histogram)
        old = self._totals
        self._totals = Second(
            at_s=max(old.at_s, second.at_s),
            moves_sent=old.moves_sent + second.moves_sent,
            moves_acked=old.moves_acked + second.moves_acked,
            updates=old.updates + second.updates,
            errors=old.errors + second.errors,
            reconnects=old.reconnects + second.reconnects,
        )
        self._done.append(second)

    def _draw(self) -> None:
        if self._live is not None:
            self._live.update(self.picture(), refresh=True)
        elif self._done and self.at_s >= self._told + LINE_S:
            self._told = self.at_s
            self.console.print(Text(self.line()), soft_wrap=True)

    def line(self) -> str:
        """All that matters in one line."""
        now = self._done[-1] if self._done else self._totals
        acks = Latencies.of((second.ack_histogram for second in self._recent()), COARSE)
        p50, p99 = acks.percentiles(50, 99)
        return (
            f"{in_clock(self.at_s)}{self._until()}  rooms {now.rooms:,}  "
            f"{self._rate(lambda second: second.moves_acked):,.0f} moves/s  "
            f"p50 {in_time(p50)}  p99 {in_time(p99)}  errors {self._totals.errors:,}  "
            f"reconnects {self._totals.reconnects:,}"
        )

    def picture(self) -> RenderableType:
        """The whole screen."""
        now = self._done[-1] if self._done else self._totals
        width = min(self.console.width, WIDTH)
        head = Text(f"{in_clock(self.at_s)}{self._until()}", style="bold")
        head.append(f"   {now.rooms:,} rooms, {now.connections:,} connections", style="default")
        if self.played or self.matches:
            noun = "match" if (self.matches or self.played) == 1 else "matches"
            head.append(f", {self.played:,}{f' of {self.matches:,}' if self.matches else ''} {noun}", style="default")
        spark = Text(f"{self.sparkline(width - 16)} ", style="cyan")
        spark.append("moves/s", style="dim")
        return Group(head, self._bar(width), "", self._rates(), "", self._times(), "", spark, *self._said)

    def sparkline(self, width: int) -> str:
        """Acknowledged moves a second, the last so many seconds."""
        bars = BARS if self.console.encoding.lower().startswith("utf") else PLAIN_BARS
        rates = [second.moves_acked for second in self._done][-max(width, 1) :]
        most = max(rates, default=0)
        if not most:
            return bars[1] * len(rates)
        return "".join(bars[1 + round(rate / most * (len(bars) - 2))] for rate in rates)

    def _recent(self) -> list[Second]:
        return [second for second in self._done if second.at_s > self._totals.at_s - RECENT_S]

    def _rate(self, count: Callable[[Second], int]) -> float:
        recent = self._recent()
        return sum(map(count, recent)) / len(recent) if recent else 0.0

    def _until(self) -> str:
        return "" if self.planned_s is None else f" of {in_clock(self.planned_s)}"

    def _bar(self, width: int) -> RenderableType:
        if self.planned_s:
            return ProgressBar(self.planned_s, min(self.at_s, self.planned_s), width=width)
        return ProgressBar(self.matches or 1, min(self.played, self.matches or 1), width=width)

    def _rates(self) -> Table:
        table = grid("a second", "now", "in all")
        counts: tuple[tuple[str, Callable[[Second], int]], ...] = (
            ("moves", lambda second: second.moves_acked),
            ("updates", lambda second: second.updates),
            ("reconnects", lambda second: second.reconnects),
            ("errors", lambda second: second.errors),
        )
        for name, count in counts:
            total = count(self._totals)
            style = "bold red" if name == "errors" and total else ""
            table.add_row(name, f"{self._rate(count):,.0f}", f"{total:,}", style=style)
        return table

    def _times(self) -> Table:
        table = grid("from a move to", "p50 now", "p99 now", "p50", "p99", "max")
        recent = self._recent()
        for name, now, overall in (
            ("acknowledgement", [second.ack_histogram for second in recent], self._acks),
            ("everybody's update", [second.update_histogram for second in recent], self._updates),
        ):
            found = (*Latencies.of(now, COARSE).percentiles(50, 99), *overall.percentiles(50, 99), overall.longest)
            table.add_row(name, *map(in_time, found))
        return table


def grid(name: str, *headings: str) -> Table:
    """A table with numbers below these headings."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(name, min_width=18)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True, min_width=8)
    return table
