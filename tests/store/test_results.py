"""Results in Redis: once by match id, whatever is repeated; the outbox and the index; histories, places, forgetting."""

from __future__ import annotations

from typing import Any

from fudakai.server.store import Append, Appended, Applied, Rejected, Share, Store, StoredMatch
from tests.store.helpers import queued, running


def of_game(match: str, *shares: Share, public: bool = True, counts: bool = True) -> StoredMatch:
    """A match of the game `game` that is over."""
    return StoredMatch(match, "game", match.encode(), shares, public, counts)


async def put(store: Store, match: str, *shares: Share, public: bool = True, counts: bool = True) -> Applied:
    """Applies a result of the game `game`."""
    (became,) = await store.results.apply([of_game(match, *shares, public=public, counts=counts)])
    assert isinstance(became, Applied)
    return became


async def test_a_result_is_applied_once(store: Store) -> None:
    for became in (Applied.APPLIED, Applied.KNOWN, Applied.KNOWN):
        assert await put(store, "R-1", Share("ann", "Ann", 3, True), Share("bob", "Bob", -3)) is became
    assert await store.results.match("R-1") == b"R-1"
    assert await store.results.match("R-2") is None
    for player, points, won in (("ann", b"3", b"1"), ("bob", b"-3", b"0")):
        sums = await store.results.sums(player)
        assert (sums["game:points"], sums["game:matches"], sums["game:won"]) == (points, b"1", won)
        assert (await store.results.history(player, 9, None, public=False)).results == [b"R-1"]


async def test_a_rating_is_only_changed_from_the_one_that_was_read(store: Store, raw: Any) -> None:
    assert await put(store, "R-1", Share("ann", "Ann", 1, True, b"", b"one"), Share("bob", "Bob", 0)) is Applied.APPLIED
    assert await store.results.ratings([("game", "ann"), ("game", "bob"), ("game", "eve")]) == [b"one", b"", b""]
    before = set(raw.keys("*"))
    late = (Share("bob", "Bob", 1, True, b"", b"new"), Share("ann", "Ann", 0, False, b"", b"two"))
    assert await put(store, "R-2", *late) is Applied.CHANGED
    assert set(raw.keys("*")) == before, "nothing of it was written"
    anew = (Share("bob", "Bob", 1, True, b"", b"new"), Share("ann", "Ann", 0, False, b"one", b"two"))
    assert await put(store, "R-2", *anew) is Applied.APPLIED
    assert await store.results.ratings([("game", "ann"), ("game", "bob")]) == [b"two", b"new"]
    assert await put(store, "R-2", *late) is Applied.KNOWN, "known comes first"


async def test_of_many_results_that_are_applied_together_a_bad_one_fails_alone(store: Store, raw: Any) -> None:
    raw.set("fudakai:{.results}:history:eve", "no list")
    matches = [
        of_game("R-1", Share("ann", "Ann", 1, True, b"", b"one")),
        of_game("R-2", Share("ann", "Ann", 1, True, b"one", b"two"), Share("eve", "Eve", 1)),
        of_game("R-3", Share("ann", "Ann", 1, True, b"two", b"six")),
        of_game("R-4", Share("ann", "Ann", 1, True, b"one", b"new")),
    ]
    raw.script_flush()
    first, second, *others = await store.results.apply(matches)
    assert isinstance(second, Rejected)
    assert "history:eve" in str(second)
    assert [first, *others] == [Applied.APPLIED, Applied.CHANGED, Applied.APPLIED]
    assert (await store.results.history("ann", 9, None, public=False)).results == [b"R-4", b"R-1"]
    assert await store.results.ratings([("game", "ann")]) == [b"new"]
    assert store.healthy
    raw.set("fudakai:{BAD}:outbox", "no list")
    found, bad = await store.results.waiting(["NONE", "BAD"])
    assert found == []
    assert isinstance(bad, Rejected)
    await store.create("OPEN", 1, b"base")
    assert await queued(store, Append("OPEN", 1, 0, (b"a",), result=b"first")) is Appended.STORED
    raw.script_flush()
    refused, done = await store.results.settle([("BAD", b"first"), ("OPEN", b"first")])
    assert isinstance(refused, Rejected)
    assert done is None
    assert await store.results.waiting(["OPEN"]) == [[]]


