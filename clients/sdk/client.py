"""A player's presence at a server: rooms are made, found, joined and watched from here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from fudakai.clients.sdk.errors import FudakaiError, Refused, understood
from fudakai.clients.sdk.link import Link, Notice, Patience, PendingRequest
from fudakai.clients.sdk.lobby import Lobby, RoomLine, line_of
from fudakai.clients.sdk.results import History, Leaderboard, Replay, history_of, leaderboard_of, replay_of
from fudakai.clients.sdk.room import Closing, Room
from fudakai.clients.sdk.wire import MINOR, Message


@dataclass(frozen=True)
class Option:
    """What may be chosen for a room. `kind`: "boolean", "integer", "number", "choice" (of `choices`) or "list"; `min`
    and `max` bound a number or a list's length, None: no bound. `nullable`: also None. `words` are for people."""

    name: str
    kind: str
    default: Any
    words: str
    nullable: bool = False
    min: float | None = None
    max: float | None = None
    choices: tuple[Any, ...] = ()


class Client:
    """Made by `connect`; everything below holds inside its `async with`."""

    def __init__(self, url: str, hello: Mapping[str, Any], patience: Patience, notice: Notice | None) -> None:
        self._link = Link(url, hello, self, patience, notice)
        self._rooms: dict[str, Room] = {}
        self._known: set[str] = set()
        self._lobby: Lobby | None = None
        self._welcome: Message = {}
        self._life: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self._link.run())
        try:
            await self._link.settled.wait()
        except asyncio.CancelledError:
            await self._end()
            raise
        if self._link.failure:
            await self._end()
            raise self._link.failure
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def _end(self) -> None:
        if self._life is None:
            raise AssertionError("a client ends once, after it began")
        self._life.cancel()
        with suppress(asyncio.CancelledError, FudakaiError):
            await self._life  # an error of another kind is a fault in here and is raised

    # who I am

    @property
    def player(self) -> str:
        """My identity on this server."""
        return str(self._welcome["player"])

    @property
    def name(self) -> str:
        """My name as the server took it."""
        return str(self._welcome["name"])

    @property
    def token(self) -> str:
        """Who has this is me: keep it for the next `connect`, and keep it secret."""
        return str(self._welcome["token"])

    @property
    def games(self) -> dict[str, tuple[int, int]]:
        """The games that the server plays, with fewest and most seats."""
        return {game["name"]: (game["seats"][0], game["seats"][1]) for game in self._welcome["games"]}

    @property
    def titles(self) -> dict[str, str]:
        """What people call those games."""
        return {game["name"]: game["title"] for game in self._welcome["games"]}

    @property
    def online(self) -> bool:
        """Whether there is a connection just now; without one whatever is asked waits for the next."""
        return self._link.up

    def options(self, game: str) -> tuple[Option, ...]:
        """What may be chosen for a room of that game; none for a game that the server does not play."""
        return next((_options(one["options"]) for one in self._welcome["games"] if one["name"] == game), ())

    @property
    def settings(self) -> tuple[Option, ...]:
        """What may be chosen for every room, with the defaults of this server."""
        return _options(self._welcome["settings"])

    @property
    def seated_in(self) -> tuple[str, ...]:
        """Rooms where I had a seat when the present connection began; `join` brings me back."""
        return tuple(self._welcome["rooms"])

    # rooms

    async def rooms(self, game: str | None = None, *, status: str | None = None, free: bool = False) -> list[RoomLine]:
        """The rooms that are public or locked; of one game, one status ("waiting", "playing", "finished"), with a seat
        to take, if that is asked for."""
        answer = await self._link.ask(PendingRequest(_list("list", game, status, free)))
        with understood(answer):
            return list(map(line_of, answer["rooms"]))

    async def follow(self, game: str | None = None, *, status: str | None = None, free: bool = False) -> Lobby:
        """The list of rooms as it changes, of one game, one status ("waiting", "playing", "finished"), with a seat to
        take, if that is asked for. A client follows one list: the one before ends. Raises Refused."""
        message = _list("follow", game, status, free)
        lobby = Lobby(message, self._unfollow)

        def begun(answer: Message) -> None:
            lobby.begin(answer)
            before, self._lobby = self._lobby, lobby
            if before is not None:
                before.end()

        await self._link.ask(PendingRequest(message, begun))
        return lobby

    async def _unfollow(self, lobby: Lobby) -> None:
        if self._lobby is lobby:
            self._lobby = None
            if not self._link.unanswered("follow"):  # a newer list is on its way, and takes this one's place
                await self._link.ask(PendingRequest({"type": "unfollow"}))

    async def create(
        self,
        game: str,
        *,
        seats: int | None = None,
        title: str | None = None,
        visibility: str = "public",
        passcode: str | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Room:
        """Makes a room and sits down in it as its host. What is left out is the game's or the server's default.
        `passcode`: of a room whose `visibility` is locked. Raises Refused."""
        message = {"type": "create", "game": game, "visibility": visibility}
        more = {"seats": seats, "title": title, "passcode": passcode, "options": options, "settings": settings}
        return await self._enter(message | {name: value for name, value in more.items() if value is not None})

    async def quick(self, game: str) -> Room:
        """Takes a seat in the fullest public room of a game that waits for players, or in a new one. Raises Refused."""
        return await self._enter({"type": "quick", "game": game})

    async def join(self, code: str, passcode: str | None = None) -> Room:
        """Takes the first free seat of a room, or comes back to the seat I have. Raises Refused."""
        return await self._enter(_with_passcode({"type": "join", "room": code}, passcode))

    async def spectate(self, code: str, passcode: str | None = None) -> Room:
        """Watches a room. Raises Refused."""
        return await self._enter(_with_passcode({"type": "spectate", "room": code}, passcode))

    async def _enter(self, message: Message) -> Room:
        entered: list[Room] = []
        await self._link.ask(PendingRequest(message, lambda answer: entered.append(self._entered(answer["room"]))))
        room = entered[-1]
        room.passcode = message.get("passcode", room.passcode)
        room.watched = message["type"] == "spectate"
        await room.first_view()
        return room

    def _entered(self, code: str) -> Room:
        """The room with that code, a new one if I was not in it; those that are over are remembered no more."""
        self._known.add(code)
        self._rooms = {room.code: room for room in self._open_rooms()}
        return self._rooms.setdefault(code, Room(code, self._link))

    # what is over

    async def history(self, player: str | None = None, *, limit: int = 20, before: int | None = None) -> History:
        """My matches that are over, newest first, or those of another player in public rooms; at most `limit` (1 to
        100), with the `before` of an earlier answer the ones after that. Raises Refused."""
        given = {"player": player, "limit": limit, "before": before}
        message = {"type": "history"} | {name: value for name, value in given.items() if value is not None}
        answer = await self._link.ask(PendingRequest(message))
        with understood(answer):
            return history_of(answer)

    async def leaderboard(self, game: str, *, limit: int = 20) -> Leaderboard:
        """The first players of a game, most points first, and my place. Raises Refused."""
        answer = await self._link.ask(PendingRequest({"type": "leaderboard", "game": game, "limit": limit}))
        with understood(answer):
            return leaderboard_of(answer)

    async def record(self, match: str) -> dict[str, Any]:
        """The record of a match that is over, of a public room or of mine, as `fudakai-server replay` reads it from a
        file of JSON. Raises Refused (`unknown_match`), also when it has expired."""
        answer = await self._link.ask(PendingRequest({"type": "record", "match": match}))
        with understood(answer):
            return dict(answer["record"])

    async def replay(self, match: str, first: int = 0, count: int = 16) -> Replay:
        """The table of a match that is over, all hands open, after `first` entries (0: before all) and after each of
        the next, at most `count` (1 to 16) frames. Raises Refused (`unknown_match`) as `record` does."""
        answer = await self._link.ask(
            PendingRequest({"type": "replay", "match": match, "first": first, "count": count})
        )
        with understood(answer):
            return replay_of(answer)

    # what the link tells its owner

    def welcomed(self, welcome: Message) -> None:
        """See Owner."""
        for game in welcome["games"]:
            _ = game["name"], game["seats"][1], _options(game["options"])
        _ = welcome["player"], welcome["name"], welcome["token"], _options(welcome["settings"])
        if not self._welcome:
            self._known.update(welcome["rooms"])
        self._welcome = welcome
        for told in ("name", "birthday"):  # the token says them now
            self._link.hello.pop(told, None)
        self._link.hello["token"] = welcome["token"]

    async def restore(self) -> None:
        """Resumes every room where it was, and finds the room whose `create` was answered to a lost connection."""
        async with asyncio.TaskGroup() as tasks:
            for room in self._open_rooms():
                tasks.create_task(self._resume(room))
            if self._lobby is not None:
                tasks.create_task(self._link.ask(PendingRequest(self._lobby.message, self._lobby.begin), now=True))
        creating = self._link.unanswered("create")
        unknown = [code for code in self._welcome["rooms"] if code not in self._known]
        self._known.update(unknown)
        if len(creating) == len(unknown) == 1:
            with suppress(Refused):
                resume = PendingRequest({"type": "resume", "room": unknown[0], "version": 0}, creating[0].entered)
                answer = await self._link.ask(resume, now=True)
                creating[0].answer.set_result(answer)

    async def compare(self, versions: Mapping[str, int]) -> None:
        """Resumes rooms of which a message was lost."""
        for room in self._open_rooms():
            if versions.get(room.code, -1) > room.version or room.code not in versions:
                await self._resume(room)

    def received(self, message: Message) -> None:
        """See Owner. What a later server may send besides is ignored."""
        if message["type"] == "listed" and self._lobby is not None:
            self._lobby.change(message)
        room = self._rooms.get(message.get("room", ""))
        if room is None or room.closing:
            return
        if message["type"] == "update":
            room.update(message)
        elif message["type"] == "said":
            room.said(message)
        elif message["type"] == "closed":
            room.close(Closing(message["code"], message["words"]))

    def failed(self, failure: FudakaiError) -> None:
        """See Owner."""
        for room in self._rooms.values():
            room.fail(failure)
        if self._lobby is not None:
            self._lobby.end(failure)

    def _open_rooms(self) -> list[Room]:
        return [room for room in self._rooms.values() if room.closing is None]

    async def _resume(self, room: Room) -> None:
        """Comes back as what I was there: who only watches does not take a seat back from its stand-in."""
        try:
            resume = {"type": "resume", "room": room.code, "version": room.version}
            if room.watches_own_seat(self.player, room.code in self.seated_in):
                resume = {"type": "spectate", "room": room.code}
                room.lost_sight()
            await self._link.ask(PendingRequest(_with_passcode(resume, room.passcode)), now=True)
        except Refused as refusal:
            room.close(Closing(refusal.code, refusal.words))


def _options(told: Sequence[Message]) -> tuple[Option, ...]:
    """As the server tells them; what a later one tells besides is ignored."""
    names = Option.__dataclass_fields__
    found = (Option(**{name: value for name, value in one.items() if name in names}) for one in told)
    return tuple(replace(option, choices=tuple(option.choices)) for option in found)


def _with_passcode(message: Message, passcode: str | None) -> Message:
    return message if passcode is None else {**message, "passcode": passcode}


def connect(
    url: str,
    *,
    name: str | None = None,
    token: str | None = None,
    access: str | None = None,
    birthday: str | None = None,
    patience: Patience | None = None,
    notice: Notice | None = None,
) -> Client:
    """A client for `async with`. With `token` (of an earlier `Client.token`) it is that player again, else a new guest
    called `name`; `access` is what a closed server asks of everybody. `birthday` ("MM-DD") is the player's from now on,
    "" takes it away: keep the new `Client.token`. `patience` says how long to try; by default once at first, and for
    ever to come back. `notice` is told when the link is lost and when it is back.

    Entering raises Unreachable when no server answers, WrongAddress when something else does, Refused when it does not
    take this player (`wrong_token`, `wrong_access`, `bad_name`, and `bad_message` for what is no birthday).
    """
    hello = {
        "name": None if token else name,
        "token": token,
        "access": access,
        "client": "fudakai-python",
        "birthday": birthday,
        "minor": MINOR,
    }
    given = {field: value for field, value in hello.items() if value is not None}
    return Client(url, given, patience or Patience(), notice)


def _list(kind: str, game: str | None, status: str | None, free: bool) -> dict[str, Any]:
    """A message that asks for the list of such rooms."""
    given = {"game": game, "status": status, "free": free}
    return {"type": kind} | {name: value for name, value in given.items() if value is not None}
