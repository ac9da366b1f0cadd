"""What the clients of a soak saw: kept by them, judged against the log afterwards."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import MOST_ENTRIES


@dataclass(frozen=True)
class Acknowledged:
    """A client was told that the seat's move is stored, as this version of the room. `move`: its meaning, as the judge
    spells it."""

    seat: int
    version: int
    move: str


@dataclass
class Seen:
    """What one client saw of one match: how it ended and with which entry. `left`: the room took the client for gone
    before that, which only clocks and graces do."""

    who: str
    result: str | None = None
    end: int | None = None
    left: bool = False


@dataclass
class Watch:
    """One client's look at one room. Views must join without a gap: each entry's events once and in order."""

    who: str
    match: str | None = None
    last: int | None = None

    def look(self, view: View) -> Iterator[str]:
        """What is wrong with the next view, in words.

        A gap may be told only to who was away while a match began, whose log begins anew, or for more than
        MOST_ENTRIES entries (principle 5).
        """
        known, self.last = self.last, view.version
        match, self.match = self.match, view.match
        if known is None:
            return
        if view.version < known:
            yield f"{self.who} was taken back from version {known} to {view.version}"
        elif view.gap:
            if match == view.match and view.version - known <= MOST_ENTRIES:
                yield f"{self.who} was told of a gap between versions {known} and {view.version}"
        elif [entry.version for entry in view.entries] != list(range(known + 1, view.version + 1)):
            came = ", ".join(str(entry.version) for entry in view.entries)
            yield f"{self.who} went from version {known} to {view.version} with the events of: {came or 'nothing'}"


@dataclass
class Ledger:
    """By match id: acknowledged moves, and what each client saw. `failures`: what should not have happened, in words.
    `waits`: how long clients waited for the answers to their moves, in seconds. `tried`: wild moves, by the code with
    which they were refused."""

    moves: defaultdict[str, list[Acknowledged]] = field(default_factory=lambda: defaultdict(list))
    seen: defaultdict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self, match: str, move: Acknowledged, seconds: float) -> None:
        """A client was told so, after so many seconds."""
        self.moves[match].append(move)
        self.waits.append(seconds)
        self._news.set()

    async def reach(self, moves: int) -> None:
        """Returns when so many moves were acknowledged. The caller bounds the wait."""
        while self.acknowledged < moves:
            self._news.clear()
            await self._news.wait()

    @property
    def acknowledged(self) -> int:
        """Acknowledged moves."""
        return len(self.waits)

    @property
    def slowest(self) -> float:
        """The longest of the waits."""
        return max(self.waits, default=0.0)

    @property
    def finished(self) -> int:
        """Matches whose end somebody has seen."""
        return sum(any(one.result is not None for one in seen) for seen in self.seen.values())

    @property
    def rooms(self) -> tuple[str, ...]:
        """The codes of all rooms in which something was seen."""
        return tuple(sorted({match.rpartition("-")[0] for match in self.seen}))
