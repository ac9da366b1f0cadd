"""Frames of all kinds, credits, slow readers and dead ones. Nobody else notices anything."""

from __future__ import annotations

import asyncio
import gc
import random
import socket
import weakref
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection

from fudakai.protocol.codes import Close
from fudakai.protocol.from_client import FromClient
from fudakai.server.transport.connection import CLOSE_TIMEOUT, Connection
from fudakai.server.transport.reading import READ_AT_ONCE
from fudakai.server.transport.writes import LONG
from tests.protocol.recorder import FrameRecorder
from tests.transport.table import HOST, JSON, MSGPACK, PATIENCE, Recorder, answer, end_of, house, packed, within

DEEP = 10_000
F3 = bytes((0xF3, 0x80, 0x00, 0x00, 0x00, 0x00))
"""A reserved opcode with reserved bits: the frame another server died of."""


async def _alive(client: ClientConnection) -> None:
    await client.send(packed("ping", 99))
    assert (await answer(client))["re"] == 99


def _frame(first: int, payload: bytes) -> bytes:
    """A masked frame (mask 0) of a client, with any first byte."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
    return bytes((first,)) + length + bytes(4) + payload


@pytest.mark.parametrize(
    ("offer", "frame", "code"),
    [
        (MSGPACK, "text", Close.WRONG_FRAME),
        (JSON, b'{"type": "ping", "id": 1}', Close.WRONG_FRAME),
        (MSGPACK, b"\xc1", Close.MALFORMED),
        (MSGPACK, b"", Close.MALFORMED),
        (MSGPACK, packed("ping") + b"\x00", Close.MALFORMED),
        (MSGPACK, packed("ping")[:-1], Close.MALFORMED),
        (MSGPACK, F3, Close.MALFORMED),
        (MSGPACK, b"\x91" * DEEP, Close.TOO_DEEP),
        (JSON, "", Close.MALFORMED),
        (JSON, "{", Close.MALFORMED),
        (JSON, '{"type": "ping", "id": NaN}', Close.MALFORMED),
        (JSON, "[" * DEEP, Close.TOO_DEEP),
        (JSON, '{"a":' * 3000, Close.TOO_DEEP),
        (MSGPACK, bytes(16385), Close.TOO_BIG),
        (JSON, " " * 1_000_000, Close.TOO_BIG),
    ],
)
async def test_what_cannot_be_read_closes_with_its_code_and_one_line(offer: Any, frame: Any, code: Close) -> None:
    with capture_logs() as lines:
        async with house() as home, home.connect() as other, home.connect(offer) as client:
            peer = await home.router.peer(2)
            await client.send(frame)
            assert (await end_of(client))[0] == code
            await home.router.until(lambda notes: "closed" in notes.kinds(peer.id))
            assert home.router.kinds(peer.id) == ["opened", "closed"]
            await _alive(other)
    assert [(line["event"], line["why"]) for line in lines] == [("connection dropped", code.name.lower())]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (F3, 1002),
        (_frame(0x8B, b""), 1002),  # a reserved control frame
        (_frame(0xC2, packed("ping")), 1002),  # a reserved bit: compression that was not agreed on
        (_frame(0x80, b"x"), 1002),  # goes on with nothing
        (b"\x82\x01x", 1002),  # not masked
        (_frame(0x89, b"x" * 126), 1002),  # a ping that is too long
        (_frame(0x81, b"\xff\xfe"), 1007),  # no UTF-8
        (b"\x82\xff" + (2**62).to_bytes(8) + bytes(4), 1009),  # declares more than there is in the world
        (_frame(0x02, bytes(16000)) + _frame(0x80, bytes(16000)), 1009),  # too big in parts
    ],
)
async def test_what_is_no_websocket_closes_that_socket_only(frames: bytes, code: int) -> None:
    with capture_logs() as lines:
        async with house() as home, home.connect() as other, home.connect() as client:
            peer = await home.router.peer(2)
            client.transport.write(frames)
            assert (await end_of(client))[0] == code
            await home.router.until(lambda notes: "closed" in notes.kinds(peer.id))
            await _alive(other)
    assert [line["event"] for line in lines] == ["connection dropped"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "x",
        [],
        {},
        -1.5,
        float("nan"),
        {"type": None},
        {"type": "ping"},
        {"type": "ping", "id": "1"},
        {"type": "ping", "id": -1},
        {"type": "__proto__", "id": 1},
        {"__proto__": {"x": 1}, "id": 1},
        {"type": "hello", "id": 1, "name": "x" * 65},
        {"type": "move", "id": 1, "room": "ABC234", "ref": "r", "version": True, "move": {}},
        {"type": "move", "id": 1, "room": "ABC234", "ref": "r", "version": 0, "move": {"n": float("nan")}},
    ],
)
async def test_what_is_no_message_is_refused_and_the_connection_goes_on(value: Any) -> None:
    async with house() as home, home.connect() as client:
        await client.send(msgpack.packb(value))
        refused = await answer(client)
        assert refused["type"] == "refused"
        assert refused["words"]
        named = isinstance(value, dict) and type(value.get("id")) is int and value["id"] >= 0
        assert refused.get("re") == (1 if named else None)
        await _alive(client)
        assert home.router.kinds() == ["opened", "received"]


async def test_two_thousand_hostile_frames_leave_a_talk_alone() -> None:
    draw = random.Random(21)
    async with house(abuse_refusals=1_000_000) as home, home.connect() as other:
        client = await home.connect()
        for number in range(2_000):
            kind = draw.randrange(4)
            data = draw.randbytes(draw.randrange(1, 200))
            if kind == 1:
                data = bytearray(packed("hello", 1, name="Ann", token="t" * 50))  # type: ignore[assignment]
                data[draw.randrange(len(data))] = draw.randrange(256)  # type: ignore[index]
            elif kind == 2:
                data = packed("move", 1, room="A", ref="r", version=0, move={"x": draw.randrange(9)})[
                    : draw.randrange(60)
                ]
            if kind == 3:
                client.transport.write(data)
            else:
                client.transport.write(_frame(0x82, bytes(byte for byte in data)))
            if number % 20 == 19:
                client.transport.abort()
                client = await home.connect()
                await _alive(other)
        client.transport.abort()
        await home.router.until(lambda notes: notes.kinds().count("closed") == 101)
        assert home.listener.connections == 1
        await _alive(other)


async def test_no_hello_in_time_closes_and_hello_in_time_does_not() -> None:
    async with house(hello_timeout=0.2) as home, home.connect() as polite:
        await polite.send(packed("hello"))
        assert (await answer(polite))["re"] == 1
        async with home.connect() as silent:
            assert await end_of(silent) == (Close.NO_HELLO, "no hello within 0.2 seconds")
        async with home.connect() as chatty:
            await chatty.send(packed("ping"))
            assert (await end_of(chatty))[0] == Close.NO_HELLO
        await _alive(polite)  # long after its own time would have been over


async def test_credits_run_out_come_back_and_name_the_request() -> None:
    async with house(credits=5, credits_per_second=10) as home, home.connect() as client:
        for number in range(1, 9):
            await client.send(packed("ping", number))
        answers = [await answer(client) for _ in range(8)]
        assert [(item["type"], item["re"]) for item in answers[:5]] == [("pong", number) for number in range(1, 6)]
        for number, refused in enumerate(answers[5:], 6):
            assert (refused["type"], refused["code"], refused["re"]) == ("refused", "too_fast", number)
            assert 0 < refused["retry_after"] <= 100
        loop = asyncio.get_running_loop()
        again = loop.create_future()
        loop.call_later(answers[-1]["retry_after"] / 1000, again.set_result, None)
        await again
        await client.send(packed("ping", 9))
        assert (await answer(client))["type"] == "pong"


@pytest.mark.parametrize("frame", [packed("ping"), msgpack.packb(None)])
async def test_refusals_on_and_on_close(frame: bytes) -> None:
    with capture_logs() as lines:
        async with house(credits=1, credits_per_second=0.1, abuse_refusals=20) as home, home.connect() as client:
            await client.send(packed("hello"))
            assert (await answer(client))["re"] == 1
            for _ in range(60):
                client.transport.write(_frame(0x82, frame))
            refused = [await answer(client) for _ in range(20)]
            assert {item["type"] for item in refused} == {"refused"}
            assert await end_of(client) == (Close.ABUSE, "too many bad messages")
    assert [line["why"] for line in lines] == ["abuse"]


class _Feed(Recorder):
    """Sends a frame to both peers together, as a room does, whenever the second asks for it."""

    frame = b"x" * 60_000

    def received(self, peer: Connection, message: FromClient) -> None:
        self._note("received", peer, message)
        for one in self.peers.values():
            one.send(self.frame)


def _stuck(port: int) -> socket.socket:
    """A client that shakes hands and then reads nothing more."""
    stuck = socket.create_connection((HOST, port), timeout=10)
    stuck.sendall(
        f"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: {MSGPACK}\r\n\r\n".encode()
    )
    return stuck


async def test_a_slow_reader_is_dropped_and_the_other_gets_everything(frames: FrameRecorder) -> None:
    frames.messages_only = False
    with capture_logs() as lines:
        async with house(_Feed(), outbound_limit=300_000, credits=100_000) as home:
            stuck = await asyncio.to_thread(_stuck, home.port)
            slow = await home.router.peer(1)
            async with home.connect() as quick:
                got = 0
                while slow.open and got < 500:
                    await quick.send(packed("ping"))
                    assert await within(quick.recv(decode=False)) == _Feed.frame
                    got += 1
                assert not slow.open
                assert got > 3
                await home.router.until(lambda notes: "closed" in notes.kinds(slow.id))
                slow.send(b"nothing, and no error")
                for _ in range(10):
                    await quick.send(packed("ping"))
                    assert await within(quick.recv(decode=False)) == _Feed.frame
            # Read at last, it finds its code behind what waited.
            stuck.settimeout(CLOSE_TIMEOUT)
            tail = b""
            while data := await asyncio.to_thread(stuck.recv, 1 << 20):
                tail = (tail + data)[-200:]
            stuck.close()
            assert (0x88, Close.SLOW_READER.to_bytes(2)) == (tail[-38], tail[-36:-34])
            assert tail.endswith(b"messages were not read fast enough")
    assert [line["why"] for line in lines] == ["slow_reader"]


@pytest.mark.parametrize("turns", [1, 3])
async def test_no_more_waits_for_a_slow_reader_than_the_limit_whatever_a_turn_makes(
    frames: FrameRecorder, turns: int
) -> None:
    frames.messages_only = False
    async with house(outbound_limit=65_536) as home:
        stuck = await asyncio.to_thread(_stuck, home.port)
        slow = await home.router.peer(1)
        while slow.open:
            for _ in range(8000 // turns):
                slow.send(b"x" * 3000)
            await asyncio.sleep(0)
        assert slow.how == str(int(Close.SLOW_READER))
        assert slow.queued < 65_536 + LONG + 3100
        stuck.close()


async def test_pings_that_are_sent_and_whose_pongs_are_not_read_count_as_slow_reading() -> None:
    async with house(outbound_limit=65_536) as home:
        stuck = await asyncio.to_thread(_stuck, home.port)
        slow = await home.router.peer(1)
        stuck.setblocking(False)
        pings = _frame(0x89, b"p" * 125) * 500
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(20):
            while slow.open:
                await loop.sock_sendall(stuck, pings)
        await home.router.until(lambda notes: notes.kinds() == ["opened", "closed"])
        stuck.close()


@pytest.mark.parametrize("opcode", [0x89, 0x8A])
async def test_pings_and_pongs_on_and_on_close(opcode: int) -> None:
    with capture_logs() as lines:
        async with house(credits=10, credits_per_second=0.1) as home, home.connect() as client, home.connect() as other:
            for _ in range(9):
                client.transport.write(_frame(opcode, b""))
            await client.send(packed("ping"))
            assert (await answer(client))["type"] == "pong"
            client.transport.write(_frame(opcode, b"") * 40)
            assert await end_of(client) == (Close.ABUSE, "too many bad messages")
            await _alive(other)
    assert [line["why"] for line in lines] == ["abuse"]


async def test_of_a_flood_of_pings_little_is_parsed() -> None:
    async with house() as home:
        flooding = await asyncio.to_thread(_stuck, home.port)
        await home.router.peer(1)
        await asyncio.to_thread(flooding.sendall, _frame(0x89, b"") * 20_000)
        flooding.shutdown(socket.SHUT_WR)
        said = b""
        while data := await asyncio.to_thread(flooding.recv, 1 << 20):
            said += data
        flooding.close()
    assert said.endswith(b"too many bad messages")
    assert 100 < said.count(b"\x8a\x00") <= 100 + 20 + READ_AT_ONCE // 6 + 1, "a pong for each that was parsed"


async def test_a_client_that_dies_without_a_word_is_noticed_in_the_stated_time() -> None:
    with capture_logs() as lines:
        async with house(ping_interval=0.2, ping_timeout=0.4) as home:
            stuck = await asyncio.to_thread(_stuck, home.port)  # shakes hands, and never answers a ping
            dead = await home.router.peer(1)
            loop = asyncio.get_running_loop()
            before = loop.time()
            async with home.connect() as other:
                await home.router.until(lambda notes: "closed" in notes.kinds(dead.id))
                assert loop.time() - before < 0.6 + 0.5  # the half second is for a busy machine
                await _alive(other)
            stuck.close()
    assert [line["why"] for line in lines] == ["no_pong"]


async def test_a_client_whose_socket_breaks_is_gone_at_once() -> None:
    async with house() as home:
        client = await home.connect()
        await home.router.peer()
        client.transport.abort()
        await home.router.until(lambda notes: notes.kinds() == ["opened", "closed"])


async def test_closing_is_said_to_the_client_and_once_to_the_router_and_not_from_inside() -> None:
    async with house() as home, home.connect() as client:
        peer = await home.router.peer()
        for _ in range(3):
            peer.close(Close.RESTART, "\u82b1" * 100)
        assert home.router.kinds() == ["opened"]
        code, reason = await end_of(client)
        assert (code, reason) == (1012, "\u82b1" * 41)
        await home.router.until(lambda notes: len(notes.events) > 1)
        assert home.router.kinds() == ["opened", "closed"]
        peer.send(b"nothing")


class _Broken(Recorder):
    def received(self, peer: Connection, message: FromClient) -> None:
        raise ValueError(f"quoting {message}")


async def test_a_fault_of_ours_closes_with_1011_and_quotes_nobody_in_the_log() -> None:
    with capture_logs() as lines:
        async with house(_Broken()) as home, home.connect() as client:
            await client.send(packed("hello", token="a-secret"))
            assert (await end_of(client))[0] == 1011
            await home.router.until(lambda notes: notes.kinds() == ["opened", "closed"])
    assert [line["event"] for line in lines] == ["a connection could not be handled"]
    assert "a-secret" not in str(lines)


async def test_json_goes_out_in_text_frames_and_two_at_once_in_order(frames: FrameRecorder) -> None:
    frames.messages_only = False
    async with house() as home, home.connect(JSON) as one, home.connect(JSON) as two:
        for peer in (await home.router.peer(1), await home.router.peer(2)):
            peer.send('"\u82b1"'.encode())
            peer.send(b'"and"')
        for client in (one, two):
            assert [await within(client.recv()) for _ in range(2)] == ['"\u82b1"', '"and"']


@pytest.mark.parametrize("piece", [b"", b"x"])
async def test_a_message_in_endless_fragments_is_closed_before_they_pile_up(piece: bytes) -> None:
    with capture_logs() as lines:
        async with house() as home, home.connect() as client, home.connect() as other:
            client.transport.write(_frame(0x02, piece) + _frame(0x00, piece) * 40_000)
            code, reason = await end_of(client)
            assert code == Close.TOO_BIG
            assert "fragments" in reason
            await _alive(other)
    assert [line["why"] for line in lines] == ["too_big"]


async def test_a_message_in_some_fragments_is_a_message() -> None:
    async with house() as home, home.connect() as client:
        for _ in range(3):
            await client.send([bytes((byte,)) for byte in packed("ping", 7)])
            assert (await answer(client))["re"] == 7


@pytest.mark.parametrize("cut", [False, True])
async def test_a_connection_that_is_over_is_freed_without_the_cycle_collector(cut: bool) -> None:
    async with house() as home:
        gc.collect()
        gc.disable()  # the server lets it look rarely
        try:
            client = await home.connect()
            await _alive(client)
            socket = (await home.router.peer())._socket
            parts = [weakref.ref(socket), weakref.ref(socket.protocol)]
            del socket
            home.router.peers.clear()
            if cut:
                client.transport.abort()
            else:
                await client.close()
            await home.router.until(lambda notes: "closed" in notes.kinds())
            home.router.events.clear()
            async with asyncio.timeout(PATIENCE):
                while any(part() for part in parts):  # noqa: ASYNC110  # nothing tells when the last reference goes
                    await asyncio.sleep(0)
        finally:
            gc.enable()


async def test_a_socket_that_only_asked_for_a_page_is_freed_without_the_cycle_collector() -> None:
    async with house() as home, asyncio.timeout(PATIENCE):
        gc.collect()
        gc.disable()  # the server lets it look rarely
        try:
            reader, writer = await asyncio.open_connection(HOST, home.port)
            while not home.listener._sockets:  # noqa: ASYNC110  # nothing tells when the listener has taken it
                await asyncio.sleep(0)
            (socket,) = home.listener._sockets
            parts = [weakref.ref(socket), weakref.ref(socket.protocol)]
            del socket
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
            await reader.read()
            writer.close()
            while any(part() for part in parts):  # noqa: ASYNC110  # nothing tells when the last reference goes
                await asyncio.sleep(0)
        finally:
            gc.enable()
