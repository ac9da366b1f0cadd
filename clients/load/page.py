"""A run as one page (`--html`): everything is in the file, it runs no script and asks for nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from fudakai.clients.load.budgets import BudgetOutcome, lag
from fudakai.clients.load.document import measures
from fudakai.clients.load.figures import Figures, Kind, Second, merged_seconds
from fudakai.clients.load.latencies import COARSE, Latencies
from fudakai.clients.load.numerals import in_clock, in_time
from fudakai.clients.load.plots import PlotLine, by_percentile, over_time
from fudakai.clients.load.summary import NAMES, lines
from fudakai.clients.load.verdict import verdict

POINTS: Final = 300
"""Places in a plot at most; a longer run has several seconds in each."""

FINDINGS: Final = 200
"""Findings that are written out; the rest is counted."""

ROWS: Final = 300
"""Lines of the table of seconds at most, several seconds in each as in the plots."""


def page(figures: Figures, outcomes: Sequence[BudgetOutcome] = ()) -> str:
    """The file's text."""
    style = files("fudakai.clients.load").joinpath("page.css").read_text(encoding="utf-8")
    started = figures.started.strftime("%Y-%m-%d %H:%M:%S %Z").strip()
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        # a browser that obeys it asks for nothing, whatever stands in the text
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Load run of {escape(started)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f'<header><h1>Load run</h1><p class="when">{escape(started)}, {in_clock(figures.duration_s)} long</p>'
        "</header>\n" + "\n".join(sections(figures, outcomes)) + "\n</main>\n</body>\n</html>\n"
    )


def sections(figures: Figures, outcomes: Sequence[BudgetOutcome]) -> Iterator[str]:
    """From what matters most to what one looks up."""
    yield from notices(figures, outcomes)
    yield tiles(figures)
    yield from plots(figures)
    yield section("Times", times(figures))
    yield section("What happened", pairs(lines(figures)))
    if figures.wrongs():
        shown = [(finding.kind.replace("_", " "), finding.words) for finding in figures.findings[:FINDINGS]]
        rest = sum(figures.wrongs().values()) - len(shown)
        shown += [("", f"and {rest:,} more")] if rest > 0 else []
        yield section("What was wrong", pairs(shown))
    yield section("What was asked for", pairs((name, asked(name, value)) for name, value in figures.plan.items()))
    if figures.processes or figures.machine:
        yield section("The tester", tester(figures) + pairs(figures.machine.items()))
    yield seconds_table(figures)


def notices(figures: Figures, outcomes: Sequence[BudgetOutcome]) -> Iterator[str]:
    """Verdict, budgets, and what makes the rest less worth."""
    found = verdict(figures)
    yield notice(found.good, "Verdict", found.words)
    for outcome in outcomes:
        words = f"fail if {outcome.budget.text}; found {outcome.words}"
        yield notice(outcome.met, f"Budget {'met' if outcome.met else 'missed'}", words)
    bottleneck = figures.bottleneck()
    if bottleneck is not None:
        yield notice(False, "The tester was the bottleneck", bottleneck)


def notice(good: bool, name: str, words: str) -> str:
    """A line that one should not overlook."""
    sign = "✓" if good else "✗"
    return (
        f'<p class="notice {"good" if good else "bad"}"><span class="sign" aria-hidden="true">{sign}</span>'
        f"<strong>{escape(name)}.</strong> {escape(words)}</p>"
    )


def tiles(figures: Figures) -> str:
    """The numbers that one tells others."""
    ack, update = figures.latencies(Kind.ACK), figures.latencies(Kind.UPDATE)
    most = max((second.rooms for second in figures.seconds), default=0)
    shown = (
        (f"{figures.rate(lambda second: second.moves_acked):,.0f}", "moves a second"),
        (in_time(ack.percentile(50)), "p50 to acknowledgement"),
        (in_time(ack.percentile(99)), "p99 to acknowledgement"),
        (in_time(update.percentile(99)), "p99 to everybody's update"),
        (f"{most:,}", "rooms at once"),
    )
    return (
        '<dl class="tiles">'
        + "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for value, name in shown)
        + "</dl>"
    )


def plots(figures: Figures) -> Iterator[str]:
    """Over time, and by share."""
    every, seconds = thinned(figures.seconds, POINTS)
    if not seconds:
        return
    at = [second.at_s + every / 2 for second in seconds]
    moves = PlotLine("moves a second", "moves", [second.moves_acked / every for second in seconds])
    title = "Moves acknowledged, a second"
    yield section(title, over_time(title, at, [moves], figures.marks, figures.ramp_s, latency=False))
    for kind, encoded in (
        (Kind.ACK, [second.ack_histogram for second in seconds]),
        (Kind.UPDATE, [second.update_histogram for second in seconds]),
    ):
        found = [Latencies.of([text], COARSE).percentiles(50, 99) for text in encoded]
        if any(p50 is not None for p50, _ in found):
            shown = [
                PlotLine("p50", "p50", [p50 for p50, _ in found]),
                PlotLine("p99", "p99", [p99 for _, p99 in found]),
            ]
            title = f"From a {NAMES[kind]}"
            yield section(title, over_time(title, at, shown, figures.marks, figures.ramp_s, latency=True))
    shares = [
        (f"to {NAMES[kind].removeprefix('move to ')}", kind.value, figures.latencies(kind))
        for kind in (Kind.ACK, Kind.UPDATE)
    ]
    if any(latencies.count for _, _, latencies in shares):
        title = "How many moves took at most how long"
        yield section(title, by_percentile(title, shares))


