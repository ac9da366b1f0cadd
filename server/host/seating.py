"""How people come to a table: rooms are made, and quick match finds one (L3).

Quick matches of a game are served one after the other, so that two who ask at the same moment end in one room: whoever
comes second looks when the first one has a seat. Nobody waits for a room that reads its log again.

Seats that are asked for and not stored yet count like those that are there, so that many requests at once bring nobody
over a bound.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Coroutine, Mapping
from typing import Final

import msgspec
import structlog

from fudakai.protocol import from_client as client
from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_server import Refused
from fudakai.server.games.api import Game
from fudakai.server.host.ports import Annals
from fudakai.server.host.quotas import PendingSeats, Quotas
from fudakai.server.host.sessions import Session
from fudakai.server.live.audience import Peer
from fudakai.server.live.ports import Events, Services
from fudakai.server.live.runner import Runner
from fudakai.server.live.telling import Request, refuse
from fudakai.server.log import where
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.create import checked_title, create
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import encode
from fudakai.server.rooms.lock import BadPasscode, Lock, make
from fudakai.server.rooms.room import Room
from fudakai.server.rooms.settings import RoomSettings

CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What room codes are made of: nothing that looks like something else (L1)."""
CODE_LENGTH: Final = 6

log = structlog.get_logger()


class Intake:
    """Whether this process takes new rooms and matches."""

    def __init__(self) -> None:
        self.stopping = False
        """The process ends."""
        self.drain_words: str | None = None
        """What everybody is told while the server drains: it stops when the running matches are over."""

    @property
    def open(self) -> bool:
        """Whether new rooms are made."""
        return not self.stopping and self.drain_words is None


