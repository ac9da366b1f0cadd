"""The list of rooms, and following it: a snapshot, then what changes, at most once a second."""

from __future__ import annotations

import random
from typing import Any

import msgpack
import pytest

from fudakai.protocol import from_client as client
from fudakai.protocol.codec import CODECS
from fudakai.server.host.listing import LISTED
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock(), max_rooms=1000, max_rooms_per_player=1000) as world:
        yield world


class Follower:
    """Somebody who keeps a list by what they are sent."""

    def __init__(self, peer: Peer, answer: dict[str, Any]) -> None:
        self.peer = peer
        self.lines = {line["room"]: line for line in answer["rooms"]}
        self.read = len(peer.got)

    def news(self) -> list[dict[str, Any]]:
        """What came since the last look, put into the list."""
        new = [message for message in self.peer.got[self.read :] if message["type"] == "listed"]
        self.read = len(self.peer.got)
        for message in new:
            self.lines.update((line["room"], line) for line in message["rooms"])
            for code in message["gone"]:
                del self.lines[code]
        return new


async def follow(world: World, peer: Peer | None = None, **wanted: Any) -> Follower:
    peer = peer or Peer(world, "eve")
    answer = await peer.ask(client.Follow, **wanted)
    assert answer["type"] == "rooms", answer
    return Follower(peer, answer)


async def test_a_list_can_be_asked_for_by_game_status_and_free_seats(world: World) -> None:
    waiting, _ = await world.table("ann", start=False)
    full, _ = await world.table("bob", "bea", start=False, game="koikoi")
    playing, _ = await world.table("cat", "cid")
    finished, people = await world.table("dan", "dot", game="koikoi")
    await people[1].ask(client.Leave, room=finished)
    eve = Peer(world, "eve")
    for wanted, expected in (
        ({}, {waiting, full, playing, finished}),
        ({"game": "koikoi"}, {full, finished}),
        ({"status": "waiting"}, {waiting, full}),
        ({"status": "playing"}, {playing}),
        ({"status": "finished", "game": "agurk"}, set()),
        ({"free": True}, {waiting, finished}),
        ({"free": True, "status": "waiting"}, {waiting}),
        ({"free": True, "game": "koikoi"}, {finished}),
    ):
        answer = await eve.ask(client.List, **wanted)
        assert {line["room"] for line in answer["rooms"]} == expected, wanted


async def test_a_list_and_then_its_changes(world: World) -> None:
    code, (ann,) = await world.table("ann", start=False, title="evening")
    eve = await follow(world)
    assert eve.lines == {
        code: {
            "room": code,
            "title": "evening",
            "game": "agurk",
            "status": "waiting",
            "seats": 7,
            "seated": 1,
            "spectators": True,
            "locked": False,
        }
    }
    bob = Peer(world, "bob")
    await bob.ask(client.Join, room=code)
    world.clock.move(0)
    assert [(one["rooms"][0]["seated"], one["gone"]) for one in eve.news()] == [(2, [])]
    other, _ = await world.table("cat", start=False, game="koikoi")
    await bob.ask(client.Leave, room=code)
    await ann.ask(client.Leave, room=code)
    world.clock.move(0.999)
    assert eve.news() == []
    world.clock.move(0.001)
    ((news),) = eve.news()
    assert ([line["room"] for line in news["rooms"]], news["gone"]) == ([other], [code])


async def test_l1_an_unlisted_room_is_in_no_list_and_a_locked_one_has_a_mark(world: World) -> None:
    eve = await follow(world)
    code, (ann,) = await world.table("ann", start=False, visibility="unlisted")
    world.clock.move(1)
    assert eve.news() == []
    assert (await ann.ask(client.List))["rooms"] == []
    await ann.ask(client.Configure, room=code, visibility="locked", passcode="x")
    world.clock.move(1)
    assert [line["locked"] for line in eve.news()[0]["rooms"]] == [True]
    assert [line["locked"] for line in (await ann.ask(client.List))["rooms"]] == [True]
    await ann.ask(client.Configure, room=code, visibility="unlisted")
    world.clock.move(1)
    assert eve.news()[0]["gone"] == [code]


async def test_only_what_was_asked_for(world: World) -> None:
    waiting = await follow(world, status="waiting")
    playing = await follow(world, game="agurk", status="playing")
    free = await follow(world, free=True)
    koikoi = await follow(world, game="koikoi")
    code, peers = await world.table("ann", "bob", start=False, seats=2)
    world.clock.move(1)
    assert [len(one.news()) for one in (waiting, playing, free, koikoi)] == [1, 0, 0, 0]
    for peer in peers:
        await peer.ask(client.Ready, room=code)
    world.clock.move(1)
    assert waiting.news() == [], "who is ready is not in the list"
    await peers[0].ask(client.Start, room=code)
    world.clock.move(1)
    assert waiting.news()[0]["gone"] == [code]
    assert list(playing.lines) == [] == playing.news()[0]["gone"]
    assert list(playing.lines) == [code]
    await world.play(code, peers)
    world.clock.move(1)
    assert playing.news() == [], "nothing of a match shows"
    await peers[0].ask(client.Leave, room=code)
    world.clock.move(1)
    assert (playing.news()[0]["gone"], list(playing.lines)) == ([code], [])
    assert [line["status"] for line in free.news()[0]["rooms"]] == ["finished"]
    assert koikoi.lines == {}