async def test_equal_points_share_a_place(store: Store) -> None:
    for number, (player, points) in enumerate([("a", 5), ("b", 9), ("c", 5), ("d", 1), ("e", -2)]):
        await put(store, f"R-{number}", Share(player, player.upper(), points))
    rows = await store.results.leaderboard("game", 10)
    assert [(row.place, row.player) for row in rows] == [(1, "b"), (2, "c"), (2, "a"), (4, "d"), (5, "e")]
    assert await store.results.leaderboard("game", 2) == rows[:2]
    for row in rows:
        assert await store.results.standing("game", row.player) == row
    assert await store.results.standing("game", "nobody") is None
    assert await store.results.leaderboard("other", 10) == []


async def test_a_history_is_read_page_by_page_while_it_grows(store: Store) -> None:
    for number in range(7):
        await put(store, f"R-{number}", Share("ann", "Ann"), public=number % 2 == 0)
    page = await store.results.history("ann", 3, None, public=False)
    assert page.results == [b"R-6", b"R-5", b"R-4"]
    await put(store, "R-7", Share("ann", "Ann"))
    page = await store.results.history("ann", 3, page.before, public=False)
    assert page.results == [b"R-3", b"R-2", b"R-1"]
    page = await store.results.history("ann", 3, page.before, public=False)
    assert (page.results, page.before) == ([b"R-0"], None)
    public = await store.results.history("ann", 9, None, public=True)
    assert (public.results, public.before) == ([b"R-7", b"R-6", b"R-4", b"R-2", b"R-0"], None)
    assert (await store.results.history("ann", 9, 0, public=False)).results == []
    assert (await store.results.history("ann", 2, 10_000, public=False)).results == [b"R-7", b"R-6"]


async def test_what_does_not_count_stands_in_the_history_alone(store: Store) -> None:
    assert await put(store, "R-1", Share("ann", "Ann", 8, True), counts=False) is Applied.APPLIED
    assert (await store.results.history("ann", 9, None, public=False)).results == [b"R-1"]
    assert await store.results.sums("ann") == {}
    assert await store.results.standing("game", "ann") is None


