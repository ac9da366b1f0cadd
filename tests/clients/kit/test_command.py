"""`fudakai check-client` as a program: what it prints, the JSON, and its exit status."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Final

from tests.clients.kit.broken import Client, Fault
from tests.e2e.process import ROOT

SECONDS: Final = 60.0


async def start(*arguments: str) -> asyncio.subprocess.Process:
    command = (sys.executable, "-W", "error", "-u", "-m", "fudakai.clients", "check-client", *arguments)
    return await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={"PATH": "", "COLUMNS": "80", "PYTHONUTF8": "1"},
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )


async def told(process: asyncio.subprocess.Process) -> tuple[int, str, str]:
    """Its exit status, output and errors, at the end."""
    async with asyncio.timeout(SECONDS):
        out, errors = await process.communicate()
    return process.returncode or 0, out.decode(), errors.decode()


async def played(fault: Fault, file: Path) -> tuple[int, str, str]:
    """A run with such a client, which finds the address in what is printed."""
    process = await start("--timeout", "8", "--json", str(file))
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        words = (await process.stdout.readline()).decode().split()
    url, code = next(word for word in words if word.startswith("ws://")), words[words.index("room") + 1].rstrip(",")
    async with asyncio.TaskGroup() as tasks:
        life = tasks.create_task(Client(fault)(url, code))
        ended = await told(process)
        life.cancel()
    return ended


async def test_a_right_client_is_status_0_and_a_wrong_one_1(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    first, second = await asyncio.gather(played(Fault.NONE, right), played(Fault.KNOWS_ALL_EVENTS, wrong))
    assert (first[0], first[2]) == (0, "")
    assert "15 of 15 scenes passed: agurk, fudakai.v1.msgpack." in first[1]
    assert (second[0], second[2]) == (1, "")
    assert "PROTOCOL.md, What may be added" in second[1]
    assert max(map(len, second[1].splitlines())) <= 80
    report = json.loads(right.read_text(encoding="utf-8"))
    assert (report["report"], report["game"], report["passed"]) == (1, "agurk", True)
    assert [scene["scene"] for scene in report["scenes"] if scene["verdict"] == "not_in_game"] == ["choice"]
    report = json.loads(wrong.read_text(encoding="utf-8"))
    (failed,) = (scene for scene in report["scenes"] if scene["verdict"] == "failed")
    assert set(failed) == {"scene", "about", "verdict", "message", "field", "rule", "expected", "seen"}
    assert (report["passed"], failed["scene"]) == (False, "unknown_event")


async def test_what_cannot_be_played_is_status_2() -> None:
    status, out, errors = await told(await start("--game", "chess"))
    assert (status, out) == (2, "")
    assert "there is no game 'chess': name one of agurk, dafaza, hanafuda, koikoi" in errors
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, errors = await told(await start("--port", str(port)))
    assert status == 2
    assert f"cannot listen on port {port}" in errors
    assert errors.count("\n") == 1
