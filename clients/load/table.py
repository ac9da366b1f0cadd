"""One room as the tester runs it: who sits there, when the next move is due, and what moves take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from fudakai.clients.load.figures import Kind
from fudakai.clients.load.judge import RoomJudge, SentMove, Viewpoint
from fudakai.clients.load.run import Run
from fudakai.clients.load.wire import Update

SETTINGS: Final = {"cycle_delay": 0, "round_delay": 0, "bot_delay": 0}
"""Of the rooms that are made: the tester's own pace is the only one."""

PAUSES: Final = frozenset({"started", "dealt", "left", "returned"})
"""Events before which a room may have waited for something else than a move."""

LINES: Final = ("good evening", "well played", "one more?", "what a hand", "my turn, I think")


class Visitor(Protocol):
    """What the table needs of a client in the room, player or spectator."""

    watch: Viewpoint
    inside: bool

    @property
    def welcomed(self) -> bool:
        """Whether it is connected, and the server has said welcome."""

    @property
    def deaf(self) -> bool:
        """Whether reading is paused."""

    def enter(self) -> None:
        """Asks to enter the room."""

    def out(self, code: str) -> None:
        """The client has left the room, or was removed from it."""


class Seated(Visitor, Protocol):
    """What the table needs of a player."""

    @property
    def open_move(self) -> SentMove | None:
        """The move that has no reply yet."""

    def say(self, line: str) -> None:
        """Sends a line of chat."""


class _Told:
    """An acknowledged move whose update has not reached every client yet."""

    __slots__ = ("left", "since", "version")

    def __init__(self, version: int, since: float, left: set[Visitor]) -> None:
        self.version = version
        self.since = since
        self.left = left


class VirtualTable:
    """See the module. `code`: of the room, None while there is none. `due`: when the last move was due."""

    def __init__(self, run: Run, number: int) -> None:
        self.run = run
        self.number = number
        self.game, self.seats = run.plan.table(number)
        self.players: Sequence[Seated] = ()
        self.spectators: Sequence[Visitor] = ()
        self.code: str | None = None
        self.judge: RoomJudge | None = None
        self.opener: Seated | None = None
        self.due: float | None = None
        self.version = 0
        self.matches = 0
        self.playing = False
        self.begun = False
        self._heard = 0
        self._told: list[_Told] = []

    def take(self, players: Sequence[Seated], spectators: Sequence[Visitor]) -> None:
        """Seats its clients; the first player creates the room."""
        self.players, self.spectators, self.opener = players, spectators, players[0]

    @property
    def guests(self) -> list[Visitor]:
        """Players and spectators."""
        return [*self.players, *self.spectators]

    @property
    def done(self) -> bool:
        """Whether all matches are played."""
        return 0 < self.run.plan.matches <= self.matches

    # the room

    def request(self) -> dict[str, Any]:
        """The fields of `create`."""
        return {
            "game": self.game,
            "seats": self.seats,
            "visibility": "public",
            "title": f"load {self.number}",
            "settings": SETTINGS,
        }

    def opened(self, code: str) -> None:
        """The room was created."""
        run = self.run
        self.code, self.version, self.due, self._heard = code, 0, None, 0
        cards = run.plan.games[self.game].cards
        self.judge = RoomJudge(code, self.game, cards, run.encoding, run.findings, run.excused)
        self._told.clear()
        run.measures.rooms += 1
        for guest in self.guests:
            if guest.welcomed and guest is not self.opener:
                guest.enter()

    def lost(self, finder: Seated) -> None:
        """The room is gone because everybody has left: `finder` creates another."""
        if self.code is None:
            return
        self.settle()
        self.code, self.judge, self.opener = None, None, finder
        self._play(False)
        for guest in self.guests:
            guest.out("closed")

    def settle(self) -> None:
        """No more frames will come: the judge gives its last findings."""
        if self.judge is not None:
            moves = [player.open_move for player in self.players if player.open_move is not None]
            self.judge.finish([guest.watch for guest in self.guests if guest.inside], moves)
            self.judge = None

    # time

    def saw(self, guest: Visitor, update: Update) -> None:
        """A client has received this update."""
        for told in self._told[:]:
            if update.version >= told.version and guest in told.left:
                told.left.discard(guest)
                if not told.left:
                    self._told.remove(told)
                    self.run.measures.took(Kind.UPDATE, self.run.clock() - told.since)
        for entry in update.events:
            if entry.version > self._heard:
                self._heard = entry.version
                if any(event.get("type") in PAUSES for event in entry.events):
                    self.due = None  # the room has waited: the schedule begins anew
        if update.version > self.version:
            self.version = update.version
            self._look(update)

    def without(self, guest: Visitor) -> None:
        """That client receives no updates by the tester's own doing: it is left out of pending latencies."""
        for told in self._told[:]:
            told.left.discard(guest)
            if not told.left:
                self._told.remove(told)

    def acknowledged(self, version: int, since: float) -> None:
        """A move that was due or sent `since` is stored as this version."""
        left = {
            guest
            for guest in self.guests
            if guest.watch.connected and not guest.deaf and (guest.watch.last or 0) < version
        }
        if left:
            self._told.append(_Told(version, since, left))
        else:
            self.run.measures.took(Kind.UPDATE, self.run.clock() - since)

    def when(self, think: float) -> float:
        """When the next move is due: `think` seconds after the last one was."""
        return (self.run.clock() if self.due is None else self.due) + think

    def _look(self, update: Update) -> None:
        playing = update.state.status == "playing"
        if self.playing and update.state.status == "finished":
            self.matches += 1
            self.run.measures.matches += 1
            for player in self.players:
                if player.welcomed and not player.inside:
                    player.enter()
        self._play(playing)

    def _play(self, playing: bool) -> None:
        if playing and not self.begun:
            self.begun = True
        if playing is not self.playing:
            self.playing = playing
            self.run.measures.playing += 1 if playing else -1

    # chat

    def chat(self) -> None:
        """A random player sends a line of chat, and the next one is scheduled."""
        run = self.run
        if run.stopping:
            return
        inside = [player for player in self.players if player.watch.connected and not player.deaf]
        if inside:
            run.rng.choice(inside).say(run.rng.choice(LINES))
        run.loop.call_later(run.rng.uniform(0.5, 1.5) / run.plan.chat, self.chat)
