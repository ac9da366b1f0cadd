"""A client with a seat: gets ready, plays moves when they are due, and injects the faults that the plan asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from fudakai.clients.bots import player as bot_of
from fudakai.clients.load.figures import Kind
from fudakai.clients.load.guest import Guest
from fudakai.clients.load.judge import SentMove
from fudakai.clients.load.run import Run
from fudakai.clients.load.table import VirtualTable
from fudakai.clients.load.wire import Message, Ok, Refused, Update, Welcome

MOST_LEAVING: Final = 8
"""A player who leaves a match does so within its first so many decisions."""
AWAY: Final = 0.5
"""Upper bound in seconds between a cut and the reconnect."""
OUT: Final = 3.0
"""Upper bound in seconds between leaving a match and trying to rejoin it."""
AGAIN: Final = 0.5
"""Least seconds before a request is retried."""
OVERTAKEN: Final = frozenset({"stale", "not_your_turn", "match_over"})
EARLY: Final = frozenset({"not_ready", "wrong_player_count", "not_host", "playing"})
"""Refusals of `ready` and `start` when the room has moved on in the meantime."""
UNSEEN: Final = "hiki"
"""An offer of Hanafuda may be refused so, for what its seat cannot see."""


class PendingMove:
    """A move without a reply yet. `since`: when it was due, or else sent. `timed`: its latency is the server's
    alone, with no fault of the tester's in it. `offers`: the alternatives."""

    __slots__ = ("move", "offers", "since", "timed")

    def __init__(self, move: SentMove, since: float, offers: list[dict[str, Any]]) -> None:
        self.move = move
        self.since = since
        self.timed = True
        self.offers = offers


