"""What many connections cost that do nothing: memory of the server, and the time of a room that plays among them.

Every second room has started its match and waits for the first move, the others wait for the start. The server pings
them all, as it does; a thread answers.
"""

from __future__ import annotations

import resource
import select
import statistics
import threading
from typing import Final

import msgspec

from bench import rooms
from bench.client import Client, Gone
from bench.generator import FUDAKAI, Generator, percentile
from bench.measure import resident_kib
from bench.rooms import AGURK, joined
from bench.servers import Running

SETTLE_SECONDS: Final = 2.0
SOME, MOMENT = 25, 0.02
"""After so many rooms the one that plays goes on for so many seconds: it has to answer pings, too."""
SPARE_FILES: Final = 200
"""Open files of this process besides the connections."""


class Idle(msgspec.Struct, frozen=True):
    """What was measured. KiB for each connection, of the server and of its Redis; p99 of the active room's moves in
    milliseconds, run by run."""

    connections: int
    rooms: int
    kib: float
    redis_kib: float
    alone: list[float]
    among: list[float]

    @property
    def slower(self) -> float:
        """The median p99 among the idle, as so many times that of the room alone."""
        return statistics.median(self.among) / statistics.median(self.alone)


def idle(running: Running, number: int, runs: int, seconds: float) -> Idle:
    """Fills so many rooms of four; before and after that a room plays, so many times so many seconds."""
    _allow_files(number * AGURK.seats + SPARE_FILES)
    connections, players = rooms.fudakai(running.port, 1, AGURK)
    load = Generator(FUDAKAI, AGURK.seats, players)
    answering = _Answering()
    load.begin()
    load.drive(seconds)
    try:
        alone = [_p99(load, seconds) for _ in range(runs)]
        before = [resident_kib(pid) for pid in running.pids]
        for at in range(number):
            answering.take(_room(running.port, playing=at % 2 == 0))
            if at % SOME == 0:
                load.drive(MOMENT)
        load.drive(SETTLE_SECONDS)
        after = [resident_kib(pid) for pid in running.pids]
        among = [_p99(load, seconds) for _ in range(runs)]
        load.settle()
        if any(load.counts()[what] for what in ("broken", "stalled", "wrong")):
            raise Gone("the room that plays stood still, or was told what it should not have been")
        answering.all_there()
    finally:
        load.close()
        answering.stop()
        for connection in connections:
            connection.close()
    kib, redis = ((late - early) / (number * AGURK.seats) for early, late in zip(before, after, strict=True))
    return Idle(number * AGURK.seats, number, kib, redis, alone, among)


def _room(port: int, *, playing: bool) -> list[Client]:
    code, clients = joined(port, AGURK)
    if playing:
        clients[0].ask("start", room=code)
        clients[0].hear_type("ok")
        for client in clients:
            client.hear_type("update")
    return clients


def _p99(load: Generator, seconds: float) -> float:
    before = load.counts()["latencies"]
    load.drive(seconds)
    return percentile(load.latencies(before), 0.99) / 1000


def _allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


class _Answering:
    """Idle clients, whose pings a thread answers."""

    def __init__(self) -> None:
        self._clients: dict[int, Client] = {}
        self._poll = select.epoll()
        self._over = threading.Event()
        self._gone = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def take(self, clients: list[Client]) -> None:
        """Has these looked after, too."""
        for client in clients:
            self._clients[client.fileno()] = client
            self._poll.register(client.fileno(), select.EPOLLIN)

    def all_there(self) -> None:
        """Raises Gone when the server has closed some."""
        if self._gone:
            raise Gone(f"the server closed {self._gone} of {len(self._clients)} idle connections")

    def stop(self) -> None:
        """Ends the thread and the connections."""
        self._over.set()
        self._thread.join()
        for client in self._clients.values():
            client.close()
        self._poll.close()

    def _run(self) -> None:
        while not self._over.is_set():
            for number, _ in self._poll.poll(0.1):
                try:
                    self._clients[number].answer_pings()
                except (Gone, OSError):
                    self._gone += 1
                    self._poll.unregister(number)
