"""The control socket itself: who may speak on it, what is no request, and a server that is not there."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from fudakai.server.control import words
from fudakai.server.control.line import LONGEST_LINE, NOTE, ControlLine, NoServer, call

ASK = words.AskRooms()


async def echo(request: words.Request) -> AsyncGenerator[words.Reply, None]:
    """Answers in two lines; to `kick`, fails."""
    if isinstance(request, words.AskKick):
        raise RuntimeError("a fault of the server's")
    yield words.Draining(1, 2, None)
    yield words.Done(type(request).__name__)


async def asked(folder: Path, request: words.Request = ASK) -> list[words.Reply]:
    """All answers, asked for from another thread, as a command is another process."""
    return await asyncio.to_thread(lambda: list(call(folder, request)))


async def said(path: str, data: bytes) -> list[dict[str, str]]:
    """What the server answers to raw bytes."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(data)
    writer.write_eof()
    lines = (await reader.read()).splitlines()
    writer.close()
    return [json.loads(line) for line in lines]


async def test_answers_come_in_order_over_a_socket_of_this_user_alone(tmp_path: Path) -> None:
    line = ControlLine(tmp_path / "data", echo)
    await line.start()
    try:
        assert await asked(tmp_path / "data") == [words.Draining(1, 2, None), words.Done("AskRooms")]
        path = json.loads((tmp_path / "data" / NOTE).read_text())["socket"]
        found, folder = os.stat(path), os.stat(os.path.dirname(path))
        assert (stat.S_IMODE(found.st_mode), found.st_uid) == (0o600, os.getuid())
        assert stat.S_IMODE(folder.st_mode) == 0o700
    finally:
        await line.stop()
    assert not os.access(path, os.F_OK)
    assert not (tmp_path / "data" / NOTE).exists()


async def test_what_is_no_request_is_said_so_and_a_fault_is_not_the_end(tmp_path: Path) -> None:
    line = ControlLine(tmp_path, echo)
    await line.start()
    try:
        path = json.loads((tmp_path / NOTE).read_text())["socket"]
        for data in (
            b"",
            b"\n",
            b"{\n",
            b"\xff\n",
            b'{"do": "explode"}\n',
            b'{"do": "drain", "within": -1}\n',
            b'{"do": "announce", "text": "' + b"x" * 301 + b'"}\n',
            b"x" * (2 * LONGEST_LINE) + b"\n",
        ):
            (answer,) = await said(path, data)
            assert answer["type"] == "wrong"
        (failed,) = await asked(tmp_path, words.AskKick("ann"))
        assert isinstance(failed, words.CommandFailed)
        assert "log" in failed.words
        assert len(await asked(tmp_path)) == 2
    finally:
        await line.stop()


async def test_a_stop_lets_the_last_answer_out_and_cuts_who_waits_for_ever(tmp_path: Path) -> None:
    begun, go_on = asyncio.Semaphore(0), asyncio.Event()

    async def slow(request: words.Request) -> AsyncGenerator[words.Reply, None]:
        begun.release()
        await (asyncio.Event() if isinstance(request, words.AskPlayers) else go_on).wait()
        yield words.Done("at last")

    line = ControlLine(tmp_path, slow)
    await line.start()
    one = asyncio.create_task(asked(tmp_path))
    other = asyncio.create_task(asked(tmp_path, words.AskPlayers()))
    for _ in (one, other):
        await begun.acquire()
    asyncio.get_running_loop().call_later(0.1, go_on.set)
    await asyncio.gather(line.stop(), asyncio.wait((one, other)))
    assert one.result() == [words.Done("at last")]
    assert isinstance(other.exception(), NoServer)


def test_without_a_server_it_is_said_in_words(tmp_path: Path) -> None:
    for prepare in (lambda: None, lambda: (tmp_path / NOTE).write_text("{")):
        prepare()
        with pytest.raises(NoServer, match=f"no server runs on the data folder {tmp_path}"):
            list(call(tmp_path, ASK))


async def test_the_socket_of_a_killed_server_is_cleared_by_the_next_and_a_later_ones_note_is_left(
    tmp_path: Path,
) -> None:
    dead = tmp_path / "dead.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(dead))
    (tmp_path / NOTE).write_text(json.dumps({"socket": str(dead), "pid": 1}))
    with pytest.raises(NoServer):
        list(call(tmp_path, ASK))
    first, second = ControlLine(tmp_path, echo), ControlLine(tmp_path, echo)
    await first.start()
    assert not dead.exists()
    await second.start()
    await first.stop()
    try:
        assert len(await asked(tmp_path)) == 2
    finally:
        await second.stop()
