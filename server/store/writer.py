"""The one writer of appends: batches them into pipelines, tells their results, and knows whether Redis is there.

What an answer of Redis to an append means:

| answer | result | why |
|---|---|---|
| 1, 2, 3, 4, 5 | STORED, CONFLICT, FENCED, GONE, STORED | the script ran to its end |
| NOSCRIPT | loaded, sent again | nothing ran, and its code can mean nothing else |
| OOM, MISCONF, READONLY, NOREPLICAS, LOADING, BUSY, MASTERDOWN, NOAUTH, NOPERM | UNKNOWN | see below |
| any other error (WRONGTYPE, ERR) | UNKNOWN | it may come from the middle of the script |
| none: connection lost, no answer in time, the server stopping | UNKNOWN | it may have been stored, or still will be |

Redis refuses a script with the codes of the third line before its first write, so those could be called "not stored".
They are not: a proxy may speak for Redis, and the room's log must be read again in any case.

After each error answer a write is tried. When it fails, Redis counts as away until one goes through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from redis.exceptions import NoScriptError, ResponseError

from fudakai.server.store import keys, scripts
from fudakai.server.store.link import Lost, RedisLink, pack
from fudakai.server.store.log import Answer, Appended

CHECK_SECONDS: Final = 1.0
"""Between two looks whether Redis is there."""

FIRST_PROBE: Final = 0.05
LAST_PROBE: Final = 2.0
"""Waits between probes of a Redis that is away, doubling: the embedded one is back in about 50 ms."""

MAX_BATCH: Final = 512
"""Appends in one pipeline: about 100 KiB of commands, 10 ms of Redis's time."""

MAX_QUEUE: Final = 65_536
"""Appends that wait. A room has one in flight, so this is above any number of rooms a node runs."""

_RESULTS: Final = {1: Appended.STORED, 2: Appended.CONFLICT, 3: Appended.FENCED, 4: Appended.GONE, 5: Appended.STORED}
_RESULTS_WAIT: Final = 5
"""The answer for a room that closed with something in its outbox: it stays in the index until that is applied."""

Done = Callable[[Appended], None]


class _QueuedAppend(msgspec.Struct, frozen=True):
    command: bytes
    done: Done
    closes: str | None
    """The room that leaves the index when this was stored."""


