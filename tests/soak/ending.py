"""Matches end, and the server is killed in the same moment: every result counts once, and ratings follow from it.

Three people sit down again and again. One leaves the match, then another, so that it is over; in that moment the server
is killed -9 (each fifth time its Redis is), and often the last one leaves too, so that the room closes. In the end the
histories hold every match once, and sums, places and ratings are what follows from the histories.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from clients.sdk import Backoff, Client, Patience, connect
from server.lobby import ratings
from server.store import Store
from server.store.embedded import running_address
from tests.e2e.process import ServerProcess
from tests.lobby.outboxes import history, replayed, sums_of
from tests.soak.killing import bad_lines

GAME: Final = "agurk"
MOMENT: Final = 0.008
"""Seconds around the end in which a kill comes: an append with its fsync, and the four steps of the worker."""
REDIS_EACH: Final = 5
WITHIN: Final = 60.0
"""Seconds for one match with its kill."""
PATIENCE: Final = Patience(backoff=Backoff(first=0.02, most=0.2))


class Found(Enum):
    """How far a match's result had come when the server was killed."""

    PLAYING = "before the last entry was stored"
    WAITS = "with the result in the outbox"
    APPLIED = "with the result applied and in the outbox"
    DONE = "with all done"
    UNKNOWN = "of Redis"


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well. `counted`: not abandoned ones. `moments`: how far results had come."""

    wrong: list[str]
    kills: int
    matches: int
    counted: int
    moments: Counter[Found]

    def __str__(self) -> str:
        moments = ", ".join(f"{times} {moment.value}" for moment, times in self.moments.items())
        said = f"{self.kills} kills at the end of {self.matches} matches, {self.counted} of which count ({moments}): "
        return said + ("each stands once in histories, sums, places and ratings" if not self.wrong else "NOT GOOD")


async def run(kills: int, folder: Path, say: Callable[[str], None], seed: int = 0) -> Verdict:
    """Plays, kills at each end, and judges."""
    server = ServerProcess(folder, max_rooms_per_player=100)
    rng = random.Random(seed)
    try:
        url = await server.start()
        codes: list[str] = []
        moments: Counter[Found] = Counter()
        async with (
            connect(url, name="ann", patience=PATIENCE) as ann,
            connect(url, name="bob", patience=PATIENCE) as bob,
            connect(url, name="cid", patience=PATIENCE) as cid,
        ):
            people = (ann, bob, cid)
            for number in range(1, kills + 1):
                async with asyncio.timeout(WITHIN):
                    code, found = await _match(server, people, rng, redis=number % REDIS_EACH == 0)
                codes.append(code)
                moments[found] += 1
                say(f"kill {number} of {kills}: {found.value}")
            async with asyncio.timeout(WITHIN):
                told = [await _told(person) for person in people]
            async with _looking(server) as store:
                wrong, counted = await _judge(store, [person.player for person in people], codes)
        wrong += [f"somebody is told of {found}, not of {codes}" for found in told if found != codes]
        wrong += [f"the server said: {line}" for line in bad_lines(server.log.read_text())]
        return Verdict(wrong, kills, len(codes), counted, moments)
    finally:
        await server.clean_up()


@asynccontextmanager
async def _looking(server: ServerProcess) -> AsyncIterator[Store]:
    """A store to look at what the server, or the one that was killed, has stored."""
    store = Store(running_address(server.data))
    await store.start()
    try:
        yield store
    finally:
        await store.aclose()


async def _match(
    server: ServerProcess, people: tuple[Client, ...], rng: random.Random, *, redis: bool
) -> tuple[str, Found]:
    """One match, which ends while something is killed; the code of its room, which is closed then, and how far its
    result had come."""
    host, *others = rng.sample(people, len(people))
    rooms = [await host.create(GAME, seats=len(people), settings={"turn_seconds": 0})]
    rooms += [await other.join(rooms[0].code) for other in others]
    for room in rooms:
        await room.ready()
    await rooms[0].start()
    rng.shuffle(rooms)
    first, second, last = rooms
    await first.leave()
    found = Found.UNKNOWN
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(second.leave())
        if rng.random() < 0.5:
            tasks.create_task(last.leave())
        await asyncio.sleep(rng.uniform(0, MOMENT))
        if redis:
            server.kill_redis()
        else:
            await server.kill()
            found = await _found(server, first.code)
            await server.start()
    await last.leave()
    return first.code, found


async def _found(server: ServerProcess, code: str) -> Found:
    """How far a match's result has come."""
    async with _looking(server) as store:
        waits = await store.results.outbox(code)
        if await store.results.match(f"{code}-1") is not None:
            return Found.APPLIED if waits else Found.DONE
        return Found.WAITS if waits else Found.PLAYING


async def _told(person: Client) -> list[str]:
    """The rooms of the person's matches, oldest first, as the server tells them page by page."""
    found: list[str] = []
    before = None
    while True:
        page = await person.history(limit=7, before=before)
        found += [match.match.rpartition("-")[0] for match in page.matches]
        if (before := page.before) is None:
            return found[::-1]


async def _judge(store: Store, players: list[str], codes: list[str]) -> tuple[list[str], int]:
    """What is wrong with what is stored, and how many matches count."""
    wrong = []
    counted = 0
    for player in players:
        matches = await history(store, player)
        names = [finished.match for finished in matches]
        if sorted(names) != sorted(f"{code}-1" for code in codes):
            wrong.append(f"the history of {player} is {names}, the matches were {codes}")
        expected, found = await sums_of(store, player, GAME)
        if expected != found:
            wrong.append(f"{player}: the history makes {expected}, stored is {found}")
        counted = sum(not finished.abandoned for finished in matches)
    stored = [ratings.decode(rating) for rating in await store.results.ratings(GAME, players)]
    if dict(zip(players, stored, strict=True)) != await replayed(store, players[0], tuple(players)):
        wrong.append(f"the ratings {stored} are not those of the matches in their order")
    if waiting := await store.results.outboxes():
        wrong.append(f"results still wait in {waiting}")
    return wrong, counted
