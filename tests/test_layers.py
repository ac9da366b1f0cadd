"""Imports point one way: the sources keep to the tables of tests/layers.py, whose reader finds every kind of break."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.layers import ALLOWED, ENTRANCES, OURS, breaks, circle, part_of

ROOT = Path(__file__).parent.parent

SOUND = {
    "protocol/__init__.py": "",
    "protocol/codes.py": "from enum import IntEnum",
    "protocol/codec.py": "import msgspec\nfrom fudakai.protocol.codes import Close\nfrom . import codes",
    "server/__init__.py": "",
    "server/clock.py": "import asyncio",
    "server/games/__init__.py": "",
    "server/games/agurk/game.py": "from fudakai.server.games.api import Step",
    "server/rooms/__init__.py": "",
    "server/rooms/room.py": "from ..games.api import Step\nfrom fudakai.protocol import codes",
    "server/store/__init__.py": "import redis.asyncio",
    "server/lobby/__init__.py": "from fudakai.server.clock import Clock\nfrom fudakai.server.store import Store",
    "server/config/settings.py": "",
    "server/transport/listener.py": "import asyncio\nfrom fudakai.protocol.codec import Codec",
    "server/host/host.py": "from fudakai.server.rooms.room import Room",
    "server/app.py": "import fudakai.server.host.host\nfrom fudakai.clients.bots import plain",
    "server/cli.py": "from fudakai.server.app import serve\nfrom fudakai.server.config import settings",
    "clients/__init__.py": "",
    "clients/sdk/client.py": "import asyncio\nfrom fudakai.protocol import codes",
    "clients/bots/plain.py": "from random import Random",
    "clients/terminal/__init__.py": "from fudakai.clients.sdk.client import connect",
    "clients/cli.py": "from fudakai.clients.terminal import play",
    "clients/__main__.py": "from fudakai.clients.cli import main",
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


def test_no_modules_import_each_other_in_a_circle(tmp_path: Path) -> None:
    assert circle(ROOT) == []
    more = {
        "clients/sdk/a.py": "if TYPE_CHECKING:\n    from fudakai.clients.sdk.b import B",
        "clients/sdk/b.py": "from fudakai.clients.sdk import a",
    }
    found = circle(tree(tmp_path, SOUND | more))
    assert set(found) == {"clients.sdk.a", "clients.sdk.b"}


def test_every_row_names_what_is_there() -> None:
    parts = {part_of(ROOT, part) for part in ALLOWED}
    assert parts == set(ALLOWED)
    assert {name for allowed in ALLOWED.values() for name in allowed} <= parts
    modules = {name for module, allowed in ENTRANCES.items() for name in (module, *allowed)}
    assert [name for name in modules if not (ROOT / name.replace(".", "/")).with_suffix(".py").is_file()] == []


@pytest.mark.parametrize("name", OURS)
def test_no_module_has_two_names(name: str) -> None:
    code = f"import {name}"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"import fudakai.{name}" in run.stderr.splitlines()[-1]


def test_a_sound_tree_has_no_break(tmp_path: Path) -> None:
    assert breaks(tree(tmp_path, SOUND)) == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("server/games/a.py", "from fudakai.server.rooms.room import Room", "server.games may import nothing of ours"),
        ("server/games/a.py", "import fudakai.protocol.codes", "server.games may import nothing of ours"),
        ("server/games/a.py", "from fudakai.server import clock", "server.games may import nothing of ours"),
        ("server/games/a.py", "import random", "server.games is pure"),
        ("server/games/a.py", "from os.path import join", "server.games is pure"),
        ("server/games/a.py", "def f():\n    import time", "server.games is pure"),
        ("server/games/a.py", "x = __import__('secrets')", "server.games is pure"),
        ("server/rooms/a.py", "import asyncio as loop", "server.rooms is pure"),
        ("server/rooms/a.py", "from ..store import Store", "server.rooms may import server.games, protocol"),
        ("server/rooms/a.py", "from .. import store", "server.rooms may import"),
        ("server/rooms/__init__.py", "from ..store import log", "server.rooms may import"),
        (
            "server/rooms/a.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fudakai.server.host.host import Host",
            "server.rooms may import",
        ),
        ("protocol/a.py", "from fudakai.server.games.api import Move", "protocol may import nothing"),
        ("protocol/a.py", "import datetime", "protocol is pure"),
        ("server/store/a.py", "from fudakai.protocol.codes import Close", "server.store may import nothing"),
        ("server/config/a.py", "from fudakai.server.store import Store", "server.config may import server.rooms"),
        ("server/lobby/a.py", "from fudakai.server.games import *", "server.lobby may import"),
        ("server/transport/a.py", "from fudakai.server.host.host import Host", "server.transport may import protocol"),
        ("server/host/host.py", "from fudakai.server.app import build", "nobody imports server.app"),
        ("server/host/host.py", "import fudakai.server.cli", "nobody imports server.cli"),
        ("server/app.py", "from fudakai.server import cli", "nobody imports server.cli"),
        (
            "server/app.py",
            "import importlib\nimportlib.import_module('fudakai.clients.cli')",
            "nobody imports clients.cli",
        ),
        ("server/__init__.py", "from fudakai.server.games import api", "server may import nothing"),
        ("server/clock.py", "from fudakai.server.games import api", "server may import nothing"),
        ("server/clock.py", "from server.games import api", "its name is fudakai.server.games.api"),
        ("server/stray/a.py", "", "it has no row"),
        ("clients/sdk/a.py", "from fudakai.server.rooms import room", "clients.sdk may import protocol"),
        ("clients/bots/a.py", "from fudakai.protocol import codes", "clients.bots may import nothing"),
        ("clients/bots/a.py", "import secrets", "clients.bots is pure"),
        ("clients/terminal/a.py", "import fudakai.server.games.agurk.game", "clients.terminal may import"),
        ("clients/cli.py", "from fudakai.server.config import settings", "clients.cli may import"),
    ],
)
def test_each_kind_of_break_is_found(tmp_path: Path, name: str, source: str, found: str) -> None:
    broken = breaks(tree(tmp_path, SOUND | {name: source}))
    assert len(broken) == 1
    assert f": {found}" in str(broken[0])
    assert broken[0].module == name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
