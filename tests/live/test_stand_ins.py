"""Stand-ins in a running host: when they move, who sees what, and what restarts and outages leave of it (L9)."""

from __future__ import annotations

import asyncio
import os
import signal
from time import thread_time
from typing import Any

import msgpack
import pytest
from msgspec.structs import force_setattr

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.live import runner
from fudakai.server.live.stand_ins import AT_ONCE, BotPlayers
from tests.host.world import HandClock, Peer, World, world_on
from tests.rooms import trio

WAITING = {"bot_delay": 2, "turn_seconds": 0}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, trio.NAME, trio)


@pytest.fixture
async def world(redis_url: str, registered: None) -> Any:
    async with world_on(redis_url, HandClock(), max_rooms_per_player=1) as world:
        yield world


async def trio_of(world: World, **settings: Any) -> tuple[str, Peer, Peer, Peer]:
    """A match of three whose stand-ins take two seconds, if nothing else is said."""
    options = settings.pop("options", {"rounds": 1})
    code, peers = await world.table("ann", "bob", "cid", game="trio", options=options, settings={**WAITING, **settings})
    ann, bob, cid = peers
    return code, ann, bob, cid


async def lay(peer: Peer, code: str) -> dict[str, Any]:
    """Plays the first offer."""
    view = peer.view
    move = view["you"]["offers"][0]
    return await peer.ask(client.Move, room=code, ref=f"r{view['version']}", version=view["version"], move=move)


def seat(peer: Peer, number: int) -> tuple[bool, bool]:
    """Whether the peer sees that seat as left, and as a bot's."""
    shown = peer.view["state"]["seats"][number]
    return shown["left"], shown["bot"]


def kinds(peer: Peer) -> list[str]:
    """The types of all events that the newest update told."""
    return [event["type"] for entry in peer.view["events"] for event in entry["events"]]


async def test_l9_the_stand_in_moves_after_its_delay_and_everybody_sees_it(world: World) -> None:
    code, ann, bob, cid = await trio_of(world)
    assert (await bob.ask(client.Leave, room=code))["type"] == "ok"
    assert bob.got[-1]["type"] == "closed"
    before = len(bob.got)
    assert seat(ann, 1) == (True, True)
    version = ann.view["version"]
    world.clock.move(1.999)
    await world.settle()
    assert ann.view["version"] == version
    world.clock.move(0.001)
    await world.settle()
    for peer in (ann, cid):
        assert peer.view["version"] == version + 1
        assert (peer.view["events"][0]["by"], kinds(peer)) == (1, ["laid"])
        assert peer.view["state"]["table"]["laid"] == [False, True, False]
    assert len(bob.got) == before, "who has left hears nothing any more"


async def test_without_a_delay_leaving_and_the_stand_ins_move_are_one_update(world: World) -> None:
    code, ann, bob, _ = await trio_of(world, bot_delay=0)
    before = len(ann.updates)
    await bob.ask(client.Leave, room=code)
    await world.settle()
    assert len(ann.updates) == before + 1
    assert kinds(ann) == ["left", "laid"]


