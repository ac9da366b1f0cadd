"""`python -m bench`: how fast the rules are and the server beside a bare one and beside others', what connections and
finished matches cost, and where the time goes."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console

from bench import picture, report, rivals
from bench.check import Wrong, check
from bench.client import Gone
from bench.engine import engines
from bench.generator import NoCompiler, library
from bench.idle import idle
from bench.load import FRAMES, OURS, SERVERS, WORKS, Row, measure
from bench.matches import levels
from bench.measure import cores, pin
from bench.profile import hottest
from bench.rooms import AGURK
from bench.servers import Failed, fudakai

PARTS: Final = ("engine", "check", "load", "idle", "matches", "profile")
BATCH: Final = 1000
"""Finished matches between two looks at the memory."""
WIDTH: Final = 140
"""Characters of a line when the output goes into a file."""


def main() -> int:
    """Runs the parts and prints the tables; the exit status: 0, or 1 when a wanted figure was missed, or 2."""
    asked = _arguments()
    if not sys.platform.startswith("linux"):
        return _fail("the bench needs Linux: it pins processes, and its generator uses epoll")
    try:
        _writable(asked)
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
    if "check" in asked.parts:
        with fudakai("everysec") as running:
            words, frame = check(running.port, AGURK)
        found["check"] = words
        say(f"check: {words}; every frame decoded, nothing hidden was shown; median update {frame} bytes")
    if "load" in asked.parts:
        found["rows"] = _load(asked, say)
    if "idle" in asked.parts:
        say(f"idle: {asked.idle_rooms} rooms of four that do nothing, and one that plays")
        with fudakai("everysec") as running:
            found["idle"] = idle(running, asked.idle_rooms, asked.idle_runs, asked.idle_seconds)
    if "matches" in asked.parts:
        say(f"matches: {asked.matches} to the end")
        with fudakai("everysec") as running:
            found["levels"] = levels(running, -(-asked.matches // asked.batch), asked.batch)
    if "profile" in asked.parts:
        say("profile")
        found["profile"] = hottest(asked.profile_rooms, asked.profile_seconds, "everysec", asked.top)
    status = report.show(console, found)
    if asked.json is not None:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    if asked.png is not None:
        picture.draw(asked.png, found["rows"], report.NAMES)
    return status


def _writable(asked: argparse.Namespace) -> None:
    """Raises Failed for a file that could not be made at the end, before minutes are spent on what it is to hold."""
    for option, path in (("--json", asked.json), ("--png", asked.png)):
        if path is None:
            continue
        folder = path.absolute().parent
        if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
            raise Failed(f"{option} {path} cannot be written: name a file in a folder that is there and yours")
    if asked.png is not None:
        if "load" not in asked.parts:
            raise Failed("--png shows the moves a second: it needs the part load")
        picture.plots()


def _load(asked: argparse.Namespace, say: Callable[[str], None]) -> list[Row]:
    """Everything in turns: whatever slows the machine down for a while slows all of them down."""
    rows: list[Row] = []
    frames = dict(FRAMES)

    def add(repeat: int, row: Row) -> None:
        rows.append(row)
        say(f"{repeat + 1}/{asked.reps}  {report.line(row)}")

    if asked.rivals is not None:
        rivals.installed(asked.rivals)
    for repeat in range(asked.reps):
        for game in asked.games:
            work = WORKS[game]
            for number in asked.rooms if work == AGURK else asked.rooms[-1:]:
                for server in asked.servers:
                    row = measure(server, work, number, asked.warm, asked.seconds, frames[work])
                    if server in OURS and row.frame:
                        frames[work] = row.frame
                    add(repeat, row)
        for rival in rivals.RIVALS if asked.rivals is not None else ():
            try:
                add(repeat, rivals.measure(asked.rivals, rival, asked.rooms[-1], asked.warm, asked.seconds))
            except (Failed, subprocess.TimeoutExpired) as failed:
                say(f"{repeat + 1}/{asked.reps}  {failed}")  # ours are judged all the same
    return rows


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make bench",
        description=__doc__.replace("`python -m bench`: ", "") if __doc__ else None,
        epilog='through make: make bench ARGS="--rooms 100 --reps 1"',
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--parts", type=_names(PARTS), default=list(PARTS), help="some of " + ",".join(PARTS))
    add("--engine-seconds", type=_seconds, default=2.0, help="seconds for each game and number of players")
    add("--servers", type=_names(SERVERS), default=list(SERVERS), help="some of " + ",".join(SERVERS))
    add("--games", type=_names(tuple(WORKS)), default=list(WORKS), help="some of " + ",".join(WORKS))
    add("--rooms", type=_numbers, default=[1, 100], help="rooms, several with commas; the last of them for all games")
    add("--rivals", type=Path, default=os.environ.get("FUDAKAI_RIVALS"), help="folder with others' servers, installed")
    add("--reps", type=_count, default=3, help="times everything is measured, in turns; the medians are shown")
    add("--warm", type=_pause, default=1.0, help="seconds before the measuring begins")
    add("--seconds", type=_seconds, default=2.5, help="seconds that are measured")
    add("--idle-rooms", type=_count, default=1250, help="rooms of four that do nothing")
    add("--idle-runs", type=_count, default=5, help="times that the room among them is measured")
    add("--idle-seconds", type=_seconds, default=1.5, help="seconds of each time")
    add("--matches", type=_count, default=10_000, help="finished matches after which the memory is looked at")
    add("--batch", type=_count, default=BATCH, help="finished matches between two looks at it")
    add("--profile-rooms", type=_count, default=100, help="rooms while the profile is taken")
    add("--profile-seconds", type=_seconds, default=5.0, help="seconds of it")
    add("--top", type=_count, default=10, help="functions of the profile that are shown")
    add("--json", type=Path, help="file for all figures")
    add("--png", type=Path, help="file for a picture of the moves a second; needs matplotlib")
    return parser.parse_args()


def _names(allowed: tuple[str, ...]) -> Any:
    def names(text: str) -> list[str]:
        wanted = text.split(",")
        for name in wanted:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(allowed)}")
        return [name for name in allowed if name in wanted]

    return names


def _count(text: str) -> int:
    return int(_number(text, r"\d{1,7}", 1, "a whole number from 1 on"))


def _seconds(text: str) -> float:
    return _number(text, r"\d{1,5}(\.\d+)?", 0.01, "seconds from 0.01 on")


def _pause(text: str) -> float:
    return _number(text, r"\d{1,5}(\.\d+)?", 0, "seconds from 0 on")


def _number(text: str, form: str, least: float, wanted: str) -> float:
    if not re.fullmatch(form, text) or float(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not {wanted}")
    return float(text)


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
