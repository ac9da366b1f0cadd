"""What one player, one connection and one address may have and try; nobody else notices (item 10, L7)."""

from __future__ import annotations

from typing import Any

import pytest

from protocol import from_client as client
from protocol.codes import Refusal
from server.guesses import FREE, FREE_OF_SOURCE
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
