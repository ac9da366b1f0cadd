"""Made-up runs to show: nothing in them was measured."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from fudakai.clients.load.figures import Figures, Finding, Kind, Mark, Process, Second
from fudakai.clients.load.latencies import COARSE, Latencies

STARTED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def histogram(*microseconds: float, digits: int = 3) -> str:
    """Those durations, encoded."""
    found = Latencies(digits)
    for duration in microseconds:
        found.record(duration)
    return found.encoded()


def run(seconds: int = 120, seed: int = 1, killed: int = 60) -> Figures:
    """A run of some seconds in which the server was killed once: a ramp of five seconds, 400 moves a second."""
    chance = random.Random(seed)
    acks, updates = Latencies(), Latencies()
    made = []
    for at in range(seconds):
        down = killed <= at < killed + 2
        moves = 0 if down else int(400 * min(1.0, (at + 1) / 5) * chance.uniform(0.93, 1.05))
        slow = 8.0 if at == killed + 2 else 1.0
        ack, update = Latencies(COARSE), Latencies(COARSE)
        for _ in range(moves):
            duration = chance.lognormvariate(7.4, 0.45) * slow
            for latencies in (ack, acks):
                latencies.record(duration)
            for latencies in (update, updates):
                latencies.record(duration * 1.3)
        made.append(
            Second(
                at_s=at,
                moves_sent=moves,
                moves_acked=moves,
                updates=4 * moves,
                errors=0,
                reconnects=400 if at == killed + 2 else chance.randrange(5),
                rooms=min(100, 20 * (at + 1)),
                connections=0 if down else min(400, 80 * (at + 1)),
                ack_histogram=ack.encoded(),
                update_histogram=update.encoded(),
            )
        )
    return Figures(
        plan={
            "url": "ws://127.0.0.1:8765/",
            "mix": {"agurk": 5, "koikoi": 3},
            "rooms": 100,
            "drop": "5%",
            "think": "human",
        },
        started=STARTED,
        ended=STARTED + timedelta(seconds=seconds),
        ramp_s=5.0,
        rooms=100,
        matches=312,
        bytes_in=188_000_000,
        bytes_out=9_400_000,
        seconds=tuple(made),
        histograms={
            Kind.CONNECT: histogram(*(chance.lognormvariate(7.8, 0.3) for _ in range(400))),
            Kind.JOIN: histogram(*(chance.lognormvariate(7.2, 0.3) for _ in range(400))),
            Kind.ACK: acks.encoded(),
            Kind.UPDATE: updates.encoded(),
            Kind.RESUME: histogram(*(chance.lognormvariate(8.5, 0.6) for _ in range(600))),
        },
        refusals={"stale": 41, "too_fast": 2},
        faults={"drop": 230, "kill": 1},
        marks=(Mark(at_s=float(killed), words="the server was killed"),),
        processes=(
            Process(cpu_share=0.41, cpu_share_most=0.63, lag_histogram=histogram(150.0, 210.0, 900.0)),
            Process(cpu_share=0.39, cpu_share_most=0.60, lag_histogram=histogram(140.0, 190.0, 700.0)),
        ),
        checked={"acknowledged moves": sum(second.moves_acked for second in made), "rooms": 100, "frames": 191_204},
        machine={"system": "Linux 6.1 x86_64", "processor": "made up", "cores": "2", "python": "3.11.9"},
    )


def faulty() -> Figures:
    """A short run in which the judge found something, and which was cut short."""
    return Figures(
        plan={"url": "ws://127.0.0.1:8765/", "rooms": 1},
        started=STARTED,
        ended=STARTED + timedelta(seconds=2),
        partial="the server went away and did not come back",
        rooms=1,
        seconds=(Second(at_s=0, moves_sent=3, moves_acked=2, updates=4, rooms=1, connections=2),),
        checked={"acknowledged moves": 2},
        findings=tuple(
            Finding(kind="lost_move", words=f"room K7QF2M: move {number} was acknowledged and is in nobody's view")
            for number in range(12)
        ),
    )
