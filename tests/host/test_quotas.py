"""What one player, one connection and one address may have and try; nobody else notices (item 10, L7)."""

from __future__ import annotations

from typing import Any

import pytest
import redis

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.server.guesses import FORGOTTEN, FREE, FREE_OF_SOURCE
from tests.host.world import HandClock, Peer, World, world_on

PASSCODE = "open sesame"


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock(), max_rooms_per_address=3, max_connections_per_player=3) as world:
        yield world


async def test_a_player_has_so_many_connections_and_a_closed_one_makes_room(world: World) -> None:
    ann = Peer(world, "ann")
    token = ann.welcome["token"]
    second, _ = Peer(world, token=token), Peer(world, token=token)
    over = Peer(world, token=token)
    assert (over.got[0]["code"], over.hello_accepted) == (Refusal.TOO_MANY_CONNECTIONS, False)
    assert Peer(world, "bob").hello_accepted
    over.drop()
    assert (await over.ask(client.Hello, token=token))["code"] == Refusal.TOO_MANY_CONNECTIONS
    second.drop()
    assert (await over.ask(client.Hello, token=token))["player"] == ann.welcome["player"]


async def test_an_address_has_so_many_rooms_and_a_closed_one_makes_room(world: World) -> None:
    people = [Peer(world, name, source="192.0.2.7") for name in ("ann", "bob", "cid", "dan")]
    asked = [one.say(client.Create, game="agurk") for one in people]
    answers = [await one.answer(id) for one, id in zip(people, asked, strict=True)]
    assert [answer["type"] for answer in answers] == ["ok", "ok", "ok", "refused"]
    assert answers[3]["code"] == Refusal.TOO_MANY_ROOMS
    assert (await Peer(world, "eve", source="192.0.2.8").ask(client.Create, game="agurk"))["type"] == "ok"
    await people[1].ask(client.Leave, room=answers[1]["room"])
    assert (await people[3].ask(client.Create, game="agurk"))["type"] == "ok"


@pytest.mark.parametrize("connections", [1, 50])
async def test_fifty_rooms_asked_for_at_once_are_no_more_than_a_player_may_have(
    redis_url: str, connections: int
) -> None:
    async with world_on(redis_url, HandClock(), max_rooms_per_player=3, max_connections_per_player=50) as world:
        first = Peer(world, "ann")
        token = first.welcome["token"]
        peers = [first, *(Peer(world, token=token) for _ in range(connections - 1))]
        kinds = (client.Create, client.Quick)
        asked = [(peer := peers[at % connections], peer.say(kinds[at % 2], game="agurk")) for at in range(50)]
        answers = [await peer.answer(id) for peer, id in asked]
        made = {answer["room"] for answer in answers if answer["type"] == "ok"}
        assert len(made) == world.host.rooms == min(connections, 3)
        codes = {answer["code"] for answer in answers if answer["type"] == "refused"}
        assert codes == {Refusal.TOO_FAST if connections == 1 else Refusal.TOO_MANY_ROOMS}
        for _ in range(3 - len(made)):
            assert (await first.ask(client.Create, game="agurk"))["type"] == "ok"
        assert (await first.ask(client.Create, game="agurk"))["code"] == Refusal.TOO_MANY_ROOMS
        await first.ask(client.Leave, room=next(iter(made)))
        assert (await first.ask(client.Create, game="agurk"))["type"] == "ok"


async def test_fifty_people_who_ask_at_once_get_no_more_rooms_than_there_may_be(redis_url: str) -> None:
    async with world_on(redis_url, HandClock(), max_rooms=7) as world:
        peers = [Peer(world, f"p{number}") for number in range(50)]
        asked = [peer.say(client.Create, game="agurk") for peer in peers]
        answers = [await peer.answer(id) for peer, id in zip(peers, asked, strict=True)]
        assert [answer["type"] for answer in answers].count("ok") == world.host.rooms == 7
        assert {answer.get("code") for answer in answers} == {None, Refusal.TOO_MANY_ROOMS}
        (made,) = [(peer, answer) for peer, answer in zip(peers, answers, strict=True) if answer["type"] == "ok"][:1]
        await made[0].ask(client.Leave, room=made[1]["room"])
        assert (await peers[-1].ask(client.Create, game="agurk"))["type"] == "ok"


