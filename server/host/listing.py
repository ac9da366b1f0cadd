"""The list of rooms, and those who follow it. What many follow is encoded once, and what nobody follows not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_server import Listed, RoomLine, Rooms
from fudakai.server.clock import Alarm, Clock
from fudakai.server.live.audience import Peer, broadcast, send
from fudakai.server.rooms import views
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.room import Room

LISTED: Final = 200
"""Rooms in a list."""
EACH: Final = 1000
"""Milliseconds between two messages to who follows the list."""
ORDER: Final = ("waiting", "finished", "playing")
"""Which rooms stand first in a list that has not room for all."""


class Filter(NamedTuple):
    """Which rooms somebody wants to see. `free`: only those with a seat to take."""

    game: str | None = None
    status: str | None = None
    free: bool = False

    def takes(self, line: RoomLine) -> bool:
        """Whether the room is one of these."""
        if self.free and (line.status == "playing" or line.seated >= line.seats):
            return False
        return self.game in (None, line.game) and self.status in (None, line.status)


class Group:
    """Those who follow the same rooms, and what all of them have been shown."""

    def __init__(self, shown: dict[str, RoomLine]) -> None:
        self.shown = shown
        self.peers: set[Peer] = set()


class RoomListing:
    """`rooms` gives all rooms of the process. Lines are kept only while somebody follows. Of `games`, states and free
    seats there are so many lists to follow, and no more."""

    def __init__(self, clock: Clock, games: Collection[str], rooms: Callable[[], Iterable[Room]]) -> None:
        self._clock = clock
        self._games = games
        self._rooms = rooms
        self._lines: dict[str, RoomLine] = {}
        self._groups: dict[Filter, Group] = {}
        self._following: dict[Peer, Filter] = {}
        self._alarm: Alarm | None = None
        self._told_at = 0

    def tell(self, peer: Peer, message: client.List) -> None:
        """Answers with the list as it is. Raises Denied."""
        wanted = self._filter(message)
        lines = _first(self._all_lines().values(), wanted)
        send(peer, Rooms(message.id, tuple(lines.values())))

    def follow(self, peer: Peer, message: client.Follow) -> None:
        """Answers with the list, and tells its changes from then on; what the connection followed before, no more.
        Raises Denied."""
        wanted = self._filter(message)
        self.unfollow(peer)
        if not self._groups:
            self._lines = self._all_lines()
        group = self._groups.get(wanted)
        if group is None:
            group = self._groups[wanted] = Group(_first(self._lines.values(), wanted))
        group.peers.add(peer)
        self._following[peer] = wanted
        # what the others have been shown: the next changes start from there for all of them
        send(peer, Rooms(message.id, tuple(group.shown.values())))

    def _filter(self, message: client.Wanted) -> Filter:
        if message.game is not None and message.game not in self._games:
            raise Denied(Refusal.UNKNOWN_GAME, f"no game {message.game!r} here; there are: {', '.join(self._games)}")
        return Filter(message.game, message.status, message.free)

    def unfollow(self, peer: Peer) -> None:
        """The connection follows no more, or is gone."""
        wanted = self._following.pop(peer, None)
        if wanted is None:
            return
        group = self._groups[wanted]
        group.peers.remove(peer)
        if not group.peers:
            del self._groups[wanted]
        if not self._groups:
            self._lines = {}
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    def changed(self, room: Room) -> None:
        """A room is new, or may look different in the list."""
        if not self._groups:
            return
        line = views.line(room)
        if line is None:
            self.gone(room.code)
        elif line != self._lines.get(room.code):
            self._lines[room.code] = line
            self._arm()

    def gone(self, code: str) -> None:
        """A room is gone, or no longer listed."""
        if self._lines.pop(code, None) is not None:
            self._arm()

    def _all_lines(self) -> dict[str, RoomLine]:
        lines = map(views.line, self._rooms())
        return {line.room: line for line in lines if line is not None}

    def _arm(self) -> None:
        if self._alarm is None:
            self._alarm = self._clock.call_at(max(self._clock.now(), self._told_at + EACH), self._rung)

    def _rung(self) -> None:
        self._alarm = None
        self._told_at = self._clock.now()
        for wanted, group in self._groups.items():
            before, group.shown = group.shown, _first(self._lines.values(), wanted)
            changed = tuple(line for code, line in group.shown.items() if line != before.get(code))
            gone = tuple(code for code in before if code not in group.shown)
            if changed or gone:
                broadcast(group.peers, Listed(changed, gone))


def _first(lines: Iterable[RoomLine], wanted: Filter) -> dict[str, RoomLine]:
    """The rooms that were asked for, by their codes; of too many the first in the order of the list."""
    by_status: dict[str, list[RoomLine]] = {status: [] for status in ORDER}
    for line in lines:
        if wanted.takes(line):
            by_status[line.status].append(line)
    found = [line for status in ORDER for line in by_status[status]]
    return {line.room: line for line in found[:LISTED]}
