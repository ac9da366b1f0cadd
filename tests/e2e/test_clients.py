"""The command `fudakai` against a real server, each as its own process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import jwt
import pytest
from redis.asyncio import Redis

from fudakai.clients.sdk import Room, View, autoplay, connect
from fudakai.server.store.embedded import running_address
from tests.e2e.process import ROOT, ServerProcess

SECONDS = 120.0


@dataclass
class Finished:
    status: int
    out: str
    err: str


@dataclass
class Command:
    """`fudakai` with a home of its own."""

    home: Path
    url: str
    more: dict[str, str] = field(default_factory=dict)

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FUDAKAI_")}
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-m", "fudakai.clients.cli", *arguments),
            cwd=ROOT,
            env={
                **inherited,
                "FUDAKAI_URL": self.url,
                "XDG_STATE_HOME": str(self.home),
                "PYTHONUTF8": "1",
                **self.more,
            },
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str, typed: str = "") -> Finished:
        process = await self.start(*arguments)
        return await self.end(process, typed)

    async def end(self, process: asyncio.subprocess.Process, typed: str = "") -> Finished:
        async with asyncio.timeout(SECONDS):
            out, err = await process.communicate(typed.encode())
        return Finished(process.returncode or 0, out.decode(), err.decode())


@pytest.fixture
def fudakai(server: ServerProcess, tmp_path: Path) -> Command:
    return Command(tmp_path / "home", server.url)


async def open_rooms(url: str) -> list[str]:
    async with connect(url) as client:
        return [line.room for line in await client.rooms()]


async def until_told(process: asyncio.subprocess.Process, words: str) -> str:
    """The output up to the line with these words."""
    assert process.stdout is not None
    told = ""
    async with asyncio.timeout(SECONDS):
        while words not in told:
            line = await process.stdout.readline()
            assert line, told
            told += line.decode()
    return told


async def until_ready(room: Room, count: int) -> View:
    """The first view in which so many are ready."""
    async with asyncio.timeout(SECONDS):
        async for view in room:
            if sum(seat.ready for seat in view.seats) == count:
                return view
    raise AssertionError("the room ended")


async def test_bots_play_matches_in_rooms_of_their_own(fudakai: Command) -> None:
    ended = await fudakai.run("bot", "--game", "agurk", "--seats", "3", "--matches", "2", "--rooms", "2", "--seed", "1")
    assert (ended.status, ended.err) == (0, "")
    assert "4 of 4 matches" in ended.out
    assert ended.out.count("Ume") >= 2


@pytest.mark.parametrize(
    ("arguments", "players"), [(("--game", "koikoi"), 2), (("--game", "hanafuda", "--strength", "random"), 3)]
)
async def test_bots_of_any_strength_fill_a_room_of_any_game(
    fudakai: Command, arguments: tuple[str, ...], players: int
) -> None:
    ended = await fudakai.run("bot", *arguments, "--seed", "1")
    assert (ended.status, ended.err) == (0, "")
    assert "1 of 1 matches" in ended.out
    assert len(re.findall(r"\b(?:Ume|Matsu|Sakura) \d", ended.out)) == players


async def test_a_room_has_the_options_that_were_asked_for(fudakai: Command) -> None:
    asked = ("--option", "rounds=3", "--option", "preset=nintendo", "--setting", "turn_seconds=77")
    ended = await fudakai.run("bot", "--game", "koikoi", *asked)
    assert (ended.status, ended.err) == (0, "")
    person = await fudakai.run("play", "--script", "--game", "koikoi", *asked)
    assert (person.status, person.err) == (0, "")
    assert "round 3 of 3" in person.out
    assert "Your turn (77 s)" in person.out


async def test_bots_that_come_to_a_room_have_names_of_their_own(fudakai: Command) -> None:
    async with connect(fudakai.url, name="Ume") as ume:
        room = await ume.create("agurk", seats=4)
        await room.ready()
        bots = await fudakai.start("bot", "--room", room.code, "--bots", "2", "--seed", "1")
        await until_ready(room, 3)
        named = await fudakai.start("bot", "--room", room.code, "--name", "Hal")
        seen = await until_ready(room, 4)
        assert sorted(seen.names) == ["Hal", "Matsu", "Sakura", "Ume"]
        await room.start()
        assert len(await autoplay(room, lambda view, offers: offers[0])) == 1
        for command in (bots, named):
            ended = await fudakai.end(command)
            assert (ended.status, ended.err) == (0, "")
            assert "1 of 1 matches" in ended.out
    helped = await fudakai.run("play", "--help")
    assert "agurk, dafaza, hanafuda, koikoi" in " ".join(helped.out.replace("│", " ").split())


async def test_a_scripted_person_plays_a_match_with_bots(fudakai: Command) -> None:
    ended = await fudakai.run("play", "--script", "--name", "ann")
    assert (ended.status, ended.err) == (0, "")
    assert "Your turn (30 s)" in ended.out
    assert re.search(r"^1 +(ann|Ume|Matsu) +\d+ +2\s*$", ended.out, re.MULTILINE)
    assert not fudakai.home.exists()
    assert await open_rooms(fudakai.url) == []


async def test_as_many_bots_join_as_a_game_has_seats_for(fudakai: Command) -> None:
    ended = await fudakai.run("play", "--script", "--game", "koikoi", "--name", "ann", "--seed", "1")
    assert (ended.status, ended.err) == (0, "")
    assert "The match begins: you, Ume." in ended.out
    assert "Round 12: " in ended.out


async def test_a_person_and_a_bot_meet_in_a_room_by_its_code(fudakai: Command) -> None:
    person = await fudakai.start("play", "--script", "--bots", "0", "--seats", "2", "--name", "ann")
    code = re.search(r"room ([A-Z2-9]{6})", await until_told(person, "room "))
    assert code is not None
    bot = await fudakai.run("bot", "--room", code[1].lower())
    ended = await fudakai.end(person)
    assert (bot.status, bot.err, ended.status, ended.err) == (0, "", 0, "")
    assert code[1] in bot.out
    assert "1 of 1 matches" in bot.out


async def test_a_person_comes_by_an_invitation(fudakai: Command) -> None:
    async with connect(fudakai.url, name="Ume") as ume:
        room = await ume.create("koikoi", options={"rounds": 3}, visibility="locked", passcode="x")
        person = await fudakai.start("play", f"{fudakai.url}#{room.code.lower()}", "--passcode", "x", "--script")
        await until_ready(room, 1)
        await room.ready()
        await room.start()
        assert len(await autoplay(room, lambda view, offers: offers[0])) == 1
        assert (await fudakai.end(person)).status == 0


async def test_a_person_types_lines_and_leaves(fudakai: Command) -> None:
    ended = await fudakai.run("play", "--bots", "0", "--seats", "2", "--name", "ann", typed="?\n\nhello\ns\nq\n")
    assert (ended.status, ended.err) == (0, "")
    assert f"Others join with: fudakai play '{fudakai.url}#" in ended.out
    assert "'hello' says nothing here." in ended.out
    assert "Agurk is for 2 to 7 players" in ended.out
    assert await open_rooms(fudakai.url) == []


async def test_h4_a_birthday_is_kept_in_the_token_and_printed_nowhere(fudakai: Command) -> None:
    said = []
    for more, kept in ((("--birthday", "07-23"), "07-23"), ((), "07-23"), (("--birthday", ""), None)):
        ended = await fudakai.run("play", "--bots", "0", "--name", "ann", *more, typed="q\n")
        assert ended.status == 0
        said.append(ended.out + ended.err)
        (file,) = (fudakai.home / "fudakai").iterdir()
        claims = jwt.decode(file.read_text().strip(), options={"verify_signature": False})
        assert claims.get("birthday") == kept
    assert "07-23" not in "".join(said)


async def test_l7_the_next_run_is_the_same_player(fudakai: Command) -> None:
    first = await fudakai.run("play", "--bots", "0", "--name", "ann", typed="q\n")
    [kept] = list(fudakai.home.rglob("*.token"))
    player = kept.read_text()
    async with connect(fudakai.url, token=player.strip()) as client:
        before = client.player
    second = await fudakai.run("play", "--bots", "0", "--name", "ann", typed="q\n")
    async with connect(fudakai.url, token=kept.read_text().strip()) as client:
        assert client.player == before
    kept.write_text("forged\n")
    third = await fudakai.run("play", "--bots", "0", "--name", "ann", typed="q\n")
    assert "does not know you any more" in third.out
    assert [ended.status for ended in (first, second, third)] == [0, 0, 0]
    assert kept.read_text() != "forged\n"


async def test_who_has_an_account_plays_with_its_token_where_no_guest_may(tmp_path: Path) -> None:
    secret = "known to everybody in the club, so to say"
    server = ServerProcess(tmp_path, jwt_key=secret, guests="false")

    def signed(name: str) -> str:
        claims = {"sub": name, "name": f"{name} of the club", "exp": time.time() + 3600}
        return jwt.encode(claims, secret, algorithm="HS256")

    def token(name: str, words: str | None = None) -> str:
        file = tmp_path / name
        file.write_text(signed(name) + "\n" if words is None else words, encoding="ascii")
        return str(file)

    def kept() -> list[Path]:
        return list((tmp_path / "home").glob("**/*.token"))

    try:
        fudakai = Command(tmp_path / "home", await server.start())
        refused = await fudakai.run("play", "--script")
        assert (refused.status, refused.out) == (1, "")
        played = await fudakai.run("play", "--script", "--bots", "2", "--token", token("ann"))
        assert (played.status, played.err) == (0, "")
        assert "ann of the club" in played.out
        assert "Strong bot ②" in played.out
        bots = await fudakai.run("bot", "--token", token("bob"), "--token", token("cat"))
        assert (bots.status, bots.err) == (0, "")
        assert "bob of the club" in bots.out
        assert "1 of 1 matches" in bots.out
        few = await fudakai.run("bot", "--seats", "3", "--token", token("bob"))
        assert "3 bots need a token each" in few.err
        history = await fudakai.run("history", "--token", token("ann"))
        assert "ann of the club" in history.out
        board = await fudakai.run("leaderboard", "--token", token("ann"))
        assert "ann of the club" in board.out
        lobby = await fudakai.run("lobby", "--token", token("ann"), typed="q\n")
        assert "you are ann of the club" in lobby.out
        fudakai.more = {"FUDAKAI_TOKEN": signed("ann")}
        assert "ann of the club" in (await fudakai.run("history")).out
        for file, words in ((f"{tmp_path}/none", "No such file"), (token("empty", "\n"), "it is empty")):
            wrong = await fudakai.run("history", "--token", file)
            assert (wrong.status, wrong.err.count("\n")) == (1, 1)
            assert words in wrong.err
        assert not kept(), "a token of one's own is not kept"
    finally:
        await server.clean_up()


async def test_q_leaves_at_once_while_the_server_is_away(server: ServerProcess, fudakai: Command) -> None:
    person = await fudakai.start("play", "--bots", "0", "--name", "ann")
    told = await until_told(person, "I am ready")
    await server.kill()
    told += await until_told(person, "The connection to the server was lost")
    ended = await fudakai.end(person, "\nq\n")
    assert (ended.status, ended.err) == (0, "")
    assert re.search(r"The server is away. Your seat in room \w+ waits for you a while", ended.out)


async def test_ctrl_c_leaves_the_room_politely(fudakai: Command) -> None:
    person = await fudakai.start("play", "--name", "ann")
    await until_told(person, "Round 1")
    assert len(await open_rooms(fudakai.url)) == 1
    person.send_signal(signal.SIGINT)
    ended = await fudakai.end(person)
    assert (ended.status, ended.err) == (130, "")
    assert await open_rooms(fudakai.url) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "--room", "222222"), "there is no room"),
        (("bot", "--room", "222222"), "there is no room"),
        (("play", "--game", "chess"), "no game 'chess' here"),
        (("play", "--birthday", "31-12"), "birthday: a month and a day as MM-DD"),
        (("bot", "--seats", "9"), "Agurk is for 2 to 7 players"),
        (("bot", "--game", "koikoi", "--seats", "3"), "Koi-Koi is for 2 players, not 3"),
        (("play", "--option", "rounds"), "--option is NAME=VALUE"),
        (("bot", "--bots", "2"), "--bots go to a room that is there"),
        (("play", "--setting", "=3"), "--setting is NAME=VALUE, for example turn_seconds=60"),
        (("bot", "--setting", "turns=3"), "turns"),
        (("bot", "--option", f"rounds={10**30}"), "numbers of at most 64 bits"),
        (("bot", "--option", 'storm="\\ud800"'), "words of whole characters"),
        (("bot", "--option", "rounds=" + "[" * 5000), "nested too deep"),
        (("play", "--game", "koikoi", "--option", "rounds=5"), "rounds: 5 is not one of 3, 6, 12"),
        (("bot", "--game", "hanafuda", "--option", "storm=dry"), 'storm: "dry" is not one of'),
        (("play", "--url", "http://127.0.0.1/"), "no websocket address"),
        (("play", "--url", "ws://127.0.0.1:1/"), "Start one with `fudakai-server serve`"),
    ],
)
async def test_an_error_is_one_line_and_a_failure(fudakai: Command, arguments: tuple[str, ...], words: str) -> None:
    ended = await fudakai.run(*arguments)
    assert ended.status == 1
    assert ended.err.startswith("fudakai: ")
    assert ended.err.count("\n") == 1
    assert words in ended.err


async def test_bots_play_on_over_a_server_that_is_killed_and_started_again(
    server: ServerProcess, fudakai: Command
) -> None:
    bots = await fudakai.start("bot", "--rooms", "4", "--matches", "40")
    assert bots.stderr is not None
    async with asyncio.timeout(SECONDS):
        async with Redis.from_url(running_address(server.data)) as redis:
            while not await redis.keys("fudakai:*:log:1"):  # the first match of a room has begun
                pass
        await server.kill()
        assert b"connection to the server was lost" in await bots.stderr.readline()
        await server.start()
    ended = await fudakai.end(bots)
    assert (ended.status, "160 of 160 matches" in ended.out) == (0, True), ended


INTERRUPTED = """
import os, signal, sys

class Watch:
    def find_spec(found, *_):
        if found == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Watch)
from fudakai.{}.__main__ import main
main()
"""
"""The command, which gets a SIGINT when it comes to import the module that is its last argument."""


@pytest.mark.parametrize(
    ("command", "module"),
    [
        *[
            ("clients", one)
            for one in (
                "fudakai.clients.cli",
                "rich.console",
                "fudakai.clients.sdk.client",
                "fudakai.clients.terminal.person",
            )
        ],
        *[
            ("server", one)
            for one in (
                "fudakai.server.cli",
                "asyncio",
                "fudakai.server.games.agurk.game",
                "fudakai.server.app",
                "uvloop",
            )
        ],
    ],
)
async def test_ctrl_c_while_a_command_still_loads_ends_it_without_a_traceback(command: str, module: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", INTERRUPTED.format(command), "--help", module), cwd=ROOT, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(SECONDS):
        _, errors = await process.communicate()
    assert (process.returncode, errors) == (130, b"")
