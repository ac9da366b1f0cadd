"""Reads rooms back from the store, after a restart or an unconfirmed append."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from fudakai.server.cluster.lease import LeaseLost
from fudakai.server.games.api import Game
from fudakai.server.live.delay import Delay
from fudakai.server.live.ports import Services
from fudakai.server.log import where
from fudakai.server.rooms.entries import UnknownFormat, decode_base, decode_entry
from fudakai.server.rooms.room import Room, evolve, from_base
from fudakai.server.store import Damaged, Fenced, Log, Unavailable

log = structlog.get_logger()


async def fetch(services: Services, code: str, *, renumber: bool) -> tuple[Room, Log, Delay] | None:
    """A room as the store has it, taken under this process's number, or with `renumber` under a new one; and what
    spectators may see of it.

    Waits while the store is away. None when the room is gone, is another process's, or has a log that this server
    cannot go on with.
    """
    pause = 0.02
    while True:
        try:
            fence = await services.lease.renumber() if renumber else services.lease.number
            found = await services.store.take(code, fence)
            if found is None:
                return None
            room, delay = _replayed(found, services.games)
            return room, found, delay
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 1.0)
        except (Fenced, LeaseLost):
            services.lease.lose()
            return None
        except (UnknownFormat, Damaged) as unknown:
            services.counts.rooms_left_alone += 1
            log.error("room left alone", room=code, why=str(unknown))
            return None
        except Exception as error:
            services.counts.rooms_left_alone += 1
            log.error("room left alone", room=code, why=f"its log does not replay ({where(error)})")
            return None


def _replayed(found: Log, games: Mapping[str, Game]) -> tuple[Room, Delay]:
    base = decode_base(found.base)
    room = from_base(base, games)
    delay = Delay(room, base.at)
    for entry in map(decode_entry, found.entries):
        room = evolve(room, entry)
        delay.advance(room, entry.at)
    return room, delay
