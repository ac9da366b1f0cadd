"""Invitations: a server's address with a room's code."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from fudakai.clients.cli import app
from fudakai.clients.terminal.invitation import Invitation, invitation_of


@pytest.mark.parametrize(
    ("link", "url", "room"),
    [
        ("ws://127.0.0.1:8765/#K7QF2M", "ws://127.0.0.1:8765/", "K7QF2M"),
        (" wss://cards.example.org/play?x=1#k7qf2m\n", "wss://cards.example.org/play?x=1", "K7QF2M"),
    ],
)
def test_a_link_names_a_server_and_a_room(link: str, url: str, room: str) -> None:
    assert invitation_of(link) == Invitation(url, room)
    assert invitation_of(str(Invitation(url, room))) == Invitation(url, room)


@pytest.mark.parametrize(
    "link", ["", "K7QF2M", "#K7QF2M", "ws://127.0.0.1/", "ws://127.0.0.1/#", "http://a/#K7QF2M", "ws://a/#../x"]
)
def test_what_is_no_invitation(link: str) -> None:
    assert invitation_of(link) is None


def test_the_command_takes_nothing_else_for_one() -> None:
    result = CliRunner().invoke(app, ["play", "K7QF2M"])
    assert result.exit_code == 1
    assert "ws://127.0.0.1:8765/#K7QF2M" in result.output


def test_an_invitation_does_not_pass_on_a_password() -> None:
    assert str(Invitation("ws://ann:sesame@127.0.0.1:8765/", "K7QF2M")) == "ws://127.0.0.1:8765/#K7QF2M"
