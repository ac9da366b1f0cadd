"""Random hostile bytes at a live server, while a game goes on at another table."""

from __future__ import annotations

import asyncio
import os
import random
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgpack
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from protocol.codes import Close
from tests.e2e.process import ServerProcess
from tests.soak.judge import judge
from tests.soak.ledger import Ledger
from tests.soak.logs import matches_in
from tests.soak.tables import Tables

WITHIN: Final = 15.0
"""Seconds for an answer or a close."""
SLACK: Final = 24 * 1024
"""KiB that the server may have grown by in the end: allocators keep some pages, and the games beside it have a history.
A leak of every second frame of up to 16 KiB would be more than that."""
DOCUMENTED: Final = {*(int(code) for code in Close), 1000, 1002, 1007, 1011}
MSGPACK, JSON = "fudakai.v1.msgpack", "fudakai.v1.json"


def _map(**fields: object) -> bytes:
    packed: bytes = msgpack.packb(fields)
    return packed


NONSENSE: Final = (None, 1, "x", [], {}, True, -1.5, b"x")
LENGTHS: Final = (b"\xdd", b"\xdf", b"\xdb", b"\xc6")
NO_NUMBERS: Final = (float("nan"), float("inf"))
TEXTS: Final = ("{}", '{"type":"ping","id":1}', "x" * 100)
BROKEN: Final = ("[" * 10_000, '{"id":NaN}', '{"a":', '{"type":"hello","id":1,"name":"\\ud800"}')
RAW: Final = (b"\xf3\x80\x00\x00\x00\x00", b"\x82\x05hello", b"\x89\xfe\x01\x00" + bytes(300))
RAW_KIND: Final = "raw bytes after the handshake"
TEXT_KIND: Final = "text nested or broken"

KINDS: Final[dict[str, Callable[[random.Random], bytes | str]]] = {
    "nonsense values": lambda rng: msgpack.packb(rng.choice(NONSENSE)),
    "wrong types": lambda rng: _map(
        type="hello", id=rng.choice(["x", None, -1, 2**40, 1.5, []]), name=rng.choice([1, {}])
    ),
    "missing fields": lambda rng: _map(type=rng.choice(["move", "join", "create", "resume", "nope", 7])),
    "a big frame": lambda rng: rng.randbytes(rng.choice([16_385, 65_536, 1_000_000])),
    "random bytes": lambda rng: rng.randbytes(rng.randrange(1, 200)),
    "bad UTF-8": lambda rng: b"\x82\xa4type\xa5\xff\xfe\xfd\xfc\xfb\xa2id\x01",
    "nested deep": lambda rng: b"\x91" * rng.choice([17, 1000, 10_000]) + b"\xc0",
    "__proto__": lambda rng: _map(type="hello", id=1, name="x", __proto__={"admin": True}, constructor=[1]),
    "cut off": lambda rng: _map(type="hello", id=1, name="somebody")[: rng.randrange(1, 20)],
    "huge lengths": lambda rng: rng.choice(LENGTHS) + b"\xff\xff\xff\xff",
    "not a number": lambda rng: b"\x82\xa4type\xa4ping\xa2id\xcb" + struct.pack(">d", rng.choice(NO_NUMBERS)),
    "text in binary": lambda rng: rng.choice(TEXTS),
    TEXT_KIND: lambda rng: rng.choice(BROKEN),
    RAW_KIND: lambda rng: rng.choice(RAW),
}
"""Fourteen kinds. The last goes out as bytes on the socket, the others as websocket messages."""


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well."""

    wrong: list[str]
    frames: int
    ends: Counter[str]
    grown: int
    moves: int

    def __str__(self) -> str:
        ends = ", ".join(f"{count} {end}" for end, count in self.ends.most_common())
        beside = f"{self.moves} moves beside them; grown by {self.grown} KiB"
        return f"{self.frames} frames of {len(KINDS)} kinds ({ends}); {beside}"


async def run(frames: int, folder: Path, say: Callable[[str], None]) -> Verdict:
    """Sends the frames, five at a time, and judges."""
    server = ServerProcess(folder, hello_timeout=5)
    ledger, ends, wrong = Ledger(), Counter[str](), []
    rng = random.Random(frames)
    try:
        url = await server.start()
        tables = Tables(url, ledger, matches=frames, think=0.02)
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(2))
            for _ in range(frames // 10):  # reach the level from which growth is measured
                await _one(url, rng, ends)
            before = _rss(server)
            for done in range(frames // 10, frames, 5):
                kinds = await asyncio.gather(*(_one(url, rng, ends) for _ in range(min(5, frames - done))))
                wrong += [what for what in kinds if what]
                if done % 500 < 5:
                    say(f"{done} of {frames} frames, {ledger.acknowledged} moves beside them")
            grown = _rss(server) - before
            moves = ledger.acknowledged
            tables.matches = 0  # each table ends with the match that it plays
            async with asyncio.timeout(120):
                await playing
        wrong += judge(ledger, await matches_in(server.data, {name.rpartition("-")[0] for name in ledger.seen}), 3)
        lines = server.log.read_text().splitlines()
        wrong += [f"the server said: {line}" for line in lines if "Traceback" in line or "[error" in line]
        if len(lines) > 2 * frames:
            wrong.append(f"{len(lines)} lines in the log for {frames} frames")
        if grown > SLACK:
            wrong.append(f"the server has grown by {grown} KiB")
        if not moves:
            wrong.append("nobody could play")
        return Verdict(wrong, frames, ends, grown, moves)
    finally:
        await server.clean_up()


async def _one(url: str, rng: random.Random, ends: Counter[str]) -> str | None:
    """One connection, one hostile frame, and what came of it; a word if that is not documented."""
    kind, make = rng.choice(list(KINDS.items()))
    what = make(rng)
    protocol = JSON if kind == TEXT_KIND else MSGPACK
    end = "no end"
    try:
        async with (
            asyncio.timeout(WITHIN),
            connect(url, subprotocols=[Subprotocol(protocol)], compression=None) as socket,
        ):
            with suppress(ConnectionClosed):
                if kind == RAW_KIND:
                    socket.transport.write(bytes(what, "ascii") if isinstance(what, str) else what)
                else:
                    await socket.send(what)
                await socket.recv()
                end = "answered"
            if end != "answered":
                code = socket.close_code
                end = f"closed {code}"
                if code not in DOCUMENTED:
                    return f"{kind}: closed with {code}"
    except TimeoutError:
        return f"{kind}: neither an answer nor a close within {WITHIN:g} s"
    except (OSError, InvalidHandshake) as error:
        return f"{kind}: {error!r}"
    finally:
        ends[end] += 1
    return None


def _rss(server: ServerProcess) -> int:
    """The server's resident memory in KiB."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024
