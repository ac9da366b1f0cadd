"""The SDK's part for hosts, locked rooms and chat, against a scripted peer."""

from __future__ import annotations

import pytest

from fudakai.clients.sdk import Line, Refused, connect
from tests.clients.peer import QUICK, Peer, Talk, in_time, until


async def answer(talk: Talk, kind: str, **fields: object) -> None:
    """Takes a request with exactly these fields and answers ok."""
    asked = await talk.expect(kind)
    assert {**asked, "id": 0} == {"type": kind, "id": 0, "room": "ABCDEF", **fields}
    await talk.say("ok", re=asked["id"], room="ABCDEF", version=9)


@in_time
async def test_what_a_host_asks_is_sent_as_it_was_given() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        created = await talk.expect("create")
        assert (created["visibility"], created["passcode"]) == ("locked", "pst")
        await talk.say("ok", re=created["id"], room="ABCDEF", version=0, seat=0)
        await talk.update(1)
        await answer(talk, "configure", title="den", settings={"chat": "off"})
        await answer(talk, "configure", visibility="public", options={"rounds": 3})
        await answer(talk, "add_bot", strength="strong")
        await answer(talk, "add_bot", strength="random", seat=0)
        await answer(talk, "kick", seat=0)
        await answer(talk, "mute", player="p2", muted=True)
        await answer(talk, "chat", text="hi")
        await answer(talk, "chat", emote="wow")
        await answer(talk, "close")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.create("agurk", visibility="locked", passcode="pst")
        assert await room.configure(title="den", settings={"chat": "off"}) == 9
        await room.configure(visibility="public", options={"rounds": 3})
        await room.add_bot()
        await room.add_bot("random", 0)
        await room.kick(0)
        await room.mute("p2")
        await room.chat("hi")
        await room.emote("wow")
        await room.close_for_all()
        assert room.closing is not None
        assert room.closing.code == "closed"


@in_time
async def test_a_watcher_of_a_locked_room_comes_back_with_the_passcode_and_hears_on() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        asked = await talk.expect("spectate")
        assert asked["passcode"] == "pst"
        await talk.say("ok", re=asked["id"], room="ABCDEF", version=3)
        await talk.update(3)
        await talk.say("said", room="ABCDEF", player="p2", name="bob", seat=1, text="hi", later="field")
        await talk.say("said", room="ZZZZZZ", player="p2", name="bob", text="elsewhere")
        await talk.update(4, state={"seats": [{"seat": 0, "player": "p2", "name": "bob"}]})
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        asked = await talk.expect("resume")
        assert (asked["passcode"], asked["version"]) == ("pst", 4)
        await talk.say("ok", re=asked["id"], room="ABCDEF", version=4)
        await talk.say("said", room="ABCDEF", player="p3", name="eve", emote="wow")
        await talk.update(5)
        await talk.gone()

    heard: list[Line] = []
    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.spectate("ABCDEF", "pst")
        room.heard = heard.append
        await until(room, 5)
    assert heard == [*room.lines][-len(heard) :]
    assert [*room.lines] == [Line("p2", "bob", 1, "hi", None), Line("p3", "eve", None, None, "wow")]


@in_time
async def test_a_close_whose_answer_was_lost_has_closed_the_room() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in()
        await talk.expect("close")
        talk.cut()

    async def second(talk: Talk) -> None:
        await talk.welcome()
        for kind in ("resume", "close"):
            asked = await talk.expect(kind)
            await talk.say("refused", re=asked["id"], code="unknown_room", words="there is no room")
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        await room.close_for_all()
        assert room.closing is not None


@in_time
async def test_a_refused_close_leaves_the_room_open() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in()
        asked = await talk.expect("close")
        await talk.say("refused", re=asked["id"], code="not_host", words="only the host")
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Refused, match="only the host"):
            await room.close_for_all()
        assert room.closing is None
