"""The kit keeps the order of what the server says, whatever a scene looks at first."""

from __future__ import annotations

from typing import Any, cast

from fudakai.clients.kit import scenes
from fudakai.clients.kit.line import Entrance, Told, Wiretap
from fudakai.clients.kit.stage import Stage


class Nobody:
    """No others at the table."""

    async def fill(self, room: str, free: int) -> None:
        return

    async def bounce(self) -> None:
        return

    async def leave(self) -> None:
        return


def update(version: int, *offers: dict[str, Any]) -> dict[str, Any]:
    return {"type": "update", "version": version, "you": {"since": version, "offers": offers}}


async def test_a_decision_that_begins_the_match_stays_before_the_update_that_follows_at_once() -> None:
    door = Entrance("ws://127.0.0.1:1/", 0)
    stage = Stage(door, 5.0, Nobody())
    line = stage.line = Wiretap(client=cast("Any", None), server=cast("Any", None), subprotocol="fudakai.v1.json")
    both = [Told(line, update(8, {"type": "play", "cards": ["2C"]})), Told(line, update(9))]
    for told in both:
        door.happenings.put_nowait(told)
    stage.wait_for("join", "joining", "a table")
    await scenes.table(stage)
    assert [await stage.happening() for _ in both] == both
