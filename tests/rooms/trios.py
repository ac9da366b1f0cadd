"""Matches of the toy game with stand-ins, for tests."""

from __future__ import annotations

from typing import Any

from fudakai.server.games.api import Shuffled
from fudakai.server.rooms.match import Match
from tests.rooms import trio
from tests.rooms.table import Table

SORTED = Shuffled(trio.DECK)
"""Dealt so, ann holds t01 to t04, bob t05 to t08 and cid t09 to t12."""


def trio_of(*people: str, deck: bool = True, **settings: Any) -> Table:
    """A match of three, dealt in order, with a stand-in that takes its time unless a test says otherwise."""
    table = Table(*(people or ("ann", "bob", "cid")), game="trio", **{"bot_delay": 5, **settings})
    if deck:
        table.decks.append(SORTED)
    return table.start()


def match_of(table: Table) -> Match:
    assert table.room.match is not None
    return table.room.match
