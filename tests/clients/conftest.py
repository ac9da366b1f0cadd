"""Fixtures: Node, a server of its own for a test, and a game that no client knows."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.conftest import node, server
from tests.e2e.process import ROOT, ServerProcess

__all__ = ["fifth_game", "node", "server", "server_of_five"]


@pytest.fixture
def fifth_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of another package, which programs that the test starts find installed; its name."""
    package = ROOT / "tests" / "packages" / "highcard"
    installed = tmp_path / "installed" / "highcard-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: highcard\nVersion: 1\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text("[fudakai.games]\nhighcard = highcard\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(installed.parent), str(package))))
    return "highcard"


@pytest.fixture
async def server_of_five(tmp_path: Path, fifth_game: str) -> AsyncIterator[ServerProcess]:
    """A server that has that game beside ours."""
    process = ServerProcess(tmp_path)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()
