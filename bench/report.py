"""The tables and the verdict."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.engine import PHASES, Speed
from bench.idle import Idle
from bench.load import BARE_SERVER, OURS, PADDED, Row
from bench.matches import Level
from bench.profile import Hot
from bench.rivals import RIVALS
from bench.rooms import AGURK

WANTED_RATIO: Final = 0.30
"""Of the bare server's moves a second, at WANTED_ROOMS."""
WANTED_TIMES: Final = {"boardgame.io": 2.5}
"""So many times a rival's moves a second, likewise."""
WANTED_ROOMS: Final = 100
WANTED_KIB: Final = 45
"""Memory that a connection may cost, with its part of a room of four."""
WANTED_SLOWER: Final = 1.5
"""A room among the idle may be so many times slower than alone."""
WANTED_GROWTH: Final = 0.05
"""By how much the memory may grow from the first batch of finished matches to the last."""
WANTED_US: Final = 60
"""Microseconds for each move that a phase of a game's rules may take."""
BUSY: Final = 0.3
"""Cores that others may use while a row is measured before the table says so."""

NAMES: Final = {
    BARE_SERVER: "bare server",
    PADDED: "bare, frames as large as ours",
    "always": "Fudakai, appendfsync always",
    "everysec": "Fudakai, appendfsync everysec",
    **RIVALS,
}


def line(row: Row) -> str:
    """A row while the bench runs."""
    busy = f"   others used {row.others:.1f} cores" if row.others > BUSY else ""
    fault = f"   [red]DOES NOT COUNT: {row.fault}[/red]" if row.fault else ""
    return f"{NAMES[row.server]:29} {row.game:7} {row.rooms:4} rooms  {row.moves_per_second:8,.0f} moves/s{busy}{fault}"


def show(console: Console, found: dict[str, Any]) -> int:
    """Prints everything; 1 when a wanted figure was missed or a row does not count, else 0."""
    verdicts: list[tuple[bool, str]] = []
    if "engine" in found:
        console.print(_engine(found["engine"]))
        verdicts.append(_slowest(found["engine"]))
    rows: list[Row] = found["rows"]
    if rows:
        console.print(_load(rows))
        faults = [row for row in rows if row.fault]
        if faults:
            verdicts.append((False, f"{len(faults)} of {len(rows)} runs do not count: {faults[0].fault}"))
        busy = sum(row.others > BUSY for row in rows)
        if busy:
            console.print(f"In {busy} of {len(rows)} runs others used more than {BUSY} of a core: measure again alone.")
        ratios = _ratios(rows)
        verdicts += ratios
        if not ratios:
            console.print(
                f"Not judged: what is wanted of the moves a second is a ratio to the bare server, at {WANTED_ROOMS} "
                f"rooms of {AGURK.game}."
            )
    if "profile" in found:
        console.print(_profile(found["profile"]))
    if "idle" in found:
        verdicts += _idle(found["idle"])
    if "levels" in found:
        verdicts.append(_growth(found["levels"]))
    for good, words in verdicts:
        console.print(f"[{'green' if good else 'red'}]{'ok' if good else 'MISSED':7}[/] {words}")
    return 0 if all(good for good, _ in verdicts) else 1


def median(rows: Iterable[Row], server: str, game: str, rooms: int, of: Callable[[Row], float]) -> float | None:
    """The median over the runs of this server with so many rooms of this game that count."""
    asked = (server, game, rooms)
    values = [of(row) for row in rows if (row.server, row.game, row.rooms) == asked and not row.fault]
    return statistics.median(values) if values else None


def _ratio(rows: list[Row], server: str, game: str, rooms: int, to: str) -> float | None:
    ours, theirs = (median(rows, name, game, rooms, lambda row: row.moves_per_second) for name in (server, to))
    return ours / theirs if ours is not None and theirs else None


def _load(rows: list[Row]) -> Table:
    table = Table(title="Closed loop, medians", title_justify="left", header_style="bold")
    table.add_column("server")
    heads = (
        "game",
        "rooms",
        "moves/s",
        "to bare",
        "to padded",
        "p50 ms",
        "p99 ms",
        "CPU ms/move",
        "Redis",
        "bytes",
        "outside",
    )
    for column in heads:
        table.add_column(column, justify="right", no_wrap=True)
    columns: tuple[tuple[Callable[[Row], float], str], ...] = (
        (lambda row: row.p50, ".2f"),
        (lambda row: row.p99, ".2f"),
        (lambda row: row.server_cpu_per_1000, ".3f"),
        (lambda row: row.redis_cpu_per_1000, ".3f"),
        (lambda row: row.frame, ".0f"),
        (lambda row: row.outside, ".0%"),
    )
    for game, rooms in sorted({(row.game, row.rooms) for row in rows}):
        for server in NAMES:
            rate = median(rows, server, game, rooms, lambda row: row.moves_per_second)
            if rate is None:
                continue
            table.add_row(
                NAMES[server],
                game,
                str(rooms),
                f"{rate:,.0f}",
                *(_figure(_ratio(rows, server, game, rooms, to), ".2f") for to in (BARE_SERVER, PADDED)),
                *(_figure(median(rows, server, game, rooms, of), form) for of, form in columns),
            )
        table.add_section()
    table.caption = (
        "to bare, to padded: times the moves/s of the bare server, and of that with frames as large as ours. "
        "CPU ms/move: of the server, then of its Redis. bytes: the median update. "
        "outside: updates between matches (ready, start), which cost time and do not count."
    )
    return table


