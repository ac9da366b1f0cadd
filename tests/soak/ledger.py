"""What the clients of a soak saw: kept by them, judged against the log afterwards."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Acknowledged:
    """A client was told that the seat's move is stored, as this version of the room."""

    seat: int
    version: int


@dataclass
class Seen:
    """What one client saw of one match. `gaps`: what was wrong with the events, in words."""

    who: str
    result: str | None = None
    last: int | None = None
    gaps: list[str] = field(default_factory=list)

    def entry(self, version: int) -> None:
        """An entry's events came. They must come in order, each once."""
        if self.last is not None and version != self.last + 1:
            self.gaps.append(f"{self.who} saw the events of entry {version} after those of {self.last}")
        self.last = version


@dataclass
class Ledger:
    """By match id: acknowledged moves, and what each client saw. `failures`: what came out of the SDK and should not
    have."""

    moves: defaultdict[str, list[Acknowledged]] = field(default_factory=lambda: defaultdict(list))
    seen: defaultdict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """Moves acknowledged so far."""
        return sum(map(len, self.moves.values()))

    @property
    def finished(self) -> int:
        """Matches whose end somebody has seen."""
        return sum(any(one.result is not None for one in seen) for seen in self.seen.values())
