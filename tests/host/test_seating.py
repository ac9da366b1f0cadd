"""Quick match: a seat at a table, whoever else asks in the same moment (L3)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import redis

from fudakai.protocol import from_client as client
from fudakai.server.cluster.lease import Lease
from fudakai.server.store import Store
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock(), max_rooms=20) as world:
        yield world


async def quick(peer: Peer, game: str = "agurk") -> tuple[str, int]:
    answer = await peer.ask(client.Quick, game=game)
    assert answer["type"] == "ok", answer
    return answer["room"], answer["seat"]


async def refused(peer: Peer, game: str = "agurk") -> str:
    answer = await peer.ask(client.Quick, game=game)
    assert answer["type"] == "refused", answer
    return str(answer["code"])


async def test_l3_the_first_makes_a_room_and_the_next_sits_down_in_it(world: World) -> None:
    ann, bob, cat = Peer(world, "ann"), Peer(world, "bob"), Peer(world, "cat")
    code, seat = await quick(ann)
    assert seat == 0
    assert (ann.view["state"]["host"], ann.view["state"]["title"]) == (ann.welcome["player"], "ann's table")
    assert await quick(bob) == (code, 1)
    assert bob.view["you"]["seat"] == 1
    other, _ = await quick(cat, "hanafuda")
    assert other != code


async def test_l3_many_who_ask_in_the_same_moment_fill_one_room_after_the_other(world: World) -> None:
    peers = [Peer(world, f"p{number}") for number in range(7)]
    asked = [peer.say(client.Quick, game="dafaza") for peer in peers]
    answers = [await peer.answer(id) for peer, id in zip(peers, asked, strict=True)]
    rooms = [answer["room"] for answer in answers]
    assert rooms == [rooms[0]] * 4 + [rooms[4]] * 3
    assert rooms[0] != rooms[4]
    assert [answer["seat"] for answer in answers] == [0, 1, 2, 3, 0, 1, 2]


async def test_l3_the_fullest_room_is_taken_and_a_bots_seat_is_not_free(world: World) -> None:
    few, (ann,) = await world.table("ann", start=False)
    more, _ = await world.table("bob", "bea", start=False)
    full, (cat,) = await world.table("cat", start=False, seats=2)
    assert (await cat.ask(client.AddBot, room=full))["type"] == "ok"
    assert await quick(Peer(world, "dan")) == (more, 2)
    for _ in range(4):
        await ann.ask(client.AddBot, room=few)
    assert await quick(Peer(world, "eve")) == (few, 5)
    assert await quick(Peer(world, "fay")) == (few, 6)
    assert await quick(Peer(world, "gil")) == (more, 3)


async def test_l3_only_public_rooms_that_wait_with_somebody_in_them(world: World) -> None:
    playing, _ = await world.table("ann", "bob", seats=3)
    unlisted, _ = await world.table("cat", start=False, visibility="unlisted")
    locked, _ = await world.table("dan", start=False, visibility="locked", passcode="x")
    deserted, (eve,) = await world.table("eve", start=False)
    eve.drop()
    await world.settle()
    code, seat = await quick(Peer(world, "fay"))
    assert code not in (playing, unlisted, locked, deserted)
    assert seat == 0


async def test_l3_not_where_one_was_kicked(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    await ann.ask(client.Kick, room=code, seat=1)
    other, _ = await quick(bob)
    assert other != code


async def test_l5_asking_again_is_the_same_seat(world: World) -> None:
    ann, bob = Peer(world, "ann"), Peer(world, "bob")
    code, _ = await quick(ann)
    await quick(bob)
    assert await quick(bob) == (code, 1)
    tab = Peer(world, token=bob.welcome["token"])
    assert await quick(tab) == (code, 1)
    bob.drop()
    tab.drop()
    await world.settle()
    assert await quick(Peer(world, token=bob.welcome["token"])) == (code, 1)


async def test_who_is_gone_before_their_turn_gets_no_seat(world: World) -> None:
    ann, bob, cat = Peer(world, "ann"), Peer(world, "bob"), Peer(world, "cat")
    code, _ = await quick(ann)
    bob.say(client.Quick, game="agurk")
    asked = cat.say(client.Quick, game="agurk")
    bob.drop()
    assert (await cat.answer(asked))["seat"] == 1
    await world.settle()
    assert [seat["name"] for seat in ann.view["state"]["seats"]][:3] == ["ann", "cat", None]
    assert ann.view["room"] == code


async def test_what_is_refused(world: World) -> None:
    ann = Peer(world, "ann")
    assert await refused(ann, "chess") == "unknown_game"
    first = ann.say(client.Quick, game="agurk")
    assert await refused(ann) == "too_fast"
    assert (await ann.answer(first))["type"] == "ok"
    await world.table("bob", start=False)
    world.host.stop_taking()
    assert await refused(Peer(world, "dan"), "koikoi") == "stopping"


@pytest.mark.parametrize("game", ["agurk", "koikoi"])
async def test_a_server_that_drains_makes_no_room_and_seats_nobody_in_one(world: World, game: str) -> None:
    _, (ann,) = await world.table("ann", start=False)
    late = Peer(world, "late")
    early = late.say(client.Quick, game=game)  # has its turn when the drain has begun
    world.host.drain("an upgrade")
    assert (await late.answer(early))["code"] == "stopping"
    assert await refused(Peer(world, "bob"), game) == "stopping"
    assert (await Peer(world, "cat").ask(client.Create, game=game))["code"] == "stopping"
    assert [seat["name"] for seat in ann.view["state"]["seats"]][:2] == ["ann", None]
    world.host.drain(None)
    await quick(Peer(world, "dan"), game)


class Slow:
    """Fencing numbers of a store that come when they may; meanwhile a room that wants one reads no log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.may = asyncio.Event()

    async def next_fence(self, node: str, holder: str, latest: int | None = None) -> int | None:
        await self.may.wait()
        return await self._store.next_fence(node, holder, latest)

    async def noted_fence(self, node: str) -> tuple[int, str] | None:
        return await self._store.noted_fence(node)


async def test_nobody_waits_for_a_room_that_reads_its_log(world: World, redis_url: str) -> None:
    code, (ann,) = await world.table("ann", start=False)
    slow = Slow(world.store)
    slow.may.set()
    world.host.lease = Lease(slow, "main")
    await world.host.lease.acquire()
    slow.may.clear()
    with redis.Redis.from_url(redis_url) as raw:
        raw.hincrby(f"fudakai:{{{code}}}:head", "version", 1)
    bob = Peer(world, "bob")
    lost = bob.say(client.Quick, game="agurk")
    other, seat = await quick(Peer(world, "cat"))  # comes second, and waits until that append has failed
    assert (other != code, seat) == (True, 0)
    assert world.host.runners[code].recovering
    assert await quick(Peer(world, "dan")) == (other, 1)
    assert await quick(ann) == (code, 0), "who sits there is told so, whatever the room is at"
    slow.may.set()
    assert (await bob.answer(lost))["type"] == "refused"


async def test_the_bounds_on_rooms_hold(world: World) -> None:
    for number in range(20):
        await world.table(f"p{number}", start=False, game="koikoi", visibility="unlisted")
    assert await refused(Peer(world, "ann")) == "too_many_rooms"