class Seating:
    """Who sits where, and how people come to a seat. `rooms`: the open rooms of this process; new ones are added."""

    def __init__(
        self,
        services: Services,
        events: Events,
        rooms: dict[str, Runner],
        sessions: Collection[Peer],
        *,
        intake: Intake,
        annals: Annals,
        quotas: Quotas,
        defaults: RoomSettings,
    ) -> None:
        self._services = services
        self._events = events
        self._rooms = rooms
        self._sessions = sessions
        self._intake = intake
        self._annals = annals
        self._quotas = quotas
        self._defaults = defaults
        self._seats: dict[str, set[str]] = {}
        self._pending = PendingSeats()
        self._turns: Mapping[str, asyncio.Lock] = {game: asyncio.Lock() for game in services.games}

    def seats_of(self, player: str) -> frozenset[str]:
        """The codes of the rooms in which the player has a seat, or may come back to one."""
        return frozenset(self._seats.get(player, ()))

    def moved(self, code: str, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        """Records who has a seat in a room or may come back to one: the players before, and those now."""
        for player in set(before) - set(after):
            rooms = self._seats.get(player)
            if rooms is not None:
                rooms.discard(code)
                if not rooms:
                    del self._seats[player]
        for player in set(after) - set(before):
            self._seats.setdefault(player, set()).add(code)
            self._pending.seated(player, code)

    def create(self, peer: Peer, session: Session, message: client.Create) -> None:
        """Makes a room, of which its player is the host. Raises Denied."""
        self._may_ask(session)
        self._may_make(session)
        room = create(
            "",
            self._game(message.game),
            message.options,
            message.settings,
            self._defaults,
            title=checked_title(message.title or "") or _title(session),
            visibility=message.visibility,
            size=message.seats,
            player=session.player,
            name=session.name,
            lock=lock_of(message.passcode),
        )
        session.opening = True
        seat = self._pending.make(session.player)
        self._services.tasks.spawn(
            self._answer(self._open(peer, session, message.id, room, seat), peer, session, message.id)
        )

    def quick(self, peer: Peer, session: Session, message: client.Quick) -> None:
        """A seat in the fullest public waiting room of a game, or in a new one (L3). Raises Denied."""
        self._may_ask(session)
        game = self._game(message.game)
        session.opening = True
        self._services.tasks.spawn(self._answer(self._find(peer, session, message.id, game), peer, session, message.id))

    def join(self, runner: Runner, player: str, request: Request) -> None:
        """Hands in a player's request for a seat. Raises Denied for a player with seats in as many rooms as allowed;
        one with a seat in this room, or who may come back to it, only comes back."""
        if player in runner.room.members:
            runner.post(request)
            return
        self._may_sit(player, runner.code)
        seat = self._pending.sit(player, runner.code)
        runner.post(request)
        if runner.busy:
            self._services.tasks.spawn(self._until_answered(runner, player, seat))
        else:
            self._pending.over(player, seat)

    async def _until_answered(self, runner: Runner, player: str, seat: int) -> None:
        """Waits until all that was asked of the room has its answer: then a seat that is not there was refused."""
        try:
            while runner.busy:
                await runner.settled()
        finally:
            self._pending.over(player, seat)

    # ---- what may be

    def _may_ask(self, session: Session) -> None:
        """Raises Denied when there are no new tables just now, or one at a time is being found."""
        self._going_on()
        if not self._services.store.healthy:
            raise Denied(Refusal.UNAVAILABLE, "the store cannot be reached just now")
        if session.opening:
            raise Denied(Refusal.TOO_FAST, "one room at a time: the one before is still being made")

    def _game(self, name: str) -> Game:
        game = self._services.games.get(name)
        if game is None:
            raise Denied(Refusal.UNKNOWN_GAME, f"no game {name!r} here; there are: {', '.join(self._services.games)}")
        return game

    def _going_on(self) -> None:
        if not self._intake.open:
            raise Denied(Refusal.STOPPING, "the server is about to restart: no new rooms just now")

    def _may_make(self, session: Session) -> None:
        """Raises Denied when there are rooms enough, of the player's or in all."""
        self._going_on()
        self._may_sit(session.player)
        if len(self._rooms) + self._pending.new_rooms >= self._quotas.rooms:
            words = "this server has as many rooms as it may; join one, or try again later"
            raise Denied(Refusal.TOO_MANY_ROOMS, words)

    def _may_sit(self, player: str, code: str = "") -> None:
        """Raises Denied when the player has a seat in rooms enough, or soon will, the room `code` aside."""
        seats = {code for code in self.seats_of(player) if player in self._rooms[code].room.people}
        if len((seats | self._pending.rooms(player)) - {code}) >= self._quotas.rooms_per_player:
            words = f"you have a seat in {self._quotas.rooms_per_player} rooms, the most there may be; leave one first"
            raise Denied(Refusal.TOO_MANY_ROOMS, words)

    # ---- at work

    async def _answer(self, work: Coroutine[object, object, None], peer: Peer, session: Session, re: int) -> None:
        try:
            await work
        except Denied as denied:
            refuse(self._services.counts, peer, Refused(denied.code, denied.words, re, retry_after=denied.retry_after))
        except Exception as error:
            log.warning("a room could not be made", connection=peer.id, error=where(error))
            words = "the room could not be stored; try again"
            refuse(self._services.counts, peer, Refused(Refusal.UNAVAILABLE, words, re))
        finally:
            session.opening = False

    async def _open(self, peer: Peer, session: Session, re: int, room: Room, seat: int) -> None:
        """Stores a new room under a code that is free, and lets its creator in, whose `seat` was coming. Raises Denied
        for an address that has made enough."""
        try:
            self._quotas.make_room(peer.source)
            try:
                runner = await self._store(room)
            except BaseException:
                self._quotas.not_made(peer.source)
                raise
        finally:
            self._pending.over(session.player, seat)
        self._quotas.made(runner.code, peer.source)
        log.info("room made", room=runner.code, connection=peer.id, game=room.game.NAME)
        runner.post(Request(ask.Resume(session.player, 0), peer, re))

    async def _store(self, room: Room) -> Runner:
        fence = self._services.lease.number
        for _ in range(16):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            now = self._services.clock.now()
            named = msgspec.structs.replace(room, code=code, active=now)
            if await self._annals.known(f"{code}-1"):
                continue  # a room of long ago: matches are told apart by the room's code for ever
            if await self._services.store.create(code, fence, encode(named.base(now))):
                runner = self._rooms[code] = Runner(self._services, self._events, named, fence)
                return runner
        raise RuntimeError("no free code was found")

    async def _find(self, peer: Peer, session: Session, re: int, game: Game) -> None:
        async with self._turns[game.NAME]:
            while peer in self._sessions:  # who has gone while others had their turn gets no seat
                self._going_on()
                runner = self._fullest(game, session.player)
                if runner is None:
                    self._may_make(session)
                    room = create(
                        "",
                        game,
                        {},
                        {},
                        self._defaults,
                        title=_title(session),
                        visibility="public",
                        size=None,
                        player=session.player,
                        name=session.name,
                    )
                    await self._open(peer, session, re, room, self._pending.make(session.player))
                    return
                if runner.recovering or not runner.busy:
                    self.join(runner, session.player, Request(ask.Join(session.player, session.name), peer, re))
                    return
                await runner.settled()  # somebody may be taking the last seat: look again when that is stored

    def _fullest(self, game: Game, player: str) -> Runner | None:
        """The room to sit down in, if there is one: that in which the player sits already, else that with the fewest
        free seats, of equals the one with the most people, then the oldest. One that reads its log is none to sit down
        in, since that may take as long as it likes."""
        codes = self.seats_of(player)
        mine = (self._rooms[code] for code in codes)
        fits = [runner for runner in mine if _waits(runner.room, game) and player in runner.room.people]
        if not fits:
            fits = [
                runner for runner in self._rooms.values() if not runner.recovering and _fits(runner.room, game, player)
            ]
        return min(fits, key=lambda runner: (_free(runner.room), -len(runner.room.people)), default=None)


def _waits(room: Room, game: Game) -> bool:
    return room.game is game and room.status == "waiting" and room.visibility == "public"


def _fits(room: Room, game: Game, player: str) -> bool:
    """Whether the player can sit down there, with somebody who is present."""
    return (
        _waits(room, game)
        and room.free_seat() is not None
        and player not in room.kicked
        and any(place.player is not None and not place.shown.away for place in room.places)
    )


def _free(room: Room) -> int:
    return sum(not place.taken for place in room.places)


def _title(session: Session) -> str:
    return f"{session.name}'s table"


def lock_of(passcode: str | None) -> Lock | None:
    """The lock with a passcode that a host has chosen. Raises Denied."""
    try:
        return None if passcode is None else make(passcode, secrets.token_bytes(16))
    except BadPasscode as bad:
        raise Denied(Refusal.BAD_OPTIONS, bad.words) from None
