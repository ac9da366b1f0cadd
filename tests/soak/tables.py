"""Tables of a soak: people who play through the SDK alone, and write down what they see."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from clients.sdk import FudakaiError, Refused, Room, View, connect
from tests.soak.ledger import Acknowledged, Ledger, Seen

OVERTAKEN: Final = frozenset({"stale", "not_your_turn", "match_over"})
"""Refusals that are right where a clock may have moved in the meantime."""


@dataclass
class Tables:
    """`seats` people at each table, who play `matches` matches. `think`: most seconds for a move. `clocks`: the room's
    clocks are short, so that a move may come too late."""

    url: str
    ledger: Ledger
    seats: int = 3
    matches: int = 1
    think: float = 0.05
    clocks: bool = False
    settings: Mapping[str, Any] = field(default_factory=lambda: {"turn_seconds": 0, "reconnect_grace": 3600})

    async def run(self, rooms: int) -> None:
        """All tables, until the last match is over. What goes wrong at one is noted and does not stop the others."""
        await asyncio.gather(*(self._noted(number) for number in range(rooms)))

    async def _noted(self, number: int) -> None:
        try:
            await self._table(number)
        except (FudakaiError, ExceptionGroup) as error:
            self.ledger.failures.append(f"table {number}: out of the SDK came {error!r}")

    async def _table(self, number: int) -> None:
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(connect(self.url, name=f"p{number}-{seat}"))
                for seat in range(self.seats)
            ]
            first = await people[0].create("agurk", seats=self.seats, settings=self.settings, visibility="unlisted")
            rooms = [first, *[await person.join(first.code) for person in people[1:]]]
            async with asyncio.TaskGroup() as tasks:
                for seat, room in enumerate(rooms):
                    tasks.create_task(self._sit(room, f"p{number}-{seat}"))

    async def _sit(self, room: Room, who: str) -> None:
        """One person: ready, start if host, move at one's turn, until the matches are over."""
        rng = random.Random()
        done: set[str] = set()
        seen: Seen | None = None
        async for view in room:
            if view.match is not None and view.match not in done and (seen is None or seen.result is not None):
                seen = Seen(who)
                self.ledger.seen[view.match].append(seen)
            if seen is not None and seen.result is None:
                self._look(view, seen)
            if view.over and view.match is not None:
                done.add(view.match)
                if len(done) >= self.matches:
                    return
            await self._act(room, view, rng)

    def _look(self, view: View, seen: Seen) -> None:
        if view.gap and seen.last is not None:
            # who was away while the match began is told of a gap, and rightly (decision 5); not after that
            seen.gaps.append(f"{seen.who} was told of a gap at version {view.version}")
        for entry in view.entries:
            seen.entry(entry.version)
        if view.over:
            seen.result = json.dumps(view.result)

    async def _act(self, room: Room, view: View, rng: random.Random) -> None:
        try:
            if view.my_turn:
                await asyncio.sleep(rng.uniform(0, self.think))
                version = await room.move(rng.choice(view.offers), on=view)
                assert view.match is not None
                assert view.seat is not None
                self.ledger.moves[view.match].append(Acknowledged(view.seat, version))
            elif view.status != "playing" and view.seat is not None:
                if not view.seats[view.seat].ready:
                    await room.ready()
                elif view.host and all(seat.ready for seat in view.seats):
                    await room.start()
        except Refused as refused:
            if refused.code in ("playing", "not_ready") or (self.clocks and refused.code in OVERTAKEN):
                return  # the room has gone on: the next view tells
            self.ledger.failures.append(f"{room.code}: {view.seat} was refused {refused.code}: {refused.words}")
