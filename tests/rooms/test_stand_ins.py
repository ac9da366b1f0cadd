"""Stand-ins (L9): a seat that is left is played by the server's bot, and is the player's again when they come back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import FORMAT, Moved, Returned, as_record
from fudakai.server.rooms.handle import RETURN_PAUSE, handle, stand_in_due
from tests.rooms import trio
from tests.rooms.table import Table, entry_kinds
from tests.rooms.trios import match_of, trio_of


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, trio.NAME, trio)


def lay(table: Table, player: str, card: str, ref: str | None = None) -> Any:
    move = {"type": "lay", "cards": [card]}
    return table.do(ask.Play(player, ref or f"r{table.room.version}", table.room.version, move))


# ---- leaving


def test_l9_a_seat_that_is_left_is_shown_as_a_bots_and_its_stand_in_moves_after_the_delay() -> None:
    table = trio_of()
    effects = table.do(ask.Leave("bob"))
    assert entry_kinds(effects) == ["Left"]
    shown = table.room.places[1].shown
    assert (shown.name, shown.player, shown.left, shown.bot, shown.away) == ("bob", "bob", True, True, False)
    assert table.room.people == ("ann", "cid")
    assert table.room.members == ("ann", "bob", "cid")
    assert table.room.deadline() == table.now + 5000
    assert stand_in_due(table.room, table.now + 4999) is None
    assert entry_kinds(table.wait(4.999)) == []
    effects = table.wait(0.001)
    (moved,) = effects.entries
    assert isinstance(moved, Moved)
    assert (moved.seat, moved.ref, moved.clock) == (1, None, False)
    assert match_of(table).missed == (0, 0, 0)
    assert table.replayed() == table.room


def test_l9_without_a_delay_the_stand_in_moves_in_the_same_append() -> None:
    table = trio_of(bot_delay=0)
    effects = table.do(ask.Leave("bob"))
    assert entry_kinds(effects) == ["Left", "Moved"]
    lay(table, "ann", "t01")
    effects = lay(table, "cid", "t09")
    assert [entry.seat for entry in effects.entries if isinstance(entry, Moved)] == [2, 1]
    assert table.replayed() == table.room


def test_a_stand_in_has_no_clock_and_the_others_keep_theirs() -> None:
    table = trio_of(turn_seconds=30)
    before = match_of(table).clocks
    table.now += 7000
    table.do(ask.Leave("bob"))
    assert match_of(table).clocks == (before[0], before[2])
    assert [clock.seat for clock in views.state(table.room, table.now, 0).clocks] == [0, 2]
    assert views.state(table.room, table.now, 0).to_act == (0, 1, 2)


def test_what_others_do_does_not_make_a_stand_in_wait_longer() -> None:
    table = trio_of()
    table.do(ask.Leave("bob"))
    due = match_of(table).bot_at[1]
    table.now += 2000
    lay(table, "ann", "t01")
    table.do(ask.Leave("cid"))
    assert match_of(table).bot_at == (None, due, table.now + 5000)


def test_two_stand_ins_that_are_due_both_move() -> None:
    table = trio_of()
    table.do(ask.Leave("cid"))
    table.now += 100
    table.do(ask.Leave("bob"))
    effects = table.wait(5)
    assert [entry.seat for entry in effects.entries if isinstance(entry, Moved)] == [2, 1]
    assert match_of(table).seats_to_act == (0,)


def test_after_a_cycle_the_stand_in_waits_for_the_pause_too() -> None:
    table = trio_of(cycle_delay=2)
    table.do(ask.Leave("bob"))
    table.wait(5)
    lay(table, "ann", "t01")
    lay(table, "cid", "t09")
    assert match_of(table).bot_at == (None, table.now + 7000, None)


def test_a_stand_in_whose_turn_comes_waits_from_then_on() -> None:
    table = trio_of(options={"turns": True})
    table.do(ask.Leave("bob"))
    assert match_of(table).bot_at == (None, None, None)
    table.now += 60
    lay(table, "ann", "t01")
    assert match_of(table).bot_at == (None, table.now + 5000, None)


def test_l8_after_a_pause_of_the_server_the_stand_in_is_not_late() -> None:
    table = trio_of(turn_seconds=30)
    table.do(ask.Leave("bob"))
    table.now += 100_000
    effects = table.do(ask.Present(frozenset({"ann", "cid"})))
    assert entry_kinds(effects) == ["Resumed", "Moved"]
    assert table.room.deadline() == table.now + 10_000
    assert table.replayed() == table.room


def test_l8_a_pause_leaves_nothing_overdue() -> None:
    table = trio_of(turn_seconds=0)
    table.do(ask.Leave("bob"))
    table.now += 100_000
    room, _ = handle(table.room, ask.Present(frozenset({"ann", "cid"})), table.now)
    assert room.deadline() == table.now


def test_a_stand_in_waits_before_each_half_of_its_turn() -> None:
    table = Table("ann", "bob", "cid", game="hanafuda", seats=3, seed=4, bot_delay=5).start()
    table.do(ask.Leave("bob"))
    halves = 0
    while table.room.status == "playing":
        if table.turn != 1:
            table.play(table.turn)
            continue
        assert match_of(table).bot_at[1] == table.now + 5000
        table.wait(5)
        halves += table.room.status == "playing" and match_of(table).seats_to_act == (1,)
        if match_of(table).seats_to_act == ():
            table.wait(0)
    assert halves > 0


def test_missed_turns_and_a_grace_that_ends_make_a_stand_in_play_too() -> None:
    table = trio_of(turn_seconds=10, missed_turns=1, reconnect_grace=3)
    table.do(ask.Disconnected("cid"))
    assert entry_kinds(table.wait(3)) == ["Left"]
    lay(table, "ann", "t01")
    effects = table.wait(7)
    assert [entry.seat for entry in effects.entries if isinstance(entry, Moved)] == [1, 2]
    assert match_of(table).bots == (1, 2)
    assert [place.shown.bot for place in table.room.places] == [False, True, True]


# ---- who has left


def test_who_has_left_cannot_move_the_seat_and_sees_nothing_of_it() -> None:
    table = trio_of()
    lay(table, "bob", "t05", ref="mine")
    lay(table, "ann", "t01")
    lay(table, "cid", "t09")
    played = table.room.version
    table.do(ask.Leave("bob"))
    move = {"type": "lay", "cards": ["t06"]}
    assert table.refused(ask.Play("bob", "later", table.room.version, move)) == Refusal.NOT_YOUR_TURN
    assert table.do(ask.Play("bob", "mine", played, move)).version == played - 2
    effects = table.do(ask.Watch("bob"))
    assert (effects.entries, effects.seat, effects.enters) == ((), None, True)
    assert set(views.yours(table.room)) == {"ann", "cid"}
    assert b"t06" not in msgspec.json.encode(views.state(table.room, table.now, 1))
    for command in (ask.Ready("bob", True), ask.Start("bob")):
        assert table.refused(command) == Refusal.NOT_SEATED
    assert table.do(ask.Leave("bob")).dismissed == ("bob",)
    assert table.do(ask.Disconnected("bob")).entries == ()


def test_who_has_left_does_not_watch_a_room_without_spectators() -> None:
    table = trio_of(spectators=False)
    table.do(ask.Leave("bob"))
    assert table.refused(ask.Watch("bob")) == Refusal.NO_SPECTATORS


# ---- coming back


@pytest.mark.parametrize(
    "command", [ask.Join("bob", "bob"), ask.Join("bob", "bob", 1), ask.Resume("bob", 3)], ids=["join", "sit", "resume"]
)
def test_l9_who_comes_back_has_the_seat_again(command: ask.Command) -> None:
    table = trio_of(turn_seconds=30)
    table.do(ask.Leave("bob"))
    table.now += 3000
    effects = table.do(command)
    assert effects.entries == (Returned(FORMAT, table.now, 1, "bob"),)
    assert (effects.seat, effects.enters, effects.version) == (1, True, table.room.version)
    assert effects.since == (3 if isinstance(command, ask.Resume) else None)
    shown = table.room.places[1].shown
    assert (shown.left, shown.bot, shown.away, shown.name) == (False, False, False, "bob")
    assert match_of(table).clocks[1] == (1, table.now + 27_000)
    assert match_of(table).bot_at == ()
    assert views.yours(table.room)["bob"].private["hand"] == trio.DECK[4:8]
    (told,) = table.room.recent.last(1)[0].events
    assert (told, table.room.recent.last(1)[0].by) == ({"type": "returned", "seat": 1}, 1)
    lay(table, "bob", "t05")
    assert table.replayed() == table.room


def test_another_seat_is_not_to_be_had_while_the_match_runs() -> None:
    table = trio_of()
    table.do(ask.Leave("bob"))
    table.do(ask.Leave("cid"))
    assert table.refused(ask.Join("bob", "bob", 2)) == Refusal.PLAYING
    assert table.refused(ask.Join("eve", "eve")) == Refusal.PLAYING
    assert table.refused(ask.Join("eve", "eve", 1)) == Refusal.PLAYING


def test_a_move_of_before_the_leaving_is_stale_and_what_was_missed_is_forgotten() -> None:
    table = trio_of(turn_seconds=10, missed_turns=1)
    seen = table.room.version
    lay(table, "ann", "t01")
    lay(table, "cid", "t09")
    table.wait(10)
    assert match_of(table).bots == (1,)
    table.do(ask.Join("bob", "bob"))
    assert match_of(table).missed == (0, 0, 0)
    move = {"type": "lay", "cards": ["t06"]}
    assert table.refused(ask.Play("bob", "old", seen, move)) == Refusal.STALE


def test_back_while_chance_is_to_act_and_the_pause_goes_on() -> None:
    table = trio_of(round_delay=9, options={"hand": 1})
    table.do(ask.Leave("bob"))
    lay(table, "ann", "t01")
    lay(table, "cid", "t03")
    table.wait(5)
    draw_at = match_of(table).draw_at
    assert draw_at == table.now + 9000
    table.now += 1000
    table.do(ask.Join("bob", "bob"))
    assert match_of(table).draw_at == draw_at


def test_l2_the_host_hands_over_and_gets_nothing_back_but_the_seat_until_alone() -> None:
    table = trio_of()
    table.do(ask.Leave("ann"))
    assert table.room.host == "bob"
    table.do(ask.Join("ann", "ann"))
    assert table.room.host == "bob"
    table.do(ask.Leave("cid"))
    table.do(ask.Leave("bob"))
    assert table.room.host == "ann"
    assert table.room.status == "playing"


def test_leaving_and_coming_back_again_and_again_takes_some_seconds_each() -> None:
    table = trio_of()
    for _ in range(5):
        table.do(ask.Leave("bob"))
        table.do(ask.Resume("bob", table.room.version))
        assert table.do(ask.Join("bob", "bob")).entries == ()
        table.do(ask.Leave("bob"))
        table.now += RETURN_PAUSE - 1
        with pytest.raises(Denied) as denied:
            table.do(ask.Join("bob", "bob"))
        assert (denied.value.code, denied.value.retry_after) == (Refusal.TOO_FAST, 1)
        table.now += 1
        table.do(ask.Join("bob", "bob"))
        table.now += RETURN_PAUSE
    assert table.replayed() == table.room


def test_l8_who_leaves_when_the_time_is_over_is_played_for_at_once() -> None:
    table = trio_of(turn_seconds=2, bot_delay=0.8)
    table.do(ask.Leave("bob"))
    table.now += 500
    table.do(ask.Join("bob", "bob"))
    table.now += 1500  # and nothing has rung yet
    effects = table.do(ask.Leave("bob"))
    assert [entry.seat for entry in effects.entries if isinstance(entry, Moved)] == [1]
    assert table.replayed() == table.room


def test_l8_a_stand_in_moves_at_the_end_of_its_seats_time_at_the_latest() -> None:
    table = trio_of(turn_seconds=10, bot_delay=60)
    table.now += 4000
    table.do(ask.Leave("bob"))
    assert match_of(table).bot_at[1] == table.now + 6000
    effects = table.wait(6)
    assert [(entry.seat, entry.clock) for entry in effects.entries if isinstance(entry, Moved)][-1] == (1, False)


# ---- the end


def test_l9_bots_do_not_play_on_alone() -> None:
    table = trio_of(bot_delay=0)
    table.do(ask.Leave("ann"))
    table.do(ask.Leave("bob"))
    effects = table.do(ask.Leave("cid"))
    assert entry_kinds(effects) == ["Abandoned", "Gone", "Closed"]
    assert table.room.closed
    assert table.results[-1].outcome.winners == ()
    assert table.replayed() == table.room


@pytest.mark.parametrize(("game", "seats"), [("hanafuda", 3), ("dafaza", 4)])
def test_l9_where_the_game_abandons_the_match_itself_the_last_leave_does_it(game: str, seats: int) -> None:
    table = Table(*("ann", "bob", "cid", "dot")[:seats], game=game).start()
    for player in table.room.people[:-1]:
        table.do(ask.Leave(player))
    (last,) = table.room.people
    assert entry_kinds(table.do(ask.Leave(last))) == ["Left", "Closed"]
    assert table.results[-1].outcome.reason == "abandoned"
    assert table.replayed() == table.room


@pytest.mark.parametrize("game", ["hanafuda", "koikoi"])
def test_l9_two_who_go_at_once_abandon_the_match_of_two(game: str) -> None:
    table = Table("ann", "bob", game=game).start()
    for player in ("ann", "bob"):
        table.do(ask.Disconnected(player))
    effects = table.wait(61)
    assert entry_kinds(effects)[0] == "Abandoned"
    assert table.results[-1].outcome.winners == ()


def test_l9_by_the_clock_too() -> None:
    table = trio_of(turn_seconds=10, missed_turns=1)
    table.do(ask.Leave("ann"))
    table.do(ask.Leave("bob"))
    table.wait(5)
    effects = table.wait(5)
    assert entry_kinds(effects)[-3:] == ["Abandoned", "Gone", "Closed"]
    assert table.room.closed


def test_l8_leaving_and_returning_wins_no_time() -> None:
    table = trio_of(turn_seconds=30, bot_delay=60)
    (_, end) = match_of(table).clocks[1]
    for _ in range(3):
        table.now += 9000
        table.do(ask.Leave("bob"))
        table.do(ask.Join("bob", "bob"))
        assert match_of(table).clocks[1] == (1, end)
    table.now = end - 1
    table.do(ask.Leave("bob"))
    table.now = end + 5000
    table.do(ask.Join("bob", "bob"))
    effects = table.wait(0)
    assert [entry.seat for entry in effects.entries if isinstance(entry, Moved) and entry.clock][0:1] == [0]
    assert 1 in [entry.seat for entry in effects.entries if isinstance(entry, Moved) and entry.clock]
    assert table.replayed() == table.room


def test_l8_a_stand_ins_moves_begin_the_seats_time_anew() -> None:
    table = trio_of(turn_seconds=30, bot_delay=5)
    table.do(ask.Leave("bob"))
    lay(table, "ann", "t01")
    lay(table, "cid", "t09")
    table.wait(5)
    table.do(ask.Join("bob", "bob"))
    assert match_of(table).clocks[1] == (1, table.now + 30_000)


def test_l9_when_the_grace_of_the_last_one_ends() -> None:
    table = trio_of(reconnect_grace=3, turn_seconds=0)
    table.do(ask.Leave("ann"))
    table.do(ask.Leave("bob"))
    table.do(ask.Disconnected("cid"))
    assert entry_kinds(table.wait(3)) == ["Abandoned", "Gone", "Closed"]
    assert table.room.closed


def played_out(table: Table) -> Table:
    """Whoever is a person lays the first card until the match is over."""
    for _ in range(200):
        if table.room.status != "playing":
            return table
        people = [seat for seat in match_of(table).seats_to_act if table.room.places[seat].player is not None]
        if people:
            table.play(people[0])
        else:
            table.wait(10)
    raise AssertionError("the match did not end")


def test_after_the_match_the_seat_is_nobodys_and_who_left_has_lost_it() -> None:
    table = trio_of(deck=False, bot_delay=1)
    table.do(ask.Leave("bob"))
    table.do(ask.Leave("cid"))
    table.do(ask.Join("cid", "cid"))
    played_out(table)
    assert [(place.shown.left, place.shown.bot) for place in table.room.places] == [
        *((False, False), (True, False), (False, False))
    ]
    assert table.results[-1].left == (1,)
    assert table.room.members == ("ann", "cid")
    assert match_of(table).bots == ()
    assert entry_kinds(table.do(ask.Join("bob", "bob"))) == ["Sat"]
    assert views.yours(table.room)["bob"].private != {}


def test_a_match_with_stand_ins_makes_a_record_that_checks() -> None:
    table = trio_of(deck=False, bot_delay=0, turn_seconds=10, missed_turns=1)
    table.do(ask.Leave("bob"))
    table.play(0)
    assert entry_kinds(table.wait(11)) == ["Moved", "Left", "Moved", "Moved"]
    table.do(ask.Join("bob", "bob"))
    playing = match_of(table).state
    played_out(table)
    kept = [kept for entry in table.log()[1] if (kept := as_record(entry)) is not None]
    at = kept.index({"by": 1, "move": {"type": "return"}}) + 1
    moves = [entry["move"]["type"] for entry in kept[:at] if "move" in entry]
    assert moves == ["leave", "lay", "lay", "lay", "leave", "lay", "lay", "return"]
    record = records.record_of(table.room.game, match_of(table).options, match_of(table).names, kept)
    record["entries"].insert(at, {"expect": {"bots": list(playing.bots), "scores": list(playing.scores)}})
    assert playing.bots == (2,)
    assert records.check(record) is None


def test_h17_a_whole_match_of_hanafuda_with_stand_ins_that_come_and_go_makes_a_record_that_checks() -> None:
    table = Table("ann", "bob", "cid", game="hanafuda", seats=3, seed=4).start()
    for turn in range(400):
        if table.room.status != "playing":
            break
        if turn % 10 == 3:
            table.do(ask.Leave("bob"))
        elif turn % 10 == 8:
            table.now += RETURN_PAUSE
            table.do(ask.Resume("bob", table.room.version))
        else:
            table.play(table.turn, choice=-1)
    assert table.room.status == "finished"
    kept = [kept for entry in table.log()[1] if (kept := as_record(entry)) is not None]
    assert sum(entry.get("move") == {"type": "return"} for entry in kept) > 3
    record = records.record_of(table.room.game, match_of(table).options, match_of(table).names, kept)
    assert records.check(record) is None
    assert table.replayed() == table.room
