"""Who is let in, and what the port says to everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from fudakai.protocol.codes import Close
from fudakai.server.transport.origin import may_connect, near
from tests.transport.table import HOST, JSON, MSGPACK, House, answer, end_of, house, packed, within

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


async def _refused(home: House, *offers: Subprotocol, origin: str | None = None) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as caught:
        await home.connect(*offers, origin=origin)
    response = caught.value.response
    return response.status_code, (response.body or b"").decode()


async def test_both_subprotocols_and_the_clients_order_decides() -> None:
    async with house() as home:
        for offers, chosen in (
            ((MSGPACK, JSON), MSGPACK),
            ((JSON, MSGPACK), JSON),
            ((Subprotocol("unknown"), JSON), JSON),
        ):
            async with home.connect(*offers) as client:
                assert client.subprotocol == chosen
        async with home.connect(JSON) as client:
            await client.send('{"type": "ping", "id": 7}')
            text = await within(client.recv())
            assert isinstance(text, str)
            assert '"re":7' in text
        async with home.connect(MSGPACK) as client:
            await client.send(packed("ping", 8))
            assert (await answer(client))["re"] == 8


@pytest.mark.parametrize("offers", [("chat",), ("fudakai.v2.json", "fudakai.v1.MSGPACK")])
async def test_no_known_subprotocol_is_400_with_a_sentence(offers: tuple[str, ...]) -> None:
    async with house() as home:
        status, text = await _refused(home, *(Subprotocol(name) for name in offers))
        assert status == 400
        assert "offer the subprotocol fudakai.v1.msgpack or fudakai.v1.json" in text
        status, _, text = await home.get("/", fields=UPGRADE)
        assert status == 400
        assert "offer the subprotocol" in text
        assert home.router.events == []


async def test_pages_of_the_same_host_and_of_listed_origins_are_let_in_and_no_others() -> None:
    async with house(origins=("https://play.example.org",)) as home:
        for origin in (None, f"http://{HOST}:{home.port}", "https://play.example.org", "https://PLAY.example.org:443"):
            async with home.connect(origin=origin) as client:
                await client.send(packed("ping"))
                assert (await answer(client))["re"] == 1
        for origin in ("https://evil.example", f"http://{HOST}", "null", "http://play.example.org"):
            status, text = await _refused(home, MSGPACK, origin=origin)
            assert status == 403
            assert "FUDAKAI_ORIGINS" in text
        twice = f"Origin: http://{HOST}:{home.port}\r\nOrigin: https://evil.example\r\n"
        assert (await home.get("/", fields=UPGRADE + twice))[0] == 403


@pytest.mark.parametrize(
    ("origin", "host", "let_in"),
    [
        ("https://a.example", "a.example", True),
        ("https://a.example", "a.example:443", True),
        ("http://a.example:80", "A.example", True),
        ("https://a.example:8443", "a.example", False),
        ("http://[::1]:8765", "[::1]:8765", True),
        ("https://a.example.evil.example", "a.example", False),
        ("https://user@a.example", "a.example", False),
        ("https://[x", "a.example", False),
        ("https://a.example:99999", "a.example", False),
        ("file://", "", False),
        ("", "a.example", False),
    ],
)
def test_the_same_host_means_name_and_port(origin: str, host: str, let_in: bool) -> None:
    assert may_connect([origin], [host], ()) is let_in
    assert may_connect([origin], [host, host], ()) is False


async def test_a_full_server_answers_503_and_health_still_works() -> None:
    async with house(max_connections=2) as home:
        async with home.connect(), home.connect():
            await home.router.peer(2)
            status, text = await _refused(home, MSGPACK)
            assert (status, text) == (503, "The server is full. Try again later.\n")
            assert (await home.get("/healthz"))[0] == 200
            assert home.listener.connections == 2
        await home.router.until(lambda notes: notes.kinds().count("closed") == 2)
        async with home.connect() as client:
            await client.send(packed("ping"))
            assert (await answer(client))["re"] == 1


async def test_sockets_without_a_word_are_bounded_and_end_after_the_hello_timeout() -> None:
    async with house(max_connections=1, hello_timeout=0.1) as home:
        socks = [await asyncio.open_connection(HOST, home.port) for _ in range(80)]
        for reader, writer in socks:
            with contextlib.suppress(ConnectionResetError):  # cut without a word, which is what is wanted
                assert await within(reader.read()) == b""
            writer.close()
        assert home.router.events == []


async def test_health_and_readiness() -> None:
    async with house() as home:
        assert (await home.get("/healthz"))[::2] == (200, "ok\n")
        assert (await home.get("/readyz?x=1"))[::2] == (200, "ready\n")
        home.not_ready = "Redis cannot be reached."
        assert (await home.get("/readyz"))[::2] == (503, "Redis cannot be reached.\n")
        assert (await home.get("/healthz"))[0] == 200
        assert home.router.events == []


async def test_other_pages_and_methods_get_a_plain_sentence_and_no_version() -> None:
    async with house() as home:
        for target, method, status in (
            ("/", "GET", 426),
            ("/healthz/", "GET", 404),
            ("/../etc/passwd", "GET", 404),
            ("/healthz", "POST", 405),
            ("/healthz", "HEAD", 405),
            ("/", "OPTIONS", 405),
        ):
            found, fields, body = await home.get(target, method)
            assert found == status
            assert body.endswith(".\n")
            assert fields["content-type"] == "text/plain; charset=utf-8"
            assert fields["x-content-type-options"] == "nosniff"
            assert fields["content-security-policy"].startswith("default-src 'none'")
            assert fields["cache-control"] == "no-store"
            assert "server" not in fields
            assert ("allow" in fields) == (status == 405)


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        f"GET / HTTP/1.1\r\n{UPGRADE.replace('13', '12')}\r\n".encode(),
        f"GET / HTTP/1.1\r\n{UPGRADE.replace('AA==', '')}\r\n".encode(),
    ],
)
async def test_a_bad_handshake_is_no_more_than_a_line_in_the_log(data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with house(hello_timeout=0.2) as home:
        raw = await home.say(data)
        assert raw == b"" or raw.startswith(b"HTTP/1.1 4")
        assert home.router.events == []
        async with home.connect() as client:
            await client.send(packed("ping"))
            assert (await answer(client))["re"] == 1
    ours = [record for record in caplog.records if record.name == "fudakai.websockets"]
    assert len(ours) <= 1
    assert not any(record.exc_info for record in ours)


async def test_stopping_closes_all_with_service_restart_and_takes_no_more() -> None:
    async with house() as home:
        clients = [await home.connect() for _ in range(20)]
        stuck_reader, stuck_writer = await asyncio.open_connection(HOST, home.port)  # says nothing, closes nothing
        await home.router.peer(20)
        await within(home.listener.stop())
        assert {await end_of(client) for client in clients} == {(1012, "service restart")}
        assert home.router.kinds().count("closed") == 20
        assert home.listener.connections == 0
        assert await within(stuck_reader.read()) == b""
        stuck_writer.close()
        with pytest.raises(ConnectionRefusedError):
            await home.connect()
        await home.listener.stop()  # again is nothing


async def test_stopping_waits_no_longer_than_it_is_told_for_one_who_does_not_answer() -> None:
    async with house() as home:
        reader, writer = await asyncio.open_connection(HOST, home.port)
        writer.write(f"GET / HTTP/1.1\r\nHost: x\r\n{UPGRADE}Sec-WebSocket-Protocol: {JSON}\r\n\r\n".encode())
        assert b"101" in await within(reader.readline())
        await home.router.peer()
        loop = asyncio.get_running_loop()
        before = loop.time()
        await home.listener.stop(within=0.1)
        assert loop.time() - before < 1.5  # CLOSE_TIMEOUT alone would be 2
        assert home.router.kinds() == ["opened", "closed"]
        writer.close()


async def test_metrics_are_for_this_machine_and_by_get_only() -> None:
    async with house() as home:
        status, fields, body = await home.get("/metrics")
        assert (status, body) == (200, "fudakai_tests 1\n")
        assert fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert fields["cache-control"] == "no-store"
        assert (await home.get("/metrics", "POST"))[0] == 405
        assert (await home.get("/metrics", host="localhost"))[0] == 200
        for far in (
            {"fields": "X-Forwarded-For: 127.0.0.1\r\n"},
            {"fields": "via: 1.1 proxy\r\n"},
            {"host": "evil.example"},
        ):
            status, _, body = await home.get("/metrics", **far)  # type: ignore[arg-type]
            assert status == 403
            assert "FUDAKAI_METRICS_TO_ALL" in body
            assert "fudakai_tests" not in body
    async with house(metrics_to_all=True) as home:
        assert (await home.get("/metrics", fields="X-Forwarded-For: 192.0.2.7\r\n", host="cards.example"))[0] == 200


@pytest.mark.parametrize(
    ("address", "host", "is_near"),
    [
        (("127.0.0.1", 1), "127.0.0.1:8765", True),
        (("127.8.8.8", 1), "LOCALHOST", True),
        (("::1", 1, 0, 0), "[::1]:8765", True),
        (("::ffff:127.0.0.1", 1, 0, 0), "localhost", True),
        (("192.0.2.7", 1), "127.0.0.1", False),
        (("::ffff:192.0.2.7", 1, 0, 0), "localhost", False),
        (("127.0.0.1", 1), "127.0.0.1.evil.example", False),
        (("127.0.0.1", 1), "", False),
        ("", "localhost", False),
        (None, "localhost", False),
    ],
)
def test_near_is_a_loopback_address_that_asks_for_a_loopback_name(address: object, host: str, is_near: bool) -> None:
    assert near(address, Headers(Host=host)) is is_near
    assert near(address, Headers()) is False


async def test_connections_their_ends_and_refusals_are_counted() -> None:
    async with house(max_connections=2, hello_timeout=0.2, credits=1, credits_per_second=0.1) as home:
        async with home.connect() as polite:
            await polite.send(packed("hello"))
            await answer(polite)
            async with home.connect() as silent:
                await _refused(home, MSGPACK)
                assert (await end_of(silent))[0] == Close.NO_HELLO
            await polite.send(packed("ping"))
            assert (await answer(polite))["code"] == "too_fast"
        async with home.connect() as cut:
            await cut.send(packed("hello"))
            await answer(cut)
            cut.transport.abort()
            await home.router.until(lambda notes: notes.kinds().count("closed") == 3)
        counts = home.counts
        assert counts.connections == 3
        assert counts.closes == {"client": 1, "4003": 1, "lost": 1}
        assert counts.refusals == {"too_fast": 1}
        assert counts.handshakes_refused == {503: 1}
        assert home.listener.queued() == (0, 0)
