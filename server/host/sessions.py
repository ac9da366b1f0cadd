"""Sessions: connections that have said hello, what they hold, and the profiles of their players."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Protocol

from fudakai.server.host.quotas import Quotas
from fudakai.server.live.audience import Peer


class Caller(Peer, Protocol):
    """A connection, as far as the host knows it."""

    def greeted(self, player: str) -> None:
        """Its hello was accepted."""

    def strike(self) -> None:
        """What it said was bad; too much of that closes it."""


class Session:
    """A connection that has said hello: its player, and the rooms it is in. `opening`: a room is being made or found
    for it; `asking`: its questions about past matches that have no answer yet.

    What it takes elsewhere (a quota, a place in a list) it registers in `releases`, and gives back when it is closed.
    """

    __slots__ = ("asking", "name", "opening", "player", "releases", "rooms")

    def __init__(self, player: str, name: str) -> None:
        self.player = player
        self.name = name
        self.rooms: set[str] = set()
        self.opening = False
        self.asking: set[asyncio.Task[None]] = set()
        self.releases = ExitStack()

    def close(self) -> None:
        """Gives everything back, the latest first."""
        for question in self.asking:
            question.cancel()  # nobody would hear the answer
        self.releases.close()


class Profiles:
    """What players tell of themselves beside their names: birthdays, as MM-DD (H4).

    They are kept in memory only, while the player has a connection or a seat; the token keeps the birthday for the next
    time. After a restart, an away player's birthday is unknown until they come back.
    """

    def __init__(self, quotas: Quotas) -> None:
        self._quotas = quotas
        self._birthdays: dict[str, str] = {}

    def told(self, player: str, birthday: str | None) -> None:
        """A hello was accepted. What it says holds from now on, whatever an earlier one said."""
        if birthday is None:
            self._birthdays.pop(player, None)
        else:
            self._birthdays[player] = birthday

    def forget(self, player: str, seated: bool) -> None:
        """Forgets a player who has no connection and no seat. `seated`: the player has a seat in some room."""
        if not seated and not self._quotas.connections_of(player):
            self._birthdays.pop(player, None)

    def birthdays(self, players: Iterable[str]) -> dict[str, str]:
        """Those that are known of these players."""
        return {player: self._birthdays[player] for player in players if player in self._birthdays}
