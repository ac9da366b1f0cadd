"""The transport is tested on the server's own event loop, and all it carries is held to the schema."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

import pytest
import uvloop

from tests.protocol.recorder import FrameRecorder


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """uvloop, which pauses, cuts and half-closes sockets in its own ways."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(autouse=True)
def frames(monkeypatch: pytest.MonkeyPatch) -> Iterator[FrameRecorder]:
    """Every frame of the test's own connections, held to the schema when the test is over."""
    recorder = FrameRecorder()
    recorder.listen(monkeypatch)
    yield recorder
    recorder.check()
