"""The table at the end of a run, for 80 columns and with or without colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fudakai.clients.load.budgets import BudgetOutcome
from fudakai.clients.load.document import measures
from fudakai.clients.load.figures import Figures, Kind
from fudakai.clients.load.numerals import in_bytes, in_clock, in_time
from fudakai.clients.load.verdict import verdict

NAMES: Final[Mapping[Kind, str]] = {
    Kind.CONNECT: "connect",
    Kind.JOIN: "join",
    Kind.ACK: "move to acknowledgement",
    Kind.UPDATE: "move to everybody's update",
    Kind.RESUME: "resume after a cut",
}
"""What is timed, in a reader's words."""

FINDINGS: Final = 10
"""Findings that are written out; the rest is counted."""


def show(console: Console, figures: Figures, outcomes: Sequence[BudgetOutcome] = ()) -> None:
    """Prints it."""
    console.print(summary(figures, outcomes))


def summary(figures: Figures, outcomes: Sequence[BudgetOutcome] = ()) -> RenderableType:
    """What was measured, what was done and refused, whether the tester kept up, the verdict, the budgets."""
    return Group(*parts(figures, outcomes))


def parts(figures: Figures, outcomes: Sequence[BudgetOutcome]) -> Iterator[RenderableType]:
    """One after the other, an empty line between them."""
    yield times(figures)
    yield ""
    yield facts(figures)
    yield ""
    found = verdict(figures)
    yield Text(found.words, style="bold green" if found.good else "bold red")
    for finding in figures.findings[:FINDINGS]:
        yield indented(Text(f"{finding.kind.replace('_', ' ')}: {finding.words}", style="red"))
    rest = sum(figures.wrongs().values()) - min(len(figures.findings), FINDINGS)
    if rest > 0:
        yield indented(Text(f"and {rest:,} more"))
    for outcome in outcomes:
        word = "met" if outcome.met else "MISSED"
        yield Text(
            f"Budget {word}: fail if {outcome.budget.text}; found {outcome.words}",
            style="green" if outcome.met else "bold red",
        )


def times(figures: Figures) -> Table:
    """A line for each kind that was timed."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("time of a")
    for heading in ("count", "p50", "p95", "p99", "max"):
        table.add_column(heading, justify="right", no_wrap=True)
    for kind, name in NAMES.items():
        found = measures(figures.latencies(kind))
        if found["count"]:
            table.add_row(name, f"{found['count']:,}", *(in_time(found[key]) for key in ("p50", "p95", "p99", "max")))
    if not table.row_count:
        table.add_row(Text("nothing was timed", style="dim"))
    return table


def facts(figures: Figures) -> Table:
    """The rest in words, a line for each."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, words in lines(figures):
        table.add_row(name, Text(words))
    return table


def lines(figures: Figures) -> Iterator[tuple[str, str]]:
    """Their names and words."""
    seconds = max(figures.duration_s, 0.0)
    most = max((second.connections for second in figures.seconds), default=0)
    ramp = f", {figures.ramp_s:.0f} s of it the ramp" if figures.ramp_s else ""
    yield "run", f"{in_clock(seconds)}{ramp}; {counted(figures.rooms, 'room')}, {counted(most, 'connection')} at most"
    moves = figures.rate(lambda second: second.moves_acked)
    updates = figures.rate(lambda second: second.updates)
    yield "throughput", f"{moves:,.1f} moves/s, {updates:,.1f} updates/s"
    sent, acked = figures.total(lambda second: second.moves_sent), figures.total(lambda second: second.moves_acked)
    matches = counted(figures.matches, "match", "matches")
    yield "moves", f"{sent:,} sent, {acked:,} acknowledged; {matches} played to the end"
    each = f" ({in_bytes((figures.bytes_in + figures.bytes_out) / seconds)}/s)" if seconds else ""
    yield "bytes", f"{in_bytes(figures.bytes_in)} in, {in_bytes(figures.bytes_out)} out{each}"
    errors, reconnects = figures.total(lambda second: second.errors), figures.total(lambda second: second.reconnects)
    yield "errors", f"{errors:,}; {counted(reconnects, 'reconnect')}"
    yield "refusals", listed(figures.refusals)
    if figures.faults or figures.marks:
        yield "faults", listed(figures.faults)
        for mark in figures.marks[:FINDINGS]:
            yield "", f"at {in_clock(mark.at_s)} {mark.words}"
        if len(figures.marks) > FINDINGS:
            yield "", f"and {len(figures.marks) - FINDINGS:,} more"
    yield "tester", tester(figures)


def tester(figures: Figures) -> str:
    """Whether it kept up."""
    bottleneck = figures.bottleneck()
    if bottleneck is not None:
        return f"WAS the bottleneck: {bottleneck}"
    if not figures.processes:
        return "did not look at itself"
    busiest = max(process.cpu_share for process in figures.processes)
    processes = counted(len(figures.processes), "process", "processes")
    return f"was not the bottleneck: {processes}, {busiest:.0%} of a core at most"


def listed(counts: Mapping[str, int]) -> str:
    """Counts by name."""
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A number and what it is of."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def indented(words: Text) -> Padding:
    """As a line below another."""
    return Padding(words, (0, 0, 0, 2))
