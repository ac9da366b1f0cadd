"""Rooms know no game: what they promise holds for a game that is played quite unlike Agurk."""

from __future__ import annotations

import pytest

from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask
from tests.rooms import signs
from tests.rooms.table import Table


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, signs.NAME, signs)  # type: ignore[arg-type]  # a dict, though typed as a Mapping


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


def test_the_clock_draws_for_each_seat_by_itself() -> None:
    table = Table("ann", "bob", "cid", "dot", game="signs", turn_seconds=10, missed_turns=0).start()
    for _ in range(20):
        if table.room.status == "playing":
            table.wait(10.5)
    assert table.room.status == "finished", "four clocks that all throw the same never end"


def test_a_turn_of_two_halves_is_missed_once() -> None:
    table = Table("ann", "bob", game="signs", options={"confirm": True}, turn_seconds=10, missed_turns=2).start()
    throw(table, 1, "rock")
    table.play(1)
    table.wait(10.5)
    assert table.room.match is not None
    assert table.room.match.missed == (1, 0)
    assert not table.room.places[0].shown.left


def test_half_a_move_leaves_the_clock_as_it_is() -> None:
    table = Table("ann", "bob", game="signs", options={"confirm": True}, turn_seconds=10).start()
    match = table.room.match
    assert match is not None
    ends = match.deadlines[1]
    table.now += 4000
    throw(table, 1, "rock")
    match = table.room.match
    assert match is not None
    assert match.deadlines[1] == ends
