"""The lobby on the terminal: what typed lines ask of the server, and what is shown then."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.sdk import FudakaiError, Option, connect
from fudakai.clients.terminal import form, orders
from fudakai.clients.terminal.keyboard import Lines
from fudakai.clients.terminal.lobby import HELP, LobbyScreen
from fudakai.clients.terminal.renderer import Unclear
from fudakai.clients.terminal.screen import Screen
from tests.clients.peer import QUICK, Message, Peer, Script, Talk, in_time

WAITING: dict[str, Any] = {"status": "waiting", "to_act": [], "clocks": [], "table": None}
MINE = {"seat": 0, "since": 1, "private": {}, "offers": []}

OPTIONS: list[Message] = [
    {"name": "rounds", "kind": "choice", "default": 12, "words": "how many", "choices": [3, 6, 12]},
    {"name": "viewing", "kind": "boolean", "default": True, "words": "the moon counts"},
    {"name": "goal", "kind": "integer", "default": None, "words": "points that win", "nullable": True}
    | {"min": 1, "max": 500},
]


def line(code: str, **fields: Any) -> Message:
    usual = {"room": code, "title": f"{code}'s table", "game": "agurk", "status": "waiting", "seats": 3, "seated": 1}
    return {**usual, "spectators": True, "locked": False, **fields}


async def listed(talk: Talk, *rooms: Message, last: bool = False, **wanted: Any) -> None:
    """Answers a follow; unless nothing is typed after it, the list is not followed any more then."""
    asked = await talk.expect("follow")
    assert {**asked, "id": 0} == {"type": "follow", "id": 0, "free": False, **wanted}
    await talk.say("rooms", re=asked["id"], rooms=list(rooms))
    if not last:
        asked = await talk.expect("unfollow")
        await talk.say("ok", re=asked["id"])


async def refuse(talk: Talk, asked: Message, code: str, words: str) -> None:
    await talk.say("refused", re=asked["id"], code=code, words=words)


async def let_in(talk: Talk, kind: str, **asked_for: Any) -> None:
    """Takes that request, with these fields, and lets in."""
    asked = await talk.expect(kind)
    assert {**asked, "id": 0} == {"type": kind, "id": 0, **asked_for}
    await talk.say("ok", re=asked["id"], room="ABCDEF", version=1, seat=0)
    await talk.update(1, you=MINE, state=WAITING)


async def leave(talk: Talk) -> None:
    asked = await talk.expect("leave")
    await talk.say("ok", re=asked["id"], room="ABCDEF", version=9)


async def typed(script: Script, *words: str, live: bool = False) -> str:
    """What a person is shown who types these lines, and then nothing more."""
    file = io.StringIO()
    screen = Screen(
        Console(file=file, width=80, height=24, color_system=None, force_terminal=live, highlight=False), live=live
    )
    lines = Lines()
    for one in (*words, None):
        lines.typed(one)
    async with Peer(script) as url, connect(url, patience=QUICK, name="ann") as client:
        await LobbyScreen(client, screen, lines, url).stay()
    return file.getvalue()


@in_time
async def test_the_list_shows_rooms_and_is_filtered_by_game_and_state() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome("SEATED")
        rooms = (line("AAAAAA"), line("BBBBBB", status="playing", seated=3, locked=True, title="[red]\x1b[2Jden"))
        await listed(talk, *rooms)
        await listed(talk, rooms[1], game="agurk", status="playing")
        await listed(talk, *rooms)
        await listed(talk)
        await listed(talk, last=True)
        await talk.gone()

    told = await typed(script, "list ag playing", "list all", "list chess", "")
    first, second, third, fourth, _ = told.split("you are ann")[1:]
    assert "You still have a seat in room SEATED: SEATED brings you back." in told.split("you are ann")[0]
    assert re.search(r"^1 +AAAAAA +Agurk +1 of 3 +waiting +AAAAAA's table", first, re.MULTILINE)
    assert re.search(r"^2 +BBBBBB +Agurk +3 of 3 +playing, locked +\[red\] \[2Jden", first, re.MULTILINE)
    assert "2 rooms" in first
    assert "AAAAAA" not in second
    assert "1 playing agurk room\n" in second
    assert "2 rooms" in third
    assert "There is no chess here; there are agurk." in third
    assert "No room now: new opens one" in fourth


@in_time
async def test_the_list_changes_as_the_rooms_do_and_they_keep_their_numbers() -> None:
    lines, file = Lines(), io.StringIO()

    async def drawn(code: str) -> None:
        while code not in file.getvalue():  # noqa: ASYNC110  # nothing tells when it is drawn
            await asyncio.sleep(0)

    async def script(talk: Talk) -> None:
        await talk.welcome()
        asked = await talk.expect("follow")
        await talk.say("rooms", re=asked["id"], rooms=[line("AAAAAA"), line("BBBBBB")])
        await drawn("AAAAAA")
        await talk.say("listed", rooms=[line("CCCCCC", seated=2)], gone=["AAAAAA"])
        await drawn("CCCCCC")
        lines.typed("3")
        asked = await talk.expect("unfollow")
        await talk.say("ok", re=asked["id"])
        joined = await talk.expect("join")
        assert joined["room"] == "CCCCCC"
        await refuse(talk, joined, "room_full", "all 3 seats are taken")
        await talk.expect("follow")
        talk.cut()

    async def away(talk: Talk) -> None:
        await talk.close(4004, "refusals on and on")

    console = Console(file=file, width=80, height=24, color_system=None, force_terminal=True)
    async with Peer(script, away) as url, connect(url, patience=QUICK, name="ann") as client:
        with pytest.raises(FudakaiError):
            await LobbyScreen(client, Screen(console, live=True), lines, url).stay()
    changed = file.getvalue().split("\x1b7\x1b[H")[1]
    assert re.search(r"^2 +BBBBBB", changed, re.MULTILINE)
    assert re.search(r"^3 +CCCCCC", changed, re.MULTILINE)
    assert "AAAAAA" not in changed


@in_time
async def test_a_room_is_made_with_what_was_answered_and_enter_keeps() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome(options=OPTIONS)
        await listed(talk)
        chosen = {"title": "ann's table", "seats": 3, "visibility": "locked", "passcode": "sesame"}
        await let_in(talk, "create", game="agurk", options={"rounds": 3, "viewing": False}, **chosen)
        await leave(talk)
        await listed(talk)
        usual = {"title": "den", "seats": 7, "visibility": "public", "options": {}}
        await let_in(talk, "create", game="agurk", **usual)
        await leave(talk)
        await listed(talk)
        refused = await talk.expect("create")
        await refuse(talk, refused, "too_many_rooms", "you have a seat in 8 rooms")
        await listed(talk)
        await listed(talk, last=True)
        await talk.gone()

    made = ("new", "", "", "8", "3", "lo", "sesame", "4", "3", "n", "", "q")
    told = await typed(script, *made, "new ag", "den", "?", "go", "q", "new", "", "go", "new", "", "", "q")
    assert "Which game: agurk [agurk]?" in told
    assert "Its title [ann's table]?" in told
    assert "Seats, 2 to 7 [7]?" in told
    assert "Type a number from 2 to 7." in told
    assert "rounds: how many (3, 6, 12) [12]? (Enter keeps it, go makes the room, q back)" in told
    assert "Type one of: 3, 6, 12." in told
    assert "viewing: the moon counts (yes or no) [yes]?" in told
    assert "goal: points that win (1 to 500 or none) [none]?" in told
    assert "Agurk · room ABCDEF · waiting" in told
    assert "q goes back" in told
    assert "You have a seat in 8 rooms." in told


@in_time
async def test_a_room_is_joined_by_number_or_code_and_a_locked_one_asks_for_its_passcode() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk, line("ABCDEF"))
        await let_in(talk, "join", room="ABCDEF")
        await leave(talk)
        await listed(talk, line("ZZZZZZ"))
        await refuse(talk, await talk.expect("join"), "wrong_passcode", "this room is locked")
        await let_in(talk, "join", room="ABCDEF", passcode="open sesame")
        await leave(talk)
        await listed(talk)
        await refuse(talk, await talk.expect("join"), "wrong_passcode", "this is not the passcode")
        await listed(talk)
        await refuse(talk, await talk.expect("spectate"), "unknown_room", "there is no room NOROOM")
        await listed(talk)
        await let_in(talk, "spectate", room="222222", passcode="x")
        await leave(talk)
        await listed(talk)
        await let_in(talk, "quick", game="agurk")
        ready = await talk.expect("ready")
        await talk.say("ok", re=ready["id"], room="ABCDEF", version=1)
        await leave(talk)
        await listed(talk)
        await listed(talk, last=True)
        await talk.gone()

    told = await typed(
        script,
        "1",
        "q",
        "abcdef",
        "open sesame",
        "q",
        "join ABCDEF wrong",
        "watch noroom",
        "watch 222222 x",
        "q",
        "quick",
        "",
        "q",
        "9",
    )
    assert "Room ABCDEF is locked. Its passcode? (q back)" in told
    assert "This is not the passcode." in told
    assert "There is no room NOROOM." in told
    assert "There is no room with the number 9 in the list." in told


@in_time
async def test_what_is_typed_after_leaving_a_room_is_for_the_lobby() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk)
        await let_in(talk, "join", room="ABCDEF")
        said = await talk.expect("chat")
        assert said["text"] == "q"
        await talk.say("ok", re=said["id"], room="ABCDEF")
        await leave(talk)
        await listed(talk)
        asked = await talk.expect("history")
        await talk.say("matches", re=asked["id"], player="p1", matches=[], totals=[], before=None)
        await listed(talk, last=True)
        await talk.gone()

    told = await typed(script, "abcdef", "/q", "q", "history", "q", "abcdef")
    assert "You have no matches yet." in told


@in_time
async def test_who_was_put_out_of_a_room_is_told_why_in_the_lobby() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk)
        await let_in(talk, "join", room="ABCDEF")
        await talk.say("closed", room="ABCDEF", code="kicked", words="The host has put you out of this room.")
        await listed(talk, line("AAAAAA"), last=True)
        await talk.gone()

    lines, file = Lines(), io.StringIO()
    lines.typed("abcdef")
    async with Peer(script) as url, connect(url, patience=QUICK, name="ann") as client:
        follow = client.follow

        async def followed(*filters: Any, **more: Any) -> Any:
            found = await follow(*filters, **more)
            if found.rooms:
                lines.typed("q")
            return found

        client.follow = followed  # type: ignore[method-assign]  # what is typed once the list is there again
        await LobbyScreen(client, Screen(Console(file=file, width=80), live=False), lines, url).stay()
    told = file.getvalue()
    assert told.index("Agurk · room ABCDEF") < told.index("The host has put you out of this room.")
    assert told.index("The host has put you out") < told.index("AAAAAA")


@in_time
async def test_the_leaderboard_is_of_the_game_that_was_named_or_kept() -> None:
    rows = [
        {"place": at, "player": f"p{at}", "name": f"no {at}", "points": 40 - at, "matches": 3, "won": 1, "rating": 1.5}
        for at in range(1, 16)
    ]
    you = {"place": 31, "player": "me", "name": "ann", "points": 1, "matches": 1, "won": 0, "rating": None}

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk)
        for place in (you, None):
            asked = await talk.expect("leaderboard")
            assert asked["game"] == "agurk"
            await talk.say("standings", re=asked["id"], game="agurk", rows=rows, you=place)
        await listed(talk, last=True)
        await talk.gone()

    told = await typed(script, "leaders", "", "leaderboard ag", "", "q", live=True)
    pages = told.split("\x1b[2J")
    [mine] = [page for page in pages if "You have place 31." in page and "Enter: back" in page]
    assert len(mine.splitlines()) <= 24
    assert re.search(r"31 +ann +1 +1 +0 +-", mine)
    assert "You have no place yet" in told


@in_time
@pytest.mark.parametrize("word", ["?", "help"])
async def test_help_stands_with_the_list_and_fits_80_columns(word: str) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk, *(line(f"{at:06}") for at in range(40)))
        await talk.gone()

    told = await typed(script, word, "q", live=True)
    [first, *_, page] = [page for page in told.split("\x1b[2J") if page.strip("\x1b[H\n ")]
    assert "and 25 more" in first
    assert all(words in page for words in HELP)
    assert len(first.splitlines()) == 24
    assert [words for words in (*HELP, orders.SAYING) if len(words) > 80] == []


@in_time
async def test_after_help_in_what_is_over_q_still_goes_back_to_the_lobby() -> None:
    match = {"match": "M-1", "game": "agurk", "at": 0, "public": True, "abandoned": False, "reason": "last in"}
    match |= {"players": ["p1"], "names": ["ann"], "winners": [0], "scores": [3], "places": [1], "points": [2]}

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await listed(talk)
        asked = await talk.expect("history")
        past = [match | {"left": [], "bots": []}]
        await talk.say("matches", re=asked["id"], player="p1", matches=past, totals=[], before=None)
        await listed(talk, last=True)
        await talk.gone()

    told = await typed(script, "history", "Help", "q", "q")
    assert told.count("Enter: back to the lobby. (? help, q back)") == 2
    assert told.index("your history") < told.index("leaders koikoi") < told.rindex("No room now")


def test_answers_are_read_or_said_to_be_none() -> None:
    assert form.one_of(["public", "unlisted"])("UN") == "unlisted"
    assert form.one_of(["on", "only"])("on") == "on"
    goal = form.about(Option("goal", "integer", None, "to win", nullable=True, min=1, max=500)).read
    pace = form.about(Option("pace", "number", 0.5, "seconds", min=0, max=60)).read
    limit = form.about(Option("limit", "choice", "none", "calls", choices=("none", "one", "once"))).read
    days = form.about(Option("days", "list", [], "by seat")).read
    assert [goal("none"), goal("500"), pace("2.5"), limit("none"), limit("ONE"), days('["01-01"]')] == [
        *(None, 500, 2.5, "none", "one"),
        ["01-01"],
    ]
    for read, wrong in (
        (form.one_of(["on", "off"]), "o"),
        (form.number(2, 7), "²"),
        (form.number(2, 7), "1"),
        (goal, "9" * 5000),
        (limit, "on"),
        (pace, str(10**30)),
        (days, "[" * 5000),
    ):
        with pytest.raises(Unclear):
            read(wrong)
