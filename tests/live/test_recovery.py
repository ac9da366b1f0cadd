"""Restarts, outages and rivals: nothing acknowledged is lost, nothing refused comes back, nobody writes twice."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Goodbye, Refusal
from fudakai.server.store.embedded import EmbeddedRedis, Fsync
from tests.host.world import HandClock, Peer, World, world_on
from tests.store.helpers import last_segment


async def test_a_restart_goes_on_with_seats_hands_refs_and_fair_clocks(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as first:
        code, peers = await first.table("ann", "bob", "cid")
        mover = first.mover(peers)
        seat = mover.view["you"]["seat"]
        move = {"room": code, "version": mover.view["version"], "move": mover.view["you"]["offers"][0]}
        stored = await mover.ask(client.Move, ref="mine", **move)
        await first.play(code, peers)
        tokens = [peer.welcome["token"] for peer in peers]
        seen = [peer.view for peer in peers]
    clock.move(29)
    async with world_on(redis_url, clock) as second:
        back = [Peer(second, token=token) for token in tokens]
        assert [peer.welcome["rooms"] for peer in back] == [[code]] * 3
        for peer, before in zip(back, seen, strict=True):
            await peer.ask(client.Resume, room=code, version=before["version"])
            assert peer.view["you"]["private"] == before["you"]["private"]
            assert peer.view["you"]["offers"] == before["you"]["offers"]
            versions = [entry["version"] for entry in peer.view["events"]]
            assert versions == list(range(before["version"] + 1, peer.view["version"] + 1))
        again = await back[seat].ask(client.Move, ref="mine", **move)
        assert (again["type"], again["version"]) == ("ok", stored["version"])
        (turn,) = back[0].view["state"]["clocks"]
        assert turn["left"] >= 10_000
        assert not any(place["away"] for place in back[0].view["state"]["seats"] if place["player"])
        await second.play(code, back)


async def test_a_restart_gives_the_away_their_whole_grace_and_then_abandons(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock, rooms={"turn_seconds": 0}) as first:
        code, (ann, _) = await first.table("ann", "bob")
        ann.drop()
        await first.settle()
        clock.move(59)
    async with world_on(redis_url, clock) as second:
        eve = Peer(second, "eve")
        await eve.ask(client.Spectate, room=code)
        clock.move(59)
        await second.settle()
        assert eve.view["state"]["status"] == "playing"
        clock.move(2)
        await second.until(lambda: eve.got[-1]["type"] == "closed")
        result = eve.view["state"]["result"]
        assert (result["reason"], result["winners"]) == ("abandoned", [])


async def test_l8_a_process_that_stood_still_takes_no_turn_and_no_seat(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as world:
        code, peers = await world.table("ann", "bob")
        mover = world.mover(peers)
        away = next(peer for peer in peers if peer is not mover)
        away.drop()
        await world.settle()
        clock.stand_still(100)
        await world.settle()
        (turn,) = mover.view["state"]["clocks"]
        assert turn == {"seat": mover.view["you"]["seat"], "left": 10_000}
        assert (await world.play(code, [mover]))["type"] == "ok"
        clock.move(59)
        back = Peer(world, token=away.welcome["token"])
        assert back.welcome["rooms"] == [code]


async def test_fault_22_a_stalled_owner_that_wakes_up_writes_nothing_and_learns_it(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as old:
        code, peers = await old.table("ann", "bob")
        async with world_on(redis_url, HandClock()) as new:
            ann, bob = (Peer(new, token=peer.welcome["token"]) for peer in peers)
            for peer in (ann, bob):
                await peer.ask(client.Resume, room=code, version=0)
            version = ann.view["version"]
            refused = await old.play(code, peers)
            assert (refused["type"], refused["code"]) == ("refused", Refusal.UNAVAILABLE)
            assert old.fenced
            assert not new.fenced
            assert (await new.play(code, [ann, bob]))["version"] == version + 1
            log = await last_segment(new.store, code)
            assert log is not None
            assert ann.view["version"] == version + 1


async def test_rooms_that_a_server_of_another_name_took_are_not_taken_back(redis_url: str) -> None:
    async with world_on(redis_url, HandClock(), node="old") as old:
        code, peers = await old.table("ann", "bob")
        async with world_on(redis_url, HandClock(), node="new") as new:
            ann, bob = (Peer(new, token=peer.welcome["token"]) for peer in peers)
            for peer in (ann, bob):
                await peer.ask(client.Resume, room=code, version=0)
            refused = await old.play(code, peers)
            assert (refused["type"], refused["code"]) == ("refused", Refusal.UNAVAILABLE)
            assert old.fenced
            assert (await new.play(code, [ann, bob]))["type"] == "ok"
            assert not new.fenced


async def playing_through(world: World, code: str, peers: list[Peer]) -> dict[str, object]:
    """Tries the same move again until the store is back."""
    async with asyncio.timeout(30):
        while True:
            answer = await world.play(code, peers, ref="kept")
            if answer["type"] == "ok":
                return answer
            assert answer["code"] in (Refusal.UNAVAILABLE, Refusal.NOT_YOUR_TURN, Refusal.STALE), answer


async def test_redis_killed_and_restarted_refuses_clearly_and_goes_on(tmp_path: Path) -> None:
    embedded = EmbeddedRedis(tmp_path, Fsync.ALWAYS)
    url = await embedded.start()
    try:
        async with world_on(url, HandClock()) as world:
            code, peers = await world.table("ann", "bob", "cid")
            await world.play(code, peers)
            version = peers[0].view["version"]
            assert embedded.pid is not None
            os.kill(embedded.pid, signal.SIGKILL)
            mover = world.mover(peers)
            move = {"room": code, "version": version, "move": mover.view["you"]["offers"][0]}
            unknown = mover.say(client.Move, ref="unknown", **move)
            await world.until(lambda: not world.store.healthy)
            refused = await mover.ask(client.Move, ref="kept", **move)
            assert (refused["type"], refused["code"]) == ("refused", Refusal.UNAVAILABLE)
            assert peers[0].view["version"] == version
            assert not any(message.get("re") == unknown for message in mover.got), "unknown is not refused yet"
            ann = Peer(world, token=peers[0].welcome["token"])
            looked = await ann.ask(client.Resume, room=code, version=version)
            assert (looked["type"], looked["seat"]) == ("ok", peers[0].view["you"]["seat"])
            assert (await ann.ask(client.Create, game="agurk"))["code"] == Refusal.UNAVAILABLE
            peers[1].drop()
            supervisor = asyncio.create_task(embedded.supervise())
            try:
                await world.until(lambda: world.store.healthy)
                first = await world.until(lambda: next((m for m in mover.got if m.get("re") == unknown), None))
                assert (first["type"], first["code"]) == ("refused", Refusal.UNAVAILABLE)
                await world.until(lambda: peers[0].view["state"]["seats"][1]["away"])
                back = Peer(world, token=peers[1].welcome["token"])
                await back.ask(client.Resume, room=code, version=version)
                peers[1] = back
                answer = await playing_through(world, code, peers)
                assert answer["ref"] == "kept"
                assert answer["version"] == peers[0].view["version"]
            finally:
                supervisor.cancel()
                await asyncio.gather(supervisor, return_exceptions=True)
    finally:
        await embedded.stop()


async def test_a_room_whose_log_cannot_be_read_is_left_alone(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as first:
        code, _ = await first.table("ann", "bob")
        good, _ = await first.table("cid", "dot")
        log = await last_segment(first.store, code)
        assert log is not None
        await first.store._client.rpush(f"fudakai:{{{code}}}:log:{log[0]}", b"\xc1 nonsense")
        await first.store._client.hincrby(f"fudakai:{{{code}}}:head", "version", 1)
    async with world_on(redis_url, HandClock()) as second:
        assert second.host.rooms == 1
        eve = Peer(second, "eve")
        assert (await eve.ask(client.Spectate, room=code))["code"] == Refusal.UNKNOWN_ROOM
        assert (await eve.ask(client.Spectate, room=good))["type"] == "ok"


async def test_a_room_whose_log_is_damaged_under_way_is_given_up_and_its_players_are_told(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        code, peers = await world.table("ann", "bob")
        log = await last_segment(world.store, code)
        assert log is not None
        await world.store._client.rpop(f"fudakai:{{{code}}}:log:{log[0]}")
        await world.store._client.hincrby(f"fudakai:{{{code}}}:head", "version", 1)  # so that the next append conflicts
        refused = await world.play(code, peers)
        assert (refused["type"], refused["code"]) == ("refused", Refusal.UNAVAILABLE)
        assert [peer.got[-1]["code"] for peer in peers] == [Goodbye.UNAVAILABLE] * 2
        assert world.host.rooms == 0
        assert not world.fenced
