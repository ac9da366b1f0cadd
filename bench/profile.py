"""Where the server's time goes: the functions that use most of their own, under cProfile, while rooms play.

The profiler makes every call dearer, calls of Python functions most of all: the order tells more than the
figures.
"""

from __future__ import annotations

import pstats
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import rooms
from bench.generator import FUDAKAI, WORK, Generator
from bench.rooms import AGURK
from bench.servers import ROOT, fudakai

APART: Final = frozenset(
    {"protocol_handler", "run", "<built-in method builtins.compile>", "<built-in method marshal.loads>"}
)
"""Left out. On the first two, a coroutine of the websockets library and what runs the event loop, cProfile books what
that does between two callbacks: waiting, above all (at one room it is 600 us a move, at 100 it is 50). The others are
the start."""


class Hot(NamedTuple):
    """A function: where it is, calls for each move, and its own time, in microseconds for each move and as a share."""

    where: str
    calls: float
    own: float
    share: float


def hottest(number: int, seconds: float, fsync: str, most: int) -> list[Hot]:
    """The first `most` functions by own time, with so many rooms. The time of joining is in it, and small."""
    WORK.mkdir(exist_ok=True)
    file = WORK / "profile.out"
    with fudakai(fsync, profile=file) as running:
        connections, players = rooms.fudakai(running.port, number, AGURK)
        load = Generator(FUDAKAI, AGURK.seats, players)
        load.begin()
        load.drive(seconds)
        load.settle()
        moves = max(1, load.counts()["moves"])
        load.close()
        for connection in connections:
            connection.close()
        running.stop()
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = vars(pstats.Stats(str(file)))["stats"]
    table = sorted(
        ((own, calls, where) for where, (_, calls, own, _, _) in stats.items() if where[2] not in APART), reverse=True
    )
    total = sum(own for own, _, _ in table) or 1.0
    return [Hot(_name(*where), calls / moves, own * 1e6 / moves, own / total) for own, calls, where in table[:most]]


def _name(file: str, line: int, function: str) -> str:
    """Where a function is, short: the path in the project or in its package."""
    if file == "~":
        return function
    path = Path(file)
    if path.is_relative_to(ROOT):
        near = path.relative_to(ROOT)
        if near.parts[0] != ".venv":
            return f"{near}:{line} {function}"
    return f"{'/'.join(path.parts[-3:])}:{line} {function}"
