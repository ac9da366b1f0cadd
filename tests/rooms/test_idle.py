"""A room where nobody is connected: how long a finished one is kept, and when a waiting one ends."""

from __future__ import annotations

import pytest

from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.entries import decode_base, encode
from fudakai.server.rooms.room import QUIET, from_base
from tests.rooms.table import Table, entry_kinds

MINUTE = 60


def finished(**settings: float) -> Table:
    """A finished room from which bob's connection is gone, and a minute later ann's."""
    table = Table("ann", "bob", "cid", reconnect_grace=120, **settings).start()
    for player in ("cid", "bob"):
        table.do(ask.Leave(player))
    table.do(ask.Join("bob", "bob"))
    table.do(ask.Disconnected("bob"))
    table.now += 60_000
    table.do(ask.Disconnected("ann"))
    return table


def test_a_finished_room_is_kept_until_it_is_idle_and_closes_then() -> None:
    table = finished(idle_minutes=10)
    assert table.room.deadline() == table.now + 600_000
    assert table.wait(599.999).entries == ()
    assert table.room.people == ("ann", "bob")
    assert entry_kinds(table.wait(0.001)) == ["Gone", "Gone", "Closed"]
    assert table.replayed() == table.room


def test_a_finished_room_with_somebody_in_it_keeps_to_the_grace() -> None:
    table = Table("ann", "bob", reconnect_grace=120).start()
    table.do(ask.Leave("bob"))
    table.do(ask.Join("bob", "bob"))
    table.do(ask.Disconnected("bob"))
    assert entry_kinds(table.wait(120)) == ["Gone"]
    assert table.room.people == ("ann",)
    assert table.room.deadline() is None
    assert table.wait(100_000).entries == ()


def test_back_in_a_finished_room_the_next_match_starts_from_there() -> None:
    table = finished(idle_minutes=10)
    table.now += 100_000
    assert entry_kinds(table.do(ask.Resume("bob", 0))) == ["Back"]
    assert table.room.deadline() == table.now - 100_000 + 120_000
    assert entry_kinds(table.do(ask.Join("ann", "ann"))) == ["Back"]
    table.start()
    assert table.room.status == "playing"


def test_l8_a_restart_does_not_lose_a_finished_room() -> None:
    table = finished(idle_minutes=10)
    table.now += 3_600_000
    table.do(ask.Present(frozenset()))
    assert table.room.deadline() == table.now + 600_000
    assert table.replayed() == table.room
    again = from_base(decode_base(encode(table.room.base(table.now))), GAMES)
    assert again.deadline() == table.now + min(600_000, 120_000), "its match is forgotten with its segment"


def test_a_waiting_room_ends_with_the_grace_or_when_it_is_idle() -> None:
    for grace, ends in ((120, 120), (86400, 600)):
        table = Table("ann", "bob", reconnect_grace=grace, idle_minutes=10)
        table.do(ask.Disconnected("ann"))
        table.do(ask.Disconnected("bob"))
        assert table.room.deadline() == table.now + ends * 1000
        assert entry_kinds(table.wait(ends)) == ["Gone", "Gone", "Closed"]


def test_a_waiting_room_with_somebody_in_it_is_idle_later_and_whatever_is_done_puts_it_off() -> None:
    table = Table("ann", "bob", reconnect_grace=86400, idle_minutes=10)
    hour = QUIET * 10 * MINUTE
    assert table.room.deadline() == table.now + hour * 1000
    for command in (ask.Disconnected("bob"), ask.Ready("ann", True), ask.Join("cid", "cid"), ask.Leave("cid")):
        assert table.wait(hour - 1).entries == ()
        table.do(command)
    assert table.wait(hour - 1).entries == ()
    assert table.do(ask.Tick(heard=table.now)).entries == ()
    heard = table.now
    table.now += 1000
    assert table.do(ask.Tick(heard=heard)).entries == (), "talk puts it off as well"
    assert entry_kinds(table.do(ask.Tick())) == ["Closed"]
    assert table.replayed() == table.room


def test_a_waiting_room_is_not_closed_for_a_pause_of_the_server() -> None:
    table = Table("ann", "bob", idle_minutes=10)
    table.now += 100 * 3_600_000
    assert entry_kinds(table.do(ask.Present(frozenset({"ann", "bob"})))) == ["Resumed"]
    assert table.room.deadline() == table.now + QUIET * 600_000


def test_a_waiting_room_is_never_idle_without_idle_minutes() -> None:
    assert Table("ann", "bob", idle_minutes=0).room.deadline() is None


@pytest.mark.parametrize("grace", [60, 86400])
def test_a_running_match_is_not_idle(grace: int) -> None:
    table = Table("ann", "bob", reconnect_grace=grace, idle_minutes=0.5, turn_seconds=0).start()
    for player in ("ann", "bob"):
        table.do(ask.Disconnected(player))
    assert table.room.deadline() == table.now + grace * 1000


def test_without_idle_minutes_the_grace_alone_decides() -> None:
    table = finished(idle_minutes=0)
    assert table.room.deadline() == table.now + 60_000
    assert entry_kinds(table.wait(60)) == ["Gone"]
    assert entry_kinds(table.wait(60)) == ["Gone", "Closed"]


@pytest.mark.parametrize("status", ["playing", "finished"])
def test_a_match_with_somebody_in_it_is_never_idle(status: str) -> None:
    table = Table("ann", "bob", reconnect_grace=86400, idle_minutes=1, turn_seconds=0, missed_turns=0).start()
    table.do(ask.Disconnected("bob"))
    if status == "finished":
        table.do(ask.Leave("bob"))
    assert table.room.status == status
    assert table.room.idle_at() is None
    assert table.do(ask.Tick(heard=0)).entries == ()
