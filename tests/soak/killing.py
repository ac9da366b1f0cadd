"""Kill -9, again and again, under play: nothing acknowledged is lost, nothing comes twice, all see the same end."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.e2e.process import ROOT, ServerProcess
from tests.soak.judge import judge
from tests.soak.ledger import Ledger
from tests.soak.logs import command, matches_in
from tests.soak.tables import Tables

PATIENCE: Final = 300.0
"""Seconds after the last kill until all matches must be over."""


@dataclass(frozen=True)
class Plan:
    """What is killed how often, under how much play."""

    rooms: int
    seats: int
    matches: int
    server_kills: int
    redis_kills: int
    clocks: bool = False


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well."""

    wrong: list[str]
    moves: int
    matches: int

    def __str__(self) -> str:
        said = f"{self.moves} acknowledged moves, {self.matches} matches: "
        return said + ("every one is in its record, once; all clients saw the same" if not self.wrong else "NOT GOOD")


async def run(plan: Plan, folder: Path, say: Callable[[str], None]) -> Verdict:
    """Plays, kills, waits for the ends, and judges."""
    server = ServerProcess(folder, credits=10_000, credits_per_second=10_000, max_rooms_per_player=100)
    ledger = Ledger()
    tables = Tables(await server.start(), ledger, plan.seats, plan.matches, clocks=plan.clocks)
    if plan.clocks:
        tables.settings = {"turn_seconds": 0.2, "missed_turns": 0, "reconnect_grace": 3600}
        tables.think = 0.25
    try:
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(plan.rooms))
            await _kill(plan, server, ledger, say)
            try:
                async with asyncio.timeout(PATIENCE):
                    await playing
            except TimeoutError:
                ledger.failures.append(f"not all matches were over {PATIENCE:g} seconds after the last kill")
        log = await matches_in(server.data, {match.rpartition("-")[0] for match in ledger.seen})
        wrong = judge(ledger, log, plan.seats)
        wrong += await _records(server, ledger, folder)
        wrong += [f"the server said: {line}" for line in _bad_lines(server.log.read_text())]
        return Verdict(wrong, ledger.acknowledged, ledger.finished)
    finally:
        await server.clean_up()


async def _kill(plan: Plan, server: ServerProcess, ledger: Ledger, say: Callable[[str], None]) -> None:
    """The kills, each at a random moment in which there is play."""
    order = ["server"] * plan.server_kills + ["redis"] * plan.redis_kills
    for number, victim in enumerate(order, 1):
        moves = ledger.acknowledged + 2 * plan.rooms
        for _ in range(200):
            await asyncio.sleep(random.uniform(0.02, 0.2))
            if ledger.acknowledged > moves:
                break
        if victim == "server":
            await server.kill()
            await server.start()
        else:
            server.kill_redis()
        say(f"kill {number} of {len(order)} ({victim}): {ledger.acknowledged} moves, {ledger.finished} matches over")


async def _records(server: ServerProcess, ledger: Ledger, folder: Path) -> list[str]:
    """The last match of every room is exported beside the running server, and its record checks."""
    wrong = []
    for room, match in {match.rpartition("-")[0]: match for match in sorted(ledger.seen)}.items():
        file = folder / f"{match}.json"
        cli = (sys.executable, "-m", "server.cli")
        export = (*cli, "export", room, "--output", str(file))
        for step in (export, (*cli, "replay", str(file), "--check")):
            status, said = await command(*step, environment=server.environment, folder=ROOT)
            if status:
                wrong.append(f"{match}: {step[3]} failed: {said.strip()}")
                break
    return wrong


def _bad_lines(log: str) -> list[str]:
    """Lines of the server's log that tell of a fault of its own."""
    return [line for line in log.splitlines() if "[error" in line or "Traceback" in line]
