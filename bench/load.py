"""One row of the table: a server, so many rooms, so many seconds of the closed loop."""

from __future__ import annotations

import json
import os
from typing import Final

import msgspec

from bench import rooms
from bench.generator import BARE, FUDAKAI, Client, Generator, percentile
from bench.measure import spent
from bench.rooms import AGURK, KOIKOI, Work
from bench.servers import Running, bare, fudakai

BARE_SERVER: Final = "bare"
PADDED: Final = "bare+pad"
OURS: Final = ("always", "everysec")
"""Our server, named by when its Redis writes to the disk."""
SERVERS: Final = (*OURS, BARE_SERVER, PADDED)
WORKS: Final = {work.game: work for work in (AGURK, KOIKOI)}
FRAMES: Final = {AGURK: 950, KOIKOI: 2500}
"""Bytes of our median update, for the padded server when ours is not measured before it."""
BARE_FRAME: Final = 92
"""Bytes of the bare server's event without padding."""


class Row(msgspec.Struct, frozen=True):
    """What was measured. Times are in seconds, sizes in bytes, latencies in milliseconds from a move to its update."""

    server: str
    game: str
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


def measure(server: str, work: Work, number: int, warm: float, seconds: float, frame: int) -> Row:
    """Starts the server, plays in so many rooms, and stops it. `server`: one of SERVERS; `frame`: bytes of the padded
    server's events. For the bare ones only the number of seats counts."""
    ours = server in OURS
    pad = max(0, frame - BARE_FRAME) if server == PADDED else 0
    with fudakai(server) if ours else bare(work.seats, pad) as running:
        connections, players = (rooms.fudakai if ours else rooms.bare)(running.port, number, work)
        row, moves = _play(server, work, number, running, players, warm, seconds)
        for connection in connections:
            connection.close()
        said = running.stop()
    return row if ours else _counted(row, moves, said)


def _play(
    server: str, work: Work, number: int, running: Running, players: list[Client], warm: float, seconds: float
) -> tuple[Row, int]:
    """The row, and how many moves were made in all."""
    kind = FUDAKAI if server in OURS else BARE
    load = Generator(kind, work.seats, players)
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
        game=work.game,
        rooms=number,
        moves_per_second=done / max(took, 1e-9),
        p50=percentile(latencies, 0.5) / 1000,
        p99=percentile(latencies, 0.99) / 1000,
        server_cpu_per_1000=each[0] * per_1000,
        redis_cpu_per_1000=each[1] * per_1000 if len(each) > 1 else 0.0,
        server_core=each[0] / max(took, 1e-9),
        frame=frame,
        outside=end["outside"] / max(1, end["updates"]),
        matches=end["matches"],
        others=max(0.0, used_after.machine - used.machine - sum(each) - own) / max(took, 1e-9),
        fault=_fault(kind, work.seats, end),
    )
    return row, end["moves"]


def _own() -> float:
    return sum(os.times()[:2])


def _fault(kind: int, seats: int, count: dict[str, int]) -> str:
    """A row counts only when each client got each update once, and nothing was refused."""
    if count["broken"]:
        return "a connection broke"
    if count["stalled"]:
        return "the game stood still"
    if count["wrong"]:
        return f"{count['wrong']} frames that should not have come"
    if count["updates"] != seats * count["moves"]:
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
