"""The SDK over real sockets against a scripted peer: what it says, and what its user sees."""

from __future__ import annotations

import asyncio

import pytest

from fudakai.clients.sdk import Patience, Refused, Stale, connect
from tests.clients.peer import QUICK, Peer, Talk, entry, in_time, until


@in_time
async def test_a_guest_is_welcomed_joins_and_moves() -> None:
    async def script(talk: Talk) -> None:
        hello = await talk.welcome("GHJKMN", token="t1")
        assert (hello["name"], hello["access"], "token" in hello) == ("ann", "door", False)
        asked = await talk.expect("join")
        assert asked["room"] == "abcdef"
        await talk.say("ok", re=asked["id"], room="ABCDEF", version=4, seat=0)
        await talk.update(4, hand=["9C", "2H"])
        move = await talk.move()
        assert (move["room"], move["version"], move["move"]) == ("ABCDEF", 4, {"type": "play", "cards": ["9C"]})
        assert 1 <= len(move["ref"]) <= 64
        await talk.gone()

    async with Peer(script) as url, connect(url, name="ann", access="door", patience=QUICK) as client:
        assert (client.name, client.token, client.seated_in, client.games) == (
            "ann",
            "t1",
            ("GHJKMN",),
            {"agurk": (2, 7)},
        )
        room = await client.join("abcdef")
        [view] = await until(room, 4)
        assert (view.seat, view.my_turn, view.over, view.private) == (0, True, False, {"hand": ["9C", "2H"]})
        assert await room.move(view.offers[0]) == 5


@in_time
async def test_a_birthday_is_said_until_a_token_says_it() -> None:
    async def first(talk: Talk) -> None:
        hello = await talk.welcome(token="t1")
        assert (hello["token"], hello["birthday"]) == ("t0", "")
        talk.cut()

    async def second(talk: Talk) -> None:
        hello = await talk.welcome(token="t1")
        assert (hello["token"], "birthday" in hello) == ("t1", False)
        back.set()
        await talk.gone()

    back = asyncio.Event()
    async with Peer(first, second) as url, connect(url, token="t0", birthday="", patience=QUICK):
        await back.wait()


@in_time
async def test_create_and_list_send_what_was_given_and_nothing_else() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        created = await talk.expect("create")
        assert {**created, "id": 0} == {
            "type": "create",
            "id": 0,
            "game": "agurk",
            "visibility": "unlisted",
            "seats": 2,
            "settings": {"turn_seconds": 0},
        }
        await talk.say("ok", re=created["id"], room="ABCDEF", version=0, seat=0)
        await talk.update(0)
        listed = await talk.expect("list")
        assert (listed["game"], listed["status"], listed["free"]) == ("agurk", "waiting", True)
        line = {"room": "ABCDEF", "title": "x", "game": "agurk", "status": "waiting", "seats": 2, "seated": 1}
        await talk.say(
            "rooms", re=listed["id"], rooms=[{**line, "spectators": True, "locked": False, "later": "field"}]
        )
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.create("agurk", seats=2, visibility="unlisted", settings={"turn_seconds": 0})
        assert room.code == "ABCDEF"
        assert [line.seated for line in await client.rooms("agurk", status="waiting", free=True)] == [1]


@in_time
async def test_after_a_cut_the_room_is_resumed_with_the_token_and_events_come_once() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome(token="t1")
        await talk.let_in(version=4, events=[entry(4, {"type": "a"})])
        await talk.update(5, events=[entry(5, {"type": "b"})])
        talk.cut()

    async def second(talk: Talk) -> None:
        hello = await talk.welcome("ABCDEF", token="t2")
        assert (hello["token"], "name" in hello) == ("t1", False)
        resume = await talk.expect("resume")
        assert (resume["room"], resume["version"]) == ("ABCDEF", 5)
        await talk.say("ok", re=resume["id"], room="ABCDEF", version=7)
        events = [entry(4, {"type": "a"}), entry(5, {"type": "b"}), entry(6, {"type": "c"}), entry(7, {"type": "d"})]
        await talk.update(7, events=events)
        await talk.gone()

    notices: list[str] = []
    async with (
        Peer(first, second) as url,
        connect(url, name="ann", patience=QUICK, notice=lambda code, words: notices.append(code)) as client,
    ):
        room = await client.join("ABCDEF")
        views = await until(room, 7)
        assert [event["type"] for view in views for event in view.events] == ["a", "b", "c", "d"]
        assert not any(view.gap for view in views)
        assert client.token == "t2"
    assert notices == ["offline", "online"]


@in_time
async def test_a_move_whose_answer_was_lost_is_sent_again_under_its_ref() -> None:
    refs = []

    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C"])
        refs.append((await talk.expect("move"))["ref"])
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=5)
        move = await talk.move(ref=refs[0])
        assert move["version"] == 4
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        assert await room.move({"type": "play", "cards": ["9C"]}) == 5


