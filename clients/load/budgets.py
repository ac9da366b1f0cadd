"""Budgets: what a run may cost at most, as `--fail-if 'p99(move)>50ms'` says it.

    BUDGET    FUNCTION(MEASURE) COMPARISON NUMBER[UNIT], blanks anywhere between
    compared  > >= < <=
    times     connect join move update resume lag: p50 p95 p99 p99.9 ... and max, in us, ms or s; count; rate, in /s
    counts    moves sent updates errors reconnects refusals matches rooms findings:
              count; rate, in /s; share, in % of the moves sent
    bytes     bytes_in bytes_out: count; rate, in /s
    cpu       of the busiest process of the tester: mean and max, in % of a core

`move` is the time from a move to its acknowledgement, `update` to its last client's update, `moves` how many
were acknowledged.

A budget fails the run when what it says is so, and also when there is nothing to say it of: no resume, no p99(resume).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NoReturn

import msgspec

from fudakai.clients.load.figures import Figures, Kind, Second
from fudakai.clients.load.latencies import Latencies
from fudakai.clients.load.numerals import in_time

TIMES: Final[Mapping[str, Kind | None]] = MappingProxyType(
    {
        "connect": Kind.CONNECT,
        "join": Kind.JOIN,
        "move": Kind.ACK,
        "ack": Kind.ACK,
        "update": Kind.UPDATE,
        "resume": Kind.RESUME,
        "lag": None,  # of the tester itself
    }
)
EACH_SECOND: Final[Mapping[str, Callable[[Second], int]]] = MappingProxyType(
    {
        "moves": lambda second: second.moves_acked,
        "sent": lambda second: second.moves_sent,
        "updates": lambda second: second.updates,
        "errors": lambda second: second.errors,
        "reconnects": lambda second: second.reconnects,
    }
)
OVERALL: Final[Mapping[str, Callable[[Figures], int]]] = MappingProxyType(
    {
        "refusals": lambda figures: sum(figures.refusals.values()),
        "matches": lambda figures: figures.matches,
        "rooms": lambda figures: figures.rooms,
        "findings": lambda figures: sum(figures.wrongs().values()),
    }
)
BYTES: Final[Mapping[str, Callable[[Figures], int]]] = MappingProxyType(
    {"bytes_in": lambda figures: figures.bytes_in, "bytes_out": lambda figures: figures.bytes_out}
)
MEASURES: Final = (*TIMES, *EACH_SECOND, *OVERALL, *BYTES, "cpu")

COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = MappingProxyType(
    {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
)
MICROSECONDS: Final = MappingProxyType({"us": 1.0, "ms": 1_000.0, "s": 1_000_000.0})

PERCENTILE: Final = re.compile(r"p(\d{1,2}(?:\.\d{1,3})?)")
PARTS: Final = (
    (re.compile(r"[a-z][a-z0-9_.]*"), "a function, such as p99, max, rate or count"),
    (re.compile(r"\("), "( and a measure"),
    (re.compile(r"[a-z][a-z_]*"), f"a measure: {', '.join(MEASURES)}"),
    (re.compile(r"\)"), ")"),
    (re.compile(r"[<>]=?"), "one of > >= < <="),
    (re.compile(r"\d+(?:\.\d+)?"), "a number, such as 50 or 0.5"),
    (re.compile(r"us|ms|s|/s|%|"), "a unit: us, ms, s, /s or %"),
)
BLANK: Final = re.compile(r"\s*")


class BadBudget(ValueError):
    """A budget that cannot be read; its text says where, and what is allowed there."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """A budget as it was typed, and what it means: a limit in microseconds, a number, a number each second, or a share
    (1.0: all)."""

    text: str
    function: str
    measure: str
    comparison: str
    limit: float


class BudgetOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a budget was met, and what was found, in words; `value` in its own unit, None when there is nothing."""

    budget: Budget
    met: bool
    value: float | None
    words: str


