"""Fixtures: a server of its own for a test, and what goes over the test's connections."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests import node as nodes
from tests.e2e.process import ServerProcess
from tests.protocol.recorder import FrameRecorder


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A running server with settings for tests."""
    process = ServerProcess(tmp_path)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()


@pytest.fixture(autouse=True)
def frames(monkeypatch: pytest.MonkeyPatch) -> Iterator[FrameRecorder]:
    """Every frame of the test's own connections, held to the schema when the test is over."""
    recorder = FrameRecorder()
    recorder.listen(monkeypatch)
    yield recorder
    recorder.check()


@pytest.fixture
async def node() -> str:
    """The path of Node."""
    return await nodes.found()
