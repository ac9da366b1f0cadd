"""Backups of a data folder as one tar file, with the server running or stopped, and putting one back.

What is kept is the embedded Redis's append-only file and the key that signs tokens. While Redis runs, its file only
grows at the end, and each part is copied up to the length it had when its turn came; a command that is cut off there is
dropped when it is read, as after a power cut. The one thing that would spoil a copy, rewriting the file, is held off.
"""

from __future__ import annotations

import asyncio
import contextlib
import lzma
import os
import tarfile
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from fudakai.server.config.secret import FILE as KEY_FILE
from fudakai.server.store.embedded import running_address
from fudakai.server.store.places import lock

PARTS: Final = (KEY_FILE, "redis/appendonlydir")
"""What is kept of the data folder. The rest (locks, notes, logs) belongs to a running process."""
REWRITE_SECONDS: Final = 600.0
"""Longest wait for a rewriting of the file that is under way."""
LOOK_SECONDS: Final = 0.1
GROWTH: Final = "auto-aof-rewrite-percentage"
"""Redis's setting: by how much its file has grown when it rewrites it by itself, in percent."""
NEVER: Final = "0"
USUAL: Final = "100"
"""Its own default. Not what was found is put back: a backup that was killed has left NEVER behind."""


class NoBackup(Exception):
    """It cannot be made or put back; the words say why, and nothing was changed."""


async def backup(data_dir: Path, to: Path) -> int:
    """Writes a new file that only this user can read; its size in bytes. Raises NoBackup, EmbeddedError."""
    if not (data_dir / "redis" / "appendonlydir").is_dir():
        raise NoBackup(f"there is no data of a server in {data_dir}: name its folder with --data-dir")
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        async with _alone(data_dir), _steady(data_dir):
            size = await asyncio.to_thread(_write, data_dir, draft)
        os.link(draft, to)
    except FileExistsError as error:
        raise NoBackup(f"{to} is there already: a backup is a new file") from error
    except RedisError as error:
        raise NoBackup(f"Redis did not do as it was asked, so nothing is written: {error}") from error
    except OSError as error:
        raise NoBackup(f"{to} cannot be written: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)
    return size


@contextlib.asynccontextmanager
async def _alone(data_dir: Path) -> AsyncIterator[None]:
    """As long as this lasts, no other backup of the folder is written: the first to end would let Redis rewrite."""
    held = lock(data_dir / "redis" / "backup.lock")
    if held is None:
        raise NoBackup(f"another backup of {data_dir} is being written; try again when it is there")
    try:
        yield
    finally:
        os.close(held)


@contextlib.asynccontextmanager
async def _steady(data_dir: Path) -> AsyncIterator[None]:
    """As long as this lasts, Redis rewrites nothing."""
    held = lock(data_dir / "redis" / "redis.lock")
    if held is not None:  # no Redis runs, and none can start meanwhile
        try:
            yield
        finally:
            os.close(held)
        return
    async with Redis.from_url(running_address(data_dir), decode_responses=True) as client:
        await client.config_set(GROWTH, NEVER)
        try:
            async with asyncio.timeout(REWRITE_SECONDS):
                while await _rewriting(client):  # noqa: ASYNC110  # another process does it: no event tells us
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError as error:
            raise NoBackup("Redis rewrites its file all the time; try again later") from error
        else:
            yield
        finally:
            await client.config_set(GROWTH, USUAL)


async def _rewriting(client: Redis) -> bool:
    facts: dict[str, object] = await client.info("persistence")
    return bool(facts["aof_rewrite_in_progress"] or facts["aof_rewrite_scheduled"])


def _write(data_dir: Path, draft: Path) -> int:
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            for part in PARTS:
                if (data_dir / part).exists():  # a key that is a setting is not in the folder
                    tar.add(data_dir / part, part)
        file.flush()
        os.fsync(file.fileno())
        return file.tell()


def restore(file: Path, data_dir: Path) -> None:
    """Puts a backup into a data folder that is empty or not there yet. Raises NoBackup."""
    try:
        if data_dir.exists() and any(data_dir.iterdir()):
            raise NoBackup(f"{data_dir} is not empty: stop its server, move it away, and try again")
        with tarfile.open(file) as tar:
            names = tar.getnames()
            if not all(any(name == part or name.startswith(f"{part}/") for part in PARTS) for name in names):
                raise NoBackup(f"{file} is no backup of a data folder")
            if not any(name.endswith(".manifest") for name in names):
                raise NoBackup(f"{file} is no whole backup: it has no list of Redis's files")
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            (data_dir / "redis").mkdir(mode=0o700)
            tar.extractall(data_dir, filter="data")  # looked through above, and by the filter
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError) as error:  # it may have been packed since
        raise NoBackup(f"{file} is no backup: it is no tar file, or damaged") from error
    except OSError as error:
        raise NoBackup(f"{error.filename or file}: {error.strerror}") from error