def _figure(value: float | None, form: str) -> str:
    return "" if not value else format(value, form)


def _ratios(rows: list[Row]) -> list[tuple[bool, str]]:
    verdicts = []
    for server in OURS:
        for other, wanted in ((BARE_SERVER, WANTED_RATIO), *WANTED_TIMES.items()):
            ratio = _ratio(rows, server, AGURK.game, WANTED_ROOMS, other)
            if ratio is not None:
                words = f"{NAMES[server]}: {ratio:.2f} times {NAMES[other]} at {WANTED_ROOMS} rooms of {AGURK.game}"
                verdicts.append((ratio >= wanted, f"{words}, wanted {wanted:.2f}"))
    return verdicts


def _idle(idle: Idle) -> list[tuple[bool, str]]:
    alone, among = (", ".join(f"{p99:.2f}" for p99 in runs) for runs in (idle.alone, idle.among))
    return [
        (
            idle.kib < WANTED_KIB,
            f"each of {idle.connections} idle connections in {idle.rooms} rooms costs {idle.kib:.1f} KiB, and Redis "
            f"{idle.redis_kib:.1f}; wanted less than {WANTED_KIB}",
        ),
        (
            idle.slower <= WANTED_SLOWER,
            f"the p99 of a room among them is {idle.slower:.2f} times that of the room alone, wanted at most "
            f"{WANTED_SLOWER} (ms alone: {alone}; among them: {among})",
        ),
    ]


def _growth(levels: list[Level]) -> tuple[bool, str]:
    first, last = levels[0], levels[-1]
    growth = last.kib / first.kib - 1
    words = (
        f"after {last.matches:,} finished matches the server has {last.kib / 1024:.1f} MiB, after the first "
        f"{first.matches:,} it had {first.kib / 1024:.1f}: {growth:+.1%}, wanted at most {WANTED_GROWTH:+.0%} "
        f"(Redis, which keeps them: {first.redis_kib / 1024:.1f}, {last.redis_kib / 1024:.1f} MiB)"
    )
    return growth <= WANTED_GROWTH, words


def _engine(speeds: list[Speed]) -> Table:
    table = Table(title="The rules alone, random matches", title_justify="left", header_style="bold")
    table.add_column("game")
    for column in ("players", "matches/s", "moves/match", *[f"{phase} us/move" for phase in PHASES]):
        table.add_column(column, justify="right", no_wrap=True)
    for speed in speeds:
        table.add_row(
            speed.game,
            str(speed.players),
            f"{speed.matches / speed.seconds:,.0f}",
            f"{speed.moves / speed.matches:.0f}",
            *[f"{speed.per_move(phase):.1f} ({speed.share(phase):.0%})" for phase in PHASES],
        )
    table.caption = (
        "In brackets the share of all time; the rest is choosing a move and asking the clock. view: the table and "
        "every seat's part after each entry."
    )
    return table


def _slowest(speeds: list[Speed]) -> tuple[bool, str]:
    slowest = max(speeds, key=lambda speed: max(map(speed.per_move, PHASES)))
    phase = max(PHASES, key=slowest.per_move)
    microseconds = slowest.per_move(phase)
    words = f"the slowest phase of the rules takes {microseconds:.1f} us a move ({phase}, {slowest.game})"
    return microseconds <= WANTED_US, f"{words}, wanted at most {WANTED_US}"


def _profile(hot: list[Hot]) -> Table:
    table = Table(title="The server's own time, under cProfile", title_justify="left", header_style="bold")
    table.add_column("function", overflow="fold")
    for column in ("calls/move", "us/move", "share"):
        table.add_column(column, justify="right", no_wrap=True)
    for item in hot:
        table.add_row(item.where, f"{item.calls:.1f}", f"{item.own:.1f}", f"{item.share:.1%}")
    table.caption = (
        "Without the event loop's own time and the start. The profiler makes Python code about three times as slow."
    )
    return table
