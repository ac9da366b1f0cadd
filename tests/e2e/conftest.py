"""Fixtures: a server of its own for a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.process import ServerProcess


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A running server with settings for tests."""
    process = ServerProcess(tmp_path)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()
