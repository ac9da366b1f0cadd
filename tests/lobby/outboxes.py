"""Rooms whose matches are over, as the store has them: results in outboxes, and a worker that takes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from fudakai.server.lobby import ratings
from fudakai.server.lobby.ratings import Rating
from fudakai.server.lobby.results import End, Finished, ResultsWorker, decode, encode
from fudakai.server.store import Append, Appended, Store
from tests.store.helpers import PATIENCE, queued

OVER = Finished(
    match="ROOM-1",
    at=1_700_000_000_000,
    game="agurk",
    public=True,
    players=("ann", "bob", "cid"),
    names=("Ann", "Bob", "Cid"),
    left=(),
    outcome=End((0,), (3, 9, 22), (1, 2, 3), (2, 1, 0), "last_one_in"),
)
"""Ann wins, bob is second, cid last."""
ABANDONED = End((), (3, 9, 22), (), (), "abandoned")


def over(match: str, **changes: Any) -> Finished:
    """The match above with another id, and whatever else is different."""
    return msgspec.structs.replace(OVER, match=match, **changes)


async def stored(store: Store, *matches: Finished, closes: bool = True) -> None:
    """A room for each match, whose log ends with it."""
    for finished in matches:
        room = finished.match.rpartition("-")[0]
        await store.create(room, 1, b"base")
        append = Append(room, 1, 0, (b"end",), result=encode(finished), closes=closes)
        assert await queued(store, append) is Appended.STORED


@asynccontextmanager
async def working(*workers: ResultsWorker) -> AsyncIterator[None]:
    """These run, and have caught up with what waited when they began."""
    tasks = [asyncio.create_task(worker.run()) for worker in workers]
    try:
        async with asyncio.timeout(PATIENCE):
            for worker in workers:
                await worker.caught_up()
            yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def history(store: Store, player: str, *, public: bool = False) -> list[Finished]:
    """All of a player's matches, the oldest first."""
    page = await store.results.history(player, 1000, None, public=public)
    return [decode(result) for result in reversed(page.results)]


async def sums_of(store: Store, player: str, game: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Matches, points and wins of a player: as the history makes them, and as they are stored. Fails when a match
    stands twice in the history, or when the leaderboard says something else than the sums."""
    mine = await history(store, player)
    assert len({finished.match for finished in mine}) == len(mine), "a match stands twice in a history"
    counted = [finished for finished in mine if not finished.abandoned and finished.game == game]
    points = won = 0
    for finished in counted:
        seat = finished.players.index(player)
        points += finished.outcome.points[seat]
        won += seat in finished.outcome.winners and seat not in finished.left
    sums = await store.results.sums(player)
    matches, has, wins = (int(sums.get(f"{game}:{what}", 0)) for what in ("matches", "points", "won"))
    standing = await store.results.standing(game, player)
    if standing is not None:
        assert (standing.matches, standing.points, standing.won) == (matches, has, wins)
    return (len(counted), points, won), (matches, has, wins)


async def check_sums(store: Store, *players: str, game: str = "agurk") -> None:
    """What the store has added up is what the histories say."""
    for player in players:
        expected, found = await sums_of(store, player, game)
        assert found == expected


async def replayed(store: Store, player: str, others: tuple[str, ...], game: str = "agurk") -> dict[str, Rating]:
    """The ratings of a game that follow from the player's history, when all ranked matches had exactly these
    players."""
    current = {other: Rating() for other in others}
    for finished in await history(store, player):
        if finished.ranked and finished.game == game:
            places = ratings.ranks(finished.outcome.places, finished.left)
            new = ratings.rated([current[other] for other in finished.players], places)
            current |= dict(zip(finished.players, new, strict=True))
    return current
