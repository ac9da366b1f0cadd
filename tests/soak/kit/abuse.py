"""Floods of connections, chat and wrong tokens from one address, while games go on elsewhere at their usual pace."""

from __future__ import annotations

import asyncio
import json
import secrets
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import jwt
from websockets.exceptions import ConnectionClosed

from fudakai.clients.sdk import connect as connect_sdk
from fudakai.protocol.codes import Close
from tests.e2e.process import ROOT, ServerProcess
from tests.soak.kit.flood import ADDRESS, ask, opened
from tests.soak.kit.games import setups
from tests.soak.kit.judge import judge
from tests.soak.kit.ledger import Ledger
from tests.soak.kit.logs import matches_in
from tests.soak.kit.tables import Tables

TABLES: Final = 4
MOST: Final = 50
"""Connections that the server allows an address."""
ROUNDS: Final = 3
"""How often those who were let in talk, are closed and come back."""
FACTOR: Final = 3
"""By how much moves may be fewer in a second, and answers later, than before the flood on the same machine: server,
players and flood share its few cores."""
SLACK: Final = 0.05
"""Seconds that answers may come later beside that: some turns of others on a core."""
WITHIN: Final = 180.0
REFUSALS: Final = frozenset({"429", "cut"})
"""How connections may be refused; a socket far over the bound is cut after its 429, which the reset may overtake."""
TOLD: Final = frozenset({"ok", "too_fast"})
"""What may be answered to who talks."""


class Pace(NamedTuple):
    """How play goes on: moves in a second, and the wait for an answer, half of the time and 99 times of 100, in
    seconds."""

    moves: int
    rate: float
    usual: float
    late: float

    def __str__(self) -> str:
        times = f"{1000 * self.usual:.1f} ms, 99 of 100 within {1000 * self.late:.0f} ms"
        return f"{self.moves} moves, {self.rate:.0f} in a second, answered in {times}"


def pace_of(waits: Sequence[float], seconds: float) -> Pace:
    """The pace of these moves, made in so many seconds."""
    return Pace(len(waits), len(waits) / seconds, statistics.median(waits), statistics.quantiles(waits, n=100)[98])


@dataclass(frozen=True)
class Held:
    """`wrong` is empty when all is well. `refused`: connections, by how; `said`: lines of chat, by answer, and how the
    talkers ended."""

    wrong: list[str]
    let_in: int
    refused: Counter[str]
    talkers: int
    said: Counter[str]
    before: Pace
    during: Pace

    @property
    def slow(self) -> list[str]:
        """How play was too slow beside the flood, in words. Time is judged on a quiet machine only."""
        before, during = self.before, self.during
        found = []
        if during.rate * FACTOR < before.rate:
            found.append(f"{during.rate:.0f} moves in a second beside the flood, {before.rate:.0f} before it")
        for what, one, other in (("half", before.usual, during.usual), ("99 of 100", before.late, during.late)):
            if other > FACTOR * one + SLACK:
                found.append(f"{what} of the answers within {other:.3f} s beside the flood, {one:.3f} s before it")
        return found

    def __str__(self) -> str:
        refused, said = (
            ", ".join(f"{count} {what}" for what, count in some.most_common()) for some in (self.refused, self.said)
        )
        return (
            f"{self.refused.total()} connections held off ({refused}) and {self.let_in} let in; {self.talkers} talkers "
            f"were answered {said}. Before the flood {self.before}; beside it {self.during}"
        )


@dataclass(frozen=True)
class Guessed:
    """`wrong` is empty when all is well. `refused`: wrong tokens; `connections`: on how many they were tried."""

    wrong: list[str]
    refused: int
    connections: int

    def __str__(self) -> str:
        return (
            f"{self.refused} wrong tokens refused on {self.connections} connections, and then the right one was taken"
        )


