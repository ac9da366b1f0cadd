"""A run as one JSON document (`--json`), and back.

It is `Figures` field by field, under the same names, and beside them what follows from them: `load`, the format's
number; `verdict`; `totals`; `rates_per_s`; `latency_us`, with count, p50, p95, p99 and max of each kind; in each of
`seconds` the percentiles of acknowledgements and updates; of each of `processes` its lag; `bottleneck`; `budgets`.
The reader takes the fields and leaves the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fudakai.clients.load.budgets import BudgetOutcome
from fudakai.clients.load.figures import Figures, Kind, Process, Second
from fudakai.clients.load.latencies import COARSE, FINE, Latencies
from fudakai.clients.load.verdict import verdict

FORMAT: Final = 1
"""Grows when a name changes its meaning or goes away; new names may come without."""


class BadDocument(ValueError):
    """A file that is no report of a run. Its text says why."""


def document(figures: Figures, outcomes: Sequence[BudgetOutcome] = ()) -> dict[str, Any]:
    """The run as what JSON knows, in a fixed order of names."""
    found = verdict(figures)
    return {
        "load": FORMAT,
        "verdict": {"good": found.good, "words": found.words},
        "budgets": [
            {"budget": outcome.budget.text, "met": outcome.met, "found": outcome.words} for outcome in outcomes
        ],
        "duration_s": round(figures.duration_s, 3),
        "totals": {
            "moves_sent": figures.total(lambda second: second.moves_sent),
            "moves_acked": figures.total(lambda second: second.moves_acked),
            "updates": figures.total(lambda second: second.updates),
            "errors": figures.total(lambda second: second.errors),
            "reconnects": figures.total(lambda second: second.reconnects),
        },
        "rates_per_s": {
            "moves_acked": round(figures.rate(lambda second: second.moves_acked), 1),
            "updates": round(figures.rate(lambda second: second.updates), 1),
        },
        "latency_us": {kind.value: measures(figures.latencies(kind)) for kind in Kind if figures.histograms.get(kind)},
        "bottleneck": figures.bottleneck(),
        **msgspec.to_builtins(figures),
        "seconds": [of_second(second) for second in figures.seconds],
        "processes": [of_process(process) for process in figures.processes],
    }


def text(figures: Figures, outcomes: Sequence[BudgetOutcome] = ()) -> str:
    """The same as the file's text."""
    return msgspec.json.format(msgspec.json.encode(document(figures, outcomes)), indent=2).decode() + "\n"


def read(data: bytes | str) -> Figures:
    """The figures in such a file. Raises BadDocument."""
    try:
        found = msgspec.json.decode(data)
        if not isinstance(found, dict) or found.get("load") != FORMAT:
            raise BadDocument(f'no report of a run: it does not say "load": {FORMAT}')
        figures = msgspec.convert(found, Figures)
        for kind, encoded in figures.histograms.items():
            whole(encoded, f"histograms.{kind.value}")
        for second in figures.seconds:
            whole(second.ack_histogram, f"the second {second.at_s}")
            whole(second.update_histogram, f"the second {second.at_s}")
    except msgspec.MsgspecError as error:
        raise BadDocument(f"no report of a run: {error}") from error
    return figures


def whole(encoded: str, where: str) -> None:
    """Raises BadDocument for a histogram that cannot be read."""
    try:
        Latencies.of([encoded])
    except ValueError as error:
        raise BadDocument(f"no report of a run: {where}: {error}") from error


def measures(latencies: Latencies) -> dict[str, int | None]:
    """Of durations in microseconds."""
    p50, p95, p99 = latencies.percentiles(50, 95, 99)
    return {"count": latencies.count, "p50": p50, "p95": p95, "p99": p99, "max": latencies.longest}


def of_second(second: Second) -> dict[str, Any]:
    """One second with its percentiles."""
    found: dict[str, Any] = msgspec.to_builtins(second)
    for name, encoded in (("ack", second.ack_histogram), ("update", second.update_histogram)):
        found[f"{name}_p50_us"], found[f"{name}_p99_us"] = Latencies.of([encoded], COARSE).percentiles(50, 99)
    return found


def of_process(process: Process) -> dict[str, Any]:
    """One process with its lag."""
    found: dict[str, Any] = msgspec.to_builtins(process)
    found["lag_p50_us"], found["lag_p99_us"] = Latencies.of([process.lag_histogram], FINE).percentiles(50, 99)
    return found
