"""Who looks at a room: its connections, and the frames they are sent.

A view is encoded as few times as can be: the part for everybody once for each codec, a player's own part once for each
codec, and spectators share one frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from protocol.codec import Codec
from protocol.codes import Close, Goodbye
from protocol.from_server import Closed, FromServer, Said, Update, You
from server.rooms import commands as ask
from server.rooms import views
from server.rooms.room import Room


class Peer(Protocol):
    """A connection, as far as rooms know it: `id` for the log, `remote` its address. No method blocks or raises."""

    @property
    def id(self) -> int: ...

    @property
    def remote(self) -> str: ...

    @property
    def codec(self) -> Codec:
        """The encoding it speaks."""

    @property
    def source(self) -> str:
        """The address that it comes from, as limits count it."""

    def send(self, *frames: bytes) -> None:
        """Queues encoded messages, in one write."""

    def close(self, code: Close, reason: str) -> None:
        """Ends the connection."""


class Audience:
    """The connections in a room, each with its player."""

    def __init__(self) -> None:
        self._peers: dict[Peer, str] = {}

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._peers

    def __len__(self) -> int:
        return len(self._peers)

    @property
    def players(self) -> frozenset[str]:
        """Everybody who is connected, seated or not."""
        return frozenset(self._peers.values())

    def add(self, peer: Peer, player: str) -> None:
        """A connection comes in."""
        self._peers[peer] = player

    def remove(self, peer: Peer) -> str | None:
        """A connection is gone; its player, if that was the player's last one here."""
        player = self._peers.pop(peer, None)
        return None if player is None or player in self._peers.values() else player

    def dismiss(self, player: str | None, code: str, goodbye: Goodbye, words: str) -> Iterator[Peer]:
        """Says goodbye to the player's connections, or to all (None), and lets them go, one after the other."""
        for peer, other in tuple(self._peers.items()):
            if player in (None, other):
                del self._peers[peer]
                send(peer, Closed(code, goodbye, words))
                yield peer

    def show(self, room: Room, since: int, now: int, sender: Peer | None, answer: bytes, entering: bool) -> None:
        """One update to everybody, with the events after version `since`. The sender's answer goes with its update in
        one write; a sender who is `entering` gets nothing here, but a welcome of its own."""
        yours = views.yours(room)
        state = views.state(room, now, self._spectators(yours))
        events, _ = room.events_after(since)
        parts: dict[Codec, tuple[Any, Any]] = {}
        frames: dict[tuple[Codec, int | None], bytes] = {}
        for peer, player in tuple(self._peers.items()):
            if entering and peer is sender:
                continue
            codec, you = peer.codec, yours.get(player)
            key = (codec, None if you is None else you.seat)
            frame = frames.get(key)
            if frame is None:
                if codec not in parts:
                    parts[codec] = (codec.raw(state), codec.raw(events))
                frame = frames[key] = codec.encode(Update(room.code, room.version, *parts[codec], you))
            if answer and peer is sender:
                peer.send(answer, frame)
            else:
                peer.send(frame)

    def say(self, line: Said) -> None:
        """A line of chat to everybody."""
        frames: dict[Codec, bytes] = {}
        for peer in tuple(self._peers):
            codec = peer.codec
            if codec not in frames:
                frames[codec] = codec.encode(line)
            peer.send(frames[codec])

    def welcome(self, peer: Peer, room: Room, since: int | None, now: int) -> None:
        """The whole view to one connection, with the events after `since` if it asked for them."""
        yours = views.yours(room)
        state = views.state(room, now, self._spectators(yours))
        events, gap = ((), False) if since is None else room.events_after(since)
        you = yours.get(self._peers[peer])
        send(peer, Update(room.code, room.version, state, () if gap else events, you, gap))

    def _spectators(self, yours: Mapping[str, You]) -> int:
        """How many people watch, each counted once."""
        return len({player for player in self._peers.values() if player not in yours})


def send(peer: Peer, message: FromServer) -> None:
    """Sends a message to one connection."""
    peer.send(peer.codec.encode(message))


def goodbye(command: ask.Command, room: Room, player: str) -> tuple[Goodbye, str]:
    """What to tell a player whom a command has put out of the room, which is now as it says."""
    match command:
        case ask.Leave():
            return Goodbye.LEFT, "you have left the room"
        case ask.Kick():
            return Goodbye.KICKED, "the host has put you out of the room"
    what_now = ""
    if room.status == "playing":
        held = room.stood_in_seat(player) is not None
        what_now = ": a bot plays for you until you join again" if held else "; join again when the match is over"
    return Goodbye.LEFT, f"you were away, or missed turns, for too long, and have left{what_now}"
