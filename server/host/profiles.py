"""What this process knows of players beside their names: their birthdays, as long as they are here (H4).

Kept in memory only. A player is here while a connection of theirs is open or they have a seat; the token keeps the
birthday for the next time. After a restart that of an away player is not known before they come back.
"""

from __future__ import annotations

from collections.abc import Iterable


class Profiles:
    """Birthdays by player, as MM-DD; there are at most as many as connections and taken seats."""

    def __init__(self) -> None:
        self._birthdays: dict[str, str] = {}
        self._connections: dict[str, int] = {}

    def came(self, player: str, birthday: str | None) -> None:
        """A connection has said hello. What its hello says holds from now on, whatever an earlier one said."""
        self._connections[player] = self._connections.get(player, 0) + 1
        if birthday is None:
            self._birthdays.pop(player, None)
        else:
            self._birthdays[player] = birthday

    def went(self, player: str, seated: bool) -> None:
        """A connection that had said hello is gone; `seated`: its player has a seat in some room."""
        self._connections[player] -= 1
        if not self._connections[player]:
            del self._connections[player]
            if not seated:
                self._birthdays.pop(player, None)

    def unseated(self, player: str) -> None:
        """A player's last seat is gone."""
        if player not in self._connections:
            self._birthdays.pop(player, None)

    def birthdays(self, players: Iterable[str]) -> dict[str, str]:
        """Those that are known of these players."""
        return {player: self._birthdays[player] for player in players if player in self._birthdays}
