"""A whole run: starts the tester's processes, hears what they measure, kills the server if asked, sums up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Protocol

import msgspec

from fudakai.clients.load.figures import Figures, Mark, Second, merged
from fudakai.clients.load.killer import ServerGone, kill
from fudakai.clients.load.plan import Plan
from fudakai.clients.load.worker import WorkOrder, WorkReport

LINE: Final = 1 << 28
"""Bytes of a line of a process: its figures of many hours."""

ROOT: Final = Path(__file__).parents[3]
"""Where the packages lie, so that processes find them, too."""

STOPS: Final = {signal.SIGINT: "stopped by Ctrl-C", signal.SIGTERM: "stopped by SIGTERM"}
"""By signal, what is said of a run that it ended; what was found until then is told all the same."""


class CannotRun(Exception):
    """Nothing was played. Its text is one line for a person."""


class Viewer(Protocol):
    """Who is told while it goes on."""

    def add(self, seconds: Iterable[Second], played: int | None = None) -> None:
        """What a process measured in a second."""

    def say(self, words: str, at_s: float | None = None) -> None:
        """Something has happened."""


class Trial:
    """One run, of a plan that knows the server's games. `viewer` is told of it."""

    def __init__(self, plan: Plan, viewer: Viewer) -> None:
        self.plan = plan
        self._viewer = viewer
        self._processes: list[asyncio.subprocess.Process] = []
        self._reports: dict[int, WorkReport] = {}
        self._seconds: dict[int, list[Second]] = {}
        self._marks: list[Mark] = []
        self.ramped = asyncio.Event()
        self._reason: str | None = None
        self._began = 0.0

    async def run(self) -> Figures:
        """From start to end. Raises CannotRun."""
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        for sign, reason in STOPS.items():
            loop.add_signal_handler(sign, self._interrupt, reason)
        try:
            async with asyncio.TaskGroup() as tasks:
                killer = tasks.create_task(self._kill()) if self.plan.kills else None
                await asyncio.gather(*(self._process(number) for number in range(self.plan.procs)))
                if killer is not None:
                    killer.cancel()
        finally:
            for sign in STOPS:
                loop.remove_signal_handler(sign)
            for process in self._processes:
                if process.returncode is None:
                    process.kill()
        return self._figures()

    def stop(self, reason: str) -> None:
        """Ends the run before its time; what there is is kept."""
        self._reason = self._reason or reason
        for process in self._processes:
            if process.returncode is None and process.stdin is not None and not process.stdin.is_closing():
                process.stdin.write(reason.encode() + b"\n")

    def _interrupt(self, reason: str) -> None:
        if self._reason is not None:  # asked again: at once
            for process in self._processes:
                if process.returncode is None:
                    process.kill()
        else:
            self._viewer.say("stopping: waiting for the last answers (Ctrl-C again ends at once)", self._elapsed())
            self.stop(reason)

    async def _process(self, number: int) -> None:
        """Starts one and hears it out."""
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fudakai.clients.load.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._processes.append(process)
        if process.stdin is None or process.stdout is None:
            raise AssertionError("both are pipes")
        process.stdin.write(msgspec.json.encode(WorkOrder(self.plan, number)) + b"\n")
        self._seconds[number] = []
        decoder = msgspec.json.Decoder(WorkReport)
        async for line in process.stdout:
            self._hear(number, decoder.decode(line))
        status = await process.wait()
        report = self._reports.get(number)
        if report is None or not report.last:
            self.stop(f"process {number + 1} of the tester ended early (status {status})")

    def _hear(self, number: int, report: WorkReport) -> None:
        self._reports[number] = report
        if report.last:
            if report.figures.partial:
                self.stop(report.figures.partial)
            return
        self._seconds[number] += report.figures.seconds
        self._viewer.add(report.figures.seconds, sum(one.figures.matches for one in self._reports.values()))
        if len(self._reports) == self.plan.procs and all(one.ramped for one in self._reports.values()):
            self.ramped.set()

    async def _kill(self) -> None:
        await self.ramped.wait()
        try:
            await kill(self.plan, self._mark)
        except ServerGone as gone:
            self.stop(str(gone))

    def _mark(self, words: str) -> None:
        at = self._elapsed()
        self._marks.append(Mark(at_s=round(at, 3), words=words))
        self._viewer.say(words, at)

    def _elapsed(self) -> float:
        return asyncio.get_running_loop().time() - self._began

    def _figures(self) -> Figures:
        """All processes' figures; of one that ended early, what it told until then."""
        if not self._reports:
            raise CannotRun(self._reason or "no process of the tester has measured anything")
        parts = [
            report.figures
            if report.last
            else msgspec.structs.replace(report.figures, seconds=tuple(self._seconds[number]))
            for number, report in sorted(self._reports.items())
        ]
        whole = merged(parts)
        faults = {**whole.faults, **({"kill": len(self._marks)} if self._marks else {})}
        return msgspec.structs.replace(
            whole,
            partial=self._reason or whole.partial,
            faults=faults,
            marks=tuple(sorted((*whole.marks, *self._marks), key=lambda mark: mark.at_s)),
        )
