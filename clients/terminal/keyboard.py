"""Lines from standard input, be it a terminal, a pipe or a file."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

T = TypeVar("T")

QUIT: Final = ("q", "quit")


class Lines:
    """A queue of typed lines. After the end of the input every read returns None."""

    def __init__(self) -> None:
        self.ended = False
        self.noticed: Callable[[str], None] = lambda line: None
        """Told every line at once, also while nobody reads."""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def typed(self, line: str | None) -> None:
        """See listen."""
        if line is not None:
            self.noticed(line)
        self._lines.put_nowait(line)

    async def read(self) -> str | None:
        """The next line."""
        if self.ended:
            return None
        line = await self._lines.get()
        self.ended = line is None
        return line


async def unless(work: Coroutine[Any, Any, T], begun: Callable[[Callable[[], object]], None]) -> T | None:
    """Does the work; None when it was given up. `begun` is told, as soon as it can be, how to give it up."""
    task = asyncio.create_task(work)
    begun(task.cancel)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:  # Ctrl-C: the work still says its goodbyes
        task.cancel()
        await asyncio.wait({task})
        raise
    return None if task.cancelled() else task.result()


def quits(line: str) -> bool:
    """Whether the line means to leave."""
    return line.strip().lower() in QUIT


def listen(line: Callable[[str | None], None]) -> None:
    """Calls `line` on the running loop with every line that is typed, and with None at the end of the input.

    It reads in a thread that ends with the program: waiting for a key cannot be called off, and a thread that read
    through `sys.stdin` would hold its lock when Python ends.
    """
    loop = asyncio.get_running_loop()

    def tell(words: str | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: the program is at its end
            loop.call_soon_threadsafe(line, words)

    def read(descriptor: int) -> None:
        rest = b""
        while read := os.read(descriptor, 4096):
            *lines, rest = (rest + read).split(b"\n")
            for words in lines:
                tell(words.decode(errors="replace"))
        if rest:
            tell(rest.decode(errors="replace"))
        tell(None)

    threading.Thread(target=read, args=(sys.stdin.fileno(),), name="keyboard", daemon=True).start()
