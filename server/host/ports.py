"""Interfaces of what the host is given: the doorkeeper identifies players, the annals know past matches."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from fudakai.protocol import from_client as client
from fudakai.protocol.from_server import FromServer, Refused
from fudakai.server.live.audience import Peer

Question: TypeAlias = client.History | client.Leaderboard | client.Record | client.Replay
"""What is asked about past matches."""


class Admitted(Protocol):
    """Somebody whose hello was accepted."""

    @property
    def player(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def token(self) -> str: ...

    @property
    def birthday(self) -> str | None: ...


class Doorkeeper(Protocol):
    """Identifies the player of a hello, or refuses it (wrong_access, wrong_token, bad_name)."""

    def admit(self, hello: client.Hello, visitor: Peer) -> Admitted | Refused:
        """The player that the hello names, or the refusal; it carries `retry_after` after repeated failures."""

    def closed(self, visitor: Peer) -> None:
        """A connection closed."""


class Annals(Protocol):
    """Past matches: histories, leaderboards, records."""

    def finished(self, room: str) -> None:
        """A match's result is stored, and waits in the room's outbox."""

    async def known(self, match: str) -> bool:
        """Whether there was a match of that id. Raises Unavailable."""

    async def answer(self, player: str, question: Question) -> FromServer:
        """The answer to History, Leaderboard, Record or Replay for this player, a refusal among them."""
