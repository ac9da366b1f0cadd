"""Records and replays of finished matches out of the logs of rooms, for as long as the store keeps these."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from fudakai.protocol.from_server import Frame
from fudakai.server.games.api import Data
from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.records.replay import ReplayFrames
from fudakai.server.rooms.entries import UnknownFormat, as_record, decode_base, decode_entry
from fudakai.server.rooms.room import restore
from fudakai.server.store import Store

T = TypeVar("T")

MOST_REPLAYS: Final = 8
"""Matches that are kept ready to be looked at: those looked at last."""


class NoRecord(Exception):
    """There is no finished match to make a record of. The words say why."""


class Archive:
    """Reads one store, which has been started. Calls raise Unavailable when Redis is away or fails."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replays: OrderedDict[str, tuple[int, ReplayFrames]] = (
            OrderedDict()
        )  # by match, with the segment it stands in
        self._maker = ThreadPoolExecutor(1)  # one record at a time, also when who asked is not waiting any more

    async def record(self, match: str) -> records.Document | None:
        """The record of the match with that id, None when its log is not there (any more)."""
        try:
            return (await self._found(*_parts(match)))[1]
        except NoRecord:
            return None

    async def replay(self, match: str, first: int, count: int) -> tuple[Data, int, tuple[Frame, ...]] | None:
        """Options, number of entries, and frames of the match with that id, as in Replay; None when its log is not
        there (any more)."""
        try:
            room, number = _parts(match)
            segment, replay = self._replays.pop(match, (0, None))
            if replay is None or not await self._store.has_segment(room, segment):
                segment, record = await self._found(room, number)
                replay = await self._beside(ReplayFrames, record)
        except NoRecord:
            return None
        self._replays[match] = segment, replay
        if len(self._replays) > MOST_REPLAYS:
            self._replays.popitem(last=False)
        return replay.options, replay.entries, await self._beside(replay.frames, first, count)

    async def numbered(self, room: str, match: int) -> records.Document:
        """The record of a room's match number `match`, from 1. Raises NoRecord."""
        return (await self._found(room, match))[1]

    async def _found(self, room: str, match: int) -> tuple[int, records.Document]:
        """The number of the segment with a room's match, and the record. Raises NoRecord."""
        # every match begins a segment, and so does a long wait: this one's is number `match` or soon after
        for number in range(match, await self._newest(room) + 1):
            found = await self._store.segment(room, number)
            record = None if found is None else await self._beside(_record, *found, match)
            if record is not None:
                return number, record
        raise NoRecord(f"room {room} has no match number {match} that is over (a running one has hidden cards)")

    async def newest(self, room: str) -> records.Document:
        """The record of a room's newest finished match. Raises NoRecord."""
        for number in range(await self._newest(room), -1, -1):
            found = await self._store.segment(room, number)
            record = None if found is None else await self._beside(_record, *found, None)
            if record is not None:
                return record
        raise NoRecord(f"room {room} has no match that is over (a running one has hidden cards)")

    async def _beside(self, work: Callable[..., T], *arguments: object) -> T:
        """Runs it beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._maker, work, *arguments)

    async def _newest(self, room: str) -> int:
        """The number of the room's newest segment."""
        number = await self._store.newest_segment(room)
        if number is None:
            raise NoRecord(f"no room {room} is known here, or its records have expired")
        return number


def _parts(match: str) -> tuple[str, int]:
    """Room and number in a match's id. Raises NoRecord for what is none."""
    room, _, number = match.rpartition("-")
    try:
        return room, int(number)
    except ValueError:
        raise NoRecord(f"{match!r} is no match's id") from None


def _record(base: bytes, entries: list[bytes], match: int | None) -> records.Document | None:
    """The record in a segment of a room's log; None when no match ended in it, or not that one. Raises NoRecord when
    the match was over before. Runs beside the event loop: it takes 50 ms and more for a long match, and rooms must not
    wait for that."""
    try:
        begun = decode_base(base)
        if match is not None and begun.matches >= match:  # as in all that follow: not a reason to read those, too
            raise NoRecord(f"the records of room {begun.code}'s match number {match} have expired")
        if match is not None and begun.matches != match - 1:
            return None
        decoded = [decode_entry(entry) for entry in entries]
        room = restore(begun, decoded, GAMES)
    except UnknownFormat as unknown:
        raise NoRecord(str(unknown)) from unknown
    if room.match is None or room.match.outcome is None:
        return None
    kept = [kept for entry in decoded if (kept := as_record(entry)) is not None]
    return records.record_of(room.game, room.match.options, room.match.names, kept, room.match.fixed)
