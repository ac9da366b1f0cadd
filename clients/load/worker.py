"""One process of the load tester. Its plan comes in by standard input, its figures go out by standard output.

Both ways it is one JSON value a line: in, a `WorkOrder`, then whatever else means to stop; out, `Figures` once a
second, with the last second alone, and at the end the whole. A worker whose input ends stops.
"""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
import uvloop

from fudakai.clients.load.client import LoadClient
from fudakai.clients.load.figures import Figures, Second, merged_seconds
from fudakai.clients.load.findings import FindingKind
from fudakai.clients.load.guest import Guest
from fudakai.clients.load.hostile import Hostile
from fudakai.clients.load.measures import Measures
from fudakai.clients.load.plan import Plan
from fudakai.clients.load.player import VirtualPlayer
from fudakai.clients.load.run import Run
from fudakai.clients.load.spectator import Spectator, Watcher
from fudakai.clients.load.table import VirtualTable

SETTLE: Final = 20.0
"""Seconds for the last answers and updates at the end."""
GOODBYE: Final = 5.0
"""Seconds for closing the rooms."""
STILL: Final = 90.0
"""Seconds without any move, from which a run cannot be going on."""
LAG_EVERY: Final = 0.05
"""Seconds between two looks at the event loop's lag."""
CHECK_EVERY: Final = 2.0
"""Seconds between two looks for connections that are dead."""
LOOK: Final = 0.02


class WorkOrder(msgspec.Struct, frozen=True):
    """What a process is to do: its part of the plan, numbered from 0."""

    plan: Plan
    number: int


class WorkReport(msgspec.Struct, frozen=True):
    """What a process says. `last`: it is over; `ramped`: all rooms of this process have been made."""

    figures: Figures
    last: bool
    ramped: bool


