"""Rooms under random commands and a clock that jumps: the laws that hold whatever people do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.effects import Denied
from tests.rooms import trio
from tests.rooms.table import NAMES, Table

PEOPLE = NAMES[:5]


def random_command(table: Table, rng: random.Random) -> ask.Command:
    player = rng.choice(PEOPLE)
    match = table.room.match
    if match is not None and match.seats_to_act and rng.random() < 0.6:
        seat = rng.choice(match.seats_to_act)
        offer = rng.choice(match.offers[seat])
        return ask.Play(match.players[seat], f"r{rng.randrange(10**9)}", table.room.version, offer)
    present = frozenset(rng.sample(PEOPLE, rng.randrange(len(PEOPLE))))
    return rng.choice(
        [
            ask.Join(player, player, rng.choice([None, None, rng.randrange(4)])),
            ask.Watch(player),
            ask.Resume(player, rng.randrange(table.room.version + 2)),
            ask.Ready(player, rng.random() < 0.9),
            ask.Ready(player, True),
            ask.Start(table.room.host or player),
            ask.Start(table.room.host or player),
            ask.Play(
                player, "again", table.room.version, {"type": rng.choice(["play", "leave", "x"]), "cards": ["2C"]}
            ),
            ask.Leave(player) if rng.random() < 0.2 else ask.Watch(player),
            ask.Disconnected(player),
            ask.Present(present),
            ask.Tick(rng.getrandbits(32)),
            ask.Tick(rng.getrandbits(32)),
        ]
    )


def obey_the_laws(table: Table) -> None:
    room = table.room
    seated = room.people
    assert len(set(seated)) == len(seated), "one identity is one seat (L4)"
    assert room.closed or room.host in seated
    assert len(room.places) <= room.size
    match = room.match
    if match is None:
        return
    for seat, player in enumerate(match.players):
        offers = match.offers[seat]
        assert bool(offers) == (seat in match.to_act), "only seats to act have offers"
        assert match.since[seat] <= room.version
        if seat in match.bots:
            shown = room.places[seat].shown
            assert (shown.player, shown.left, shown.bot) == (player, True, True), "a stand-in's seat keeps its name"
            assert seat not in dict(match.clocks)
            assert (match.bot_at[seat] is not None) == (seat in match.to_act)
        elif seat in match.seats_to_act:
            assert room.places[seat].player == player, "a seat to act has its player"
            assert not room.places[seat].shown.bot
            assert room.settings.turn_seconds == 0 or match.deadlines[seat] is not None
        else:
            assert match.deadlines[seat] is None
            assert not room.places[seat].shown.bot
    if room.status == "playing":
        present = match.game.present(match.state)
        assert {room.places[seat].player for seat in present} <= set(seated)
        assert match.seats_to_act or match.draw_at is not None, "somebody can go on"
        assert seated, "bots do not play on alone (L9)"
        assert {match.players[seat] for seat in match.bots} == set(room.members) - set(seated)
        assert room.settings.turn_seconds == 0 or room.deadline() is not None
    state = views.state(room, table.now, 0)
    assert all(clock.left >= 0 for clock in state.clocks)
    assert "a stranger" not in views.yours(room)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game with stand-ins stands in the registry while a test runs, and no stand-in errs."""
    monkeypatch.setitem(GAMES, trio.NAME, trio)
    with capture_logs() as said:
        yield
    assert said == []


@pytest.mark.parametrize("seed", range(120))
def test_any_commands_at_any_time_keep_the_laws_and_replay_to_the_same_room(seed: int) -> None:
    rng = random.Random(seed)
    game = ("agurk", "trio", "hanafuda", "dafaza")[seed % 4]
    fewest, most = GAMES[game].SEATS
    full = fewest == most
    table = Table(
        *PEOPLE[: most if full else rng.randint(1, min(5, most))],
        seed=seed,
        game=game,
        options={"turns": rng.random() < 0.5, "hiki": rng.random() < 0.5, "rounds": 5} if game == "trio" else {},
        bot_delay=rng.choice([0, 0.5, 4]),
        turn_seconds=rng.choice([0, 5, 30]),
        missed_turns=rng.choice([0, 1, 2]),
        reconnect_grace=rng.choice([0, 3, 60]),
        round_delay=rng.choice([0, 3]),
        cycle_delay=rng.choice([0, 1]),
    )
    if full:
        table.start()
    for step in range(150):
        if table.room.closed:
            break
        table.now += rng.choice([0, 0, 1, 100, 900, 5000])
        version = table.room.version
        try:
            table.do(random_command(table, rng))
        except Denied:
            assert table.room.version == version
        obey_the_laws(table)
        if step % 10 == 0:
            assert table.replayed() == table.room
    assert table.replayed() == table.room


@pytest.mark.parametrize("seed", range(10))
def test_a_room_left_alone_comes_to_its_end(seed: int) -> None:
    """Nobody moves and nobody is there: clocks and graces alone bring the room to its end (faults 12 and 16)."""
    table = Table(*PEOPLE[: 2 + seed % 4], seed=seed, round_delay=2).start()
    for player in table.room.people:
        if seed % 2:
            table.do(ask.Disconnected(player))
    for _ in range(2000):
        when = table.room.deadline()
        if when is None:
            break
        table.now = max(table.now, when)
        table.do(ask.Tick(seed))
    assert table.room.closed if seed % 2 else table.room.status == "finished"
