"""Looking at what travels: watch, send, and recordings that are read again."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final

import msgspec
import pytest
from rich.console import Console

from fudakai.clients.inspector.frames import BadRecording, Direction, SeenFrame, head, recorded
from fudakai.clients.inspector.pages import page, words
from fudakai.clients.sdk import connect
from tests.e2e.process import ROOT, ServerProcess

SECONDS: Final = 30.0
UPDATE: Final = {
    "type": "update",
    "room": "K7QF2M",
    "version": 10,
    "state": {"status": "playing", "title": "x" * 300},
    "events": [{"version": 10, "by": 1, "events": [{"type": "played", "seat": 1}]}],
    "you": {"offers": [{"type": "play", "cards": ["3H"]}]},
}


async def fudakai(*arguments: str, typed: str = "", columns: int = 120) -> tuple[int, str, str]:
    """The command: its exit status, output and errors."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", "fudakai.clients", *arguments),
        cwd=ROOT,
        env={"PATH": "", "COLUMNS": str(columns), "PYTHONUTF8": "1"},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    async with asyncio.timeout(SECONDS):
        out, errors = await process.communicate(typed.encode())
    return process.returncode or 0, out.decode(), errors.decode()


def drawn(frame: SeenFrame, width: int, whole: bool = False) -> list[str]:
    console = Console(width=width, highlight=False)
    with console.capture() as captured:
        console.print(page(frame, width, whole))
    return captured.get().splitlines()


def got(message: dict[str, object]) -> SeenFrame:
    return SeenFrame(1.5, Direction.GOT, "fudakai.v1.msgpack", msgspec.msgpack.encode(message))


@pytest.mark.parametrize("width", [80, 120])
def test_a_frame_fits_the_screen_and_shows_both_encodings(width: int) -> None:
    for whole in (False, True):
        lines = drawn(got(UPDATE), width, whole)
        assert max(map(len, lines)) <= width
        text = "\n".join(lines)
        assert "update to version 10, playing: played; 1 offers" in " ".join(text.split())
        assert '{"type":"update"' in text
        assert "86 a4 74 79" in text
        assert ("more lines" in text) is not whole
        assert f"{len(got(UPDATE).as_json)} JSON" in " ".join(text.split())
    beside = [line for line in lines if "86 a4" in line and '"type"' in line]
    assert len(beside) == (1 if width == 120 else 0)


def test_what_is_no_message_is_shown_all_the_same() -> None:
    frame = SeenFrame(0, Direction.SENT, "fudakai.v1.json", b"\xff{")
    assert frame.message is None
    assert words(None) in " ".join(drawn(frame, 80))
    assert frame.as_msgpack == b""


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    frames = [got(UPDATE), SeenFrame(2.25, Direction.SENT, "fudakai.v1.json", b"\xff{")]
    file = tmp_path / "frames"
    file.write_text("\n".join([head(), *(frame.line() for frame in frames)]) + "\n", encoding="utf-8")
    assert list(recorded(file)) == frames


@pytest.mark.parametrize(
    "lines", ["{", '{"recording": 2}', '{"recording": 1}\n{"at": 1}', '{"recording": 1}\n{"hex": "zz"}', "[]"]
)
def test_what_is_no_recording_is_refused_by_its_line(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "frames"
    file.write_text(lines, encoding="utf-8")
    with pytest.raises(BadRecording, match=f"line {lines.count(chr(10)) + 1} of "):
        list(recorded(file))


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
async def test_a_room_is_watched_and_recorded(server: ServerProcess, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "frames"
    async with connect(server.url, name="ann") as client:
        room = await client.create("agurk", seats=2)
        ended = await fudakai(
            *("watch", room.code, "--url", server.url, "--count", "1"),
            *("--encoding", encoding, "--record", str(file)),
        )
    assert (ended[0], ended[2]) == (0, "")
    assert "update to version 0, waiting" in " ".join(ended[1].split())
    frames = list(recorded(file))
    types = [frame.message["type"] for frame in frames if frame.message]
    assert types == ["hello", "welcome", "spectate", "ok", "update"]
    assert {frame.subprotocol for frame in frames} == {f"fudakai.v1.{encoding}"}
    again = await fudakai("watch", "--read", str(file))
    assert again == (0, ended[1], "")


async def test_raw_messages_are_sent_and_the_answers_printed(server: ServerProcess) -> None:
    for encoding in ("json", "msgpack"):
        arguments = ("send", "--url", server.url, "--encoding", encoding, "--count", "2")
        status, out, errors = await fudakai(*arguments, '{"type": "ping", "id": 70}', '{"type": "dance", "id": 71}')
        assert (status, errors) == (0, "")
        welcome, pong, refused = map(json.loads, out.splitlines())
        assert (welcome["type"], pong["type"], refused["code"]) == ("welcome", "pong", "unknown_type")
        assert (pong["re"], refused["re"]) == (70, 71)
    typed = await fudakai("send", "--url", server.url, "--wait", "0.5", typed='{"type": "list", "id": 7}\n\n')
    assert (typed[0], json.loads(typed[1].splitlines()[-1])["rooms"]) == (0, [])


async def test_what_cannot_be_is_one_line(server: ServerProcess, tmp_path: Path) -> None:
    wrong = (
        (("send", "{"), "is no JSON"),
        (("send", "[]"), "is no message"),
        (("send", '{"id": 1e999}'), "is no JSON"),
        (("send", '{"id": NaN}'), "is no JSON"),
        (("send", '{"name": "\\ud800"}'), "is no JSON"),
        (("send", '{"a":' * 5000 + "1" + "}" * 5000), "nested too deep"),
        (("send", "--encoding", "msgpack", '{"id": 99999999999999999999}'), "cannot be said"),
        (("send", "--url", "ws://127.0.0.1:1/", '{"type": "ping", "id": 7}'), "no server answers"),
        (("watch",), "name the room to watch"),
        (("watch", "222222", "--url", server.url), "unknown_room"),
        (("watch", "--read", str(tmp_path / "none")), "No such file"),
    )
    ended = await asyncio.gather(*(fudakai(*arguments) for arguments, _ in wrong))
    for (status, _, errors), (_, said) in zip(ended, wrong, strict=True):
        assert status == 1
        assert errors.count("\n") == 1, errors
        assert said in errors
