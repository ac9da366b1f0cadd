"""Plots of a run as SVG to stand inside a page: drawn here, without a script. Colours are the page's (CSS classes)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from fudakai.clients.load.figures import Mark
from fudakai.clients.load.latencies import Latencies
from fudakai.clients.load.numerals import in_clock, in_time

WIDTH: Final = 900
HEIGHT: Final = 250
LEFT, RIGHT, TOP, BOTTOM = 62, 20, 26, 30
"""Margins around the plot itself, for labels: units of the drawing."""

STEPS_S: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400)
"""Seconds between two labels of a time axis."""

TIME_LABELS: Final = 10
LABELS: Final = 8
"""So many beside a plot at most."""

NINES: Final = ((0.0, "0 %"), (50.0, "50 %"), (90.0, "90 %"), (99.0, "99 %"), (99.9, "99.9 %"), (99.99, "99.99 %"))
MORE_NINES: Final = ((99.999, "99.999 %"), (99.9999, "99.9999 %"))
RAMP_LABEL: Final = 34
"""Width of a ramp that its name fits into."""

LABEL: Final = 6.2
"""About the width of a letter of a label."""


class PlotLine(NamedTuple):
    """A line: its name, its colour's class, and a value for each place, None where there is none."""

    name: str
    style: str
    values: Sequence[float | None]


