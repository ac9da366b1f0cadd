"""What is typed in a room beside moves: chat, emotes, and the host's powers."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from fudakai.clients.sdk import Room, connect
from fudakai.clients.sdk.view import view_of
from fudakai.clients.terminal import orders
from fudakai.clients.terminal.person import Person, help_lines, question
from fudakai.clients.terminal.screen import Screen, room_words
from tests.clients.peer import QUICK, Peer, Talk, entry, in_time, update

SEATS = [
    {"seat": 0, "player": "p1", "name": "ann"},
    {"seat": 1, "player": "p2", "name": "bob"},
    {"seat": 2, "player": "bot:strong:1", "name": "Strong bot ①", "bot": True, "ready": True},
    {"seat": 3, "player": None, "name": None},
]
WAITING: dict[str, Any] = {"status": "waiting", "to_act": [], "clocks": [], "table": None, "seats": SEATS}
WAITING |= {"settings": {"turn_seconds": 30.0}, "options": {"rounds": 12, "cup": "both"}}
MINE = {"seat": 0, "since": 1, "private": {}, "offers": []}


async def ok(talk: Talk, kind: str, **fields: Any) -> None:
    """Takes a request with exactly these fields and answers ok."""
    asked = await talk.expect(kind)
    assert {**asked, "id": 0} == {"type": kind, "id": 0, "room": "ABCDEF", **fields}
    await talk.say("ok", re=asked["id"], room="ABCDEF", version=1)


async def play(room: Room, *typed: str, live: bool = False) -> str:
    """What a person is shown who types that once the room was shown."""
    file = io.StringIO()
    console = Console(file=file, width=80, height=24, color_system=None, force_terminal=live, highlight=False)
    person = Person(room, Screen(console, live=live), eager=False)
    for line in typed:
        person.typed(line)
    await person.play()
    return file.getvalue()


@in_time
async def test_every_order_asks_for_what_it_says() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(you=MINE, state=WAITING)
        await ok(talk, "chat", text="good evening")
        await ok(talk, "chat", text="bot")
        await ok(talk, "chat", emote="well_played")
        await ok(talk, "chat", emote="good_luck")
        await ok(talk, "add_bot", strength="strong")
        await ok(talk, "add_bot", strength="random")
        await ok(talk, "kick", seat=1)
        await ok(talk, "kick", seat=2)
        await ok(talk, "sit")
        await ok(talk, "sit", seat=3)
        await ok(talk, "ready", ready=False)
        await ok(talk, "configure", visibility="locked", passcode="open sesame")
        await ok(talk, "configure", visibility="public")
        await ok(talk, "configure", visibility="unlisted")
        await ok(talk, "configure", title="The Den")
        await ok(talk, "configure", options={"rounds": 3})
        await ok(talk, "configure", options={"cup": "animal"})
        await ok(talk, "configure", settings={"turn_seconds": 60})
        await ok(talk, "mute", player="p2", muted=True)
        await ok(talk, "mute", player="p2", muted=False)
        await ok(talk, "start")
        await ok(talk, "ready", ready=True)
        await ok(talk, "close")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        said = ("/good evening", " : bot", "!well", "!good luck", "bot", "Bot random", "kick 2", "kick strong")
        mine = ("sit", "sit 4", "wait", "lock open sesame", "unlock", "hide", "title The Den")
        rest = ("set rounds=3", "set cup animal", "set turn_seconds=60", "mute bob", "unmute BOB", "s", "", "close")
        told = await play(await client.join("ABCDEF"), *said, *mine, *rest)
    assert told.rstrip().endswith("You closed the room.")


@in_time
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/", "Type what you want to say"),
        ("!", "!hello"),
        ("!w", "!hello"),
        ("bot clever", "bot strong, bot random"),
        ("kick", "1 ann, 2 bob, 3 Strong bot ①"),
        ("kick 4", "Type kick with the number or name of a seat"),
        ("sit down", "sit 2 that one"),
        ("lock", "lock PASSCODE"),
        ("title", "This is ann's table"),
        ("set", "The game's: rounds=12, cup=both"),
        ("set rounds", "The room's: turn_seconds=30"),
        ("set rounds=[" + "[" * 5000, "rounds: nested too deep"),
        ("mute eve", "Type mute with the number or name of a seat"),
        ("dance", "bot adds a strong bot"),
    ],
)
async def test_an_order_that_is_unclear_asks_nothing_and_says_what_is_clear(typed: str, words: str) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(you=MINE, state=WAITING)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        assert words in " ".join((await play(await client.join("ABCDEF"), typed, "q")).split())


@in_time
async def test_what_the_server_refuses_is_said_in_its_words_and_what_others_say_by_name() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in("spectate", state=WAITING)
        asked = await talk.expect("kick")
        await talk.say("said", room="ABCDEF", player="p2", name="bob", seat=1, text="[b]9C\x1b[2J\u202ehi")
        await talk.say("said", room="ABCDEF", player="p7", name="eve", emote="wow")
        await talk.say("refused", re=asked["id"], code="not_host", words="only the room's host may do this")
        await ok(talk, "mute", player="p7", muted=True)
        await talk.say("closed", room="ABCDEF", code="closed", words="The room was closed.")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.spectate("ABCDEF")
        file = io.StringIO()
        person = Person(room, Screen(Console(file=file, width=80), live=False), eager=False)
        person.typed("kick 2")
        person.typed("mute Eve")
        await person.play()
    told = file.getvalue()
    assert "bob: [b]9C [2J hi\n" in told
    assert "eve: Wow!\n" in told
    assert "Only the room's host may do this.\n" in told


def test_watchers_are_told_that_they_watch_and_what_they_may() -> None:
    view = view_of(update(1, state=WAITING), known=0)
    assert question(view) == "You watch; sit takes a seat. (? help, q leave)"
    assert question(view_of(update(1), known=0)) == "You watch. (? help, q leave)"
    told = "\n".join(help_lines(view))
    assert "sit takes" in told
    assert "bot adds" not in told
    host = help_lines(view_of(update(1, you=MINE, state=WAITING), known=0))
    assert [line for line in host if len(line) > 80] == []
    assert len(host) <= 10


def test_what_a_host_does_has_words() -> None:
    names = ("You", "bob")
    assert room_words({"type": "kicked", "seat": 1}, names) == "bob is put out of the room."
    assert room_words({"type": "muted", "seat": 0, "muted": True}, names) == "You may not chat here any more."
    assert room_words({"type": "muted", "seat": None, "muted": False}, names) == "somebody may chat here again."
    changed = {"type": "configured", "changed": ["options", "settings"]}
    assert room_words(changed, names) == "The host changes the options, settings."
    file = io.StringIO()
    events = [entry(2, {"type": "configured", "changed": ["visibility"]}, by="room")]
    events += [entry(3, {"type": "muted", "player": "p2", "muted": True}, by="room")]
    view = view_of(update(3, events=events, state=WAITING | {"visibility": "locked"}), known=0)
    Screen(Console(file=file, width=80), live=False).show(view, "")
    assert file.getvalue() == "The host makes the room locked.\nbob may not chat here any more.\n"


def test_an_order_is_no_move() -> None:
    moves = ("1 2", "9C 9H", "jk1", "f 1 2", "s", "k", "cherry ribbon", "", "hiki 1", "12")
    assert [line for line in moves if orders.is_order(line)] == []
    with pytest.raises(KeyError):
        orders.ORDERS["s"]


def test_what_comes_while_somebody_types_leaves_the_last_line_alone() -> None:
    file = io.StringIO()
    screen = Screen(Console(file=file, width=80, height=24, color_system=None, force_terminal=True), live=True)
    screen.show(view_of(update(1, you=MINE, state=WAITING), known=0), "Ready?")
    first = file.getvalue()
    assert first.endswith("\n> ")
    screen.hear("bob", "hi")
    again = file.getvalue()[len(first) :]
    assert again.startswith("\x1b7\x1b[H")
    assert again.endswith("\x1b8")
    assert again.count("\n") == 23
    assert "\x1b[2J" not in again
    assert "bob: hi" in again
    screen.typed()
    screen.settle()
    assert file.getvalue()[len(first) + len(again) :].count("\x1b[2J") == 1
