"""What a room has of the process it runs in: the services it uses, and the events it reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from fudakai.server.clock import Clock
from fudakai.server.cluster.lease import Lease
from fudakai.server.counts import Counts
from fudakai.server.games.api import Game
from fudakai.server.live.audience import Peer
from fudakai.server.live.draws import Chance, drawn
from fudakai.server.live.passcodes import Passcodes
from fudakai.server.live.stand_ins import BotBudget, BotPlayers
from fudakai.server.rooms.room import Room
from fudakai.server.store import Store
from fudakai.server.tasks import Tasks


class Services(msgspec.Struct, frozen=True):
    """What every room of this process uses. They are shared: one of each for all rooms."""

    store: Store
    lease: Lease
    clock: Clock
    games: Mapping[str, Game]
    players: BotPlayers
    counts: Counts
    passcodes: Passcodes
    chance: Chance = drawn
    bot_budget: BotBudget = msgspec.field(default_factory=BotBudget)
    tasks: Tasks = msgspec.field(default_factory=Tasks)


class Events(Protocol):
    """What a room reports to its host."""

    def entered(self, peer: Peer, room: str) -> str | None:
        """A connection is in the room; returns its player's name, None when the connection is closed already."""

    def left(self, peer: Peer, room: str) -> None:
        """A connection left the room."""

    def changed(self, room: Room, before: Room | None) -> None:
        """The room is stored anew. `before`: as it was; None when it has just been opened here."""

    def ended(self, room: Room) -> None:
        """The room is closed, or this process no longer holds it."""

    def finished(self, room: str) -> None:
        """A match's result is stored, and waits in the room's outbox."""

    def birthdays(self, players: tuple[str, ...]) -> Mapping[str, str]:
        """The birthdays of these players, as far as they are known, as MM-DD."""
