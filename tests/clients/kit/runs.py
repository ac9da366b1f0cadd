"""Runs of the kit inside the test, with a client that is another program, or a task of the test's own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from fudakai.clients.kit.check import check_on
from fudakai.clients.kit.verdict import KitReport, SceneResult, SceneVerdict
from tests.e2e.process import ROOT

SECONDS: Final = 60.0
PATIENCE: Final = 8.0
"""Seconds for a client that does it right, on a busy machine."""


async def run(
    server: str, game: str, client: Callable[[str, str], Awaitable[None]], patience: float = PATIENCE
) -> KitReport:
    """The report of a client on a server of `ground`. The client is told the address and a room's code, and is
    cancelled when the run is over."""
    lives: list[asyncio.Task[None]] = []

    async def alive(url: str, code: str) -> None:
        await client(url, code)

    try:
        async with asyncio.timeout(SECONDS):
            return await check_on(
                server, game, 0, patience, lambda url, code: lives.append(asyncio.create_task(alive(url, code)))
            )
    finally:
        for life in lives:
            life.cancel()
            with suppress(asyncio.CancelledError):
                await life


def program(*command: str) -> Callable[[str, str], Awaitable[None]]:
    """A client that is a program; URL and CODE in its arguments are put in."""

    async def client(url: str, code: str) -> None:
        words = [word.replace("URL", url).replace("CODE", code) for word in command]
        process = await asyncio.create_subprocess_exec(
            *words, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"}, stdout=asyncio.subprocess.DEVNULL
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    return client


def failed(report: KitReport) -> list[SceneResult]:
    """The scenes that failed."""
    return [result for result in report.results if result.verdict is SceneVerdict.FAILED]
