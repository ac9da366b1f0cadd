"""Node and what the tests of JavaScript need of it.

`make test` installs it (`npm ci` in tests/js). Without Node such tests are not run, but in CI they must be.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.process import ROOT

FOLDER: Final = ROOT / "tests" / "js"
SECONDS: Final = 240.0
OLDEST: Final = 20
"""The oldest major version of Node that the SDK is for."""


async def run(*command: str | Path, **environment: str) -> tuple[int, str]:
    """A command in tests/js: its exit status and all that it printed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=FOLDER,
        env={**os.environ, **environment},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode or 0, out.decode()


async def found() -> str:
    """The path of a Node that does, with the packages in place; else the test is skipped."""
    path = shutil.which("node")
    major = int((await run(path, "--print", "process.versions.node"))[1].split(".")[0]) if path else 0
    if path is None or major < OLDEST:
        missing("Node 20 is needed")
    elif not (FOLDER / "node_modules").is_dir():
        missing("the packages of tests/js are needed: npm ci --prefix tests/js")
    return str(path)


def missing(words: str) -> None:
    """Skips the test, in CI it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(words)
    pytest.skip(f"not run: {words}")