@in_time
async def test_a_move_made_while_offline_goes_out_after_the_resume() -> None:
    away = asyncio.Event()

    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C"])
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=4, hand=["9C"])
        await talk.move()
        await talk.gone()

    def notice(code: str, words: str) -> None:
        away.set()

    async with Peer(first, second) as url, connect(url, patience=QUICK, notice=notice) as client:
        room = await client.join("ABCDEF")
        await away.wait()
        assert await room.move({"type": "play", "cards": ["9C"]}) == 5


@in_time
async def test_unavailable_and_too_fast_are_tried_again_until_there_is_an_answer() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C"])
        refs = set()
        for code in ("unavailable", "too_fast", "unavailable"):
            move = await talk.expect("move")
            refs.add(move["ref"])
            await talk.say("refused", re=move["id"], code=code, words="Later.", retry_after=1)
        await talk.move(ref=refs.pop())
        assert not refs
        await talk.gone()

    notices: list[str] = []
    async with (
        Peer(script) as url,
        connect(url, patience=QUICK, notice=lambda code, words: notices.append(code)) as client,
    ):
        room = await client.join("ABCDEF")
        assert await room.move({"type": "play", "cards": ["9C"]}) == 5
    assert notices == ["unavailable", "unavailable"]


@in_time
async def test_a_stale_move_and_other_refusals_are_raised_with_code_and_words() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C"])
        for code in ("stale", "too_low"):
            move = await talk.expect("move")
            await talk.say("refused", re=move["id"], code=code, words="No.", ref=move["ref"])
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Stale):
            await room.move({"type": "play", "cards": ["9C"]})
        with pytest.raises(Refused, match=r"No\. \(too_low\)") as refusal:
            await room.move({"type": "play", "cards": ["9C"]})
        assert not isinstance(refusal.value, Stale)


@in_time
async def test_a_move_names_the_version_of_the_view_it_was_chosen_from() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C", "2H"])
        ready = await talk.expect("ready")
        await talk.update(5, hand=["9C", "2H"])
        await talk.say("ok", re=ready["id"], room="ABCDEF", version=5)
        assert (await talk.move())["version"] == 4
        assert (await talk.move())["version"] == 5
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        await until(room, 4)
        assert await room.ready() == room.version == 5
        await room.move({"type": "play", "cards": ["9C"]})
        await room.move({"type": "play", "cards": ["2H"]}, on=room.view)


@in_time
async def test_a_slow_reader_gets_one_view_with_all_that_happened() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=1, events=[entry(1, {"n": 1})])
        ready = await talk.expect("ready")
        for version in range(2, 6):
            await talk.update(version, events=[entry(version, {"n": version}, {"n": -version})])
        await talk.say("ok", re=ready["id"], room="ABCDEF")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        await until(room, 1)
        await room.ready()
        [view] = await until(room, 5)
        assert [event["n"] for event in view.events] == [2, -2, 3, -3, 4, -4, 5, -5]
        assert [shown.version for shown in view.entries] == [2, 3, 4, 5]
        assert not view.gap


@in_time
async def test_a_reader_who_never_comes_costs_a_bounded_memory_and_is_told_of_the_gap() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=1)
        ready = await talk.expect("ready")
        for version in range(2, 302):
            await talk.update(version, events=[entry(version)])
        await talk.say("ok", re=ready["id"], room="ABCDEF")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        await room.ready()
        [view] = await until(room, 301)
        assert view.gap
        assert [shown.version for shown in view.entries] == list(range(46, 302))


@in_time
async def test_a_gap_is_passed_on_also_when_the_rooms_version_went_back() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=900)
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=1300, gap=True, events=[entry(1300, {"type": "late"})])
        talk.cut()

    async def third(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=1298, events=[entry(1298, {"type": "anew"})])
        await talk.gone()

    async with Peer(first, second, third) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        seen = {}
        async for view in room:
            seen[view.version] = (view.gap, [event["type"] for event in view.events])
            if view.version == 1298:
                break
        assert seen[1298][0]
        assert seen[1298][1][-1] == "anew"
        assert seen.get(1300, (True, ["late"])) == (True, ["late"])


@in_time
async def test_a_pong_shows_that_the_last_message_was_lost() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        ping = await talk.expect("ping")
        await talk.say("pong", re=ping["id"], versions={"ABCDEF": 4})
        ping = await talk.expect("ping")
        await talk.say("pong", re=ping["id"], versions={"ABCDEF": 6})
        resume = await talk.expect("resume")
        assert resume["version"] == 4
        await talk.say("ok", re=resume["id"], room="ABCDEF", version=6)
        await talk.update(6, events=[entry(5), entry(6)])
        await talk.gone()

    patience = Patience(ping_every=0.01, backoff=QUICK.backoff)
    async with Peer(script) as url, connect(url, patience=patience) as client:
        room = await client.join("ABCDEF")
        views = await until(room, 6)
        assert [shown.version for view in views for shown in view.entries] == [5, 6]