async def test_a_closed_room_stays_in_the_index_until_its_outbox_is_empty(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    await store.create("OPEN", 1, b"base")
    assert await queued(store, Append("ROOM", 1, 0, (b"a",), result=b"first")) is Appended.STORED
    assert await queued(store, Append("ROOM", 1, 1, (b"b",), result=b"second", closes=True)) is Appended.STORED
    assert await queued(store, Append("OPEN", 1, 0, (b"a",), result=b"third")) is Appended.STORED
    raw.delete("fudakai:{ROOM}:head")  # it expired before anybody came
    for _ in range(2):
        assert await store.rooms() == ["OPEN"]
        assert await store.results.outboxes() == ["OPEN", "ROOM"]
    assert await store.create("ROOM", 2, b"again") is False, "nor is the code given anew"
    assert await store.results.waiting(["ROOM", "NONE", "OPEN"]) == [[b"first", b"second"], [], [b"third"]]
    await store.results.settle([("ROOM", b"first")])
    assert await store.results.waiting(["ROOM"]) == [[b"second"]]
    for _ in range(2):
        assert await store.results.settle([("ROOM", b"second"), ("OPEN", b"third")]) == [None, None]
    assert await store.results.outboxes() == []
    assert raw.smembers("fudakai:rooms") == {"OPEN"}


async def test_a_room_that_closes_with_an_empty_outbox_leaves_the_index_at_once(store: Store, raw: Any) -> None:
    await store.create("ROOM", 1, b"base")
    assert await queued(store, Append("ROOM", 1, 0, (b"a",), result=b"first")) is Appended.STORED
    await store.results.settle([("ROOM", b"first")])
    assert raw.smembers("fudakai:rooms") == {"ROOM"}
    assert await queued(store, Append("ROOM", 1, 1, (b"end",), closes=True)) is Appended.STORED
    await queued(store, Append("ROOM", 1, 2, (b"late",)))  # its leaving was in the pipeline before this one's answer
    assert raw.smembers("fudakai:rooms") == set()


async def test_a_forgotten_player_is_nowhere(store: Store, raw: Any) -> None:
    await put(store, "R-1", Share("ann", "Ann", 3, True, b"", b"r"), Share("bob", "Bob", 1))
    assert not await store.results.replace("R-1", b"another", b"lost")
    assert await store.results.replace("R-1", b"R-1", b"without ann")
    assert not await store.results.replace("R-9", b"R-9", b"was never there")
    read = await store.results.matches("ann")
    await put(store, "R-2", Share("ann", "Ann", 3))
    before = sorted(raw.keys("*"))
    assert not await store.results.remove("ann", read), "one has come since"
    assert not await store.results.remove("ann", ["R-3", "R-4"])
    assert sorted(raw.keys("*")) == before
    assert await store.results.remove("ann", await store.results.matches("ann"))
    assert await store.results.remove("ann", [])
    assert [key for key in raw.keys("*") if "ann" in key] == []
    assert [row.player for row in await store.results.leaderboard("game", 9)] == ["bob"]
    assert (await store.results.history("bob", 9, None, public=False)).results == [b"without ann"]
    assert await store.results.match("R-9") is None


async def test_all_keys_of_results_share_one_hash_tag(store: Store, raw: Any) -> None:
    await put(store, "R-1", Share("ann", "Ann", 3, True, b"", b"r"))
    assert all(key.startswith("fudakai:{.results}:") for key in raw.keys("*") if key != "fudakai:probe")


async def test_a_history_ends_where_matches_are_kept_no_more_and_sums_go_on(redis_url: str, raw: Any) -> None:
    async with running(redis_url, history_days=2) as store:
        for number in range(5):
            await put(store, f"R-{number}", Share("ann", "Ann", 1, True, b"", b""), public=number != 1)
        lives = [raw.ttl(f"fudakai:{{.results}}:match:R-{number}") for number in range(5)]
        assert {2 * 86_400 - 60 < life <= 2 * 86_400 for life in lives} == {True}
        assert await store.results.replace("R-4", b"R-4", b"R-4 nameless")
        assert raw.ttl("fudakai:{.results}:match:R-4") > 0, "it ends when it would have ended"
        for number in range(3):
            raw.pexpire(f"fudakai:{{.results}}:match:R-{number}", 0)
        page = await store.results.history("ann", 3, None, public=False)
        assert (page.results, page.before) == ([b"R-4 nameless", b"R-3"], None)
        assert raw.llen("fudakai:{.results}:history:ann") == 5
        await put(store, "R-5", Share("ann", "Ann", 1))
        assert raw.lrange("fudakai:{.results}:history:ann", 0, -1) == ["R-3", "R-4", "R-5"]
        assert raw.lrange("fudakai:{.results}:public:ann", 0, -1) == ["R-3", "R-4", "R-5"]
        assert (await store.results.sums("ann"))["game:points"] == b"6"
        standing = await store.results.standing("game", "ann")
        assert standing is not None
        assert (standing.points, standing.matches, standing.won) == (6, 6, 5)


async def test_without_an_end_histories_are_kept_for_ever(store: Store, raw: Any) -> None:
    await put(store, "R-1", Share("ann", "Ann"))
    assert raw.ttl("fudakai:{.results}:match:R-1") == -1
