"""Rooms as the store has them: read again after a restart, or when an append was not confirmed."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import structlog

from fudakai.server.cluster.lease import Lease, LeaseLost
from fudakai.server.counts import Counts
from fudakai.server.live.delay import Delay
from fudakai.server.log import where
from fudakai.server.rooms.entries import UnknownFormat, decode_base, decode_entry
from fudakai.server.rooms.room import Room, evolve, from_base
from fudakai.server.store import Damaged, Fenced, Log, Store, Unavailable

log = structlog.get_logger()


class Holder(Protocol):
    """Whose rooms they are to be."""

    store: Store
    lease: Lease
    games: Any
    counts: Counts

    def fenced(self) -> None:
        """Another process has taken this node's rooms."""


async def fetch(holder: Holder, code: str, *, renumber: bool) -> tuple[Room, Log, Delay] | None:
    """A room as the store has it, taken under this process's number, or with `renumber` under a new one; and what of it
    those may see who watch.

    Waits while the store is away. None when the room is gone, is another process's, or has a log that this server
    cannot go on with.
    """
    pause = 0.02
    while True:
        try:
            fence = await holder.lease.renumber() if renumber else holder.lease.number
            found = await holder.store.take(code, fence)
            if found is None:
                return None
            room, delay = _replayed(found, holder.games)
            return room, found, delay
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)
        except (Fenced, LeaseLost):
            holder.fenced()
            return None
        except (UnknownFormat, Damaged) as unknown:
            holder.counts.rooms_left_alone += 1
            log.error("room left alone", room=code, why=str(unknown))
            return None
        except Exception as error:
            holder.counts.rooms_left_alone += 1
            log.error("room left alone", room=code, why=f"its log does not replay ({where(error)})")
            return None


def _replayed(found: Log, games: Any) -> tuple[Room, Delay]:
    base = decode_base(found.base)
    room = from_base(base, games)
    delay = Delay(room, base.at)
    for entry in map(decode_entry, found.entries):
        room = evolve(room, entry)
        delay.advance(room, entry.at)
    return room, delay
