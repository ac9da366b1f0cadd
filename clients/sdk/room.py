"""One room as a client sees it: views come out, moves go in."""

from __future__ import annotations

import asyncio
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fudakai.clients.sdk.errors import FudakaiError, Refused, understood
from fudakai.clients.sdk.link import Link, PendingRequest
from fudakai.clients.sdk.view import Data, View, view_of
from fudakai.clients.sdk.wire import Message
from fudakai.protocol.codes import Refusal

MOST_LINES: Final = 100
"""Lines of chat that a room remembers."""


@dataclass(frozen=True)
class Closing:
    """Why there is nothing more to see of a room: it closed, or this player is in it no more."""

    code: str
    words: str


@dataclass(frozen=True)
class Line:
    """Somebody in the room said something: a `text`, or else an `emote`. Both are to be shown as text and nothing
    else. `seat` is None for a spectator."""

    player: str
    name: str
    seat: int | None
    text: str | None
    emote: str | None


class Room:
    """A room that the client is in. `async for view in room` gives the newest view whenever there is one, and ends when
    the room closes or is left; only one reader at a time. Whoever reads slowly gets fewer views, each with all that
    happened in between."""

    def __init__(self, code: str, link: Link) -> None:
        self.code = code
        self.view: View | None = None
        """The newest view; None until the first came (never for a room that `Client` handed out)."""
        self.closing: Closing | None = None
        """Set when the room is over for this client."""
        self.lines: deque[Line] = deque(maxlen=MOST_LINES)
        """The last lines of chat since this client came in, the oldest first."""
        self.heard: Callable[[Line], None] | None = None
        """Told every line of chat, as it comes."""
        self.passcode: str | None = None
        """With which a locked room was entered; who watches needs it to come back."""
        self.watched = False
        """Whether it was entered to watch."""
        self._lost = False
        self._link = link
        self._unread: View | None = None
        self._read: View | None = None
        self._failure: FudakaiError | None = None
        self._news = asyncio.Event()

    @property
    def online(self) -> bool:
        """Whether there is a connection just now; without one whatever is asked waits for the next."""
        return self._link.up

    @property
    def version(self) -> int:
        """The version of the newest view; 0 before it."""
        return self.view.version if self.view else 0

    def watches_own_seat(self, player: str, claimed: bool) -> bool:
        """Whether I, that player, came to watch where a seat is mine that a stand-in plays, or may be: it is `claimed`
        on the server, stands in my last view, or there is none yet."""
        if not self.watched or (self.view is not None and self.view.you is not None):
            return False
        return claimed or self.view is None or any(seat["player"] == player for seat in self.view.state["seats"])

    def __aiter__(self) -> Room:
        return self

    async def __anext__(self) -> View:
        """Raises what ended the client (Dropped, Unreachable, Offline) if it was not the room that ended."""
        while self._unread is None:
            if self._failure:
                raise self._failure
            if self.closing:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        self._read, self._unread = self._unread, None
        return self._read

    async def move(self, offer: Data, on: View | None = None) -> int:
        """Plays one of the offers and gives the room's version with it, once the server has stored it.

        `on` is the view the choice was made from: by default the last one that was read from this room. The move is
        named once and for all, so it counts once, however often connection or server are lost before the answer.
        Raises Stale when the seat's offers changed since that view, Refused for every other refusal.
        """
        seen = on or self._read or self.view
        if seen is None:
            raise AssertionError("a room is handed out with its first view")
        return await self._ask(
            {"type": "move", "ref": uuid.uuid4().hex, "version": seen.version, "move": offer, "room": self.code}
        )

    async def sit(self, seat: int | None = None) -> int:
        """Takes a seat, the first free one by default, or changes to it. Gives the version. Raises Refused."""
        message: dict[str, object] = {"type": "sit", "room": self.code}
        if seat is not None:
            message["seat"] = seat
        return await self._ask(message)

    async def ready(self, ready: bool = True) -> int:
        """Says that I am ready to start, or not. Gives the version. Raises Refused."""
        return await self._ask({"type": "ready", "room": self.code, "ready": ready})

    async def start(self) -> int:
        """Starts the match, as the host. Gives the version. Raises Refused."""
        request = PendingRequest({"type": "start", "room": self.code})
        try:
            return self._version(await self._link.ask(request))
        except Refused as refusal:
            if refusal.code == Refusal.PLAYING and request.asked_again:
                return self.version  # the first answer was lost with its connection
            raise

    async def configure(
        self,
        *,
        title: str | None = None,
        visibility: str | None = None,
        passcode: str | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> int:
        """Changes what is named, as the host; options and settings only between matches. Gives the version. Raises
        Refused."""
        more = {
            "title": title,
            "visibility": visibility,
            "passcode": passcode,
            "options": options,
            "settings": settings,
        }
        given = {name: value for name, value in more.items() if value is not None}
        return await self._ask({"type": "configure", "room": self.code, **given})

    async def add_bot(self, strength: str = "strong", seat: int | None = None) -> int:
        """Puts a bot of the server's into a seat, the first free one by default, as the host. Gives the version. Raises
        Refused."""
        message: dict[str, object] = {"type": "add_bot", "room": self.code, "strength": strength}
        if seat is not None:
            message["seat"] = seat
        return await self._ask(message)

    async def kick(self, seat: int) -> int:
        """Takes a bot out of its seat, or a person out of the room, as the host. Gives the version. Raises Refused."""
        return await self._ask({"type": "kick", "room": self.code, "seat": seat})

    async def mute(self, player: str, muted: bool = True) -> int:
        """Lets a player not chat here, or chat again, as the host. Gives the version. Raises Refused."""
        return await self._ask({"type": "mute", "room": self.code, "player": player, "muted": muted})

    async def close_for_all(self) -> None:
        """Closes the room, as the host; a running match is abandoned. Raises Refused."""
        request = PendingRequest({"type": "close", "room": self.code})
        try:
            await self._link.ask(request)
        except Refused as refusal:
            if refusal.code != Refusal.UNKNOWN_ROOM or not request.asked_again:
                raise  # else the first answer was lost with its connection
        self.close(Closing("closed", "You closed the room."))

    async def chat(self, text: str) -> None:
        """Says something to everybody in the room. After a lost connection it may have been said twice. Raises
        Refused."""
        await self._ask({"type": "chat", "room": self.code, "text": text})

    async def emote(self, emote: str) -> None:
        """The same with one of the few emotes. Raises Refused."""
        await self._ask({"type": "chat", "room": self.code, "emote": emote})

    async def leave(self) -> None:
        """Leaves the room for good, in a running match by the game's rule. Does nothing in a room already left."""
        if self.closing:
            return
        try:
            await self._ask({"type": "leave", "room": self.code})
        except Refused as refusal:
            if refusal.code not in (Refusal.NOT_SEATED, Refusal.UNKNOWN_ROOM):
                raise
        self.close(Closing("left", "You left the room."))

    async def _ask(self, message: Message) -> int:
        return self._version(await self._link.ask(PendingRequest(message)))

    def _version(self, answer: Message) -> int:
        with understood(answer):
            return int(answer.get("version", self.version))

    # what the client tells the room

    def update(self, message: Message) -> None:
        """Takes an `update` message."""
        view = view_of(message, self.version)
        self.view = replace(view, gap=True) if self._lost and view.version > self.version else view
        self._lost = False
        self._unread = self.view.after(self._unread) if self._unread else self.view
        self._news.set()

    def lost_sight(self) -> None:
        """The next view comes without the events since this one."""
        self._lost = self.view is not None

    def said(self, message: Message) -> None:
        """Takes a `said` message."""
        fields = (message.get(name) for name in ("seat", "text", "emote"))
        line = Line(message["player"], message["name"], *fields)
        self.lines.append(line)
        if self.heard:
            self.heard(line)

    def close(self, closing: Closing) -> None:
        """The room is over for this client; the last view can still be read."""
        self.closing = self.closing or closing
        self._news.set()

    def fail(self, failure: FudakaiError) -> None:
        """The client is over."""
        self._failure = failure
        self._news.set()

    async def first_view(self) -> None:
        """Waits for the first view. Raises Refused if the room closed before it came, or what ended the client."""
        while self.view is None:
            if self._failure:
                raise self._failure
            if self.closing:
                raise Refused(self.closing.code, self.closing.words)
            self._news.clear()
            await self._news.wait()