def budget(text: str) -> Budget:
    """Reads one. Raises BadBudget."""
    found: list[str] = []
    places: list[int] = []
    at = 0
    for pattern, allowed in PARTS:
        at = end_of(BLANK, text, at)
        end = end_of(pattern, text, at)
        if end < 0:
            refuse(text, at, allowed)
        found.append(text[at:end])
        places.append(at)
        at = end
    at = end_of(BLANK, text, at)
    if at < len(text):
        refuse(text, at, PARTS[-1][1] if not found[-1] else "nothing more")
    function, _, measure, _, comparison, number, unit = found
    if measure not in MEASURES:
        refuse(text, places[2], PARTS[2][1])
    allowed_functions = functions(measure)
    if function not in allowed_functions and not (measure in TIMES and percent(function)):
        refuse(text, places[0], f"for {measure} one of {', '.join(allowed_functions)}")
    units = units_of(function, measure)
    if unit not in units:
        allowed_units = " or ".join(name or "none at all" for name in units)
        refuse(text, places[6], f"for {function}({measure}) the unit {allowed_units}")
    return Budget(
        text=text.strip(), function=function, measure=measure, comparison=comparison, limit=float(number) * units[unit]
    )


def outcome(asked: Budget, figures: Figures) -> BudgetOutcome:
    """Holds a budget against what was found."""
    value = value_of(asked, figures)
    if value is None:
        return BudgetOutcome(budget=asked, met=False, value=None, words=f"no {asked.measure} was measured")
    met = not COMPARED[asked.comparison](value, asked.limit)
    return BudgetOutcome(budget=asked, met=met, value=value, words=words_of(asked, value))


def functions(measure: str) -> tuple[str, ...]:
    """What can be asked of a measure; of times every other percentile, too."""
    if measure == "cpu":
        return ("mean", "max")
    if measure in TIMES:
        return ("p50", "p95", "p99", "max", "count", "rate")
    return ("count", "rate") if measure in BYTES else ("count", "rate", "share")


def units_of(function: str, measure: str) -> Mapping[str, float]:
    """The units that the limit may have, and what each multiplies it by."""
    if function == "share" or measure == "cpu":
        return {"%": 0.01}
    if function == "rate":
        return {"/s": 1.0, "": 1.0}
    return {"": 1.0} if function == "count" else MICROSECONDS


def value_of(asked: Budget, figures: Figures) -> float | None:
    """What a budget is about, in its own unit."""
    if asked.measure == "cpu":
        if asked.function == "mean":
            return max((process.cpu_share for process in figures.processes), default=None)
        return max((process.cpu_share_most for process in figures.processes), default=None)
    if asked.measure in TIMES:
        kind = TIMES[asked.measure]
        latencies = lag(figures) if kind is None else figures.latencies(kind)
        match asked.function:
            case "count":
                return latencies.count
            case "rate":
                return each_second(latencies.count, figures)
            case "max":
                return latencies.longest
        return latencies.percentile(percent(asked.function) or 0.0)
    if asked.measure in EACH_SECOND:
        count = EACH_SECOND[asked.measure]
        if asked.function == "rate":
            return figures.rate(count)
        total = figures.total(count)
    else:
        total = (OVERALL.get(asked.measure) or BYTES[asked.measure])(figures)
    if asked.function == "rate":
        return each_second(total, figures)
    if asked.function == "share":
        sent = figures.total(EACH_SECOND["sent"])
        return total / sent if sent else None
    return total


def words_of(asked: Budget, value: float) -> str:
    """A value as people write it."""
    if asked.function == "share" or asked.measure == "cpu":
        return f"{value:.2%}"
    if asked.function == "rate":
        return f"{value:,.1f}/s"
    return f"{value:,.0f}" if asked.function == "count" else in_time(value)


def lag(figures: Figures) -> Latencies:
    """How late the tester's own processes woke."""
    return Latencies.of(process.lag_histogram for process in figures.processes)


def each_second(total: float, figures: Figures) -> float | None:
    """So many a second over the whole run."""
    return total / figures.duration_s if figures.duration_s > 0 else None


def percent(function: str) -> float | None:
    """The percentile that a function names, over 0; None when it names none."""
    named = PERCENTILE.fullmatch(function)
    return (float(named[1]) or None) if named else None


def end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where what matches there ends; -1 when nothing does."""
    found = pattern.match(text, at)
    return found.end() if found else -1


def refuse(text: str, at: int, allowed: str) -> NoReturn:
    """Says what stands at a place, and what may."""
    stands = f"{text[at : at + 12]!r}" if at < len(text) else "the end"
    raise BadBudget(f"--fail-if {text!r}, character {at + 1}: {stands}; allowed is {allowed}, as in 'p99(move)>50ms'")
