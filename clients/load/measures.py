"""What one process of the tester measures while it plays, second by second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from fudakai.clients.load.figures import Figures, Finding, Kind, Mark, Process, Second
from fudakai.clients.load.latencies import COARSE, Latencies


class Measures:
    """Counts since the start, and those of the second that runs. `clock`: seconds, monotonic; `cpu`: seconds of
    processor time of this process."""

    def __init__(
        self,
        plan: Mapping[str, Any],
        machine: Mapping[str, str],
        clock: Callable[[], float],
        cpu: Callable[[], float] = time.process_time,
    ) -> None:
        self.bytes_in = self.bytes_out = 0
        self.rooms = self.matches = self.connections = self.playing = 0
        self.ramp_s = 0.0
        self.refusals: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.marks: list[Mark] = []
        self.lag = Latencies()
        self._plan, self._machine = dict(plan), dict(machine)
        self._clock, self._cpu = clock, cpu
        self._started = datetime.now(UTC)
        self._began, self._cpu_began = clock(), cpu()
        self._busiest, self._cpu_last = 0.0, self._cpu_began
        self._whole = {kind: Latencies() for kind in Kind}
        self._at = 0
        self._ended: tuple[datetime, float, float] | None = None
        self._begin_second()

    def _begin_second(self) -> None:
        self.sent = self.acked = self.updates = self.errors = self.reconnects = 0
        self._ack, self._update = Latencies(COARSE), Latencies(COARSE)

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._began

    def took(self, kind: Kind, seconds: float) -> None:
        """One more that took so long."""
        microseconds = seconds * 1e6
        self._whole[kind].record(microseconds)
        if kind is Kind.ACK:
            self._ack.record(microseconds)
        elif kind is Kind.UPDATE:
            self._update.record(microseconds)

    def mark(self, words: str) -> None:
        """Something worth a line in the plots."""
        self.marks.append(Mark(at_s=round(self.now, 3), words=words))

    def second(self) -> Second:
        """The second that is over, and begins the next. To be called once a second, and at the end for what is left:
        after `stop` that belongs to the second before."""
        found = Second(
            at_s=self._at,
            moves_sent=self.sent,
            moves_acked=self.acked,
            updates=self.updates,
            errors=self.errors,
            reconnects=self.reconnects,
            rooms=self.playing,
            connections=self.connections,
            ack_histogram=self._ack.encoded(),
            update_histogram=self._update.encoded(),
        )
        self._at += 0 if self._ended else 1
        cpu = self._cpu()
        self._busiest, self._cpu_last = max(self._busiest, cpu - self._cpu_last), cpu
        self._begin_second()
        return found

    def stop(self) -> None:
        """The play is over: what comes now are the last answers, and no time is counted any more."""
        self._ended = self._ended or (datetime.now(UTC), self._clock(), self._cpu())

    def figures(
        self,
        seconds: tuple[Second, ...],
        checked: Mapping[str, int],
        findings: tuple[Finding, ...],
        wrong: Mapping[str, int],
        partial: str | None = None,
    ) -> Figures:
        """All so far, with these seconds."""
        ended, clock, cpu = self._ended or (datetime.now(UTC), self._clock(), self._cpu())
        process = Process(
            cpu_share=(cpu - self._cpu_began) / max(clock - self._began, 1e-6),
            cpu_share_most=self._busiest,
            lag_histogram=self.lag.encoded(),
        )
        return Figures(
            plan=self._plan,
            machine=self._machine,
            started=self._started,
            ended=ended,
            partial=partial,
            ramp_s=self.ramp_s,
            rooms=self.rooms,
            matches=self.matches,
            bytes_in=self.bytes_in,
            bytes_out=self.bytes_out,
            seconds=seconds,
            histograms={kind: latencies.encoded() for kind, latencies in self._whole.items() if latencies.count},
            refusals=dict(self.refusals),
            faults=dict(self.faults),
            marks=tuple(self.marks),
            processes=(process,),
            checked=dict(checked),
            findings=findings,
            wrong=dict(wrong),
        )
