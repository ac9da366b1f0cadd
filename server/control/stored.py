"""What a server has stored, for commands that work beside a running server and without one.

All of them raise NoData, and EmbeddedError, BadAddress and Unavailable about Redis.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from typing import Final

from fudakai.server.config.settings import Settings
from fudakai.server.lobby import history
from fudakai.server.lobby.results import Finished
from fudakai.server.records.archive import Archive
from fudakai.server.records.record import Document
from fudakai.server.store import Store
from fudakai.server.store.embedded import EmbeddedRedis, Fsync, running_address
from fudakai.server.store.places import DataFolderInUse

PLAYER: Final = re.compile("p[0-9a-f]{16}|u[0-9a-f]{32}")
"""A player's id: a guest's, or that of an account (fudakai.server.lobby.accounts)."""


class NoData(Exception):
    """No server has stored anything in this folder; the words say how to name another."""


class NoPlayer(Exception):
    """That is no player's id; the words say where to find one."""


async def record_of(settings: Settings, room: str, match: int | None) -> Document:
    """The record of a room's newest finished match, or of its match number `match` (from 1). Raises NoRecord."""
    async with _store_of(settings) as store:
        archive = Archive(store)
        return await (archive.newest(room.upper()) if match is None else archive.numbered(room.upper(), match))


async def finished(settings: Settings) -> list[Finished]:
    """The matches that are over, the oldest first."""
    async with _store_of(settings) as store:
        return await history.finished(store)


async def forget(settings: Settings, player: str) -> int:
    """Deletes what is kept of a player, by id; in how many matches they were. Raises NoPlayer."""
    if not PLAYER.fullmatch(player):
        words = "p and 16 of 0-9 and a-f, or u and 32; `fudakai-server players` shows them"
        raise NoPlayer(f"{player!r} is no player's id ({words})")
    async with _store_of(settings) as store:
        return await history.forget(store, player)


@contextlib.asynccontextmanager
async def redis_of(settings: Settings) -> AsyncIterator[tuple[str, EmbeddedRedis | None]]:
    """The address of the Redis: the one that is set, or our own, which is stopped at the end."""
    if settings.redis_url is not None:
        yield settings.redis_url.get_secret_value(), None
        return
    redis = EmbeddedRedis(settings.data_dir, Fsync(settings.redis_fsync))
    url = await redis.start()
    try:
        yield url, redis
    finally:
        await redis.stop()


@contextlib.asynccontextmanager
async def _store_of(settings: Settings) -> AsyncIterator[Store]:
    """The store, whether a server runs on it or not."""
    if settings.redis_url is None and not (settings.data_dir / "redis").is_dir():
        raise NoData(f"there is no data of a server in {settings.data_dir.resolve()}: name its folder with --data-dir")
    async with contextlib.AsyncExitStack() as stack:
        try:
            url, _ = await stack.enter_async_context(redis_of(settings))
        except DataFolderInUse:
            url = running_address(settings.data_dir)
        store = Store(url)
        try:
            await store.start()
            yield store
        finally:
            await store.aclose()
