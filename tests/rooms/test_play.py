"""Moves, versions, refs, and what happens at the end of a match (principle 5)."""

from __future__ import annotations

import msgspec
import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.entries import FORMAT, Closed, UnknownFormat, as_record, decode_base, decode_entry, encode
from fudakai.server.rooms.recent import PIECE
from tests.rooms.table import Table, entry_kinds


def finish(table: Table) -> Table:
    """Plays first offers to the end."""
    for _ in range(5000):
        if table.room.status != "playing":
            return table
        table.play(table.turn)
    raise AssertionError("no end in sight")


def test_a_move_before_the_first_match_is_not_playing() -> None:
    table = Table("ann", "bob")
    assert table.refused(ask.Play("ann", "a", 0, {"type": "play", "cards": ["2C"]})) == Refusal.NOT_PLAYING


def test_a_known_ref_gets_its_first_answer_again_and_plays_nothing() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    move = table.room.match.offers[seat][0]
    player = table.room.match.players[seat]
    version = table.room.version
    first = table.do(ask.Play(player, "same", version, move))
    table.play(table.turn)
    again = table.do(ask.Play(player, "same", version, move))
    assert again.entries == ()
    assert again.version == first.version == version + 1
    # also after a restart, and also with another move under that ref
    table.room = table.replayed()
    once_more = table.do(ask.Play(player, "same", 0, {"type": "nonsense"}))
    assert (once_more.entries, once_more.version) == ((), version + 1)


def test_a_refused_ref_is_judged_anew() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    player, other = table.room.match.players[seat], table.room.match.players[1 - seat]
    assert table.refused(ask.Play(player, "r", table.room.version, {"type": "play", "cards": []})) == "wrong_count"
    move = table.room.match.offers[seat][0]
    assert table.do(ask.Play(player, "r", table.room.version, move)).entries
    assert table.refused(ask.Play(player, "q", table.room.version, move)) in (Refusal.NOT_YOUR_TURN, "not_in_hand")
    assert other in table.room.people


def test_refs_belong_to_a_seat() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    table.play(seat, ref="r")
    assert table.turn != seat
    assert table.play(table.turn, ref="r").entries


def test_stale_is_older_than_the_seats_own_offers_and_away_makes_nothing_stale() -> None:
    table = Table("ann", "bob", "cid").start()
    seat = table.turn
    player = table.room.match.players[seat]
    since = views.yours(table.room)[player].since
    other = next(p for p in table.room.people if p != player)
    table.do(ask.Disconnected(other))
    table.do(ask.Resume(other, 0))
    assert views.yours(table.room)[player].since == since
    assert table.refused(ask.Play(player, "a", since - 1, table.room.match.offers[seat][0])) == Refusal.STALE
    assert (
        table.refused(ask.Play(player, "a", table.room.version + 1, table.room.match.offers[seat][0])) == Refusal.STALE
    )
    assert table.do(ask.Play(player, "a", since, table.room.match.offers[seat][0])).entries


def test_the_order_of_codes_puts_turn_before_stale_and_stale_before_the_games_own() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    player, other = table.room.match.players[seat], table.room.match.players[1 - seat]
    assert table.refused(ask.Play(other, "a", 0, {"type": "play", "cards": []})) == Refusal.NOT_YOUR_TURN
    assert table.refused(ask.Play(player, "a", 0, {"type": "play", "cards": []})) == Refusal.STALE
    assert table.refused(ask.Play(player, "a", table.room.version, {"type": "play", "cards": []})) == "wrong_count"
    finish(table)
    assert table.refused(ask.Play(player, "b", 0, {"type": "play", "cards": []})) == Refusal.MATCH_OVER


@pytest.mark.parametrize("seed", range(5))
def test_a_match_ends_with_one_result_and_a_record_that_checks(seed: int) -> None:
    table = finish(Table("ann", "bob", "cid", seed=seed).start())
    assert table.replayed() == table.room
    (result,) = table.results
    assert result.match == "TESTED-1"
    assert len(result.outcome.winners) == 1
    _, entries = table.log()
    kept = [kept for entry in entries if (kept := as_record(entry)) is not None]
    record = records.record_of(GAMES["agurk"], table.room.match.options, table.room.match.names, kept)
    file = records.read(msgspec.json.encode(record))
    assert all(turn.difference is None for turn in records.turns(file))
    assert record["entries"][-1]["expect"]["winners"] == list(result.outcome.winners)


def test_a_rematch_wants_everybody_ready_again_and_shows_nothing_of_the_old_match() -> None:
    table = finish(Table("ann", "bob").start())
    assert len(table.room.places) == 7
    assert table.refused(ask.Start("ann")) == Refusal.NOT_READY
    refs = table.room.match.refs
    assert refs
    table.start()
    assert table.room.match.id == "TESTED-2"
    assert not table.room.match.refs
    assert table.room.match.state.scores == (0, 0)
    events, gap = table.room.events_after(0)
    assert gap
    assert all(event["type"] != "match_over" for entry in events for event in entry.events)


def test_who_sits_down_after_the_match_on_a_leavers_seat_sees_no_hand() -> None:
    table = Table("ann", "bob", "cid").start()
    table.do(ask.Leave("cid"))
    table.do(ask.Leave("bob"))
    assert table.room.status == "finished"
    effects = table.do(ask.Join("eve", "eve"))
    assert effects.seat == 1
    assert views.yours(table.room)["eve"].private == {}
    assert views.yours(table.room)["ann"].private != {}


def test_events_come_back_in_order_or_as_a_gap() -> None:
    table = Table("ann", "bob").start()
    version = table.room.version
    for _ in range(3):
        table.play(table.turn)
    events, gap = table.room.events_after(version)
    assert not gap
    assert [entry.version for entry in events] == [version + 1, version + 2, version + 3]
    assert table.room.events_after(table.room.version) == ((), False)
    assert table.room.events_after(0)[1]
    assert table.room.events_after(table.room.version + 5)[1]
    for _ in range(300):
        if table.room.status == "playing":
            table.play(table.turn)
    began, over = table.room.base_version, table.room.version
    assert over - began > PIECE, "the match has no more than a piece of them"
    events, gap = table.room.events_after(began)
    assert not gap
    assert [entry.version for entry in events] == list(range(began + 1, over + 1))


def test_a_log_of_a_later_server_is_left_alone() -> None:
    later = msgspec.structs.replace(Closed(FORMAT, 1), format=FORMAT + 1)
    with pytest.raises(UnknownFormat, match="later server"):
        decode_entry(encode(later))
    with pytest.raises(UnknownFormat, match="later server"):
        decode_entry(msgspec.msgpack.encode({"kind": "new", "format": FORMAT + 1, "at": 1}))
    with pytest.raises(UnknownFormat):
        decode_base(b"\xc1")


def test_nobody_left_abandons_the_match_and_closes_the_room() -> None:
    table = Table("ann", "bob").start()
    for player in ("ann", "bob"):
        table.do(ask.Disconnected(player))
    effects = table.wait(60)
    assert entry_kinds(effects) == ["Abandoned", "Gone", "Gone", "Closed"]
    (result,) = table.results
    assert result.outcome.winners == ()
    assert table.replayed() == table.room
