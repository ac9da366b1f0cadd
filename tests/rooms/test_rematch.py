"""A rematch shows nothing of the old match (L10; faults 7 and 8 of other servers)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.handle import handle
from fudakai.server.rooms.recent import HISTORY
from fudakai.server.rooms.room import Room
from tests.rooms.table import Table
from tests.rooms.trios import match_of


def pending(table: Table) -> Any:
    """What the game shows of a choice that is due."""
    return (views.state(table.room, table.now, 0).table or {}).get("pending")


def until_a_choice(game: str, seats: int) -> Table:
    """A match in which somebody has to choose for the card that was turned."""
    for seed in range(40):
        table = Table(*("ann", "bob", "cid")[:seats], game=game, seats=seats, seed=seed).start()
        for _ in range(60):
            if table.room.status != "playing" or pending(table):
                break
            table.play(table.turn)
        if pending(table):
            return table
    raise AssertionError("nobody ever had to choose")


def cards_named(room: Room) -> set[str]:
    """Everything that the room shows anybody, as text."""
    told = (views.state(room, 0, 0), room.recent, {player: you.private for player, you in views.yours(room).items()})
    return set(msgspec.json.encode(told).decode().split('"'))


@pytest.mark.parametrize(("game", "seats"), [("koikoi", 2), ("hanafuda", 2)])
def test_l10_a_choice_that_was_due_when_a_match_was_forfeited_is_gone_in_the_rematch(game: str, seats: int) -> None:
    table = until_a_choice(game, seats)
    old = match_of(table)
    table.do(ask.Leave("bob"))
    assert table.room.status == "finished"
    assert views.state(table.room, table.now, 0).to_act == ()
    table.do(ask.Join("bob", "bob"))
    assert all(you.offers == () for you in views.yours(table.room).values())
    table.start()
    new = match_of(table)
    assert new.id != old.id
    state = views.state(table.room, table.now, 0)
    assert (state.match, state.result, state.sitting) == (new.id, None, None)
    assert pending(table) is None
    assert (state.table or {})["scores"] == tuple([0] * seats)
    assert [entry.version for entry in table.room.recent.last(HISTORY)] == list(
        range(table.room.base_version + 1, table.room.version + 1)
    )
    assert table.room.recent.last(HISTORY)[0].events[0]["type"] == "started"
    assert table.room.events_after(table.room.base_version - 1)[1], "what was before the match is not told again"
    assert all(since > table.room.base_version for since in new.since)
    assert (len(new.refs), new.missed, new.bots, new.outcome) == (0, (0,) * seats, (), None)
    for seat, player in enumerate(new.players):
        you = views.yours(table.room)[player]
        assert you.offers == new.game.legal(new.state, seat)
    assert table.replayed() == table.room


def test_l10_a_ref_of_the_old_match_is_a_new_one_in_the_rematch_and_its_version_is_stale() -> None:
    table = Table("ann", "bob").start()
    seat = table.turn
    player = match_of(table).players[seat]
    version = table.room.version
    first = table.play(seat, ref="same").version
    table.do(ask.Leave("ann"))
    table.do(ask.Join("ann", "ann", 0))
    table.start()
    while match_of(table).players[table.turn] != player:
        table.play(table.turn)
    offer = match_of(table).offers[table.turn][0]
    assert table.refused(ask.Play(player, "same", version, offer)) == Refusal.STALE
    effects = table.do(ask.Play(player, "same", table.room.version, offer))
    assert effects.version != first
    assert effects.entries


def test_l10_nobody_is_ready_for_the_rematch_before_they_say_so_and_late_clocks_do_nothing() -> None:
    table = Table("ann", "bob", "cid").start()
    table.do(ask.Leave("cid"))
    table.do(ask.Leave("bob"))
    table.do(ask.Join("bob", "bob", 1))
    assert table.room.status == "finished"
    assert [place.shown.ready for place in table.room.places if place.taken] == [False, False]
    assert table.refused(ask.Start("ann")) == Refusal.NOT_READY
    assert table.wait(10_000).entries == ()
    table.start()
    assert match_of(table).players == ("ann", "bob")
    assert [place.shown.left for place in table.room.places] == [False, False], "who left is not on the table any more"
    assert [total.name for total in table.room.sitting.totals] == ["ann", "bob", "cid"]


def test_l10_cards_of_the_old_match_are_in_nothing_that_is_told_before_the_new_deal() -> None:
    table = Table("ann", "bob", round_delay=5).start()
    table.play(table.turn)
    old = {card for you in views.yours(table.room).values() for card in you.private["hand"]}
    assert old & cards_named(table.room)
    table.do(ask.Leave("bob"))
    table.do(ask.Join("bob", "bob"))
    for player in ("ann", "bob"):
        table.do(ask.Ready(player, True))
    room, _ = handle(table.room, ask.Start("ann"), table.now)
    assert room.status == "playing"
    assert not {*GAMES["agurk"].cards(match_of(table).state), *old} & cards_named(room)
