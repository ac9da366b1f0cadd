"""Writes a backup of a server's data for later servers to read: `python -m tests.e2e.make_stored NAME`.

The backup has a room of each game in the middle of a match (one locked, two with bots, one with a delay for spectators)
and one whose first match is over. NAME.json beside it says who plays where, and what they saw. One that is there stays.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from fudakai.clients.sdk import Client, Room, connect
from tests.e2e.process import ServerProcess
from tests.e2e.test_serving import command

SECONDS: Final = 30.0
FOLDER: Final = Path(__file__).parent / "stored"
SETTINGS: Final = {"turn_seconds": 0, "reconnect_grace": 86_400, "idle_minutes": 0, "bot_delay": 0}
TABLES: Final[dict[str, dict[str, Any]]] = {
    "agurk": {"seats": 3, "visibility": "locked", "passcode": "open sesame"},
    "dafaza": {"seats": 4},
    "hanafuda": {"seats": 3, "settings": {"spectator_delay": 5}},
    "koikoi": {"seats": 2},
}
"""By game. Ann and bob sit in each; bots have the other seats."""


async def until(holds: Callable[[], bool]) -> None:
    """Returns when that is so."""
    async with asyncio.timeout(SECONDS):
        while not holds():  # noqa: ASYNC110  # nothing tells when it is
            await asyncio.sleep(0)


def reached(rooms: list[Room], version: int) -> bool:
    """Whether all have seen that version."""
    return all(room.version >= version for room in rooms)


async def moves(rooms: list[Room], most: int, rng: random.Random) -> None:
    """Whoever is to act plays at random, so many moves."""
    for _ in range(most):
        await until(lambda: any(room.view is not None and room.view.offers for room in rooms))
        for room in rooms:
            view = room.view
            if view is not None and view.offers:
                move: dict[str, Any] = dict(rng.choice([offer for offer in view.offers if offer["type"] != "hiki"]))
                if "count" in move:
                    move["cards"] = rng.sample(move.pop("among"), move.pop("count"))
                version = await room.move(move)
                await until(partial(reached, rooms, version))
                break


async def table(ann: Client, bob: Client, game: str, asked: Mapping[str, Any]) -> list[Room]:
    """A match that has begun."""
    settings = {**SETTINGS, **asked.get("settings", {})}
    rooms = [await ann.create(game, **{**asked, "settings": settings})]
    rooms.append(await bob.join(rooms[0].code, asked.get("passcode")))
    for _ in range(asked["seats"] - 2):
        await rooms[0].add_bot()
    for room in rooms:
        await room.ready()
    await rooms[0].start()
    return rooms


async def write(name: str) -> None:
    """Plays, and writes both files."""
    rng, told = random.Random(7), {}
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), record_days=3650, history_days=0)
        try:
            url = await server.start()
            async with connect(url, name="ann") as ann, connect(url, name="bob") as bob:
                over = await table(ann, bob, "koikoi", {"seats": 2})
                await over[1].leave()
                await until(lambda: over[0].view is not None and over[0].view.over)
                for game, asked in TABLES.items():
                    rooms = await table(ann, bob, game, asked)
                    await moves(rooms, 8, rng)
                    told[game] = {"room": rooms[0].code, "seen": [seen(room) for room in rooms]}
                people = {"ann": ann.token, "bob": bob.token}
            match = (await finished(url, people["ann"]))[0]
            status, said = await command(server, "backup", str(FOLDER / f"{name}.tar"))
            if status:
                raise SystemExit(said)
        finally:
            await server.clean_up()
    content = {"people": people, "match": match, "games": told}
    (FOLDER / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


async def finished(url: str, token: str) -> list[str]:
    """The ids of the matches in the player's history."""
    async with connect(url, token=token) as client:
        return [one.match for one in (await client.history()).matches]


def seen(room: Room) -> dict[str, Any]:
    """What a player saw of the match."""
    view = room.view
    if view is None:
        raise AssertionError("the room was seen")
    return {"seat": view.seat, "version": view.version, "table": dict(view.table), "private": dict(view.private)}


if __name__ == "__main__":
    if (FOLDER / f"{sys.argv[1]}.tar").exists():
        raise SystemExit(f"make_stored: {sys.argv[1]} is there, and stays as it is")
    asyncio.run(write(sys.argv[1]))
