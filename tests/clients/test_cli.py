"""The help of every command: only its first paragraph is wrapped when it is shown."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from typer.models import CommandInfo

from fudakai.clients.cli import app
from fudakai.server.cli import cli

COMMANDS = [*app.registered_commands, *cli.registered_commands]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_a_commands_help_breaks_in_80_columns(command: CommandInfo) -> None:
    assert command.callback is not None
    _, *paragraphs = (command.help or inspect.getdoc(command.callback) or "").split("\n\n")
    assert [line for paragraph in paragraphs for line in paragraph.splitlines() if len(line) > 78] == []


@pytest.mark.parametrize("missing", ["hdrh", "hdrh.histogram"])
def test_without_the_load_testers_packages_only_its_command_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from fudakai.clients.__main__ import main; main()"
    command = [sys.executable, "-c", code]
    done = subprocess.run([*command, "load", "--rooms", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'fudakai[load]'" in done.stderr
    assert done.stderr.count("\n") == 1
    done = subprocess.run([*command, "bot", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
