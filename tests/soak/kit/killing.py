"""Kill -9, again and again, under play: nothing acknowledged is lost, nothing comes twice, all see the same end."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fudakai.server.rooms.entries import Gone, Left, Moved
from tests.e2e.process import ROOT, ServerProcess
from tests.soak.kit.games import Setup, setups
from tests.soak.kit.judge import Match, judge
from tests.soak.kit.ledger import Ledger
from tests.soak.kit.logs import command, matches_in
from tests.soak.kit.tables import Tables

PATIENCE: Final = 300.0
"""Seconds after the last kill until all matches must be over."""
RETURN: Final = 60.0
"""Seconds after a kill until moves must be acknowledged again."""
AT_ONCE: Final = 0.2
"""The part of kills that come without waiting for moves: into a start, or into the rush of all clients back."""
EXPORTS_AT_ONCE: Final = 2
CLOCKS: Final = {"turn_seconds": 0.2, "missed_turns": 3, "reconnect_grace": 3}


@dataclass(frozen=True)
class Plan:
    """What is killed how often, under how much play at which tables, which play on until the last kill. `exports`: of
    so many rooms the newest record is exported and checked by the commands. `apart`: most moves from a kill to the
    next, by default four in each room."""

    rooms: int
    matches: int
    server_kills: int
    redis_kills: int
    clocks: bool = False
    seed: int = 0
    exports: int = 1000
    apart: int = 0
    setups: Sequence[Setup] = field(default_factory=setups)


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well. `clock`: moves that clocks made; `gone`: people that clocks and graces took
    away."""

    wrong: list[str]
    moves: int
    matches: int
    clock: int
    gone: int

    def __str__(self) -> str:
        said = f"{self.moves} acknowledged moves in {self.matches} matches"
        said += f", beside {self.clock} moves and {self.gone} departures by the clock: "
        return said + ("every one is in its record, once; all clients saw the same" if not self.wrong else "NOT GOOD")


async def run(plan: Plan, folder: Path, say: Callable[[str], None]) -> Verdict:
    """Plays, kills, waits for the ends, and judges."""
    server = ServerProcess(folder, max_rooms_per_player=100)
    ledger = Ledger()
    try:
        tables = Tables(await server.start(), ledger, plan.setups, plan.matches, clocks=plan.clocks, seed=plan.seed)
        if plan.clocks:
            tables.settings, tables.think = CLOCKS, 0.22
        tables.more = True
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(plan.rooms))
            await _kill(plan, server, ledger, say)
            tables.more = False
            try:
                async with asyncio.timeout(PATIENCE):
                    await playing
            except TimeoutError:
                ledger.failures.append(f"not all matches were over {PATIENCE:g} seconds after the last kill")
        log = await matches_in(server.data, ledger.rooms)
        wrong = judge(ledger, log)
        wrong += await exports(server, log, folder, plan.exports)
        wrong += [f"the server said: {line}" for line in bad_lines(server.log.read_text())]
        entries = [entry for match in log.values() for entry in match.entries]
        clock = sum(isinstance(entry, Moved) and entry.clock for entry in entries)
        gone = sum((isinstance(entry, Left) and entry.clock) or isinstance(entry, Gone) for entry in entries)
        if (clock > 0) is not plan.clocks or (gone and not plan.clocks):
            wrong.append(f"clocks made {clock} moves and took {gone} people away")
        return Verdict(wrong, ledger.acknowledged, ledger.finished, clock, gone)
    finally:
        await server.clean_up()


async def _kill(plan: Plan, server: ServerProcess, ledger: Ledger, say: Callable[[str], None]) -> None:
    """The kills, each at a random moment: most of them in the middle of play."""
    rng = random.Random(plan.seed)
    order = ["server"] * plan.server_kills + ["redis"] * plan.redis_kills
    for number, victim in enumerate(order, 1):
        if number == 1 or rng.random() > AT_ONCE:
            try:
                async with asyncio.timeout(RETURN):
                    await ledger.reach(ledger.acknowledged + rng.randint(1, plan.apart or 4 * plan.rooms))
            except TimeoutError:
                ledger.failures.append(f"{RETURN:g} seconds before kill {number} too few moves were acknowledged")
        await asyncio.sleep(rng.uniform(0, 0.05))
        if victim == "server":
            await server.kill()
            await server.start()
        else:
            server.kill_redis()
        say(f"kill {number} of {len(order)} ({victim}): {ledger.acknowledged} moves, {ledger.finished} matches over")


async def exports(server: ServerProcess, log: Mapping[str, Match], folder: Path, most: int) -> list[str]:
    """The newest finished match of rooms is exported beside the running server, and its record checks. (The judge has
    made records of all matches by itself.)"""
    rooms = sorted({name.rpartition("-")[0] for name, match in log.items() if match.end is not None})[:most]
    wrong: list[str] = []
    for at in range(0, len(rooms), EXPORTS_AT_ONCE):
        said = await asyncio.gather(*(_export(server, room, folder) for room in rooms[at : at + EXPORTS_AT_ONCE]))
        wrong += filter(None, said)
    return wrong


async def _export(server: ServerProcess, room: str, folder: Path) -> str:
    """What is wrong with a room's export, or nothing."""
    file = folder / f"{room}.json"
    cli = (sys.executable, "-m", "fudakai.server.cli")
    for step in ((*cli, "export", room, "--output", str(file)), (*cli, "replay", str(file), "--check")):
        status, said = await command(*step, environment=server.environment, folder=ROOT)
        if status:
            return f"{room}: {step[3]} failed: {said.strip()}"
    return ""


def bad_lines(log: str) -> list[str]:
    """Lines of the server's log that tell of a fault of its own."""
    return [line for line in log.splitlines() if "[error" in line or "Traceback" in line]
