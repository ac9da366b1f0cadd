"""Bots that sit from the start (L9): seats like others, always ready, played by the server, and nobody's."""

from __future__ import annotations

import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.lobby.names import clean_name
from fudakai.server.records import record as records
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.entries import FORMAT, BotSat, Moved, as_record, decode_base, encode
from fudakai.server.rooms.room import from_base
from tests.rooms.table import Table, entry_kinds
from tests.rooms.trios import match_of

STRONG, RANDOM = "strong", "random"


def with_bots(*people: str, bots: int = 1, **more: object) -> Table:
    """A table with these people and so many strong bots."""
    table = Table(*people, **more)  # type: ignore[arg-type]  # handed on
    for _ in range(bots):
        table.do(ask.AddBot("ann", STRONG))
    return table


def play_out(table: Table) -> Table:
    """People play their last offers, bots what they like, until the match is over."""
    for _ in range(3000):
        if table.room.status != "playing":
            return table
        people = [seat for seat in match_of(table).seats_to_act if table.room.places[seat].player is not None]
        if people:
            seat = people[0]
            offer = dict(match_of(table).offers[seat][-1])
            if "count" in offer:
                offer["cards"] = list(offer.pop("among"))[: offer.pop("count")]
            player = match_of(table).players[seat]
            table.do(ask.Play(player, f"r{table.room.version}", table.room.version, offer))
        else:
            table.wait(10)
    raise AssertionError("the match did not end")


def check_record(table: Table) -> list[int]:
    """The last match makes a record that replays to its outcome; the seats it says are bots'."""
    match = match_of(table)
    assert match.outcome is not None
    kept = [kept for entry in table.log()[1] if (kept := as_record(entry)) is not None]
    record = records.record_of(table.room.game, match.options, match.names, kept, match.fixed)
    assert records.check(record) is None
    assert record["entries"][-1]["expect"]["winners"] == list(match.outcome.winners)
    found: list[int] = record["bots"]
    return found


# ---- sitting down


def test_l9_a_bot_takes_a_seat_and_is_marked_and_ready() -> None:
    table = Table("ann", seats=4)
    effects = table.do(ask.AddBot("ann", RANDOM, 2))
    assert effects.entries == (BotSat(FORMAT, table.now, "bot:random:1", "Random bot ①", 2, RANDOM),)
    assert effects.seat == 2
    shown = table.room.places[2].shown
    assert (shown.name, shown.ready, shown.bot, shown.left, shown.away) == ("Random bot ①", True, True, False, False)
    assert table.do(ask.AddBot("ann", STRONG)).seat == 1
    assert table.room.places[1].shown.name == "Strong bot ①"
    assert table.do(ask.AddBot("ann", STRONG)).seat == 3
    assert table.room.places[3].shown.name == "Strong bot ②"
    assert table.refused(ask.AddBot("ann", STRONG)) == Refusal.ROOM_FULL
    assert (table.room.people, table.room.members) == (("ann",), ("ann",))
    assert views.line(table.room).seated == 4
    assert set(views.yours(table.room)) == {"ann"}
    assert table.replayed() == table.room


def test_no_person_can_have_the_name_of_a_bot() -> None:
    table = with_bots("ann", bots=3)
    for place in table.room.places[1:4]:
        assert clean_name(str(place.shown.name)) != place.shown.name


def test_who_is_called_like_a_bot_makes_the_bot_take_another_number() -> None:
    table = Table("ann", "strong BOT 1")
    table.do(ask.AddBot("ann", STRONG))
    assert table.room.places[2].shown.name == "Strong bot ②"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ask.AddBot("bob", STRONG), Refusal.NOT_HOST),
        (ask.AddBot("eve", STRONG), Refusal.NOT_SEATED),
        (ask.AddBot("ann", STRONG, 0), Refusal.SEAT_TAKEN),
        (ask.AddBot("ann", STRONG, 2), Refusal.SEAT_TAKEN),
        (ask.AddBot("ann", STRONG, 7), Refusal.BAD_MESSAGE),
        (ask.Kick("bob", 2), Refusal.NOT_HOST),
        (ask.Kick("eve", 2), Refusal.NOT_SEATED),
        (ask.Kick("ann", 3), Refusal.BAD_MESSAGE),
        (ask.Kick("ann", 9), Refusal.BAD_MESSAGE),
        (ask.Join("eve", "eve", 2), Refusal.SEAT_TAKEN),
    ],
)
def test_l2_only_the_host_seats_bots_and_only_where_nobody_sits(command: ask.Command, code: Refusal) -> None:
    table = Table("ann", "bob", seats=4)
    table.do(ask.AddBot("ann", STRONG))
    assert table.refused(command) == code


