"""Whether the server's memory grows with the matches that are over: room after room is made, played in and left, by
players who come and go."""

from __future__ import annotations

import re
import time
import urllib.request
from typing import Final

import msgspec

from bench import rooms
from bench.client import Gone
from bench.generator import FUDAKAI, Generator
from bench.measure import resident_kib
from bench.rooms import Work
from bench.servers import Running

WORK: Final = Work("agurk", 2)
"""The shortest matches: about 28 moves."""
ROOMS: Final = 50
"""Rooms at once."""
STEP_SECONDS: Final = 0.1
"""How often it is looked whether enough matches are over."""
LONGEST: Final = 120.0
"""Seconds for a batch."""
APPLIED_SECONDS: Final = 10.0
"""Longest wait for the results of a batch to be applied: what is still under way is no memory that stays."""


class Level(msgspec.Struct, frozen=True):
    """KiB of the server and of its Redis after so many finished matches."""

    matches: int
    kib: int
    redis_kib: int


def levels(running: Running, batches: int, each: int) -> list[Level]:
    """Plays so many batches of at least `each` matches, each batch in rooms and by players of its own; the levels
    after each, when all have left and all results are applied. Raises Gone."""
    found = []
    matches = 0
    for _ in range(batches):
        matches += _batch(running.port, each)
        applied(running.port)
        server, redis = map(resident_kib, running.pids)
        found.append(Level(matches, server, redis))
    return found


def _batch(port: int, wanted: int) -> int:
    """How many matches were over."""
    connections, players = rooms.fudakai(port, ROOMS, WORK)
    load = Generator(FUDAKAI, WORK.seats, players)
    try:
        load.begin()
        took = 0.0
        while load.counts()["matches"] < wanted and took < LONGEST:
            took += load.drive(STEP_SECONDS)
        load.settle()
        count = load.counts()
    finally:
        load.close()
    for connection in connections:
        connection.leave()
    if count["matches"] < wanted or count["wrong"] or count["broken"]:
        raise Gone(f"{count['matches']} of {wanted} matches were played: {count}")
    return count["matches"]


def applied(port: int) -> None:
    """Waits until no result is left to be applied. Raises Gone."""
    until = time.monotonic() + APPLIED_SECONDS
    while (waiting := _waiting(port)) and time.monotonic() < until:
        time.sleep(STEP_SECONDS)
    if waiting:
        raise Gone(f"{waiting} results of finished matches were not applied within {APPLIED_SECONDS:g} seconds")


def _waiting(port: int) -> int:
    """What the server's metrics say of it. Raises Gone."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=APPLIED_SECONDS) as answer:
            metrics = answer.read().decode()
    except OSError as error:
        raise Gone(f"the server's metrics cannot be read: {error}") from error
    found = re.search(r"^fudakai_results_waiting (\S+)$", metrics, re.MULTILINE)
    if found is None:
        raise Gone("the server's metrics do not say how many results wait (fudakai_results_waiting)")
    return int(float(found[1]))
