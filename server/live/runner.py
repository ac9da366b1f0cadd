"""Runs one room: its inbox, one append in flight, then the effects in order, then the timer.

Append, then tell (principle 4). A command is handled on the room as it is stored; the new room is adopted, and anybody
told, when its entries are. An append that got no answer makes the room read its log again under a new fencing number,
so that the lost append can never land later; meanwhile players may look, and moves are refused.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import Final

import msgspec
import structlog

from fudakai.protocol.codes import Close, Goodbye, Refusal
from fudakai.protocol.from_client import Chat
from fudakai.server.clock import Alarm
from fudakai.server.live import stand_ins
from fudakai.server.live.audience import Audience, Peer
from fudakai.server.live.delay import Delay
from fudakai.server.live.draws import RANDOM
from fudakai.server.live.ports import Events, Services
from fudakai.server.live.recovery import fetch
from fudakai.server.live.telemetry import note
from fudakai.server.live.telling import Request, Telling
from fudakai.server.log import where
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.effects import Denied, Effects, encode_result
from fudakai.server.rooms.entries import Back, decode_base, encode
from fudakai.server.rooms.handle import draw_due, handle, stand_in_due
from fudakai.server.rooms.room import Room
from fudakai.server.store import Append, Appended

INBOX: Final = 256
"""Commands that may wait in a room while an append is in flight; more are refused `too_fast`."""
MOST_ENTRIES: Final = 64
"""Entries in an append before stand-ins and chance are told to wait for the next one, which follows at once."""
AFTER_FAULT: Final = 1000
"""Milliseconds after which a clock that failed is tried again: a fault at one moment must not stop a room for ever."""

PAUSE: Final = 2000
"""An alarm that comes so late, in milliseconds, tells that this process stood still: nobody loses by it (L8)."""

log = structlog.get_logger()


class PendingAppend(msgspec.Struct, frozen=True):
    """What waits for its append."""

    request: Request
    room: Room
    effects: Effects
    entries: tuple[bytes, ...]
    began: float
    """When it was handed to the store, by the performance counter."""


class Runner:
    """One room of this process. `room` is always the stored one."""

    def __init__(self, services: Services, events: Events, room: Room, fence: int, delay: Delay | None = None) -> None:
        """`delay`: what spectators may see; in a new room, all."""
        self.room = room
        self._services = services
        self._events = events
        self._fence = fence
        self._log = log.bind(room=room.code)
        self._inbox: deque[Request] = deque()
        self._telling = Telling(services, events, room.code, delay or Delay(room, services.clock.now()))
        self._audience = self._telling.audience
        self._pending: PendingAppend | None = None
        self._recovering = False
        self._alarm: Alarm | None = None
        self._alarm_at = 0
        self._not_before = 0
        self._heard = 0
        self._waiting: list[asyncio.Future[None]] = []
        events.changed(room, None)
        self._arm()

    @property
    def code(self) -> str:
        return self.room.code

    @property
    def waiting(self) -> int:
        """Commands in the inbox."""
        return len(self._inbox)

    @property
    def audience(self) -> Audience:
        """The room's audience."""
        return self._audience

    @property
    def busy(self) -> bool:
        """Whether an append or a reading of the log is under way."""
        return self._pending is not None or self._recovering

    @property
    def recovering(self) -> bool:
        """Whether the log is being read again, which takes until the store is back."""
        return self._recovering

    async def settled(self) -> None:
        """Returns when what is under way now is over, or when the log has to be read again for it."""
        if self.busy:
            over = asyncio.get_running_loop().create_future()
            self._waiting.append(over)
            await over

    def post(self, request: Request) -> None:
        """Takes a command. It is answered now or, if others are before it, soon."""
        if self._recovering:
            self._look_only(request)
        elif self._pending is None:
            self._handle(request)
        elif request.peer is None or len(self._inbox) < INBOX:
            self._inbox.append(request)
        else:
            self._telling.refuse(request, Refusal.TOO_FAST, "too many requests wait in this room")

    def detach(self, peer: Peer) -> None:
        """A connection closed. When it was its player's last one here, the player is away."""
        player = self._audience.remove(peer)
        if player is not None:
            self.post(Request(ask.Disconnected(player)))

    def say(self, peer: Peer, player: str, name: str, message: Chat) -> None:
        """Says a line of chat to everybody here; it waits for nothing and is stored nowhere. Raises Denied."""
        self._telling.say(peer, player, name, message, self.room)
        self._heard = self._services.clock.now()

    def version_for(self, player: str) -> int:
        """The version of the room that the player sees."""
        return self._telling.version_for(self.room, player)

    def reconcile(self) -> None:
        """After a pause, records who is connected and gives everybody a fair clock (L8)."""
        self.post(Request(ask.Present(self._audience.players)))

    def close(self) -> None:
        """Stops the timer: the process ends, the room stays in the store."""
        self._services.bot_budget.forget(self._rung)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._audience.close()

    # ---- a command's way

    def _handle(self, request: Request) -> None:
        if not self._services.store.healthy:
            self._look_only(request)
            return
        now = self._services.clock.now()
        command = request.command
        if isinstance(command, ask.Disconnected) and command.player in self._audience.players:
            return  # was back on another connection before this had its turn (L7)
        try:
            room, effects = self._services.passcodes.handle(self.room, self._as_now(command), request.peer, now)
            room, effects = self._go_on(room, effects, now)
        except Denied as denied:
            self._telling.refuse(request, denied.code, denied.words, denied.retry_after)
            return
        except Exception as error:
            # a fault of ours: the room stays as it was, and its other players notice nothing
            self._log.error("a command failed", connection=request.connection, command=request.kind, error=where(error))
            self._telling.refuse(request, Refusal.INTERNAL, "the server failed at this request; nothing was changed")
            if isinstance(request.command, ask.Tick):
                self._not_before = now + AFTER_FAULT
                self._arm()
            return
        if not effects.entries:
            self._tell(request, effects, self.room.version)
            self._arm()
            return
        entries = tuple(map(encode, effects.entries))
        self._pending = PendingAppend(request, room, effects, entries, perf_counter())
        append = Append(
            room=self.code,
            fence=self._fence,
            version=self.room.version,
            entries=entries,
            base=None if effects.base is None else encode(effects.base),
            result=None if effects.result is None else encode_result(effects.result),
            closes=room.closed,
            brief=room.closed and not room.matches,
        )
        self._services.store.append(append, self._appended)

    def _as_now(self, command: ask.Command) -> ask.Command:
        """The command, brought up to date: players may have come or gone while it waited."""
        match command:
            case ask.Present():
                return ask.Present(self._audience.players)
            case ask.Start():
                return ask.Start(command.player, self._events.birthdays(self.room.people))
            case ask.Join() | ask.Watch() | ask.Resume():
                return msgspec.structs.replace(command, inside=command.player in self._audience.players)
        return command

    def _go_on(self, room: Room, effects: Effects, now: int) -> tuple[Room, Effects]:
        """Adds what follows by itself, to be stored with the command: draws, and moves of stand-ins that are due."""
        while len(effects.entries) < MOST_ENTRIES:
            if (draw := draw_due(room, now)) is not None:
                room, more = handle(room, ask.Draw(self._services.chance(draw)), now)
            elif (seat := self._stand_in_due(room, now)) is not None:
                try:
                    with self._services.bot_budget:
                        room, more = stand_ins.play(room, seat, self._services.players, RANDOM, now)
                except Exception as error:
                    # not even the clock can move for it: nobody's command fails for that
                    self._log.error("a stand-in cannot move", seat=seat, error=where(error))
                    self._not_before = now + AFTER_FAULT
                    break
            else:
                break
            effects = effects.then(more)
        return room, effects

    def _stand_in_due(self, room: Room, now: int) -> int | None:
        seat = None if now < self._not_before else stand_in_due(room, now)
        if seat is None or not self._services.bot_budget.spent:
            return seat
        self._services.bot_budget.wait(self._rung)
        return None

    def _appended(self, answer: Appended) -> None:
        pending = self._pending
        if pending is None:
            raise AssertionError("an append was answered that was not made")
        if answer is Appended.STORED:
            self._pending = None
            answered = perf_counter()
            self._services.counts.append_seconds.observe(answered - pending.began)
            self._commit(pending)
            self._services.counts.tell_seconds.observe(perf_counter() - answered)
            self._next()
        else:
            self._log.warning("append not confirmed, reading the log again", answer=answer.name.lower())
            self._services.counts.logs_reread += 1
            self._recovering = True
            self._settle()
            waiting, self._inbox = self._inbox, deque()
            for request in waiting:
                self._look_only(request)
            self._services.tasks.spawn(self._recover(answer))

    def _next(self) -> None:
        while self._inbox and not self.busy:
            self._handle(self._inbox.popleft())
        if not self.busy:
            self._settle()

    def _settle(self) -> None:
        waiting, self._waiting = self._waiting, []
        for over in waiting:
            if not over.done():
                over.set_result(None)

    def _commit(self, pending: PendingAppend) -> None:
        """The entries are stored: adopts the new room, and tells it."""
        before, self.room = self.room, pending.room
        note(self._services.counts, self._log, self.room, pending.effects)
        self._audience.advance(self.room, self._services.clock.now())
        self._events.changed(self.room, before)
        if pending.effects.result is not None:
            self._events.finished(self.code)
        self._tell(pending.request, pending.effects, before.version)
        if before.settings.spectators and not self.room.settings.spectators:
            for player in self._audience.players - {*self.room.people}:
                self._telling.dismiss(player, Goodbye.NO_SPECTATORS, "this room has no spectators any more")
        if self.room.closed:
            self._end(Goodbye.CLOSED, "the room is closed")
        else:
            self._arm()

    # ---- telling

    def _tell(self, request: Request, effects: Effects, before: int) -> None:
        gone = self._telling.tell(request, self.room, effects, before)
        if gone is not None:
            self.post(Request(ask.Disconnected(gone)))

    def _end(self, code: Goodbye, words: str) -> None:
        """The room is gone, at least here."""
        self.close()
        self._telling.dismiss(None, code, words)
        for request in self._inbox:
            self._telling.refuse(request, Refusal.UNKNOWN_ROOM, f"room {self.code} is closed")
        self._inbox.clear()
        self._events.ended(self.room)
        self._settle()

    # ---- the timer

    def _arm(self) -> None:
        """Sets the alarm for the next deadline. A later deadline leaves an earlier alarm alone: it looks again."""
        when = self.room.deadline(self._heard)
        if when is None or self._rung in self._services.bot_budget:
            return
        when = max(when, self._not_before)
        if self._alarm is not None:
            if self._alarm_at <= when:
                return
            self._alarm.cancel()
        self._alarm_at = when
        self._alarm = self._services.clock.call_at(when, self._rung)

    def _rung(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        when, now = self.room.deadline(self._heard), self._services.clock.now()
        if when is None or self.busy or not self._services.store.healthy:
            return  # armed again when what is under way is over
        if when > now:
            self._arm()
        elif now - when > PAUSE:
            self.reconcile()
        else:
            self.post(Request(ask.Tick(RANDOM.getrandbits(32), self._heard)))

    # ---- when an append was not confirmed

    def _look_only(self, request: Request) -> None:
        """While the log cannot be written, players may only look; `reconcile` makes up for the process's own
        commands."""
        if request.peer is None:
            return
        if self._is_pending(request.command) and len(self._inbox) < INBOX:
            self._inbox.append(request)  # the same move again: nobody knows yet whether it is stored
            return
        try:
            command, now = self._as_now(request.command), self._services.clock.now()
            _, effects = self._services.passcodes.handle(self.room, command, request.peer, now)
            if not all(isinstance(entry, Back) for entry in effects.entries):
                raise Denied(Refusal.UNAVAILABLE, "the store cannot be reached just now; nothing was changed")
        except Denied as denied:
            self._telling.refuse(request, denied.code, denied.words, denied.retry_after)
            return
        seen = Effects(version=self.room.version, seat=effects.seat, enters=effects.enters, since=effects.since)
        self._tell(request, seen if effects.entries else effects, self.room.version)

    def _is_pending(self, command: ask.Command) -> bool:
        """Whether this is the very move whose append is under way."""
        if self._pending is None or not isinstance(command, ask.Play):
            return False
        waits = self._pending.request.command
        return isinstance(waits, ask.Play) and (waits.player, waits.ref) == (command.player, command.ref)

    async def _recover(self, answer: Appended) -> None:
        """Reads the log under a new fencing number; then what was pending is known to be stored, or never will be."""
        if answer is Appended.FENCED:
            self._services.lease.lose()  # taken back it would have two owners, who take it from each other for ever
            found = None
        else:
            found = await fetch(self._services, self.code, renumber=True)
        pending, self._pending = self._pending, None
        self._recovering = False
        if pending is None:
            raise AssertionError("only an append that is pending makes a room read its log")
        if found is None:
            for request in (pending.request, *self._inbox):
                if answer is Appended.UNKNOWN and request.peer is not None:
                    # perhaps it is stored, so it cannot be refused: unanswered, it is asked again
                    request.peer.close(Close.RESTART, "the answer is not known; come back and ask again")
                else:
                    self._telling.refuse(request, Refusal.UNAVAILABLE, "this server does not hold the room any more")
            self._inbox.clear()
            self._end(Goodbye.UNAVAILABLE, "this server does not hold the room any more; connect again")
            return
        room, log_, delay = found
        self._fence = log_.fence
        at = self.room.version - decode_base(log_.base).version
        if at >= 0 and tuple(log_.entries[at : at + len(pending.entries)]) == pending.entries:
            self._commit(pending)
        else:
            words = "the store was lost for a moment; nothing was changed"
            self._telling.refuse(pending.request, Refusal.UNAVAILABLE, words)
        if room.version != self.room.version:
            before, self.room = self.room, room
            self._audience.replace(delay)
            self._events.changed(self.room, before)
            if room.closed:
                self._end(Goodbye.CLOSED, "the room is closed")
        if not self.room.closed:
            self.reconcile()
            self._next()
            self._arm()
