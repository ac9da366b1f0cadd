"""Clients that are broken on purpose: each fails the scene that is about what it does wrong."""

from __future__ import annotations

import asyncio
from typing import Final

from fudakai.clients.kit.ground import ground
from fudakai.clients.kit.verdict import KitReport, SceneVerdict
from tests.clients.kit.broken import Client, Fault
from tests.clients.kit.runs import PATIENCE, failed, run

MOVES: Final = "Moves: version, since, ref"
WANTED: Final = {
    Fault.OLD_VERSION: ("agurk", "stale", "move", "version", MOVES),
    Fault.NEW_REF: ("koikoi", "lost_request", "move", "ref", "Coming back"),
    Fault.HASTY: ("hanafuda", "too_fast", "refused", "retry_after", "Limits"),
    Fault.KNOWS_ALL_EVENTS: ("agurk", "unknown_event", "update", "events[].events[].type", "What may be added"),
    Fault.STARTS_ANEW: ("agurk", "lost_request", "hello", "token", "Coming back"),
    Fault.SENDS_TEMPLATE: ("dafaza", "choice", "move", "move", f"{MOVES} (Templates)"),
    Fault.HANGS: ("koikoi", "choice", "move", "", MOVES),
    Fault.GARBAGE: ("agurk", "its_turn", "a frame", "", "Encodings"),
    Fault.GOES_BACK: ("agurk", "lost_request", "resume", "version", "Coming back"),
}
"""What each of them fails first: game, scene, message, field, rule."""


async def reports() -> dict[Fault, KitReport]:
    """One run of each, at the same time on one server."""
    async with ground() as url, asyncio.TaskGroup() as tasks:
        runs = {
            fault: tasks.create_task(run(url, game, Client(fault)))
            for fault, (game, *_) in {Fault.NONE: ("hanafuda",), **WANTED}.items()
        }
        await asyncio.wait(runs.values())
    return {fault: done.result() for fault, done in runs.items()}


async def test_each_fault_fails_the_scene_that_is_about_it_first() -> None:
    found = await reports()
    first = {
        fault: (report.game, one.scene, one.message, one.field, one.rule)
        for fault, report in found.items()
        for one in failed(report)[:1]
    }
    assert first == WANTED
    assert [fault for fault, report in found.items() if report.passed] == [Fault.NONE]
    for fault in (Fault.NEW_REF, Fault.HASTY):  # no other scene suffers by these
        assert len(failed(found[fault])) == 1
        assert SceneVerdict.NOT_PLAYED not in [result.verdict for result in found[fault].results]
    assert f"nothing for {PATIENCE:g} s" in failed(found[Fault.HANGS])[0].seen
    assert all(result.expected and result.seen for report in found.values() for result in failed(report))
