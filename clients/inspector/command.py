"""The commands `fudakai watch` and `fudakai send`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from fudakai.clients.inspector.frames import BadRecording, Direction, SeenFrame, head, packed, recorded
from fudakai.clients.inspector.pages import page
from fudakai.clients.inspector.talk import NoTalk, talk
from fudakai.protocol.codec import CODECS

HOME: Final = "ws://127.0.0.1:8765/"
LONGEST_SHOWN: Final = 200
"""Characters of a message that an error quotes."""


class EncodingName(StrEnum):
    """The subprotocol's last word."""

    JSON = "json"
    MSGPACK = "msgpack"


Url = Annotated[str, typer.Option(envvar="FUDAKAI_URL", help="The server's address.")]
Access = Annotated[
    str | None, typer.Option(envvar="FUDAKAI_ACCESS_TOKEN", help="The access token, if the server asks for one.")
]
Spoken = Annotated[EncodingName, typer.Option("--encoding", help="The subprotocol that is spoken.")]
Whole = Annotated[bool, typer.Option("--whole", help="Show every line of long messages.")]
Record = Annotated[Path | None, typer.Option(metavar="FILE", help="Write every frame there, a line of JSON each.")]
Count = Annotated[int | None, typer.Option(min=1, help="End after so many messages of the server's.")]


def watch(
    room: Annotated[str | None, typer.Argument(metavar="[ROOM]", help="The room's code.")] = None,
    url: Url = HOME,
    encoding: Spoken = EncodingName.MSGPACK,
    passcode: Annotated[str | None, typer.Option(help="Of that room, if it is locked.")] = None,
    record: Record = None,
    read: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Show the frames of such a file instead of a room.")
    ] = None,
    count: Count = None,
    whole: Whole = False,
    access: Access = None,
) -> None:
    """Look at a room as its spectators do, frame by frame, in both encodings."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    if (room is None) == (read is None):
        _fail(errors, "name the room to watch, or a file with --read")

    def show(frame: SeenFrame) -> None:
        console.print(page(frame, console.width, whole))

    if read is not None:
        try:
            for frame in recorded(read):
                show(frame)
        except (BadRecording, OSError) as error:
            _fail(errors, str(error))
        return

    async def look(see: Callable[[SeenFrame], None]) -> None:
        hello = {"name": "inspector", "client": "fudakai watch", "access": access}
        async with talk(url, _subprotocol(encoding), see, hello) as known:
            fields = {"passcode": passcode} if passcode else {}
            await known.ask("spectate", room=room, **fields)
            seen = 0
            while count is None or seen < count:
                message = await known.next()
                seen += 1
                if message is not None and message["type"] == "closed":
                    return

    _record(errors, record, show, look)


def send(
    messages: Annotated[
        list[str] | None, typer.Argument(metavar="[JSON]...", help="Messages; without any, a line each from the input.")
    ] = None,
    url: Url = HOME,
    encoding: Spoken = EncodingName.JSON,
    count: Count = None,
    wait: Annotated[
        float, typer.Option(min=0, max=86400, metavar="S", help="Seconds to wait for more answers, after the last one.")
    ] = 1.0,
    name: Annotated[str, typer.Option(help="Who says hello.")] = "inspector",
    token: Annotated[
        str | None, typer.Option(envvar="FUDAKAI_TOKEN", help="The token of who says hello, instead of a new guest.")
    ] = None,
    record: Record = None,
    access: Access = None,
) -> None:
    """Say hello, send messages as they are written, and print what the server says, a line of JSON each."""
    errors = Console(stderr=True, highlight=False)
    written = messages or [line for line in sys.stdin.read().splitlines() if line.strip()]
    frames = [_frame(errors, text, _subprotocol(encoding)) for text in written]

    def show(frame: SeenFrame) -> None:
        if frame.direction is Direction.GOT:
            typer.echo(frame.as_json.decode(errors="replace"))

    async def say(see: Callable[[SeenFrame], None]) -> None:
        hello = {"name": name, "client": "fudakai send", "token": token, "access": access}
        async with talk(url, _subprotocol(encoding), see, hello) as known:
            for frame in frames:
                await known.send(frame)
            seen = 0
            try:
                while count is None or seen < count:
                    async with asyncio.timeout(wait if count is None else max(wait, 10.0)):
                        await known.next()
                    seen += 1
            except TimeoutError:
                if count is not None:
                    raise NoTalk(f"{seen} of {count} messages came") from None

    _record(errors, record, show, say)


def _frame(errors: Console, text: str, subprotocol: str) -> bytes:
    """A message as it was typed, packed before anything is sent."""
    shown = repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")
    try:
        found: Any = msgspec.json.decode(text.encode())
        if not isinstance(found, dict):
            _fail(errors, f'{shown} is no message: one is an object, as {{"type": "ping", "id": 7}}')
        return packed(found, subprotocol)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        _fail(errors, f"{shown} is no JSON: {error}")
    except RecursionError:
        _fail(errors, f"{shown} is nested too deep")
    except OverflowError as error:
        _fail(errors, f"{shown} cannot be said in {subprotocol}: {error}")


def _subprotocol(encoding: EncodingName) -> str:
    return next(name for name in CODECS if name.endswith(encoding))


def _record(
    errors: Console,
    file: Path | None,
    show: Callable[[SeenFrame], None],
    work: Callable[[Callable[[SeenFrame], None]], Coroutine[Any, Any, None]],
) -> None:
    """Does the work, whose frames are shown, and written to the file if there is one."""
    try:
        if file is None:
            asyncio.run(work(show))
            return
        with file.open("w", encoding="utf-8") as lines:
            lines.write(head() + "\n")

            def both(frame: SeenFrame) -> None:
                lines.write(frame.line() + "\n")
                lines.flush()
                show(frame)

            asyncio.run(work(both))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except NoTalk as error:
        _fail(errors, str(error))
    except OSError as error:
        _fail(errors, f"{file} cannot be written: {error.strerror}")


def _fail(errors: Console, words: str) -> NoReturn:
    errors.print(Text(f"fudakai: {words}", style="red"), soft_wrap=True)
    raise typer.Exit(1)
