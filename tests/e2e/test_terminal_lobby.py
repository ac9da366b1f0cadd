"""The lobby of the terminal against a real server, by lines typed into `fudakai lobby`."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from fudakai.clients.sdk import connect
from tests.e2e.process import ServerProcess
from tests.e2e.test_clients import SECONDS, Command


class Typist:
    """Somebody at `fudakai lobby`, who reads before they type."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.told = ""

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())

    async def until(self, *words: str) -> str:
        """What is shown next, up to the line with any of these words."""
        assert self.process.stdout is not None
        told = ""
        async with asyncio.timeout(SECONDS):
            while not any(word in told for word in words):
                line = (await self.process.stdout.readline()).decode()
                assert line, told
                told += line
        return told

    async def play_agurk(self) -> str:
        """Plays every turn until the match is over, with the first card or cards that may be played."""
        told = ""
        while not told or "play again" not in told.splitlines()[-1]:
            told += await self.until("Your turn", "play again")
            if "Your turn" in told.splitlines()[-1]:
                self.type(playable(told))
        return told


def playable(told: str) -> str:
    """The numbers of cards that may be played: as many marked ones of the hand shown last as are to be."""
    hand = [line for line in told.splitlines() if re.match(r"^[ \[]", line) and re.search(r"[♣♦♥♠★]", line)][-1]
    marked = [str(at) for at, cell in enumerate(re.findall(r"\[?[\w★]+[♣♦♥♠]?\d?\]?", hand), 1) if "[" in cell]
    wanted = re.search(r"play (\d+) card", told.splitlines()[-1])
    return " ".join(marked[: int(wanted[1]) if wanted else 1])


@pytest.fixture
def fudakai(server: ServerProcess, tmp_path: Path) -> Command:
    return Command(tmp_path / "home", server.url)


async def test_with_nothing_but_the_terminal_a_room_is_made_and_played_and_what_is_over_is_shown(
    fudakai: Command,
) -> None:
    ann = Typist(await fudakai.start("lobby", "--name", "ann"))
    assert "you are ann" in await ann.until("(? help, q leave)")
    ann.type("new agurk", "the den", "3", "", "2", "bot", "bot random", "set turn_seconds=0", "")
    told = await ann.until("The match begins")
    assert "Agurk · room" in told
    assert "The match begins: you, Strong bot ①, Random bot ①." in told
    over = await ann.play_agurk()
    assert re.search(r"^\d +(ann|Strong bot ①|Random bot ①) +\d+ +\d+ *$", over, re.MULTILINE)
    ann.type("q", "history", "", "leaders ag", "", "q")
    ended = await fudakai.end(ann.process)
    assert (ended.status, ended.err) == (0, "")
    assert re.search(r"-1 +agurk +[123] +[012] +ann \d+", ended.out)
    assert re.search(r"^agurk +[012] +1 +[01] +- *$", ended.out, re.MULTILINE)
    assert "You have place " in ended.out
    async with connect(fudakai.url) as client:
        assert await client.rooms() == []


@pytest.mark.parametrize("waits", [(), ("history",), ("new agurk", "go", "")])
async def test_q_leaves_at_once_while_the_server_is_away_whatever_waits_for_it(
    server: ServerProcess, fudakai: Command, waits: tuple[str, ...]
) -> None:
    ann = Typist(await fudakai.start("lobby", "--name", "ann"))
    await ann.until("(? help, q leave)")
    if len(waits) > 1:
        ann.type(*waits[:-1])
        await ann.until("I am ready")
    await server.kill()
    await ann.until("The connection to the server was lost")
    ann.type(*waits[-1:], "q")
    assert (await fudakai.end(ann.process)).status == 0


async def test_two_people_meet_talk_and_lock_the_door_behind_them(fudakai: Command) -> None:
    ann, bob, eve = [Typist(await fudakai.start("lobby", "--name", name)) for name in ("ann", "bob", "eve")]
    for one in (ann, bob, eve):
        await one.until("(? help, q leave)")
    ann.type("new koikoi", "go")
    await ann.until("I am ready")
    bob.type("list waiting", "1", "/good evening, ann")
    await bob.until("You: good evening, ann")
    assert "bob: good evening, ann" in await ann.until("good evening")
    ann.type("lock sesame", "!hello")
    assert "ann: Hello!" in await bob.until("Hello!")
    eve.type("list all")
    assert "waiting, locked" in await eve.until("1 room\n")
    async with connect(fudakai.url, name="dora") as dora:
        room = await dora.create("agurk", visibility="locked", passcode="flowers")
        eve.type(f"watch {room.code}", "flowers", "/hi")
        told = await eve.until("You: hi")
        eve.type("q", f"join {room.code} wrong", "join 222222", "q")
        ended = await fudakai.end(eve.process)
        assert [line.text for line in room.lines] == ["hi"]
        joined = await fudakai.run("play", "--room", room.code, "--passcode", "flowers", "--name", "eve", typed="q\n")
        assert f"You are eve in room {room.code}." in joined.out
    for words in ("Its passcode? (q back)", "You watch", "This is not the passcode.", "There is no room"):
        assert words in told + ended.out
    ann.type("kick bob")
    assert "put" in await bob.until("you are bob")
    ann.type("q", "q")
    bob.type("q")
    assert [(await fudakai.end(one.process)).status for one in (ann, bob)] == [0, 0]
