"""What processes use: processor time and memory, read from /proc, and pinning them to a core."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


@cache
def cores() -> tuple[int, int]:
    """The core for the server, and the one for the generator and Redis; the same one when there is only one.

    Asked first before this process is pinned: the answer stays.
    """
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[0], allowed[-1] if len(allowed) == 1 else allowed[1]


def pin(pid: int, core: int) -> None:
    """Binds a process and all its threads to a core."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread), {core})


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and its threads so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident_kib(pid: int) -> int:
    """Memory of a process that is in use, in KiB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Rss:"):
            return int(line.split()[1])
    raise AssertionError("smaps_rollup has a line Rss")


class Spent(NamedTuple):
    """Processor seconds of these processes so far, and of the whole machine without the idle ones."""

    each: tuple[float, ...]
    machine: float


def spent(pids: Iterable[int]) -> Spent:
    """Processor time until now. Also waiting for the disk counts as idle."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return Spent(tuple(map(cpu_seconds, pids)), (sum(ticks) - ticks[3] - ticks[4]) / TICK)