def times(figures: Figures) -> str:
    """A row for each kind that was timed."""
    rows = []
    for kind, name in NAMES.items():
        found = measures(figures.latencies(kind))
        if found["count"]:
            rows.append((name, f"{found['count']:,}", *(in_time(found[key]) for key in ("p50", "p95", "p99", "max"))))
    return table(("time of a", "count", "p50", "p95", "p99", "max"), rows) if rows else "<p>Nothing was timed.</p>"


def tester(figures: Figures) -> str:
    """A row for each process."""
    rows = []
    for number, process in enumerate(figures.processes, 1):
        p50, p99 = Latencies.of([process.lag_histogram]).percentiles(50, 99)
        shares = f"{process.cpu_share:.0%}", f"{process.cpu_share_most:.0%}"
        rows.append((str(number), *shares, in_time(p50), in_time(p99)))
    if len(rows) > 1:
        p50, p99 = lag(figures).percentiles(50, 99)
        rows.append(("all", "", "", in_time(p50), in_time(p99)))
    heads = ("process", "share of a core", "in its busiest second", "woke late by, p50", "p99")
    return table(heads, rows) if rows else ""


def seconds_table(figures: Figures) -> str:
    """What the plots show, to be read."""
    every, seconds = thinned(figures.seconds, ROWS)
    rows = []
    for second in seconds:
        ack = Latencies.of([second.ack_histogram], COARSE).percentiles(50, 99)
        update = Latencies.of([second.update_histogram], COARSE).percentiles(50, 99)
        counts = (second.moves_acked, second.updates, second.errors, second.reconnects, second.rooms)
        rows.append((in_clock(second.at_s), *(f"{count:,}" for count in counts), *map(in_time, (*ack, *update))))
    heads = ("at", "moves", "updates", "errors", "reconnects", "rooms", "ack p50", "p99", "update p50", "p99")
    name = "Second by second" if every == 1 else f"Every {every} seconds"
    return f"<details><summary>{name}</summary>{table(heads, rows)}</details>" if rows else ""


def thinned(seconds: Sequence[Second], most: int) -> tuple[int, tuple[Second, ...]]:
    """So many at most, each of as many seconds as the number before them says; those that nobody told of are empty."""
    if not seconds:
        return 1, ()
    last = max(second.at_s for second in seconds)
    every = -(-(last + 1) // most)
    told = {second.at_s for second in seconds}
    whole = (*seconds, *(Second(at_s=at) for at in range(last + 1) if at not in told))
    if every == 1:
        return every, merged_seconds(whole)
    made = []
    for at in range(0, last + 1, every):
        part = [second for second in whole if at <= second.at_s < at + every]
        (one,) = merged_seconds(moved(second, at) for second in part)
        end = max(part, key=lambda second: second.at_s)
        made.append(moved(one, at, end))
    return every, tuple(made)


def moved(second: Second, at_s: int, end: Second | None = None) -> Second:
    """The same at another time, with the rooms and connections that there are at the end."""
    end = end or second
    return Second(
        at_s=at_s,
        moves_sent=second.moves_sent,
        moves_acked=second.moves_acked,
        updates=second.updates,
        errors=second.errors,
        reconnects=second.reconnects,
        rooms=end.rooms,
        connections=end.connections,
        ack_histogram=second.ack_histogram,
        update_histogram=second.update_histogram,
    )


def asked(name: str, value: object) -> str:
    """The value of an option of the plan, as a person says it; `plan.py` has the units."""
    match name, value:
        case "seats" | "matches", 0:
            return "as usual"
        case "think", {"median": 0.0}:
            return "at once"
        case "think", {"median": median, "spread": spread}:
            return f"{median:g} s" if spread == 0 else f"{median:g} s, as people do (spread {spread:g})"
        case "duration", float():
            return f"{value:g} s"
        case (("drop" | "double" | "leave" | "slow" | "hostile"), float()):
            return f"{100 * value:.4g}%"
        case (("chat" | "spawn"), float()):
            return f"{value:g} a second"
        case _, Mapping():
            return ", ".join(f"{part} {count}" for part, count in value.items())
        case _:
            return "-" if value is None else str(value)


def section(title: str, body: str) -> str:
    """A part with its heading; what is too wide for the screen moves by itself."""
    return f'<section><h2>{escape(title)}</h2><div class="wide">{body}</div></section>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of numbers, a name in front."""
    head = "".join(f'<th scope="col">{escape(words)}</th>' for words in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def pairs(shown: Iterable[tuple[str, str]]) -> str:
    """Names and words."""
    body = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(words)}</td></tr>' for name, words in shown)
    return f'<table class="pairs"><tbody>{body}</tbody></table>' if body else ""