async def connections(count: int, folder: Path, say: Callable[[str], None]) -> Held:
    """So many connections from one address, and chat from those that are let in, beside tables that play. As many moves
    as connections are waited for before the flood, to know the usual pace."""
    server = ServerProcess(folder, max_connections_per_address=MOST)
    ledger = Ledger()
    clock = asyncio.get_running_loop().time
    try:
        url = await server.start()
        tables = Tables(url, ledger, setups(), more=True, think=0.02)
        async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(tables.run(TABLES))
            await ledger.reach(10 * TABLES)
            first, began = ledger.acknowledged, clock()
            await ledger.reach(first + count)
            before = pace_of(ledger.waits[first:], clock() - began)
            say(f"before the flood: {before}")
            first, began = ledger.acknowledged, clock()
            met = await _flooded(url, count, ledger.rooms[0])
            during = pace_of(ledger.waits[first:], clock() - began)
            say(f"beside the flood: {during}")
            await ledger.reach(ledger.acknowledged + 10 * TABLES)
            tables.more = False
            await playing
        refused, said = Counter(met["refused"]), Counter(met["said"])
        held = Held([], met["let_in"], refused, met["talkers"], said, before, during)
        held.wrong.extend(_odd(held, count))
        held.wrong.extend(judge(ledger, await matches_in(server.data, ledger.rooms)))
        return held
    finally:
        await server.clean_up()


async def _flooded(url: str, count: int, room: str) -> dict[str, Any]:
    """Runs the flood; what it met."""
    arguments = (sys.executable, "-m", "tests.soak.kit.flood", url, str(count), room, str(ROUNDS))
    process = await asyncio.create_subprocess_exec(*arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    met: dict[str, Any] = json.loads(told)
    return met


def _odd(held: Held, count: int) -> list[str]:
    """How the flood was answered otherwise than the documentation says."""
    wrong = [f"{times} connections ended by {what}" for what, times in held.refused.items() if what not in REFUSALS]
    if held.let_in != MOST or held.refused.total() != count - MOST:
        wrong.append(f"{held.let_in} connections of {count} from one address were let in, not {MOST}")
    if not held.refused["429"]:
        wrong.append("nobody was told 429")
    ended = f"closed {int(Close.ABUSE)}"
    wrong += [
        f"{times} times a talker was told {what}" for what, times in held.said.items() if what not in (*TOLD, ended)
    ]
    if held.talkers < MOST or held.said[ended] != held.talkers:
        wrong.append(f"{held.said[ended]} of {held.talkers} talkers were {ended}")
    if held.said["too_fast"] <= held.said["ok"]:
        wrong.append(f"{held.said['ok']} lines were said, {held.said['too_fast']} refused")
    return wrong


async def tokens(count: int, folder: Path, say: Callable[[str], None]) -> Guessed:
    """So many wrong tokens against the seat of somebody who is away, from two addresses; then the right one."""
    server = ServerProcess(folder)
    wrong: list[str] = []
    try:
        url = await server.start()
        async with asyncio.timeout(WITHIN), connect_sdk(url, name="ann") as ann:
            room = await ann.create("agurk", seats=2, settings={"turn_seconds": 0, "reconnect_grace": 3600})
            async with connect_sdk(url, name="bob") as bob:
                token, player = bob.token, bob.player
                await (await bob.join(room.code)).ready()
                await room.ready()
                await room.start()
            refused = opened = 0
            while refused < count:
                opened += 1
                more, odd = await _guess(url, (ADDRESS, "127.0.0.1")[opened % 2], token, count - refused)
                refused += more
                wrong += odd
            say(f"{refused} wrong tokens on {opened} connections")
            async with connect_sdk(url, token=token) as back:
                if back.player != player or back.seated_in != (room.code,):
                    wrong.append(f"the right token is {back.player}, with seats in {back.seated_in}")
        return Guessed(wrong, refused, opened)
    finally:
        await server.clean_up()


async def _guess(url: str, address: str, token: str, most: int) -> tuple[int, list[str]]:
    """Wrong tokens on one connection until it is closed; how many were refused, and what was odd."""
    done, odd = 0, []
    async with opened(url, address) as socket:
        try:
            while done < most:
                answer = await ask(socket, type="hello", id=done, token=_wrong(token, done))
                done += 1
                if answer.get("code") != "wrong_token":
                    odd.append(f"a wrong token was answered {answer}")
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != Close.ABUSE:
                odd.append(f"a guesser's connection ended by {closed.rcvd}")
    return done, odd


def _wrong(token: str, number: int) -> str:
    """A token that is not this one, though perhaps much like it."""
    head, claims, signature = token.split(".")
    own = jwt.decode(token, options={"verify_signature": False})
    return (
        f"{head}.{claims}.{secrets.token_urlsafe(32)}",
        f"{head}.{claims}.",
        jwt.encode(own, "a key of somebody else, long enough", algorithm="HS256"),
        jwt.encode(own, "", algorithm="none"),
        f"{head}.{claims[::-1]}.{signature}",
        secrets.token_urlsafe(1 + number % 3000),
    )[number % 6]
