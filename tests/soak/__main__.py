"""The long tests: `python -m tests.soak [part ...]`, by default all.

Every part plays all games, unless `--game` names some.
Each part prints its progress and one verdict in words, and a table of all comes last; the exit status is 0 when all are
good. Times are judged here only, so the machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from fudakai.server.games.registry import GAMES
from tests.conformance import soak as laws
from tests.soak.kit import abuse, ending, hostile, killing, leaving, meeting, returning, scan, seats
from tests.soak.kit.games import setups

Part = Callable[[argparse.Namespace, Path, Callable[[str], None]], Coroutine[Any, Any, tuple[list[str], str]]]


async def kill(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Kill -9 of the server and of its Redis, while nobody's clock runs."""
    plan = _plan(asked, asked.kills, asked.redis_kills)
    verdict = await killing.run(plan, folder, say)
    return verdict.wrong, str(verdict)


async def clocks(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """The same with clocks and graces so short that they move, and take people away."""
    plan = _plan(asked, (asked.kills + 1) // 2, (asked.redis_kills + 1) // 2, clocks=True)
    verdict = await killing.run(plan, folder, say)
    return verdict.wrong, str(verdict)


def _plan(asked: argparse.Namespace, kills: int, redis_kills: int, *, clocks: bool = False) -> killing.Plan:
    """What was asked for, with so many kills."""
    return killing.Plan(
        asked.rooms,
        asked.matches,
        kills,
        redis_kills,
        clocks=clocks,
        seed=asked.seed,
        apart=asked.apart,
        setups=setups(asked.game),
    )


async def frames(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Hostile bytes beside games."""
    verdict = await hostile.run(asked.hostile, folder, say, asked.seed, setups(asked.game))
    return verdict.wrong + verdict.slow, str(verdict)


async def bytes_(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Every byte that was sent, looked through for hidden cards."""
    verdict = await scan.run(asked.scan, folder, say, asked.seed, setups(asked.game))
    return verdict.wrong, str(verdict)


async def leave(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """People leave to stand-ins and come back, under kills, and every byte is looked through."""
    verdict = await leaving.run(asked.leave, asked.leave_kills, folder, say, asked.seed, setups(asked.game))
    return verdict.wrong, str(verdict)


async def ends(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Kill -9 in the moment in which a match ends: its result counts once."""
    verdict = await ending.run(asked.ends, asked.ends_redis, folder, say, asked.game, asked.seed)
    return verdict.wrong, str(verdict)


async def floods(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Connections, chat and wrong tokens in floods from one address, beside games."""
    first, second = folder / "a", folder / "b"
    first.mkdir()
    second.mkdir()
    held = await abuse.connections(asked.flood, first, say)
    guessed = await abuse.tokens(asked.tokens, second, say)
    return held.wrong + held.slow + guessed.wrong, f"{held}. {guessed}"


async def back(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Coming back, deadlines, and rooms that come and go, over real sockets and by a clock that is moved by hand."""
    return await returning.run(asked.back, folder, say)


async def meet(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Two quick matches in the same moment meet in one room."""
    verdict = await meeting.run(asked.meet, folder, say, asked.game)
    return verdict.wrong, str(verdict)


async def sit(asked: argparse.Namespace, folder: Path, say: Callable[[str], None]) -> tuple[list[str], str]:
    """Tabs, comings and goings, hosts who leave, spectators and locked doors, while the server is killed."""
    wrong, done = await seats.run(asked.sit, folder, say, asked.game, asked.seed)
    return wrong, ", ".join(f"{times} {what}" for what, times in done.items())


PARTS: dict[str, Part] = {
    "kill": kill,
    "clocks": clocks,
    "hostile": frames,
    "scan": bytes_,
    "leave": leave,
    "ends": ends,
    "abuse": floods,
    "back": back,
    "meet": meet,
    "seats": sit,
}


def main() -> int:
    """The exit status: 0 when every part is good."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join([*PARTS, 'laws'])} (all by default)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this one; may be said more than once")
    parser.add_argument("--rooms", type=int, default=40, help="spread over the games")
    parser.add_argument("--matches", type=int, default=2, help="in each room at least; they go on until the last kill")
    parser.add_argument("--kills", type=int, default=20, help="of the server; half as many where clocks move")
    parser.add_argument("--redis-kills", type=int, default=5, help="the same for its Redis")
    parser.add_argument("--apart", type=int, default=0, help="most moves between kills (default: four in each room)")
    parser.add_argument("--hostile", type=int, default=2000, help="attacks")
    parser.add_argument("--scan", type=int, default=200, help="matches whose bytes are looked through")
    parser.add_argument("--leave", type=int, default=100, help="matches that people leave, of games with stand-ins")
    parser.add_argument("--leave-kills", type=int, default=2, help="of the server meanwhile")
    parser.add_argument("--ends", type=int, default=200, help="matches at whose end the server is killed")
    parser.add_argument("--ends-redis", type=int, default=40, help="and others, at whose end its Redis is")
    parser.add_argument("--flood", type=int, default=2000, help="connections from one address")
    parser.add_argument("--tokens", type=int, default=10_000, help="wrong tokens against one seat")
    parser.add_argument("--back", type=int, default=10, help="times what `make test` does of coming back")
    parser.add_argument("--meet", type=int, default=500, help="pairs of quick matches")
    parser.add_argument("--sit", type=int, default=40, help="times every scene of seats")
    parser.add_argument("--law-matches", type=int, default=10_000, help="random matches through the engine")
    parser.add_argument("--seed", type=int, default=0, help="of the choices here; the cards are the server's")
    asked = parser.parse_args()
    asked.game = asked.game or list(GAMES)
    chosen = asked.parts or [*PARTS, "laws"]
    if unknown := set(chosen) - {*PARTS, "laws"}:
        parser.error(f"no part {', '.join(sorted(unknown))}")
    rows = []
    for name in chosen:
        begun = time.monotonic()
        wrong, words = _laws(asked) if name == "laws" else _part(name, asked)
        rows.append(Row(name, wrong, time.monotonic() - begun, words))
        print(rows[-1], flush=True)
    print(f"\n{'part':<8} {'verdict':<14} {'seconds':>7}  counts")
    for row in rows:
        print("\n".join(textwrap.wrap(row.line, 120, subsequent_indent=" " * len(f"{'':<8} {'':<14} {'':>7}  "))))
    bad = [row.part for row in rows if row.wrong]
    took = sum(row.seconds for row in rows)
    print(f"{len(rows)} parts in {took / 60:.1f} minutes: " + (f"NOT GOOD: {', '.join(bad)}" if bad else "all good"))
    return 1 if bad else 0


class Row(NamedTuple):
    """What came of a part. `wrong`: how many things were."""

    part: str
    wrong: int
    seconds: float
    words: str

    @property
    def verdict(self) -> str:
        """In a word or two."""
        return f"{self.wrong} things wrong" if self.wrong else "good"

    @property
    def line(self) -> str:
        """For the table."""
        return f"{self.part:<8} {self.verdict:<14} {self.seconds:>7.0f}  {self.words}"

    def __str__(self) -> str:
        return f"{self.part}: {self.verdict} in {self.seconds:.0f} s. {self.words}"


def _part(name: str, asked: argparse.Namespace) -> tuple[int, str]:
    """Plays one part; how many things were wrong, which are printed, and what was done."""
    print(f"== {name}: {(PARTS[name].__doc__ or '').splitlines()[0]}", flush=True)
    with tempfile.TemporaryDirectory(prefix="fudakai-soak-") as folder:
        wrong, words = asyncio.run(PARTS[name](asked, Path(folder), lambda line: print(f"   {line}", flush=True)))
    for line in wrong[:50]:
        print(f"   WRONG: {line}")
    return len(wrong), words


def _laws(asked: argparse.Namespace) -> tuple[int, str]:
    """The same for the laws of the games."""
    print("== laws: Random matches through the engine.", flush=True)
    wrong = sum(laws.main(["--matches", str(asked.law_matches), "--game", game]) for game in asked.game)
    return wrong, f"{asked.law_matches} random matches of {', '.join(asked.game)} each"


if __name__ == "__main__":
    sys.exit(main())
