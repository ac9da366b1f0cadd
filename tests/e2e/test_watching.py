"""Those who watch, over real sockets and byte by byte: nothing that they send counts, and a delay holds in all that
they are sent (L6)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from tests.e2e.process import ServerProcess
from tests.host.world import versions
from tests.soak.kit.wire import JSON, MSGPACK, Wire, read

SECONDS: Final = 60.0
QUIET: Final = {"turn_seconds": 0, "cycle_delay": 0, "round_delay": 0}


class Visitor:
    """Somebody on one connection: what they have been shown, and what they were answered."""

    def __init__(self, wire: Wire, welcome: dict[str, Any]) -> None:
        self.wire = wire
        self.welcome = welcome

    @property
    def got(self) -> list[dict[str, Any]]:
        """Every message until now."""
        return [read(frame) for frame in self.wire.frames]

    @property
    def view(self) -> dict[str, Any]:
        """The newest update that was heard."""
        return next(message for message in reversed(self.got) if message["type"] == "update")

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer, also when it is a refusal."""
        id = await self.wire.say(kind, **fields)
        while (message := await self.wire.hear()).get("re") != id:
            pass
        return message

    async def now(self) -> dict[str, Any]:
        """The newest update, with all that was sent before this question."""
        await self.ask("ping")
        return self.view


@asynccontextmanager
async def people(url: str, *names: str, protocol: str = MSGPACK) -> AsyncIterator[list[Visitor]]:
    """These people, each on a connection of their own."""
    found = []
    try:
        async with asyncio.timeout(SECONDS):
            for name in names:
                wire = Wire(await connect(url, subprotocols=[Subprotocol(protocol)], compression=None))
                visitor = Visitor(wire, {})
                found.append(visitor)
                visitor.welcome = await wire.ask("hello", name=name)
            yield found
    finally:
        for visitor in found:
            await visitor.wire.end()


async def move(room: str, at_table: list[Visitor]) -> int:
    """Who is to act plays the first offer; the version."""
    views = [await one.now() for one in at_table]
    mover, view = next((one, view) for one, view in zip(at_table, views, strict=True) if view["you"]["offers"])
    offer = view["you"]["offers"][0]
    answer = await mover.ask("move", room=room, version=view["version"], ref=f"r{view['version']}", move=offer)
    assert answer["type"] == "ok", answer
    return int(answer["version"])


