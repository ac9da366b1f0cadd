"""The server's own Redis: a child process with its data in the data folder, on a socket only this user can reach.

Two locks in `<data>/redis` say who lives. `server.lock` is held by the server: a second one on the folder is refused.
`redis.lock` is held by the Redis itself, which inherits it: as long as it is held, no second Redis is started on these
files, even when the server that started the first was killed. The next start finds it through `redis.json`, makes sure
that it is the Redis of this folder, and adopts it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from fudakai.server.store.places import DataFolderInUse, EmbeddedError, lock, make_private, new_socket, program

START_SECONDS: Final = 30.0
"""Longest start: reading a log of some GiB takes that long; an empty one 25 ms."""

STOP_SECONDS: Final = 4.0
"""Longest orderly stop (it has only the log to sync) before it is killed; the server has ten in all."""

POLL_SECONDS: Final = 0.005
POLL_MOST: Final = 0.1
"""Between two looks at a Redis that starts or stops, doubling."""

RESTART_FIRST: Final = 0.1
RESTART_MOST: Final = 5.0
"""Waits before the restart of a Redis that died soon after the last one, doubling."""

STEADY_SECONDS: Final = 10.0
"""A Redis that lived this long is started again at once."""

LOG_BYTES: Final = 1 << 20
"""At a start, a longer log file is put aside as redis.log.1."""

LOG_LINES: Final = 5
"""Lines of the log that an error shows."""

NOTE: Final = "redis.json"

DAMAGED: Final = ("Bad file format reading the append only file", "Unexpected end of file reading the append only file")
"""What Redis says when it cannot read its file."""

logger = logging.getLogger(__name__)


class Fsync(Enum):
    """When Redis's log reaches the disk."""

    ALWAYS = "always"
    EVERYSEC = "everysec"
    NO = "no"


class _Note(msgspec.Struct, frozen=True):
    """redis.json: where the Redis of this folder listens. `pid` is 0 between the note and the start."""

    socket: str
    pid: int