class BatchWriter:
    """Owns a link. Everything but `write`, `doubt` and `watch` runs in one task: `start`, then `run`, then `aclose`."""

    def __init__(self, link: RedisLink) -> None:
        self._link = link
        self._healthy = False
        self.why = "it was not asked yet"
        """Why Redis is away, in words."""
        self._watching: list[Callable[[bool], None]] = []
        self.sent: Callable[[int], None] = lambda appends: None
        """Called with the number of appends in each pipeline. It must be quick and not raise."""
        self._queue: list[_QueuedAppend] = []
        self._flying: list[_QueuedAppend] = []
        self._leaving: list[str] = []
        self._wake = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._look = False
        self._doubted = False

    @property
    def healthy(self) -> bool:
        """Redis was there, and took writes, when it was last asked."""
        return self._healthy

    @property
    def waiting(self) -> int:
        """Appends that wait or are under way."""
        return len(self._queue) + len(self._flying)

    def watch(self, changed: Callable[[bool], None]) -> None:
        """Call `changed` with each new value of `healthy`. It must be quick and not raise."""
        self._watching.append(changed)

    def write(self, command: bytes, done: Done, closes: str | None) -> None:
        """Queue a packed append. UNKNOWN at the next tick while Redis is away, and over MAX_QUEUE."""
        if self._healthy and len(self._queue) < MAX_QUEUE:
            self._queue.append(_QueuedAppend(command, done, closes))
            self._wake.set()
        else:
            asyncio.get_running_loop().call_soon(done, Appended.UNKNOWN)

    def doubt(self) -> None:
        """Something failed elsewhere: look whether Redis takes writes before anything else is sent."""
        self._doubted = True
        self._wake.set()

    async def start(self) -> bool:
        """Connect, load the scripts and try a write: the new `healthy`."""
        await self._check()
        return self._healthy

    async def aclose(self) -> None:
        """Close the link. `run` has ended before."""
        await self._link.close()

    async def run(self) -> None:
        """Send appends and watch over Redis until cancelled; what is queued or under way then is UNKNOWN."""
        self._tick()
        try:
            while True:
                if not self._healthy:
                    await self._return()
                elif self._doubted or self._look:
                    await self._check()
                elif self._queue or self._leaving:
                    await self._send()
                else:
                    self._wake.clear()
                    await self._wake.wait()
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self._away("the server is stopping")

    def _tick(self) -> None:
        """Time to look, again and again while `run` runs."""
        self._look = True
        self._wake.set()
        self._timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._tick)

    async def _send(self) -> None:
        """One pipeline: what is queued, up to MAX_BATCH, and the rooms that leave the index."""
        batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
        self._flying = batch
        if batch:
            self.sent(len(batch))
        commands = [waiting.command for waiting in batch]
        if self._leaving:
            commands.append(pack("SREM", keys.ROOMS, *self._leaving))
            self._leaving = []  # when this one is lost, Store.rooms() cleans up
        answers: list[Answer] = []
        try:
            await self._link.ask(commands, answers)
            again = [at for at in range(len(batch)) if isinstance(answers[at], NoScriptError)]
            if again:
                await self._send_again(commands, answers, again)
        except Lost as lost:
            self._finish(answers)
            self._away(str(lost))
        else:
            self._finish(answers)

    async def _send_again(self, commands: Sequence[bytes], answers: list[Answer], again: Sequence[int]) -> None:
        """The script was not known, so these did not run: load it and send them, in one pipeline."""
        second: list[Answer] = []
        try:
            await self._link.ask(
                [pack("SCRIPT", "LOAD", scripts.APPEND.text), *(commands[at] for at in again)],
                second,
            )
        finally:
            for at, answer in zip(again, second[1:], strict=False):
                answers[at] = answer

    def _finish(self, answers: Sequence[Answer]) -> None:
        """Tell each append under way its result; those without an answer are UNKNOWN."""
        batch, self._flying = self._flying, []
        for at, waiting in enumerate(batch):
            answer = answers[at] if at < len(answers) else None
            if isinstance(answer, int):
                result = _RESULTS[answer]
                if waiting.closes is not None and result is Appended.STORED and answer != _RESULTS_WAIT:
                    self._leaving.append(waiting.closes)
            else:
                result = Appended.UNKNOWN
                self._doubted = True
            try:
                waiting.done(result)
            except Exception as error:  # the others are to be told, whatever one of them does
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "what was to be done after an append failed", "exception": error}
                )

    async def _check(self) -> None:
        """Ask Redis, and set `healthy`. After a doubt and while it is away: load the scripts, and try a write."""
        self._look = False
        commands = [pack("PING")]
        if self._doubted or not self._healthy:
            self._doubted = False
            commands = [pack("SCRIPT", "LOAD", script.text) for script in scripts.ALL]
            commands.append(pack("SET", keys.PROBE, 1))
        answers: list[Answer] = []
        try:
            await self._link.ask(commands, answers)
        except Lost as lost:
            self._away(str(lost))
            return
        for answer in answers:
            if isinstance(answer, ResponseError):
                self._away(f"it answers: {answer}")
                return
        if not self._healthy:
            self._healthy = True
            self._tell()

    async def _return(self) -> None:
        """Probe until Redis takes writes."""
        wait = FIRST_PROBE
        while not self._healthy:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LAST_PROBE)
            await self._check()

    def _away(self, why: str) -> None:
        """Redis is away: nothing that waits will be sent."""
        self.why = why
        was, self._healthy = self._healthy, False
        self._flying += self._queue
        self._queue = []
        self._finish(())
        if was:
            self._tell()

    def _tell(self) -> None:
        for changed in self._watching:
            changed(self._healthy)
