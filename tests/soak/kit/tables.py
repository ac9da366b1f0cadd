"""Tables of a soak: people who play through the SDK alone, and write down what they see."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from fudakai.clients import bots
from fudakai.clients.bots.offers import fill
from fudakai.clients.sdk import Backoff, FudakaiError, Patience, Refused, Room, View, connect
from fudakai.protocol.codes import Refusal
from fudakai.server.games.api import UNSEEN
from tests.soak.kit.games import Setup, in_any_order
from tests.soak.kit.judge import meaning, text
from tests.soak.kit.ledger import Acknowledged, Ledger, Seen, Watch
from tests.soak.kit.wild import wild_move

EARLY: Final = frozenset({"playing", "not_ready"})
"""Refusals of a start that somebody else, or an earlier connection, has made already."""
OVERTAKEN: Final = frozenset({"stale", "not_your_turn", "match_over"})
"""Refusals that are right where a clock may have moved in the meantime."""
GONE: Final = frozenset({"not_playing", "not_seated", "unknown_room", "wrong_player_count", "not_host"})
"""Refusals that are right where a clock may have taken somebody for gone."""
BAD_MESSAGES: Final = 15
"""Of one person in all: the server closes a connection for twenty within a minute."""
PATIENCE: Final = Patience(ping_every=2, backoff=Backoff(first=0.05, most=0.5))
"""Servers are back within a second here."""


@dataclass
class Tables:
    """Tables, which are of the `setups` in turn, where people play `matches` matches, and on and on while `more` is
    set. `think`: most seconds for a move. `clocks`: the clocks are short, so a move may come too late, and people be
    taken for gone. `wild`: how likely somebody tries a wild move, whenever there is something new to see."""

    url: str
    ledger: Ledger
    setups: Sequence[Setup]
    matches: int = 1
    more: bool = False
    think: float = 0.05
    clocks: bool = False
    wild: float = 0.0
    settings: Mapping[str, Any] = field(default_factory=lambda: {"turn_seconds": 0, "reconnect_grace": 3600})
    seed: int = 0

    async def run(self, rooms: int) -> None:
        """All tables, until the last match is over. What goes wrong at one is noted and does not stop the others."""
        await asyncio.gather(*(self._noted(number) for number in range(rooms)))

    async def _noted(self, number: int) -> None:
        try:
            await Table(self, number).run()
        except (FudakaiError, ExceptionGroup) as error:
            self.ledger.failures.append(f"table {number}: out of the SDK came {error!r}")


class Table:
    """One table and its people."""

    def __init__(self, tables: Tables, number: int) -> None:
        self._tables = tables
        self._ledger = tables.ledger
        self._number = number
        self._setup = tables.setups[number % len(tables.setups)]
        self._player = bots.stand_in(self._setup.game)
        self._goes_on: dict[str, bool] = {}
        self._bad: Counter[int | None] = Counter()  # bad messages by seat

    async def run(self) -> None:
        """Sits everybody down and plays; nobody's connection ends before the last has seen the end."""
        tables, setup = self._tables, self._setup
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(connect(tables.url, name=self._name(seat), patience=PATIENCE))
                for seat in range(setup.seats)
            ]
            first = await people[0].create(
                setup.game,
                seats=setup.seats,
                options=setup.options,
                settings=tables.settings,
                visibility="unlisted",
            )
            rooms = [first, *[await person.join(first.code) for person in people[1:]]]
            async with asyncio.TaskGroup() as tasks:
                for seat, room in enumerate(rooms):
                    tasks.create_task(
                        self._sit(room, self._name(seat), random.Random(f"{tables.seed}-{self._number}-{seat}"))
                    )

    def _name(self, seat: int) -> str:
        return f"p{self._number}-{seat}"

    def _next(self, match: str) -> bool:
        """Whether another match follows this one. The first to ask decides for all."""
        more = self._tables.more or len(self._goes_on) + 1 < self._tables.matches
        return self._goes_on.setdefault(match, more)

    async def _sit(self, room: Room, who: str, rng: random.Random) -> None:
        """One person: ready, start if host, move at one's turn, until the matches are over."""
        watch, seen = Watch(who), None
        async for view in room:
            self._ledger.failures.extend(f"{room.code}: {what}" for what in watch.look(view))
            if view.match is not None and (seen is None or seen[0] != view.match):
                seen = (view.match, Seen(who))
                self._ledger.seen[view.match].append(seen[1])
            if seen is not None:
                _look(view, seen[1])
            if view.over and view.match is not None and not self._next(view.match):
                return
            if view.status != "playing" and view.match is not None and self._alone(view):
                return
            await self._act(room, view, rng)
        if seen is not None and seen[1].result is None:
            seen[1].left = True
        if not self._tables.clocks:
            self._ledger.failures.append(f"{room.code}: the room ended for {who}: {room.closing}")

    def _alone(self, view: View) -> bool:
        """Too few are left for another match: only where clocks and graces take people away."""
        people = sum(seat.name is not None and not seat.left for seat in view.seats)
        return self._tables.clocks and people < self._setup.fewest

    async def _try(self, room: Room, view: View, rng: random.Random) -> None:
        """A wild move, which must be refused for what it is, and change nothing."""
        move = wild_move(view.offers, rng)
        try:
            version = await room.move(move, on=view)
        except Refused as refused:
            self._ledger.tried[refused.code] += 1
            self._bad[view.seat] += refused.code == Refusal.BAD_MESSAGE
            if refused.code == Refusal.INTERNAL:
                self._ledger.failures.append(f"{room.code}: the server failed at {move!r}")
        else:
            self._ledger.failures.append(f"{room.code}: {view.seat} made {move!r} on {view.offers!r} as {version}")

    async def _act(self, room: Room, view: View, rng: random.Random) -> None:
        wild = rng.random() < self._tables.wild and self._bad[view.seat] < BAD_MESSAGES
        if wild and view.status == "playing" and view.seat is not None:
            await self._try(room, view, rng)
        try:
            if view.my_turn:
                await asyncio.sleep(rng.uniform(0, self._tables.think))
                await self._move(room, view, rng)
            elif view.status != "playing" and view.seat is not None:
                people = [seat for seat in view.seats if seat.name is not None and not seat.left]
                if not view.seats[view.seat].ready:
                    await room.ready()
                elif view.host and all(seat.ready for seat in people) and self._complete(view, len(people)):
                    await room.start()
        except Refused as refused:
            if refused.code in EARLY or (self._tables.clocks and refused.code in OVERTAKEN | GONE):
                return  # the room has gone on: the next view tells
            self._ledger.failures.append(f"{room.code}: {view.seat} was refused {refused.code}: {refused.words}")

    def _complete(self, view: View, people: int) -> bool:
        """Whether everybody is there who will come: before the first match the whole table."""
        return people == self._setup.seats or (view.match is not None and people >= self._setup.fewest)

    def _choose(self, view: View, offers: list[Mapping[str, Any]], rng: random.Random) -> Mapping[str, Any]:
        """Every second seat is played as well as the project's bots can, the others at random."""
        if view.seat is not None and view.seat % 2:
            return self._player(view.known, offers, rng)
        return fill(rng.choice(offers), rng)

    async def _move(self, room: Room, view: View, rng: random.Random) -> None:
        """One of the offers; another one, if it is refused for what the seat cannot see. Raises Refused."""
        assert view.match is not None
        assert view.seat is not None
        clock = asyncio.get_running_loop().time
        offers = list(view.offers)
        while True:
            chosen = self._choose(view, offers, rng)
            move = in_any_order(chosen, rng)
            began = clock()
            try:
                version = await room.move(move, on=view)
            except Refused as refused:
                if refused.code != UNSEEN or len(offers) == 1:
                    raise
                offers.remove(chosen)
                continue
            acknowledged = Acknowledged(view.seat, version, meaning(move))
            self._ledger.acknowledge(view.match, acknowledged, clock() - began)
            return


def _look(view: View, seen: Seen) -> None:
    """Notes how the match ended."""
    for entry in view.entries:
        if any(event["type"] == "match_over" for event in entry.events):
            seen.end = entry.version
    if view.over and seen.result is None:
        seen.result = text(view.result)
