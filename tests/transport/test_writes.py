"""What is sent in one turn of the event loop goes out at its end, in order, and before a close."""

from __future__ import annotations

import asyncio

from fudakai.protocol.codes import Close
from fudakai.server.transport.writes import FULL, LONG, Writes
from tests.protocol.recorder import FrameRecorder
from tests.transport.table import end_of, house, within


class Sink:
    """Keeps what is written, write by write."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, wire: bytes) -> None:
        self.written.append(wire)


async def test_frames_of_one_turn_are_one_write_for_each_connection() -> None:
    writes, one, other = Writes(), Sink(), Sink()
    writes.put(one, b"a")
    writes.put(other, b"b")
    writes.put(one, b"c")
    assert one.written == other.written == []
    await asyncio.sleep(0)
    assert (one.written, other.written) == ([b"ac"], [b"b"])
    writes.put(one, b"d")
    await asyncio.sleep(0)
    assert one.written == [b"ac", b"d"]


async def test_a_full_outbox_is_written_at_once() -> None:
    writes, sinks = Writes(), [Sink() for _ in range(FULL + 1)]
    for sink in sinks:
        writes.put(sink, b"x")
    assert [sink.written for sink in sinks] == [[b"x"]] * FULL + [[]]
    await asyncio.sleep(0)
    assert sinks[-1].written == [b"x"]


async def test_a_turn_that_makes_very_much_for_one_connection_is_written_on_the_way() -> None:
    writes, much, little = Writes(), Sink(), Sink()
    writes.put(little, b"a")
    frames = [bytes((number,)) * (LONG // 5) for number in range(100)]
    for frame in frames:
        writes.put(much, frame)
    writes.put(little, b"b")
    assert len(writes.take(much)) <= LONG
    assert much.written == [b"".join(frames[at : at + 5]) for at in range(0, 95, 5)]
    writes.put(much, b"x" * LONG)
    writes.put(much, b"y" * 2 * LONG)
    writes.put(much, b"z")
    await asyncio.sleep(0)
    assert much.written[-3:] == [b"x" * LONG, b"y" * 2 * LONG, b"z"]
    assert little.written == [b"ab"]


async def test_what_was_taken_is_not_written() -> None:
    writes, sink = Writes(), Sink()
    assert writes.take(sink) == b""
    writes.put(sink, b"a")
    writes.put(sink, b"b")
    assert writes.take(sink) == b"ab"
    await asyncio.sleep(0)
    assert sink.written == []


async def test_what_was_sent_before_a_close_arrives_before_it_and_nothing_after(frames: FrameRecorder) -> None:
    frames.messages_only = False
    async with house() as home, home.connect() as client:
        peer = await home.router.peer(1)
        peer.send(b"first")
        peer.send(b"second")
        peer.close(Close.RESTART, "service restart")
        peer.send(b"never")
        assert [await within(client.recv()) for _ in range(2)] == [b"first", b"second"]
        assert await end_of(client) == (1012, "service restart")


async def test_what_waits_for_a_connection_that_is_cut_goes_nowhere(frames: FrameRecorder) -> None:
    frames.messages_only = False
    async with house() as home, home.connect() as client, home.connect() as other:
        gone, stays = await home.router.peer(1), await home.router.peer(2)
        client.transport.abort()
        gone.send(b"to nobody")
        stays.send(b"to somebody")
        assert await within(other.recv()) == b"to somebody"
        await home.router.until(lambda notes: "closed" in notes.kinds())
        gone.send(b"to nobody")
