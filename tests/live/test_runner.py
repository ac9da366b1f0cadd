"""What happens between a request and its append: closes, resends and rivals in just that moment."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Close, Refusal
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


async def test_l7_the_late_close_of_an_old_connection_changes_nothing_while_an_append_is_under_way(
    world: World,
) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    new = Peer(world, token=bob.welcome["token"])
    ann.say(client.Ready, room=code)  # its append is under way: what comes now waits in the room
    new.say(client.Resume, room=code, version=0)
    bob.drop()
    await world.settle()
    seats = new.view["state"]["seats"]
    assert (seats[1]["player"], seats[1]["away"]) == (new.welcome["player"], False)


async def test_l7_a_close_before_the_comeback_is_still_a_comeback(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    new = Peer(world, token=bob.welcome["token"])
    ann.say(client.Ready, room=code)
    bob.drop()
    new.say(client.Resume, room=code, version=0)
    await world.settle()
    assert not new.view["state"]["seats"][1]["away"]
    new.drop()
    await world.settle()
    assert ann.view["state"]["seats"][1]["away"]


async def test_principle_4_a_move_sent_again_while_its_append_is_unknown_is_not_refused_and_then_played(
    own_redis: tuple[str, int],
) -> None:
    url, pid = own_redis
    async with world_on(url, HandClock()) as world:
        code, peers = await world.table("ann", "bob")
        mover = world.mover(peers)
        move = {"room": code, "ref": "x", "version": mover.view["version"], "move": mover.view["you"]["offers"][0]}
        os.kill(pid, signal.SIGSTOP)
        first = mover.say(client.Move, **move)
        await world.until(lambda: not world.store.healthy)
        again = Peer(world, token=mover.welcome["token"])
        again.say(client.Resume, room=code, version=move["version"])
        second = again.say(client.Move, **move)
        os.kill(pid, signal.SIGCONT)
        answers = [await mover.answer(first), await again.answer(second)]
        await world.settle()
        played = any(e["type"] == "played" for u in again.updates for entry in u["events"] for e in entry["events"])
        assert [a["type"] for a in answers] == (["ok", "ok"] if played else ["refused", "refused"]), (answers, played)


async def test_principle_4_a_move_that_is_perhaps_stored_is_not_refused_when_another_server_took_over(
    world: World, raw: Any
) -> None:
    code, peers = await world.table("ann", "bob")
    raw.hset("fudakai:node:main", mapping={"number": 2**52, "holder": "another"})
    segment = raw.hget(f"fudakai:{{{code}}}:head", "segment")
    raw.set(f"fudakai:{{{code}}}:log:{segment}", "no list")  # the append's answer is an error: UNKNOWN
    mover = world.mover(peers)
    asked = mover.say(
        client.Move, room=code, ref="x", version=mover.view["version"], move=mover.view["you"]["offers"][0]
    )
    await world.until(lambda: mover.got[-1]["type"] == "closed")
    assert world.fenced
    assert not any(message.get("re") == asked for message in mover.got)
    assert mover.closed_with == Close.RESTART


async def test_l2_a_passcode_of_who_becomes_host_in_this_moment_is_not_acknowledged_and_forgotten(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    await ann.ask(client.Configure, room=code, visibility="locked", passcode="of ann")
    ann.say(client.Leave, room=code)  # its append is under way
    changed = await bob.ask(client.Configure, room=code, passcode="of bob")
    assert (changed["type"], changed["code"]) == ("refused", Refusal.NOT_HOST)
    await world.settle()
    assert (await bob.ask(client.Configure, room=code, passcode="of bob"))["type"] == "ok"
    assert (await Peer(world, "eve").ask(client.Join, room=code, passcode="of bob"))["type"] == "ok"
