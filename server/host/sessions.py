"""Connections, as the host knows them: before their hello and after it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from fudakai.server.live.audience import Peer


class Caller(Peer, Protocol):
    """A connection, as far as the host knows it."""

    def greeted(self, player: str) -> None:
        """Its hello was accepted."""

    def strike(self) -> None:
        """What it said was bad; too much of that closes it."""


class Session:
    """A connection that has said hello: its player, and the rooms it is in. `opening`: a room is being made or found
    for it; `asking`: its questions about what is over that have no answer yet."""

    __slots__ = ("asking", "name", "opening", "player", "rooms")

    def __init__(self, player: str, name: str) -> None:
        self.player = player
        self.name = name
        self.rooms: set[str] = set()
        self.opening = False
        self.asking: set[asyncio.Task[None]] = set()
        """Its questions about what is over that have no answer yet."""
