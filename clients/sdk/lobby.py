"""The list of rooms as a client sees it, as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from fudakai.clients.sdk.errors import FudakaiError
from fudakai.clients.sdk.wire import Message


@dataclass(frozen=True)
class RoomLine:
    """A room in the list. `seated`: seats that are taken, while a match runs those that are in it."""

    room: str
    title: str
    game: str
    status: str
    seats: int
    seated: int
    spectators: bool
    locked: bool


def line_of(line: Message) -> RoomLine:
    """The room in a message. What a later server tells besides is ignored."""
    fields: dict[str, Any] = {name: line[name] for name in RoomLine.__dataclass_fields__}
    return RoomLine(**fields)


class Lobby:
    """A list of rooms that the client follows. `async for rooms in lobby` gives the whole list, at first and whenever
    it has changed, and ends with `close`, or when the client follows another one; only one reader at a time."""

    def __init__(self, message: Message, unfollow: Callable[[Lobby], Awaitable[None]]) -> None:
        self.message = message
        self._unfollow = unfollow
        self._lines: dict[str, RoomLine] = {}
        self._unread = False
        self._over = False
        self._failure: FudakaiError | None = None
        self._news = asyncio.Event()

    @property
    def rooms(self) -> list[RoomLine]:
        """The list as it is now."""
        return list(self._lines.values())

    def __aiter__(self) -> Lobby:
        return self

    async def __anext__(self) -> list[RoomLine]:
        """Raises what ended the client, if that ended the list."""
        while not self._unread:
            if self._failure:
                raise self._failure
            if self._over:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        self._unread = False
        return self.rooms

    async def close(self) -> None:
        """Follows the list no more."""
        self.end()
        await self._unfollow(self)

    # what the client tells the list

    def begin(self, answer: Message) -> None:
        """Takes a `rooms` message: the whole list, also after a lost connection."""
        self._lines = {line["room"]: line_of(line) for line in answer["rooms"]}
        self._tell()

    def change(self, message: Message) -> None:
        """Takes a `listed` message."""
        self._lines.update((line["room"], line_of(line)) for line in message["rooms"])
        for code in message["gone"]:
            self._lines.pop(code, None)
        self._tell()

    def end(self, failure: FudakaiError | None = None) -> None:
        """There will be no more changes."""
        self._over = True
        self._failure = failure
        self._news.set()

    def _tell(self) -> None:
        self._unread = True
        self._news.set()
