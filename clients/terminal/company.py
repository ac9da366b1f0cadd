"""Bots at a table, each over a connection of its own."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from fudakai.clients.bots import Strength, player
from fudakai.clients.sdk import Client, FudakaiError, Patience, Refused, Room, View, autoplay, connect
from fudakai.clients.sdk.link import Notice
from fudakai.clients.sdk.view import Data

NAMES: Final = (
    "Ume",
    "Matsu",
    "Sakura",
    "Fuji",
    "Botan",
    "Hagi",
    "Kiku",
    "Momiji",
    "Yanagi",
    "Kiri",
    "Susuki",
    "Ayame",
)
"""What bots are called: the flowers of the months, unlike a person's name."""

SEATS: Final = 3
"""Seats of a room that bots make and nobody said more about."""

FAREWELL: Final = 2.0
"""Seconds that leaving politely may take."""

FAST: Final[Mapping[str, Any]] = {"cycle_delay": 0, "round_delay": 0, "bot_delay": 0}
"""Settings of a room where nobody needs time to look."""


@asynccontextmanager
async def leaving(room: Room) -> AsyncIterator[Room]:
    """The room, which is left at the end, also when that is Ctrl-C, unless the server is away."""
    try:
        yield room
    finally:
        if room.online:
            with suppress(FudakaiError, TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await room.leave()


@dataclass(frozen=True)
class Company:
    """Where bots play and how well. `pace`: seconds a bot takes for a move. `moved` is called for each.
    `name`: what bots are called instead of the flowers, from the second on with a number. `tokens`: whose bots have
    accounts with the server's host, one for each; else they are guests."""

    url: str
    access: str | None
    strength: Strength
    seed: int | None
    patience: Patience
    notice: Notice
    pace: float = 0.0
    moved: Callable[[], None] = lambda: None
    name: str | None = None
    tokens: tuple[str, ...] = ()

    def called(self, number: int) -> str:
        """What the bot of that number is called, from 0."""
        if self.name is not None:
            return f"{self.name} {number + 1}" if number else self.name
        return NAMES[number % len(NAMES)] + (f" {number // len(NAMES) + 1}" if number >= len(NAMES) else "")

    def free(self, count: int, taken: Collection[str | None], first: int = 0) -> list[int]:
        """The numbers, from `first` on, of so many bots who are called otherwise than those there."""
        numbers = (number for number in itertools.count(first) if self.called(number) not in taken)
        return list(itertools.islice(numbers, count))

    def connection(self, number: int, *, sure: bool) -> Client:
        """A connection for that bot. When it is `sure` that there is a server, one that is away now is waited for."""
        patience = replace(self.patience, first_wait=self.patience.give_up) if sure else self.patience
        token = self.tokens[number] if self.tokens else None
        return connect(
            self.url,
            name=self.called(number),
            token=token,
            access=self.access,
            patience=patience,
            notice=self.notice,
        )

    def _need(self, bots: int) -> None:
        """Raises FudakaiError if there are not enough accounts for so many bots."""
        if self.tokens and len(self.tokens) < bots:
            raise FudakaiError(f"{bots} bots need a token each, since a player has one seat; {len(self.tokens)} given.")

    async def join(self, code: str, number: int, matches: int, *, sure: bool = True) -> list[Data]:
        """One bot joins a room, plays, and leaves; gives the results."""
        async with self.connection(number, sure=sure) as client, leaving(await client.join(code)) as room:
            return await self.sit(room, number, matches)

    async def visit(self, code: str, count: int, matches: int) -> list[Data]:
        """Lets `count` bots join a room and play; returns the results of the bot that saw most matches."""
        self._need(count)
        taken: list[str | None] = []
        async with self.connection(0, sure=False) as client:
            with suppress(Refused):  # joining says why
                seen = (await client.spectate(code)).view
                taken = [seat.name for seat in seen.seats] if seen else []
        random_names = self.name is None and self.seed is None
        numbers = self.free(count, taken, random.randrange(len(NAMES)) if random_names else 0)
        if self.tokens:
            numbers = list(range(count))  # they are called as their accounts are
        async with asyncio.TaskGroup() as tasks:
            joined = [tasks.create_task(self.join(code, number, matches, sure=False)) for number in numbers]
        return max((task.result() for task in joined), key=len)

    async def fill(
        self,
        game: str,
        options: Mapping[str, Any],
        settings: Mapping[str, Any],
        seats: int | None,
        matches: int,
        at: int,
    ) -> tuple[str, list[Data]]:
        """Makes the room of that number, with `seats` (None: the usual number, if the game is for so many), fills
        it, and plays; gives its code and the results."""
        first = at * (seats or SEATS)
        async with self.connection(first, sure=first > 0) as client:
            if seats is None:
                fewest, most = client.games.get(game, (2, SEATS))  # an unknown game is refused next
                seats = min(max(len(self.tokens) or SEATS, fewest), most)
            self._need(first + seats)
            set_ = {**FAST, **settings}
            made = await client.create(game, seats=seats, visibility="unlisted", options=options, settings=set_)
            async with leaving(made) as room, asyncio.TaskGroup() as tasks:
                for number in range(first + 1, first + seats):
                    tasks.create_task(self.join(room.code, number, matches))
                results = await self.sit(room, first, matches, start=True)
        return room.code, results

    async def sit(self, room: Room, number: int, matches: int, *, start: bool = False) -> list[Data]:
        """Plays a seat that is taken already."""
        rng = random.Random() if self.seed is None else random.Random(f"{self.seed} {number}")

        def choose(view: View, offers: Sequence[Data]) -> Data:
            self.moved()
            return player(self.strength, view.game)(view.known, offers, rng)

        return await autoplay(room, choose, matches=matches, start=start, pace=self.pace)