class EmbeddedRedis:
    """`start`, then `supervise` as a task, then `stop`, each once. Not bound to an event loop between calls."""

    def __init__(self, data_dir: Path, fsync: Fsync = Fsync.ALWAYS, *, start_seconds: float = START_SECONDS) -> None:
        self.folder: Final = data_dir.resolve() / "redis"
        self.pid: int | None = None
        """Process id of the Redis, once it runs."""
        self.adopted = False
        """The running Redis was started by an earlier server."""
        self._fsync = fsync
        self._start_seconds = start_seconds
        self._socket: Path | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._server_lock: int | None = None
        self._log_start = 0
        self._stopping = False

    @property
    def log_file(self) -> Path:
        """What Redis itself says."""
        return self.folder / "redis.log"

    async def start(self) -> str:
        """Adopt the living Redis of the folder or start one; its address (`unix://...`), which stays after a restart.

        Raises EmbeddedError, DataFolderInUse. A Redis that only takes too long to read its log is left to go on, and
        adopted by the next start.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._server_lock = lock(self.folder / "server.lock")
        except OSError as error:
            raise EmbeddedError(f"The data folder {self.folder.parent} cannot be used: {error.strerror}.") from error
        if self._server_lock is None:
            raise DataFolderInUse(
                f"Another server runs on the data folder {self.folder.parent}. Stop it, or name another folder with "
                "FUDAKAI_DATA_DIR (a second server wants another port, too: FUDAKAI_PORT)."
            )
        try:
            async with asyncio.timeout(self._start_seconds):
                await self._adopt_or_launch()
        except BaseException as error:
            self._release()
            if isinstance(error, TimeoutError):
                what = "did not come up" if self._child else "still runs from an earlier start, but does not answer"
                raise EmbeddedError(self._words(f"{what} (waited {self._start_seconds:g} seconds)")) from None
            raise
        return f"unix://{self._socket}"

    async def supervise(self) -> None:
        """Restart Redis whenever it dies, until `stop` or until cancelled."""
        clock = asyncio.get_running_loop().time
        wait = RESTART_FIRST
        while True:
            began = clock()
            await self._death()
            if self._stopping:
                return
            logger.warning("Redis (pid %s) died; starting it again", self.pid)
            if clock() - began < STEADY_SECONDS:
                await asyncio.sleep(wait)
                wait = min(2 * wait, RESTART_MOST)
            else:
                wait = RESTART_FIRST
            try:
                async with asyncio.timeout(self._start_seconds):
                    await self._adopt_or_launch()
            except (EmbeddedError, TimeoutError, OSError) as error:
                logger.error("Redis does not start again: %s", error or "no answer in time")

    async def stop(self) -> None:
        """Stop Redis in order, after STOP_SECONDS by force, and give the folder free. Harmless when it does not run."""
        self._stopping = True
        try:
            if self._socket is None or self.pid is None:
                return
            with contextlib.suppress(RedisError, OSError):
                async with self._client(self._socket) as client:
                    await client.shutdown()
            if not await self._freed(STOP_SECONDS):
                logger.error("Redis (pid %s) did not stop in %g seconds: killed", self.pid, STOP_SECONDS)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
                await self._freed(STOP_SECONDS)
            (self.folder / NOTE).unlink(missing_ok=True)
            self._socket.unlink(missing_ok=True)
        finally:
            self._release()

    # Starting

    async def _adopt_or_launch(self) -> None:
        """Until one of the two worked; the caller bounds it."""
        noted = self._socket or _noted_socket(self.folder)
        async for _ in _looks():
            held = lock(self.folder / "redis.lock")
            if held is not None:  # no Redis lives on these files
                if noted is not None:
                    noted.unlink(missing_ok=True)
                try:
                    child, socket = self._launch(held)
                finally:
                    os.close(held)
                await self._ready(child, socket)
                self.adopted = False
                return
            if noted is not None and await self._adopt(noted):
                return

    async def _adopt(self, socket: Path) -> bool:
        """Whether the Redis on this socket is this folder's; then it is ours. False while it does not answer."""
        try:
            async with self._client(socket) as client:
                facts: dict[str, str | int] = await client.info("server")
                where = (await client.config_get("dir"))["dir"]
                if where != str(self.folder):  # Redis tells the real path, and ours is one
                    raise EmbeddedError(f"The Redis on {socket} works in {where}, not in {self.folder}.")
                await client.ping()  # an error while it is still reading its log
                await client.config_set("appendfsync", self._fsync.value)
        except (RedisError, OSError):
            return False
        self._socket = socket
        self.pid = int(facts["process_id"])
        self.adopted = True
        return True

    def _launch(self, held: int) -> tuple[subprocess.Popen[bytes], Path]:
        """Start the process with the lock in its hands."""
        self._reap()
        if self._socket is None:
            self._socket = new_socket()
        else:
            make_private(self._socket.parent)
        with contextlib.suppress(FileNotFoundError):
            if self.log_file.stat().st_size > LOG_BYTES:
                self.log_file.replace(self.log_file.with_suffix(".log.1"))
        self._write_note(self._socket, 0)
        try:
            with self.log_file.open("ab") as log:
                self._log_start = log.tell()
                self._child = subprocess.Popen(  # noqa: S603  # our own arguments; a fork takes a millisecond
                    [program(), *self._arguments()],
                    cwd=self.folder,
                    env={"PATH": os.defpath, "LC_ALL": "C"},  # none of our secrets; Redis refuses an unknown locale
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=(held,),
                    start_new_session=True,  # Ctrl-C is for the server, which stops Redis last
                )
        except OSError as error:
            raise EmbeddedError(f"redis-server cannot be started: {error}.") from error
        self.pid = self._child.pid
        self._write_note(self._socket, self.pid)
        return self._child, self._socket

    def _arguments(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "databases": "1",
            "appendonly": "yes",
            "appendfsync": self._fsync.value,
            "save": "",
            "maxmemory-policy": "noeviction",
            "always-show-logo": "no",
        }
        return [part for name, value in settings.items() for part in (f"--{name}", value)]

    def _write_note(self, socket: Path, pid: int) -> None:
        new = self.folder / f"{NOTE}.new"
        new.write_bytes(msgspec.json.encode(_Note(str(socket), pid)))
        new.replace(self.folder / NOTE)

    async def _ready(self, child: subprocess.Popen[bytes], socket: Path) -> None:
        """Until the child answers. Raises EmbeddedError when it ended instead."""
        async for _ in _looks():
            if child.poll() is not None:
                raise EmbeddedError(self._words(f"ended at once (exit code {child.returncode})"))
            with contextlib.suppress(RedisError, OSError):
                async with self._client(socket) as client:
                    await client.ping()
                    return

    def _words(self, what: str) -> str:
        """An error with the last lines of Redis's log."""
        try:
            with self.log_file.open("rb") as log:
                log.seek(self._log_start)
                lines = log.read(LOG_BYTES).decode(errors="replace").splitlines()
        except OSError:
            lines = []
        said = "".join(f"\n  {line}" for line in lines[-LOG_LINES:])
        if any(mark in line for mark in DAMAGED for line in lines):
            what = "has a damaged append-only file. Make a copy of the folder, then use redis-check-aof"
        return f"Redis in {self.folder} {what}.{said and f' The end of {self.log_file}:{said}'}"

    # Ending

    async def _death(self) -> None:
        """Until Redis's end of a connection closes. Returns at once when there is none."""
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(str(self._socket))
            try:
                await reader.read()
            finally:
                writer.close()

    async def _freed(self, seconds: float) -> bool:
        """Whether Redis ended in this time, as its lock tells."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                async for _ in _looks():
                    held = lock(self.folder / "redis.lock")
                    if held is not None:
                        os.close(held)
                        self._reap()
                        return True
        return False

    def _reap(self) -> None:
        """Take the exit status of a child that let go of its lock, so is ending at this moment."""
        if self._child is not None:
            self._child.wait(STOP_SECONDS)
            self._child = None

    def _release(self) -> None:
        if self._server_lock is not None:
            os.close(self._server_lock)
            self._server_lock = None

    def _client(self, socket: Path) -> Redis:
        return Redis(
            unix_socket_path=str(socket),
            decode_responses=True,
            socket_timeout=2.0,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            driver_info=None,
        )


def running_address(data_dir: Path) -> str:
    """The address of the embedded Redis that another process runs on this data folder. Raises EmbeddedError."""
    socket = _noted_socket(data_dir.resolve() / "redis")
    if socket is None:
        raise EmbeddedError(f"No Redis is noted in the data folder {data_dir}.")
    return f"unix://{socket}"


def _noted_socket(folder: Path) -> Path | None:
    """The socket of the last Redis of this folder."""
    try:
        return Path(msgspec.json.decode((folder / NOTE).read_bytes(), type=_Note).socket)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


async def _looks() -> AsyncIterator[None]:
    """Now, and again and again with longer waits."""
    wait = POLL_SECONDS
    while True:
        yield
        await asyncio.sleep(wait)
        wait = min(2 * wait, POLL_MOST)
