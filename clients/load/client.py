"""One client of the load tester: reconnects after a loss, sends requests, and matches replies to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

from fudakai.clients.load.connection import ClientSocket
from fudakai.clients.load.figures import Kind
from fudakai.clients.load.findings import FindingKind
from fudakai.clients.load.run import LIFT, Run
from fudakai.clients.load.wire import BadFrame, Message, Ok, Pong, Refused, Rooms, Update, Welcome
from fudakai.clients.sdk.address import reason
from fudakai.clients.sdk.pace import Pace

CONNECT_WITHIN: Final = 15.0
"""Seconds for a connection and its hello."""

ANSWER_WITHIN: Final = 30.0
"""Seconds for any reply: after that the connection counts as dead."""

Answer: TypeAlias = Callable[[Message], None]


class ClientOwner(Protocol):
    """Receives what a client is sent."""

    def entered(self, welcome: Welcome) -> None:
        """The server has answered hello with welcome."""

    def updated(self, update: Update, frame: bytes) -> None:
        """A room has changed."""

    def heard(self, message: Message, frame: bytes) -> None:
        """Any other message has come. A reply also goes to the callback of its request."""

    def gone(self) -> None:
        """The connection is lost; the client reconnects by itself."""


class LoadClient:
    """A connection from `start` to `end`. Its methods run as callbacks on the event loop and never block.
    `kind`: its name in findings; `slow`: it stops reading at times, so the server may close its connection."""

    def __init__(self, run: Run, kind: str, name: str, owner: ClientOwner, *, slow: bool = False) -> None:
        self.run = run
        self.kind = kind
        self.name = name
        self.slow = slow
        self._owner = owner
        self.player = ""
        self.welcomed = False
        self.ended = False
        self.cut_at: float | None = None
        """When the connection was lost that is not back yet."""
        self._token: str | None = None
        self._connection: ClientSocket | None = None
        self._began = 0.0
        self._last_id = 0
        self._waiting: dict[int, tuple[str, Answer, float]] = {}
        self._failures = 0
        self._down_since: float | None = None
        self._pace = Pace(1, 1)
        self._counted = False
        self._expected = False

    # its life

    def start(self) -> None:
        """Connects."""
        self.run.tasks.create_task(self._connect())

    def end(self) -> None:
        """Closes the connection and does not reconnect."""
        self.ended = True
        if self._connection is not None:
            self._connection.close()
        self._count(False)

    def cut(self, again_in: float) -> None:
        """Drops the connection without a close frame, and reconnects after `again_in` seconds."""
        if self._connection is None:
            return
        self._connection.cut()
        self._lose()
        self.run.loop.call_later(again_in, self._again)

    @property
    def excused(self) -> bool:
        """Whether its connection may be lost without the tester having cut it."""
        return self.slow or self.run.plan.kills > 0

    def pause(self, reading: bool) -> None:
        """Stops reading from the socket, or with `reading` resumes."""
        if self._connection is not None:
            self._connection.pause(reading)

    @property
    def deaf(self) -> bool:
        """Whether reading is paused."""
        return self._connection is not None and self._connection.paused

    async def _connect(self) -> None:
        run, uri = self.run, self.run.uri
        self._began = run.clock()
        connection = self._connection = ClientSocket(self, run.measures, uri, run.encoding.subprotocol)
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                await run.loop.create_connection(
                    lambda: connection,
                    uri.host,
                    uri.port,
                    ssl=run.context,
                    server_hostname=uri.host if run.context else None,
                )
        except OSError as error:
            connection.cut()
            self.lost(0, reason(error))

    def _again(self) -> None:
        if not self.ended and self._connection is None:
            self.start()

    # the connection's owner

    def opened(self) -> None:
        """Says hello."""
        hello = {"token": self._token} if self._token else {"name": self.name}
        if self.run.plan.access:
            hello["access"] = self.run.plan.access
        self.ask("hello", self._hello, client="fudakai load", **hello)

    def lost(self, code: int, words: str) -> None:
        """Reconnects with backoff; ends the run when no server answers any more."""
        run, was = self.run, self.welcomed
        self._lose()
        if self.ended:
            return
        if code in (429, 503) and not was:
            run.end(f"the server at {run.plan.address} takes no more connections (HTTP {code}): {LIFT}")
        elif 400 <= code < 600:
            run.end(f"what answers at {run.plan.address} takes no players (HTTP {code}): check --url and --encoding")
        elif was and not self.excused:
            run.measures.errors += 1
            run.findings.add(FindingKind.LOST_CONNECTION, f"{self} lost its connection: {code} ({words})")
        if self._down_since is None:
            self._down_since = run.clock()
        elif run.clock() - self._down_since > run.patience:
            run.end(f"no server has answered at {run.plan.address} for {run.patience:g} seconds ({words})")
            return
        self._failures += 1
        run.loop.call_later(run.backoff.wait(self._failures), self._again)

    def _lose(self) -> None:
        """Forgets the connection and its pending requests."""
        if self.welcomed:
            self.cut_at = self.run.clock()
        self._connection, self.welcomed = None, False
        self._waiting.clear()
        self._count(False)
        self._owner.gone()

    def _count(self, there: bool) -> None:
        if self._counted is not there:
            self._counted = there
            self.run.measures.connections += 1 if there else -1

    def received(self, frame: bytes) -> None:
        """Decodes a frame and dispatches it."""
        try:
            message = self.run.encoding.read(frame)
        except BadFrame as error:
            self.run.findings.add(FindingKind.BAD_FRAME, f"{self} was sent what is no message: {error}")
            return
        if isinstance(message, Update):
            self._owner.updated(message, frame)
            return
        self._owner.heard(message, frame)
        if isinstance(message, Ok | Refused | Welcome | Rooms | Pong):
            waiting = self._waiting.pop(message.re or -1, None)
            if waiting is not None:
                waiting[1](message)

    # requests

    def ask(self, kind: str, answer: Answer, /, **fields: Any) -> None:
        """Sends a request at the rate that the server's credits allow, and calls `answer` with its reply. It is not
        called if the connection is lost first."""
        connection = self._connection
        if connection is None or not connection.open:
            return
        run = self.run
        self._last_id += 1
        self._waiting[self._last_id] = (kind, answer, run.clock())
        frame = run.encoding.pack({"type": kind, "id": self._last_id, **fields})
        wait = self._pace.book(run.clock()) if kind != "hello" else 0.0
        if wait:
            run.measures.faults["held back by the server's credits"] += 1
            run.loop.call_later(wait, connection.send, frame, run.encoding.text)
        else:
            connection.send(frame, run.encoding.text)

    def waits(self) -> str | None:
        """The kind of a request that has no answer yet."""
        return next((kind for kind, _, _ in self._waiting.values()), None)

    def check(self) -> None:
        """Drops a connection on which the server has stopped answering. To be called periodically."""
        if self._connection is None or self.deaf:
            return
        now = self.run.clock()
        oldest = min((since for _, _, since in self._waiting.values()), default=now)
        if now - oldest > ANSWER_WITHIN or (not self.welcomed and now - self._began > 2 * CONNECT_WITHIN):
            self._connection.cut()
            self.lost(1006, f"no answer within {ANSWER_WITHIN:g} seconds")

    def _hello(self, answer: Message) -> None:
        run = self.run
        if isinstance(answer, Welcome):
            self.player, self._token = answer.player, answer.token
            limits = answer.limits
            self._pace = Pace(limits.credits - 1, limits.credits_per_second)
            if self._down_since is not None or self.cut_at is not None:
                run.measures.reconnects += 1
            self.welcomed, self._failures, self._down_since = True, 0, None
            self._count(True)
            run.measures.took(Kind.CONNECT, run.clock() - self._began)
            self._owner.entered(answer)
        elif isinstance(answer, Refused):
            run.measures.refusals[answer.code] += 1
            if answer.code == "too_many_connections":
                run.end(f"the server refused a connection ({answer.words}): {LIFT}")
            elif answer.code == "wrong_access":
                run.end("the server asks for an access token, and this is not it: give it with --token")
            elif answer.code in ("too_fast", *run.excused):
                connection = self._connection
                if connection is not None:
                    run.loop.call_later(max(answer.retry_after / 1000, 0.2), self._hello_again, connection)
            else:
                run.end(f"the server refused a player: {answer.words} ({answer.code})")

    def _hello_again(self, connection: ClientSocket) -> None:
        if self._connection is connection:
            self.opened()

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"
