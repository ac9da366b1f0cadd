"""Quick matches over real connections: two who ask in the same moment end in one room, time after time (L3)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from fudakai.clients.sdk import Client, connect
from fudakai.server.games.registry import GAMES
from tests.e2e.process import ServerProcess

SECONDS: Final = 20.0
"""In which a pair must have met."""


class Verdict(NamedTuple):
    """What came of it."""

    wrong: list[str]
    met: int

    def __str__(self) -> str:
        return f"{self.met} pairs met in one room"


async def run(times: int, folder: Path, say: Callable[[str], None], games: list[str] | None = None) -> Verdict:
    """Lets two players ask at once, so many times, over the games by turns."""
    server = ServerProcess(folder)
    await server.start()
    try:
        async with connect(server.url, name="ann") as ann, connect(server.url, name="bob") as bob:
            return await _meet(times, ann, bob, games or list(GAMES), say)
    finally:
        await server.clean_up()


async def _meet(times: int, ann: Client, bob: Client, games: list[str], say: Callable[[str], None]) -> Verdict:
    wrong: list[str] = []
    met = 0
    for time in range(times):
        game = games[time % len(games)]
        first, second = (ann, bob) if time % 2 else (bob, ann)
        async with asyncio.timeout(SECONDS):
            one, other = await asyncio.gather(first.quick(game), second.quick(game))
            seats = {room.view.seat for room in (one, other) if room.view}
            if one.code == other.code and seats == {0, 1}:
                met += 1
            else:
                wrong.append(f"{time}: {game}: rooms {one.code} and {other.code}, seats {seats}")
            await asyncio.gather(one.leave(), other.leave())
            if left := await ann.rooms():
                wrong.append(f"{time}: still listed: {', '.join(line.room for line in left)}")
        if (time + 1) % 100 == 0:
            say(f"{time + 1} pairs")
    return Verdict(wrong, met)