class Worker:
    """Plays this process's share of the rooms."""

    def __init__(self, order: WorkOrder, run: Run) -> None:
        plan = order.plan
        self.run = run
        self.tables = [VirtualTable(run, number) for number in plan.share_of(order.number)]
        self.players: dict[VirtualTable, list[VirtualPlayer]] = {}
        self.guests: list[Guest] = []
        for table in self.tables:
            self._seat(table, plan.spectators)
        self.watchers = [Watcher(run, f"l{at}") for at in range(order.number, plan.watchers, plan.procs)]
        everybody = len(range(order.number, round(plan.hostile * plan.connections() + 0.499), plan.procs))
        self.hostile = [Hostile(run) for _ in range(everybody)]
        self.ramped = False
        self._seconds: list[Second] = []

    @property
    def clients(self) -> list[LoadClient]:
        """All clients, in the order in which they connect."""
        return [*(guest.client for guest in self.guests), *(watcher.client for watcher in self.watchers)]

    def _seat(self, table: VirtualTable, watching: int) -> None:
        """Creates a table's players and spectators."""
        players = [VirtualPlayer(self.run, table, f"r{table.number}-{seat}") for seat in range(table.seats)]
        spectators = [Spectator(self.run, table, f"r{table.number}-w{at}") for at in range(watching)]
        table.take(players, spectators)
        self.players[table] = players
        self.guests += [*players, *spectators]

    async def play(self) -> str | None:
        """Runs from the first connection to the last close. Returns why the run was cut short, or None."""
        run = self.run
        helpers = [run.tasks.create_task(work) for work in (self._lag(), self._tick(), self._ramp(), *self._attacks())]
        reason = await run.over
        run.stopping = True
        for helper in helpers:
            helper.cancel()
        run.measures.stop()
        self._seconds.append(run.measures.second())
        if reason is None or "no server" not in reason:
            await self._settle()
        if reason is None and not any(client.welcomed for client in self.clients):
            reason = "the server was gone at the end"
        for table in self.tables:
            table.settle()
        await self._goodbye()
        return reason

    def report(self, last: bool, partial: str | None = None) -> WorkReport:
        """What there is to say: the last second alone, or at the end all of it."""
        run = self.run
        if last:
            # it goes into the second before, whose rooms and connections have been counted
            self._seconds.append(msgspec.structs.replace(run.measures.second(), rooms=0, connections=0))
        seconds = merged_seconds(self._seconds) if last else tuple(self._seconds[-1:])
        found = run.findings
        figures = run.measures.figures(seconds, found.checked, found.all(), found.counts(), partial)
        return WorkReport(figures, last, self.ramped)

    def _attacks(self) -> list[Coroutine[Any, Any, None]]:
        return [attacker.attack() for attacker in self.hostile]

    async def _ramp(self) -> None:
        """Opens the connections one by one, then lets the time run."""
        run, plan = self.run, self.run.plan
        pause, next_at = plan.procs / plan.spawn, run.clock()
        for client in self.clients:
            client.start()
            next_at += pause
            await asyncio.sleep(max(0.0, next_at - run.clock()))
        await within(STILL, lambda: all(table.begun for table in self.tables))
        waiting = sum(not table.begun for table in self.tables)
        if waiting:
            run.end(f"{waiting} rooms have not begun {STILL:g} seconds after all connections were made")
            return
        self.ramped = True
        run.measures.ramp_s = run.measures.now
        gc.collect()
        gc.disable()  # its pauses, of 100 ms and more, would count as the server's; cut connections leave some KiB each
        if plan.chat:
            for table in self.tables:
                run.loop.call_later(run.rng.uniform(0, 1) / plan.chat, table.chat)
        if plan.duration is not None:
            run.loop.call_later(plan.duration, run.end, None)

    async def _tick(self) -> None:
        """Once a second, reports what was measured and checks that the run still makes progress."""
        run = self.run
        at, still, checked = run.clock(), run.clock(), run.clock()
        while True:
            at += 1.0
            await asyncio.sleep(max(0.0, at - run.clock()))
            second = run.measures.second()
            self._seconds.append(second)
            say(self.report(False))
            now = run.clock()
            if second.moves_acked or not self.ramped:
                still = now
            if all(table.done for table in self.tables):
                run.end(None)
            elif now - still > STILL + 3 * run.plan.think.median:
                run.findings.add(FindingKind.NO_ANSWER, f"no move was acknowledged for {STILL:g} seconds")
                run.end("nothing went on any more")
            if now - checked >= CHECK_EVERY:
                checked = now
                for client in self.clients:
                    client.check()

    async def _lag(self) -> None:
        """Measures the event loop's lag."""
        run = self.run
        while True:
            due = run.clock() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            run.measures.lag.record(max(run.clock() - due, 0.0) * 1e6)

    async def _settle(self) -> None:
        """Waits until every client has all updates, so that what is missing afterwards is lost."""
        run = self.run
        guests = self.guests

        def busy() -> bool:
            open_moves = any(player.pending for players in self.players.values() for player in players)
            return open_moves or any(guest.inside and not guest.watch.connected for guest in guests)

        for guest in guests:
            guest.client.pause(True)
        await within(run.patience if run.plan.kills else SETTLE, lambda: not busy())
        for players in self.players.values():
            for player in players:
                if player.pending is not None and player.watch.connected:
                    words = f"{player}: the move {player.pending.move.ref} was not answered within {SETTLE:g} seconds"
                    run.findings.add(FindingKind.NO_ANSWER, words)
        for guest in guests:
            guest.settle()
        await within(SETTLE, lambda: all(guest.settled or not guest.welcomed for guest in guests))
        for guest in guests:
            if guest.inside and guest.welcomed and guest.told > (guest.watch.last or 0):
                words = f"{guest} of room {guest.table.code}: by the pong it is at version {guest.told}, "
                run.findings.add(FindingKind.MISSED_EVENT, f"{words}and no update came after {guest.watch.last}")

    async def _goodbye(self) -> None:
        """Closes the rooms, so that nothing of them stays on the server."""
        for table in self.tables:
            inside = [player for player in self.players[table] if player.welcomed and player.inside]
            hosts = [player for player in inside if player.seen and player.seen.state.host == player.client.player]
            for player in hosts[:1] or inside:  # where the host is not connected, all leave
                player.client.ask("close" if hosts else "leave", lambda answer: None, room=table.code)
        players = [player for each in self.players.values() for player in each]
        await within(GOODBYE, lambda: not any(player.inside and player.welcomed for player in players))
        for client in self.clients:
            client.end()


async def within(seconds: float, holds: Callable[[], bool]) -> None:
    """Waits until the condition holds, at most so many seconds."""
    for _ in range(round(seconds / LOOK)):
        if holds():
            return
        await asyncio.sleep(LOOK)


def machine() -> dict[str, str]:
    """The machine that the tester runs on."""
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "processors": str(os.cpu_count() or 0),
    }


def say(report: WorkReport) -> None:
    """Writes a line to the parent process."""
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    sys.stdout.buffer.flush()


async def listen(run: Run) -> None:
    """Ends the run at the first line on standard input, or at its end."""
    reader = asyncio.StreamReader()
    await run.loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    line = await reader.readline()
    run.end(line.decode().strip() or "the tester was ended")


def broken(run: Run, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A callback has raised: a fault of the tester's own, which ends the run."""
    if not run.over.done():
        loop.default_exception_handler(context)
        run.end(f"the tester itself is broken: {context.get('exception') or context.get('message')!r}")


async def work(order: WorkOrder) -> None:
    """Runs one process from its order to its last report."""
    async with asyncio.TaskGroup() as tasks:
        loop = asyncio.get_running_loop()
        run = Run(order.plan, Measures(order.plan.said(), machine(), time.perf_counter), tasks, order.number)
        loop.set_exception_handler(lambda loop, context: broken(run, loop, context))
        listener = tasks.create_task(listen(run))
        worker = Worker(order, run)
        reason = await worker.play()
        listener.cancel()
        say(worker.report(True, reason))


def main() -> None:
    """See the module."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it says when to stop
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=WorkOrder)
    uvloop.run(work(order))


if __name__ == "__main__":
    main()
