"""Data that earlier servers have stored is served: `make_stored` wrote it with the code of that time."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from fudakai.clients.bots.offers import fill
from fudakai.clients.sdk import View, autoplay, connect
from tests.e2e.make_stored import FOLDER, TABLES, seen
from tests.e2e.process import ServerProcess
from tests.e2e.test_serving import command

SECONDS = 60.0


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
async def test_what_was_stored_goes_on_to_its_end(name: str, tmp_path: Path) -> None:
    told = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert set(told["games"]) == set(TABLES)
    rng = random.Random(7)

    def choose(view: View, offers: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        return fill(rng.choice([offer for offer in offers if offer["type"] != "hiki"]), rng)

    server = ServerProcess(tmp_path)
    try:
        assert (await command(server, "restore", str(FOLDER / f"{name}.tar")))[0] == 0
        url = await server.start()
        assert any(f"open rooms that go on: {len(TABLES) + 1}." in line for line in server.said), server.said
        people = [connect(url, token=told["people"][who]) for who in ("ann", "bob")]
        async with asyncio.timeout(SECONDS), people[0] as ann, people[1] as bob:
            for game, before in told["games"].items():
                rooms = [await client.join(before["room"]) for client in (ann, bob)]
                for room, earlier in zip(rooms, before["seen"], strict=True):
                    now = json.loads(json.dumps(seen(room)))
                    assert now["seat"] == earlier["seat"]
                    assert now["table"].items() >= earlier["table"].items(), game
                    assert now["private"].items() >= earlier["private"].items(), game
                ends = await asyncio.gather(*(autoplay(room, choose) for room in rooms))
                assert ends[0] == ends[1]
                assert ends[0][0]["winners"] is not None
            match = told["match"]
            history = await ann.history()
            assert [one.match for one in history.matches if one.game == "koikoi"][-1] == match
            assert (await ann.record(match))["game"] == "koikoi"
            assert (await ann.replay(match)).frames
            board = await ann.leaderboard("koikoi")
            assert {row.name for row in board.rows} == {"ann", "bob"}
    finally:
        await server.clean_up()
