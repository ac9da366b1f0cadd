"""A real server as its own process, that a test can kill and start again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Final

START_SECONDS: Final = 30.0
STOP_SECONDS: Final = 15.0
ROOT: Final = Path(__file__).parents[2]


class ServerProcess:
    """`start` and `stop` any number of times: the port and the data folder stay the same."""

    def __init__(self, folder: Path, *, program: str = "fudakai.server.cli", **settings: str | int | float) -> None:
        self.program = program
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.url = ""
        self.port = 0
        self.said: list[str] = []
        self.process: asyncio.subprocess.Process | None = None
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FUDAKAI_")}
        chosen = {f"FUDAKAI_{name.upper()}": str(value) for name, value in settings.items()}
        self.environment = {**inherited, "FUDAKAI_ENV": "test", "FUDAKAI_DATA_DIR": str(self.data), **chosen}

    async def start(self) -> str:
        """Starts the server and waits until it listens; its address."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.program, "serve", "--port", str(self.port)),
                cwd=ROOT,
                env=self.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        self.said = []
        async with asyncio.timeout(START_SECONDS):
            while not self.said or not self.said[-1].startswith("Write a client"):
                line = (await self.process.stdout.readline()).decode()
                if not line:
                    raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
                self.said.append(line.rstrip())
        found = re.search(r"wss?://127\.0\.0\.1:(\d+)/", self.said[0])
        assert found is not None, self.said
        self.url, self.port = found[0], int(found[1])
        return self.url

    async def kill(self) -> None:
        """kill -9; its Redis lives on."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def terminate(self) -> int:
        """SIGTERM; the exit status."""
        assert self.process is not None
        self.process.terminate()
        async with asyncio.timeout(STOP_SECONDS):
            return await self.process.wait()

    @property
    def redis_pid(self) -> int:
        """The process id of its own Redis."""
        pid: int = json.loads((self.data / "redis" / "redis.json").read_text())["pid"]
        return pid

    def kill_redis(self) -> None:
        """kill -9 of its own Redis."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.redis_pid, signal.SIGKILL)

    async def clean_up(self) -> None:
        """Ends whatever still runs: after a kill -9 also the Redis that outlived its server."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await self.process.wait()
            except TimeoutError:
                await self.kill()
        if (self.data / "redis" / "redis.json").exists():
            self.kill_redis()
