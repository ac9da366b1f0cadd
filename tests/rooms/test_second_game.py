"""Rooms know no game: what they promise holds for a game that is played quite unlike Agurk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.games.registry import GAMES
from server.rooms import commands as ask
from tests.rooms import signs
from tests.rooms.table import Table


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, signs.NAME, signs)  # type: ignore[arg-type]  # the registry is a dict, and said to be read
    yield


def throw(table: Table, seat: int, sign: str) -> None:
    """The seat throws this sign."""
    table.play(seat, choice=signs.SIGNS.index(sign))


def test_seats_that_act_at_the_same_time_never_make_each_other_stale() -> None:
    table = Table("ann", "bob", "cid", game="signs").start()
    version = table.room.version
    for player, sign in (("cid", "rock"), ("ann", "paper"), ("bob", "rock")):
        table.do(ask.Play(player, "r", version, {"type": "throw", "sign": sign}))
    assert table.room.status == "finished"


def test_a_second_move_on_the_same_version_is_stale_also_when_the_offers_come_again() -> None:
    table = Table("ann", "bob", game="signs").start()
    throw(table, 0, "rock")
    seen = table.room.version
    move = {"type": "throw", "sign": "rock"}
    table.do(ask.Play("bob", "first", seen, move))
    assert table.room.match is not None
    assert table.room.match.seats_to_act == (0, 1)
    assert table.refused(ask.Play("bob", "second", seen, move)) == "stale"
    assert table.room.match.since == (table.room.version, table.room.version)
