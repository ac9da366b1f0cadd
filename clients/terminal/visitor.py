"""Connects the person at this terminal under their earlier identity, if one is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from fudakai.clients.sdk import Client, Patience, Refused, connect
from fudakai.clients.terminal.person import sentence
from fudakai.clients.terminal.screen import Screen
from fudakai.clients.terminal.tokens import TokenFile
from fudakai.protocol.codes import Refusal


@dataclass(frozen=True)
class Visitor:
    """A person's name and what the server asks of them; `birthday` is theirs from now on. Unless they are `kept` they
    are somebody new each time. With a `token` of their own they are who it says, and nothing is kept."""

    url: str
    name: str
    access: str | None
    birthday: str | None
    patience: Patience
    screen: Screen
    kept: bool = True
    token: str | None = None

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        """The connection. Raises what `connect` does."""
        if self.token is not None:
            async with self._connection(self.token) as client:
                yield client
            return
        file = TokenFile(self.url, self.name)
        token = file.read() if self.kept else None
        async with AsyncExitStack() as stack:
            try:
                client = await stack.enter_async_context(self._connection(token))
            except Refused as refusal:
                if token is None or refusal.code != Refusal.WRONG_TOKEN:
                    raise
                self.screen.say("The server does not know you any more; you are a new guest.", "yellow")
                client = await stack.enter_async_context(self._connection(None))
            if self.kept:
                try:
                    file.write(client.token)
                except OSError as error:
                    self.screen.say(f"Your identity could not be kept for the next time: {error}.", "yellow")
            yield client

    def _connection(self, token: str | None) -> Client:
        def notice(code: str, words: str) -> None:
            self.screen.say(sentence(words), "yellow")

        return connect(
            self.url,
            name=self.name,
            token=token,
            access=self.access,
            birthday=self.birthday,
            patience=self.patience,
            notice=notice,
        )
