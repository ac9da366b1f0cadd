"""Reads the matches of a soak back, from the data folder of a server that has stopped or still runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from server.rooms.entries import Started, decode_base, decode_entry
from server.store import Store
from server.store.embedded import running_address
from tests.soak.judge import Match


async def matches_in(data: Path, codes: Iterable[str]) -> dict[str, Match]:
    """Every match of these rooms, by id: its log as it is stored."""
    store = Store(running_address(data))
    await store.start()
    try:
        found: dict[str, Match] = {}
        for code in codes:
            newest = await store.last_segment(code)
            for number in range(0 if newest is None else newest[0] + 1):
                segment = await store.segment(code, number)
                if segment is None:
                    continue
                entries = [decode_entry(entry) for entry in segment[1]]
                if entries and isinstance(entries[0], Started):
                    found[entries[0].match] = (decode_base(segment[0]).version, entries)
        return found
    finally:
        await store.aclose()


async def command(*arguments: str, environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Runs a command of ours; its status and what it said."""
    process = await asyncio.create_subprocess_exec(
        *arguments, cwd=folder, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()
