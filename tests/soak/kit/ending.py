"""Matches of all games end, and the server is killed in the same moment: every result counts once.

People sit down again and again and play to the last move, which is known from the log before it is made; some matches
end because somebody leaves. In the moment of the end the server is killed -9, or now and then its Redis. In the end
results, histories and leaderboards hold every match once, and the ratings are what follows from the histories.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

from fudakai.clients.sdk import Backoff, Client, Patience, Refused, Room, connect
from fudakai.server.games.api import UNSEEN
from fudakai.server.lobby import ratings
from fudakai.server.lobby.results import decode
from fudakai.server.store import Store
from fudakai.server.store.embedded import running_address
from tests.e2e.process import ServerProcess
from tests.lobby.outboxes import history, replayed, sums_of
from tests.soak.kit.games import SETUPS, Setup
from tests.soak.kit.killing import bad_lines
from tests.soak.kit.logs import Follower

NAMES: Final = ("ann", "bob", "cid", "dan")
LANES: Final = 2
"""Servers at the same time, each with people of its own: a kill is mostly waiting for a start."""
MOMENT: Final = 0.008
"""Seconds in which a kill comes that is not aimed: an append with its fsync, and what the worker does."""
BY_LEAVING: Final = {"agurk": 0.5, "koikoi": 0.5}
"""By game that ends when people leave, how likely it is to end so."""
WITHIN: Final = 90.0
"""Seconds for one match with its kill."""
PATIENCE: Final = Patience(backoff=Backoff(first=0.02, most=0.2))


class Aim(Enum):
    """What a kill waits for."""

    CHANCE = "a random time"
    OUTBOX = "the result in the outbox"
    APPLIED = "the result applied"
    REDIS = "a random time, and it is Redis that is killed"


class Found(Enum):
    """How far a match's result had come when the server was killed."""

    PLAYING = "before the last entry was stored"
    WAITS = "with the result in the outbox"
    APPLIED = "with the result applied and in the outbox"
    DONE = "with all done"
    REDIS = "of Redis"


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well. `matches`: ended ones, by game. `counted`: not abandoned ones. `moments`: how
    far results had come."""

    wrong: list[str]
    matches: Counter[str]
    counted: int
    moments: Counter[Found]

    @property
    def hits(self) -> int:
        """Kills between the last append and the result's settling."""
        return self.moments[Found.WAITS] + self.moments[Found.APPLIED]

    def __str__(self) -> str:
        moments = ", ".join(f"{self.moments[found]} {found.value}" for found in Found)
        games = ", ".join(f"{times} of {game}" for game, times in sorted(self.matches.items()))
        said = f"{self.moments.total()} kills at the end of as many matches ({games}), {self.counted} of which count; "
        said += f"{self.hits} between the last append and the result's settling ({moments}): "
        good = "each stands once in results, histories, leaderboards and ratings"
        return said + (good if not self.wrong else "NOT GOOD")


async def run(
    kills: int, redis_kills: int, folder: Path, say: Callable[[str], None], games: Sequence[str], seed: int = 0
) -> Verdict:
    """Plays, kills at each end, and judges: so many kills of the server, and of Redis beside."""
    aims = [(Aim.CHANCE, Aim.OUTBOX, Aim.APPLIED)[number % 3] for number in range(kills)] + [Aim.REDIS] * redis_kills
    random.Random(seed).shuffle(aims)
    plan = [(SETUPS[games[number % len(games)]][0], aim) for number, aim in enumerate(aims)]
    lanes = [Lane(folder / str(number), random.Random(f"{seed}-{number}")) for number in range(LANES)]
    parts = (lane.run(plan[number::LANES], say) for number, lane in enumerate(lanes))
    counted = await asyncio.gather(*parts)
    moments = sum((lane.moments for lane in lanes), Counter[Found]())
    matches = Counter({game: sum(len(lane.played[game]) for lane in lanes) for game in games})
    wrong = [what for lane in lanes for what in lane.wrong]
    verdict = Verdict(wrong, matches, sum(counted), moments)
    if moments.total() != len(plan) or matches.total() != len(plan):
        wrong.append(f"{moments.total()} kills at the end of {matches.total()} matches, not {len(plan)}")
    if kills and not verdict.hits:
        wrong.append("no kill came between the last append and the result's settling")
    return verdict


