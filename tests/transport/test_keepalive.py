"""Pings: who does not answer is dropped, who does stays, and nothing is left running for those who are gone."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from fudakai.protocol.codes import Close
from fudakai.server.transport.connection import PING, Connection
from fudakai.server.transport.tls import Tls
from tests.transport.certificates import make, trusting
from tests.transport.table import HOST, MSGPACK, PATIENCE, House, answer, end_of, house, packed
from tests.transport.test_reading import frame, opened

SHORTEST = 0.05
"""Seconds: the least that the settings allow."""
NO_PONG = b"\x88\x18" + (1011).to_bytes(2) + b"keepalive ping timeout"


async def _asked(peer: Connection) -> None:
    """Waits for a ping."""
    async with asyncio.timeout(PATIENCE):
        while peer.open and not peer.asked:  # noqa: ASYNC110  # nothing tells
            await asyncio.sleep(0)


async def _answered(peer: Connection, times: int) -> None:
    """Waits until so many pings were sent and answered."""
    async with asyncio.timeout(PATIENCE):
        for _ in range(times):
            await _asked(peer)
            while peer.open and peer.asked:  # noqa: ASYNC110  # nothing tells
                await asyncio.sleep(0)
            assert peer.open


def _idle(home: House) -> bool:
    """Whether nobody is looked after, and no timer runs for it."""
    keepalive = home.listener._keepalive
    return keepalive._timer is None and not any(keepalive._slots)


@pytest.mark.parametrize(
    ("interval", "within"), [(SHORTEST, SHORTEST), (SHORTEST, 4 * SHORTEST), (4 * SHORTEST, SHORTEST)]
)
async def test_who_is_silent_gets_one_ping_and_is_dropped(interval: float, within: float) -> None:
    with capture_logs() as lines:
        async with house(ping_interval=interval, ping_timeout=within) as home:
            reader, writer = await opened(home)
            async with asyncio.timeout(PATIENCE):
                assert await reader.read() == PING + NO_PONG
            await home.router.until(lambda notes: notes.kinds() == ["opened", "closed"])
            assert home.counts.closes == {"1011": 1}
            keepalive, peer = home.listener._keepalive, await home.router.peer()
            assert keepalive._now - peer.asked >= keepalive._patience
            writer.close()
    assert [(line["event"], line["why"]) for line in lines] == [("connection dropped", "no_pong")]


@pytest.mark.parametrize(
    ("interval", "within"),
    [(20, 20), (SHORTEST, SHORTEST), (0.07, 0.4), (600, SHORTEST), (SHORTEST, 600), (600, 600), (1 / 3, 0.11)],
)
async def test_a_ping_and_the_time_for_its_answer_are_never_longer_than_was_set(interval: float, within: float) -> None:
    async with house(ping_interval=interval, ping_timeout=within) as home:
        keepalive = home.listener._keepalive
        assert math.isclose(keepalive._step * len(keepalive._slots), interval)
        assert 0.75 * within < keepalive._patience * keepalive._step <= within * (1 + 1e-9)


@pytest.mark.parametrize("pong", [frame(10, b""), frame(10, b"not what was asked"), frame(10, b"", long=2)])
async def test_who_answers_stays_and_pays_nothing_for_it(pong: bytes) -> None:
    async with house(
        ping_interval=SHORTEST, ping_timeout=SHORTEST, credits=2, credits_per_second=0.01, abuse_refusals=5
    ) as home:
        reader, writer = await opened(home)
        async with asyncio.timeout(PATIENCE):
            for _ in range(10):
                assert await reader.readexactly(len(PING)) == PING
                writer.write(pong)
            writer.write(frame(2, packed("ping", 7)))
            await home.router.until(lambda notes: notes.kinds() == ["opened", "received"])
        writer.close()


async def test_an_answer_between_the_fragments_of_a_message_is_one() -> None:
    async with house(ping_interval=SHORTEST, ping_timeout=SHORTEST) as home:
        reader, writer = await opened(home)
        message = packed("ping", 7)
        async with asyncio.timeout(PATIENCE):
            writer.write(frame(2, message[:3], fin=False))
            for byte in message[3:]:
                assert await reader.readexactly(len(PING)) == PING
                writer.write(frame(10, b""))
                writer.write(frame(0, bytes((byte,)), fin=False))
            writer.write(frame(0, b""))
            await home.router.until(lambda notes: notes.kinds() == ["opened", "received"])
        writer.close()


async def test_who_talks_and_never_answers_a_ping_is_dropped_too() -> None:
    async with house(ping_interval=SHORTEST, ping_timeout=SHORTEST, credits=1 << 20) as home:
        reader, writer = await opened(home)
        said = b""
        async with asyncio.timeout(PATIENCE):
            while not writer.is_closing() and not said.endswith(NO_PONG):
                writer.write(frame(2, packed("ping")))
                said += await reader.read(1000)
        writer.close()
        assert said.count(PING) == 1
        assert home.router.kinds().count("received") > 1


async def test_pings_are_spread_however_the_connections_came() -> None:
    async with house() as home:
        many = [await opened(home) for _ in range(30)]
        await home.router.peer(len(many))
        assert sorted(len(slot) for slot in home.listener._keepalive._slots)[-31:] == [0] + [1] * 30
        for _, writer in many:
            writer.close()
    async with house(ping_interval=SHORTEST) as home:
        many = [await opened(home) for _ in range(30)]
        await home.router.peer(len(many))
        sizes = [len(slot) for slot in home.listener._keepalive._slots]
        assert max(sizes) - min(sizes) <= 1
        for _, writer in many:
            writer.close()


async def test_who_is_closing_is_not_pinged_and_is_cut_when_it_does_not_end() -> None:
    async with house(ping_interval=SHORTEST, ping_timeout=SHORTEST) as home:
        reader, writer = await opened(home)
        peer = await home.router.peer()
        await _asked(peer)
        writer.write(frame(10, b"") + frame(8, (1000).to_bytes(2)))
        async with asyncio.timeout(PATIENCE):
            assert await reader.read() == PING + b"\x88\x02" + (1000).to_bytes(2)
        # The client's side of the socket stays open, and is not waited for.
        await home.router.until(lambda notes: notes.kinds() == ["opened", "closed"])
        assert home.counts.closes == {"client": 1}
        assert _idle(home)
        writer.close()


async def test_a_peer_that_is_being_closed_is_not_asked_again() -> None:
    async with house() as home, home.connect() as client:
        peer = await home.router.peer()
        peer.close(Close.RESTART, "bye")
        peer.ask(1)
        peer.silent()
        assert await end_of(client) in ((1012, "bye"), (1006, ""))
        assert peer.how == "1012"


async def test_no_timer_runs_when_all_are_gone_and_it_runs_again_for_the_next() -> None:
    async with house(ping_interval=SHORTEST, ping_timeout=SHORTEST) as home:
        assert _idle(home)
        for round_ in range(1, 3):
            async with home.connect(), home.connect():
                peer = await home.router.peer(2 * round_)
                await _answered(peer, 2)
                assert not _idle(home)
            await home.router.until(lambda notes, count=2 * round_: notes.kinds().count("closed") == count)
            async with asyncio.timeout(PATIENCE):
                while not _idle(home):  # noqa: ASYNC110  # the router is told a turn earlier
                    await asyncio.sleep(0)
            async with house(ping_interval=SHORTEST) as other, other.connect():
                await _answered(await other.router.peer(), 2)
            assert _idle(home)


async def test_a_process_that_stood_still_drops_nobody_for_it() -> None:
    async with house(ping_interval=SHORTEST, ping_timeout=SHORTEST) as home, home.connect() as client:
        peer = await home.router.peer()
        keepalive = home.listener._keepalive
        await _answered(peer, 1)
        before, due = keepalive._now, keepalive._due
        keepalive._due -= 60
        async with asyncio.timeout(PATIENCE):
            while keepalive._now == before:  # noqa: ASYNC110  # nothing tells
                await asyncio.sleep(0)
        assert keepalive._due > due - 30, "the steps of that minute are not made up for"
        await _answered(peer, 2)
        await client.send(packed("ping", 7))
        assert (await answer(client))["re"] == 7


async def test_over_wss_who_answers_stays_and_who_does_not_is_dropped(tmp_path: Path) -> None:
    certificate, key = make(tmp_path)
    options = {"ssl": trusting(certificate), "subprotocols": [MSGPACK], "compression": None, "ping_interval": None}
    async with house(tls=Tls(certificate, key).context, ping_interval=SHORTEST, ping_timeout=8 * SHORTEST) as home:
        url = f"wss://{HOST}:{home.port}"
        async with connect(url, **options) as client, connect(url, **options) as silent:  # type: ignore[arg-type]
            silent.transport.pause_reading()
            peers = [await home.router.peer(number) for number in (1, 2)]
            await home.router.until(lambda notes: "closed" in notes.kinds(peers[1].id))
            assert peers[1].how == "1011"
            await _answered(peers[0], 3)
            await client.send(packed("ping", 7))
            assert (await answer(client))["re"] == 7
