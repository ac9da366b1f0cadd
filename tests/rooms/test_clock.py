"""Away and grace (L7), deadlines and missed turns (L8), and leaving in a match (A17-A20 seen from the room)."""

from __future__ import annotations

import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.agurk import game as agurk
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.entries import FORMAT, Left, Moved
from fudakai.server.rooms.handle import handle
from tests.rooms.table import Table, entry_kinds


def left(table: Table) -> list[int]:
    return [seat for seat, place in enumerate(table.room.places) if place.shown.left]


def test_l7_two_seconds_away_in_ones_own_turn_costs_nothing() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    player = table.room.match.players[seat]
    hand = views.yours(table.room)[player]
    ends = table.room.match.deadlines[seat]
    table.do(ask.Disconnected(player))
    assert table.room.places[seat].shown.away
    table.wait(2)
    effects = table.do(ask.Resume(player, table.room.version))
    assert effects.seat == seat
    assert not table.room.places[seat].shown.away
    assert views.yours(table.room)[player] == hand
    assert table.room.match.deadlines[seat] == ends
    (clock,) = views.state(table.room, table.now, 0).clocks
    assert clock.left == 28_000


def test_l7_fifty_milliseconds_before_the_grace_ends_works_and_after_is_refused() -> None:
    table = Table("ann", "bob", "cid", turn_seconds=0, reconnect_grace=60).start()
    table.do(ask.Disconnected("bob"))
    table.wait(59.95)
    assert table.do(ask.Resume("bob", 0)).seat == 1
    table.do(ask.Disconnected("bob"))
    table.wait(60)
    assert left(table) == [1]
    assert table.refused(ask.Join("bob", "bob")) == Refusal.PLAYING
    assert table.do(ask.Resume("bob", 0)).seat is None  # as a spectator
    assert table.replayed() == table.room


def test_l7_the_grace_runs_in_a_waiting_room_too() -> None:
    table = Table("ann", "bob")
    table.do(ask.Disconnected("ann"))
    assert table.room.deadline() == table.now + 60_000
    assert entry_kinds(table.wait(60)) == ["Gone"]
    assert (table.room.people, table.room.host) == (("bob",), "bob")
    table.do(ask.Disconnected("bob"))
    assert entry_kinds(table.wait(60)) == ["Gone", "Closed"]


def test_l8_a_turn_that_runs_out_is_played_and_two_in_a_row_are_leaving() -> None:
    table = Table("ann", "bob", "cid", seed=3).start()
    first = table.turn
    effects = table.wait(30)
    assert entry_kinds(effects)[0] == "Moved"
    assert isinstance(effects.entries[0], Moved)
    assert effects.entries[0].clock
    assert table.room.match.missed[first] == 1
    assert views.yours(table.room)[table.room.match.players[first]].missed == 1
    assert [shown.clock for shown in table.room.recent.last(len(effects.entries))][:1] == [True]
    gone = None
    for _ in range(20):
        if table.turn == first:
            gone = table.wait(30)
            break
        table.play(table.turn)
    assert gone is not None
    assert entry_kinds(gone)[:2] == ["Moved", "Left"]
    assert gone.entries[1] == Left(FORMAT, table.now, first, clock=True)
    shown, _ = table.room.events_after(table.room.version - len(gone.entries))
    assert [entry.clock for entry in shown] == [True, True, *[False] * (len(shown) - 2)]
    assert left(table) == [first]
    assert gone.dismissed == (table.room.match.players[first],)
    assert table.replayed() == table.room


def test_l8_an_own_move_ends_the_row_and_waiting_is_no_strike() -> None:
    table = Table("ann", "bob", seed=3).start()
    first = table.turn
    table.wait(30)
    assert table.room.match.missed == tuple(int(seat == first) for seat in range(2))
    for _ in range(20):
        seat = table.turn
        table.play(seat)
        if seat == first:
            break
    assert table.room.match.missed == (0, 0)


def test_l8_clock_moves_while_away_are_no_missed_turns() -> None:
    table = Table("ann", "bob", seed=3, turn_seconds=5, reconnect_grace=600).start()
    away = table.room.match.players[table.turn]
    table.do(ask.Disconnected(away))
    for _ in range(12):
        if table.room.status != "playing":
            break
        if table.room.match.players[table.turn] == away:
            table.wait(5)
        else:
            table.play(table.turn)
    assert table.room.match.missed == (0, 0)
    assert left(table) == []


@pytest.mark.parametrize("clock_first", [True, False])
def test_l8_move_and_deadline_in_the_same_millisecond_count_once(clock_first: bool) -> None:
    table = Table("ann", "bob", seed=3).start()
    seat = table.turn
    player = table.room.match.players[seat]
    move = ask.Play(player, "mine", table.room.version, table.room.match.offers[seat][-1])
    table.now = table.room.match.deadlines[seat]
    cards = len(views.yours(table.room)[player].private["hand"])
    if clock_first:
        assert entry_kinds(table.do(ask.Tick()))[0] == "Moved"
        assert table.refused(move) in (Refusal.NOT_YOUR_TURN, Refusal.STALE)
        spent = 1
    else:
        assert table.do(move).entries
        assert table.do(ask.Tick()).entries == ()
        spent = len(move.move["cards"])
    assert len(views.yours(table.room)[player].private["hand"]) == cards - spent


