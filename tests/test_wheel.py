"""The wheel holds what the installed programs read, and nothing else."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("server", "protocol", "clients")
INFO = f"fudakai-{PROJECT['version']}.dist-info"

NEEDED = (
    "server/config/default.toml",
    "server/config/development.toml",
    "server/config/production.toml",
    "server/config/test.toml",
    "protocol/PROTOCOL.md",
    "protocol/ASSUME.md",
    "protocol/GAMES.md",
    "protocol/REFERENCE.md",
    "protocol/schema/from_client.json",
    "protocol/schema/from_server.json",
    "protocol/schema/asyncapi.json",
    "protocol/schema/games/agurk.json",
    "server/py.typed",
    "protocol/py.typed",
    "clients/py.typed",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a wheel built from this folder, by name. Nothing is downloaded: the builder is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = folder.iterdir()
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_holds_our_packages_and_nothing_else(wheel: dict[str, bytes]) -> None:
    assert {name.split("/")[0] for name in wheel} == {*PACKAGES, INFO}
    assert [name for name in wheel if "test_" in name or "/tests/" in name] == []


def test_it_holds_every_file_of_our_packages(wheel: dict[str, bytes]) -> None:
    # sources, settings, Lua scripts, schema, golden bytes, the web page: whatever lies there is served or read
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    kept = {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}
    assert set(NEEDED) <= kept
    assert any(name.startswith("protocol/vectors/") for name in kept)
    assert any(name.startswith("server/store/") and name.endswith(".lua") for name in kept)
    assert kept - wheel.keys() == set()


def test_it_installs_both_commands(wheel: dict[str, bytes]) -> None:
    points = configparser.ConfigParser()
    points.read_string(wheel[f"{INFO}/entry_points.txt"].decode())
    commands = dict(points["console_scripts"])
    assert commands == {"fudakai-server": "fudakai.server.__main__:main", "fudakai": "fudakai.clients.__main__:main"}
    for place in commands.values():
        module, name = place.split(":")
        assert f"def {name}(".encode() in wheel[module.replace(".", "/") + ".py"]


def test_it_says_under_which_licence_it_comes(wheel: dict[str, bytes]) -> None:
    assert b"License-Expression: MIT\n" in wheel[f"{INFO}/METADATA"]
    assert wheel[f"{INFO}/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
