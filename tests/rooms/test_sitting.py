"""L10: the table of scores of a sitting: every match and the sum."""

from __future__ import annotations

from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.handle import FINISHED_SEGMENT
from fudakai.server.rooms.sitting import LISTED
from tests.rooms.table import Table


def finish(table: Table) -> Table:
    """Plays first offers to the end of the match."""
    for _ in range(5000):
        if table.room.status != "playing":
            return table
        table.play(table.turn)
    raise AssertionError("no end in sight")


def test_l10_no_table_before_a_match_is_over_and_none_while_one_runs() -> None:
    table = Table("ann", "bob")
    assert views.state(table.room, table.now, 0).sitting is None
    table.start()
    assert views.state(table.room, table.now, 0).sitting is None
    finish(table)
    assert views.state(table.room, table.now, 0).sitting is not None
    table.start()
    assert views.state(table.room, table.now, 0).sitting is None
    assert len(table.room.sitting.matches) == 1


def test_l10_every_match_with_its_scores_and_the_sum() -> None:
    table = Table("ann", "bob", game="koikoi", options={"rounds": 3})
    for _ in range(3):
        finish(table.start())
    sitting = views.state(table.room, table.now, 0).sitting
    assert sitting is not None
    assert [played.match for played in sitting.matches] == ["TESTED-1", "TESTED-2", "TESTED-3"]
    last = table.room.match
    assert last is not None
    assert last.outcome is not None
    assert sitting.matches[-1].scores == last.outcome.scores
    assert sitting.matches[-1].names == ("ann", "bob")
    for seat, player in enumerate(("ann", "bob")):
        (total,) = [total for total in sitting.totals if total.player == player]
        assert total.matches == 3
        assert total.points == sum(played.points[seat] for played in sitting.matches)
        assert total.won == sum(seat in played.winners for played in sitting.matches)
    assert [total.points for total in sitting.totals] == sorted([total.points for total in sitting.totals])[::-1]


def test_l10_the_sum_follows_players_who_change_seats() -> None:
    table = Table("ann", "bob")
    finish(table.start())
    for player, seat in (("ann", 3), ("bob", 0), ("ann", 1)):
        table.do(ask.Join(player, player, seat))
    finish(table.start())
    first, second = table.room.sitting.matches
    assert (first.players, second.players) == (("ann", "bob"), ("bob", "ann"))
    totals = {total.player: total.points for total in table.room.sitting.totals}
    assert totals["ann"] == first.points[0] + second.points[1]


def test_l11_who_left_has_not_won_and_an_abandoned_match_adds_nothing() -> None:
    table = Table("ann", "bob").start()
    table.do(ask.Leave("bob"))
    assert {total.player: (total.matches, total.won) for total in table.room.sitting.totals} == {
        "ann": (1, 1),
        "bob": (1, 0),
    }
    table.do(ask.Join("bob", "bob"))
    table.start()
    table.do(ask.Leave("ann"))
    table.do(ask.Join("ann", "ann"))
    assert [total.matches for total in table.room.sitting.totals] == [2, 2]
    table = Table("ann", "bob").start()
    before = table.room.sitting
    table.do(ask.Disconnected("ann"))
    table.do(ask.Disconnected("bob"))
    effects = table.wait(61)
    assert effects.result is not None
    assert effects.result.outcome.winners == ()
    assert table.room.sitting.totals == before.totals
    assert len(table.room.sitting.matches) == 1


def test_l11_a_match_that_the_stand_in_wins_is_not_won_by_who_left() -> None:
    for seed in range(50):
        table = Table("ann", "bob", "cid", game="hanafuda", options={"rounds": 1}, seed=seed).start()
        table.do(ask.Leave("cid"))
        finish(table)
        (played,) = table.room.sitting.matches
        if played.winners == (2,):
            break
    assert played.winners == (2,)
    assert played.scores[2] > 0
    assert played.points == (0, 0, 0)
    assert table.results[-1].outcome.points == (0, 0, 0)
    assert {total.player: (total.matches, total.won) for total in table.room.sitting.totals} == {
        "ann": (1, 0),
        "bob": (1, 0),
        "cid": (1, 0),
    }


def test_l10_the_table_outlives_a_segment_of_the_log_and_keeps_the_last_matches() -> None:
    table = Table("ann", "bob")
    for _ in range(LISTED + 2):
        finish(table.start())
    sitting = table.room.sitting
    assert [played.match for played in sitting.matches] == [f"TESTED-{n}" for n in range(3, LISTED + 3)]
    assert {total.matches for total in sitting.totals} == {LISTED + 2}
    assert table.replayed().sitting == sitting
    for _ in range(FINISHED_SEGMENT):
        if table.room.match is None:
            break
        table.do(ask.Ready("ann", not table.room.places[0].shown.ready))
    assert table.room.match is None
    assert table.room.sitting == sitting
    assert table.replayed().sitting == sitting
