"""A whole run: starts the server and the opponents, lets the client in, and plays the scenes in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from fudakai.clients.kit.games import SCRIPTS, UnknownGame, has_choices, script_of
from fudakai.clients.kit.ground import ground
from fudakai.clients.kit.line import Entrance
from fudakai.clients.kit.opponent import Opponent
from fudakai.clients.kit.scenes import SCENES, NobodyCame
from fudakai.clients.kit.stage import Over, Stage
from fudakai.clients.kit.verdict import Failed, KitReport, SceneResult, SceneVerdict

CHOICE: Final = "choice"
"""The scene that games without choices do not have. In a game without a script it counts if a choice came up."""
TOO_SHORT: Final = "a match of the game is over before"


async def check(game: str, port: int, patience: float, ready: Callable[[str, str], None]) -> KitReport:
    """Plays all scenes with the first client that comes, and says how they went. `patience`: seconds after which a
    silent client has failed. `ready` is told the address and the room's code when a client may come. Raises NoGround,
    OSError for the port, UnknownGame and NobodyCame."""
    async with ground() as url:
        return await check_on(url, game, port, patience, ready)


async def check_on(url: str, game: str, port: int, patience: float, ready: Callable[[str, str], None]) -> KitReport:
    """The same on a running server of `ground`, which many runs may share."""
    report: KitReport | None = None
    ended: Exception | None = None
    door = Entrance(url, port)
    await door.open()
    async with asyncio.TaskGroup() as tasks:
        others = _Others(url, tasks)
        try:
            code = await others.host(game)
            ready(f"ws://127.0.0.1:{door.port}/", code)
            report = await _play(Stage(door, patience, others), game)
        except NobodyCame:
            ended = NobodyCame("no client has connected")  # raised below, outside of the group
        except UnknownGame as error:
            ended = error
        finally:
            others.end()
            await door.end()
    if report is None:
        raise ended if ended is not None else AssertionError("the run ended without a report")
    return report


async def _play(stage: Stage, game: str) -> KitReport:
    verdicts: dict[str, SceneResult] = {}
    ended = ""
    for entry in SCENES:
        if entry.name == CHOICE and not stage.chosen and not has_choices(stage.game or game):
            verdicts[entry.name] = SceneResult(entry.name, entry.about, SceneVerdict.NOT_IN_GAME)
        elif ended or entry.name in verdicts:
            verdicts.setdefault(entry.name, SceneResult(entry.name, entry.about, SceneVerdict.NOT_PLAYED, seen=ended))
        else:
            try:
                await entry.play(stage)
                verdicts[entry.name] = SceneResult(entry.name, entry.about, SceneVerdict.PASSED)
            except Over:
                if (stage.game or game) in SCRIPTS:
                    kind, words = SceneVerdict.NOT_PLAYED, "the match was over before"
                else:
                    kind, words = SceneVerdict.NOT_IN_GAME, TOO_SHORT
                verdicts[entry.name] = SceneResult(entry.name, entry.about, kind, seen=words)
            except Failed as failed:
                name = failed.scene or entry.name
                verdicts[name] = _failed(name, failed)
                if name != entry.name:
                    words = f"scene {name} came up in it and failed"
                    verdicts[entry.name] = SceneResult(entry.name, entry.about, SceneVerdict.NOT_PLAYED, seen=words)
                if failed.over:
                    ended = f"the run ended with scene {name}"
    client = str(stage.hello.get("client") or stage.hello.get("name") or "")
    results = tuple(verdicts[entry.name] for entry in SCENES)
    return KitReport(stage.game or game, stage.subprotocol, client, results)


def _failed(name: str, failed: Failed) -> SceneResult:
    about = next(entry.about for entry in SCENES if entry.name == name)
    return SceneResult(
        name, about, SceneVerdict.FAILED, failed.message, failed.field, failed.rule, failed.expected, failed.seen
    )


class _Others:
    """The opponents, and the tasks that they live in."""

    def __init__(self, url: str, tasks: asyncio.TaskGroup) -> None:
        self._url = url
        self._tasks = tasks
        self._lives: list[asyncio.Task[None]] = []
        self._players: list[Opponent] = []

    async def host(self, game: str) -> str:
        """One makes the room, the others sit down in it, and one seat stays free; its code. Raises UnknownGame."""
        first = self._new()
        script = script_of(game, await first.told())
        code = await first.create(game, script.seats, script.options)
        for _ in range(script.seats - 2):
            await self._new().join(code)
        return code

    async def fill(self, room: str, free: int) -> None:
        """Sits down in the free seats of a room; those who sit elsewhere do not matter any more."""
        if all(player.room != room for player in self._players):
            self._players.clear()
            for _ in range(free):
                await self._new().join(room)

    async def bounce(self) -> None:
        """One opponent disconnects and reconnects."""
        await self._players[0].bounce()

    async def leave(self) -> None:
        """All opponents leave, so that the match ends soon."""
        for player in self._players:
            await player.leave()

    def end(self) -> None:
        """Ends all."""
        for life in self._lives:
            life.cancel()

    def _new(self) -> Opponent:
        player = Opponent(self._url, f"kit {len(self._lives) + 1}")
        self._players.append(player)
        self._lives.append(self._tasks.create_task(player.run()))
        return player
