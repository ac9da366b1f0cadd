"""One lasting link to a server over any number of connections: hello, requests and their answers, coming back."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy, InvalidStatus
from websockets.typing import Subprotocol

from fudakai.clients.sdk.address import fault, public, reason
from fudakai.clients.sdk.backoff import Backoff
from fudakai.clients.sdk.errors import (
    Dropped,
    FudakaiError,
    Offline,
    Refused,
    Unreachable,
    WrongAddress,
    refused,
    understood,
)
from fudakai.clients.sdk.pace import Pace
from fudakai.clients.sdk.wire import SUBPROTOCOL, Message, pack, unpack
from fudakai.protocol.codes import Close, Refusal

AGAIN: Final = frozenset({Refusal.UNAVAILABLE, Refusal.TOO_FAST, Refusal.STOPPING})
"""Refusals that only ask for patience: the request is made again."""

FOR_GOOD: Final = frozenset(
    {Close.TOO_BIG, Close.MALFORMED, Close.TOO_DEEP, Close.WRONG_FRAME, Close.NO_HELLO, Close.ABUSE, Close.KICKED}
)
"""Closes that would only happen again."""

Notice = Callable[[str, str], None]
"""Told about the link: "offline", "online", "unavailable", or a code of the server's, with words for a person."""


@dataclass(frozen=True)
class Patience:
    """Times in seconds. `first_wait`: how long the first connection may take before Unreachable (0: one try);
    `give_up`: the same for coming back; None: for ever. A pong that is not there after `pong_within` is a lost
    connection."""

    first_wait: float | None = 0.0
    give_up: float | None = None
    ping_every: float = 10.0
    pong_within: float = 10.0
    backoff: Backoff = field(default_factory=Backoff)


@dataclass(eq=False)
class PendingRequest:
    """A message that wants an answer. `entered` is called with it, if it is no refusal, before any later message
    is looked at."""

    message: Message
    entered: Callable[[Message], None] | None = None
    sent: bool = False
    asked_again: bool = False
    """It was sent on a connection that is gone: an answer may have been lost."""
    frame: bytes = b""
    answer: asyncio.Future[Message] = field(init=False)


class LinkOwner(Protocol):
    """Whom a link works for."""

    def welcomed(self, welcome: Message) -> None:
        """A connection was accepted."""

    async def restore(self) -> None:
        """Resume everything with `Link.ask(..., now=True)`; other requests wait for it."""

    async def compare(self, versions: Mapping[str, int]) -> None:
        """The server's rooms and versions, once in `ping_every`."""

    def received(self, message: Message) -> None:
        """A message that answers nothing."""

    def failed(self, failure: FudakaiError) -> None:
        """The link is over."""


