"""The long tests: `python -m tests.soak [kill] [clocks] [hostile] [scan] [laws]`, all of them by default.

Each part prints its progress and one verdict in words; the exit status is 0 when all are good.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.conformance import soak as laws
from tests.soak import hostile, killing, scan

Part = Callable[[argparse.Namespace, Path, Callable[[str], None]], Coroutine[Any, Any, tuple[list[str], str]]]


async def kill(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Kill -9 of the server and of its Redis, while nobody's clock runs."""
    plan = killing.Plan(asked.rooms, asked.seats, asked.matches, asked.kills, asked.redis_kills)
    verdict = await killing.run(plan, folder, say)
    return verdict.wrong, str(verdict)


async def clocks(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """The same with clocks that move for slow players."""
    plan = killing.Plan(asked.rooms, asked.seats, asked.matches, asked.kills // 4, asked.redis_kills // 2, clocks=True)
    verdict = await killing.run(plan, folder, say)
    return verdict.wrong, str(verdict)


async def frames(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Hostile frames beside a game."""
    verdict = await hostile.run(asked.frames, folder, say)
    return verdict.wrong, str(verdict)


async def bytes_(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Every byte that was sent, looked through for hidden cards."""
    verdict = await scan.run(asked.scans, folder, say)
    return verdict.wrong, str(verdict)


PARTS: dict[str, Part] = {"kill": kill, "clocks": clocks, "hostile": frames, "scan": bytes_}


def main() -> int:
    """The exit status: 0 when every part is good."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join([*PARTS, 'laws'])} (all by default)")
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--seats", type=int, default=3, help="people in each room")
    parser.add_argument("--matches", type=int, default=3, help="in each room, one after the other")
    parser.add_argument("--kills", type=int, default=20, help="of the server")
    parser.add_argument("--redis-kills", type=int, default=5)
    parser.add_argument("--frames", type=int, default=2000, help="hostile ones")
    parser.add_argument("--scans", type=int, default=200, help="matches whose bytes are looked through")
    parser.add_argument("--law-matches", type=int, default=10_000, help="random matches through the engine")
    asked = parser.parse_args()
    chosen = asked.parts or [*PARTS, "laws"]
    if unknown := set(chosen) - {*PARTS, "laws"}:
        parser.error(f"no part {', '.join(sorted(unknown))}")
    bad = 0
    for name in chosen:
        begun = time.monotonic()
        if name == "laws":
            bad += bool(laws.main(["--matches", str(asked.law_matches)]))
            continue
        print(f"== {name}: {(PARTS[name].__doc__ or '').splitlines()[0]}", flush=True)
        with tempfile.TemporaryDirectory(prefix="fudakai-soak-") as folder:
            wrong, words = asyncio.run(PARTS[name](asked, Path(folder), lambda line: print(f"   {line}", flush=True)))
        for line in wrong[:50]:
            print(f"   WRONG: {line}")
        found = f"{len(wrong)} things wrong" if wrong else "good"
        print(f"{name}: {found} in {time.monotonic() - begun:.0f} s. {words}")
        bad += bool(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
