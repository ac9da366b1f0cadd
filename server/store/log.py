"""Types of the room log: an append, its answer, a log that was read, and the errors."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, TypeAlias

import msgspec

MAX_ENTRIES: Final = 1024
"""Entries in one append. Lua's unpack is safe to about 8,000; a move with its draws is a handful."""

BRIEF_SECONDS: Final = 3600
"""How long a closed room is kept in which nothing was played: rooms that come and go must not fill Redis."""

Answer: TypeAlias = Any
"""What Redis answers. Any: its type depends on the command; each caller knows its own."""
Argument: TypeAlias = bytes | str | int
"""A word of a command to Redis."""


class Appended(Enum):
    """What became of an append. Only STORED was written; UNKNOWN may have been, or may still be (principle 4)."""

    STORED = "stored"
    CONFLICT = "conflict"
    """The log is not where the caller thinks: another version, or a head that forgot our fence. Read it again."""
    FENCED = "fenced"
    """A higher fencing number took the room: this process no longer owns it."""
    GONE = "gone"
    """There is no such room, or it is closed."""
    UNKNOWN = "unknown"
    """No answer, or one that proves nothing. `take` the room with a new number, then look for the entry."""


class Append(msgspec.Struct, frozen=True, gc=False):
    """Entries to add to one room, all or none.

    `fence` is the number the room was created or taken with, `version` the number of entries it has by the caller's
    count. With `base` a new segment of the log begins with it, and the entries follow. `result` is pushed on the room's
    outbox. `closes` marks the room closed: it takes no more entries, and its keys expire after the store's
    record_days, or with `brief` (there is nothing to keep in it) after BRIEF_SECONDS.
    At most MAX_ENTRIES entries; without any, one of base, result and closes is set.
    """

    room: str
    fence: int
    version: int
    entries: tuple[bytes, ...]
    base: bytes | None = None
    result: bytes | None = None
    closes: bool = False
    brief: bool = False


class Log(msgspec.Struct, frozen=True):
    """A room's head and its current segment: `base` stood when the segment began, `entries` came after it.

    `version` counts all entries since the room was created, so the segment began at `version - len(entries)`.
    """

    version: int
    fence: int
    segment: int
    base: bytes
    entries: list[bytes]
    closed: bool


class Unavailable(ConnectionError):
    """Redis did not answer, or said that it cannot serve now. Whether a write happened is not known."""


class Rejected(Unavailable):
    """Redis is there and well, but will not do what was asked of these very keys, such as of one that holds something
    else than it should. Asked again it answers the same, until somebody mends them."""


class Fenced(Exception):
    """The room's fence is higher than the number it was to be taken with."""


class Damaged(Exception):
    """What is stored cannot be a log: a part is missing (evicted or deleted by hand). The words name the room."""
