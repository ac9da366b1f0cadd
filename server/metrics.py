"""What `/metrics` says: the state of this process in Prometheus's text format, worked out when it is asked for.

Labels are games, states, codes and the like, all of the server's own making: never a name, a token, a card or a room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from fudakai.server.cluster.lease import Lease
from fudakai.server.counts import Counts, Histogram
from fudakai.server.host.host import Host
from fudakai.server.lobby.results import ResultsWorker
from fudakai.server.store import Store
from fudakai.server.transport.listener import Listener

PREFIX: Final = "fudakai_"
STATES: Final = ("waiting", "playing", "finished")
SEATS: Final = ("taken", "away", "bot", "free")
MOVED_BY: Final = ("player", "clock", "bot")
MATCH_EVENTS: Final = ("started", "ended", "abandoned")

Labels: TypeAlias = tuple[str, ...]
"""The labels of a family, or their values in one sample."""


class Metrics(Collector):
    """Reads the parts of a server. `uptime` says the seconds since the start. Nothing is kept between two readings."""

    def __init__(
        self,
        *,
        counts: Counts,
        host: Host,
        listener: Listener,
        store: Store,
        worker: ResultsWorker,
        lease: Lease,
        uptime: Callable[[], float],
    ) -> None:
        self._counts = counts
        self._host = host
        self._listener = listener
        self._store = store
        self._worker = worker
        self._lease = lease
        self._uptime = uptime
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self) -> str:
        """The whole page."""
        return generate_latest(self._registry).decode()

    def collect(self) -> Iterator[Metric]:
        """Every metric with its values now."""
        yield InfoMetricFamily(
            "fudakai", "The server's version and node.", {"version": self._host.info.version, "node": self._lease.node}
        )
        yield _gauge("uptime_seconds", "Seconds since the server started.", self._uptime())
        yield from self._connections()
        yield from self._rooms()
        yield from self._play()
        yield from self._stored()

    def _connections(self) -> Iterator[Metric]:
        counts, host = self._counts, self._host
        yield _gauge("connections", "Open connections.", self._listener.connections)
        yield _gauge("sessions", "Connections that have said hello.", len(host.sessions))
        yield _gauge("players", "Players with a connection.", len({one.player for one in host.sessions.values()}))
        yield _counter("connections_opened", "Connections that were opened.", counts.connections)
        yield _counters(
            "connections_closed",
            "Connections that ended, by the server's close code, or by the client, or lost.",
            ("code",),
            {(code,): number for code, number in counts.closes.items()}.items(),
        )
        yield _counter(
            "slow_readers_dropped", "Connections closed because they did not read (4005).", counts.closes.get("4005", 0)
        )
        yield _counters(
            "handshakes_refused",
            "Websocket handshakes that were not let in, by HTTP status.",
            ("status",),
            {(str(status),): number for status, number in counts.handshakes_refused.items()}.items(),
        )
        waiting, most = self._listener.queued()
        yield _gauge("outbound_queue_bytes", "Bytes that wait to be sent to clients.", waiting)
        yield _gauge("outbound_queue_most_bytes", "The most bytes that wait for one client.", most)

    def _rooms(self) -> Iterator[Metric]:
        host = self._host
        rooms = {(game, state): 0 for game in host.services.games for state in STATES}
        seats = {game: [0] * len(SEATS) for game in host.services.games}
        waiting = most = watching = 0
        for runner in host.runners.values():
            room = runner.room
            game = room.game.NAME
            rooms[game, room.status] += 1
            counts = seats[game]
            for place in room.places:
                shown = place.shown
                counts[2 if shown.bot else 3 if shown.left or shown.player is None else 1 if shown.away else 0] += 1
            if runner.waiting:
                waiting += runner.waiting
                most = max(most, runner.waiting)
            watching += len(runner.audience)
        seated = {(game, state): counts[at] for game, counts in seats.items() for at, state in enumerate(SEATS)}
        yield _gauges("rooms", "Open rooms.", ("game", "state"), rooms.items())
        yield _gauges("seats", "Seats in open rooms.", ("game", "state"), seated.items())
        yield _gauge("room_connections", "Connections that look at a room, each counted in every room.", watching)
        yield _gauge("inbox_commands", "Commands that wait in rooms for an append before them.", waiting)
        yield _gauge("inbox_most_commands", "The most commands that wait in one room.", most)
        yield _counter("rooms_recovered", "Rooms taken from the store at the start.", self._counts.rooms_recovered)
        yield _counter("rooms_left_alone", "Rooms that cannot be gone on with.", self._counts.rooms_left_alone)
        yield _gauge("draining", "1 while the server takes no new rooms and matches.", not host.intake.open)

    def _play(self) -> Iterator[Metric]:
        counts, games = self._counts, tuple(self._host.services.games)
        yield _counters(
            "moves",
            "Moves that were stored, by who made them.",
            ("game", "by"),
            {(game, by): counts.moves.get((game, by), 0) for game in games for by in MOVED_BY}.items(),
        )
        yield _counters(
            "matches",
            "Matches that started, ended by the game's rules, or were abandoned.",
            ("game", "event"),
            {(game, event): counts.matches.get((game, event), 0) for game in games for event in MATCH_EVENTS}.items(),
        )
        refusals = {(code,): number for code, number in counts.refusals.items()}
        yield _counters("refusals", "Refused requests, by code.", ("code",), refusals.items())
        yield _histogram("tell_seconds", "From the store's answer until all frames are queued.", counts.tell_seconds)

    def _stored(self) -> Iterator[Metric]:
        counts, store = self._counts, self._store
        yield _histogram(
            "append_seconds", "From handing an append to the store until its answer.", counts.append_seconds
        )
        yield _histogram("append_batch", "Appends in each pipeline.", counts.batch)
        yield _gauge("append_queue", "Appends that wait or are under way.", store.waiting)
        yield _gauge("results_waiting", "Results that are not yet in histories and leaderboards.", self._worker.waiting)
        yield _counter("results_left_alone", "Results that cannot be applied, and wait.", counts.results_left_alone)
        yield _counter("logs_reread", "Appends that were not confirmed; the log was read again.", counts.logs_reread)
        yield _gauge("redis_up", "1 if Redis was there, and took writes, when last asked.", store.healthy)
        yield _counter("redis_outages", "How often Redis went away.", counts.outages)
        yield _gauge("lease_held", "1 while no other process has taken the node's name.", not self._lease.lost)
        yield _gauge("lease_number", "The highest fencing number of this process.", self._lease.number)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, words, value=value)


def _gauges(name: str, words: str, labels: Labels, values: Iterable[tuple[Labels, int]]) -> Metric:
    return _filled(GaugeMetricFamily(PREFIX + name, words, labels=labels), values)


def _counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(PREFIX + name, words, value=value)


def _counters(name: str, words: str, labels: Labels, values: Iterable[tuple[Labels, int]]) -> Metric:
    return _filled(CounterMetricFamily(PREFIX + name, words, labels=labels), values)


def _filled(family: GaugeMetricFamily | CounterMetricFamily, values: Iterable[tuple[Labels, int]]) -> Metric:
    for labels, value in values:
        family.add_metric(labels, value)
    return family


def _histogram(name: str, words: str, of: Histogram) -> Metric:
    buckets = [("+Inf" if bound == float("inf") else f"{bound:g}", float(count)) for bound, count in of.buckets()]
    return HistogramMetricFamily(PREFIX + name, words, buckets=buckets, sum_value=of.total)
