"""The SDK's link over real sockets against a scripted peer: how it is lost, how it comes back, how it ends."""

from __future__ import annotations

import asyncio

import pytest

from fudakai.clients.sdk import Dropped, FudakaiError, Offline, Patience, Refused, Unreachable, WrongAddress, connect
from tests.clients.peer import QUICK, Peer, Talk, in_time, until


@in_time
@pytest.mark.parametrize("code", [1012, 1001, 1011, 4005])
async def test_a_restart_a_fault_and_slow_reading_bring_the_client_back(code: int) -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.close(code)

    async def second(talk: Talk) -> None:
        await talk.welcome("ABCDEF")
        await talk.let_in("resume", version=5)
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        await until(await client.join("ABCDEF"), 5)


@in_time
@pytest.mark.parametrize("code", [1009, 4000, 4001, 4002, 4003, 4004])
async def test_a_close_that_would_come_again_ends_the_client_for_every_waiter(code: int) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.expect("ready")
        await talk.close(code, "enough of this")

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        await until(room, 4)
        with pytest.raises(Dropped, match="enough of this") as dropped:
            await room.ready()
        assert dropped.value.code == code
        with pytest.raises(Dropped):
            await anext(room)
        with pytest.raises(Dropped):
            await client.rooms()


@in_time
async def test_l7_a_wrong_token_is_raised_on_entering() -> None:
    async def script(talk: Talk) -> None:
        hello = await talk.expect("hello")
        assert hello["token"] == "forged"
        await talk.say("refused", re=hello["id"], code="wrong_token", words="This token is not mine.")
        await talk.gone()

    async with Peer(script) as url:
        with pytest.raises(Refused, match="wrong_token"):
            async with connect(url, name="ann", token="forged", patience=QUICK):
                raise AssertionError("nobody is let in")


@in_time
async def test_l7_a_token_refused_on_coming_back_ends_the_client() -> None:
    async def first(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        talk.cut()

    async def second(talk: Talk) -> None:
        hello = await talk.expect("hello")
        await talk.say("refused", re=hello["id"], code="wrong_token", words="This token is not mine.")
        await talk.gone()

    async with Peer(first, second) as url, connect(url, patience=QUICK) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Refused, match="wrong_token"):
            await until(room, 5)


@in_time
async def test_a_busy_server_is_greeted_again() -> None:
    async def first(talk: Talk) -> None:
        hello = await talk.expect("hello")
        await talk.say("refused", re=hello["id"], code="unavailable", words="Later.")

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.gone()

    patience = Patience(first_wait=None, backoff=QUICK.backoff)
    async with Peer(first, second) as url, connect(url, patience=patience) as client:
        assert client.player == "p1"


async def no_server() -> str:
    """An address where nothing listens any more."""
    async with Peer() as url:
        return url


@in_time
async def test_no_server_is_said_at_once_by_default_and_in_words() -> None:
    url = await no_server()
    with pytest.raises(Unreachable, match=r"No server answers at ws://127\.0\.0\.1:\d+/ \(connection refused\)\."):
        async with connect(url):
            raise AssertionError("nobody is there")


@in_time
async def test_a_password_in_the_address_is_in_no_error() -> None:
    url = (await no_server()).replace("ws://", "ws://ann:sesame@")
    for address in (url, f"{url}#K7QF2M"):
        with pytest.raises(FudakaiError) as failed:
            async with connect(address):
                raise AssertionError("nobody is there")
        assert "127.0.0.1" in str(failed.value)
        assert "sesame" not in str(failed.value)


@in_time
async def test_coming_back_ends_after_the_time_to_give_up() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)

    patience = Patience(give_up=0.0, backoff=QUICK.backoff)
    peer = Peer(script)
    async with peer as url, connect(url, patience=patience) as client:
        room = await client.join("ABCDEF")
        with pytest.raises(Unreachable):
            await until(room, 5)


@in_time
async def test_what_is_no_address_and_what_is_no_fudakai_server_are_told_apart() -> None:
    for wrong in (
        "http://127.0.0.1/",
        "ws://127.0.0.1:99999/",
        "ws://a..b/",
        "ws://[::1",
        "ws://127.0.0.1/ x",
        "ws://127.0.0.1/#K7QF2M",
    ):
        with pytest.raises(WrongAddress, match="no websocket address"):
            async with connect(wrong):
                raise AssertionError("not reached")
    async with Peer(subprotocol="other.v1") as url:
        with pytest.raises(WrongAddress, match="HTTP 400"):
            async with connect(url, patience=QUICK):
                raise AssertionError("not reached")

    async def deaf(talk: Talk) -> None:
        await talk.gone()

    async with Peer(deaf, subprotocol=None) as url:
        with pytest.raises(WrongAddress, match=r"does not speak fudakai\.v1\.msgpack"):
            async with connect(url, patience=QUICK):
                raise AssertionError("not reached")


@in_time
@pytest.mark.parametrize("frame", [b"\xc1", b"\x90", b"\x80", "{}"])
async def test_bytes_that_are_no_message_end_the_client_in_words(frame: bytes | str) -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.expect("list")
        await talk.socket.send(frame)
        await talk.gone()

    async with Peer(script) as url, connect(url, patience=QUICK) as client:
        with pytest.raises(FudakaiError, match="The server sent something that is no"):
            await client.rooms()


@in_time
async def test_leaving_the_client_ends_what_waits_and_leaves_no_task() -> None:
    asked = asyncio.Event()

    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.let_in(version=4)
        await talk.expect("ready")
        asked.set()
        await talk.gone()

    async with Peer(script) as url:
        before = asyncio.all_tasks()
        async with connect(url, patience=QUICK) as client:
            room = await client.join("ABCDEF")
            waiting = asyncio.create_task(room.ready())
            reading = asyncio.create_task(until(room, 99))
            await asked.wait()
        results = await asyncio.gather(waiting, reading, return_exceptions=True)
        assert [type(result) for result in results] == [Offline, Offline]
        assert asyncio.all_tasks() <= before


@in_time
async def test_messages_of_a_later_server_are_ignored_and_notices_are_told() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.say("weather", room="ABCDEF", sky="blue")
        await talk.say("notice", code="restart", words="Back in a moment.")
        await talk.update(3)
        await talk.let_in(version=4)
        await talk.gone()

    told: list[tuple[str, str]] = []
    async with (
        Peer(script) as url,
        connect(url, patience=QUICK, notice=lambda code, words: told.append((code, words))) as client,
    ):
        assert [view.version for view in await until(await client.join("ABCDEF"), 4)] == [4]
    assert told == [("restart", "Back in a moment.")]
