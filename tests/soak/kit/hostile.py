"""Random hostile bytes at a live server, while games go on at other tables, where people try wild moves, too."""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from tests.e2e.process import ServerProcess
from tests.soak.kit.attacks import ANSWER, END, KINDS, Attack, packed
from tests.soak.kit.games import Setup, setups
from tests.soak.kit.judge import judge
from tests.soak.kit.ledger import Ledger
from tests.soak.kit.logs import matches_in
from tests.soak.kit.tables import Tables
from tests.soak.kit.wire import MSGPACK

TABLES: Final = 4
AT_ONCE: Final = 8
"""Attacks at the same time."""
WARM_UP: Final = 0.1
"""The part of attacks after which growth is measured: by then every kind was met, and allocators have their pages."""
OF_MATCHES: Final = re.compile(r"\bmatch (started|over)\b")
"""What the log says of games, however many there are: the bound of lines is for the attacks."""
WILD: Final = 0.3
"""How likely somebody at a table tries a wild move at something new."""
WITHIN: Final = 15.0
"""Seconds for an answer or a close."""
HELLO_SECONDS: Final = 0.5
"""The server's hello_timeout, which ends half a handshake."""
SLOWEST: Final = 2.0
"""Seconds that no move of the others may take: the attackers share this process and the machine with them, and most
moves take milliseconds."""
SLACK: Final = 8 * 1024
"""KiB that the server may grow by over 1,800 attacks. Of leaks, a connection (30 KiB) or a largest frame (16 KiB) each
would be 50 or 28 MiB, a fragment of the 1 MB frames far more; what is left is the games' log and allocators' pages."""


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well. `grown`: KiB; `slowest`: seconds for a move of the others."""

    wrong: list[str]
    attacks: int
    ends: Counter[str]
    grown: int
    moves: int
    tried: int
    matches: int
    slowest: float
    lines: int

    @property
    def slow(self) -> list[str]:
        """Too slow moves, in words. Time is judged on a quiet machine only."""
        return [f"a move beside the attacks took {self.slowest:.1f} seconds"] if self.slowest > SLOWEST else []

    def __str__(self) -> str:
        ends = ", ".join(f"{count} {end}" for end, count in self.ends.most_common())
        return (
            f"{self.attacks} attacks of {len(KINDS)} kinds ({ends}), {self.lines} lines in the log; beside them "
            f"{self.moves} moves and {self.tried} wild ones in {self.matches} matches, the slowest in "
            f"{self.slowest:.2f} s; the server has grown by {self.grown} KiB"
        )


async def run(
    attacks: int, folder: Path, say: Callable[[str], None], seed: int = 0, tables_of: Sequence[Setup] = ()
) -> Verdict:
    """Attacks, some at a time, beside tables of these kinds, and judges."""
    kinds = tables_of or setups()
    server = ServerProcess(folder, hello_timeout=HELLO_SECONDS, log_level="info")
    ledger, ends = Ledger(), Counter[str]()
    wrong: list[str] = []
    rng = random.Random(seed)
    try:
        url = await server.start()
        tables = Tables(url, ledger, kinds, more=True, think=0.02, wild=WILD, seed=seed)
        async with asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(TABLES))
            async with asyncio.timeout(WITHIN):
                await ledger.reach(10 * TABLES)
            before, next_word = _rss(server), 500
            for done in range(0, attacks, AT_ONCE):
                wrong += await _some(url, rng, min(AT_ONCE, attacks - done), ends)
                if done < attacks * WARM_UP:
                    before = _rss(server)
                if done + AT_ONCE >= next_word:
                    said = f"{done + AT_ONCE} of {attacks} attacks, {ledger.acknowledged} moves beside them"
                    say(f"{said}; the server has {_rss(server)} KiB")
                    next_word += 500
            grown, moves = _rss(server) - before, ledger.acknowledged
            tables.more = False
            async with asyncio.timeout(120):
                await playing
        wrong += judge(ledger, await matches_in(server.data, ledger.rooms))
        lines = [line for line in server.log.read_text().splitlines() if not OF_MATCHES.search(line)]
        wrong += [f"the server said: {line}" for line in lines if "Traceback" in line or "[error" in line]
        if len(lines) > attacks:
            wrong.append(f"{len(lines)} lines in the log for {attacks} attacks")
        if grown > SLACK:
            wrong.append(f"the server has grown by {grown} KiB")
        return Verdict(
            wrong, attacks, ends, grown, moves, ledger.tried.total(), ledger.finished, ledger.slowest, len(lines)
        )
    finally:
        await server.clean_up()


async def _some(url: str, rng: random.Random, count: int, ends: Counter[str]) -> list[str]:
    """Some attacks at once; what went wrong with each, in words."""
    kinds = [rng.choice(list(KINDS)) for _ in range(count)]
    found = await asyncio.gather(*(_one(url, KINDS[kind](rng), rng.random() < 0.3) for kind in kinds))
    wrong = []
    for kind, (attack, end) in zip(kinds, found, strict=True):
        ends[str(end) if isinstance(end, str) else f"closed {end}"] += 1
        if end not in attack.wanted:
            wanted = " or ".join(map(str, sorted(attack.wanted, key=str)))
            wrong.append(f"{kind} ({attack.what[:60]!r}): {end}, and should have been {wanted}")
    return wrong


async def _one(url: str, attack: Attack, hello: bool) -> tuple[Attack, str | int]:
    """One connection, one attack (after a hello, if so chosen), and how it ended."""
    try:
        async with asyncio.timeout(WITHIN):
            if attack.bare:
                return attack, await _bare(url, attack)
            protocols = [Subprotocol(attack.protocol)]
            async with connect(url, subprotocols=protocols, compression=None, max_queue=None) as socket:
                return attack, await _attacked(socket, attack, hello)
    except TimeoutError:
        return attack, f"nothing within {WITHIN:g} s"
    except (OSError, InvalidHandshake) as error:
        return attack, repr(error)


async def _attacked(socket: ClientConnection, attack: Attack, hello: bool) -> str | int:
    try:
        if hello and attack.protocol == MSGPACK:
            await socket.send(packed(type="hello", id=1, name="eve"))
            await socket.recv()
        if attack.raw:
            assert isinstance(attack.what, bytes)
            socket.transport.write(attack.what)
        else:
            await socket.send(attack.what)
        await socket.recv()
        while ANSWER not in attack.wanted:
            await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else "closed without a code"
    return ANSWER


async def _bare(url: str, attack: Attack) -> str:
    """Bytes on a socket that never becomes a websocket: it must be ended by the server."""
    host, port = url.removeprefix("ws://").removesuffix("/").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        assert isinstance(attack.what, bytes)
        writer.write(attack.what)
        while await reader.read(1000):
            pass
    except ConnectionResetError:
        return END
    finally:
        writer.close()
    return END


def _rss(server: ServerProcess) -> int:
    """The server's resident memory in KiB; 0 where the system does not tell (it does on Linux)."""
    assert server.process is not None
    try:
        pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    except FileNotFoundError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024
