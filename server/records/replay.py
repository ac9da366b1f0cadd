"""Replays: matches that are over, to be looked at entry by entry, from any entry on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec
from msgspec import UNSET

from fudakai.protocol.from_server import Frame
from fudakai.server.games.api import Data, Event, Game, State
from fudakai.server.records import record as records

EVERY: Final = 16
"""Entries between two states that are kept: fewer are played again before the first frame that is asked for, and a
match of a thousand entries keeps some sixty states."""


class _Step(msgspec.Struct, frozen=True):
    """The match after `number` entries, and the last of them. `left`: seats whose players had left."""

    number: int
    state: State
    left: frozenset[int] = frozenset()
    by: int | str = "room"
    events: tuple[Event, ...] = ()
    clock: bool = False


class ReplayFrames:
    """One finished match. Making it plays the whole match (50 ms and more for a long one), `frames` fewer than EVERY
    entries and those asked for: do both beside the event loop. Making it raises Malformed for what is no record."""

    def __init__(self, record: Data) -> None:
        table = records.read(msgspec.json.encode(record))
        entries = tuple(entry for entry in table.entries if entry.expect is UNSET)
        self._table = msgspec.structs.replace(table, entries=entries)
        self.options: Data = record["options"]
        self._marks = [_Step(0, table.state)]
        self._marks += [step for step in self._steps(self._marks[0]) if step.number and step.number % EVERY == 0]

    @property
    def entries(self) -> int:
        """How many entries the match has."""
        return len(self._table.entries)

    def frames(self, first: int, count: int) -> tuple[Frame, ...]:
        """The table after `first` entries (0: before all) and after each of the next, `count` frames at most; none
        beyond the end."""
        if first > self.entries:
            return ()
        mark = self._marks[first // EVERY]
        return tuple(map(self._frame, islice(self._steps(mark), first - mark.number, first - mark.number + count)))

    def _steps(self, mark: _Step) -> Iterator[_Step]:
        """This step and all after it."""
        yield mark
        entries = self._table.entries[mark.number :]
        rest = msgspec.structs.replace(self._table, state=mark.state, entries=entries)
        left = mark.left
        for index, (entry, turn) in enumerate(zip(entries, records.turns(rest), strict=True)):
            if not isinstance(entry.by, int | str):
                raise AssertionError("a record that was read says of every entry who made it")
            match entry.by, entry.move:
                case int(seat), {"type": "leave"}:
                    left |= {seat}
                case int(seat), {"type": "return"}:
                    left -= {seat}
            yield _Step(mark.number + index + 1, turn.state, left, entry.by, turn.events, entry.clock)

    def _frame(self, step: _Step) -> Frame:
        game: Game = self._table.game
        seats = range(len(self._table.players))
        to_act = game.to_act(step.state)
        return Frame(
            step=step.number,
            by=step.by,
            events=step.events,
            to_act=tuple(seat for seat in seats if seat in to_act),
            left=tuple(sorted(step.left)),
            table=game.table(step.state),
            private=tuple(game.seat(step.state, seat) for seat in seats),
            clock=step.clock,
        )
