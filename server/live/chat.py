"""Chat in a room: who may talk, how often, and what a line may hold. Chat is not stored (L12)."""

from __future__ import annotations

from typing import Final

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_server import Said
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.names import distinct
from fudakai.server.rooms.room import Room
from fudakai.server.signs import readable

AT_ONCE: Final = 5
"""Lines that a player may say in a room at once."""
EACH: Final = 2000
"""Milliseconds until one more may be said."""
CROWD_AT_ONCE: Final = 20
"""Lines that all who only watch a room may say in it together at once: each goes to everybody there."""
CROWD_EACH: Final = 250
"""Milliseconds until they may say one more."""
TALKERS: Final = 64
"""Players whose bounds are remembered before it is looked who has been quiet since."""


class RoomChat:
    """The bounds of those who talk in one room: for each the time when they may say AT_ONCE lines again."""

    def __init__(self) -> None:
        self._rested_at: dict[str, int] = {}
        self._crowd_rested_at = 0

    def line(self, room: Room, player: str, name: str, message: client.Chat, now: int) -> Said:
        """The line as everybody gets it. `name`: the player's own, for who has no seat. Raises Denied."""
        text = None if message.text is None else message.text.strip()
        if (text is None) == (message.emote is None):
            raise Denied(Refusal.BAD_MESSAGE, "chat: either `text` or `emote`")
        if text is not None and not readable(text):
            words = "text: 1 to 300 printable characters, some of them to be seen, and no heaps of accents"
            raise Denied(Refusal.BAD_MESSAGE, words)
        seat = room.seat_of(player)
        if player in room.muted:
            raise Denied(Refusal.MUTED, "the host of this room has muted you")
        if room.settings.chat == "off":
            raise Denied(Refusal.CHAT_OFF, "there is no chat in this room")
        if room.settings.chat == "seated" and seat is None:
            raise Denied(Refusal.CHAT_OFF, "only those who sit chat in this room")
        self._book(player, now, watches=seat is None)
        others = [place.shown.name for place in room.places if place.shown.name is not None]
        shown = distinct(name, others) if seat is None else str(room.places[seat].shown.name)
        return Said(room.code, player, shown, seat, text, message.emote)

    def _book(self, player: str, now: int, *, watches: bool) -> None:
        """Counts a line. Raises Denied when there were too many recently, by that player or by all spectators."""
        if len(self._rested_at) >= TALKERS:
            self._rested_at = {one: at for one, at in self._rested_at.items() if at > now}
        rested_at = max(self._rested_at.get(player, now), now) + EACH
        wait = rested_at - now - AT_ONCE * EACH
        if wait > 0:
            raise Denied(Refusal.TOO_FAST, "you talk too fast: wait a moment", wait)
        if watches:
            crowd_rested_at = max(self._crowd_rested_at, now) + CROWD_EACH
            wait = crowd_rested_at - now - CROWD_AT_ONCE * CROWD_EACH
            if wait > 0:
                raise Denied(Refusal.TOO_FAST, "those who watch talk too much: wait a moment", wait)
            self._crowd_rested_at = crowd_rested_at
        self._rested_at[player] = rested_at