async def test_one_list_for_each_connection_and_none_when_it_is_told_so(world: World) -> None:
    eve = await follow(world)
    await follow(world, eve.peer, game="koikoi")
    await world.table("ann", start=False)
    world.clock.move(1)
    assert eve.news() == []
    await world.table("bob", start=False, game="koikoi")
    world.clock.move(1)
    assert len(eve.news()) == 1
    assert (await eve.peer.ask(client.Unfollow))["type"] == "ok"
    assert (await eve.peer.ask(client.Unfollow))["type"] == "ok"
    await world.table("cat", start=False, game="koikoi")
    world.clock.move(1)
    assert eve.news() == []
    assert (await eve.peer.ask(client.Follow, game="chess"))["code"] == "unknown_game"
    assert (await eve.peer.ask(client.List, game="chess"))["code"] == "unknown_game"


async def test_nothing_is_done_when_nobody_follows_or_nothing_changes(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    listing = world.host._listing
    assert (listing._lines, listing._alarm) == ({}, None)
    eve, fay = await follow(world), await follow(world)
    await world.play(code, peers)
    assert listing._alarm is None
    eve.peer.drop()
    await peers[0].ask(client.Leave, room=code)
    assert listing._alarm is not None
    fay.peer.drop()
    assert (listing._lines, listing._groups, listing._following, listing._alarm) == ({}, {}, {}, None)


async def test_the_same_bytes_for_all_who_follow_the_same(world: World) -> None:
    followers = [await follow(world, status="waiting") for _ in range(3)]
    followers.append(await follow(world))
    in_json = followers[2].peer
    in_json.codec = CODECS["fudakai.v1.json"]
    in_json.send = lambda *frames: in_json.frames.extend(frames)  # type: ignore[method-assign]
    await world.table("ann", start=False)
    world.clock.move(1)
    frames = [follower.peer.frames[-1] for follower in followers]
    assert frames[0] is frames[1]
    assert frames[2][:1] == b"{"
    assert msgpack.unpackb(frames[3]) == msgpack.unpackb(frames[0])


async def test_of_very_many_rooms_those_that_wait_are_in_the_list(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    host = Peer(world, "cat")
    eve = await follow(world)
    assert list(eve.lines) == [code]
    made = [(await host.ask(client.Create, game="koikoi"))["room"] for _ in range(LISTED)]
    world.clock.move(1)
    assert (eve.news()[0]["gone"], set(eve.lines)) == ([code], set(made))
    await host.ask(client.Leave, room=made[0])
    world.clock.move(1)
    assert (eve.news()[0]["gone"], set(eve.lines)) == ([made[0]], {code, *made[1:]})
    assert len((await peers[0].ask(client.List))["rooms"]) == LISTED


@pytest.mark.parametrize("seed", range(3))
async def test_who_follows_knows_what_who_asks_is_told(world: World, seed: int) -> None:
    rng = random.Random(seed)
    wants: list[dict[str, Any]] = [{}, {"game": "koikoi"}, {"status": "waiting"}, {"free": True}]
    followers = [await follow(world, **rng.choice(wants))]
    everything = await follow(world)
    hosts = [Peer(world, f"p{number}") for number in range(4)]
    rooms: list[tuple[str, Peer]] = []
    for _ in range(60):
        if not rooms or rng.random() < 0.4:
            host = rng.choice(hosts)
            visibility = rng.choice(["public", "public", "unlisted"])
            answer = await host.ask(client.Create, game=rng.choice(["agurk", "koikoi"]), visibility=visibility)
            rooms.append((answer["room"], host))
        else:
            code, host = rng.choice(rooms)
            match rng.randrange(4):
                case 0:
                    await host.ask(client.Leave, room=code)
                    rooms = [room for room in rooms if room[0] != code]
                case 1:
                    await host.ask(client.AddBot, room=code)
                case 2:
                    await host.ask(client.Configure, room=code, visibility=rng.choice(["public", "unlisted"]))
                case 3:
                    await host.ask(client.Ready, room=code)
                    await host.ask(client.Start, room=code)
        if rng.random() < 0.2:
            followers.append(await follow(world, Peer(world, "eve"), **rng.choice(wants)))
        world.clock.move(rng.choice([0, 0.3, 1]))
    world.clock.move(2)
    asked = (await hosts[0].ask(client.List))["rooms"]
    everything.news()
    assert everything.lines == {line["room"]: line for line in asked}
    for follower in followers:
        follower.news()
        fresh = await follow(world, Peer(world, "fay"), **_wanted(world, follower.peer))
        assert follower.lines == fresh.lines


def _wanted(world: World, peer: Peer) -> dict[str, Any]:
    return world.host._listing._following[peer]._asdict()
