"""A real server and clients that say all there is to say: each message of the schema goes over the wire and is valid.

The recorder of this folder holds all other tests' frames to the schema, too.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack
from random import Random
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from fudakai.clients.bots.offers import fill
from fudakai.server.games.registry import GAMES
from tests.e2e.process import ServerProcess
from tests.e2e.test_serving import wire
from tests.protocol.recorder import FrameRecorder
from tests.protocol.schema import CLIENT, SERVER
from tests.soak.kit.wire import JSON, MSGPACK, Wire

SECONDS: Final = 120.0
SHORT: Final[dict[str, dict[str, Any]]] = {
    "agurk": {},
    "hanafuda": {"rounds": 1},
    "koikoi": {"rounds": 3},
    "dafaza": {"official_hands": 1},
}
"""Options with which a match is over soon."""


async def until(one: Wire, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    while (message := await one.hear())["type"] != kind:
        pass
    return message


async def play(one: Wire, room: str, rng: Random) -> None:
    """Plays a seat at random until the match is over. A move that is refused (H11) is not made again."""
    offers: list[Any] = []
    version = -1
    while True:
        message = await one.hear()
        if message["type"] == "update":
            if message["state"]["status"] == "finished":
                return
            offers, version = list(message["you"]["offers"]), message["version"]
        elif message["type"] != "refused":
            continue
        if offers:
            chosen = offers.pop(rng.randrange(len(offers)))
            ref = secrets.token_hex(4)
            await one.say("move", room=room, ref=ref, version=version, move=fill(chosen, rng))


async def match(people: list[Wire], game: str) -> str:
    """A whole match; its id. Everybody stays."""
    first, *others = people
    settings = {"turn_seconds": 0, "chat": "all"}
    asked = {"game": game, "seats": len(people), "options": SHORT[game], "settings": settings}
    room = str((await first.ask("create", **asked))["room"])
    for one in others:
        await one.ask("join", room=room)
    for one in people:
        await one.ask("ready", room=room)
    await first.say("start", room=room)
    await asyncio.gather(*[play(one, room, Random(f"{game} {seat}")) for seat, one in enumerate(people)])
    return f"{room}-1"


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_is_as_the_schema_says(server: ServerProcess, frames: FrameRecorder, game: str) -> None:
    seats = GAMES[game].SEATS[0]
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        lines = [wire(server.url, (MSGPACK, JSON)[seat % 2], name=f"p{seat}") for seat in range(seats)]
        people = [await stack.enter_async_context(line) for line in lines]
        await match(people, game)
    frames.check()
    assert frames.seen["S update"] > seats
    assert frames.seen[f"C move of {game}"] > seats


@pytest.mark.parametrize("protocol", [MSGPACK, JSON])
async def test_every_message_of_the_schema_is_seen(server: ServerProcess, frames: FrameRecorder, protocol: str) -> None:
    async with asyncio.timeout(SECONDS), wire(server.url, protocol, name="ann", client="test/1", minor=0) as ann:
        async with wire(server.url, protocol, name="bob") as bob, wire(server.url, protocol, name="eve") as eve:
            await eve.ask("follow", status="waiting", free=True)
            played = await match([ann, bob], "koikoi")
            room = played.partition("-")[0]
            await ann.ask("history", limit=1)
            await bob.ask("leaderboard", game="koikoi")
            await eve.ask("record", match=played)
            await eve.ask("replay", match=played, count=2)
            await eve.ask("list", game="koikoi")
            await eve.ask("spectate", room=room)
            await ann.ask("resume", room=room, version=1)
            await bob.ask("chat", room=room, text="again?")
            await eve.ask("chat", room=room, emote="wow")
            await until(ann, "said")
            await ann.ask("mute", room=room, player=eve.welcome["player"])
            await ann.ask("configure", room=room, title="once more", visibility="locked", passcode="sesame")
            await bob.ask("leave", room=room)
            await ann.ask("add_bot", room=room, seat=1, strength="random")
            await ann.ask("kick", room=room, seat=1)
            await ann.ask("ping")
            await ann.ask("close", room=room)
            await until(eve, "closed")
            quick = (await bob.ask("quick", game="agurk"))["room"]
            await bob.ask("sit", room=quick, seat=3)
            assert quick in {line["room"] for line in (await until(eve, "listed"))["rooms"]}
            await eve.ask("unfollow")
            await eve.say("start", room=quick)
            await until(eve, "refused")
        assert server.process is not None
        server.process.terminate()
        await until(ann, "notice")
        with pytest.raises(ConnectionClosed):
            await ann.hear_out()
    frames.check()
    every = {*[f"C {kind}" for kind in CLIENT], *[f"S {kind}" for kind in SERVER]}
    assert every - frames.seen.keys() == set()
