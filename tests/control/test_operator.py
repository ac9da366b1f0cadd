"""What an operator is told, and what becomes of it on the host."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import msgspec
import pytest

from fudakai.protocol import from_client as client
from fudakai.server.control import operator, words
from fudakai.server.control.operator import Operator
from tests.host.world import HandClock, Peer, World, world_on

PATIENCE = 20.0


class Desk:
    """An operator at a world."""

    def __init__(self, world: World) -> None:
        self.stops = 0
        self.operator = Operator(world.host, self._stop)

    def _stop(self) -> None:
        self.stops += 1

    async def ask(self, request: words.Request) -> Any:
        """The last answer."""
        return (await self.all(request))[-1]

    async def all(self, request: words.Request) -> list[Any]:
        """Every answer."""
        async with asyncio.timeout(PATIENCE):
            return [reply async for reply in self.operator.answers(request)]


def notices(peer: Peer) -> list[str]:
    """The codes of the notices that a peer was sent."""
    return [message["code"] for message in peer.got if message["type"] == "notice"]


async def test_rooms_and_one_room_show_seats_and_clocks_and_no_card(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        assert await desk.ask(words.AskRooms()) == words.RoomLines(())
        code, (ann, bob) = await world.table("ann", "bob", title="Ours", visibility="unlisted")
        other, _ = await world.table("cat", start=False)
        bob.drop()
        await world.settle()
        rooms = (await desk.ask(words.AskRooms())).rooms
        assert [line.room for line in rooms] == sorted((code, other))
        (line,) = (line for line in rooms if line.room == code)
        assert (line.game, line.status, line.title, line.visibility) == ("agurk", "playing", "Ours", "unlisted")
        assert (line.people, line.size, line.away, line.bots, line.connections) == (2, 2, 1, 0, 1)
        one = await desk.ask(words.AskRoom(code.lower()))
        assert one.room == line
        assert [(seat.name, seat.host, seat.away, seat.left) for seat in one.seats] == [
            ("ann", True, False, False),
            ("bob", False, True, False),
        ]
        assert sum(seat.acts for seat in one.seats) == 1
        assert all(0 < seat.seconds <= 60 for seat in one.seats if seat.acts or seat.away)
        said = msgspec.json.encode((rooms, one)).decode()
        hand = ann.view["you"]["private"]["hand"]
        assert hand
        assert not any(f'"{card}"' in said for card in hand)
        assert ann.welcome["token"] not in said
        assert "no open room" in (await desk.ask(words.AskRoom("ZZZZZZ"))).words


async def test_players_are_those_connected_and_those_with_a_seat(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        code, (ann, bob) = await world.table("ann", "bob")
        Peer(world, token=ann.welcome["token"])
        eve = Peer(world, "eve")
        await eve.ask(client.Spectate, room=code)
        bob.drop()
        await world.settle()
        players = (await Desk(world).ask(words.AskPlayers())).players
        assert [(p.name, len(p.connections), p.seats, p.watches) for p in players] == [
            ("ann", 2, (code,), ()),
            ("bob", 0, (code,), ()),
            ("eve", 1, (), (code,)),
        ]


async def test_a_kicked_player_leaves_every_room_and_every_connection_is_closed(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        code, (ann, bob) = await world.table("ann", "bob")
        alone, _ = await world.table("eve", start=False)
        second = Peer(world, token=bob.welcome["token"])
        assert await desk.ask(words.AskKick("BOB")) == words.Done(f"bob has left {code}, and 2 connections closed")
        assert (bob.closed_with, second.closed_with, ann.closed_with) == (4006, 4006, None)
        assert world.host.runners[code].room.status == "finished", "agurk goes to the one who stays (A20)"
        assert bob.welcome["player"] not in world.host.runners[code].room.people
        assert alone in world.host.runners
        bob.drop()
        second.drop()
        assert "no player" in (await desk.ask(words.AskKick("bob"))).words
        back = Peer(world, token=bob.welcome["token"])
        assert back.welcome["rooms"] == []


@pytest.mark.parametrize("left_before", [False, True])
async def test_l9_who_is_kicked_does_not_take_the_seat_back_from_its_stand_in(
    redis_url: str, left_before: bool
) -> None:
    clock = HandClock()
    async with world_on(redis_url, clock) as world:
        code, (ann, bob, cat) = await world.table("ann", "bob", "cat", game="hanafuda")
        if left_before:
            await cat.ask(client.Leave, room=code)
        await bob.ask(client.Leave, room=code)
        tokens = {"bob": bob.welcome["token"], "cat": cat.welcome["token"]}
        assert (await Desk(world).ask(words.AskKick("cat"))) == words.Done(
            f"cat has left {code}, and 1 connection closed"
        )
        await world.settle()
        assert ann.view["state"]["seats"][2]["left"]
        assert ann.view["state"]["seats"][2]["bot"]
        told = [event for update in ann.updates for entry in update["events"] for event in entry["events"]]
        assert {"type": "kicked", "seat": 2} in told
    async with world_on(redis_url, clock) as world:
        cat = Peer(world, token=tokens["cat"])
        assert cat.welcome["rooms"] == []
        for kind, fields in ((client.Join, {}), (client.Resume, {"version": 0}), (client.Sit, {"seat": 2})):
            assert (await cat.ask(kind, room=code, **fields))["code"] == "kicked"
        assert (await cat.ask(client.Spectate, room=code))["code"] == "kicked"
        bob = Peer(world, token=tokens["bob"])
        assert bob.welcome["rooms"] == [code]
        clock.move(5)
        assert (await bob.ask(client.Join, room=code))["type"] == "ok", "an own leaving is another thing"


async def test_a_host_who_is_kicked_hands_over_and_the_last_person_closes_the_room(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        code, (_, bob) = await world.table("ann", "bob", start=False)
        await desk.ask(words.AskKick("ann"))
        assert bob.view["state"]["host"] == bob.welcome["player"]
        assert await desk.ask(words.AskKick("bob")) == words.Done(f"bob has left {code}, and 1 connection closed")
        assert code not in world.host.runners


async def test_a_name_that_two_have_is_asked_for_by_id(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        one, two = Peer(world, "ann"), Peer(world, "Ann")
        desk = Desk(world)
        answer = await desk.ask(words.AskKick("ann"))
        assert isinstance(answer, words.CommandFailed)
        assert one.welcome["player"] in answer.words
        assert await desk.ask(words.AskKick(two.welcome["player"])) == words.Done("Ann: 1 connection closed")
        assert (one.closed_with, two.closed_with) == (None, 4006)


@pytest.mark.parametrize("game", ["agurk", "koikoi"])
async def test_a_closed_room_is_gone_for_all_and_its_match_is_abandoned(redis_url: str, game: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        code, peers = await world.table("ann", "bob", game=game)
        eve = Peer(world, "eve")
        await eve.ask(client.Spectate, room=code)
        answer = await Desk(world).ask(words.AskClose(code))
        assert answer == words.Done(f"room {code} is closed; its match is abandoned")
        assert code not in world.host.runners
        for peer in (*peers, eve):
            assert peer.got[-1] == {
                "type": "closed",
                "room": code,
                "code": "closed",
                "words": "the room is closed",
            }
            assert peer.closed_with is None
            assert peer.view["state"]["result"]["reason"] == "abandoned"
        assert await world.store.rooms() == []
        assert world.counts.matches[game, "abandoned"] == 1


async def test_nothing_is_kicked_or_closed_while_the_store_is_away(own_redis: Any) -> None:
    url, pid = own_redis
    async with world_on(url, HandClock()) as world:
        code, (_, bob) = await world.table("ann", "bob")
        os.kill(pid, signal.SIGKILL)
        await world.until(lambda: not world.store.healthy)
        desk = Desk(world)
        for request in (words.AskKick("bob"), words.AskClose(code)):
            assert await desk.ask(request) == words.CommandFailed(
                "the store cannot be reached just now; nothing was changed"
            )
        assert bob.closed_with is None
        assert (await desk.ask(words.AskRooms())).rooms


async def test_a_kick_that_is_not_stored_names_every_room_after_one_wait(
    own_redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator, "SETTLE_SECONDS", 0.05)
    url, pid = own_redis
    async with world_on(url, HandClock()) as world:
        first, (_, bob) = await world.table("ann", "bob")
        second, _ = await world.table("eve", start=False)
        await bob.ask(client.Join, room=second)
        os.kill(pid, signal.SIGSTOP)
        told = await Desk(world).ask(words.AskKick("bob"))
        codes = ", ".join(sorted((first, second)))
        assert told == words.CommandFailed(f"not stored in {codes}, where it may yet come: look there, and try again")
        assert bob.closed_with == 4006
        os.kill(pid, signal.SIGCONT)
        await world.settle()
        assert not world.host.seats_of(bob.welcome["player"])


async def test_an_announcement_reaches_every_connection_and_is_one_printable_line(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        peers = [Peer(world, name) for name in ("ann", "bob")]
        desk = Desk(world)
        assert await desk.ask(words.Announce("  Tea at five. ")) == words.Done("told 2 connections")
        for peer in peers:
            assert peer.got[-1] == {"type": "notice", "code": "announcement", "words": "Tea at five."}
        for text in (" ", "two\nlines", "\x1b[2J"):
            assert isinstance(await desk.ask(words.Announce(text)), words.CommandFailed)


async def test_a_drain_refuses_what_is_new_waits_for_what_runs_and_stops(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        code, (ann, bob) = await world.table("ann", "bob")
        waiting, (cat, dan) = await world.table("cat", "dan", start=False)
        for peer in (cat, dan):
            await peer.ask(client.Ready, room=waiting)
        draining = asyncio.create_task(desk.all(words.Drain()))
        await world.until(lambda: world.host.draining)
        assert notices(ann) == ["draining"]
        assert (await cat.ask(client.Start, room=waiting))["code"] == "stopping"
        assert (await cat.ask(client.Create, game="agurk"))["code"] == "stopping"
        late = Peer(world, "eve")
        assert notices(late) == ["draining"]
        assert (await world.play(code, [ann, bob]))["type"] == "ok"
        assert desk.stops == 0
        await bob.ask(client.Leave, room=code)
        async with asyncio.timeout(PATIENCE):
            told = await draining
        assert told[0] == words.Draining(matches=1, people=2, seconds=None)
        assert told[-1] == words.Drained(matches=0)
        assert desk.stops == 1
        assert waiting in world.host.runners


async def test_a_drain_ends_when_its_time_is_over_and_says_what_still_runs(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        await world.table("ann", "bob")
        told = await desk.all(words.Drain(within=0))
        assert told[-1] == words.Drained(matches=1)
        assert desk.stops == 1


async def test_a_drain_can_be_called_off_asked_again_and_goes_on_without_who_asked(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        desk = Desk(world)
        assert await desk.ask(words.Drain(cancel=True)) == words.CommandFailed("no drain is under way")
        _, (ann, _) = await world.table("ann", "bob")
        first = asyncio.create_task(desk.all(words.Drain(within=3600)))
        await world.until(lambda: world.host.draining)
        assert await desk.ask(words.Drain(cancel=True)) == words.Done("the drain is cancelled: the server goes on")
        async with asyncio.timeout(PATIENCE):
            assert (await first)[-1] == words.CommandFailed("the drain was cancelled: the server goes on")
        assert notices(ann) == ["draining", "announcement"]
        assert (await ann.ask(client.Create, game="agurk"))["type"] == "ok"
        second = asyncio.create_task(desk.all(words.Drain()))
        await world.until(lambda: world.host.draining)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert (await desk.ask(words.Drain(within=0))) == words.Drained(matches=1)
        assert desk.stops == 1


async def test_a_server_that_stops_drains_no_more(redis_url: str) -> None:
    async with world_on(redis_url, HandClock()) as world:
        world.host.stop_taking()
        assert await Desk(world).ask(words.Drain()) == words.CommandFailed("the server is stopping already")
