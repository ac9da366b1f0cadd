"""A server that stops, or whose Redis does not answer: what clients are told, and how play goes on afterwards."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from fudakai.clients.sdk import Client, Room, View, autoplay, connect
from fudakai.server.cli import cli
from fudakai.server.store.embedded import EmbeddedRedis, running_address
from tests.e2e.process import ServerProcess
from tests.e2e.test_serving import command, http, wire
from tests.soak.kit.wire import read

SECONDS = 30.0
GOLDEN = Path(__file__).parents[1] / "golden"


class Choice:
    """Plays at random, and tells when so many moves were chosen."""

    def __init__(self, after: int) -> None:
        self.reached = asyncio.Event()
        self._left = after
        self._rng = random.Random(7)

    def __call__(self, view: View, offers: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        self._left -= 1
        if self._left <= 0:
            self.reached.set()
        return self._rng.choice(offers)


async def table(*people: Client) -> list[Room]:
    """A room with all these people in it."""
    first = await people[0].create("agurk", seats=len(people), settings={"turn_seconds": 0})
    return [first, *[await person.join(first.code) for person in people[1:]]]


async def test_a_match_goes_on_after_a_stop_and_a_start(server: ServerProcess) -> None:
    told: list[str] = []
    choice = Choice(after=10)
    url = server.url
    async with (
        asyncio.timeout(SECONDS),
        connect(url, name="ann", notice=lambda code, words: told.append(code)) as ann,
        connect(url, name="bob") as bob,
        asyncio.TaskGroup() as tasks,
    ):
        rooms = await table(ann, bob)
        playing = [tasks.create_task(autoplay(room, choice, start=room is rooms[0])) for room in rooms]
        await choice.reached.wait()
        assert await server.terminate() == 0
        await server.start()
        assert any("open rooms that go on: 1." in line for line in server.said)
        results = [await task for task in playing]
    assert len(results[0]) == 1
    assert results[0] == results[1]
    assert told[:2] == ["stopping", "offline"]
    assert told[-1] == "online"


async def test_a_server_that_stops_makes_no_new_rooms_and_says_so(server: ServerProcess) -> None:
    async with wire(server.url, name="ann") as ann, Redis.from_url(running_address(server.data)) as redis:
        room = (await ann.ask("create", game="agurk"))["room"]
        await redis.client_pause(1500, all=False)  # milliseconds; the append below holds the stop up so long
        await ann.say("ready", room=room)
        assert server.process is not None
        server.process.terminate()
        async with asyncio.timeout(SECONDS):
            while (await ann.hear())["type"] != "notice":
                pass
            asked = await ann.say("create", game="agurk")
            with pytest.raises(ConnectionClosed):
                await ann.hear_out()
        answers = {message.get("re"): message for message in map(read, ann.frames)}
        assert answers[asked]["code"] == "stopping"
        async with asyncio.timeout(SECONDS):
            assert await server.process.wait() == 0


async def test_readiness_says_when_redis_is_away(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path / "other")
    server = ServerProcess(tmp_path, redis_url=await redis.start())
    request = "GET /{} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    try:
        await server.start()
        await redis.stop()
        async with asyncio.timeout(SECONDS):
            while " 503 " not in (ready := await http(server.port, request.format("readyz"))).splitlines()[0]:
                pass
        assert "Redis cannot be reached." in ready
        assert " 200 " in (await http(server.port, request.format("healthz"))).splitlines()[0]
    finally:
        await server.clean_up()


async def test_config_names_every_source_and_masks_every_secret(tmp_path: Path) -> None:
    secrets = {
        "FUDAKAI_REDIS_URL": "rediss://user:hush-one@redis.example:6380/2?password=hush-two",
        "FUDAKAI_ACCESS_TOKEN": "hush-three",
        "FUDAKAI_SECRET_KEY": "hush-four-" + "x" * 40,
    }
    status, said = await command(ServerProcess(tmp_path), "config", COLUMNS="400", **secrets)
    assert status == 0
    assert "hush" not in said
    rows = {line.split()[0]: line for line in said.splitlines()[1:]}
    for variable in secrets:
        assert "********" in rows[variable]
        assert f"environment {variable}" in rows[variable]
    assert "redis.example:6380/2" in rows["FUDAKAI_REDIS_URL"]
    assert " test.toml " in rows["FUDAKAI_LOG_LEVEL"]
    assert " default.toml " in rows["FUDAKAI_TURN_SECONDS"]
    assert "environment FUDAKAI_DATA_DIR" in rows["FUDAKAI_DATA_DIR"]


async def test_config_at_80_columns_has_each_setting_in_a_line_and_what_it_is_below(tmp_path: Path) -> None:
    status, said = await command(ServerProcess(tmp_path), "config", COLUMNS="80")
    assert status == 0
    lines = said.splitlines()
    assert max(map(len, lines)) <= 80
    at = next(at for at, line in enumerate(lines) if line.startswith("FUDAKAI_PORT = "))
    assert lines[at].endswith(")")
    assert lines[at + 1].startswith("    ")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.json")), ids=lambda path: path.stem)
def test_the_command_says_ok_to_a_golden_record_and_names_the_entry_that_differs(path: Path, tmp_path: Path) -> None:
    said = CliRunner().invoke(cli, ["replay", "--check", str(path)])
    assert (said.exit_code, said.output) == (0, "ok\n")
    record = json.loads(path.read_bytes())
    record["entries"].append({"expect": {"to_act": [99]}})
    (tmp_path / path.name).write_text(json.dumps(record))
    said = CliRunner().invoke(cli, ["replay", "--check", str(tmp_path / path.name)])
    assert said.exit_code == 1
    assert said.output.startswith(f"entry {len(record['entries']) - 1} differs: to_act: wanted [99]")
