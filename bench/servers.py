"""The servers that are measured: each is a process of its own, pinned, and stopped by its process id."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.generator import WORK
from bench.measure import cores, pin

ROOT: Final = Path(__file__).parents[1]
START_SECONDS: Final = 30.0
STOP_SECONDS: Final = 15.0
LOG: Final = WORK / "server.log"
"""What the last server wrote to its standard error."""

SETTINGS: Final = {
    "env": "test",
    "turn_seconds": 0,
    "credits": 1_000_000,
    "credits_per_second": 1_000_000,
    "max_connections": 10_000,
    "max_connections_per_address": 10_000,
    "max_rooms_per_address": 10_000,
    "log_level": "warning",
}
"""Beside the defaults: no clocks, no client is told that it plays too fast, and all of them come from one address."""


class Failed(Exception):
    """A server did not start; the words are its own."""


class Running(NamedTuple):
    """A server under test. `pids`: its process, and its Redis if it has one."""

    port: int
    pids: tuple[int, ...]
    stop: Callable[[], str]
    """Stops it; answers the last line that it printed."""


@contextmanager
def bare(seats: int, pad: int = 0) -> Iterator[Running]:
    """The bare server with so many seats a room, its events longer by `pad` bytes."""
    with _process(["-m", "bench.bare.server", "--pad", str(pad), "--seats", str(seats)], {}, r"READY (\d+)") as (
        process,
        port,
        stop,
    ):
        yield Running(port, (process.pid,), stop)


@contextmanager
def fudakai(fsync: str, profile: Path | None = None) -> Iterator[Running]:
    """Our server with its own Redis, on an empty data folder. With `profile` it runs under cProfile, which writes there
    when it stops."""
    WORK.mkdir(exist_ok=True)
    data = Path(tempfile.mkdtemp(prefix="data-", dir=WORK))
    settings = {**SETTINGS, "redis_fsync": fsync, "data_dir": data}
    under = [] if profile is None else ["-m", "cProfile", "-o", str(profile)]
    command = [*under, "-m", "fudakai.server.cli", "serve", "--port", "0"]
    try:
        with _process(command, settings, r"ws://127\.0\.0\.1:(\d+)/") as (process, port, stop):
            redis: int = json.loads((data / "redis" / "redis.json").read_text())["pid"]
            pin(redis, cores()[1])
            yield Running(port, (process.pid, redis), stop)
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def _process(
    arguments: Sequence[str], settings: dict[str, Any], ready: str
) -> Iterator[tuple[subprocess.Popen[str], int, Callable[[], str]]]:
    """A Python process on the server's core, from the line that names its port until it has stopped."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FUDAKAI_")}
    environment = inherited | {f"FUDAKAI_{name.upper()}": str(value) for name, value in settings.items()}
    here = os.sched_getaffinity(0)
    WORK.mkdir(exist_ok=True)
    os.sched_setaffinity(0, {cores()[0]})  # a child begins where its parent runs
    try:
        with LOG.open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
    finally:
        os.sched_setaffinity(0, here)
    try:
        yield process, _port(process, ready), lambda: _stop(process)
    finally:
        _stop(process)


def _port(process: subprocess.Popen[str], ready: str) -> int:
    """Waits for the line that names the port. Raises Failed."""
    if process.stdout is None:
        raise AssertionError("its output is a pipe")
    until = time.monotonic() + START_SECONDS
    while select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
        line = process.stdout.readline()
        found = re.search(ready, line)
        if found:
            return int(found[1])
        if not line:
            break
    said = LOG.read_text(errors="replace").strip().splitlines()
    raise Failed(f"the server did not start: {said[-1] if said else 'it said nothing'}")


def _stop(process: subprocess.Popen[str]) -> str:
    """Stops it, in the end by force; the last line that it printed."""
    if process.returncode is not None:
        return ""
    process.send_signal(signal.SIGTERM)
    try:
        said = process.communicate(timeout=STOP_SECONDS)[0].splitlines()
    except subprocess.TimeoutExpired:
        process.kill()
        said = process.communicate()[0].splitlines()
    return said[-1] if said else ""
