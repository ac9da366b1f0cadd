"""Histories, leaderboards and records as players ask for them: whose they are, and for how long (L9, L11)."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.server.records import record as records
from tests.host.world import HandClock, Peer, World, world_on


@pytest.fixture
async def world(redis_url: str) -> Any:
    async with world_on(redis_url, HandClock()) as world:
        yield world


async def over(world: World, *names: str, **options: Any) -> tuple[str, list[Peer]]:
    """A match of Agurk that the first of them won, since the others left."""
    code, peers = await world.table(*names, **options)
    for peer in peers[1:]:
        await peer.ask(client.Leave, room=code)
    await world.settle()
    return code, peers


async def test_l11_what_was_played_stands_in_everybodys_history(world: World) -> None:
    code, (ann, bob, cid) = await over(world, "ann", "bob", "cid")
    for peer in (ann, bob, cid):
        mine = await peer.ask(client.History)
        assert (mine["type"], mine["player"], mine["before"]) == ("matches", peer.welcome["player"], None)
        (match,) = mine["matches"]
        assert (match["match"], match["game"], match["at"]) == (f"{code}-1", "agurk", world.clock.now())
        assert match["players"] == [other.welcome["player"] for other in (ann, bob, cid)]
        assert (match["names"], match["winners"], match["left"]) == (["ann", "bob", "cid"], [0], [1, 2])
        assert (match["places"], match["points"], match["reason"]) == ([1, 3, 2], [2, 0, 1], "others_left")
        assert (match["public"], match["abandoned"], match["bots"]) == (True, False, [])
        (total,) = mine["totals"]
        won = peer is ann
        points = {ann: 2, bob: 0, cid: 1}[peer]  # Agurk's are players placed behind: the last to leave had one
        assert (total["points"], total["matches"], total["won"]) == (points, 1, won)
        assert (total["rating"] > 0) is won


async def test_l11_the_leaderboard_tells_your_own_place(world: World) -> None:
    _, (ann, bob, cid) = await over(world, "ann", "bob", "cid")
    await over(world, "dot", "eve")
    board = await bob.ask(client.Leaderboard, game="agurk", limit=3)
    rows = [(row["place"], row["name"], row["points"]) for row in board["rows"]]
    assert rows[0] == (1, "ann", 2)
    assert sorted(rows[1:]) == [(2, "cid", 1), (2, "dot", 1)], "equal points share a place"
    assert (board["you"]["place"], board["you"]["name"], board["you"]["points"]) == (4, "bob", 0)
    assert (await cid.ask(client.Leaderboard, game="agurk"))["you"]["place"] == 2
    assert (await Peer(world, "new").ask(client.Leaderboard, game="agurk"))["you"] is None
    assert (await ann.ask(client.Leaderboard, game="koikoi"))["rows"] == []
    assert (await ann.ask(client.Leaderboard, game="chess"))["code"] == Refusal.UNKNOWN_GAME


async def test_l11_of_others_only_matches_of_public_rooms_are_told(world: World) -> None:
    secret, (ann, bob) = await over(world, "ann", "bob", visibility="unlisted")
    eve = Peer(world, "eve")
    player = ann.welcome["player"]
    assert [match["match"] for match in (await ann.ask(client.History, player=player))["matches"]] == [f"{secret}-1"]
    assert (await bob.ask(client.History, player=player))["matches"] == []
    assert (await eve.ask(client.History, player="nobody"))["matches"] == []
    assert (await eve.ask(client.Record, match=f"{secret}-1"))["code"] == Refusal.UNKNOWN_MATCH
    assert (await eve.ask(client.Replay, match=f"{secret}-1"))["code"] == Refusal.UNKNOWN_MATCH
    assert (await bob.ask(client.Record, match=f"{secret.lower()}-1"))["type"] == "recorded"
    assert (await bob.ask(client.Replay, match=f"{secret.lower()}-1"))["summary"]["match"] == f"{secret}-1"
    assert (await eve.ask(client.Replay, match=f"{secret}-1"))["code"] == Refusal.UNKNOWN_MATCH, "also when it is ready"
    assert (await ann.ask(client.History))["totals"][0]["rating"] is None, "only public rooms are rated"


async def test_l9_an_abandoned_match_is_in_the_history_and_counts_nothing(world: World) -> None:
    code, (ann, bob) = await world.table("ann", "bob", settings={"turn_seconds": 0})
    ann.drop()
    bob.drop()
    await world.settle()
    world.clock.move(61)
    await world.settle()
    again = Peer(world, token=ann.welcome["token"])
    mine = await again.ask(client.History)
    assert [(match["match"], match["abandoned"]) for match in mine["matches"]] == [(f"{code}-1", True)]
    assert mine["totals"] == []
    assert (await again.ask(client.Leaderboard, game="agurk"))["rows"] == []
    record = (await again.ask(client.Record, match=f"{code}-1"))["record"]
    assert record["entries"][-2] == {"by": "room", "abandon": True}


async def test_a_record_is_whole_also_after_a_rematch_a_close_and_a_restart(world: World, redis_url: str) -> None:
    code, (ann, bob) = await over(world, "ann", "bob")
    assert (await bob.ask(client.Join, room=code))["type"] == "ok"
    for peer in (ann, bob):
        await peer.ask(client.Ready, room=code)
    await ann.ask(client.Start, room=code)
    await world.settle()
    await world.play(code, [ann, bob])
    for question in (client.Record, client.Replay):
        assert (await ann.ask(question, match=f"{code}-2"))["code"] == Refusal.UNKNOWN_MATCH, "it still runs"
    first = await Peer(world, "eve").ask(client.Record, match=f"{code}-1")
    assert (first["match"], first["record"]["players"]) == (f"{code}-1", ["ann", "bob"])
    assert records.check(first["record"]) is None
    await bob.ask(client.Leave, room=code)
    await ann.ask(client.Leave, room=code)
    assert (await ann.ask(client.Join, room=code))["code"] == Refusal.UNKNOWN_ROOM
    async with world_on(redis_url, HandClock()) as later:
        eve = Peer(later, "eve")
        assert (await eve.ask(client.Record, match=f"{code}-1"))["record"] == first["record"]
        second = (await eve.ask(client.Record, match=f"{code}-2"))["record"]
        assert records.check(second) is None
        assert len(second["entries"]) > len(first["record"]["entries"])
        mine = await Peer(later, token=ann.welcome["token"]).ask(client.History)
        assert [match["match"] for match in mine["matches"]] == [f"{code}-2", f"{code}-1"]
        for match in ("none", f"{code}-3", f"{code}-0", f"{code}-", "-1", f"{code}-x"):
            for question in (client.Record, client.Replay):
                assert (await eve.ask(question, match=match))["code"] == Refusal.UNKNOWN_MATCH


async def test_many_matches_are_looked_at_by_turns(world: World) -> None:
    codes = [(await over(world, "ann", "bob"))[0] for _ in range(10)]
    eve = Peer(world, "eve")
    for code in [*codes, *codes]:
        replay = await eve.ask(client.Replay, match=f"{code}-1", first=3, count=2)
        assert (replay["summary"]["match"], replay["options"], replay["entries"]) == (f"{code}-1", {}, 3)
        (last,) = replay["frames"]
        assert (last["step"], last["by"], last["left"], last["to_act"]) == (3, 1, [1], [])
        assert last["private"] == [{"hand": []}, {"hand": []}]
    assert (await eve.ask(client.Replay, match=f"{codes[0]}-1", first=4))["frames"] == []


async def test_who_asks_for_many_records_makes_others_wait_for_one_of_them(world: World) -> None:
    code, (ann, bob) = await over(world, "ann", "bob")
    await ann.ask(client.History)
    eve = Peer(world, "eve")
    again = Peer(world, token=eve.welcome["token"])
    for peer in (eve, again):
        for _ in range(8):
            peer.say(client.Record, match=f"{code}-1")
    assert (await bob.ask(client.Record, match=f"{code}-1"))["type"] == "recorded"
    answered = [message["type"] for peer in (eve, again) for message in peer.got[1:]]
    assert len(answered) <= 2
    await world.until(lambda: len(eve.got) + len(again.got) == 2 + 16)


async def test_nobody_waits_for_records_that_were_asked_for_by_who_is_gone(world: World) -> None:
    code, (ann, bob) = await over(world, "ann", "bob")
    await ann.ask(client.History)
    gone = [Peer(world, "eve") for _ in range(20)]
    for peer in gone:
        for _ in range(8):
            peer.say(client.Record, match=f"{code}-1")
        peer.drop()
    assert (await bob.ask(client.Record, match=f"{code}-1"))["type"] == "recorded"
    assert [message["type"] for peer in gone for message in peer.got] == 20 * ["welcome"]
    await world.until(lambda: not world.host._work)


async def test_a_record_expires_and_its_match_stays_in_the_history(world: World, raw: Any) -> None:
    code, (ann, bob) = await over(world, "ann", "bob")
    await ann.ask(client.Leave, room=code)
    assert (await ann.ask(client.Replay, match=f"{code}-1"))["entries"] == 3
    for key in raw.keys(f"fudakai:{{{code}}}:*"):
        assert 29 * 86400 < raw.ttl(key) <= 30 * 86400
        raw.delete(key)
    for question in (client.Record, client.Replay):
        assert (await bob.ask(question, match=f"{code}-1"))["code"] == Refusal.UNKNOWN_MATCH
    assert [match["match"] for match in (await bob.ask(client.History))["matches"]] == [f"{code}-1"]


async def test_questions_are_refused_in_words_when_there_are_too_many_or_no_store(world: World, raw: Any) -> None:
    ann = Peer(world, "ann")
    asked = [ann.say(client.History) for _ in range(9)]
    answers = [await ann.answer(id) for id in asked]
    assert sorted(answer["type"] for answer in answers) == ["matches"] * 8 + ["refused"]
    assert next(answer for answer in answers if answer["type"] == "refused")["code"] == Refusal.TOO_FAST
    assert (await ann.ask(client.History))["type"] == "matches"
    raw.set("fudakai:{.results}:history:" + ann.welcome["player"], "no list")
    assert (await ann.ask(client.History))["code"] == Refusal.UNAVAILABLE


async def test_l11_a_match_with_a_bot_counts_for_the_person_and_is_not_rated(world: World) -> None:
    ann = Peer(world, "ann")
    settings = {"turn_seconds": 0, "bot_delay": 0, "cycle_delay": 0, "round_delay": 0}
    code = (await ann.ask(client.Create, game="agurk", seats=2, settings=settings))["room"]
    await ann.ask(client.AddBot, room=code)
    await ann.ask(client.Ready, room=code)
    await ann.ask(client.Start, room=code)
    for _ in range(2000):
        await world.settle()
        if ann.view["state"]["status"] == "finished":
            break
        if ann.view["you"]["offers"]:
            await world.play(code, [ann])
        else:
            world.clock.move(0.01)
    mine = await ann.ask(client.History)
    (match,) = mine["matches"]
    assert (match["bots"], match["public"], match["winners"]) == ([1], True, ann.view["state"]["result"]["winners"])
    assert (mine["totals"][0]["matches"], mine["totals"][0]["rating"]) == (1, None)
    board = await ann.ask(client.Leaderboard, game="agurk")
    assert [row["player"] for row in board["rows"]] == [ann.welcome["player"]], "bots stand on no leaderboard"
    record = (await ann.ask(client.Record, match=match["match"]))["record"]
    assert record["bots"] == [1]
    assert records.check(record) is None
