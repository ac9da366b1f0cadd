"""Sends to the connections of a room: answers, updates after each entry, chat, goodbyes.

Nothing is told here that is not stored: the runner says when (principle 4).
"""

from __future__ import annotations

import msgspec
import structlog

from fudakai.protocol.codes import Goodbye, Refusal
from fudakai.protocol.from_client import Chat
from fudakai.protocol.from_server import Ok, Refused
from fudakai.server.counts import Counts
from fudakai.server.live.audience import Audience, Peer, goodbye, send
from fudakai.server.live.chat import RoomChat
from fudakai.server.live.delay import Delay
from fudakai.server.live.ports import Events, Services
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.room import Room

log = structlog.get_logger()


class Request(msgspec.Struct, frozen=True):
    """A command, and who asked for it (nobody, when it comes from the process itself)."""

    command: ask.Command
    peer: Peer | None = None
    re: int = 0

    @property
    def kind(self) -> str:
        """The command's name, for the log."""
        return type(self.command).__name__.lower()

    @property
    def connection(self) -> int | None:
        """The connection that asked, for the log."""
        return None if self.peer is None else self.peer.id


def refuse(counts: Counts, peer: Peer, refused: Refused) -> None:
    """Tells a connection that its request is refused, and counts it."""
    counts.refusals[str(refused.code)] += 1
    log.debug("refused", connection=peer.id, room=refused.room, code=str(refused.code), re=refused.re)
    send(peer, refused)


class Telling:
    """Tells those in one room, who are its `audience`. Each call is given the room as it is stored."""

    def __init__(self, services: Services, events: Events, code: str, delay: Delay) -> None:
        """`code`: the room's; `delay`: what spectators may see."""
        self.audience = Audience(delay, services.clock)
        self._services = services
        self._events = events
        self._code = code
        self._talk = RoomChat()

    def tell(self, request: Request, room: Room, effects: Effects, before: int) -> str | None:
        """Answers the sender, then shows everybody the room with the events after version `before`. A player who has no
        connection here any more: the one that was to come in was closed while its request waited."""
        peer, entering, gone = request.peer, None, None
        if peer is not None:
            ref = request.command.ref if isinstance(request.command, ask.Play) else None
            version = effects.version
            if version == room.version and not effects.entries:
                version = self.version_for(room, request.command.player)  # type: ignore[union-attr, arg-type]
            send(peer, Ok(request.re, self._code, version, effects.seat, ref))
            if effects.enters and not room.closed:
                name = self._events.entered(peer, self._code)
                self.audience.add(peer, request.command.player, name or "")  # type: ignore[union-attr, arg-type]
                if name is None:
                    gone = self.audience.remove(peer)
                else:
                    entering = peer
        for player in effects.dismissed:
            self.dismiss(player, *goodbye(request.command, room, player))
        if effects.entries:
            self.audience.show(room, before, self._services.clock.now(), entering)
        if entering is not None:
            self.audience.welcome(entering, room, effects.since, self._services.clock.now())
        return gone

    def refuse(self, request: Request, code: str, words: str, retry_after: int | None = None) -> None:
        """Answers the sender, if there is one, that it is not done. `retry_after`: milliseconds."""
        if request.peer is not None:
            ref = request.command.ref if isinstance(request.command, ask.Play) else None
            refuse(self._services.counts, request.peer, Refused(code, words, request.re, self._code, ref, retry_after))

    def say(self, peer: Peer, player: str, name: str, message: Chat, room: Room) -> None:
        """Tells everybody in the room what somebody says. Raises Denied."""
        if peer not in self.audience:
            raise Denied(Refusal.NOT_SEATED, "come into the room first: join, or spectate")
        line = self._talk.line(room, player, name, message, self._services.clock.now())
        send(peer, Ok(message.id, self._code))
        self.audience.say(line, room)

    def dismiss(self, player: str | None, goodbye: Goodbye, words: str) -> None:
        """Says goodbye to a player's connections, or to all (None), and lets them go."""
        for peer in self.audience.dismiss(player, self._code, goodbye, words):
            self._events.left(peer, self._code)

    def version_for(self, room: Room, player: str) -> int:
        """The version of the room that the player sees."""
        return self.audience.watched if room.seat_of(player) is None else room.version
