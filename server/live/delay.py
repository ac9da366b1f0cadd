"""The delayed view of spectators: while a match runs, they see the room some entries late (L6)."""

from __future__ import annotations

from collections import deque

import msgspec

from fudakai.server.rooms.room import Room


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A room as it was at some time, in milliseconds."""

    room: Room
    at: int


class Delay:
    """The rooms that are not shown yet to spectators, and the one that is: the newest that lies `spectator_delay`
    entries back, or the one in which the match began. Between matches it is the room as it is."""

    def __init__(self, room: Room, at: int) -> None:
        self._rooms = deque([Shown(room, at)])

    @property
    def shown(self) -> Shown:
        """What is shown to spectators."""
        return self._rooms[0]

    @property
    def newest(self) -> Room:
        """The room as it is."""
        return self._rooms[-1].room

    def advance(self, room: Room, at: int) -> None:
        """The room has become this one. All that it has been since the last call counts as one step."""
        delay = room.settings.spectator_delay
        if not delay or room.status != "playing":
            self._rooms.clear()
            self._rooms.append(Shown(room, at))
            return
        self._rooms.append(Shown(room, at))
        while len(self._rooms) > 1 and self._rooms[1].room.version <= room.version - delay:
            self._rooms.popleft()
