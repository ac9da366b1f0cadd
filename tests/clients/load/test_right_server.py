"""A right server is found right, whatever faults are asked for; and the ends of runs that could not be played."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from pathlib import Path

import pytest

from fudakai.clients.load.games import CannotAsk, ask_games
from fudakai.clients.load.plan import Think
from fudakai.clients.load.trial import Trial
from tests.clients.load.runs import Silent, plan, played
from tests.e2e.process import ROOT, ServerProcess

ALL_GAMES = {
    "mix": {"agurk": 1, "koikoi": 1, "dafaza": 1, "hanafuda": 1},
    "rooms": 4,
    "seats": 0,
    "duration": 1.5,
    "matches": 0,
    "think": Think(0.01),
}
FAULTS = ["drop", "leave", "slow", "double", "hostile"]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_right_server_is_found_right_under_each_fault(server: ServerProcess, fault: str) -> None:
    figures = await played(server.url, **ALL_GAMES, **{fault: 0.5})
    assert figures.findings == ()
    assert figures.partial is None
    assert figures.faults[fault] > 0
    assert figures.checked["acknowledged moves"] > 0


async def test_a_right_server_is_found_right_with_all_at_once(server: ServerProcess) -> None:
    more = {"spectators": 1, "watchers": 1, "chat": 1.0, "encoding": "json", "procs": 2, "hostile_from": "127.0.0.9"}
    figures = await played(server.url, **ALL_GAMES, **dict.fromkeys(FAULTS, 0.2), **more)
    assert figures.findings == ()
    assert figures.partial is None
    assert len(figures.processes) == 2
    assert figures.faults.keys() >= {"drop", "double", "hostile"}


async def test_matches_are_played_to_the_end(server: ServerProcess) -> None:
    figures = await played(server.url, mix={"dafaza": 1}, seats=0)
    assert figures.findings == ()
    assert figures.partial is None
    assert figures.matches == figures.checked["matches"] == 1


async def test_a_right_server_is_found_right_though_it_is_killed(server: ServerProcess) -> None:
    assert server.process is not None
    viewer = Silent()
    asked = plan(
        server.url, duration=4.0, matches=0, think=Think(0.01), kill_server=f"kill -9 {server.process.pid}", kills=1
    )

    async def start_again() -> None:
        assert server.process is not None
        await server.process.wait()
        await server.start()

    async with asyncio.TaskGroup() as tasks:
        again = tasks.create_task(start_again())
        figures = await Trial(await ask_games(asked), viewer).run()
        again.cancel()
    assert figures.findings == ()
    assert figures.partial is None
    assert figures.faults["kill"] == 1
    assert figures.total(lambda second: second.reconnects) > 0
    assert any("kill 1 of 1: back after" in line for line in viewer.said)


async def test_a_server_that_dies_ends_the_run_and_what_was_found_is_kept(server: ServerProcess) -> None:
    trial = Trial(await ask_games(plan(server.url, duration=60.0, matches=0)), Silent())
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(trial.run())
        await until_it_plays(trial)
        await server.kill()
        figures = await running
    assert figures.partial is not None
    assert "no server has answered" in figures.partial
    assert set(figures.wrongs()) == {"lost_connection"}
    assert figures.checked["acknowledged moves"] > 0


@pytest.mark.parametrize(("sign", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")])
async def test_being_stopped_keeps_what_was_found(
    server: ServerProcess, tmp_path: Path, sign: signal.Signals, name: str
) -> None:
    report = tmp_path / "report.json"
    command = (sys.executable, "-m", "fudakai.clients", "load", "--url", server.url, "--rooms", "1", "--think", "10ms")
    process = await asyncio.create_subprocess_exec(
        *(*command, "--json", str(report)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            while b"moves/s" not in await process.stdout.readline():
                pass
            process.send_signal(sign)
            said = (await process.stdout.read()).decode()
            assert await process.wait() == 2
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    assert "Clean" in said
    assert f"cut short (stopped by {name})" in " ".join(said.split())
    assert f'"partial": "stopped by {name}"' in report.read_text()


async def test_a_quota_of_the_servers_is_told_with_what_lifts_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, max_connections_per_address=2)
    try:
        figures = await played(await server.start())
    finally:
        await server.clean_up()
    assert figures.partial is not None
    assert "FUDAKAI_MAX_CONNECTIONS_PER_ADDRESS" in figures.partial


async def test_a_server_that_is_not_there_is_told_before_anything_starts() -> None:
    with pytest.raises(CannotAsk, match=r"no server answers at ws://127\.0\.0\.1:1/ \(connection refused\)"):
        await played("ws://127.0.0.1:1/")


async def until_it_plays(trial: Trial) -> None:
    """Returns when all rooms play."""
    async with asyncio.timeout(30):
        await trial.ramped.wait()


async def test_a_command_that_kills_no_server_is_told(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fudakai.clients.load.killer.CUT", 0.2)
    figures = await played(server.url, duration=10.0, matches=0, think=Think(0.01), kill_server="true", kills=1)
    assert figures.partial is not None
    assert "--kill-server 'true' killed no server at kill 1" in figures.partial
    assert figures.faults.get("kill") is None
    assert figures.findings == ()
