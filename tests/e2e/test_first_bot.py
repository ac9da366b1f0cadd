"""PROTOCOL.md's first bot, step by step with the page's own messages, and what ASSUME.md says of their order."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from fudakai.server.games.registry import GAMES
from tests.e2e.process import ServerProcess
from tests.protocol.page import blocks, messages, part

SECONDS = 60.0
STEPS = {
    value["type"]: value for block in blocks("json", part("Your first bot in ten minutes")) for value in messages(block)
}
MESSAGES = 3000
"""No match of the tests has more."""

Message = dict[str, Any]


async def first_bot(url: str, game: str, seats: int) -> tuple[list[Message], list[Message]]:
    """Plays one match as the page says, with the fields of its examples: what was said and what was heard."""
    said: list[Message] = []
    heard: list[Message] = []
    ids, rng, room, view, left = itertools.count(1), random.Random(7), "", Message(), False
    async with connect(url, subprotocols=[Subprotocol("fudakai.v1.json")]) as socket:

        async def say(kind: str, **fields: Any) -> None:
            here = {"room": room} if "room" in STEPS[kind] else {}
            said.append({**STEPS[kind], **here, **fields, "id": next(ids)})
            await socket.send(json.dumps(said[-1]))

        async def play() -> None:
            move = dict(rng.choice(view["you"]["offers"]))
            if "count" in move:
                move["cards"] = rng.sample(move.pop("among"), move.pop("count"))
            await say("move", version=view["version"], ref=f"{view['you']['since']} {len(said)}", move=move)

        await say("hello")
        await say("create", game=game, seats=seats)
        for _ in range(MESSAGES):
            message = json.loads(await socket.recv())
            heard.append(message)
            match message:
                case {"type": "ok", "re": 2, "room": room}:
                    for _ in range(seats - 1):
                        await say("add_bot")
                    await say("ready")
                    await say("start")
                case {"type": "update", "state": {"status": "finished"}} if not left:
                    left = True
                    await say("leave")
                case {"type": "update", "you": {"since": since, "offers": [_, *_]}} if not left:
                    decided, view = view.get("you", {}).get("since"), message
                    if since != decided:
                        await play()
                case {"type": "refused", "code": "hiki"}:
                    await play()
                case {"type": "closed"}:
                    return said, heard
    raise AssertionError(f"the match of {game} did not end")


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_bot_of_the_guide_finishes_a_match(server: ServerProcess, game: str) -> None:
    async with asyncio.timeout(SECONDS):
        said, heard = await first_bot(server.url, game, GAMES[game].SEATS[0])
    assert set(STEPS) == {message["type"] for message in said}, "each step was gone"
    results = [message["state"]["result"] for message in heard if message["type"] == "update"]
    assert any(result and result["winners"] for result in results)
    assert not [message for message in heard if message["type"] == "refused" and message["code"] != "hiki"]


async def test_what_a_client_may_assume_of_order(server: ServerProcess) -> None:
    async with asyncio.timeout(SECONDS):
        said, heard = await first_bot(server.url, "dafaza", 4)
    assert [message["re"] for message in heard if "re" in message] == [message["id"] for message in said]
    version = 0
    for message in heard:
        if message["type"] == "update":
            entries = [entry["version"] for entry in message["events"]]
            assert entries == list(range(version + 1, message["version"] + 1))
            version = message["version"]
        if message["type"] == "ok" and message["version"] > 0:
            assert message["version"] > version, "before the update that shows it"
