"""What is over, over real sockets: histories, leaderboards and records by the SDK, and the commands that show them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from fudakai.clients.sdk import Client, Refused, connect
from fudakai.clients.terminal.tokens import TokenFile
from fudakai.server.records import record as records
from tests.e2e.process import ServerProcess
from tests.e2e.test_clients import Command
from tests.e2e.test_serving import command, wire
from tests.protocol.page import blocks, messages

SECONDS = 60.0


async def match(*people: Client, visibility: str = "public") -> str:
    """A match that the first of them wins, since the others leave; its id."""
    first = await people[0].create("agurk", seats=len(people), visibility=visibility, settings={"turn_seconds": 0})
    rooms = [first, *[await person.join(first.code) for person in people[1:]]]
    for room in rooms:
        await room.ready()
    await first.start()
    for room in reversed(rooms):
        await room.leave()
    return f"{first.code}-1"


async def test_what_was_played_is_told_at_once_and_after_a_restart(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann") as ann,
        connect(server.url, name="bob") as bob,
        connect(server.url, name="eve") as eve,
    ):
        played = [await match(ann, bob), await match(bob, ann), await match(ann, bob, visibility="unlisted")]
        for _ in range(2):
            mine = await ann.history()
            assert [one.match for one in mine.matches] == played[::-1]
            assert mine.matches[0].seat_of(ann.player) == 0
            assert (mine.totals[0].points, mine.totals[0].matches, mine.totals[0].won) == (2, 3, 2)
            page = await bob.history(limit=2)
            assert page.before is not None
            assert [one.match for one in (await bob.history(before=page.before)).matches] == played[:1]
            assert [one.match for one in (await eve.history(ann.player)).matches] == played[1::-1]
            board = await bob.leaderboard("agurk", limit=1)
            assert [(row.place, row.name, row.points) for row in board.rows] == [(1, "ann", 2)]
            assert board.you is not None
            assert (board.you.place, board.you.points, board.you.won) == (2, 1, 1)
            record = await eve.record(played[0])
            assert records.check(record) is None
            assert record["players"] == ["ann", "bob"]
            replay = await eve.replay(played[0])
            assert (replay.summary.names, replay.entries, replay.frames[-1].left) == (("ann", "bob"), 3, (1,))
            assert [frame.by for frame in replay.frames] == ["room", "chance", "chance", 1]
            assert [len(private["hand"]) for private in replay.frames[2].private] == [7, 7]
            for refused in (eve.record, eve.replay):
                with pytest.raises(Refused, match="unknown_match"):
                    await refused(played[2])
            assert (await bob.replay(played[2], 3)).frames[0].step == 3
            assert records.check(await bob.record(played[2])) is None
            await server.terminate()
            await server.start()


async def test_a_server_that_stops_leaves_no_result_to_the_next(tmp_path: Path, redis_url: str, raw: Any) -> None:
    server = ServerProcess(tmp_path, redis_url=redis_url)
    try:
        async with asyncio.timeout(SECONDS):
            await server.start()
            async with connect(server.url) as ann, connect(server.url) as bob:
                played = await match(ann, bob)
            assert await server.terminate() == 0
    finally:
        await server.clean_up()
    assert raw.exists(f"fudakai:{{.results}}:match:{played}") == 1
    assert raw.keys("*:outbox") == []


async def test_both_encodings_tell_the_same_of_what_is_over(server: ServerProcess) -> None:
    async with asyncio.timeout(SECONDS), connect(server.url, name="ann") as ann, connect(server.url) as bob:
        played = await match(ann, bob)
        async with (
            wire(server.url, token=ann.token) as one,
            wire(server.url, "fudakai.v1.json", token=ann.token) as other,
        ):
            for question in (
                ("history", {}),
                ("leaderboard", {"game": "agurk"}),
                ("record", {"match": played}),
                ("replay", {"match": played}),
            ):
                answers = [await end.ask(question[0], **question[1]) for end in (one, other)]
                assert {**answers[0], "re": 0} == {**answers[1], "re": 0}


async def test_the_commands_show_history_and_leaderboard(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    fudakai = Command(home, server.url)
    nobody = await fudakai.run("history", "--name", "ann")
    assert (nobody.status, nobody.out) == (0, "No matches of ann yet; --name says who you are.\n")
    empty = await fudakai.run("leaderboard", "--game", "koikoi")
    assert (empty.status, empty.out) == (0, "Nobody has played a match of Koi-Koi to its end yet.\n")
    async with connect(server.url, name="ann") as ann, connect(server.url, name="[red]bob") as bob:
        played = await match(ann, bob, visibility="unlisted")
        monkeypatch.setenv("XDG_STATE_HOME", str(home))
        TokenFile(server.url, "ann").write(ann.token)
        for number in range(3):
            await match(ann, bob) if number else await match(bob, ann)
    mine = await fudakai.run("history", "--name", "ann")
    assert (mine.status, mine.err) == (0, "")
    assert mine.out.index(played) > mine.out.index("left"), "the newest first"
    assert "[red]bob 0" in mine.out
    assert re.search(r"^agurk +3 +4 +3 +-?\d+\.\d *$", mine.out, re.MULTILINE)
    theirs = await fudakai.run("history", "--player", ann.player)
    assert played not in theirs.out
    board = await fudakai.run("leaderboard", "--game", "agurk", "--name", "ann", "--limit", "1")
    assert re.search(r"^ +1 +ann +3 +4 +3 +-?\d+\.\d *$", board.out, re.MULTILINE)
    assert "bob" not in board.out
    wrong = await fudakai.run("leaderboard", "--game", "chess")
    assert (wrong.status, "unknown_game" in wrong.err) == (1, True)


def test_the_record_of_the_page_has_the_form_of_a_file() -> None:
    (shown,) = (value for block in blocks("json") for value in messages(block) if value["type"] == "recorded")
    assert records.check(shown["record"]) is None


async def test_a_forgotten_player_is_in_nobodys_history_and_on_no_leaderboard(server: ServerProcess) -> None:
    async with (
        asyncio.timeout(SECONDS),
        connect(server.url, name="ann") as ann,
        connect(server.url, name="bob") as bob,
    ):
        await match(ann, bob)
        await match(bob, ann)
        assert len((await ann.history()).matches) == 2
        assert (await command(server, "forget", "ann", "--yes"))[0] == 2
        assert (await command(server, "forget", ann.player))[0] == 1, "nobody is there to say yes"
        assert len((await ann.history()).matches) == 2
        assert await command(server, "forget", ann.player, "--yes") == (0, f"forgotten: {ann.player}, in 2 matches\n")
        mine, theirs = await ann.history(), await bob.history()
        assert (mine.matches, mine.totals) == ((), ())
        assert len(theirs.matches) == 2
        assert all("ann" not in one.names for one in theirs.matches)
        board = await ann.leaderboard("agurk")
        assert ([row.name for row in board.rows], board.you) == (["bob"], None)
        gone = ann.player
    account = f"u{'0a' * 16}"
    assert await command(server, "forget", account, "--yes") == (0, f"forgotten: {account}, in 0 matches\n")
    await server.terminate()
    assert await command(server, "forget", gone, "--yes") == (0, f"forgotten: {gone}, in 0 matches\n")
