"""The audience of a room: its connections, and the frames that go to them.

A view is encoded as few times as can be: the part for everybody once for each codec, a player's own part once for each
connection, and spectators share one frame. Where the room has a delay for them, they see it as it was, and nothing
that they get is of a later version. Spectators joining or leaving are not logged: an update without events tells of
them, at most once in EACH.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

import msgspec

from fudakai.protocol.codec import Codec
from fudakai.protocol.codes import Close, Goodbye
from fudakai.protocol.from_server import Closed, FromServer, RoomState, Said, Update, You
from fudakai.server.clock import Alarm, Clock
from fudakai.server.live.delay import Delay, Shown
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.names import distinct
from fudakai.server.rooms.places import Places
from fudakai.server.rooms.room import Room

NAMED: Final = 20
"""Of spectators, so many are named."""
EACH: Final = 1000
"""Milliseconds between two updates that only tell who watches."""
HELD: Final = 64
"""Lines of chat that wait for spectators with a delay."""


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

    def send(self, frame: bytes) -> None:
        """Queues an encoded message."""

    def close(self, code: Close, reason: str) -> None:
        """Ends the connection."""


class Audience:
    """The connections in a room, each with its player. `delay`: what spectators see."""

    def __init__(self, delay: Delay, clock: Clock) -> None:
        self._peers: dict[Peer, str] = {}
        self._names: dict[str, str] = {}
        self._watching: set[Peer] = set()
        self._delay = delay
        self._told = delay.shown.room
        self._held: deque[tuple[int, Said]] = deque(maxlen=HELD)
        self._clock = clock
        self._alarm: Alarm | None = None
        self._named_at = clock.now() - EACH
        self._seen_by_table: tuple[str, ...] = ()  # who watches, as those were told last who sit
        self._seen_by_watchers: tuple[str, ...] = ()
        self._counted: tuple[Places, tuple[str, ...]] | None = None

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._peers

    def __len__(self) -> int:
        return len(self._peers)

    @property
    def players(self) -> frozenset[str]:
        """All connected players, seated or not."""
        return frozenset(self._peers.values())

    @property
    def watched(self) -> int:
        """The version of the room that those see who watch."""
        return self._delay.shown.room.version

    def add(self, peer: Peer, player: str, name: str) -> None:
        """A connection comes in."""
        self._peers[peer] = player
        self._names[player] = name
        self._counted = None
        self._name_later()

    def remove(self, peer: Peer) -> str | None:
        """A connection is gone; its player, if that was the player's last one here."""
        player = self._peers.pop(peer, None)
        self._watching.discard(peer)
        if player is None or player in self._peers.values():
            return None
        del self._names[player]
        self._counted = None
        self._name_later()
        return player

    def dismiss(self, player: str | None, code: str, goodbye: Goodbye, words: str) -> Iterator[Peer]:
        """Says goodbye to the player's connections, or to all (None), and lets them go, one after the other."""
        for peer, other in tuple(self._peers.items()):
            if player in (None, other):
                self.remove(peer)
                send(peer, Closed(code, goodbye, words))
                yield peer

    def close(self) -> None:
        """Stops announcing spectators."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def advance(self, room: Room, now: int) -> None:
        """Takes the new room, which is about to be shown."""
        self._delay.advance(room, now)

    def replace(self, delay: Delay) -> None:
        """Takes a room that was read from the log again."""
        self._delay = delay
        if self._told.version > self.watched:
            self._told = delay.shown.room

    def show(self, room: Room, since: int, now: int, entering: Peer | None = None) -> None:
        """One update to everybody, with the events after version `since`; to spectators, what they may see by now,
        with the events after what they have seen. Who is `entering` gets nothing here, but a welcome of its own."""
        yours = views.yours(room)
        late = self._delay.shown
        told, self._told = self._told, late.room
        current = late if late.room is room else Shown(room, now)
        seats = _Updates(self._state, current, since)
        watchers = seats if late is current and told.version == since else _Updates(self._state, late, told.version)
        for peer, player in tuple(self._peers.items()):
            if peer is entering:
                continue
            you = yours.get(player)
            if you is None:
                if late.room is not told:
                    peer.send(watchers.watched(peer.codec))
            elif peer in self._watching:  # has come back to a seat, by another connection
                self._watching.discard(peer)
                peer.send(_Updates(self._state, current, told.version).seat(peer.codec, you))
            else:
                peer.send(seats.seat(peer.codec, you))
        self._seen_by_table = self._watchers(room)
        if late.room is not told:
            self._seen_by_watchers = self._watchers(late.room)
        while self._held and self._held[0][0] <= late.room.version:
            _, line = self._held.popleft()
            broadcast((peer for peer in self._watching if self._peers[peer] != line.player), line)

    def say(self, line: Said, room: Room) -> None:
        """A line of chat to everybody. Spectators get what is said by who plays, or has left the match that runs,
        when they see that moment, except for the speaker, who knows it; of very many lines the last HELD."""
        plays = line.seat is not None or room.match_seat(line.player) is not None
        if not plays or self._delay.shown.room is room:
            broadcast(self._peers, line)
        else:
            now = (peer for peer, of in self._peers.items() if peer not in self._watching or of == line.player)
            broadcast(now, line)
            self._held.append((room.version, line))

    def welcome(self, peer: Peer, room: Room, since: int | None, now: int) -> None:
        """The whole view to one connection, with the events after `since` if it asked for them."""
        you = views.yours(room).get(self._peers[peer])
        shown = Shown(room, now)
        if you is not None:
            self._watching.discard(peer)
        else:
            self._watching.add(peer)
            late = self._delay.shown
            shown = shown if late.room is room else late
            if len(self._watching) == 1:
                self._seen_by_watchers = self._watchers(shown.room)
        room = shown.room
        events, gap = ((), False) if since is None else room.events_after(since)
        send(peer, Update(room.code, room.version, self._state(shown), () if gap else events, you, gap))

    def _name_later(self) -> None:
        """Spectators joined or left: announces them soon, if they are others than before."""
        if not self._peers:
            self.close()
        elif self._alarm is None and self._untold() != (False, False):
            at = max(self._clock.now(), self._named_at + EACH)
            self._alarm = self._clock.call_at(at, self._name)

    def _untold(self) -> tuple[bool, bool]:
        """Whether those at the table, and spectators, do not know who watches."""
        table, watchers = self._watchers(self._delay.newest), self._watchers(self._delay.shown.room)
        return table != self._seen_by_table, watchers != self._seen_by_watchers

    def _name(self) -> None:
        """Tells who watches, without events: each sees the version that they have seen."""
        self._alarm = None
        tell_table, tell_watchers = self._untold()
        if not tell_table and not tell_watchers:
            return  # an update has told it meanwhile
        self._named_at = now = self._clock.now()
        room, late = self._delay.newest, self._delay.shown
        current = Shown(room, now)
        late = current if late.room is room else late
        since = self._told.version
        if tell_table:
            self._seen_by_table = self._watchers(room)
        if tell_watchers:
            self._seen_by_watchers, self._told = self._watchers(late.room), late.room
        yours = views.yours(room)
        seats, watchers = _Updates(self._state, current, room.version), _Updates(self._state, late, since)
        for peer, player in tuple(self._peers.items()):
            you = yours.get(player)
            if you is None and tell_watchers:
                peer.send(watchers.watched(peer.codec))
            elif you is not None and tell_table:
                peer.send(seats.seat(peer.codec, you))

    def _watchers(self, room: Room) -> tuple[str, ...]:
        """Who watches, to those who see this room; the same until seats or connections change."""
        if self._counted is None or self._counted[0] is not room.places:
            people = room.people
            self._counted = room.places, tuple([player for player in self._names if player not in people])
        return self._counted[1]

    def _state(self, shown: Shown) -> RoomState:
        """The part for everybody, with who watches: how many, each counted once, and the names of the first of them,
        told apart from those at the table."""
        room = shown.room
        watching = self._watchers(room)
        if not watching:
            return views.state(room, shown.at, 0)
        names = [place.shown.name for place in room.places if place.shown.name is not None]
        seated = len(names)
        for player in watching[:NAMED]:
            names.append(distinct(self._names[player], names))
        return views.state(room, shown.at, len(watching), tuple(names[seated:]))


class _Updates:
    """The updates that show a room at one moment, with the events after version `since`: what several connections get
    is made once for each codec."""

    def __init__(self, state: Callable[[Shown], RoomState], shown: Shown, since: int) -> None:
        self._state = state
        self._shown = shown
        self._since = since
        self._public: dict[Codec, tuple[str, int, msgspec.Raw, msgspec.Raw]] = {}
        self._watched: dict[Codec, bytes] = {}

    def seat(self, codec: Codec, you: You) -> bytes:
        """The update of a seat."""
        public = self._public.get(codec) or self._encode(codec)
        return codec.encode(Update(*public, you))

    def watched(self, codec: Codec) -> bytes:
        """The update of spectators; all of them are shown the same."""
        frame = self._watched.get(codec)
        if frame is None:
            frame = self._watched[codec] = codec.encode(Update(*(self._public.get(codec) or self._encode(codec))))
        return frame

    def _encode(self, codec: Codec) -> tuple[str, int, msgspec.Raw, msgspec.Raw]:
        """The part for everybody."""
        room = self._shown.room
        events, _ = room.events_after(self._since)
        public = room.code, room.version, codec.raw(self._state(self._shown)), codec.raw(events)
        self._public[codec] = public
        return public


def send(peer: Peer, message: FromServer) -> None:
    """Sends a message to one connection."""
    peer.send(peer.codec.encode(message))


def broadcast(peers: Iterable[Peer], message: FromServer) -> None:
    """Sends a message to several connections; it is encoded once for each codec."""
    frames: dict[Codec, bytes] = {}
    for peer in tuple(peers):
        codec = peer.codec
        if codec not in frames:
            frames[codec] = codec.encode(message)
        peer.send(frames[codec])


def goodbye(command: ask.Command, room: Room, player: str) -> tuple[Goodbye, str]:
    """What to tell a player whom a command has put out of the room, which is now as it says."""
    match command:
        case ask.Leave():
            return Goodbye.LEFT, "you have left the room"
        case ask.Kick():
            return Goodbye.KICKED, "the host has put you out of the room"
        case ask.Expel():
            return Goodbye.KICKED, "the server's operator has put you out of the room"
    what_now = ""
    if room.status == "playing":
        held = room.stood_in_seat(player) is not None
        what_now = ": a bot plays for you until you join again" if held else "; join again when the match is over"
    return Goodbye.LEFT, f"you were away, or missed turns, for too long, and have left{what_now}"
