"""Messages arrive whole and in order, however their bytes come in: alone, together, in pieces, in fragments, among
pings."""

from __future__ import annotations

import asyncio
import random

import pytest

from fudakai.protocol.codes import Close
from fudakai.server.transport import reading
from tests.transport.table import HOST, MSGPACK, House, Recorder, house, packed

MASK = bytes((0x37, 0xFA, 0x21, 0x3D))
MESSAGES = 400


def frame(opcode: int, data: bytes, *, fin: bool = True, long: int = 0) -> bytes:
    """A masked frame. `long`: its length in so many bytes although it is short."""
    size = len(data)
    wide = long or (0 if size < 126 else 2 if size < 1 << 16 else 8)
    length = size.to_bytes(wide, "big") if wide else b""
    head = bytes((fin << 7 | opcode, 0x80 | {0: size, 2: 126, 8: 127}[wide]))
    return head + length + MASK + bytes(byte ^ MASK[at & 3] for at, byte in enumerate(data))


async def opened(home: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection whose handshake is done."""
    reader, writer = await asyncio.open_connection(HOST, home.port)
    writer.write(
        f"GET / HTTP/1.1\r\nHost: {HOST}:{home.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {MSGPACK}\r\n\r\n".encode()
    )
    async with asyncio.timeout(20):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def numbers(notes: Recorder) -> list[int]:
    """The ids of the messages that came, in order."""
    return [message.id for what, _, message in notes.events if what == "received"]


@pytest.mark.parametrize("seed", range(6))
async def test_however_the_bytes_come_in_the_messages_are_the_same(seed: int) -> None:
    dice = random.Random(seed)
    frames = []
    for number in range(MESSAGES):
        message = packed("ping", number, filler="x" * dice.choice((0, 3, 120, 2000)))
        kind = dice.random()
        if kind < 0.1:
            cut = dice.randrange(1, len(message))
            frames += [frame(2, message[:cut], fin=False), frame(9, b"in between"), frame(0, message[cut:])]
        elif kind < 0.2:
            frames += [frame(9, b"ping"), frame(2, message, long=8)]
        else:
            frames.append(frame(2, message, long=dice.choice((0, 0, 2)) if len(message) < 126 else 0))
    async with house(credits=10 * MESSAGES, credits_per_second=10 * MESSAGES) as home:
        reader, writer = await opened(home)
        drained = asyncio.create_task(reader.read())
        for at in range(0, len(frames), 3):
            data = b"".join(frames[at : at + 3])
            pieces = frames[at : at + 3] if seed < 4 else [data[:9], data[9:]]  # whole at first, then cut anywhere
            if seed == 3 and at > MESSAGES // 2:
                pieces = [data[:-2], data[-2:]]
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)
        await home.router.until(lambda notes: len(numbers(notes)) == MESSAGES)
        assert numbers(home.router) == list(range(MESSAGES))
        writer.close()
        await drained


async def test_what_comes_behind_a_close_is_not_read() -> None:
    async with house() as home:
        reader, writer = await opened(home)
        writer.write(frame(2, packed("ping", 1)))
        await home.router.until(lambda notes: numbers(notes) == [1])
        writer.write(frame(8, (1000).to_bytes(2, "big")))
        writer.write(frame(2, packed("ping", 2)))
        async with asyncio.timeout(20):
            await reader.read()
        writer.close()
        await home.router.until(lambda notes: "closed" in notes.kinds())
        assert numbers(home.router) == [1]
        assert home.counts.closes == {"client": 1}


@pytest.mark.parametrize("wrong", [b"\x82\x04ping", b"\xc2" + frame(2, b"ping")[1:], frame(3, b"ping")])
async def test_a_frame_that_breaks_the_rules_is_the_librarys_to_refuse(wrong: bytes) -> None:
    async with house() as home:
        reader, writer = await opened(home)
        writer.write(wrong)
        async with asyncio.timeout(20):
            end = await reader.read()
        writer.close()
        assert int.from_bytes(end[2:4], "big") == 1002
        await home.router.until(lambda notes: "closed" in notes.kinds())
        assert numbers(home.router) == []


async def test_too_long_a_frame_is_refused_at_its_head() -> None:
    async with house() as home:
        reader, writer = await opened(home)
        writer.write(frame(2, bytes(70_000))[:2000])
        async with asyncio.timeout(20):
            end = await reader.read()
        writer.close()
        assert int.from_bytes(end[2:4], "big") == Close.TOO_BIG


def test_a_whole_message_is_known_by_its_head() -> None:
    for size in (0, 1, 125, 126, 1000):
        for opcode in (1, 2):
            whole = frame(opcode, bytes(size))
            assert whole[reading._whole_message(whole) :] == frame(opcode, bytes(size))[len(whole) - size :]
            assert reading._whole_message(whole) > 0
            for other in (whole[:-1], whole + b"\0", whole[:1], b""):
                assert reading._whole_message(other) == 0
    for opcode, fin in ((0, True), (8, True), (9, True), (2, False)):
        assert reading._whole_message(frame(opcode, b"ping", fin=fin)) == 0
    assert reading._whole_message(b"\x82\x04ping") == 0, "not masked"
    assert reading._whole_message(frame(2, bytes(127), long=8)[:133]) == 0


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_where_frames_end_is_told_from_their_heads(size: int) -> None:
    frames = frame(2, bytes(size)) + frame(9, b"ping") + frame(0, b"end", long=8)
    assert reading._whole_frames(frames)
    assert not reading._whole_frames(frames[:-1])
    assert not reading._whole_frames(frames + b"\x82")


async def test_who_sends_much_at_once_does_not_hold_up_the_others() -> None:
    async with house(credits=10 * MESSAGES, credits_per_second=10 * MESSAGES) as home:
        (_, crowd), (_, other) = await opened(home), await opened(home)
        crowd.write(b"".join(frame(2, packed("ping", number)) for number in range(1, MESSAGES + 1)))
        other.write(frame(2, packed("ping", MESSAGES + 1)))
        await home.router.until(lambda notes: len(numbers(notes)) == MESSAGES + 1)
        came = numbers(home.router)
        assert came.index(MESSAGES + 1) < MESSAGES / 2
        assert [number for number in came if number <= MESSAGES] == list(range(1, MESSAGES + 1))
        crowd.close()
        other.close()
