"""Results are applied once, whatever dies between two steps and however many workers there are (principle 4, L11)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from fudakai.server.lobby import history as lobby, ratings
from fudakai.server.lobby.results import End, Finished, ResultsWorker, decode, encode, shares
from fudakai.server.rooms.effects import MatchResult, encode_result
from fudakai.server.store import Append, Appended, Store, StoredMatch
from tests.lobby.outboxes import ABANDONED, OVER, check_sums, history, over, replayed, stored, working
from tests.store.helpers import PATIENCE, Health, queued, running

ALL = ("ann", "bob", "cid")
FOR_TWO = End((0,), (1, 25), (1, 2), (1, 0), "last_one_in")


async def rated(store: Store) -> dict[str, ratings.Rating]:
    """What is stored as the ratings of all."""
    found = await store.results.ratings([("agurk", player) for player in ALL])
    return dict(zip(ALL, map(ratings.decode, found), strict=True))


def test_a_rooms_result_is_read_as_it_was_written() -> None:
    assert MatchResult.__struct_fields__ == Finished.__struct_fields__
    end = OVER.outcome
    written = MatchResult(
        **{field: getattr(OVER, field) for field in Finished.__struct_fields__}  # type: ignore[arg-type]
    )
    assert decode(encode_result(written)) == OVER
    assert decode(encode(OVER)).outcome == end


async def test_what_waits_is_applied_at_a_start_also_of_closed_rooms(store: Store, raw: Any) -> None:
    await stored(store, over("SHUT-1"))
    await stored(store, over("OPEN-1"), closes=False)
    async with working(ResultsWorker(store)):
        assert {finished.match for finished in await history(store, "bob")} == {"SHUT-1", "OPEN-1"}
    await check_sums(store, *ALL)
    assert await store.results.outboxes() == []
    assert raw.smembers("fudakai:rooms") == {"OPEN"}


async def test_a_result_is_applied_as_soon_as_the_worker_is_told(store: Store) -> None:
    worker = ResultsWorker(store)
    async with working(worker):
        await stored(store, OVER)
        worker.finished("ROOM")
        await worker.caught_up()
        assert await history(store, "ann") == [OVER]


@pytest.mark.parametrize("steps", [1, 2])
async def test_a_death_between_two_steps_counts_nothing_twice(store: Store, steps: int) -> None:
    await stored(store, OVER)
    result = encode(OVER)
    given = shares(OVER, [b"", b"", b""])
    await store.results.apply([StoredMatch(OVER.match, OVER.game, result, given, public=True, counts=True)])
    if steps == 2:
        await store.results.settle([("ROOM", result)])
    async with working(ResultsWorker(store)):
        assert await history(store, "ann") == [OVER]
    await check_sums(store, *ALL)
    assert await store.results.outboxes() == []


async def test_a_worker_that_is_ended_at_any_moment_counts_nothing_twice(store: Store) -> None:
    await stored(store, *(over(f"R{number}-1", at=number) for number in range(60)))
    for turns in range(120):
        worker = asyncio.create_task(ResultsWorker(store).run())
        for _ in range(turns):
            await asyncio.sleep(0)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
    async with working(ResultsWorker(store)):
        assert {finished.match for finished in await history(store, "bob")} == {f"R{number}-1" for number in range(60)}
    await check_sums(store, *ALL)
    assert await rated(store) == await replayed(store, "ann", ALL)
    assert await store.results.outboxes() == []


async def test_what_is_known_or_bad_spoils_no_rating_of_what_is_applied_with_it(store: Store, raw: Any) -> None:
    raw.set("fudakai:{.results}:history:zoe", "of another kind")
    matches = [over(f"R{number}-1", at=number) for number in range(60)]
    matches[30] = over("R30-1", at=30, players=("ann", "bob", "zoe"))
    await stored(store, *matches)
    for number in (0, 40):  # a worker died before it took these out of their outboxes
        before = await store.results.ratings([("agurk", player) for player in ALL])
        match = matches[number]
        given = shares(match, before)
        await store.results.apply([StoredMatch(match.match, "agurk", encode(match), given, public=True, counts=True)])
    worker = ResultsWorker(store)
    async with working(worker):
        assert {finished.at for finished in await history(store, "bob")} == set(range(60)) - {30}
    assert await rated(store) == await replayed(store, "ann", ALL)
    assert await store.results.outboxes() == ["R30"]
    assert worker.waiting == 0


async def test_results_that_wait_are_counted_until_they_are_applied(store: Store) -> None:
    worker = ResultsWorker(store)
    await stored(store, over("SHUT-1"))
    await stored(store, OVER, closes=False)
    assert await queued(store, Append("ROOM", 1, 1, (b"end",), result=encode(over("ROOM-2")))) is Appended.STORED
    assert worker.waiting == 0, "nobody has told of any"
    for _ in range(2):
        worker.finished("ROOM")
    worker.finished("GONE")
    assert worker.waiting == 3
    async with working(worker):
        assert worker.waiting == 0
        assert len(await history(store, "ann")) == 3
        for number in range(3):
            await stored(store, over(f"R{number}-1"))
        for number in range(3):
            worker.finished(f"R{number}")
        assert worker.waiting == 3
        await worker.caught_up()
        assert worker.waiting == 0


async def test_several_workers_at_once_count_everything_once_and_ratings_in_order(redis_url: str) -> None:
    async with running(redis_url) as one, running(redis_url) as two, running(redis_url) as three:
        await stored(one, *(over(f"R{number}-1") for number in range(40)))
        async with working(ResultsWorker(one), ResultsWorker(two), ResultsWorker(three)):
            assert len(await history(one, "cid")) == 40
        await check_sums(one, *ALL)
        assert await rated(one) == await replayed(one, "ann", ALL)


async def test_a_rematch_is_a_match_of_its_own(store: Store) -> None:
    again = over("ROOM-2", players=("bob", "ann"), names=("Bob", "Ann"), outcome=FOR_TWO)
    worker = ResultsWorker(store)
    async with working(worker):
        await stored(store, OVER, closes=False)
        assert await queued(store, Append("ROOM", 1, 1, (b"end",), result=encode(again))) is Appended.STORED
        worker.finished("ROOM")
        await worker.caught_up()
        assert await history(store, "ann") == [OVER, again]
    await check_sums(store, *ALL)


async def test_l9_an_abandoned_match_counts_in_the_history_alone(store: Store) -> None:
    await stored(store, over("ROOM-1", outcome=ABANDONED, left=(1,)))
    async with working(ResultsWorker(store)):
        (found,) = await history(store, "bob")
    assert found.abandoned
    assert await store.results.sums("ann") == {}
    assert await store.results.leaderboard("agurk", 9) == []


@pytest.mark.parametrize("changes", [{"public": False}, {"bots": (2,)}])
async def test_l11_only_matches_of_public_rooms_without_bots_are_rated(store: Store, changes: Any) -> None:
    await stored(store, over("ROOM-1", **changes))
    async with working(ResultsWorker(store)):
        pass
    sums = await store.results.sums("ann")
    assert (sums["agurk:points"], "agurk:rating" in sums) == (b"2", False)
    assert len(await history(store, "ann", public=True)) == changes.get("public", True)
    assert (await history(store, "cid") == []) is ("bots" in changes), "a bot has no history"
    assert [row.player for row in await store.results.leaderboard("agurk", 9)][:2] == ["ann", "bob"]


async def test_l11_a_leaver_has_lost_whatever_a_stand_in_made_of_the_seat(store: Store) -> None:
    end = End((0,), (30, 9, 2), (1, 2, 3), (0, 9, 2), "rounds")  # the room has taken a stand-in's points away
    await stored(store, over("ROOM-1", left=(0,), outcome=end))
    async with working(ResultsWorker(store)):
        pass
    sums = await store.results.sums("ann")
    assert (sums["agurk:points"], sums["agurk:won"], sums["agurk:matches"]) == (b"0", b"0", b"1")
    rows = await store.results.leaderboard("agurk", 9)
    shown = {row.player: ratings.decode(row.rating).mu for row in rows}
    assert shown["bob"] > shown["cid"] > shown["ann"]


@pytest.fixture
def said() -> Iterator[list[Any]]:
    """What is logged."""
    with structlog.testing.capture_logs() as lines:
        yield lines


async def test_what_cannot_be_read_does_not_stop_the_others(store: Store, raw: Any, said: list[Any]) -> None:
    raw.sadd("fudakai:rooms", "ABAD", "AKEY")
    raw.rpush("fudakai:{ABAD}:outbox", b"\xc1")
    raw.set("fudakai:{AKEY}:outbox", "no list")
    await stored(store, OVER)
    async with working(ResultsWorker(store)):
        assert await history(store, "ann") == [OVER]
    assert await store.results.outboxes() == ["ABAD", "AKEY"], "it is left for a server that can read it"
    assert sorted(line["room"] for line in said if line["log_level"] == "error") == ["ABAD", "AKEY"]


@pytest.mark.parametrize("poison", ["rating", "history", "board", "sums", "sum", "settled"])
async def test_what_cannot_be_applied_does_not_stop_the_others_and_is_told_once(
    store: Store, raw: Any, said: list[Any], poison: str
) -> None:
    key = {"history": "history:zoe", "board": "board:koikoi", "sums": "player:zoe"}.get(poison)
    if poison == "rating":
        raw.hset("fudakai:{.results}:player:zoe", "agurk:rating", b"\xc1")
    elif poison == "sum":
        raw.hset("fudakai:{.results}:player:zoe", "agurk:points", "many")
    elif key is not None:
        raw.set("fudakai:{.results}:" + key, "of another kind")
    bad = over("ZBAD-1", at=1, players=("zoe", "bob", "cid"), game="koikoi" if poison == "board" else "agurk")
    await stored(store, bad, OVER)
    if poison == "settled":
        raw.delete("fudakai:{ZBAD}:head")
        raw.set("fudakai:{ZBAD}:head", "of another kind")
    left: list[int] = []
    health, worker = Health(store), ResultsWorker(store, lambda: left.append(1))
    async with working(worker):
        assert await history(store, "ann") == [OVER]
        for number in range(3):
            again = over(f"R{number}-1", at=2)
            await stored(store, again)
            worker.finished(f"R{number}")
            worker.finished("ZBAD")
            await worker.caught_up()
            assert again in await history(store, "ann")
    told = [(line["match"], line["log_level"]) for line in said if line.get("match")]
    if poison == "settled":
        assert raw.lrange("fudakai:{ZBAD}:outbox", 0, -1) == []
    else:
        assert await store.results.outboxes() == ["ZBAD"], "it is left for whoever mends it"
    assert told == [("ZBAD-1", "error")]
    if poison == "rating":
        (why,) = (line["why"] for line in said if line.get("match"))
        assert why.startswith("ValueError at "), "where the fault is, and nothing of what was read"
    assert left == [1]
    assert worker.waiting == 0, "it waits for a person"
    assert health.changes == [], "that Redis holds a thing of another kind is no outage"
    if key is not None:
        raw.delete("fudakai:{.results}:" + key)
        async with working(ResultsWorker(store)):
            assert await store.results.outboxes() == []


async def test_results_wait_while_the_store_is_away_and_are_applied_when_it_is_back(store: Store, raw: Any) -> None:
    health, worker = Health(store), ResultsWorker(store)
    async with working(worker):
        await stored(store, OVER)
        raw.config_set("maxmemory", 1)  # it takes no writes, and says so
        worker.finished("ROOM")
        await health.is_(False)
        assert worker.waiting == 1
        raw.config_set("maxmemory", 0)
        await health.is_(True)
        async with asyncio.timeout(PATIENCE):
            while not await history(store, "ann"):
                await worker.caught_up()
        assert await history(store, "ann") == [OVER]
        assert worker.waiting == 0


async def test_a_player_can_be_forgotten(store: Store, raw: Any) -> None:
    await stored(store, *(over(f"R{number}-1") for number in range(3)))
    async with working(ResultsWorker(store)):
        pass
    assert await lobby.forget(store, "ann") == 3
    assert await lobby.forget(store, "ann") == 0
    everything = [key + repr(raw.dump(key)) for key in raw.keys("fudakai:{.results}:*")]
    assert not [found for found in everything if "ann" in found or "Ann" in found]
    for finished in await history(store, "bob"):
        assert (finished.players, finished.names) == (("", "bob", "cid"), ("", "Bob", "Cid"))
    assert [row.player for row in await store.results.leaderboard("agurk", 9)] == ["bob", "cid"]
    await check_sums(store, "bob", "cid")


async def test_two_players_of_the_same_matches_can_be_forgotten_at_the_same_moment(store: Store, raw: Any) -> None:
    await stored(store, *(over(f"R{number}-1") for number in range(20)))
    async with working(ResultsWorker(store)):
        pass
    assert await asyncio.gather(lobby.forget(store, "ann"), lobby.forget(store, "bob")) == [20, 20]
    everything = [key + repr(raw.dump(key)) for key in raw.keys("fudakai:{.results}:*")]
    assert not [found for found in everything if "ann" in found or "Bob" in found]
    assert {finished.players for finished in await history(store, "cid")} == {("", "", "cid")}


async def test_a_result_that_comes_while_its_player_is_forgotten_is_forgotten_or_counts_whole(store: Store) -> None:
    worker = ResultsWorker(store)
    async with working(worker):
        for trial in range(20):
            await stored(store, *(over(f"T{trial}R{number}-1") for number in range(3)), closes=True)
            worker.finished(f"T{trial}R0")
            await worker.caught_up()
            worker.finished(f"T{trial}R1")
            forgetting = asyncio.create_task(lobby.forget(store, "ann"))
            worker.finished(f"T{trial}R2")
            await forgetting
            await worker.caught_up()
            await check_sums(store, "ann", "bob")
            mine = {finished.match for finished in await history(store, "ann")}
            named = {match.match for match in await history(store, "bob") if "ann" in match.players}
            assert named == mine, "who is forgotten is named in no match but those since"
