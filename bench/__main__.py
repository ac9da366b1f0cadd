"""`python -m bench`: how fast the rules are and the server beside a bare one, what a connection costs, and where the
time goes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console

from bench import report
from bench.check import Wrong, check
from bench.client import Gone
from bench.engine import engines
from bench.generator import NoCompiler, library
from bench.load import SERVERS, measure
from bench.measure import cores, pin
from bench.memory import per_connection
from bench.profile import hottest
from bench.servers import Failed, fudakai

PARTS: Final = ("engine", "check", "load", "memory", "profile")
FRAME: Final = 855
"""Bytes of our median update, when the check that measures it is left out."""
WIDTH: Final = 140
"""Characters of a line when the output goes into a file."""
BARE_FRAME: Final = 92
"""Bytes of the bare server's event without padding."""


def main() -> int:
    """Runs the parts and prints the tables; the exit status: 0, or 1 when a wanted figure was missed, or 2."""
    asked = _arguments()
    if not sys.platform.startswith("linux"):
        return _fail("the bench needs Linux: it pins processes, and its generator uses epoll")
    try:
        if asked.parts != ["engine"]:
            library()
        cores()
        pin(os.getpid(), cores()[1])
        return _run(asked)
    except (NoCompiler, Failed, Gone, Wrong, TimeoutError) as error:
        return _fail(str(error) or "a server did not answer in time")
    except KeyboardInterrupt:
        return _fail("interrupted")


def _run(asked: argparse.Namespace) -> int:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDTH)
    began = time.monotonic()
    found: dict[str, Any] = {"rows": []}

    def say(words: str) -> None:
        console.print(f"[dim]{time.monotonic() - began:4.0f} s[/dim]  {words}")

    first, second = cores()
    say(f"server on core {first}; generator, Redis on core {second}" + (" (the same!)" if first == second else ""))
    if "engine" in asked.parts:
        say("engine: random matches of every game")
        found["engine"] = engines(asked.engine_seconds)
    frame = FRAME
    if "check" in asked.parts:
        with fudakai("everysec") as running:
            words, frame = check(running.port)
        found["check"] = words
        say(f"check: {words}; every frame decoded, nothing hidden was shown; median update {frame} bytes")
    if "load" in asked.parts:
        found["rows"] = rows = []
        for repeat in range(asked.reps):
            for number in asked.rooms:
                for server in asked.servers:
                    row = measure(server, number, asked.warm, asked.seconds, max(0, frame - BARE_FRAME))
                    rows.append(row)
                    say(f"{repeat + 1}/{asked.reps}  {report.line(row)}")
    if "memory" in asked.parts:
        with fudakai("everysec") as running:
            found["kib_per_connection"] = per_connection(running, asked.connections)
        say(f"memory: {found['kib_per_connection']:.1f} KiB a connection")
    if "profile" in asked.parts:
        say("profile")
        found["profile"] = hottest(asked.profile_rooms, asked.profile_seconds, "everysec", asked.top)
    if asked.json is not None:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    return report.show(console, found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make bench",
        description=__doc__.replace("`python -m bench`: ", "") if __doc__ else None,
        epilog='through make: make bench ARGS="--rooms 100 --reps 1"',
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--parts", type=_names(PARTS), default=list(PARTS), help="some of " + ",".join(PARTS))
    add("--engine-seconds", type=float, default=2.0, help="seconds for each game and number of players")
    add("--servers", type=_names(SERVERS), default=list(SERVERS), help="some of " + ",".join(SERVERS))
    add("--rooms", type=_numbers, default=[1, 25, 100], help="rooms of four, several with commas")
    add("--reps", type=int, default=3, help="times everything is measured, in turns; the medians are shown")
    add("--warm", type=float, default=1.0, help="seconds before the measuring begins")
    add("--seconds", type=float, default=2.5, help="seconds that are measured")
    add("--connections", type=int, default=1000, help="idle ones for the memory")
    add("--profile-rooms", type=int, default=100, help="rooms while the profile is taken")
    add("--profile-seconds", type=float, default=5.0, help="seconds of it")
    add("--top", type=int, default=10, help="functions of the profile that are shown")
    add("--json", type=Path, help="file for all figures")
    return parser.parse_args()


def _names(allowed: tuple[str, ...]) -> Any:
    def names(text: str) -> list[str]:
        wanted = text.split(",")
        for name in wanted:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(allowed)}")
        return [name for name in allowed if name in wanted]

    return names


def _numbers(text: str) -> list[int]:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = [0]
    if min(numbers) < 1:
        raise argparse.ArgumentTypeError("numbers from 1 on, with commas between them")
    return numbers


def _fail(words: str) -> int:
    print(f"bench: {words}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
