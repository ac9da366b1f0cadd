"""An invitation as people pass it on: the server's address with the room's code behind a #."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urldefrag

from fudakai.clients.sdk.address import public


class Invitation(NamedTuple):
    """An address and a room's code."""

    url: str
    room: str

    def __str__(self) -> str:
        return f"{public(self.url)}#{self.room}"


def invitation_of(link: str) -> Invitation | None:
    """What a link says, for example ws://127.0.0.1:8765/#K7QF2M; None when it is none."""
    url, room = urldefrag(link.strip())
    if not url.startswith(("ws://", "wss://")) or not room.isalnum():
        return None
    return Invitation(url, room.upper())
