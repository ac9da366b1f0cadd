"""Attackers: connections that send malformed frames while the others play."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

import msgspec

from fudakai.clients.load.connection import ClientSocket
from fudakai.clients.load.findings import FindingKind
from fudakai.clients.load.run import Run

WITHIN: Final = 15.0
"""Seconds for an answer or a close."""
LEAST_REST, MOST_REST = 0.2, 1.0
"""Seconds between two bad frames."""

_pack = msgspec.msgpack.Encoder().encode

FRAMES: Final[dict[str, Callable[[random.Random], tuple[bytes, bool]]]] = {
    # what it is: its bytes, and whether it goes as text
    "a value that is no map": lambda rng: (_pack(rng.choice([None, 7, "x", [], True, -0.5])), False),
    "a hello of wrong types": lambda rng: (
        _pack({"type": "hello", "id": rng.choice(["1", -1, None]), "name": []}),
        False,
    ),
    "a type that is none": lambda rng: (_pack({"type": rng.choice(["", "moev", 7, "__proto__"]), "id": 1}), False),
    "a move before hello": lambda rng: (
        _pack({"type": "move", "id": 1, "room": "ZZZZZZ", "ref": "x", "version": 2**60, "move": {"count": -1}}),
        False,
    ),
    "a frame of 20 KB": lambda rng: (_pack({"type": "ping", "id": 1, "pad": "x" * 20_000}), False),
    "lists 5,000 deep": lambda rng: (b"\x91" * 5_000 + b"\xc0", False),
    "half a message": lambda rng: (_pack({"type": "hello", "id": 1, "name": "eve"})[: rng.randint(1, 12)], False),
    "a length of 4 GB": lambda rng: (rng.choice([b"\xdd", b"\xdf", b"\xdb"]) + b"\xff\xff\xff\xff", False),
    "no UTF-8": lambda rng: (b'{"type": "hello", "id": 1, "name": "\xff\xfe"}', True),
    "random bytes": lambda rng: (rng.randbytes(rng.randint(1, 300)), False),
}
"""Frames that a server must answer or close on, without any effect on a room."""


class Hostile:
    """One attacker: a new connection for every frame, from an address of its own if the plan says so."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._done: asyncio.Event = asyncio.Event()
        self._connection: ClientSocket | None = None
        self._frame: tuple[bytes, bool] = (b"", False)

    async def attack(self) -> None:
        """Sends malformed frames until the run stops."""
        run = self._run
        while not run.stopping:
            kind = run.rng.choice(list(FRAMES))
            self._frame = FRAMES[kind](run.rng)
            self._done.clear()
            connection = self._connection = ClientSocket(self, run.measures, run.uri, "fudakai.v1.msgpack")
            try:
                async with asyncio.timeout(WITHIN):
                    await run.loop.create_connection(
                        lambda made=connection: made,  # a default binds this round's
                        run.uri.host,
                        run.uri.port,
                        ssl=run.context,
                        server_hostname=run.uri.host if run.context else None,
                        local_addr=(run.plan.hostile_from, 0) if run.plan.hostile_from else None,
                    )
                    run.measures.faults["hostile"] += 1
                    await self._done.wait()
            except TimeoutError:
                if not run.plan.kills and not run.stopping:
                    run.findings.add(
                        FindingKind.NO_ANSWER, f"{kind} got neither answer nor close in {WITHIN:g} seconds"
                    )
            except OSError as error:
                if not run.plan.kills and run.plan.hostile_from and "assign" in str(error):
                    run.end(f"--hostile-from is {run.plan.hostile_from}: no address of this machine ({error})")
                    return
            finally:
                connection.cut()
            await asyncio.sleep(run.rng.uniform(LEAST_REST, MOST_REST))

    # the connection's owner

    def opened(self) -> None:
        """Sends the frame."""
        if self._connection is not None:
            self._connection.send(*self._frame)

    def received(self, frame: bytes) -> None:
        """Any answer completes the attack."""
        self._done.set()

    def lost(self, code: int, words: str) -> None:
        """So does a close."""
        self._done.set()