async def test_a_round_of_stand_ins_that_is_long_goes_on_in_the_next_append(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MOST_ENTRIES", 2)
    code, ann, bob, cid = await trio_of(world, bot_delay=0)
    await bob.ask(client.Leave, room=code)
    await cid.ask(client.Leave, room=code)
    await lay(ann, code)
    await world.settle()
    assert kinds(ann) == ["laid", "shown", "laid"]
    assert ann.view["state"]["to_act"] == [0, 2]
    world.clock.move(0)
    await world.settle()
    assert kinds(ann) == ["laid"]
    assert ann.view["state"]["to_act"] == [0]


async def test_bots_that_think_long_let_others_come_between_whatever_room_they_are_in(redis_url: str) -> None:
    turn, thought = 0, list[int]()

    def slow(view: Any, offers: Any, rng: Any) -> Any:
        until = thread_time() + AT_ONCE
        while thread_time() < until:
            pass
        thought.append(turn)
        return offers[0]

    async with world_on(redis_url, HandClock(), stand_ins={"trio": slow}) as world:
        tables = [await trio_of(world) for _ in range(2)]
        for code, _, bob, cid in tables:
            await bob.ask(client.Leave, room=code)
            await cid.ask(client.Leave, room=code)
        world.clock.move(2)
        for turn in range(1, 10_000):  # noqa: B007  # the stand-ins note it
            await asyncio.sleep(0)
            world.clock.move(0)
            if len(thought) == 4:
                break
        await world.settle()
        assert all(ann.view["state"]["to_act"] == [0] for _, ann, _, _ in tables)
    assert len(set(thought)) == 4, "in each turn of the loop one"


async def test_fault_13_nothing_sent_to_anybody_names_a_card_of_a_stood_in_seat(world: World) -> None:
    code, ann, bob, cid = await trio_of(world, options={"rounds": 1, "hand": 5}, bot_delay=0)
    await bob.ask(client.Leave, room=code)
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    await bob.ask(client.Spectate, room=code)
    looked = 0
    while ann.view["state"]["status"] == "playing":
        state = world.host._runners[code].room.match.state  # type: ignore[union-attr]
        secret = [{*state.hands[other], *(state.laid[other] or ())} for other in range(3)]
        for peer, own in ((ann, 0), (bob, None), (cid, 2), (eve, None)):
            hidden = set().union(*(cards for other, cards in enumerate(secret) if other != own))
            assert ("you" in peer.view) == (own is not None)
            assert not any(msgpack.packb(card) in peer.frames[-1] for card in hidden)
            looked += len(hidden)
        await lay(next(peer for peer in (ann, cid) if peer.view["you"]["offers"]), code)
        await world.settle()
    assert looked > 50
    assert bob.view["state"]["result"] == ann.view["state"]["result"]


async def test_l9_who_has_left_cannot_move_until_the_seat_is_theirs_again(world: World) -> None:
    code, ann, bob, _ = await trio_of(world)
    offer = {"move": bob.view["you"]["offers"][0]}
    await bob.ask(client.Leave, room=code)
    await bob.ask(client.Spectate, room=code)
    assert "you" not in bob.view
    asked = await bob.ask(client.Move, room=code, ref="x", version=bob.view["version"], **offer)
    assert asked["code"] == Refusal.NOT_YOUR_TURN
    again = Peer(world, token=bob.welcome["token"])
    assert again.welcome["rooms"] == [code]
    answer = await again.ask(client.Resume, room=code, version=ann.view["version"] - 1)
    assert (answer["seat"], kinds(again)) == (1, ["left", "returned"])
    assert again.view["you"] == bob.view["you"], "all connections of one player see the same (L4)"
    assert (seat(ann, 1), kinds(ann)) == ((False, False), ["returned"])
    assert (await lay(again, code))["type"] == "ok"
    world.clock.move(10)
    await world.settle()
    assert ann.view["state"]["table"]["laid"] == [False, True, False]


async def test_l8_who_missed_too_many_turns_is_told_that_a_bot_plays_on(world: World) -> None:
    code, ann, bob, cid = await trio_of(world, turn_seconds=10, missed_turns=1, options={"rounds": 2})
    for peer in (ann, cid):
        await lay(peer, code)
    world.clock.move(10)
    await world.until(lambda: bob.got[-1]["type"] == "closed")
    assert bob.got[-1]["code"] == "left"
    assert bob.got[-1]["words"].endswith("have left: a bot plays for you until you join again")
    shown = [entry for view in ann.updates for entry in view["events"] if "clock" in entry]
    assert [(entry["by"], entry["clock"]) for entry in shown] == [(1, True)] * 2, "the move, and the leaving"


async def test_a_room_to_come_back_to_does_not_count_against_the_bound_and_is_named_until_the_match_is_over(
    world: World,
) -> None:
    code, ann, bob, cid = await trio_of(world)
    assert (await bob.ask(client.Create, game="trio"))["code"] == Refusal.TOO_MANY_ROOMS
    await bob.ask(client.Leave, room=code)
    other = (await bob.ask(client.Create, game="trio"))["room"]
    assert Peer(world, token=bob.welcome["token"]).welcome["rooms"] == sorted([code, other])
    await bob.ask(client.Join, room=code)
    assert (await bob.ask(client.Create, game="trio"))["code"] == Refusal.TOO_MANY_ROOMS
    await bob.ask(client.Leave, room=code)
    while ann.view["state"]["status"] == "playing":
        for peer in (ann, cid):
            if peer.view["you"]["offers"]:
                await lay(peer, code)
        world.clock.move(2)
        await world.settle()
    assert seat(ann, 1) == (True, False)
    assert Peer(world, token=bob.welcome["token"]).welcome["rooms"] == [other]
    answer = await bob.ask(client.Resume, room=code, version=0)
    assert "seat" not in answer
    assert len(ann.view["state"]["result"]["places"]) == 3


async def test_l9_when_the_last_person_leaves_the_match_is_abandoned_and_nobody_is_to_come_back(world: World) -> None:
    code, ann, bob, cid = await trio_of(world, bot_delay=0)
    for peer in (bob, cid, ann):
        await peer.ask(client.Leave, room=code)
    await world.until(lambda: world.host.rooms == 0)
    for peer in (ann, bob, cid):
        assert Peer(world, token=peer.welcome["token"]).welcome["rooms"] == []
    assert world.clock.alarms == []


# ---- in the same moment


async def test_the_return_waits_for_the_stand_ins_move_that_is_under_way(world: World) -> None:
    code, ann, bob, _ = await trio_of(world)
    await bob.ask(client.Leave, room=code)
    version = ann.view["version"]
    world.clock.move(2)  # the append of the stand-in's move is under way
    asked = bob.say(client.Join, room=code)
    assert ann.view["version"] == version
    answer = await bob.answer(asked)
    assert (answer["version"], answer["seat"]) == (version + 2, 1)
    told = [
        (entry["version"], event["type"]) for u in ann.updates for entry in u["events"] for event in entry["events"]
    ]
    assert told[-2:] == [(version + 1, "laid"), (version + 2, "returned")]
    assert bob.view["you"]["offers"] == []


async def test_a_stand_in_that_would_move_while_the_return_is_under_way_does_not(world: World) -> None:
    code, ann, bob, _ = await trio_of(world)
    await bob.ask(client.Leave, room=code)
    asked = bob.say(client.Join, room=code)
    world.clock.move(2)
    await bob.answer(asked)
    world.clock.move(0)
    await world.settle()
    assert kinds(ann) == ["returned"]
    assert len(bob.view["you"]["private"]["hand"]) == 4


async def test_who_comes_back_and_is_gone_in_the_same_tick_is_away(world: World) -> None:
    code, ann, bob, _ = await trio_of(world)
    await bob.ask(client.Leave, room=code)
    ann.say(client.Ready, room=code)
    bob.say(client.Join, room=code)
    bob.drop()
    await world.until(lambda: ann.view["state"]["seats"][1]["away"])
    assert seat(ann, 1) == (False, False)
    world.clock.move(60)
    await world.until(lambda: seat(ann, 1) == (True, True))


# ---- restarts and outages


async def test_l9_after_a_restart_the_stand_in_plays_on_and_the_seat_can_be_taken_back(redis_url: str) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as first:
        code, ann, bob, cid = await trio_of(first)
        await bob.ask(client.Leave, room=code)
        version = ann.view["version"]
    clock.move(3600)
    async with world_on(redis_url, clock) as second:
        back = Peer(second, token=ann.welcome["token"])
        await back.ask(client.Resume, room=code, version=version)
        assert kinds(back)[:2] == ["resumed", "laid"]
        assert seat(back, 1) == (True, True)
        await Peer(second, token=cid.welcome["token"]).ask(client.Resume, room=code, version=version)
        again = Peer(second, token=bob.welcome["token"])
        assert again.welcome["rooms"] == [code]
        assert (await again.ask(client.Join, room=code))["seat"] == 1
        assert len(again.view["you"]["private"]["hand"]) in (2, 3)
    async with world_on(redis_url, clock) as third:
        assert Peer(third, token=bob.welcome["token"]).welcome["rooms"] == [code]
        assert third.host._runners[code].room.people == tuple(p.welcome["player"] for p in (ann, bob, cid))


async def test_principle_4_a_stand_ins_move_whose_append_is_unknown_is_made_once(own_redis: tuple[str, int]) -> None:
    url, pid = own_redis
    async with world_on(url, HandClock()) as world:
        code, ann, bob, _ = await trio_of(world)
        await bob.ask(client.Leave, room=code)
        version = ann.view["version"]
        os.kill(pid, signal.SIGSTOP)
        world.clock.move(2)
        await world.until(lambda: not world.store.healthy)
        refused = await bob.ask(client.Join, room=code)
        assert refused["code"] == Refusal.UNAVAILABLE
        os.kill(pid, signal.SIGCONT)
        await world.settle()
        world.clock.move(0)
        await world.settle()
        events = [(entry["version"], event["type"]) for entry in since(ann, version) for event in entry["events"]]
        assert [kind for _, kind in events].count("laid") == 1
        assert [at for at, _ in events] == list(range(version + 1, ann.view["version"] + 1))
        assert (await bob.ask(client.Join, room=code))["seat"] == 1


def since(peer: Peer, version: int) -> list[dict[str, Any]]:
    """The entries that the peer was told of after that version."""
    return [entry for update in peer.updates for entry in update["events"] if entry["version"] > version]


# ---- faults


async def test_a_stand_in_that_fails_costs_nobody_anything(redis_url: str) -> None:
    def broken(view: Any, offers: Any, rng: Any) -> Any:
        raise RuntimeError("broken")

    async with world_on(redis_url, HandClock(), stand_ins={"trio": broken}) as world:
        code, ann, bob, cid = await trio_of(world, bot_delay=0)
        await bob.ask(client.Leave, room=code)
        for _ in range(4):
            assert (await lay(ann, code))["type"] == "ok"
            assert (await lay(cid, code))["type"] == "ok"
        assert ann.view["state"]["status"] == "finished"


async def test_a_game_that_fails_at_a_stand_ins_move_fails_nobodys_request_and_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    def broken(state: Any, seat: int) -> Any:
        nonlocal tried
        tried += 1
        raise RuntimeError("broken")

    force_setattr(world.host.services, "players", BotPlayers({}, {}))
    monkeypatch.setattr(trio, "timeout_moves", broken)
    code, ann, bob, _ = await trio_of(world, bot_delay=0)
    assert (await bob.ask(client.Leave, room=code))["type"] == "ok"
    assert (await lay(ann, code))["type"] == "ok"
    assert ann.view["state"]["table"]["laid"] == [True, False, False]
    world.clock.move(0.9)
    await world.settle()
    assert tried == 1
    monkeypatch.undo()
    assert ann.view["state"]["table"]["laid"] == [True, False, False]
    world.clock.move(0.2)
    await world.settle()
    assert ann.view["state"]["table"]["laid"] == [True, True, False]
