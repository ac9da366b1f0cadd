"""The control socket: where it lies, the server's end and the commands' end.

The socket is in the short runtime folder of this user (as that of the embedded Redis, since paths over about 100 bytes
fail), with mode 0600. `control.json` in the data folder says where: whoever can read that folder and is this user, or
root, may operate the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import structlog

from fudakai.server.control import words
from fudakai.server.store.places import new_socket

NOTE: Final = "control.json"
LONGEST_LINE: Final = 1 << 16
"""Bytes of a request; an answer may be longer."""
BACKLOG: Final = 16
ANSWER_SECONDS: Final = 15.0
"""Longest wait of a command for the next line: all but a drain answer at once, or within SETTLE_SECONDS."""
LINGER_SECONDS: Final = 1.0
"""What the last answers have to get out when the server stops."""

log = structlog.get_logger()

_requests: Final = msgspec.json.Decoder(words.Request)
_replies: Final = msgspec.json.Decoder(words.Reply)
_encoder: Final = msgspec.json.Encoder()

Answers = Callable[[words.Request], AsyncGenerator[words.Reply, None]]


class NoServer(Exception):
    """Nobody answers on the control socket; the words say what to do."""


class Note(msgspec.Struct, frozen=True):
    """control.json: where the server of this data folder listens."""

    socket: str
    pid: int


class ControlLine:
    """The server's end: `start`, then `stop`, each once."""

    def __init__(self, data_dir: Path, answers: Answers) -> None:
        self._note = data_dir.resolve() / NOTE
        self._answers = answers
        self._path: Path | None = None
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listens, and notes where. Raises EmbeddedError when no folder can hold the socket, and OSError."""
        self._note.parent.mkdir(parents=True, exist_ok=True)
        _clear(self._note)
        self._path = new_socket()
        self._server = await asyncio.start_unix_server(self._talk, str(self._path), limit=LONGEST_LINE, backlog=BACKLOG)
        self._path.chmod(0o600)  # nobody else could enter its folder before either
        draft = self._note.with_name(f".{NOTE}.{os.getpid()}")
        draft.write_bytes(_encoder.encode(Note(str(self._path), os.getpid())))
        draft.replace(self._note)

    async def stop(self) -> None:
        """Takes no more requests, lets the last answers out, and takes the note away."""
        if self._server is None or self._path is None:
            return
        self._server.close()
        if self._talks:
            await asyncio.wait(self._talks, timeout=LINGER_SECONDS)
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        self._path.unlink(missing_ok=True)
        if _noted(self._note) == str(self._path):  # else another server of this folder has come
            self._note.unlink(missing_ok=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            raise AssertionError("a coroutine runs in a task")
        self._talks.add(task)
        try:
            async with contextlib.aclosing(self._replies(await _line(reader))) as replies:
                async for reply in replies:
                    writer.write(_encoder.encode(reply) + b"\n")
                    await writer.drain()
        except (OSError, asyncio.CancelledError):
            pass  # whoever asked has gone, or the server stops: a drain goes on without listeners
        finally:
            self._talks.discard(task)
            writer.close()

    async def _replies(self, line: bytes | None) -> AsyncGenerator[words.Reply, None]:
        try:
            request = _requests.decode(line or b"")
        except msgspec.MsgspecError as error:
            yield words.CommandFailed(f"that is no request: {error}")
            return
        try:
            async with contextlib.aclosing(self._answers(request)) as answers:
                async for reply in answers:
                    yield reply
        except Exception:
            log.error("an operator's request failed", request=type(request).__name__, exc_info=True)
            yield words.CommandFailed("the server failed at this request; its log says where")


async def _line(reader: asyncio.StreamReader) -> bytes | None:
    """The request, or None when it is longer than LONGEST_LINE."""
    try:
        return await reader.readline()
    except ValueError:
        return None


def call(data_dir: Path, request: words.Request) -> Iterator[words.Reply]:
    """The commands' end: asks the server of this data folder, and gives its answers as they come. Raises NoServer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(ANSWER_SECONDS)
        try:
            path = _noted(data_dir.resolve() / NOTE)
            if path is None:
                raise FileNotFoundError
            line.connect(path)
            line.sendall(_encoder.encode(request) + b"\n")
        except PermissionError as error:
            raise NoServer(
                f"the server on the data folder {data_dir} belongs to another user: run this command as that user"
            ) from error
        except OSError as error:
            raise NoServer(
                f"no server runs on the data folder {data_dir}: start one, or name its folder with --data-dir"
            ) from error
        last: words.Reply | None = None
        with contextlib.suppress(ConnectionResetError), line.makefile("rb") as lines:
            try:
                for text in lines:
                    last = _replies.decode(text)
                    yield last
            except TimeoutError as error:
                raise NoServer(
                    f"the server on the data folder {data_dir} did not answer within {ANSWER_SECONDS:g} seconds"
                ) from error
        if last is None or isinstance(last, words.Draining):
            raise NoServer(f"the server on the data folder {data_dir} ended before it answered")


def _noted(note: Path) -> str | None:
    """The socket in the note. An unreadable note says that it is another user's (PermissionError)."""
    try:
        return msgspec.json.decode(note.read_bytes(), type=Note).socket
    except (FileNotFoundError, NotADirectoryError, msgspec.MsgspecError):
        return None


def _clear(note: Path) -> None:
    """Takes away the socket of a server that was killed; one that still answers is left alone."""
    old = _noted(note)
    if old is not None and Path(old).is_socket():
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(1.0)
            try:
                line.connect(old)
            except ConnectionRefusedError:
                Path(old).unlink(missing_ok=True)
            except OSError:
                pass