class VirtualPlayer(Guest):
    """See the module."""

    kind: ClassVar[str] = "player"

    def __init__(self, run: Run, table: VirtualTable, name: str) -> None:
        super().__init__(run, table, name)
        self.pending: PendingMove | None = None
        self._bot = bot_of(run.plan.strength, table.game)
        self._decided = -1
        self._timer: asyncio.TimerHandle | None = None
        self._refs = 0
        self._asked: str | None = None
        self._late = True
        self._match: str | None = None
        self._leaves_in = 0
        self._leaving = False
        self._unsent = False
        """The pending move was sent on a connection that is gone."""

    # coming in and going

    @property
    def open_move(self) -> SentMove | None:
        """The move that has no reply yet."""
        return None if self.pending is None else self.pending.move

    def enter(self) -> None:
        """Creates the room, or joins it."""
        if self.inside or self._entering is not None or self.run.stopping:
            return
        if self.table.code is not None:
            self.ask_in("join", room=self.table.code)
        elif self.table.opener is self:
            self.ask_in("create", **self.table.request())

    def entered(self, welcome: Welcome) -> None:
        """Adopts a room whose `create` was carried out though its reply was lost."""
        if self.table.code is None and self.table.opener is self and welcome.rooms:
            self.table.opened(welcome.rooms[0])
        super().entered(welcome)

    def come_in(self, ok: Ok) -> None:
        """Registers the room if this client has created it."""
        self._late = True
        if self.table.code is None and ok.room is not None:
            self.table.opened(ok.room)

    def not_in(self, refused: Refused) -> None:
        """Retries a room that is playing or full after its match, and replaces one that is gone."""
        code = refused.code
        if code in ("playing", "room_full"):
            self.run.measures.refusals[code] += 1
            if not self.table.playing:
                self._later(AGAIN, self.enter)
        elif code == "unknown_room":
            self.run.measures.refusals[code] += 1
            self.table.lost(self)
            self.enter()
        elif code == "too_fast" or code in self.run.excused:
            self.run.measures.refusals[code] += 1
            self._later(max(refused.retry_after / 1000, AGAIN), self.enter)
        else:
            self.refuse("a room", refused)

    def gone(self) -> None:
        """A pending move is sent again after the reconnect."""
        super().gone()
        self._asked = None
        self._late = True
        if self.pending is not None:
            self.pending.timed, self._unsent = False, True
        self._stop_timer()

    def out(self, code: str) -> None:
        """Rejoins after a random pause."""
        was, left = self.inside, self._leaving
        self._leaving = False
        self._stop_timer()
        self.pending = None
        self._decided, self._asked, self._late = -1, None, True
        super().out("closed" if left else code)
        if was and self.table.code is not None:
            self._later(self.run.rng.uniform(AGAIN, OUT), self.enter)

    def named(self, message: Message) -> Mapping[str, Any] | None:
        """See Guest."""
        return self.pending.move.move if isinstance(message, Refused) and self.pending is not None else None

    def _leave(self) -> None:
        self._leaving = True
        self.run.measures.faults["leave"] += 1
        self.client.ask("leave", self._left, room=self.table.code)

    def _left(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self._leaving = False
            self.refuse("leave", answer)

    def _later(self, seconds: float, then: Any) -> None:
        if not self.run.stopping:
            self.run.loop.call_later(seconds, self._if_there, then)

    def _if_there(self, then: Any) -> None:
        if self.welcomed and not self.run.stopping:
            then()

    # the room goes on

    def took(self, update: Update) -> None:
        """Gets ready, starts the match, or schedules a move."""
        if update.you is None:
            return
        if update.state.match != self._match:
            self._match, self._decided = update.state.match, -1
            self._leaves_in = self.run.rng.randint(1, MOST_LEAVING) if self.run.chance(self.run.plan.leave) else 0
        if self._unsent and self.pending is not None:
            self._unsent = False
            self._send_again()
        if update.state.status == "playing":
            self._think(update)
        elif not self.run.stopping and not self.table.done:
            self._prepare(update)

    def _prepare(self, update: Update) -> None:
        state = update.state
        seated = [seat for seat in state.seats if seat.player is not None and not seat.left]
        mine = next((seat for seat in seated if seat.player == self.client.player), None)
        if mine is None or self._asked is not None:
            return
        if not mine.ready:
            self._request("ready")
        elif (
            state.host == self.client.player and len(seated) == len(self.table.players) and all(s.ready for s in seated)
        ):
            self._request("start")

    def _request(self, kind: str) -> None:
        self._asked = kind
        self.client.ask(kind, self._requested, room=self.table.code)

    def _requested(self, answer: Message) -> None:
        kind, self._asked = self._asked or "", None
        if isinstance(answer, Refused):
            if answer.code in EARLY or answer.code == "too_fast" or answer.code in self.run.excused:
                self.run.measures.refusals[answer.code] += 1
                self._later(AGAIN, self._look_again)
            else:
                self.refuse(kind, answer)

    def _look_again(self) -> None:
        if self.seen is not None and self.watch.connected:
            self.took(self.seen)

    # moves

    def _think(self, update: Update) -> None:
        you = update.you
        if you is None or not you.offers or you.since <= self._decided or self.pending or self._leaving:
            return
        run = self.run
        if run.stopping:
            return
        self._stop_timer()
        self._decided = you.since
        if self._leaves_in:
            self._leaves_in -= 1
            if not self._leaves_in:
                self._leave()
                return
        think = run.plan.think
        if not think.median:
            self._move(run.clock())
            return
        seconds = think.median * (run.rng.lognormvariate(0.0, think.spread) if think.spread else 1.0)
        if self._late:
            self.table.due = None
        due = self.table.when(seconds)
        self._timer = run.loop.call_later(max(due - run.clock(), 0.0), self._move, due)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._decided = -1

    def _move(self, due: float) -> None:
        """Plays a move, chosen on the newest update."""
        self._timer = None
        update = self.seen
        if self.run.stopping or update is None or update.you is None:
            return
        if not self.watch.connected or update.you.since != self._decided or not update.you.offers:
            self._decided = -1
            if self.watch.connected:
                self._think(update)
            return
        self._late = False
        self.table.due = due
        self._choose(update, list(update.you.offers), due)

    def _choose(self, update: Update, offers: list[dict[str, Any]], since: float) -> None:
        you = update.you
        if you is None:
            raise AssertionError("only who has a seat makes moves")
        plain = self.run.encoding.plain
        view = {"seat": you.seat, "private": you.private, "options": update.state.options, "table": None}
        if self.run.plan.strength.value == "strong":
            view["table"] = plain(bytes(update.state.table))
        chosen = self._bot(view, offers, self.run.rng)
        self._refs += 1
        ref = f"{self.client.name}-{self._refs}"
        left = [offer for offer in offers if offer != chosen]
        self.pending = PendingMove(SentMove(you.seat, ref, update.version, chosen), since, left)
        self._send()
        if self.pending is not None and self.run.chance(self.run.plan.double):
            self.run.measures.faults["double"] += 1
            self._send()
        if self.run.chance(self.run.plan.drop / 2):
            self._drop()

    def _send(self) -> None:
        pending = self.pending
        if pending is None:
            return
        move = pending.move
        self.run.measures.sent += 1
        self.client.ask(
            "move",
            lambda answer: self._answered(pending, answer),
            room=self.table.code,
            ref=move.ref,
            version=move.version,
            move=move.move,
        )

    def _answered(self, pending: PendingMove, answer: Message) -> None:
        judge = self.table.judge
        if judge is None:
            return
        first = self.pending is pending
        if isinstance(answer, Ok) and answer.version is not None:
            judge.acknowledged(pending.move, answer.version)
            if first:
                self._acknowledged(pending, answer.version)
        elif isinstance(answer, Refused):
            self._refused(pending, answer, first)

    def _acknowledged(self, pending: PendingMove, version: int) -> None:
        run = self.run
        self.pending = None
        run.measures.acked += 1
        if pending.timed:
            run.measures.took(Kind.ACK, run.clock() - pending.since)
            self.table.acknowledged(version, pending.since)
        if run.chance(run.plan.drop / 2):
            self._drop()
        else:
            self.nap()
            self._late = self.deaf
            if self.seen is not None and self.seen.version >= version:
                self._think(self.seen)

    def _refused(self, pending: PendingMove, answer: Refused, first: bool) -> None:
        run, code = self.run, answer.code
        run.measures.refusals[code] += 1
        judge = self.table.judge
        if code == UNSEEN and pending.offers:
            if first and self.seen is not None:
                self.pending = None
                self._late = True
                self._choose(self.seen, pending.offers, run.clock())
            return
        if first and (code == "too_fast" or code in run.excused):
            pending.timed = False
            self._later(max(answer.retry_after / 1000, AGAIN), self._send_again)
            return
        if judge is not None and code != "too_fast":
            judge.refused(self.watch, "move", answer, pending.move)
        if first:
            self.pending = None
            if code in OVERTAKEN:
                self._decided = -1
                if self.seen is not None and self.seen.version > pending.move.version:
                    self._think(self.seen)

    def _send_again(self) -> None:
        if self.watch.connected:
            self.table.due = None  # the room has waited for the tester: the schedule begins anew
            self._send()

    # faults

    def _drop(self) -> None:
        if not self.run.stopping:
            self.run.measures.faults["drop"] += 1
            self.client.cut(self.run.rng.uniform(0, AWAY))

    def say(self, text: str) -> None:
        """Sends a line of chat."""
        if not self._leaving:
            self.client.ask("chat", self._said, room=self.table.code, text=text)

    def _said(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            if answer.code == "too_fast":
                self.run.measures.refusals[answer.code] += 1
            else:
                self.refuse("chat", answer)
