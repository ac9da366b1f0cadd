"""A client in a room, as player or spectator: joins, resumes, and passes every frame to the judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from fudakai.clients.load.client import LoadClient
from fudakai.clients.load.figures import Kind
from fudakai.clients.load.findings import FindingKind
from fudakai.clients.load.judge import Viewpoint
from fudakai.clients.load.run import LIFT, Run
from fudakai.clients.load.table import VirtualTable
from fudakai.clients.load.wire import Closed, Message, Ok, Pong, Refused, Update, Welcome

LEAST_PAUSE, MOST_PAUSE = 0.5, 3.0
"""Seconds of one pause of a slow reader."""


class Guest:
    """See the module. `kind`: what it is called in findings; `seen`: the newest update; `inside`: in the room."""

    kind: ClassVar[str] = "guest"

    def __init__(self, run: Run, table: VirtualTable, name: str) -> None:
        self.run = run
        self.client = LoadClient(run, self.kind, name, self, slow=run.chance(run.plan.slow))
        self.table = table
        self.watch = Viewpoint(name)
        self.seen: Update | None = None
        self.inside = False
        self.told = 0
        """The version of the room by the last pong."""
        self._entering: float | None = None
        self._back = False

    @property
    def welcomed(self) -> bool:
        """Whether it is connected, and the server has said welcome."""
        return self.client.welcomed

    @property
    def deaf(self) -> bool:
        """Whether reading is paused."""
        return self.client.deaf

    def enter(self) -> None:
        """Asks to enter the room. To be called while connected and not inside."""

    def took(self, update: Update) -> None:
        """Acts on the newest update."""

    def entered(self, welcome: Welcome) -> None:
        """Resumes the room, or enters it."""
        if self.inside and self.table.code is not None:
            self._back = True
            self.client.ask("resume", self._resumed, room=self.table.code, version=self.watch.last or 0)
        else:
            self.enter()

    def ask_in(self, kind: str, **fields: object) -> None:
        """Sends a request that brings the client into a room."""
        self._entering = self.run.clock()
        self.client.ask(kind, self._in, **fields)

    def gone(self) -> None:
        """Judging pauses until the room is resumed."""
        self.watch.connected = self._back = False
        self._entering = None
        self.table.without(self)

    def updated(self, update: Update, frame: bytes) -> None:
        """Measures and judges an update, then acts on it."""
        run, watch = self.run, self.watch
        run.measures.updates += 1
        judge = self.table.judge
        if judge is None or update.room != self.table.code or not (self.inside or self._entering is not None):
            return
        entering, back = self._entering is not None, self._back
        if entering and self._entering is not None:
            run.measures.took(Kind.JOIN, run.clock() - self._entering)
            self._entering, self.inside = None, True
        if back:
            self._back = False
            if self.client.cut_at is not None:
                run.measures.took(Kind.RESUME, run.clock() - self.client.cut_at)
        self.client.cut_at = None
        watch.connected = True
        judge.update(watch, update, frame, entering=entering, back=back)
        self.seen = update
        self.table.saw(self, update)
        self.took(update)

    def heard(self, message: Message, frame: bytes) -> None:
        """Searches every other frame for hidden cards, too."""
        judge = self.table.judge
        if judge is not None and self.inside:
            judge.other(self.watch, frame, self.named(message))
        if isinstance(message, Closed) and message.room == self.table.code:
            self.out(message.code)

    def named(self, message: Message) -> Mapping[str, Any] | None:
        """The move of this client that the reply is about, whose cards the reply may name."""
        return None

    def out(self, code: str) -> None:
        """The client has left the room, or was removed from it."""
        if not self.inside:
            return
        self.inside = False
        self.watch = Viewpoint(self.client.name)
        self.seen = None
        self.table.without(self)
        if not self.run.stopping and code != "closed" and not self.client.excused:
            self.run.findings.add(FindingKind.PUT_OUT, f"{self} was put out of room {self.table.code}: {code}")

    def refuse(self, kind: str, refused: Refused) -> None:
        """Counts and judges a refusal."""
        run = self.run
        run.measures.refusals[refused.code] += 1
        if refused.code == "too_many_rooms":
            run.end(f"the server refused a room ({refused.words}): {LIFT}")
        elif refused.code in ("bad_options", "unknown_game"):
            run.end(f"the server refused a room: {refused.words} ({refused.code})")
        elif self.table.judge is not None:
            self.table.judge.refused(self.watch, kind, refused)
        elif refused.code not in run.excused:
            run.findings.add(FindingKind.REFUSAL, f"{self} was refused {kind}: {refused.code} ({refused.words})")

    def settle(self) -> None:
        """Resumes reading, and asks for the room's version."""
        self.client.pause(True)
        if self.welcomed and self.inside:
            self.told = -1
            self.client.ask("ping", self._pong)

    @property
    def settled(self) -> bool:
        """Whether it has every update up to the room's version."""
        if not self.inside:
            return True
        return self.welcomed and self.client.waits() is None and 0 <= self.told <= (self.watch.last or 0)

    def nap(self) -> None:
        """A slow reader pauses reading for a while."""
        if self.client.slow and not self.run.stopping and not self.deaf:
            self.run.measures.faults["slow"] += 1
            self.client.pause(False)
            self.table.without(self)
            self.run.loop.call_later(self.run.rng.uniform(LEAST_PAUSE, MOST_PAUSE), self.client.pause, True)

    def _pong(self, answer: Message) -> None:
        if isinstance(answer, Pong):
            self.told = answer.versions.get(self.table.code or "", 0)

    def _in(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self._entering = None
            self.not_in(answer)
        elif isinstance(answer, Ok):
            self.come_in(answer)

    def come_in(self, ok: Ok) -> None:
        """The request to enter was granted; the first update follows."""

    def not_in(self, refused: Refused) -> None:
        """The request to enter was refused."""
        self.refuse("a room", refused)

    def _resumed(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self._back = False
            if answer.code in self.run.excused or answer.code == "too_fast":
                self.run.measures.refusals[answer.code] += 1
                self.run.loop.call_later(max(answer.retry_after / 1000, 0.5), self._resume_again)
            else:
                self.refuse("resume", answer)
                self.out("closed")
                self.enter()

    def _resume_again(self) -> None:
        if self.welcomed and self.inside and not self.watch.connected and self.table.code is not None:
            self._back = True
            self.client.ask("resume", self._resumed, room=self.table.code, version=self.watch.last or 0)

    def __str__(self) -> str:
        return str(self.client)
