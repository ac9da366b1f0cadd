"""Counts and logs what a room has stored: that a match began or ended, never how it is played."""

from __future__ import annotations

from structlog.typing import FilteringBoundLogger

from fudakai.server.counts import Counts
from fudakai.server.rooms.effects import Effects
from fudakai.server.rooms.entries import Moved, Started
from fudakai.server.rooms.room import Room


def note(counts: Counts, log: FilteringBoundLogger, room: Room, effects: Effects) -> None:
    """Counts and logs what was stored; `log` has the room bound, `room` is as it is now."""
    game = room.game.NAME
    for entry in effects.entries:
        if isinstance(entry, Moved):
            by = "clock" if entry.clock else "bot" if entry.ref is None else "player"
            counts.moves[game, by] += 1
        elif isinstance(entry, Started):
            counts.matches[game, "started"] += 1
            log.info("match started", match=entry.match, game=game)
    if effects.result is not None:
        reason = effects.result.outcome.reason
        counts.matches[game, "abandoned" if reason == "abandoned" else "ended"] += 1
        log.info("match over", match=effects.result.match, game=game, reason=reason)
    if room.closed:
        log.info("room closed", matches=room.matches)
