"""Imports point one way: the sources keep to the tables of tests/layers.py, whose reader finds every kind of break."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers import ALLOWED, OURS, breaks

ROOT = Path(__file__).parent.parent

SOUND = {
    "protocol/__init__.py": "",
    "protocol/codes.py": "from enum import IntEnum",
    "protocol/codec.py": "import msgspec\nfrom protocol.codes import Close\nfrom . import codes",
    "server/__init__.py": "",
    "server/games/__init__.py": "",
    "server/games/agurk.py": "from server.games.api import Step",
    "server/rooms/__init__.py": "",
    "server/rooms/room.py": "from ..games.api import Step\nfrom protocol import codes",
    "server/store/__init__.py": "import redis.asyncio",
    "server/lobby/__init__.py": "from server.games import registry\nfrom server.store import Store",
    "server/transport/listener.py": "import asyncio\nfrom protocol.codec import Codec",
    "server/app.py": "import server.host\nfrom clients.bots import plain\nfrom server.rooms import room",
    "server/cli.py": "from server.app import serve\nfrom server.config import settings",
    "clients/__init__.py": "",
    "clients/sdk/client.py": "import asyncio\nfrom protocol.codes import Close\nfrom protocol import codes",
    "clients/bots/plain.py": "from random import Random",
    "clients/terminal/__init__.py": "from clients.sdk.client import connect",
    "clients/cli.py": "from clients.terminal import play",
    "clients/__main__.py": "from clients.cli import main",
}
"""A small tree that keeps to the tables, with one import of each allowed kind."""


def tree(root: Path, sources: dict[str, str]) -> Path:
    """Writes those sources below `root`."""
    for name, source in sources.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return root


def test_the_sources_keep_to_the_layers() -> None:
    modules = [path for top in OURS for path in (ROOT / top).rglob("*.py")]
    assert len(modules) > 15, "the sources were not found"
    assert [str(found) for found in breaks(ROOT)] == []


def test_every_allowed_import_names_a_part_with_a_row() -> None:
    for part, allowed in ALLOWED.items():
        for name in allowed:
            assert any(name == row or name.startswith(row + ".") for row in ALLOWED), f"{part}: {name} is no part"


def test_a_sound_tree_has_no_break(tmp_path: Path) -> None:
    assert breaks(tree(tmp_path, SOUND)) == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        (
            "server/games/a.py",
            "from server.rooms.room import Room",
            "server.rooms.room.Room: server.games may import noth",
        ),
        ("server/games/a.py", "import protocol.codes", "protocol.codes: server.games may import nothing of ours"),
        ("server/games/a.py", "import random", "random: server.games is pure"),
        ("server/games/a.py", "from os.path import join", "os.path.join: server.games is pure"),
        ("server/games/a.py", "def f():\n    import time", "time: server.games is pure"),
        ("server/games/a.py", "x = __import__('secrets')", "secrets: server.games is pure"),
        ("server/rooms/a.py", "import asyncio as loop", "asyncio: server.rooms is pure"),
        (
            "server/rooms/a.py",
            "from ..store import Store",
            "server.store.Store: server.rooms may import server.games, pro",
        ),
        ("server/rooms/a.py", "from .. import store", "server.store: server.rooms may import"),
        ("server/rooms/__init__.py", "from ..store import log", "server.store.log: server.rooms may import"),
        (
            "server/rooms/a.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from server.host import Host",
            "server.host.Host: server.rooms may import",
        ),
        ("protocol/a.py", "from server.games.api import Move", "server.games.api.Move: protocol may import nothing"),
        ("protocol/a.py", "import datetime", "datetime: protocol is pure"),
        (
            "server/store/a.py",
            "from protocol.codes import Close",
            "protocol.codes.Close: server.store may import nothing",
        ),
        (
            "server/config/a.py",
            "from server.store import Store",
            "server.store.Store: server.config may import nothing",
        ),
        ("server/lobby/a.py", "from server.games import api", "server.games.api: server.lobby may import"),
        ("server/lobby/a.py", "from server.games import *", "server.games.*: server.lobby may import"),
        (
            "server/transport/a.py",
            "from server.host import Host",
            "server.host.Host: server.transport may import protocol",
        ),
        ("server/host.py", "from server.app import build", "server.app.build: nobody imports server.app"),
        ("server/host.py", "import server.cli", "server.cli: nobody imports server.cli"),
        ("server/app.py", "from server import cli", "server.cli: nobody imports server.cli"),
        ("server/app.py", "import importlib\nimportlib.import_module('clients.cli')", "clients.cli: nobody imports"),
        ("server/__init__.py", "from server.games import api", "server.games.api: server may import nothing"),
        ("server/stray.py", "", "anything: it has no row"),
        ("clients/sdk/a.py", "from protocol import codec", "protocol.codec: clients.sdk may import protocol.codes"),
        ("clients/sdk/a.py", "from protocol.codes_of_old import X", "protocol.codes_of_old.X: clients.sdk may import"),
        ("clients/bots/a.py", "from protocol import codes", "protocol.codes: clients.bots may import nothing"),
        ("clients/bots/a.py", "import secrets", "secrets: clients.bots is pure"),
        ("clients/terminal/a.py", "import server.games.agurk", "server.games.agurk: clients.terminal may import"),
        ("clients/cli.py", "from server.config import settings", "server.config.settings: clients.cli may import"),
    ],
)
def test_each_kind_of_break_is_found(tmp_path: Path, name: str, source: str, found: str) -> None:
    broken = breaks(tree(tmp_path, SOUND | {name: source}))
    assert len(broken) == 1
    assert f"imports {found}" in str(broken[0])
    assert broken[0].module == name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
