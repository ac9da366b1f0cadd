"""How much one player and one address may have of this process: connections, seats and rooms."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from fudakai.protocol.codes import Refusal
from fudakai.server.rooms.effects import Denied
from fudakai.server.tally import BoundedCounter


class Quotas:
    """Connections by player, open rooms by the address that they were made from, and the bounds on rooms.

    Addresses are not stored: rooms that were open before a restart count for nobody.
    """

    def __init__(
        self, *, connections_per_player: int, rooms_per_address: int, rooms: int, rooms_per_player: int
    ) -> None:
        self.rooms = rooms
        """Open rooms of this process."""
        self.rooms_per_player = rooms_per_player
        """Rooms in which one player may have a seat."""
        self._connections = BoundedCounter(connections_per_player)
        self._rooms = BoundedCounter(rooms_per_address)
        self._made_from: dict[str, str] = {}

    def connect(self, player: str) -> None:
        """Counts one more connection of the player. Raises Denied."""
        if not self._connections.take(player):
            words = f"you have {self._connections.most} connections, the most there may be; close one first"
            raise Denied(Refusal.TOO_MANY_CONNECTIONS, words)

    def connections_of(self, player: str) -> int:
        """The player's counted connections."""
        return self._connections.of(player)

    def disconnect(self, player: str) -> None:
        """A counted connection is gone."""
        self._connections.give_back(player)

    def make_room(self, source: str) -> None:
        """Counts a room that is about to be made from that address. Raises Denied."""
        if not self._rooms.take(source):
            words = f"{self._rooms.most} rooms were made from your address, the most there may be; join one of them"
            raise Denied(Refusal.TOO_MANY_ROOMS, words)

    def not_made(self, source: str) -> None:
        """It could not be made."""
        self._rooms.give_back(source)

    def made(self, room: str, source: str) -> None:
        """It is there, and has a code."""
        self._made_from[room] = source

    def closed(self, room: str) -> None:
        """A room is gone."""
        source = self._made_from.pop(room, None)
        if source is not None:
            self._rooms.give_back(source)


class NewRoom(NamedTuple):
    """A room that is being made and has no code yet."""

    number: int


class PendingSeats:
    """Seats that players have asked for and that are not stored yet. Each has a number, by which it is taken back."""

    def __init__(self) -> None:
        self.new_rooms = 0
        """Rooms that are being made."""
        self._number = 0
        self._seats: dict[str, dict[int, str | NewRoom]] = {}

    def rooms(self, player: str) -> Set[str | NewRoom]:
        """The rooms in which the player may soon have a seat."""
        return set(self._seats.get(player, {}).values())

    def make(self, player: str) -> int:
        """The player is about to make a room."""
        self.new_rooms += 1
        return self.sit(player, NewRoom(self._number + 1))

    def sit(self, player: str, room: str | NewRoom) -> int:
        """The player has asked for a seat in a room."""
        self._number += 1
        self._seats.setdefault(player, {})[self._number] = room
        return self._number

    def over(self, player: str, number: int) -> None:
        """The request has its answer: the seat is stored, or it was refused. Idempotent."""
        seats = self._seats.get(player, {})
        room = seats.pop(number, None)
        if room is None:
            return
        self.new_rooms -= isinstance(room, NewRoom)
        if not seats:
            del self._seats[player]

    def seated(self, player: str, room: str) -> None:
        """The player's seat in that room is stored: every pending request for one there is over."""
        for number in [number for number, asked in self._seats.get(player, {}).items() if asked == room]:
            self.over(player, number)
