"""Kills the server at random moments, by the command that was given, and waits until it is back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI

from fudakai.clients.load.plan import Plan
from fudakai.clients.load.wire import ENCODINGS
from fudakai.clients.sdk.address import reason

RUNS: Final = 60.0
"""Seconds for the command; after that it is left to itself."""
BACK: Final = 60.0
"""Seconds within which the server must be back."""
CUT: Final = 5.0
"""Seconds from the end of the command until a connection to the server must be cut."""
OPENS: Final = 5.0
"""Seconds for that connection."""
LOOK: Final = 0.05
APART: Final = (3.0, 10.0)
"""Least and most seconds from one kill to the next where the run has no duration."""


class ServerGone(Exception):
    """The server did not come back, or the command did not work. Its text is one line for a person."""


async def reachable(uri: WebSocketURI, within: float = 5.0) -> str | None:
    """Whether anything listens at the address; else why not."""
    try:
        async with asyncio.timeout(within):
            _, writer = await asyncio.open_connection(uri.host, uri.port)
    except OSError as error:
        return reason(error)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return None


async def kill(plan: Plan, say: Callable[[str], None]) -> None:
    """All kills of the plan. Raises ServerGone."""
    rng = random.Random(f"{plan.seed}-kills")
    loop = asyncio.get_running_loop()
    end = None if plan.duration is None else loop.time() + plan.duration
    for number in range(1, plan.kills + 1):
        if end is None:
            pause = rng.uniform(*APART)
        else:
            share = (end - loop.time()) / (plan.kills - number + 2)  # some time is left after the last one
            pause = rng.uniform(0.3, 1.0) * max(share, 0.0)
        await asyncio.sleep(pause)
        witness = await _witness(plan)
        began = loop.time()
        await _command(plan.kill_server or "", number)
        if witness is not None and not await _cut(witness):
            raise ServerGone(
                f"--kill-server {plan.kill_server!r} killed no server at kill {number}: a connection to "
                f"{plan.address} was still open {CUT:g} seconds later"
            )
        while not await _answers(plan):
            if loop.time() - began > BACK:
                raise ServerGone(f"the server did not come back within {BACK:g} seconds of kill {number}")
            await asyncio.sleep(LOOK)
        say(f"kill {number} of {plan.kills}: back after {loop.time() - began:.1f} s")


async def _witness(plan: Plan) -> ClientConnection | None:
    """A connection that tells by its end that the server has died; None when the server takes none more."""
    try:
        return await _connection(plan)
    except (OSError, WebSocketException):
        return None


async def _answers(plan: Plan) -> bool:
    """Whether the server is there again. A port that takes connections is not enough: that of a process that dies may
    still do so after all else is cut."""
    try:
        connection = await _connection(plan)
    except InvalidStatus:
        return True  # it takes no more, but it is there
    except (OSError, WebSocketException):
        return False
    await connection.close()
    return True


def _connection(plan: Plan) -> connect:
    subprotocol = Subprotocol(ENCODINGS[plan.encoding].subprotocol)
    return connect(plan.url, subprotocols=[subprotocol], open_timeout=OPENS, ping_interval=None, proxy=None)


async def _cut(witness: ClientConnection) -> bool:
    """Whether it was cut in time. It has said no hello, for which a server may cut it, too; that takes longer."""
    try:
        async with asyncio.timeout(CUT):
            await witness.wait_closed()
    except TimeoutError:
        await witness.close()
        return False
    return True


async def _command(command: str, number: int) -> None:
    """Runs it by a shell, without our terminal."""
    none = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_shell(
        command, stdin=none, stdout=none, stderr=none, start_new_session=True
    )
    try:
        async with asyncio.timeout(RUNS):
            status = await process.wait()
    except TimeoutError:
        return  # it has started the server and stays with it
    if status != 0:
        raise ServerGone(f"--kill-server {command!r} failed at kill {number} with status {status}: try it in a shell")