async def test_a_room_that_could_not_be_made_counts_for_nobody(redis_url: str) -> None:
    async with world_on(redis_url, HandClock(), max_rooms=1, max_rooms_per_player=1, max_rooms_per_address=1) as world:
        ann = Peer(world, "ann")
        with redis.Redis.from_url(redis_url) as raw:
            raw.set("fudakai:rooms:kept", 1)
            raw.rename("fudakai:rooms:kept", "fudakai:rooms")  # a set is wanted there
            assert (await ann.ask(client.Create, game="agurk"))["code"] == Refusal.UNAVAILABLE
            raw.delete("fudakai:rooms")
        await world.until(lambda: world.store.healthy)
        assert (await ann.ask(client.Create, game="agurk"))["type"] == "ok"


async def test_a_seat_in_one_room_more_than_may_be_is_refused_and_a_come_back_is_not(redis_url: str) -> None:
    async with world_on(redis_url, HandClock(), max_rooms_per_player=2) as world:
        codes = [(await world.table(name, start=False, visibility="unlisted"))[0] for name in ("bob", "cid", "dan")]
        ann = Peer(world, "ann")
        second = Peer(world, token=ann.welcome["token"])
        asked = [(peer, peer.say(client.Join, room=code)) for code in codes for peer in (ann, second)]
        answers = [await peer.answer(id) for peer, id in asked]
        assert [answer["type"] for answer in answers] == ["ok"] * 4 + ["refused"] * 2
        assert {answer["code"] for answer in answers[4:]} == {Refusal.TOO_MANY_ROOMS}
        assert (await ann.ask(client.Sit, room=codes[2], seat=3))["code"] == Refusal.TOO_MANY_ROOMS
        await world.table("eve", start=False)
        assert (await ann.ask(client.Quick, game="agurk"))["code"] == Refusal.TOO_MANY_ROOMS
        assert (await ann.ask(client.Spectate, room=codes[2]))["type"] == "ok", "who watches has no seat"
        assert (await ann.ask(client.Sit, room=codes[1], seat=3))["seat"] == 3, "another seat is no other room"
        ann.drop()
        second.drop()
        await world.settle()
        back = Peer(world, token=ann.welcome["token"])
        assert (await back.ask(client.Join, room=codes[0]))["seat"] == 1
        await back.ask(client.Leave, room=codes[0])
        assert (await back.ask(client.Join, room=codes[2]))["type"] == "ok"


async def test_after_some_wrong_passcodes_the_right_one_is_not_looked_at_for_a_while(world: World) -> None:
    code, _ = await world.table("ann", start=False, visibility="locked", passcode=PASSCODE)
    eve = Peer(world, "eve", source="192.0.2.7")
    wrong = [await eve.ask(client.Join, room=code, passcode=f"guess {number}") for number in range(FREE + 1)]
    assert {answer["code"] for answer in wrong} == {Refusal.WRONG_PASSCODE}
    assert [answer.get("retry_after") for answer in wrong] == [None] * FREE + [500]
    for kind in (client.Join, client.Spectate, client.Resume):
        early = await eve.ask(kind, room=code, passcode=PASSCODE)
        assert (early["code"], early["retry_after"]) == (Refusal.TOO_FAST, 500)
    world.clock.move(0.5)
    assert (await eve.ask(client.Join, room=code, passcode=PASSCODE))["type"] == "ok"


