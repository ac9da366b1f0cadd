"""What a run of the load tester found, as far as it got: of one process, or of all of them merged.

A `Figures` holds no derived number: `document` adds those. Every name says its unit (`_s` seconds, `_us` microseconds);
what has none is a number of things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, Final

import msgspec

from fudakai.clients.load.latencies import COARSE, Latencies

BUSY: Final = 0.85
"""Share of a core from which a process of the tester has no more to give: others take the rest."""

IDLE: Final = 0.5
"""Share of a core below which a process of the tester that wakes late has not itself to blame."""

LAG_SHARE: Final = 0.25
"""Share of the p99 of acknowledgements that the tester's own lag may be before it spoils them."""

LAG_LEAST_US: Final = 2_000
"""Microseconds of lag that nobody need look at: an event loop's ordinary round."""


class Kind(Enum):
    """What is timed."""

    CONNECT = "connect"  # from opening the socket to `welcome`
    JOIN = "join"  # from asking for a room and seat to the first view
    ACK = "ack"  # from a move to its acknowledgement
    UPDATE = "update"  # from a move to the last of its room's clients having its update
    RESUME = "resume"  # from a cut to the view after coming back


class Second(msgspec.Struct, frozen=True, kw_only=True):
    """What happened within one second of the run, `at_s` whole seconds after its start.

    `errors`: refusals that should not be, and connections lost that nobody cut. `rooms`, `connections`: those there are
    at its end. The histograms are encoded Latencies of COARSE digits.
    """

    at_s: int
    moves_sent: int = 0
    moves_acked: int = 0
    updates: int = 0
    errors: int = 0
    reconnects: int = 0
    rooms: int = 0
    connections: int = 0
    ack_histogram: str = ""
    update_histogram: str = ""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something worth a line in the plots, such as a kill of the server; `at_s` seconds after the start."""

    at_s: float
    words: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the judge found wrong: of which kind (`lost_move`), and in words."""

    kind: str
    words: str