class Axis(NamedTuple):
    """From values to the drawing: both ends of each, and whether by logarithm."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, value: float) -> float:
        """Where a value stands; outside of the axis at its end."""
        value = min(max(value, self.low), self.high)
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def over_time(
    title: str, times: Sequence[float], lines: Sequence[PlotLine], marks: Sequence[Mark], ramp_s: float, latency: bool
) -> str:
    """Lines over the seconds of a run, with its marks. `times`: the middles of equal stretches, the first from 0 on.
    `latency`: microseconds on a logarithmic axis; otherwise a rate on one that begins at 0."""
    across = Axis(0.0, max((times[-1] + times[0], *(mark.at_s for mark in marks))), LEFT, WIDTH - RIGHT)
    known = [value for line in lines for value in line.values if value is not None]
    up, ticks = log_axis(known) if latency else linear_axis(known)
    words: Callable[[float], str] = in_time if latency else "{:,.0f}".format
    step = next((step for step in STEPS_S if across.high / step <= TIME_LABELS), STEPS_S[-1])
    marked = [(at * step, in_clock(at * step)) for at in range(int(across.high // step) + 1)]
    body = [*frame(across, up, marked, [(tick, in_round(tick) if latency else words(tick)) for tick in ticks])]
    if 0 < ramp_s < across.high:
        end = across.place(ramp_s)
        body.append(f'<rect class="ramp" x="{LEFT}" y="{TOP}" width="{end - LEFT:.1f}" height="{up.start - TOP:.1f}"/>')
        if end - LEFT > RAMP_LABEL:
            body.append(f'<text class="note" x="{LEFT + 4}" y="{TOP + 11}">ramp</text>')
    body += drawn_marks(across, up, marks, LEFT + RAMP_LABEL if ramp_s else 0.0)
    for line in lines:
        places = [None if value is None else up.place(value) for value in line.values]
        body.append(path(line.style, [across.place(time) for time in times], places))
    body += hints(across, up, times, lines, words)
    return svg(title, summary_of(lines, words), [*legend(lines), *body])


def by_percentile(title: str, shown: Sequence[tuple[str, str, Latencies]]) -> str:
    """How long what share took at most: name, colour's class and durations of each line. The nearer to 100 %, the wider
    the axis, since that is where people wait."""
    curves = [(name, style, list(latencies.curve()), latencies) for name, style, latencies in shown if latencies.count]
    most = max((latencies.count for _, _, _, latencies in curves), default=1)
    across = Axis(0.0, max(2.0, math.log10(most)), LEFT, WIDTH - RIGHT)
    up, ticks = log_axis([float(value) for _, _, curve, _ in curves for _, value in curve])
    labels = [(nines(percent), words) for percent, words in (*NINES, *MORE_NINES) if nines(percent) <= across.high]
    body = [*frame(across, up, labels, [(tick, in_round(tick)) for tick in ticks])]
    lines = []
    for name, style, curve, _ in curves:
        places = [across.place(nines(percent)) for percent, _ in curve]
        body.append(path(style, places, [up.place(value) for _, value in curve]))
        lines.append(PlotLine(name, style, [float(value) for _, value in curve]))
    for percent, words in (*NINES[1:], *MORE_NINES):
        if nines(percent) <= across.high:
            told = [f"{name} {in_time(latencies.percentile(percent))}" for name, _, _, latencies in curves]
            body.append(hint(across.place(nines(percent)) - 40, 80, up, f"{words}: {', '.join(told)}"))
    return svg(title, summary_of(lines, in_time), [*legend(lines), *body])


def linear_axis(values: Sequence[float]) -> tuple[Axis, list[float]]:
    """From 0 to a round number above all, and its labels."""
    most = max(values, default=0.0) or 1.0
    size = 10.0 ** math.floor(math.log10(most))
    step = max(1.0, next(part * size for part in (0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5) if most / (part * size) <= 5))
    count = math.ceil(most / step)
    return Axis(0.0, count * step, HEIGHT - BOTTOM, TOP), [at * step for at in range(count + 1)]


def log_axis(values: Sequence[float]) -> tuple[Axis, list[float]]:
    """From a round number below all to one above all, and its labels: 1, 2 and 5 of each ten, or 1 alone when they are
    many."""
    low, high = max(min(values, default=100.0), 1.0), max(max(values, default=1000.0), 1.0)
    tens = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 2)
    steps = [part * 10.0**ten for ten in tens for part in (1, 2, 5)]
    ticks = between(steps, low, high)
    if len(ticks) > LABELS:
        ticks = between(steps[::3], low, high)
    return Axis(ticks[0], ticks[-1], HEIGHT - BOTTOM, TOP, log=True), ticks


def between(steps: Sequence[float], low: float, high: float) -> list[float]:
    """From the last that is not above `low` to the first that is not below `high`: two at least."""
    start = max(step for step in steps if step <= low)
    end = min(step for step in steps if step >= high and step > start)
    return [step for step in steps if start <= step <= end]


def in_round(microseconds: float) -> str:
    """A round duration, for a label."""
    for size, unit in ((1_000_000, "s"), (1_000, "ms")):
        if microseconds >= size:
            return f"{microseconds / size:g} {unit}"
    return f"{microseconds:g} us"


def nines(percent: float) -> float:
    """How many nines: 0 for 0 %, 1 for 90 %, 2 for 99 %; for 100 % beyond every axis."""
    return math.inf if percent >= 100 else -math.log10(1 - percent / 100)


def frame(
    across: Axis, up: Axis, below: Sequence[tuple[float, str]], beside: Sequence[tuple[float, str]]
) -> Iterator[str]:
    """Lines and labels of the axes."""
    for value, words in beside:
        y = up.place(value)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="label" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{words}</text>'
    yield f'<line class="base" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up.start}" y2="{up.start}"/>'
    for value, words in below:
        x = across.place(value)
        yield f'<line class="base" x1="{x:.1f}" x2="{x:.1f}" y1="{up.start}" y2="{up.start + 4}"/>'
        yield f'<text class="label" x="{x:.1f}" y="{up.start + 18}" text-anchor="middle">{words}</text>'


def path(style: str, across: Sequence[float], up: Sequence[float | None]) -> str:
    """A line, broken where there is no value; a value alone is a dot."""
    parts: list[str] = []
    pen = False
    for at, (x, y) in enumerate(zip(across, up, strict=True)):
        if y is None:
            pen = False
            continue
        parts.append(f"{'L' if pen else 'M'}{x:.1f} {y:.1f}")
        alone = not pen and (at + 1 == len(up) or up[at + 1] is None)
        parts += ["h0.01"] if alone else []
        pen = True
    return f'<path class="line {style}" d="{"".join(parts)}"/>'


def drawn_marks(across: Axis, up: Axis, marks: Sequence[Mark], free: float) -> Iterator[str]:
    """A dashed line for each, and its words where there is room; `free`: from where on."""
    for mark in marks:
        x = across.place(mark.at_s)
        words = f"{in_clock(mark.at_s)} {mark.words}"
        title = f"<title>{escape(words)}</title>"
        yield f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{up.start}">{title}</line>'
        wide = len(mark.words) * LABEL + 8
        start = x - wide if x + wide > WIDTH - RIGHT else x
        if start >= free:
            yield f'<text class="note" x="{start + 4:.1f}" y="{TOP + 11}">{escape(mark.words)}</text>'
            free = start + wide


def hints(
    across: Axis, up: Axis, times: Sequence[float], lines: Sequence[PlotLine], words: Callable[[float], str]
) -> Iterator[str]:
    """What the pointer reads at each place."""
    wide = (WIDTH - LEFT - RIGHT) / max(len(times), 1)
    for at, time in enumerate(times):
        told = (f"{line.name} {'-' if (value := line.values[at]) is None else words(value)}" for line in lines)
        yield hint(across.place(time) - wide / 2, wide, up, f"{in_clock(time)}: {', '.join(told)}")


def hint(x: float, wide: float, up: Axis, words: str) -> str:
    """An area that says something to a pointer on it."""
    area = f'x="{x:.1f}" y="{TOP}" width="{wide:.1f}" height="{up.start - TOP:.0f}"'
    return f'<rect class="hint" {area}><title>{escape(words)}</title></rect>'


def legend(lines: Sequence[PlotLine]) -> Iterator[str]:
    """The lines' names above the plot; one line alone is named by the title."""
    x = float(LEFT)
    for line in lines if len(lines) > 1 else ():
        yield f'<line class="line {line.style}" x1="{x:.0f}" x2="{x + 18:.0f}" y1="10" y2="10"/>'
        yield f'<text class="name" x="{x + 24:.0f}" y="14">{escape(line.name)}</text>'
        x += 24 + len(line.name) * (LABEL + 0.8) + 22


def summary_of(lines: Sequence[PlotLine], words: Callable[[float], str]) -> str:
    """The same for who does not see it: the least and the most of each line."""
    told = []
    for line in lines:
        known = [value for value in line.values if value is not None]
        if known:
            told.append(f"{line.name} from {words(min(known))} to {words(max(known))}")
    return "; ".join(told) or "nothing to show"


def svg(title: str, described: str, body: Sequence[str]) -> str:
    """The drawing, with its title and description."""
    label = escape(f"{title}: {described}", quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(body)}</svg>'