@dataclass
class Lane:
    """A server with its people."""

    folder: Path
    rng: random.Random
    played: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    moments: Counter[Found] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def run(self, plan: Sequence[tuple[Setup, Aim]], say: Callable[[str], None]) -> int:
        """All these matches with their kills, and the judgement; how many matches count."""
        self.folder.mkdir()
        server = ServerProcess(self.folder, max_rooms_per_player=100)
        try:
            url = await server.start()
            async with AsyncExitStack() as stack:
                people = [await stack.enter_async_context(connect(url, name=name, patience=PATIENCE)) for name in NAMES]
                for setup, aim in plan:
                    async with asyncio.timeout(WITHIN):
                        code, found = await self._match(server, people[: setup.seats], setup, aim)
                    self.played[setup.game].append(f"{code}-1")
                    self.moments[found] += 1
                    say(f"{setup.game} in room {code}: a kill {found.value}")
                async with asyncio.timeout(WITHIN), looking(server) as store:
                    counted = await self._judge(store, people)
            self.wrong += [f"the server said: {line}" for line in bad_lines(server.log.read_text())]
            return counted
        finally:
            await server.clean_up()

    async def _match(
        self, server: ServerProcess, people: Sequence[Client], setup: Setup, aim: Aim
    ) -> tuple[str, Found]:
        """One match, which ends while something is killed; the code of its room, which everybody has left then, and how
        far the result had come."""
        host, *others = self.rng.sample(people, len(people))
        settings = {"turn_seconds": 0, "reconnect_grace": 3600}
        rooms = [await host.create(setup.game, seats=setup.seats, options=setup.options, settings=settings)]
        rooms += [await other.join(rooms[0].code) for other in others]
        for room in rooms:
            await room.ready()
        await rooms[0].start()
        code = rooms[0].code
        async with looking(server) as store:
            if self.rng.random() < BY_LEAVING.get(setup.game, 0):
                ends = await self._until_alone(rooms)
            else:
                ends = await self._until_last_move(rooms, store)
            async with asyncio.TaskGroup() as tasks:
                for end in ends:
                    tasks.create_task(end)
                await _aimed(aim, store, code, self.rng)
                if aim is Aim.REDIS:
                    server.kill_redis()
                    found = Found.REDIS
                else:
                    await server.kill()
                    found = await _found(store, code)
                    await server.start()
        results = [await _result(room) for room in rooms if room.closing is None]
        if any(result != results[0] for result in results):
            self.wrong.append(f"{code}: the clients were told {results}")
        for room in rooms:
            await room.leave()
        return code, found

    async def _until_alone(self, rooms: Sequence[Room]) -> list[Coroutine[Any, Any, object]]:
        """All but two leave; the ends: another leaves, and often the last one in the same moment."""
        *first, second, last = self.rng.sample(rooms, len(rooms))
        for room in first:
            await room.leave()
        return [second.leave(), *([last.leave()] if self.rng.random() < 0.5 else [])]

    async def _until_last_move(self, rooms: Sequence[Room], store: Store) -> list[Coroutine[Any, Any, object]]:
        """Everybody moves, up to the move that will end the match; the end: to make that one. Now and then a deal has
        ended the match (a lucky hand in the last round): then nothing is left to do."""
        log = Follower(store, rooms[0].code)
        while (turn := await log.moves(self.rng)) is not None:
            seat, moves = turn
            async for view in rooms[seat]:
                if view.version >= log.version:
                    break
            for move in moves:
                if log.ends_with(seat, move):
                    return [rooms[seat].move(move, on=view)]
                try:
                    await rooms[seat].move(move, on=view)
                except Refused as refused:
                    if refused.code != UNSEEN:
                        raise
                else:
                    break
        return []

    async def _judge(self, store: Store, people: Sequence[Client]) -> int:
        """Notes what is wrong with what is told and stored, once no result waits any more; how many matches count. The
        caller bounds the wait: the server has just been started again."""
        while await store.results.outboxes():
            pass
        counted = 0
        ids = [person.player for person in people]
        for game, matches in self.played.items():
            there = ids[: SETUPS[game][0].seats]
            stored = {match: await store.results.match(match) for match in matches}
            missing = [match for match, result in stored.items() if result is None]
            self.wrong += [f"{match} has no result" for match in missing]
            counted += sum(not decode(result).abandoned for result in stored.values() if result is not None)
            board = {row.player: row for row in (await people[0].leaderboard(game, limit=100)).rows}
            for person in people[: len(there)]:
                expected, found = await sums_of(store, person.player, game)
                you = (await person.leaderboard(game)).you
                told = [(row.matches, row.points, row.won) for row in (board.get(person.player), you) if row]
                if expected != found or told != [expected] * 2:
                    what = f"the history makes {expected}, stored is {found}, told is {told}"
                    self.wrong.append(f"{game}, {person.name}: {what}")
            rated = [ratings.decode(rating) for rating in await store.results.ratings([(game, one) for one in there])]
            if dict(zip(there, rated, strict=True)) != await replayed(store, there[0], tuple(there), game):
                self.wrong.append(f"the ratings {rated} of {game} are not those of the matches in their order")
        for person in people:
            own = sorted(
                match
                for game, matches in self.played.items()
                for match in matches
                if person.player in ids[: SETUPS[game][0].seats]
            )
            told_of = sorted(await _told(person))
            kept = sorted(finished.match for finished in await history(store, person.player))
            if told_of != own or kept != own:
                self.wrong.append(f"{person.name} is told of {told_of}, stored is {kept}; the matches were {own}")
        return counted


@asynccontextmanager
async def looking(server: ServerProcess) -> AsyncIterator[Store]:
    """A store to look at what the server, or the one that was killed, has stored."""
    store = Store(running_address(server.data))
    await store.start()
    try:
        yield store
    finally:
        await store.aclose()


async def _aimed(aim: Aim, store: Store, code: str, rng: random.Random) -> None:
    """Returns when it is time to kill."""
    if aim in (Aim.CHANCE, Aim.REDIS):
        await asyncio.sleep(rng.uniform(0, MOMENT))
    while aim is Aim.OUTBOX and await store.results.waiting([code]) == [[]]:
        if await store.results.match(f"{code}-1") is not None:
            return  # it was settled between two looks
    while aim is Aim.APPLIED and await store.results.match(f"{code}-1") is None:
        pass


async def _found(store: Store, code: str) -> Found:
    """How far a match's result has come."""
    waits = await store.results.waiting([code]) != [[]]
    if await store.results.match(f"{code}-1") is not None:
        return Found.APPLIED if waits else Found.DONE
    return Found.WAITS if waits else Found.PLAYING


async def _result(room: Room) -> object:
    """How the match ended, as one client is told."""
    async for view in room:
        if view.over:
            return view.result
    raise AssertionError(f"the room {room.code} ended before its match was over")


async def _told(person: Client) -> list[str]:
    """The person's matches, as the server tells them page by page."""
    found: list[str] = []
    before = None
    while True:
        page = await person.history(limit=7, before=before)
        found += [match.match for match in page.matches]
        if (before := page.before) is None:
            return found