def forbidden(room: str, player: str, version: int, offer: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What somebody without a seat must not do, and with which code it is refused."""
    yield "move", {"version": version, "ref": "mine", "move": offer}, "not_seated"
    yield "configure", {"title": "mine"}, "not_seated"
    yield "configure", {"options": {"rounds": 3}}, "not_seated"
    yield "configure", {"settings": {"spectator_delay": 0}}, "not_seated"
    yield "configure", {"visibility": "locked", "passcode": "x"}, "not_seated"
    yield "kick", {"seat": 1}, "not_seated"
    yield "add_bot", {}, "not_seated"
    yield "start", {}, "not_seated"
    yield "ready", {}, "not_seated"
    yield "mute", {"player": player}, "not_seated"
    yield "close", {}, "not_seated"


@pytest.mark.parametrize("protocol", [MSGPACK, JSON])
async def test_l6_nothing_that_a_spectator_sends_changes_a_game(server: ServerProcess, protocol: str) -> None:
    async with (
        people(server.url, "ann", "bob", protocol=protocol) as at_table,
        people(server.url, "eve", protocol=protocol) as (eve,),
    ):
        ann, bob = at_table
        room = (await ann.ask("create", game="koikoi", settings=QUIET, options={"rounds": 3}))["room"]
        await bob.ask("join", room=room)
        assert (await eve.ask("spectate", room=room))["type"] == "ok"
        await eve.now()
        async with asyncio.timeout(20):
            for one in at_table:
                await one.now()
                while one.view["state"]["watchers"] != ["eve"]:  # who watches is told a moment later
                    await one.wire.hear()

        async def tries() -> None:
            before = await ann.now()
            offers = [offer for one in at_table for offer in (await one.now())["you"]["offers"]]
            offer = offers[0] if offers else {"type": "play"}
            for kind, fields, code in forbidden(room, ann.welcome["player"], before["version"], offer):
                answer = await eve.ask(kind, room=room, **fields)
                assert (answer["type"], answer.get("code")) == ("refused", code), (kind, answer)
            after = await ann.now()
            assert (after["version"], after["state"]) == (before["version"], before["state"])
            assert after["you"] == before["you"]

        await tries()
        for one in at_table:
            await one.ask("ready", room=room)
        assert (await ann.ask("start", room=room))["type"] == "ok"
        await move(room, at_table)
        await tries()
        assert (await eve.ask("sit", room=room))["code"] == (await eve.ask("join", room=room))["code"] == "playing"
        await bob.ask("leave", room=room)
        assert (await ann.now())["state"]["status"] == "finished"
        at_table.remove(bob)
        await tries()


async def test_l6_a_locked_room_refuses_spectators_without_the_passcode(server: ServerProcess) -> None:
    async with people(server.url, "ann", "eve", "fay", "gil") as (ann, eve, fay, gil):
        room = (await ann.ask("create", game="agurk", visibility="locked", passcode="open", settings=QUIET))["room"]
        for fields in ({}, {"passcode": "shut"}, {"passcode": ""}):
            answer = await eve.ask("spectate", room=room, **fields)
            assert answer["code"] == "wrong_passcode", fields
        assert (await fay.ask("resume", room=room, version=0))["code"] == "wrong_passcode"
        assert (await fay.ask("chat", room=room, text="let me in"))["code"] == "not_seated"
        assert (await gil.ask("spectate", room=room, passcode="open"))["type"] == "ok"
        for one in (eve, fay):
            await one.ask("ping")
            assert not any(message["type"] in ("update", "said") for message in one.got)
        assert (await gil.now())["room"] == room


@pytest.mark.parametrize("protocol", [MSGPACK, JSON])
async def test_l6_with_a_delay_all_that_is_sent_is_of_the_delayed_version(server: ServerProcess, protocol: str) -> None:
    delay = 5
    async with (
        people(server.url, "ann", "bob", protocol=protocol) as at_table,
        people(server.url, "eve", protocol=protocol) as (eve,),
    ):
        ann, bob = at_table
        room = (await ann.ask("create", game="agurk", seats=2, settings={**QUIET, "spectator_delay": delay}))["room"]
        await bob.ask("join", room=room)
        await eve.ask("spectate", room=room)
        for one in at_table:
            await one.ask("ready", room=room)
        begins = (await ann.now())["version"]
        await eve.now()
        heard = len(eve.got)
        await ann.ask("start", room=room)
        for number in range(14):
            stored = await move(room, at_table)
            newest = (await ann.now())["version"]
            answers = [
                await eve.ask("ping"),
                await eve.ask("resume", room=room, version=begins),
                await eve.ask("spectate", room=room),
                await eve.ask("move", room=room, version=newest, ref="x", move={"type": "play", "cards": ["2C"]}),
                await eve.ask("list"),
                await eve.ask("chat", room=room, text=f"I see {number}"),
            ]
            assert stored <= newest
            bound = max(begins, newest - delay)
            pong, resumed = answers[0], answers[1]
            assert pong["versions"] == {room: resumed["version"]}
            assert resumed["version"] == eve.view["version"]
            assert begins <= resumed["version"] <= bound
            for message in eve.got:
                assert max(versions(message), default=0) <= bound, message
            async with people(server.url, "fay", protocol=protocol) as (fay,):
                assert fay.welcome["rooms"] == []
                await fay.ask("spectate", room=room)
                assert (await fay.now())["version"] == resumed["version"]
                assert (await fay.ask("ping"))["versions"] == {room: resumed["version"]}
                assert max(version for message in fay.got for version in versions(message)) <= bound
        assert eve.view["version"] > begins, "she has been shown something"
        assert eve.view["version"] < (await ann.now())["version"]
        await bob.ask("leave", room=room)
        last, end = await ann.now(), await eve.now()
        assert last["state"]["status"] == end["state"]["status"] == "finished"
        assert (last["version"], last["state"]["result"]) == (end["version"], end["state"]["result"])
        updates = [message for message in eve.got[heard:] if message["type"] == "update"]
        told = {entry["version"]: entry["events"] for update in updates for entry in update["events"]}
        assert sorted(told) == list(range(begins + 1, end["version"] + 1)), "and the rest comes at the end"
        assert told == {
            entry["version"]: entry["events"]
            for message in ann.got
            if message["type"] == "update"
            for entry in message["events"]
            if entry["version"] > begins
        }