def test_l8_no_clock_rings_when_there_is_none_or_the_match_is_over() -> None:
    table = Table("ann", "bob", turn_seconds=0).start()
    assert table.room.deadline() is None
    table = Table("ann", "bob").start()
    table.do(ask.Leave("bob"))
    assert table.room.status == "finished"
    assert table.room.deadline() is None
    assert table.wait(10_000).entries == ()


def test_l8_after_a_pause_of_the_server_everybody_has_time() -> None:
    table = Table("ann", "bob", turn_seconds=30, reconnect_grace=60).start()
    seat = table.turn
    waiter = table.room.match.players[1 - seat]
    table.do(ask.Disconnected(waiter))
    table.now += 29_000
    effects = table.do(ask.Present(frozenset()))  # a restart: nobody is connected
    assert entry_kinds(effects) == ["Resumed"]
    assert table.room.match.deadlines[seat] == table.now + 10_000
    assert all(place.shown.away and place.grace_from == table.now for place in table.room.places)
    assert table.replayed() == table.room
    # a second look finds nothing new but gives time again; with everybody back and no clock there is nothing to say
    quiet = Table("ann", "bob")
    assert quiet.do(ask.Present(frozenset({"ann", "bob"}))).entries == ()


def test_delays_hold_back_the_next_clock_and_the_next_deal_only() -> None:
    table = Table("ann", "bob", seed=5, cycle_delay=2, round_delay=4).start()
    assert table.room.match.deadlines[table.turn] == table.now + 30_000
    table.play(table.turn)
    assert table.room.match.deadlines[table.turn] == table.now + 30_000
    table.play(table.turn)
    assert table.room.match.deadlines[table.turn] == table.now + 32_000
    while table.room.match.draw_at is None:
        table.play(table.turn)
    assert table.room.match.seats_to_act == ()
    assert table.room.deadline() == table.now + 4_000
    draws = table.wait(4)
    assert set(entry_kinds(draws)) == {"Drew"}
    assert table.replayed() == table.room


def test_leaving_while_chance_waits_keeps_the_pause() -> None:
    table = Table("ann", "bob", "cid", seed=5, round_delay=4).start()
    while table.room.match.draw_at is None:
        table.play(table.turn)
    due = table.room.match.draw_at
    table.now += 1000
    table.do(ask.Leave("ann"))
    assert table.room.match.draw_at == due


def test_a18_a_leaver_of_the_running_cycle_counts_and_the_match_goes_on() -> None:
    table = Table("ann", "bob", "cid").start()
    leader = table.turn
    player = table.room.match.players[leader]
    table.play(leader)
    effects = table.do(ask.Leave(player))
    assert entry_kinds(effects) == ["Left"]
    assert effects.dismissed == (player,)
    assert table.room.status == "playing"
    assert player not in table.room.people
    assert table.room.host != player
    assert table.replayed() == table.room


def test_a20_the_last_but_one_to_leave_makes_the_last_one_win() -> None:
    table = Table("ann", "bob", "cid").start()
    table.do(ask.Leave("ann"))
    effects = table.do(ask.Leave("cid"))
    assert table.room.status == "finished"
    assert effects.result.outcome.winners == (1,)
    assert effects.result.left == (0, 2)
    assert effects.result.outcome.points == (0, 2, 1)


def test_l11_who_was_out_already_has_not_left_the_match() -> None:
    table = Table("ann", "bob", "cid").start()
    while len(agurk.present(table.room.match.state)) == 3:
        table.play(table.turn)
    (out,) = {0, 1, 2} - set(agurk.present(table.room.match.state))
    player = table.room.match.players[out]
    assert entry_kinds(table.do(ask.Leave(player))) == ["Gone"]
    last = table.room.people[0]
    effects = table.do(ask.Leave(last))
    assert effects.result.left == (table.room.match.players.index(last),)
    assert table.replayed() == table.room


def test_l9_all_gone_in_the_same_moment_abandons_one_after_the_other_does_not() -> None:
    table = Table("ann", "bob", turn_seconds=0).start()
    table.do(ask.Disconnected("ann"))
    table.now += 1
    table.do(ask.Disconnected("bob"))
    table.wait(59.999)
    assert table.room.status == "finished"
    assert table.room.match.outcome.winners == (1,)
    assert table.wait(0.001).entries == (), "a finished room is kept for a while"
    assert table.room.deadline() == table.now + 540_000
    table.wait(540)
    assert table.room.closed


def test_an_unchanged_room_is_the_same_object() -> None:
    table = Table("ann", "bob").start()
    room, effects = handle(table.room, ask.Tick(), table.now)
    assert room is table.room
    assert effects.entries == ()