class Link:
    """See the module. `run` is its life; `ask` may be called at any time from any task of the same loop."""

    def __init__(
        self, url: str, hello: Mapping[str, Any], owner: LinkOwner, patience: Patience, notice: Notice | None
    ) -> None:
        self.url = url
        self.hello = dict(hello)
        """What is said on every new connection; the owner puts the token in."""
        self.failure: FudakaiError | None = None
        self.settled = asyncio.Event()
        """Set with the first welcome, or when there will be none."""
        self._owner = owner
        self._patience = patience
        self._notice: Notice = notice or (lambda code, words: None)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, PendingRequest] = {}
        self._socket: ClientConnection | None = None
        self._restored = False
        self._pace = Pace(1, 1)

    @property
    def up(self) -> bool:
        """Whether there is a connection just now."""
        return self._socket is not None

    # requests

    async def ask(self, request: PendingRequest, *, now: bool = False) -> Message:
        """The answer to a request, over as many connections and refusals of AGAIN as it takes. Raises Refused, or what
        ended the link. With `now` it belongs to the present connection and does not wait until the rooms are back."""
        failures = 0
        while True:
            answer = await self._answer(request, now)
            if answer["type"] != "refused":
                return answer
            refusal = refused(answer)
            if refusal.code not in AGAIN:
                raise refusal
            failures += 1
            if refusal.code != Refusal.TOO_FAST:
                self._notice(refusal.code, refusal.words)
            with understood(answer):
                pause = answer.get("retry_after", 0) / 1000
            await asyncio.sleep(max(pause, self._patience.backoff.wait(failures)))

    def unanswered(self, kind: str) -> list[PendingRequest]:
        """Requests of that type that were sent and not answered."""
        return [request for request in self._waiting.values() if request.message["type"] == kind and request.sent]

    async def _answer(self, request: PendingRequest, now: bool) -> Message:
        if self.failure:
            raise self.failure
        number = next(self._numbers)
        request.frame = pack({**request.message, "id": number})
        request.answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = request
        try:
            if self._socket and (self._restored or now):
                await self._send(self._socket, request)
            return await request.answer
        finally:
            del self._waiting[number]

    async def _send(self, socket: ClientConnection, request: PendingRequest) -> None:
        wait = self._pace.book(asyncio.get_running_loop().time())
        if wait:
            await asyncio.sleep(wait)
        request.sent = True
        with suppress(ConnectionClosed):  # the listener notices it too, and the next connection asks again
            await socket.send(request.frame)

    # connections

    async def run(self) -> NoReturn:
        """Keeps the link up until it is cancelled or cannot go on; either way every waiting request then raises."""
        try:
            await self._keep_up()
        except asyncio.CancelledError:
            self._end(Offline("The client was closed."))
            raise
        except Exception as error:
            self._end(error if isinstance(error, FudakaiError) else FudakaiError(f"The client broke: {error!r}."))
            raise

    async def _keep_up(self) -> NoReturn:
        clock = asyncio.get_running_loop().time
        wrong = fault(self.url)
        if wrong is not None:
            raise WrongAddress(f"{public(self.url)} is no websocket address: {wrong}.")
        failures, since, limit = 0, clock(), self._patience.first_wait
        while True:
            why: Exception
            try:
                async with self._connection() as socket:
                    await self._greet(socket)
                    failures, limit = 0, self._patience.give_up
                    await self._talk(socket)
            except (OSError, InvalidHandshake, InvalidProxy, ConnectionClosed) as error:
                self._raise_for_good(error)
                why = error
            except Refused as refusal:  # of hello
                if refusal.code not in AGAIN:
                    raise
                why = refusal
            if failures == 0:
                since = clock()
                if self.settled.is_set():
                    self._notice("offline", "The connection to the server was lost; trying to come back.")
            failures += 1
            pause = self._patience.backoff.wait(failures)
            if limit is not None and clock() + pause - since > limit:
                raise Unreachable(f"No server answers at {public(self.url)} ({reason(why)}).") from why
            await asyncio.sleep(pause)

    def _connection(self) -> open_socket:
        return open_socket(
            self.url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            proxy=None if urlsplit(self.url).hostname in ("localhost", "127.0.0.1", "::1") else True,
            ping_interval=None,  # our own ping notices a dead connection, and a lost message too
            close_timeout=2,
        )

    def _raise_for_good(self, error: Exception) -> None:
        """Raises what coming back would not mend."""
        if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FOR_GOOD:
            words = error.rcvd.reason or Close(error.rcvd.code).name.lower().replace("_", " ")
            raise Dropped(error.rcvd.code, f"The server closed the connection: {words}.") from error
        if isinstance(error, InvalidStatus) and error.response.status_code < 500 and error.response.status_code != 429:
            status = error.response.status_code
            raise WrongAddress(f"What answers at {public(self.url)} takes no players (HTTP {status}).") from error

    async def _greet(self, socket: ClientConnection) -> None:
        """Says hello. Raises Refused."""
        if socket.subprotocol != SUBPROTOCOL:
            raise WrongAddress(f"What answers at {public(self.url)} does not speak {SUBPROTOCOL}.")
        number = next(self._numbers)
        await socket.send(pack({"type": "hello", "id": number, **self.hello}))
        while (message := unpack(await socket.recv())).get("re") != number:
            self._other(message)
        if message["type"] == "refused":
            raise refused(message)
        with understood(message):
            limits = message["limits"]
            self._pace = Pace(limits["credits"] - 1, limits["credits_per_second"])  # one was hello
            self._owner.welcomed(message)
        if self.settled.is_set():
            self._notice("online", "Connected again.")
        self.settled.set()

    async def _talk(self, socket: ClientConnection) -> None:
        """One accepted connection until it is lost; raises the reason."""
        self._socket = socket
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(socket))
                tasks.create_task(self._tend(socket))
        except BaseExceptionGroup as group:
            raise _only(group) from group
        finally:
            self._socket, self._restored = None, False

    async def _listen(self, socket: ClientConnection) -> NoReturn:
        while True:
            message = unpack(await socket.recv())
            with understood(message):
                request = self._waiting.get(message.get("re", 0))
            if request is None or request.answer.done():
                self._other(message)
                continue
            if request.entered and message["type"] != "refused":
                with understood(message):
                    request.entered(message)
            request.answer.set_result(message)

    async def _tend(self, socket: ClientConnection) -> NoReturn:
        """Brings the rooms back, asks again what was not answered, then pings."""
        await self._owner.restore()
        self._restored = True
        for request in list(self._waiting.values()):
            if not request.answer.done():
                request.asked_again = request.sent
                await self._send(socket, request)
        while True:
            await asyncio.sleep(self._patience.ping_every)
            async with asyncio.timeout(self._patience.pong_within):
                pong = await self.ask(PendingRequest({"type": "ping"}), now=True)
            with understood(pong):
                versions = {str(room): int(version) for room, version in pong["versions"].items()}
            await self._owner.compare(versions)

    def _other(self, message: Message) -> None:
        """A message that answers nothing: news, or an answer that nobody waits for any more."""
        with understood(message):
            if message["type"] == "notice" or (message["type"] == "refused" and "re" not in message):
                code, words = str(message["code"]), str(message["words"])
            elif "re" not in message:
                self._owner.received(message)
                return
            else:
                return
        self._notice(code, words)

    def _end(self, failure: FudakaiError) -> None:
        self.failure = failure
        for request in self._waiting.values():
            if not request.answer.done():
                request.answer.set_exception(failure)
        self._owner.failed(failure)
        self.settled.set()


def _only(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error to report of several tasks of one connection: what is not just the lost connection, if there is any."""
    leaves: list[BaseException] = []
    for error in group.exceptions:
        leaves.append(_only(error) if isinstance(error, BaseExceptionGroup) else error)
    return next((error for error in leaves if not isinstance(error, ConnectionClosed)), leaves[0])