def test_l2_bots_come_and_go_while_waiting_or_finished_only() -> None:
    table = with_bots("ann", "bob", seats=4).start()
    assert table.refused(ask.AddBot("ann", STRONG)) == Refusal.PLAYING
    assert table.refused(ask.Kick("ann", 2)) == Refusal.PLAYING
    play_out(table)
    assert entry_kinds(table.do(ask.Kick("ann", 2))) == ["BotGone"]
    assert table.room.places[2].shown.player is None
    assert entry_kinds(table.do(ask.AddBot("ann", STRONG, 3))) == ["BotSat"]
    assert table.replayed() == table.room


def test_a_segment_of_the_log_keeps_its_bots() -> None:
    table = with_bots("ann", bots=2)
    again = from_base(decode_base(encode(table.room.base(table.now))), GAMES)
    assert again.places == table.room.places


# ---- playing


def test_l9_one_person_starts_with_bots_and_bots_alone_do_not() -> None:
    table = with_bots("ann", bots=0, seats=4)
    table.do(ask.Ready("ann", True))
    assert table.refused(ask.Start("ann")) == Refusal.WRONG_PLAYER_COUNT
    table.do(ask.AddBot("ann", STRONG))
    assert table.refused(ask.Start("bot:strong:1")) == Refusal.NOT_SEATED
    assert table.refused(ask.Ready("bot:strong:1", False)) == Refusal.NOT_SEATED
    table.do(ask.Start("ann"))
    assert table.room.status == "playing"


@pytest.mark.parametrize(("game", "bots"), [("agurk", 3), ("hanafuda", 2), ("koikoi", 1), ("dafaza", 3)])
@pytest.mark.parametrize("strength", [STRONG, RANDOM])
def test_l9_a_match_against_bots_is_played_to_the_end_and_makes_a_record(game: str, bots: int, strength: str) -> None:
    table = Table("ann", game=game, seats=bots + 1, turn_seconds=30, bot_delay=1)
    for _ in range(bots):
        table.do(ask.AddBot("ann", strength))
    play_out(table.start())
    assert check_record(table) == list(range(1, bots + 1))
    result = table.results[-1]
    assert (result.bots, result.left) == (tuple(range(1, bots + 1)), ())
    assert match_of(table).missed == (0,) * (bots + 1)
    assert [(place.shown.bot, place.shown.ready) for place in table.room.places[: bots + 1]] == [
        (False, False),
        *[(True, True)] * bots,
    ]
    assert [total.matches for total in table.room.sitting.totals] == [1] * (bots + 1)
    assert table.replayed() == table.room


def test_a_bot_waits_its_delay_and_has_no_clock() -> None:
    table = with_bots("ann", seats=2, turn_seconds=30, bot_delay=5, seed=3).start()
    while table.turn == 0:
        table.play(0)
    match = match_of(table)
    assert (match.clocks, match.bot_at) == ((), (None, table.now + 5000))
    assert views.state(table.room, table.now, 0).clocks == ()
    assert entry_kinds(table.wait(4.999)) == []
    moved = table.wait(0.001).entries[0]
    assert isinstance(moved, Moved)
    assert (moved.seat, moved.clock, moved.ref) == (1, False, None)


def test_bots_that_act_from_the_start_wait_their_delay_too() -> None:
    table = with_bots("ann", bots=3, game="dafaza", options={"first_parent": "janken"}, bot_delay=5, seats=4)
    table.start()
    assert match_of(table).seats_to_act == (0, 1, 2, 3)
    assert match_of(table).bot_at == (None, *[table.now + 5000] * 3)
    assert [seat for seat, _ in match_of(table).clocks] == [0]


def test_seats_close_ranks_around_bots() -> None:
    table = Table("ann", seats=5)
    table.do(ask.AddBot("ann", STRONG, 3))
    table.do(ask.Join("bob", "bob", 4))
    table.start()
    assert match_of(table).names == ("ann", "Strong bot ①", "bob")
    assert match_of(table).fixed == (1,)
    assert table.room.places[1].strength == STRONG


