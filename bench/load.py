"""One row of the table: a server, so many rooms, so many seconds of the closed loop."""

from __future__ import annotations

import json
import os
from typing import Final

import msgspec

from bench import rooms
from bench.generator import BARE, FUDAKAI, Client, Generator, percentile
from bench.measure import spent
from bench.servers import Running, bare, fudakai

SEATS: Final = 4
BARE_SERVER: Final = "bare"
PADDED: Final = "bare+pad"
OURS: Final = ("always", "everysec")
"""Our server, named by when its Redis writes to the disk."""
SERVERS: Final = (BARE_SERVER, PADDED, *OURS)


class Row(msgspec.Struct, frozen=True):
    """What was measured. Times are in seconds, sizes in bytes, latencies in milliseconds from a move to its update."""

    server: str
    rooms: int
    moves_per_second: float
    p50: float
    p99: float
    server_cpu_per_1000: float
    """Processor seconds of the server for 1,000 moves, and of its Redis."""
    redis_cpu_per_1000: float
    server_core: float
    """Share of its core that the server used."""
    frame: int
    """The median update."""
    outside: float
    """Updates between matches (ready, start) for each update that answers a move: they cost, and do not count."""
    matches: int
    others: float
    """Cores used by what is not ours while this was measured."""
    fault: str
    """Why the row does not count; empty when it does."""


def measure(server: str, number: int, warm: float, seconds: float, pad: int) -> Row:
    """Starts the server, plays in so many rooms, and stops it. `server`: one of
    SERVERS."""
    ours = server not in (BARE_SERVER, PADDED)
    kind = FUDAKAI if ours else BARE
    with fudakai(server) if ours else bare(pad if server == PADDED else 0) as running:
        connections, players = (rooms.fudakai if ours else rooms.bare)(running.port, number)
        row, moves = _play(server, kind, number, running, players, warm, seconds)
        for connection in connections:
            connection.close()
        said = running.stop()
    return row if ours else _counted(row, moves, said)


def _play(
    server: str, kind: int, number: int, running: Running, players: list[Client], warm: float, seconds: float
) -> tuple[Row, int]:
    """The row, and how many moves were made in all."""
    load = Generator(kind, players)
    try:
        load.begin()
        load.drive(warm)
        before, used = load.counts(), spent(running.pids)
        own = _own()
        took = load.drive(seconds)
        after, used_after = load.counts(), spent(running.pids)
        own = _own() - own
        load.settle()
        end = load.counts()
        latencies = load.latencies(before["latencies"])
        frame = load.median_size()
    finally:
        load.close()
    done = after["done"] - before["done"]
    each = [late - early for early, late in zip(used.each, used_after.each, strict=True)]
    per_1000 = 1000 / max(1, done)
    row = Row(
        server=server,
        rooms=number,
        moves_per_second=done / took,
        p50=percentile(latencies, 0.5) / 1000,
        p99=percentile(latencies, 0.99) / 1000,
        server_cpu_per_1000=each[0] * per_1000,
        redis_cpu_per_1000=each[1] * per_1000 if len(each) > 1 else 0.0,
        server_core=each[0] / took,
        frame=frame,
        outside=end["outside"] / max(1, end["updates"]),
        matches=end["matches"],
        others=max(0.0, used_after.machine - used.machine - sum(each) - own) / took,
        fault=_fault(kind, end),
    )
    return row, end["moves"]


def _own() -> float:
    return sum(os.times()[:2])


def _fault(kind: int, count: dict[str, int]) -> str:
    """A row counts only when each client got each update once, and nothing was refused."""
    if count["broken"]:
        return "a connection broke"
    if count["stalled"]:
        return "the game stood still"
    if count["wrong"]:
        return f"{count['wrong']} frames that should not have come"
    if count["updates"] != SEATS * count["moves"]:
        return f"{count['updates']} updates for {count['moves']} moves"
    if kind == FUDAKAI and count["oks"] != count["moves"] + count["asked"]:
        return f"{count['oks']} acknowledged of {count['moves'] + count['asked']}"
    return ""


def _counted(row: Row, moves: int, said: str) -> Row:
    """The bare server says itself how many moves it made."""
    if row.fault or not said:
        return row
    counted = json.loads(said)
    if counted == {"moves": moves, "refused": 0}:
        return row
    return msgspec.structs.replace(row, fault=f"the server counted {counted}, the generator {moves}")
