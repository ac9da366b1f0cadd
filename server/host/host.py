"""Runs this node's rooms: who is connected, which room a message is for, opening and recovering rooms.

The host is what the transport's connections talk to. It is synchronous: a message is routed when it comes, and only
what needs the store first (making a room) becomes a task, owned by the host's task group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, NamedTuple

import structlog

from fudakai.protocol import from_client as client
from fudakai.protocol.codec import CODECS
from fudakai.protocol.codes import Announcement, Close, Refusal
from fudakai.protocol.from_server import Limits, Notice, Ok, Pong, Refused, Welcome
from fudakai.server.host.listing import RoomListing
from fudakai.server.host.ports import Annals, Doorkeeper, Question
from fudakai.server.host.quotas import Quotas
from fudakai.server.host.seating import Intake, Seating, lock_of
from fudakai.server.host.sessions import Caller, Profiles, Session
from fudakai.server.live.audience import Peer, broadcast, send
from fudakai.server.live.ports import Services
from fudakai.server.live.recovery import fetch
from fudakai.server.live.runner import Runner
from fudakai.server.live.telling import Request, refuse
from fudakai.server.log import where
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.create import described_game, described_settings
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.powers import host_only
from fudakai.server.rooms.room import Room
from fudakai.server.rooms.settings import RoomSettings

QUESTIONS: Final = 8
"""Questions about what is over that a connection may have open."""
RECOVER_AT_ONCE: Final = 64
"""Rooms whose logs are read at the same time at a start."""

log = structlog.get_logger()


class ServerInfo(NamedTuple):
    """What `welcome` says of this server: its version, what clients must keep to, and the defaults of new rooms."""

    version: str
    limits: Limits
    defaults: RoomSettings


class Host:
    """The rooms of this process. `run` must be running while messages come in."""

    def __init__(
        self, services: Services, *, door: Doorkeeper, annals: Annals, quotas: Quotas, info: ServerInfo
    ) -> None:
        self.services = services
        self.intake = Intake()
        self.info = info
        self._door = door
        self._annals = annals
        self._quotas = quotas
        self._runners: dict[str, Runner] = {}
        self._sessions: dict[Peer, Session] = {}
        self._profiles = Profiles(quotas)
        self._listing = RoomListing(
            services.clock, services.games, lambda: (runner.room for runner in self._runners.values())
        )
        self._seating = Seating(
            services,
            self,
            self._runners,
            self._sessions,
            intake=self.intake,
            annals=annals,
            quotas=quotas,
            defaults=info.defaults,
        )
        told = (tuple(map(described_game, services.games.values())), described_settings(info.defaults))
        self._told = {codec: tuple(map(codec.raw, told)) for codec in CODECS.values()}

    # ---- life

    async def run(self, ready: asyncio.Event, stop: asyncio.Event) -> None:
        """Takes this node's open rooms, says `ready`, and serves until `stop`."""
        async with self.services.tasks:
            await self._take_rooms()
            self.services.store.watch(self._store_changed)
            ready.set()
            await stop.wait()
        for runner in self._runners.values():
            runner.close()

    def stop_taking(self) -> None:
        """Stops taking new rooms, and announces the restart to every connection."""
        self.intake.stopping = True
        self.notify(Announcement.STOPPING, "the server restarts; your seats are kept, come back in a moment")

    def notify(self, code: Announcement, words: str) -> int:
        """Announces something to every connection; returns how many there are."""
        broadcast(self._sessions, Notice(code, words))
        return len(self._sessions)

    @property
    def draining(self) -> bool:
        """Whether no new rooms and matches are taken, since the server is to stop when those that run are over."""
        return self.intake.drain_words is not None

    def drain(self, words: str | None) -> None:
        """Stops taking new rooms and matches, and announces it in these words, also to later arrivals. None: takes them
        again."""
        self.intake.drain_words = words
        if words is not None:
            self.notify(Announcement.DRAINING, words)

    async def settled(self) -> None:
        """Returns when no append is under way in any room. The caller bounds the wait."""
        while busy := [runner for runner in self._runners.values() if runner.busy]:
            await busy[0].settled()

    @property
    def rooms(self) -> int:
        """Rooms that this process runs."""
        return len(self._runners)

    @property
    def runners(self) -> Mapping[str, Runner]:
        """What runs each room, by its code; read only."""
        return self._runners

    @property
    def sessions(self) -> Mapping[Peer, Session]:
        """Every connection that has said hello; read only."""
        return self._sessions

    def seats_of(self, player: str) -> frozenset[str]:
        """The rooms in which the player has a seat, or may come back to one."""
        return self._seating.seats_of(player)

    async def _take_rooms(self) -> None:
        codes = await self.services.store.rooms()
        for start in range(0, len(codes), RECOVER_AT_ONCE):
            await asyncio.gather(*(self._take(code) for code in codes[start : start + RECOVER_AT_ONCE]))
        if codes:
            log.info("rooms recovered", rooms=len(self._runners), found=len(codes))
        self.services.counts.rooms_recovered = len(self._runners)

    async def _take(self, code: str) -> None:
        found = await fetch(self.services, code, renumber=False)
        if found is not None and not found[0].closed:
            room, log_, delay = found
            runner = self._runners[code] = Runner(self.services, self, room, log_.fence, delay)
            runner.reconcile()

    def _store_changed(self, healthy: bool) -> None:
        if not self.services.tasks.open:
            return  # this process ends
        log.warning("the store is back" if healthy else "the store cannot be reached")
        self.services.counts.outages += not healthy
        if healthy:
            for runner in tuple(self._runners.values()):
                runner.reconcile()

    # ---- what runners and their telling need

    def entered(self, peer: Peer, room: str) -> str | None:
        """A connection is in a room; the name of who that is, None when it is closed already."""
        session = self._sessions.get(peer)
        if session is None:
            return None
        session.rooms.add(room)
        return session.name

    def left(self, peer: Peer, room: str) -> None:
        """A connection left a room."""
        session = self._sessions.get(peer)
        if session is not None:
            session.rooms.discard(room)

    def changed(self, room: Room, before: Room | None) -> None:
        """Records who sits there, and lists the room."""
        if before is None or before.places is not room.places:
            self._moved(room.code, () if before is None else before.members, room.members)
        self._listing.changed(room)

    def _moved(self, code: str, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        self._seating.moved(code, before, after)
        for player in set(before) - set(after):
            self._forget(player)

    def _forget(self, player: str) -> None:
        self._profiles.forget(player, seated=bool(self.seats_of(player)))

    def birthdays(self, players: tuple[str, ...]) -> Mapping[str, str]:
        """The birthdays of those of these players who have given one, as MM-DD."""
        return self._profiles.birthdays(players)

    def finished(self, room: str) -> None:
        """A match's result is stored, and waits in the room's outbox."""
        self._annals.finished(room)

    def ended(self, room: Room) -> None:
        """Forgets a room that is closed, or another process's."""
        self._moved(room.code, room.members, ())
        self._listing.gone(room.code)
        if self._runners.pop(room.code, None) is not None:
            self._quotas.closed(room.code)

    # ---- what connections say (the transport's Router)

    def opened(self, peer: Caller) -> None:
        """A connection is there; it has to say hello first."""

    def closed(self, peer: Caller) -> None:
        """A connection closed."""
        self._door.closed(peer)
        session = self._sessions.pop(peer, None)
        if session is not None:
            session.close()
            log.debug("gone", connection=peer.id, player=session.player)

    def _leave_rooms(self, peer: Caller, session: Session) -> None:
        if self.intake.stopping:
            return  # at the next start everybody is away until they come back: nothing is to be stored for it now
        for code in session.rooms:
            runner = self._runners.get(code)
            if runner is not None:
                runner.detach(peer)

    def received(self, peer: Caller, message: client.FromClient) -> None:
        """Routes a message."""
        session = self._sessions.get(peer)
        try:
            if session is None:
                self._greet(peer, message)
            else:
                self._route(peer, session, message)
        except Denied as denied:
            self._refuse(peer, message, denied.code, denied.words, denied.retry_after)
        except Exception as error:
            log.error("a message failed", connection=peer.id, message=_kind(message), error=where(error))
            self._refuse(peer, message, Refusal.INTERNAL, "the server failed at this request; nothing was changed")

    def _greet(self, peer: Caller, message: client.FromClient) -> None:
        if not isinstance(message, client.Hello):
            raise Denied(Refusal.HELLO_FIRST, "say hello first")
        who = self._door.admit(message, peer)
        if isinstance(who, Refused):
            refuse(self.services.counts, peer, who)
            if who.retry_after is not None:
                peer.strike()
            return
        self._quotas.connect(who.player)
        session = self._sessions[peer] = Session(who.player, who.name)
        log.debug("hello", connection=peer.id, remote=peer.remote, player=who.player)
        self._profiles.told(who.player, who.birthday)
        session.releases.callback(self._forget, who.player)
        session.releases.callback(self._quotas.disconnect, who.player)
        session.releases.callback(self.services.passcodes.closed, peer)
        session.releases.callback(self._listing.unfollow, peer)
        session.releases.callback(self._leave_rooms, peer, session)
        peer.greeted(who.player)
        games, settings = self._told[peer.codec]
        welcome = Welcome(
            re=message.id,
            player=who.player,
            name=who.name,
            token=who.token,
            server=self.info.version,
            games=games,
            settings=settings,
            limits=self.info.limits,
            rooms=tuple(sorted(self.seats_of(who.player))),
        )
        send(peer, welcome)
        if self.intake.drain_words is not None:
            send(peer, Notice(Announcement.DRAINING, self.intake.drain_words))
        if self.intake.stopping:
            peer.close(Close.RESTART, "the server restarts")

    def _route(self, peer: Caller, session: Session, message: client.FromClient) -> None:
        player = session.player
        command: ask.Command
        match message:
            case client.Move(ref=ref, version=version, move=move):
                command = ask.Play(player, ref, version, move)
            case client.Ping():
                self._pong(peer, session, message)
                return
            case client.Join(passcode=passcode) | client.Sit(passcode=passcode):
                seat = message.seat if isinstance(message, client.Sit) else None
                command = ask.Join(player, session.name, seat, passcode)
                self._seating.join(self._runner(message.room), player, Request(command, peer, message.id))
                return
            case client.Spectate(passcode=passcode):
                command = ask.Watch(player, passcode)
            case client.Resume(version=version, passcode=passcode):
                command = ask.Resume(player, version, passcode)
            case client.Ready(ready=ready):
                command = ask.Ready(player, ready)
            case client.Start():
                if self.draining:
                    raise Denied(Refusal.STOPPING, "the server is about to restart: no new matches just now")
                command = ask.Start(player)
            case client.Configure(title=title, visibility=visibility, options=options, settings=settings):
                if message.passcode is not None:
                    host_only(self._runner(message.room).room, player)  # before a passcode is hashed for somebody
                lock = lock_of(message.passcode)
                command = ask.Configure(player, title, visibility, lock, options, settings)
            case client.AddBot(seat=seat, strength=strength):
                command = ask.AddBot(player, strength, seat)
            case client.Kick(seat=seat):
                command = ask.Kick(player, seat)
            case client.Mute(player=whom, muted=muted):
                command = ask.Mute(player, whom, muted)
            case client.CloseRoom():
                command = ask.Close(player)
            case client.Chat(room=code):
                self._runner(code).say(peer, player, session.name, message)
                return
            case client.Leave():
                command = ask.Leave(player)
            case client.List():
                self._listing.tell(peer, message)
                return
            case client.Follow():
                self._listing.follow(peer, message)
                return
            case client.Unfollow():
                self._listing.unfollow(peer)
                send(peer, Ok(message.id))
                return
            case client.Create():
                self._seating.create(peer, session, message)
                return
            case client.Quick():
                self._seating.quick(peer, session, message)
                return
            case client.History() | client.Leaderboard() | client.Record() | client.Replay():
                self._look_up(peer, session, message)
                return
            case client.Hello():
                raise Denied(Refusal.HELLO_TWICE, "this connection has said hello")
            case _:
                raise AssertionError(f"no route for {type(message).__name__}")
        self._runner(message.room).post(Request(command, peer, message.id))

    def _runner(self, code: str) -> Runner:
        runner = self._runners.get(code.upper())
        if runner is None:
            raise Denied(Refusal.UNKNOWN_ROOM, f"there is no room {code[:16]!r}")
        return runner

    def _pong(self, peer: Caller, session: Session, message: client.Ping) -> None:
        runners = ((code, self._runners[code]) for code in session.rooms if code in self._runners)
        versions = {code: runner.version_for(session.player) for code, runner in runners}
        send(peer, Pong(message.id, versions))

    # ---- what is over

    def _look_up(self, peer: Caller, session: Session, question: Question) -> None:
        if len(session.asking) >= QUESTIONS:
            raise Denied(Refusal.TOO_FAST, f"{QUESTIONS} of your questions wait for their answers already")
        task = self.services.tasks.spawn(self._answer(peer, session, question))
        if task is not None:
            session.asking.add(task)
            task.add_done_callback(session.asking.discard)

    async def _answer(self, peer: Caller, session: Session, question: Question) -> None:
        try:
            answer = await self._annals.answer(session.player, question)
            if isinstance(answer, Refused):
                refuse(self.services.counts, peer, answer)
            else:
                send(peer, answer)
        except Exception as error:
            log.error("a question failed", message=type(question).__name__, error=where(error))
            self._refuse(peer, question, Refusal.INTERNAL, "the server failed at this request")

    # ---- small things

    def _refuse(
        self, peer: Peer, message: client.Message, code: str, words: str, retry_after: int | None = None
    ) -> None:
        room, ref = getattr(message, "room", None), getattr(message, "ref", None)
        refuse(self.services.counts, peer, Refused(code, words, message.id, room, ref, retry_after))


def _kind(message: client.FromClient) -> str:
    return type(message).__name__.lower()
