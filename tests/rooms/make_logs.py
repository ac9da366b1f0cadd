"""Writes golden logs in the format of now: `python -m tests.rooms.make_logs`.

Run it once when FORMAT in server/rooms/entries.py has gone up. A log that is there is never written again: it shows
what servers of its format have stored. Between them the logs of a format have every kind of entry.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.effects import Effects
from fudakai.server.rooms.entries import FORMAT
from fudakai.server.rooms.lock import make
from tests.rooms.table import Table

LOGS: Final = Path(__file__).parent / "logs"
PEOPLE: Final = {"agurk": 3, "dafaza": 3, "hanafuda": 3, "koikoi": 2}
"""By game, so many people; a bot beside them where there is a seat."""
MOST: Final = 4000
"""No match has more moves."""


class Kept(Table):
    """A table that keeps every segment of its log."""

    def __init__(self, *people: str, **more: Any) -> None:
        self.over: list[tuple[bytes, list[bytes]]] = []
        super().__init__(*people, **more)

    def do(self, command: ask.Command) -> Effects:
        """The same, and the segment that a new one ends is kept."""
        base, stored = self.base, self.stored
        effects = super().do(command)
        if effects.base is not None:
            self.over.append((base, stored))
        return effects


def in_a_second_match(game: str) -> dict[str, Any]:
    """A room in its second match: after a first one with a departure, a return, and a turn that ran out."""
    table = Kept(*("ann", "bob", "cid")[: PEOPLE[game]], game=game, seats=4 if PEOPLE[game] == 3 else 2, seed=7)
    settings = {"spectator_delay": 3, "turn_seconds": 20, "bot_delay": 0, "missed_turns": 0}
    lock = make("sesame", b"0123456789abcdef")
    table.do(ask.Configure("ann", "a golden table", "locked", lock, {}, settings))
    if PEOPLE[game] == 3:
        table.do(ask.AddBot("ann", "random", None))
        table.do(ask.Kick("ann", 3))
        table.do(ask.AddBot("ann", "strong", 3))
    table.do(ask.Mute("ann", "dot", True))
    table.do(ask.Ready("ann", True))
    table.do(ask.Ready("ann", False))
    table.do(ask.Disconnected("bob"))
    table.do(ask.Resume("bob", 0, inside=False))
    table.start()
    play(table, 6)
    if PEOPLE[game] == 3:
        table.do(ask.Leave("cid"))
        play(table, 3)
        if "cid" in table.room.members:  # a stand-in plays the seat
            table.now += 6_000
            table.do(ask.Join("cid", "cid", None, "sesame"))
    table.wait(25)
    play(table, MOST)
    table.start()
    play(table, 5)
    return told(table, game)


def left_by_all() -> dict[str, Any]:
    """A room that somebody was put out of and somebody left, whose match was abandoned, and which is closed."""
    table = Kept("ann", "bob", "cid", "dot", seats=4, seed=7)
    table.do(ask.Kick("ann", 3))
    table.do(ask.Leave("cid"))
    table.do(ask.AddBot("ann", "random", None))
    table.start()
    play(table, 2)
    table.now += 60_000  # the server stood still
    table.do(ask.Present(frozenset({"ann"})))
    table.do(ask.Close("ann"))
    return told(table, "agurk")


def told(table: Kept, game: str) -> dict[str, Any]:
    """The log in segments, and the room that it makes."""
    segments = [*table.over, (table.base, table.stored)]
    return {
        "format": FORMAT,
        "game": game,
        "now": table.now,
        "segments": [{"base": base.hex(), "entries": [entry.hex() for entry in entries]} for base, entries in segments],
        "state": msgspec.to_builtins(views.state(table.room, table.now, spectators=0)),
        "yours": msgspec.to_builtins(views.yours(table.room)),
    }


def play(table: Table, moves: int) -> None:
    """Whoever is to act plays one of their offers, at most so often, until the match is over."""
    for _ in range(moves):
        match = table.room.match
        if match is None or match.outcome is not None:
            return
        seat = next((seat for seat in match.seats_to_act if seat not in match.bots), None)
        if seat is None:
            table.wait(5)
            continue
        offer = table.random.choice(match.offers[seat])
        move = dict(offer)
        if "count" in move:
            move["cards"] = table.random.sample(move.pop("among"), move.pop("count"))
        if move["type"] != "hiki":
            table.do(ask.Play(match.players[seat], f"r{table.room.version}", table.room.version, move))


def main() -> None:
    """Writes the logs that are not there."""
    folder = LOGS / f"format_{FORMAT}"
    folder.mkdir(exist_ok=True)
    for name in (*PEOPLE, "closed"):
        path = folder / f"{name}.json"
        if path.exists():
            print(f"make_logs: {path.name} of format {FORMAT} is there, and stays as it is")
            continue
        content = left_by_all() if name == "closed" else in_a_second_match(name)
        path.write_text(json.dumps(content, indent=0) + "\n", encoding="ascii")
        print(f"make_logs: {path.name} of format {FORMAT} is written")


if __name__ == "__main__":
    main()