async def test_wrong_passcodes_are_counted_over_the_connections_of_an_address_and_no_other_waits(world: World) -> None:
    code, (ann,) = await world.table("ann", start=False, visibility="locked", passcode=PASSCODE)
    bob = Peer(world, "bob", source="192.0.2.7")
    await bob.ask(client.Join, room=code, passcode=PASSCODE)
    for number in range(FREE_OF_SOURCE + 1):
        eve = Peer(world, "eve", source="192.0.2.7")
        assert (await eve.ask(client.Join, room=code, passcode="x"))["code"] == Refusal.WRONG_PASSCODE, number
        eve.drop()
    eve = Peer(world, "eve", source="192.0.2.7")
    assert (await eve.ask(client.Join, room=code, passcode=PASSCODE))["code"] == Refusal.TOO_FAST
    again = Peer(world, token=bob.welcome["token"], source="192.0.2.7")
    assert (await again.ask(client.Resume, room=code, passcode="whatever"))["seat"] == 1, "the seat needs no passcode"
    assert (await Peer(world, "cid").ask(client.Join, room=code, passcode=PASSCODE))["type"] == "ok"
    assert (await ann.ask(client.Ready, room=code))["type"] == "ok"


async def test_l7_a_thousand_wrong_tokens_do_not_keep_the_right_one_waiting(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob")
    token = bob.welcome["token"]
    bob.drop()
    peer = Peer(world, token="x.y.z")
    for number in range(1000):
        answer = await peer.ask(client.Hello, token=f"{token[:-3]}{number:03}" if number % 2 else "x.y.z")
        assert (answer["type"], answer["code"]) == ("refused", Refusal.WRONG_TOKEN)
    assert answer["retry_after"] == 60_000
    assert peer.strikes == 1001 - FREE
    assert (await peer.ask(client.Hello, token=token))["type"] == "welcome"
    assert (await peer.ask(client.Resume, room=code, version=0))["seat"] == bob.view["you"]["seat"]
    assert Peer(world, "cid").hello_accepted, "a guest shows no token, and so none that is wrong"
    assert not any(seat["away"] for seat in ann.view["state"]["seats"])


async def test_a_guessed_access_token_is_not_looked_at_while_it_waits_but_from_who_was_here_before(
    redis_url: str,
) -> None:
    async with world_on(redis_url, HandClock(), access_token=PASSCODE) as world:
        eve = Peer(world)
        ann = Peer(world)
        token = (await ann.ask(client.Hello, name="ann", access=PASSCODE))["token"]
        answers = [await eve.ask(client.Hello, access=f"x{number}") for number in range(FREE + 3)]
        assert answers[0]["code"] == Refusal.WRONG_ACCESS
        assert (answers[-1]["code"], answers[-1]["retry_after"]) == (Refusal.TOO_FAST, 500)
        assert (await eve.ask(client.Hello, access=PASSCODE))["code"] == Refusal.TOO_FAST
        assert (await eve.ask(client.Hello, access=PASSCODE, token=token))["name"] == "ann"


async def test_access_tokens_are_not_guessed_at_ease_with_a_right_identity_and_keep_no_other_waiting(
    redis_url: str,
) -> None:
    async with world_on(redis_url, HandClock(), access_token=PASSCODE) as world:
        ann, eve = [
            (await Peer(world).ask(client.Hello, name=name, access=PASSCODE))["token"] for name in ("ann", "eve")
        ]
        world.clock.move(FORGOTTEN / 1000)
        peer = Peer(world)
        codes = [(await peer.ask(client.Hello, access=f"x{number}", token=eve))["code"] for number in range(FREE + 2)]
        assert codes == [Refusal.WRONG_ACCESS] * (FREE + 1) + [Refusal.TOO_FAST]
        for one in (peer, Peer(world), Peer(world, source="192.0.2.9")):
            early = await one.ask(client.Hello, access=PASSCODE, token=eve)
            assert (early["code"], early["retry_after"]) == (Refusal.TOO_FAST, 500), "by that identity, from anywhere"
        assert (await peer.ask(client.Hello, access=PASSCODE))["code"] == Refusal.TOO_FAST, "nor without one"
        assert (await Peer(world).ask(client.Hello, access=PASSCODE, token=ann))["name"] == "ann"
        world.clock.move(0.5)
        assert (await peer.ask(client.Hello, access=PASSCODE, token=eve))["name"] == "eve"
