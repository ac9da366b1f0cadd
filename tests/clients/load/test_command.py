"""The command `fudakai load` as it is typed: bad input is one line and status 2, a missed budget status 1."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fudakai.clients.cli import app
from tests.e2e.process import ROOT, ServerProcess


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["--drop", "lots"], "--drop is 'lots': give a share"),
        (["--fail-if", "p99(luck)>5ms"], "--fail-if 'p99(luck)>5ms'"),
        (["--json", "/no/such/folder/x"], "there is no folder"),
        (["--url", "ws://127.0.0.1:1/"], "no server answers at ws://127.0.0.1:1/ (connection refused)"),
    ],
)
def test_what_cannot_be_done_is_one_line(typed: list[str], words: str) -> None:
    done = CliRunner().invoke(app, ["load", *typed])
    assert done.exit_code == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


async def test_a_good_run_is_0_and_a_missed_budget_1(server: ServerProcess, tmp_path: Path) -> None:
    report, page = tmp_path / "report.json", tmp_path / "page.html"
    asked = ["--url", server.url, "--rooms", "1", "--mix", "dafaza", "--matches", "1", "--think", "0"]
    status, said = await typed(*asked, "--json", str(report), "--html", str(page))
    assert status == 0
    assert "Clean: nothing wrong in" in said
    assert '"good": true' in report.read_text()
    assert "<svg" in page.read_text()
    status, said = await typed(*asked, "--fail-if", "count(matches)>=1")
    assert status == 1
    assert "count(matches)" in said


async def test_a_wrong_access_token_is_told_with_the_option(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, access_token="a token that only the testers know")
    try:
        status, said = await typed("--url", await server.start(), "--rooms", "1", "--matches", "1", "--think", "0")
        assert status == 2
        assert "give it with --token" in said
        token = ("--token", "a token that only the testers know")
        status, said = await typed("--url", server.url, "--rooms", "1", "--matches", "1", "--think", "0", *token)
        assert status == 0
        assert token[1] not in said
    finally:
        await server.clean_up()


async def typed(*words: str) -> tuple[int | None, str]:
    """The exit status of the command, and all that it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "fudakai.clients", "load", *words),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()
