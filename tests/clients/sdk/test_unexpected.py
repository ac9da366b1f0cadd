"""Well-formed messages with something else in them than the protocol says: one kind of error, in words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from fudakai.clients.sdk import Client, FudakaiError, Unexpected, connect
from tests.clients.peer import QUICK, Peer, Talk, in_time, update

SEATS = [{"seat": 0, "player": "p1"}]


def without(path: str, to: Any = None) -> dict[str, Any]:
    """An update in which the field of that name is missing or, if `to` is given, something else."""
    message = update(5, hand=["9C"], events=[{"version": 5, "by": 0, "events": [{"type": "a"}]}])
    *way, last = path.split(".")
    inner: Any = message
    for name in way:
        inner = inner[int(name) if name.isdecimal() else name]
    if to is None:
        del inner[int(last) if last.isdecimal() else last]
    else:
        inner[last] = to
    return message


@in_time
@pytest.mark.parametrize(
    "message",
    [
        without("version"),
        without("version", "five"),
        without("version", []),
        without("state"),
        without("state", 7),
        without("state.status"),
        without("state.seats"),
        without("state.seats", 3),
        without("state.seats", SEATS),
        without("state.clocks", [{"seat": 1}]),
        without("state.to_act", 1),
        without("state.game"),
        without("state.options"),
        without("events"),
        without("events", [1]),
        without("events.0.events", [3]),
        without("you.offers"),
        without("you.offers", 8),
        without("you", [0]),
    ],
)
async def test_an_update_that_cannot_be_read_ends_the_client_in_words(message: dict[str, Any]) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4, hand=["9C"])
        await talk.say("update", **message)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(
            Unexpected, match=r"The server sent a message of type 'update' (without|that cannot be read)"
        ):
            async for _ in room:
                pass


@in_time
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("said", {"room": "ABCDEF"}),
        ("closed", {"room": "ABCDEF", "code": "left"}),
        ("notice", {"code": "announcement"}),
        ("refused", {"code": "no_hello"}),
        ("update", {"room": []}),
        ("ok", {"re": []}),
    ],
)
async def test_any_news_that_cannot_be_read_end_the_client_in_words(kind: str, fields: dict[str, Any]) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.say(kind, **fields)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Unexpected, match=f"of type '{kind}'"):
            async for _ in room:
                pass


@in_time
@pytest.mark.parametrize("lost", ["player", "token", "limits", "games", "rooms", "settings"])
async def test_a_welcome_that_cannot_be_read_is_raised_on_entering(lost: str) -> None:
    async def script(talk: Talk) -> None:
        hello = await talk.expect("hello")
        limits = {"credits": 60, "credits_per_second": 20.0}
        told = {"player": "p1", "name": "ann", "token": "t", "games": [], "settings": [], "limits": limits, "rooms": []}
        del told[lost]
        await talk.say("welcome", re=hello["id"], **told)
        await talk.gone()

    async with Peer(script) as url:
        with pytest.raises(Unexpected, match=f"without '{lost}'"):
            async with connect(url, patience=QUICK):
                pass


@in_time
@pytest.mark.parametrize(
    ("asked", "ask", "answer"),
    [
        ("list", lambda client: client.rooms(), {"rooms": [{"room": "ABCDEF"}]}),
        ("list", lambda client: client.rooms(), {"rooms": None}),
        ("history", lambda client: client.history(), {"player": "p1"}),
        ("leaderboard", lambda client: client.leaderboard("agurk"), {"game": "agurk", "rows": [{}], "you": None}),
        ("record", lambda client: client.record("m"), {}),
        ("replay", lambda client: client.replay("m"), {"summary": {}, "options": {}, "entries": 0, "frames": []}),
        ("join", lambda client: client.join("ABCDEF"), {}),
        ("follow", lambda client: client.follow(), {"rooms": 1}),
    ],
)
async def test_an_answer_that_cannot_be_read_is_raised_where_it_was_asked_for(
    asked: str, ask: Callable[[Client], Awaitable[object]], answer: dict[str, Any]
) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.say("answer", re=(await talk.expect(asked))["id"], **answer)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        with pytest.raises(Unexpected, match="of type 'answer'"):
            await ask(client)


@in_time
@pytest.mark.parametrize(
    "frame",
    [
        msgpack.packb({"type": "refused", "re": 2}),
        msgpack.packb({"type": "refused", "re": 2, "code": "too_fast", "words": "wait", "retry_after": "long"}),
        b"\x82\xa4type\xa4pong\x91\x01\x01",
        b"\xd4\xff\x00",
    ],
    ids=["no code", "no number", "a list as a key", "a timestamp of one byte"],
)
async def test_whatever_comes_is_one_kind_of_error(frame: bytes) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.expect("list")
        await talk.socket.send(frame)
        await talk.gone()

    async with Peer(script) as url, asyncio.timeout(5), connect(url, patience=QUICK) as client:
        with pytest.raises(Unexpected) as error:
            await client.rooms()
    assert isinstance(error.value, FudakaiError)
