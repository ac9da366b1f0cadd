"""What only the host may do (L2), and what it does to others; the lock of a room (L1, L6)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.create import create
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import decode_base, encode
from fudakai.server.rooms.lock import ROUNDS, BadPasscode, Lock, make
from fudakai.server.rooms.room import REMEMBERED, from_base
from fudakai.server.rooms.settings import RoomSettings
from tests.rooms.table import Table, entry_kinds
from tests.rooms.trios import match_of

SALT = bytes(range(16))
LOCK = make("open sesame", SALT)


def ready(table: Table) -> list[bool]:
    return [place.shown.ready for place in table.room.places if place.taken]


def through_base(table: Table) -> Any:
    """The room as a new segment of its log begins with it."""
    return from_base(decode_base(encode(table.room.base(table.now))), GAMES)


# ---- who may

ASKED: list[Any] = [
    lambda who: ask.Configure(who, title="mine"),
    lambda who: ask.Configure(who, visibility="locked", lock=LOCK),
    lambda who: ask.Configure(who, settings={"turn_seconds": 1}),
    lambda who: ask.AddBot(who, "strong"),
    lambda who: ask.Kick(who, 0),
    lambda who: ask.Mute(who, "ann", True),
    lambda who: ask.Close(who),
    lambda who: ask.Start(who),
]


@pytest.mark.parametrize("asked", ASKED, ids=range(len(ASKED)))
def test_l2_l6_others_at_the_table_are_not_the_host_and_spectators_have_no_seat(asked: Any) -> None:
    table = Table("ann", "bob")
    assert table.refused(asked("bob")) == Refusal.NOT_HOST
    table.do(ask.Watch("eve"))
    assert table.refused(asked("eve")) == Refusal.NOT_SEATED
    table.start()
    assert table.refused(asked("bob")) == Refusal.NOT_HOST
    assert table.refused(asked("eve")) == Refusal.NOT_SEATED


def test_l2_the_powers_go_with_the_host() -> None:
    table = Table("ann", "bob")
    table.do(ask.Leave("ann"))
    assert entry_kinds(table.do(ask.Configure("bob", title="bob's"))) == ["Configured"]
    table.do(ask.Join("ann", "ann"))
    assert table.refused(ask.Configure("ann", title="ann's")) == Refusal.NOT_HOST


# ---- configure


def test_l2_changed_options_clear_ready_but_not_that_of_bots() -> None:
    table = Table("ann", "bob", game="hanafuda", seats=3)
    table.do(ask.AddBot("ann", "strong"))
    for player in ("ann", "bob"):
        table.do(ask.Ready(player, True))
    version = table.room.version
    table.do(ask.Configure("ann", options={"match_end": "rounds", "rounds": 5}))
    assert ready(table) == [False, False, True]
    assert (table.room.options.match_end, table.room.options.rounds) == ("rounds", 5)
    assert table.room.recent.last(1)[0].events == ({"type": "configured", "changed": ["options"]},)
    table.do(ask.Configure("ann", options={"rounds": 6}))
    shown = views.state(table.room, table.now, 0).options
    assert (shown["match_end"], shown["rounds"]) == ("rounds", 6), "what is not named stays"
    assert table.room.version == version + 2
    assert table.replayed() == table.room
    table.start()
    assert match_of(table).options.rounds == 6


def test_changed_settings_clear_ready_and_hold() -> None:
    table = Table("ann", "bob")
    table.do(ask.Ready("bob", True))
    table.do(ask.Configure("ann", settings={"turn_seconds": 90}))
    assert ready(table) == [False, False]
    assert table.room.settings.turn_seconds == 90
    assert table.room.settings_shown["turn_seconds"] == 90
    table.start()
    assert match_of(table).deadlines[table.turn] == table.now + 90_000
    assert table.replayed() == table.room


def test_what_changes_nothing_is_no_entry() -> None:
    table = Table("ann", "bob")
    table.do(ask.Ready("bob", True))
    same = ask.Configure("ann", title="a table", visibility="public", settings={"missed_turns": 2})
    assert table.do(same).entries == ()
    assert table.do(ask.Configure("ann")).entries == ()
    assert ready(table) == [False, True]


def test_title_and_visibility_leave_ready_alone() -> None:
    table = Table("ann", "bob")
    table.do(ask.Ready("bob", True))
    table.do(ask.Configure("ann", title="  late night  ", visibility="unlisted"))
    assert ready(table) == [False, True]
    assert (table.room.title, table.room.visibility) == ("late night", "unlisted")
    assert (
        table.replayed()
        == table.room
        == through_base(table).__class__(**{name: getattr(table.room, name) for name in table.room.__struct_fields__})
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"title": "a\u202eb"}, "title: printable"),
        ({"title": "\u3164"}, "title: printable"),
        ({"title": "\u2800 \u0301"}, "title: printable"),
        ({"title": "a" + 3 * "\u0301"}, "title: printable"),
        ({"title": "   "}, "title: at least"),
        ({"options": {"nothing": 1}}, "'nothing' is no option"),
        ({"settings": {"turn_seconds": -1}}, "turn_seconds: -1 is not"),
        ({"settings": {"nothing": -1}}, "'nothing' is no option"),
        ({"visibility": "locked"}, "passcode: a locked room needs one"),
        ({"visibility": "unlisted", "lock": LOCK}, "passcode: only a locked room"),
        ({"lock": LOCK}, "passcode: only a locked room"),
    ],
)
def test_what_a_room_cannot_be_is_refused_by_name(changes: dict[str, Any], words: str) -> None:
    table = Table("ann", "bob")
    before = table.room
    with pytest.raises(Denied, match=f"bad_options: {words}"):
        table.do(ask.Configure("ann", **changes))
    assert table.room is before


def test_an_option_of_a_match_is_not_for_the_host_to_set() -> None:
    table = Table("ann", game="hanafuda")
    with pytest.raises(Denied, match="'birthdays' is no option of a room"):
        table.do(ask.Configure("ann", options={"birthdays": ["01-01"]}))
    table.do(ask.Configure("ann", options={"rounds": 2}))
    assert "birthdays" not in table.room.options_shown


def test_l2_while_playing_the_host_locks_mutes_and_closes_but_changes_no_match() -> None:
    table = Table("ann", "bob").start()
    assert table.refused(ask.Configure("ann", settings={"turn_seconds": 1})) == Refusal.PLAYING
    assert table.refused(ask.Configure("ann", title="x", options={"any": 1})) == Refusal.PLAYING
    assert table.refused(ask.Kick("ann", 1)) == Refusal.PLAYING
    table.do(ask.Configure("ann", title="closed doors", visibility="locked", lock=LOCK))
    table.do(ask.Mute("ann", "bob", True))
    assert (table.room.visibility, table.room.muted, table.room.status) == ("locked", ("bob",), "playing")
    assert table.replayed() == table.room


def test_a_match_that_began_in_public_is_public_to_the_end() -> None:
    table = Table("ann", "bob").start()
    table.do(ask.Configure("ann", visibility="unlisted"))
    table.do(ask.Leave("bob"))
    assert table.results[-1].public
    table.do(ask.Join("bob", "bob"))
    table.start()
    table.do(ask.Configure("ann", visibility="public"))
    table.do(ask.Leave("bob"))
    assert not table.results[-1].public


# ---- kick


@pytest.mark.parametrize("finished", [False, True])
def test_l2_who_is_kicked_is_gone_and_does_not_come_back(finished: bool) -> None:
    table = Table("ann", "bob", "cid")
    if finished:
        table.start()
        table.do(ask.Leave("cid"))
        table.do(ask.Leave("bob"))
        table.do(ask.Join("bob", "bob", 1))
    effects = table.do(ask.Kick("ann", 1))
    assert (entry_kinds(effects), effects.dismissed) == (["Kicked"], ("bob",))
    assert "bob" not in table.room.people
    assert table.room.places[1].shown.player is None
    assert table.room.recent.last(1)[0].events == ({"type": "kicked", "seat": 1},)
    for command in (ask.Join("bob", "bob"), ask.Join("bob", "bob", 3), ask.Watch("bob"), ask.Resume("bob", 0)):
        assert table.refused(command) == Refusal.KICKED
    assert table.do(ask.Join("dot", "dot", 1)).seat == 1
    assert table.replayed() == table.room
    assert through_base(table).kicked == ("bob",)


@pytest.mark.parametrize("playing", [False, True])
def test_whoever_runs_the_server_puts_anybody_out_at_any_time(playing: bool) -> None:
    table = Table("ann", "bob", "cid")
    if playing:
        table.start()
    effects = table.do(ask.Expel("ann"))
    assert (entry_kinds(effects), effects.dismissed) == (["Left" if playing else "Gone", "Kicked"], ("ann",))
    assert (table.room.host, table.room.members, table.room.kicked) == ("bob", ("bob", "cid"), ("ann",))
    assert table.refused(ask.Join("ann", "ann")) == table.refused(ask.Watch("ann")) == Refusal.KICKED
    table.do(ask.Expel("bob"))
    effects = table.do(ask.Expel("cid"))
    assert "Kicked" not in entry_kinds(effects)
    assert table.room.closed
    assert table.replayed() == table.room


def test_nobody_kicks_the_host() -> None:
    table = Table("ann", "bob")
    assert table.refused(ask.Kick("ann", 0)) == Refusal.BAD_MESSAGE
    assert table.refused(ask.Kick("ann", 5)) == Refusal.BAD_MESSAGE


def test_kicked_and_muted_players_are_remembered_up_to_a_bound() -> None:
    table = Table("ann", seats=2)
    for number in range(REMEMBERED + 3):
        table.do(ask.Join(f"p{number}", f"p{number}"))
        table.do(ask.Mute("ann", f"p{number}", True))
        table.do(ask.Kick("ann", 1))
    assert len(table.room.kicked) == len(table.room.muted) == REMEMBERED
    assert table.room.kicked[-1] == f"p{REMEMBERED + 2}"
    assert table.do(ask.Join("p0", "p0")).seat == 1


# ---- mute and close


def test_l2_mute_holds_and_is_shown_until_it_is_taken_back() -> None:
    table = Table("ann", "bob")
    assert entry_kinds(table.do(ask.Mute("ann", "eve", True))) == ["Muted"]
    assert table.do(ask.Mute("ann", "eve", True)).entries == ()
    assert views.state(table.room, table.now, 1).muted == ("eve",)
    assert through_base(table).muted == ("eve",)
    table.do(ask.Mute("ann", "eve", False))
    assert table.room.muted == ()
    assert table.do(ask.Mute("ann", "eve", False)).entries == ()
    assert table.replayed() == table.room


def test_l2_the_host_closes_a_waiting_room() -> None:
    table = Table("ann", "bob")
    assert entry_kinds(table.do(ask.Close("ann"))) == ["Closed"]
    assert table.room.closed
    assert table.refused(ask.Join("ann", "ann")) == Refusal.UNKNOWN_ROOM


def test_l2_the_host_closes_a_room_while_a_match_runs_and_it_is_abandoned() -> None:
    table = Table("ann", "bob").start()
    effects = table.do(ask.Close("ann"))
    assert entry_kinds(effects) == ["Abandoned", "Closed"]
    assert (effects.result.outcome.winners, effects.result.outcome.points) == ((), ())  # type: ignore[union-attr]
    assert table.room.deadline() is None or table.room.closed
    assert table.replayed() == table.room


# ---- locked


def locked(*people: str, **settings: Any) -> Table:
    table = Table(*people, **settings)
    table.do(ask.Configure("ann", visibility="locked", lock=LOCK))
    return table


@pytest.mark.parametrize(
    "enter", [ask.Join("eve", "eve"), ask.Join("eve", "eve", 3), ask.Watch("eve"), ask.Resume("eve", 0)]
)
def test_l6_a_locked_room_wants_its_passcode(enter: Any) -> None:
    table = locked("ann", "bob")
    for wrong in (None, "", "open sesam", "Open sesame", "open sesame ", "x" * 64):
        assert table.refused(msgspec.structs.replace(enter, passcode=wrong)) == Refusal.WRONG_PASSCODE
    assert table.do(msgspec.structs.replace(enter, passcode="open sesame")).enters


def test_who_is_in_the_room_or_has_a_seat_needs_no_passcode_again() -> None:
    table = locked("ann", "bob", "cid", game="hanafuda", seats=4)
    for come in (ask.Join("bob", "bob"), ask.Join("bob", "bob", 1), ask.Watch("bob"), ask.Resume("bob", 0)):
        assert table.do(come).seat == 1
    assert table.do(ask.Join("bob", "bob", 3, inside=True)).seat == 3
    assert table.do(ask.Watch("eve", inside=True)).enters
    assert table.do(ask.Resume("eve", 0, inside=True)).enters
    table.start()
    table.do(ask.Disconnected("cid"))
    assert table.do(ask.Resume("cid", 0)).seat == 1
    table.do(ask.Leave("cid"))
    assert table.do(ask.Watch("cid")).enters
    assert table.do(ask.Resume("cid", 0)).seat == 1
    assert table.refused(ask.Watch("eve")) == Refusal.WRONG_PASSCODE


def test_who_has_a_seat_and_comes_back_moves_to_another_one_without_the_passcode() -> None:
    table = locked("ann", "bob")
    table.do(ask.Disconnected("bob"))
    assert table.do(ask.Join("bob", "bob", 3)).seat == 3


def test_the_passcode_is_asked_before_anything_else_is_told() -> None:
    table = locked("ann", "bob", seats=2, spectators=False)
    assert table.refused(ask.Join("eve", "eve")) == Refusal.WRONG_PASSCODE
    assert table.refused(ask.Watch("eve")) == Refusal.WRONG_PASSCODE
    assert table.refused(ask.Join("eve", "eve", passcode="open sesame")) == Refusal.ROOM_FULL
    assert table.refused(ask.Watch("eve", "open sesame")) == Refusal.NO_SPECTATORS


def test_a_lock_is_changed_and_taken_away() -> None:
    table = locked("ann", "bob")
    table.do(ask.Configure("ann", lock=make("another", SALT)))
    assert table.refused(ask.Watch("eve", "open sesame")) == Refusal.WRONG_PASSCODE
    assert table.do(ask.Watch("eve", "another")).enters
    assert through_base(table).lock == table.room.lock
    table.do(ask.Configure("ann", visibility="public"))
    assert table.room.lock is None
    assert table.do(ask.Watch("eve")).enters
    with pytest.raises(Denied, match="a locked room needs one"):
        table.do(ask.Configure("ann", visibility="locked"))
    assert table.replayed() == table.room


def test_a_passcode_is_nowhere_in_clear() -> None:
    table = locked("ann", "bob")
    told = repr((table.room, table.log(), views.state(table.room, table.now, 0))).encode() + b"".join(table.stored)
    assert b"sesame" not in told
    assert repr(LOCK) == "Lock(...)"
    assert LOCK.digest not in msgspec.msgpack.encode(views.state(table.room, table.now, 0))
    assert SALT in b"".join(table.stored)


@pytest.mark.parametrize("bad", ["", "x" * 65, "a\nb", "a\u200bb", "a\u202eb"])
def test_a_bad_passcode_is_refused_and_not_repeated(bad: str) -> None:
    with pytest.raises(BadPasscode) as refused:
        make(bad, SALT)
    assert refused.value.words == "passcode: 1 to 64 printable characters"
    assert not refused.value.args


def test_a_passcode_is_the_same_however_it_is_typed() -> None:
    assert make("caf\u00e9", SALT).opens("cafe\u0301")
    assert not make("cafe", SALT).opens("caf\u00e9")
    assert make("\u82b1\u672d", SALT).opens("\u82b1\u672d")
    assert make("one", SALT) != make("one", bytes(16))
    assert ROUNDS >= 1024
    assert not Lock(SALT, b"").opens("")


def test_a_room_is_made_with_a_lock_or_without_one() -> None:
    def made(visibility: Any, lock: Lock | None) -> Any:
        return create(
            *("ABCDEF", GAMES["agurk"], {}, {}, RoomSettings()),
            title="t",
            visibility=visibility,
            size=2,
            player="ann",
            name="ann",
            lock=lock,
        )

    assert made("locked", LOCK).lock == LOCK
    for visibility, lock in (("locked", None), ("public", LOCK), ("unlisted", LOCK)):
        with pytest.raises(Denied, match="bad_options: passcode: a locked room has one"):
            made(visibility, lock)