class Process(msgspec.Struct, frozen=True, kw_only=True):
    """What one process of the tester says of itself: the share of a core it used (1.0: all of one) on average and in
    its busiest second, and how late its event loop woke, as encoded Latencies."""

    cpu_share: float
    cpu_share_most: float
    lag_histogram: str = ""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was found.

    `plan`: what was asked for, option by option, without secrets. `partial`: why it is not the whole run; None when it
    is. `ramp_s`: seconds until all rooms played. `faults`: how often each was done (`drop`). `marks`: the ones to show.
    `refusals`: how many of each code, expected ones too. `rooms`, `matches`: made, and played to the end. `checked`:
    what the judge looked at (`acknowledged moves`), `findings` what was wrong with it; `wrong`: how many of each kind,
    when not all of them are written out. `machine`: the tester's.
    """

    plan: dict[str, Any]
    started: datetime
    ended: datetime
    partial: str | None = None
    ramp_s: float = 0.0
    rooms: int = 0
    matches: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    seconds: tuple[Second, ...] = ()
    histograms: dict[Kind, str] = msgspec.field(default_factory=dict)
    refusals: dict[str, int] = msgspec.field(default_factory=dict)
    faults: dict[str, int] = msgspec.field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    processes: tuple[Process, ...] = ()
    checked: dict[str, int] = msgspec.field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    wrong: dict[str, int] = msgspec.field(default_factory=dict)
    machine: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def duration_s(self) -> float:
        """Seconds from start to end."""
        return (self.ended - self.started).total_seconds()

    @property
    def clean(self) -> bool:
        """Whether the judge found nothing wrong."""
        return not self.wrongs()

    def wrongs(self) -> dict[str, int]:
        """How many of each kind the judge found, the most first; those with words, where it did not count them."""
        return summed([Counter(finding.kind for finding in self.findings) | Counter(self.wrong)])

    def total(self, count: Callable[[Second], int]) -> int:
        """The sum of a count over all seconds."""
        return sum(map(count, self.seconds))

    def rate(self, count: Callable[[Second], int]) -> float:
        """The count for each second while all rooms played: without the ramp and the last second, which is not whole,
        as far as there are others."""
        last = max((second.at_s for second in self.seconds), default=0)
        steady = [second for second in self.seconds if self.ramp_s <= second.at_s < last]
        if steady:
            return sum(map(count, steady)) / (last - min(second.at_s for second in steady))
        return self.total(count) / self.duration_s if self.duration_s > 0 else 0.0

    def latencies(self, kind: Kind) -> Latencies:
        """How long those took."""
        return Latencies.of([self.histograms.get(kind, "")])

    def bottleneck(self) -> str | None:
        """Why these figures may be the tester's rather than the server's, and what helps; None when they are not."""
        ack = self.latencies(Kind.ACK).percentile(99)
        for number, process in enumerate(self.processes, 1):
            if process.cpu_share >= BUSY:
                return f"process {number} used {process.cpu_share:.0%} of a core: more --procs, or fewer rooms"
            lag = Latencies.of([process.lag_histogram]).percentile(99)
            if lag is not None and ack is not None and lag > max(LAG_LEAST_US, LAG_SHARE * ack):
                helps = (
                    "others on its core keep it waiting: a core of its own, or a less busy machine"
                    if process.cpu_share < IDLE
                    else "more --procs, fewer rooms, or a less busy machine"
                )
                return (
                    f"process {number} woke late by {lag / 1000:.1f} ms (p99), while acknowledgements took "
                    f"{ack / 1000:.1f} ms; it used {process.cpu_share:.0%} of a core: {helps}"
                )
        return None


def merged(parts: Iterable[Figures]) -> Figures:
    """All processes' figures as one, with plan and machine of the first. Raises ValueError when there are none."""
    parts = tuple(parts)
    if not parts:
        raise ValueError("there are no figures to merge")
    reasons = dict.fromkeys(part.partial for part in parts if part.partial is not None)
    kinds = [kind for kind in Kind if any(part.histograms.get(kind) for part in parts)]
    return Figures(
        plan=parts[0].plan,
        machine=parts[0].machine,
        started=min(part.started for part in parts),
        ended=max(part.ended for part in parts),
        partial="; ".join(reasons) or None,
        ramp_s=max(part.ramp_s for part in parts),
        rooms=sum(part.rooms for part in parts),
        matches=sum(part.matches for part in parts),
        bytes_in=sum(part.bytes_in for part in parts),
        bytes_out=sum(part.bytes_out for part in parts),
        seconds=merged_seconds(second for part in parts for second in part.seconds),
        histograms={kind: Latencies.of(part.histograms.get(kind, "") for part in parts).encoded() for kind in kinds},
        refusals=summed(part.refusals for part in parts),
        faults=summed(part.faults for part in parts),
        marks=tuple(sorted((mark for part in parts for mark in part.marks), key=lambda mark: mark.at_s)),
        processes=tuple(process for part in parts for process in part.processes),
        checked=summed(part.checked for part in parts),
        findings=tuple(finding for part in parts for finding in part.findings),
        wrong=summed(part.wrongs() for part in parts),
    )


def merged_seconds(seconds: Iterable[Second]) -> tuple[Second, ...]:
    """Those of all processes, one for each `at_s`, in order."""
    by_time: dict[int, list[Second]] = {}
    for second in seconds:
        by_time.setdefault(second.at_s, []).append(second)
    return tuple(one_second(by_time[at]) for at in sorted(by_time))


def one_second(same: list[Second]) -> Second:
    """All processes' counts of the same second."""
    if len(same) == 1:
        return same[0]
    return Second(
        at_s=same[0].at_s,
        moves_sent=sum(second.moves_sent for second in same),
        moves_acked=sum(second.moves_acked for second in same),
        updates=sum(second.updates for second in same),
        errors=sum(second.errors for second in same),
        reconnects=sum(second.reconnects for second in same),
        rooms=sum(second.rooms for second in same),
        connections=sum(second.connections for second in same),
        ack_histogram=Latencies.of((second.ack_histogram for second in same), COARSE).encoded(),
        update_histogram=Latencies.of((second.update_histogram for second in same), COARSE).encoded(),
    )


def summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sum by name, the most first, in the order of names among equals."""
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))
