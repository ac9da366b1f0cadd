"""The help of every command: only its first paragraph is wrapped when it is shown."""

from __future__ import annotations

import inspect

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
