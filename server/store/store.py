"""The store: rooms' logs in one Redis. What is written is decided by scripts; what their answers mean, in `writer`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError, ResponseError

from fudakai.server.store import keys, scripts
from fudakai.server.store.address import masked, pool
from fudakai.server.store.link import Lost, RedisLink, pack
from fudakai.server.store.log import (
    BRIEF_SECONDS,
    MAX_ENTRIES,
    Answer,
    Append,
    Argument,
    Damaged,
    Fenced,
    Log,
    Rejected,
    Unavailable,
)
from fudakai.server.store.promises import promises
from fudakai.server.store.results import Results
from fudakai.server.store.scripts import Script
from fudakai.server.store.writer import BatchWriter, Done

ANSWER_SECONDS: Final = 5.0
"""Longest wait for an answer. A healthy Redis needs milliseconds; a longer stall is an outage to players."""

ROOMS_AT_ONCE: Final = 500
"""Heads looked at in one pipeline when the index is read."""


OF_REDIS: Final = (
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "OOM",
    "READONLY",
    "TRYAGAIN",
)
"""What Redis's own troubles begin with; an older Redis says them in the middle of its words about a script."""


class Store:
    """One Redis. `start`, then `run` as a task for as long as it is used, then `aclose`.

    `record_days`: how long a closed room and a finished segment are kept (at least 1). `history_days`: how long a match
    stands in histories (0: for ever). `answer_seconds`: longest wait for an answer. Raises BadAddress. Calls other than
    `append` raise Unavailable when Redis is away or fails, and Rejected when it is only the data of this call.
    """

    def __init__(
        self, url: str, *, record_days: int = 30, history_days: int = 0, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        if record_days < 1:
            raise ValueError("record_days is at least 1")
        self.address: Final = masked(url)
        self._keep = str(record_days * 86_400)
        self._pool = pool(url, answer_seconds)
        self._client: Redis = Redis.from_pool(self._pool)
        self._writer = BatchWriter(RedisLink(self._pool, answer_seconds))
        self._link = RedisLink(self._pool, answer_seconds)
        self._one_at_a_time = asyncio.Lock()
        self.results: Final = Results(self._call, self._many, self._each, history_days * 86_400)

    @property
    def healthy(self) -> bool:
        """Redis was there, and took writes, when it was last asked."""
        return self._writer.healthy

    def watch(self, changed: Callable[[bool], None]) -> None:
        """Call `changed` with True when Redis is back and with False when it goes away. It must be quick, not raise."""
        self._writer.watch(changed)

    @property
    def waiting(self) -> int:
        """Appends that wait or are under way."""
        return self._writer.waiting

    def watch_batches(self, sent: Callable[[int], None]) -> None:
        """Call `sent` with the number of appends in each pipeline. It must be quick and not raise."""
        self._writer.sent = sent

    async def start(self) -> None:
        """Connect, load the scripts and try a write."""
        if not await self._writer.start():
            raise self._unavailable()

    async def run(self) -> None:
        """Send appends and watch over Redis until cancelled; what is queued or under way then is UNKNOWN."""
        await self._writer.run()

    async def aclose(self) -> None:
        """Close all connections. `run` has ended before."""
        await self._writer.aclose()
        await self._link.close()
        await self._pool.aclose()

    def append(self, append: Append, done: Done) -> None:
        """Queue an append; `done` is called once, later, on this loop, and must not raise. Raises ValueError.

        All appends of one event-loop tick go in one pipeline, and one pipeline is under way at a time. While Redis is
        known to be away, and when too many wait, the result is UNKNOWN at the next tick.
        """
        entries = append.entries
        parts = (append.base is not None) + 2 * (append.result is not None) + 4 * append.closes
        if len(entries) > MAX_ENTRIES or not (entries or parts):
            raise ValueError(f"an append has 1 to {MAX_ENTRIES} entries, not {len(entries)}")
        extra: tuple[bytes | str, ...] = ()
        if parts:
            keep = str(BRIEF_SECONDS) if append.brief else self._keep
            extra = (keep, *(part for part in (append.base, append.result) if part is not None))
        key = f"fudakai:{{{append.room}}}:"  # as keys.room, for a code that was checked when the room was made or taken
        command = pack("EVALSHA", scripts.APPEND.sha, 1, key, append.fence, append.version, parts, *extra, *entries)
        self._writer.write(command, done, append.room if append.closes else None)

    async def create(self, room: str, fence: int, base: bytes) -> bool:
        """Make a room whose log begins with `base`. False: the code is taken, also by a closed room that is still kept.

        After Unavailable the room may exist, in the index and without entries; the next start finds it there.
        """
        add = ("SADD", keys.ROOMS, room)
        make = ("EVALSHA", scripts.CREATE.sha, 1, keys.room(room), fence, base)
        return bool((await self._ask(lambda: self._pipeline((add, make)), scripts.CREATE))[1])

    async def take(self, room: str, fence: int) -> Log | None:
        """Raise the room's fence to `fence` and read its log, in one step; None when there is no such room.

        Nothing sent under a lower number can land afterwards. Taking it again with the same number is harmless.
        Raises Fenced when the room's fence is higher, and Damaged.
        """
        answer = await self._call(scripts.TAKE, keys.room(room), fence)
        if answer is None:
            return None
        if len(answer) == 1:
            raise Fenced(f"room {room} is held under {int(answer[0])}, above {fence}")
        version, segment, first = (int(field) for field in answer[:3])
        if len(answer[4]) != 1 + version - first:
            raise Damaged(
                f"room {room}: segment {segment} should hold its base and {version - first} entries, "
                f"but the list has {len(answer[4])} items"
            )
        base, *entries = answer[4]
        return Log(version, fence, segment, base, entries, answer[3] != b"open")

    async def rooms(self) -> list[str]:
        """The codes of all open rooms, sorted.

        Codes in the index without an open room (a create that died, a closing that was cut off) are left out, and taken
        from the index once the room's own keys say that none can be made meanwhile, and that no result waits.
        """
        codes = sorted(code.decode() for code in await self._ask(lambda: self._client.smembers(keys.ROOMS)))
        found = []
        for at in range(0, len(codes), ROOMS_AT_ONCE):
            some = codes[at : at + ROOMS_AT_ONCE]
            states = await self._many([("HGET", keys.room(code) + "head", "state") for code in some])
            for code, state in zip(some, states, strict=True):
                answer = 0 if state == b"open" else await self._call(scripts.VOID, keys.room(code))
                if answer == 0:
                    found.append(code)
                elif answer == 1:
                    await self._ask(partial(self._client.srem, keys.ROOMS, code))
        return found

    async def segment(self, room: str, number: int) -> tuple[bytes, list[bytes]] | None:
        """Base and entries of one segment, from 0; None when it is not there (any more)."""
        items = await self._ask(lambda: self._client.lrange(keys.segment(room, number), 0, -1))
        return (items[0], items[1:]) if items else None

    async def has_segment(self, room: str, number: int) -> bool:
        """Whether that segment is (still) there."""
        return bool(await self._ask(lambda: self._client.exists(keys.segment(room, number))))

    async def newest_segment(self, room: str) -> int | None:
        """Number of the newest segment, also of a closed room; None when there is no such room."""
        number = await self._ask(lambda: self._client.hget(keys.room(room) + "head", "segment"))
        return None if number is None else int(number)

    async def next_fence(self, node: str, holder: str, latest: int | None = None) -> int | None:
        """A fencing number above all earlier ones, noted as the node's lease for `holder` (an id of this process).

        `latest`: the highest number this holder had from here before. None is returned when another holder of the node
        noted a higher one.
        """
        number = int(await self._call(scripts.NUMBER, keys.FENCE))
        known = number if latest is None else latest
        return number if await self._call(scripts.LEASE, keys.node(node), number, holder, known) else None

    async def noted_fence(self, node: str) -> tuple[int, str] | None:
        """The node's lease: its latest number and who holds it."""
        number, holder = await self._ask(lambda: self._client.hmget(keys.node(node), "number", "holder"))
        return None if number is None or holder is None else (int(number), holder.decode())

    async def promises(self) -> list[str]:
        """What 'acknowledged' means with this Redis's settings, in sentences for people."""
        found: list[str] = await self._ask(lambda: promises(self._client))
        return found

    def _unavailable(self) -> Unavailable:
        return Unavailable(f"Redis at {self.address} is not available: {self._writer.why}")

    def _rejected(self, error: Exception) -> Rejected:
        return Rejected(f"Redis at {self.address}: {error}")

    async def _pipeline(self, commands: Sequence[tuple[Argument, ...]]) -> list[Answer]:
        async with self._client.pipeline(transaction=False) as pipe:
            for command in commands:
                pipe.execute_command(*command)
            return await pipe.execute()

    async def _many(self, commands: Sequence[tuple[Argument, ...]]) -> list[Answer]:
        """The answers to some commands, sent in one pipeline; none when there are none."""
        answers: list[Answer] = await self._ask(partial(self._pipeline, commands)) if commands else []
        return answers

    async def _each(self, commands: Sequence[tuple[Argument, ...]], script: Script | None = None) -> list[Answer]:
        """The answers to some commands, which may call this script, sent in one write; a Rejected stands for each that
        fails on its own data. They may be sent twice."""
        answers: list[Answer] = await self._ask(partial(self._linked, commands), script) if commands else []
        return answers

    async def _linked(self, commands: Sequence[tuple[Argument, ...]]) -> list[Answer]:
        answers: list[Answer] = []
        async with self._one_at_a_time:
            await self._link.ask([pack(*command) for command in commands], answers)
        for answer in answers:
            if isinstance(answer, ResponseError) and not _of_data(answer):
                raise answer
        return [self._rejected(answer) if isinstance(answer, ResponseError) else answer for answer in answers]

    async def _call(self, script: Script, key: str, *arguments: bytes | str | int) -> Answer:
        return await self._ask(lambda: self._client.evalsha(script.sha, 1, key, *arguments), script)

    async def _ask(self, ask: Callable[[], Awaitable[Answer]], script: Script | None = None) -> Answer:
        """Ask once; twice when the script was not known. Any failure but of the data puts Redis in doubt."""
        if not self._writer.healthy:
            raise self._unavailable()
        task = asyncio.current_task()
        cancels = 0 if task is None else task.cancelling()
        try:
            try:
                return await ask()
            except NoScriptError:
                if script is None:
                    raise
                await self._client.script_load(script.text)
                return await ask()
        except (RedisError, OSError, Lost) as error:
            if _of_data(error):
                raise self._rejected(error) from error
            self._writer.doubt()
            raise Unavailable(f"Redis at {self.address}: {error}") from error
        finally:
            if task is not None and task.cancelling() > cancels:
                raise asyncio.CancelledError  # redis-py can lose one while it connects


def _of_data(error: Exception) -> bool:
    """Whether Redis is well, and only will not do what it was asked with this data."""
    return type(error) is ResponseError and not any(trouble in str(error) for trouble in OF_REDIS)