def test_nobody_moves_or_takes_the_seat_of_a_bot() -> None:
    table = with_bots("ann", seats=2, bot_delay=5).start()
    name = "bot:strong:1"
    move = {"type": "play", "cards": ["2C"]}
    assert table.refused(ask.Play(name, "x", table.room.version, move)) == Refusal.NOT_YOUR_TURN
    assert table.refused(ask.Join(name, "eve")) == Refusal.PLAYING
    assert table.do(ask.Watch(name)).seat is None
    assert name not in views.yours(table.room)
    assert table.do(ask.Leave(name)).entries == ()
    assert table.do(ask.Disconnected(name)).entries == ()


def test_l8_a_pause_leaves_bots_neither_away_nor_late() -> None:
    table = with_bots("ann", seats=2, bot_delay=5, seed=3).start()
    while table.turn == 0:
        table.play(0)
    table.now += 100_000
    table.do(ask.Present(frozenset({"ann"})))
    assert [place.shown.away for place in table.room.places] == [False, False]
    assert table.turn == 0 or match_of(table).bot_at[1] is not None
    assert table.replayed() == table.room
    play_out(table)


def test_a_person_whose_id_is_a_bots_takes_a_seat_of_their_own() -> None:
    table = with_bots("ann", seats=3)
    assert table.do(ask.Join("bot:strong:1", "eve")).seat == 2
    assert table.room.places[1].taken
    assert table.room.people == ("ann", "bot:strong:1")
    table.start()
    assert table.room.stood_in_seat("bot:strong:1") is None


# ---- leaving


@pytest.mark.parametrize("game", ["agurk", "hanafuda", "koikoi"])
def test_l9_h17_two_players_and_one_a_bot_leaving_abandons(game: str) -> None:
    table = with_bots("ann", game=game, seats=2).start()
    assert entry_kinds(table.do(ask.Leave("ann")))[:3] == ["Abandoned", "Gone", "Closed"]
    assert table.results[-1].outcome.winners == ()
    assert check_record(table) == [1]


def test_l9_one_of_two_people_leaves_and_the_match_goes_on() -> None:
    table = with_bots("ann", "bob", game="hanafuda", seats=3).start()
    table.do(ask.Leave("bob"))
    assert [(place.shown.bot, place.shown.left) for place in table.room.places] == [
        *((False, False), (True, True), (True, False))
    ]
    assert match_of(table).bots == (1, 2)
    table.do(ask.Join("bob", "bob"))
    assert match_of(table).bots == (2,)
    table.do(ask.Leave("bob"))
    play_out(table)
    assert table.results[-1].left == (1,)
    assert [(place.shown.bot, place.shown.left) for place in table.room.places] == [
        *((False, False), (False, True), (True, False))
    ]
    assert check_record(table) == [2]
    assert table.replayed() == table.room


def test_l9_who_is_out_looks_on_and_when_the_last_one_in_leaves_bots_do_not_play_on() -> None:
    for seed in range(60):
        table = with_bots("ann", "bob", seed=seed, seats=4, bots=2).start()
        for _ in range(2000):
            present = GAMES["agurk"].present(match_of(table).state)
            if table.room.status != "playing" or (1 not in present and 0 in present):
                break
            if match_of(table).seats_to_act[0] in (0, 1):
                table.play(table.turn)
            else:
                table.wait(10)
        if table.room.status == "playing" and len(present) == 3:
            break
    assert table.room.status == "playing"
    assert entry_kinds(table.do(ask.Leave("ann"))) == ["Abandoned", "Gone"]
    assert (table.room.status, table.room.people, table.room.host) == ("finished", ("bob",), "bob")
    assert table.results[-1].outcome.winners == ()
    assert check_record(table) == [2, 3]
    assert table.replayed() == table.room


def test_l9_the_last_persons_grace_ends_and_the_room_closes_with_its_bots() -> None:
    table = with_bots("ann", seats=2, turn_seconds=0, reconnect_grace=60, bot_delay=5).start()
    table.do(ask.Disconnected("ann"))
    table.now += 60_000
    assert entry_kinds(table.do(ask.Tick()))[-3:] == ["Abandoned", "Gone", "Closed"]


# ---- the next match


def test_after_a_match_bots_stay_and_play_the_next_one() -> None:
    table = with_bots("ann", "bob", seats=4).start()
    play_out(table)
    table.do(ask.Leave("bob"))
    assert table.room.people == ("ann",)
    table.start()
    assert match_of(table).names == ("ann", "Strong bot ①")
    play_out(table)
    assert check_record(table) == [1]


def test_a_match_is_public_if_the_room_was_when_it_began() -> None:
    table = with_bots("ann", seats=2).start()
    play_out(table)
    assert table.results[-1].public
