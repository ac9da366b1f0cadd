"""A person at a real terminal (a pty), with nothing but `fudakai lobby`: from the first room to history and place."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fudakai.clients.sdk import connect
from tests.e2e.process import ROOT, ServerProcess
from tests.e2e.test_clients import SECONDS
from tests.e2e.test_terminal_lobby import playable

SIZE = (40, 100)
"""Lines and columns."""
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[78=>]|\x1b\][^\x07]*\x07|\r")
HAND = re.compile(r"^[ \[].*[♣♦♥♠★].*$", re.MULTILINE)


class Terminal:
    """A program on a terminal, and somebody who reads what it shows, without colours, and types lines."""

    def __init__(self, process: asyncio.subprocess.Process, end: int) -> None:
        self.process = process
        self.shown = ""
        self._end = end
        self._news = asyncio.Event()
        asyncio.get_running_loop().add_reader(end, self._read)

    def _read(self) -> None:
        try:
            told = os.read(self._end, 65536)
        except OSError:  # the program has ended
            told = b""
        if not told:
            asyncio.get_running_loop().remove_reader(self._end)
        self.shown += CONTROLS.sub("", told.decode(errors="replace"))
        self._news.set()

    def type(self, line: str) -> None:
        """Types a line; what is shown from now on is new."""
        self.shown = ""
        os.write(self._end, line.encode() + b"\n")

    async def until(self, *words: str) -> str:
        """What is shown since the last line was typed, as soon as it has any of these words."""
        async with asyncio.timeout(SECONDS):
            while not any(re.search(word, self.shown) for word in words):
                self._news.clear()
                assert self.process.returncode is None, self.shown
                await self._news.wait()
        return self.shown

    async def more(self) -> None:
        """Waits until something else is shown."""
        self._news.clear()
        async with asyncio.timeout(SECONDS):
            await self._news.wait()

    async def do(self, line: str, *words: str) -> str:
        """Types a line and reads until any of these words."""
        self.type(line)
        return await self.until(*words)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._end)
        os.close(self._end)


@pytest.fixture
async def ann(server: ServerProcess, tmp_path: Path) -> AsyncIterator[Terminal]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FUDAKAI_")}
    home = {"XDG_STATE_HOME": str(tmp_path / "home"), "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", "fudakai.clients.cli", "lobby", "--name", "ann"),
        cwd=ROOT,
        env={**inherited, **home, "FUDAKAI_URL": server.url},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    terminal = Terminal(process, ours)
    try:
        yield terminal
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        terminal.close()


async def test_with_nothing_but_the_terminal_a_match_is_played_and_history_and_place_are_seen(
    ann: Terminal, server: ServerProcess
) -> None:
    await ann.until("you are ann")
    for line in ("new agurk", "the den", "3", "", "", "bot", "bot random", "set turn_seconds=0", ""):
        ann.type(line)
    hands = [""]
    while not re.search("play again", await ann.until("Your turn", "play again")):
        hand = HAND.findall(ann.shown)
        told = ann.shown.rstrip()
        if hand and hand[-1] != hands[-1] and "Your turn" in told.splitlines()[-1]:
            hands.append(hand[-1])
            ann.type(playable(told))
        else:
            await ann.more()
    over = ann.shown
    assert re.search(r"^\d +(ann|Strong bot ①|Random bot ①) +\d+ +\d+ *$", over, re.MULTILINE)
    await ann.do("q", "q leave")
    assert re.search(r"-1 +agurk +[123] +[012] +ann \d+", await ann.do("history", "-1 +agurk"))
    await ann.do("", "q leave")
    assert re.search("You have place [123]", await ann.do("leaders ag", "You have place"))
    await ann.do("", "q leave")
    ann.type("q")
    async with asyncio.timeout(SECONDS):
        assert await ann.process.wait() == 0
    async with connect(server.url) as client:
        assert await client.rooms() == []
