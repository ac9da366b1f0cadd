"""What happens between a request and its append: closes, resends and rivals in just that moment."""

from __future__ import annotations

from typing import Any

import pytest

from protocol import from_client as client
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
