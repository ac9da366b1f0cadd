"""What people in a room are sent, and when (principles 3, 4 and 5)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgpack
import pytest

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


async def test_hello_first_once_and_the_token_is_the_same_player(world: World) -> None:
    peer = Peer(world, "ann")
    assert peer.hello_accepted
    again = Peer(world, token=peer.welcome["token"])
    assert again.welcome["player"] == peer.welcome["player"]
    assert again.welcome["name"] == "ann"
    assert (await peer.ask(client.Hello, name="bob"))["code"] == Refusal.HELLO_TWICE
    wrong = Peer(world, token="x.y.z")
    assert wrong.got[0]["code"] == Refusal.WRONG_TOKEN
    assert not wrong.hello_accepted
    assert (await wrong.ask(client.List))["code"] == Refusal.HELLO_FIRST


async def test_a_move_is_answered_and_everybody_gets_one_update(world: World) -> None:
    code, peers = await world.table("ann", "bob", "cid")
    mover = world.mover(peers)
    before = {peer: len(peer.got) for peer in peers}
    version = mover.view["version"]
    answer = await world.play(code, peers, ref="mine")
    assert answer == {
        "type": "ok",
        "re": answer["re"],
        "room": code,
        "version": version + 1,
        "seat": mover.view["you"]["seat"],
        "ref": "mine",
    }
    for peer in peers:
        new = peer.got[before[peer] :]
        assert [message["type"] for message in new] == (["ok", "update"] if peer is mover else ["update"])
        assert new[-1]["version"] == version + 1
        assert [entry["version"] for entry in new[-1]["events"]] == [version + 1]


async def test_a_refusal_is_told_to_the_sender_only(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    mover = world.mover(peers)
    other = next(peer for peer in peers if peer is not mover)
    before = len(mover.got)
    answer = await other.ask(client.Move, room=code, ref="x", version=0, move={"type": "play", "cards": ["2C"]})
    assert (answer["type"], answer["code"], answer["ref"]) == ("refused", Refusal.NOT_YOUR_TURN, "x")
    assert len(mover.got) == before
    unknown = await other.ask(client.Ready, room="ZZZZZZ")
    assert unknown["code"] == Refusal.UNKNOWN_ROOM


async def test_codes_are_taken_in_any_case(world: World) -> None:
    code, _ = await world.table("ann", start=False)
    assert (await Peer(world, "bob").ask(client.Join, room=code.lower()))["room"] == code


async def test_fifty_moves_for_one_turn_at_once_are_one_and_one_ref_is_one_move(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    mover = world.mover(peers)
    view = mover.view
    move = {"room": code, "version": view["version"], "move": view["you"]["offers"][0]}
    ids = [mover.say(client.Move, ref=f"r{number}", **move) for number in range(50)]
    same = [mover.say(client.Move, ref="r0", **move) for _ in range(3)]
    answers = {m["re"]: m for m in await world.until(lambda: _answers(mover, ids + same))}
    assert [answers[id]["type"] for id in ids].count("ok") == 1
    assert all(answers[id] == {**answers[ids[0]], "re": id} for id in same)


def _answers(peer: Peer, ids: list[int]) -> list[dict[str, Any]] | None:
    found = [message for message in peer.got if message.get("re") in ids]
    return found if len(found) == len(ids) else None


async def test_two_different_moves_in_one_write_the_first_counts(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    mover = world.mover(peers)
    view = mover.view
    offers = view["you"]["offers"]
    first = mover.say(client.Move, room=code, ref="a", version=view["version"], move=offers[0])
    second = mover.say(client.Move, room=code, ref="b", version=view["version"], move=offers[1])
    answers = {m["re"]: m for m in await world.until(lambda: _answers(mover, [first, second]))}
    assert answers[first]["type"] == "ok"
    assert answers[second]["code"] == Refusal.NOT_YOUR_TURN


async def test_l4_two_connections_of_one_identity_see_the_same_and_a_late_close_does_no_harm(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob")
    second = Peer(world, token=ann.welcome["token"])
    assert second.welcome["rooms"] == [code]
    answer = await second.ask(client.Resume, room=code, version=ann.view["version"])
    assert answer["seat"] == ann.view["you"]["seat"]
    assert second.view["you"] == ann.view["you"]
    ann.drop()  # the old connection closes late: the player is here
    await world.settle()
    assert not bob.view["state"]["seats"][0]["away"]
    second.drop()
    await world.until(lambda: bob.view["state"]["seats"][0]["away"])


async def test_l7_back_within_the_grace_with_hand_and_clock_and_missed_events(world: World) -> None:
    code, peers = await world.table("ann", "bob", "cid")
    ann = peers[0]
    last = ann.view
    ann.drop()
    others = peers[1:]
    await world.until(lambda: others[0].view["state"]["seats"][0]["away"])
    while any(peer.view["you"]["offers"] for peer in others):
        await world.play(code, others)
    world.clock.move(5)
    back = Peer(world, token=ann.welcome["token"])
    await back.ask(client.Resume, room=code, version=last["version"])
    view = back.view
    versions = [entry["version"] for entry in view["events"]]
    assert versions == list(range(last["version"] + 1, view["version"] + 1))
    assert view["you"]["private"] == last["you"]["private"]
    assert not view["state"]["seats"][0]["away"]
    assert [clock["left"] for clock in view["state"]["clocks"]] == [25_000]
    assert "gap" not in view


async def test_l7_after_the_grace_the_seat_is_left_and_says_so_to_a_late_comer(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob")
    ann.drop()
    await world.until(lambda: bob.view["state"]["seats"][0]["away"])
    for _ in range(7):
        world.clock.move(10)
        await world.settle()
    assert bob.view["state"]["status"] == "finished"
    late = Peer(world, token=ann.welcome["token"])
    assert late.welcome["rooms"] == []
    await late.ask(client.Resume, room=code, version=0)
    assert "you" not in late.view


async def test_spectators_share_a_view_without_hands_and_change_nothing(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    assert "you" not in eve.view
    for kind, fields in (
        (client.Start, {}),
        (client.Ready, {}),
        (client.Move, {"ref": "x", "version": 1, "move": {"type": "play", "cards": ["2C"]}}),
    ):
        assert (await eve.ask(kind, room=code, **fields))["code"] == Refusal.NOT_SEATED
    await world.play(code, peers)
    assert eve.view["version"] == peers[0].view["version"]
    assert peers[0].view["state"]["spectators"] == 1


def since_the_deal(update: dict[str, Any]) -> bytes:
    """The update without the events before its last deal: those name cards of the round before."""
    events = [event for entry in update["events"] for event in entry["events"]]
    deals = [at for at, event in enumerate(events) if event["type"] == "dealt"]
    return msgpack.packb({**update, "events": events[deals[-1] :] if deals else events})


async def test_nothing_sent_to_anybody_names_a_card_that_is_not_theirs(world: World) -> None:
    code, peers = await world.table("ann", "bob", "cid")
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    for _ in range(2000):
        if peers[0].view["state"]["status"] == "finished":
            break
        hands = [set(peer.view["you"]["private"]["hand"]) for peer in peers]
        for seat, peer in enumerate([*peers, eve]):
            hidden = set().union(*(hand for other, hand in enumerate(hands) if other != seat))
            frame = since_the_deal(peer.view)
            assert not any(msgpack.packb(card) in frame for card in hidden)
        await world.play(code, peers)
    assert peers[0].view["state"]["status"] == "finished"
    assert eve.view["state"]["result"] == peers[0].view["state"]["result"]


async def test_leaving_ends_the_connection_to_the_room_and_the_last_one_closes_it(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    eve = Peer(world, "eve")
    await eve.ask(client.Spectate, room=code)
    await ann.ask(client.Leave, room=code)
    assert ann.got[-1]["type"] == "closed"
    assert bob.view["state"]["host"] == bob.welcome["player"]
    await bob.ask(client.Leave, room=code)
    await world.until(lambda: eve.got[-1]["type"] == "closed")
    assert world.host.rooms == 0
    assert (await bob.ask(client.Join, room=code))["code"] == Refusal.UNKNOWN_ROOM


async def test_fault_15_leaving_and_joining_in_one_tick_is_a_working_room_or_none(world: World) -> None:
    for _ in range(20):
        code, (ann,) = await world.table("ann", start=False)
        bob = Peer(world, "bob")
        ann.say(client.Leave, room=code)
        answer = await bob.ask(client.Join, room=code)
        assert answer["type"] == "ok" or answer["code"] == Refusal.UNKNOWN_ROOM
        if answer["type"] == "ok":
            await bob.ask(client.Leave, room=code)
    await world.until(lambda: world.host.rooms == 0)


async def test_fault_16_rooms_that_come_and_go_leave_nothing_behind(world: World) -> None:
    ann = Peer(world, "ann")
    for _ in range(150):
        code = (await ann.ask(client.Create, game="agurk"))["room"]
        await ann.ask(client.Ready, room=code)
        await ann.ask(client.Leave, room=code)
    await world.settle()
    assert world.host.rooms == 0
    assert world.clock.alarms == []
    assert await world.store.rooms() == []
    for key in await world.store._client.keys("*{*"):
        assert 0 < await world.store._client.ttl(key) <= 3600, "rooms where nothing was played do not stay for days"
    assert Peer(world, token=ann.welcome["token"]).welcome["rooms"] == []


async def test_bounds_on_rooms_and_what_a_room_may_be(world: World) -> None:
    ann = Peer(world, "ann")
    assert (await ann.ask(client.Create, game="go"))["code"] == Refusal.UNKNOWN_GAME
    assert (await ann.ask(client.Create, game="agurk", options={"x": 1}))["code"] == Refusal.BAD_OPTIONS
    assert (await ann.ask(client.Create, game="agurk", title="a\u202eb"))["code"] == Refusal.BAD_OPTIONS
    assert (await ann.ask(client.Create, game="agurk", seats=8))["code"] == Refusal.BAD_OPTIONS
    assert (await ann.ask(client.Create, game="agurk", settings={"turn_seconds": -1}))["code"] == Refusal.BAD_OPTIONS
    for _ in range(5):
        assert (await ann.ask(client.Create, game="agurk"))["type"] == "ok"
    assert (await ann.ask(client.Create, game="agurk"))["code"] == Refusal.TOO_MANY_ROOMS
    listed = (await ann.ask(client.List, game="agurk"))["rooms"]
    assert len(listed) == 5
    assert (await ann.ask(client.List, game="koikoi"))["rooms"] == []


async def test_unlisted_rooms_are_not_listed(world: World) -> None:
    ann = Peer(world, "ann")
    await ann.ask(client.Create, game="agurk", visibility="unlisted")
    assert (await ann.ask(client.List))["rooms"] == []


async def test_pongs_carry_the_versions_of_the_rooms_one_is_in(world: World) -> None:
    code, peers = await world.table("ann", "bob")
    assert (await peers[0].ask(client.Ping))["versions"] == {code: peers[0].view["version"]}
    assert (await Peer(world, "eve").ask(client.Ping))["versions"] == {}


async def test_turns_that_run_out_are_played_and_end_the_match(world: World) -> None:
    _, peers = await world.table("ann", "bob")
    for _ in range(40):
        world.clock.move(30)
        await world.settle()
    left = next(peer for peer in peers if any(message["type"] == "closed" for message in peer.got))
    (stayed,) = (peer for peer in peers if peer is not left)
    assert "missed" in left.got[-1]["words"]
    assert stayed.view["state"]["result"]["winners"] == [stayed.view["you"]["seat"]]


async def test_a_connection_that_closes_while_its_request_waits_is_not_let_in(world: World) -> None:
    code, (ann, *_) = await world.table("ann", "bob", start=False)
    eve = Peer(world, "eve")
    eve.say(client.Join, room=code)
    eve.drop()
    await world.settle()
    await world.until(lambda: ann.view["state"]["seats"][2]["away"])
    await asyncio.sleep(0)
    world.clock.move(60)
    await world.until(lambda: ann.view["state"]["seats"][2]["player"] is None)


async def test_a_full_inbox_refuses_people_but_never_loses_that_somebody_is_gone(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", start=False)
    ids = [ann.say(client.Ready, room=code, ready=bool(number % 2)) for number in range(400)]
    bob.drop()
    answers = await world.until(lambda: _answers(ann, ids))
    assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {Refusal.TOO_FAST}
    await world.until(lambda: ann.view["state"]["seats"][1]["away"])
