"""Coming, sitting, starting, leaving: before and after a match (L1-L6)."""

from __future__ import annotations

import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.create import create
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.settings import RoomSettings
from tests.rooms.table import Table, entry_kinds


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_creator_is_host_and_sits_first(game: str) -> None:
    table = Table("ann", game=game)
    assert table.room.places[0].shown.name == "ann"
    assert table.room.host == "ann"
    assert table.room.seat_of("ann") == 0
    assert table.room.version == 0
    assert table.replayed() == table.room


def test_l5_joining_twice_answers_the_same_and_changes_nothing() -> None:
    table = Table("ann", "bob")
    version = table.room.version
    effects = table.do(ask.Join("bob", "bob"))
    assert (effects.entries, effects.seat, effects.enters) == ((), 1, True)
    assert table.room.version == version


def test_l5_sit_leave_sit_is_one_seat() -> None:
    table = Table("ann", "bob")
    table.do(ask.Leave("bob"))
    assert table.room.people == ("ann",)
    table.do(ask.Join("bob", "bob"))
    assert table.room.people == ("ann", "bob")
    table.do(ask.Join("bob", "bob", 4))
    assert [place.player for place in table.room.places] == ["ann", None, None, None, "bob", None, None]
    assert table.replayed() == table.room


def test_seats_are_refused_when_taken_full_or_not_there() -> None:
    table = Table("ann", "bob", seats=2)
    assert table.refused(ask.Join("cid", "cid")) == Refusal.ROOM_FULL
    assert table.refused(ask.Join("cid", "cid", 1)) == Refusal.SEAT_TAKEN
    assert table.refused(ask.Join("cid", "cid", 2)) == Refusal.BAD_MESSAGE
    assert table.refused(ask.Ready("cid", True)) == Refusal.NOT_SEATED


def test_l2_start_wants_the_host_everybody_ready_and_enough_players() -> None:
    table = Table("ann")
    table.do(ask.Ready("ann", True))
    assert table.refused(ask.Start("ann")) == Refusal.WRONG_PLAYER_COUNT
    table.do(ask.Join("bob", "bob"))
    assert table.refused(ask.Start("bob")) == Refusal.NOT_HOST
    assert table.refused(ask.Start("ann")) == Refusal.NOT_READY
    table.do(ask.Ready("bob", True))
    effects = table.do(ask.Start("ann"))
    assert entry_kinds(effects) == ["Started", "Drew", "Drew"]
    assert table.room.status == "playing"
    assert table.refused(ask.Start("ann")) == Refusal.PLAYING
    assert table.refused(ask.Ready("bob", True)) == Refusal.PLAYING
    assert table.refused(ask.Join("cid", "cid")) == Refusal.PLAYING


def test_l2_a_host_who_leaves_hands_over_clockwise_and_the_last_one_closes_the_room() -> None:
    table = Table("ann", "bob", "cid")
    table.do(ask.Leave("ann"))
    assert table.room.host == "bob"
    table.do(ask.Leave("bob"))
    assert table.room.host == "cid"
    effects = table.do(ask.Leave("cid"))
    assert entry_kinds(effects) == ["Gone", "Closed"]
    assert table.room.closed
    assert table.refused(ask.Join("dot", "dot")) == Refusal.UNKNOWN_ROOM
    assert table.replayed() == table.room


def test_a_start_closes_ranks_and_begins_a_new_segment_of_the_log() -> None:
    table = Table("ann", "bob", "cid")
    table.do(ask.Leave("bob"))
    version = table.room.version
    table.start()
    base, entries = table.log()
    assert base.version == version + 2  # two ready
    assert len(entries) == 3
    assert [place.player for place in table.room.places] == ["ann", "cid"]
    assert table.room.version == base.version + 3
    assert table.replayed() == table.room


def test_two_players_ready_in_the_same_tick_both_count() -> None:
    table = Table("ann", "bob")
    table.do(ask.Ready("ann", True))
    table.do(ask.Ready("bob", True))
    assert all(place.shown.ready for place in table.room.places if place.player)
    assert table.do(ask.Ready("bob", True)).entries == ()


def test_l6_spectators_come_in_when_they_may_and_change_nothing() -> None:
    table = Table("ann", "bob").start()
    effects = table.do(ask.Watch("eve"))
    assert effects.enters
    assert effects.entries == ()
    assert "eve" not in views.yours(table.room)
    for command in (
        ask.Ready("eve", True),
        ask.Start("eve"),
        ask.Play("eve", "x", table.room.version, {"type": "play"}),
    ):
        assert table.refused(command) == Refusal.NOT_SEATED
    assert Table("ann", spectators=False).refused(ask.Watch("eve")) == Refusal.NO_SPECTATORS


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"turn_seconds": -1}, "turn_seconds"),
        ({"turn_seconds": "30"}, "turn_seconds"),
        ({"missed_turns": 101}, "missed_turns"),
        ({"speed": 3}, "speed"),
        ({"reconnect_grace": float("nan")}, "reconnect_grace"),
    ],
)
def test_settings_out_of_bounds_are_refused_by_name(settings: dict[str, object], word: str) -> None:
    with pytest.raises(Denied, match=word) as denied:
        Table("ann", **settings)
    assert denied.value.code == Refusal.BAD_OPTIONS


def test_options_and_seats_out_of_bounds_are_refused_by_name() -> None:
    def make(options: dict[str, object], size: int | None) -> None:
        create(
            "TESTED",
            GAMES["agurk"],
            options,
            {},
            RoomSettings(),
            title="t",
            visibility="public",
            size=size,
            player="ann",
            name="ann",
        )

    with pytest.raises(Denied, match="jokers"):
        make({"jokers": 4}, None)
    with pytest.raises(Denied, match="2 to 7"):
        make({}, 8)


def test_a_long_wait_begins_a_new_segment() -> None:
    table = Table("ann", "bob")
    for turn in range(1100):
        table.do(ask.Ready("ann", turn % 2 == 0))
    assert len(table.stored) < 200
    assert table.replayed() == table.room


def test_a_long_time_after_a_match_begins_a_new_segment_just_as_a_replay_finds_it() -> None:
    table = Table("ann", "bob", "cid").start()
    table.do(ask.Leave("cid"))
    table.do(ask.Leave("bob"))
    assert table.room.status == "finished"
    for turn in range(5100):
        table.do(ask.Ready("ann", turn % 2 == 0))
    assert len(table.stored) < 200
    assert table.room.status == "waiting"
    assert [place.shown.left for place in table.room.places] == [False] * 7
    assert table.replayed() == table.room