@in_time
async def test_a_pong_without_the_room_leads_to_its_end() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        ping = await talk.expect("ping")
        await talk.say("pong", re=ping["id"], versions={})
        resume = await talk.expect("resume")
        await talk.say("refused", re=resume["id"], code="unknown_room", words="No such room.")
        await talk.gone()

    patience = Patience(ping_every=0.01, backoff=QUICK.backoff)
    async with Peer(script) as url, connect(url, patience=patience) as client:
        room = await client.join("ABCDEF")
        assert [view.version async for view in room] == [4]
        assert room.closing is not None
        assert room.closing.code == "unknown_room"


@in_time
async def test_no_pong_in_time_is_a_lost_connection() -> None:
    async def silent(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.expect("ping")
        await talk.gone()

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=5)
        await talk.gone()

    patience = Patience(ping_every=0.05, pong_within=0.01, backoff=QUICK.backoff)
    async with Peer(silent, second) as url, connect(url, patience=patience) as client:
        room = await client.join("ABCDEF")
        await until(room, 5)


@in_time
async def test_the_room_ends_when_it_is_closed_and_when_it_is_left() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.say("closed", room="ABCDEF", code="closed", words="Everybody left.")
        await talk.let_in(version=9)
        leave = await talk.expect("leave")
        await talk.say("refused", re=leave["id"], code="unknown_room", words="No such room.")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        assert [view.version async for view in room] == [4]
        assert room.closing is not None
        assert room.closing.words == "Everybody left."
        again = await client.join("ABCDEF")
        assert again is not room
        await again.leave()
        await again.leave()
        assert [view.version async for view in again] == [9]


@in_time
async def test_a_start_that_was_done_before_the_cut_is_no_refusal() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("create", version=4)
        await talk.expect("start")
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=5)
        for _ in range(2):
            start = await talk.expect("start")
            await talk.say("refused", re=start["id"], code="playing", words="A match is running.")
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.create("agurk")
        assert await room.start() == 5
        with pytest.raises(Refused, match="playing"):
            await room.start()


@in_time
async def test_a_room_whose_creation_was_not_answered_is_found_again_and_not_made_twice() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome("GHJKMN")
        await talk.expect("create")
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome("GHJKMN", "ABCDEF")
        await talk.let_in("resume", version=0)
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        assert (await client.create("agurk")).code == "ABCDEF"


@in_time
async def test_a_create_that_did_not_arrive_is_sent_again() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.expect("create")
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("create", version=0)
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        assert (await client.create("agurk")).code == "ABCDEF"


@in_time
async def test_what_is_over_is_asked_for_as_given_and_read_with_what_a_later_server_adds() -> None:
    match = {
        "match": "ABCDEF-1",
        "game": "agurk",
        "at": 1500,
        "public": True,
        "abandoned": False,
        "reason": "x",
        "players": ["p1", "p2"],
        "names": ["ann", "bob"],
        "winners": [0],
        "scores": [1, 2],
        "places": [1, 2],
        "points": [1, 0],
        "left": [],
        "bots": [],
        "weather": "fine",
    }
    row = {"place": 1, "player": "p1", "name": "ann", "points": 1, "matches": 1, "won": 1, "rating": 3.5}
    frame = {"step": 3, "by": 0, "events": [], "to_act": [1], "left": [], "table": {}, "private": [{"hand": []}, {}]}

    async def script(talk: Talk) -> None:
        await talk.welcome()
        asked = await talk.expect("history")
        assert asked == {"type": "history", "id": asked["id"], "limit": 20}
        await talk.say("matches", re=asked["id"], player="p1", matches=[match], totals=[], before=7)
        asked = await talk.expect("history")
        assert asked == {"type": "history", "id": asked["id"], "player": "p2", "limit": 1, "before": 7}
        await talk.say("matches", re=asked["id"], player="p2", matches=[], totals=[], before=None)
        asked = await talk.expect("leaderboard")
        assert asked == {"type": "leaderboard", "id": asked["id"], "game": "agurk", "limit": 5}
        await talk.say("standings", re=asked["id"], game="agurk", rows=[row], you=None)
        asked = await talk.expect("record")
        await talk.say("recorded", re=asked["id"], match=asked["match"], record={"record": 1})
        asked = await talk.expect("replay")
        assert asked == {"type": "replay", "id": asked["id"], "match": "ABCDEF-1", "first": 3, "count": 1}
        await talk.say("replayed", re=asked["id"], summary=match, options={}, entries=9, frames=[frame])
        await talk.gone()

    async with Peer(script) as url, connect(url, name="ann", patience=QUICK) as client:
        mine = await client.history()
        assert (mine.matches[0].at, mine.matches[0].players, mine.before) == (1.5, ("p1", "p2"), 7)
        assert (mine.matches[0].seat_of("p2"), mine.matches[0].seat_of("p3")) == (1, None)
        assert (await client.history("p2", limit=1, before=7)).matches == ()
        board = await client.leaderboard("agurk", limit=5)
        assert (board.rows[0].rating, board.you) == (3.5, None)
        assert await client.record("ABCDEF-1") == {"record": 1}
        replay = await client.replay("ABCDEF-1", 3, 1)
        assert (replay.summary.at, replay.entries, replay.frames[0].step) == (1.5, 9, 3)
        assert (replay.frames[0].private, replay.frames[0].clock) == (({"hand": []}, {}), False)
