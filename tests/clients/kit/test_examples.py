"""The examples for authors of clients, run as they stand there, against a real server."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, STDOUT
from typing import Final

from tests.e2e.process import ROOT, ServerProcess
from tests.node import FOLDER

SECONDS: Final = 30.0
LINES: Final = 40
"""So many an example in forty lines may have."""
PYTHON: Final = "clients/examples/short_bot.py"
JAVASCRIPT: Final = "clients/js/examples/short-bot.js"


def test_the_short_examples_are_short() -> None:
    for name in (PYTHON, JAVASCRIPT):
        assert (ROOT / name).read_text(encoding="utf-8").count("\n") <= LINES


async def test_two_short_bots_of_python_play_a_match(server: ServerProcess) -> None:
    await _play(server.url, (sys.executable, "-W", "error", PYTHON), (sys.executable, "-W", "error", PYTHON))


async def test_a_short_bot_of_javascript_plays_a_match_with_one_of_python(server: ServerProcess, node: str) -> None:
    script = (node, "--experimental-websocket", "--no-warnings", JAVASCRIPT)
    await _play(server.url, script, (sys.executable, PYTHON))


async def _play(url: str, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    """The first makes a room, and the second joins it by the code that was printed."""
    host = await asyncio.create_subprocess_exec(*first, url, cwd=ROOT, stdout=PIPE, stderr=STDOUT)
    assert host.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            line = (await host.stdout.readline()).decode()
            assert line.startswith("room "), line
            guest = await asyncio.create_subprocess_exec(*second, url, line.split()[1], cwd=ROOT, stdout=PIPE)
            told, _ = await guest.communicate()
            rest = (await host.stdout.read()).decode()
            assert (await host.wait(), guest.returncode) == (0, 0), rest
    finally:
        if host.returncode is None:
            host.kill()
            await host.wait()
    scores = r"scores: \[ ?\d+, \d+ ?\]"
    assert re.search(scores, rest), rest
    assert re.search(scores, told.decode()), told


async def test_the_line_for_a_shell_makes_a_room(server: ServerProcess, node: str) -> None:
    page = (ROOT / "docs" / "check-your-client.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"```sh\n(wscat .*)\n```", page)
    tool = FOLDER / "node_modules" / "wscat" / "bin" / "wscat"
    command = line.replace("wscat", f"'{node}' '{tool}'", 1).replace("ws://127.0.0.1:8765/", server.url)
    process = await asyncio.create_subprocess_shell(command, stdin=PIPE, stdout=PIPE, stderr=STDOUT)
    assert process.stdout is not None  # its input stays open, as a terminal's does: it ends with its input
    async with asyncio.timeout(SECONDS):
        out = await process.stdout.read()
        await process.wait()
    told = [json.loads(found) for found in re.findall(r"(\{\"type\".*\})", out.decode())]
    assert [message["type"] for message in told] == ["welcome", "ok", "update"], out
