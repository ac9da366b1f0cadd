"""The transport is tested on the server's own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import uvloop


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """uvloop, which pauses, cuts and half-closes sockets in its own ways."""
    return {"uvloop": uvloop.new_event_loop}
