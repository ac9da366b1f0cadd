"""Clients that do not play: spectators of a room, and followers of the room list."""

from __future__ import annotations

from typing import ClassVar

from fudakai.clients.load.client import LoadClient
from fudakai.clients.load.findings import FindingKind
from fudakai.clients.load.guest import Guest
from fudakai.clients.load.run import Run
from fudakai.clients.load.wire import Message, Refused, Update, Welcome


class Spectator(Guest):
    """Watches a room."""

    kind: ClassVar[str] = "spectator"

    def enter(self) -> None:
        """Asks to spectate, once the room exists."""
        if self.table.code is not None and not self.inside:
            self.ask_in("spectate", room=self.table.code)

    def took(self, update: Update) -> None:
        """A slow spectator pauses reading now and then."""
        if self.client.slow and self.run.chance(0.1):
            self.nap()


class Watcher:
    """Follows the list of rooms."""

    def __init__(self, run: Run, name: str) -> None:
        self.run = run
        self.client = LoadClient(run, "watcher", name, self)

    def entered(self, welcome: Welcome) -> None:
        """Subscribes to the list."""
        self.client.ask("follow", self._following)

    def updated(self, update: Update, frame: bytes) -> None:
        """Never called: it is in no room."""

    def heard(self, message: Message, frame: bytes) -> None:
        """The list has changed."""
        self.run.findings.checked["lists of rooms"] += 1

    def gone(self) -> None:
        """Nothing to do: `entered` subscribes again after the reconnect."""

    def _following(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self.run.measures.refusals[answer.code] += 1
            if answer.code not in self.run.excused:
                words = f"{self.client} was refused follow: {answer.code} ({answer.words})"
                self.run.findings.add(FindingKind.REFUSAL, words)
