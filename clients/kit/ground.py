"""The real server that scenes are played with, as a program of its own in a folder that is gone afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

START_SECONDS: Final = 30.0
STOP_SECONDS: Final = 15.0


class NoGround(Exception):
    """The server could not be started. The words say why."""


@asynccontextmanager
async def ground() -> AsyncIterator[str]:
    """The address of a server with dealt decks, on loopback, while the context lasts. Raises NoGround."""
    with tempfile.TemporaryDirectory(prefix="fudakai-kit-", ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log"
        inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith("FUDAKAI_")}
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fudakai.server.rehearsal", str(Path(folder) / "data")),
                env={**inherited, "FUDAKAI_ENV": "test"},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is the kit's: it ends the server in order
            )
        try:
            yield f"ws://127.0.0.1:{await _port(process, log)}/"
        finally:
            await _end(process)


async def _port(process: asyncio.subprocess.Process, log: Path) -> int:
    if process.stdout is None:
        raise AssertionError("its output is a pipe")
    try:
        async with asyncio.timeout(START_SECONDS):
            line = await process.stdout.readline()
    except TimeoutError:
        line = b""
    if not line:
        why = _last_line(log)
        if why.startswith(ModuleNotFoundError.__name__):
            raise NoGround("the kit plays with a real server, which is not installed: pip install 'fudakai[server]'")
        raise NoGround(f"the server of the kit did not start: {why}")
    return int(json.loads(line)["port"])


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is None:
        raise AssertionError("its input is a pipe")
    process.stdin.close()  # it stops in order when its input ends
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
