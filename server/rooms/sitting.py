"""The table of scores over the matches of a room (L10)."""

from __future__ import annotations

from typing import Final

from fudakai.protocol.from_server import Played, Sitting, Total
from fudakai.server.rooms.entries import ScoredMatch, ScoredPlayer, ScoreTable
from fudakai.server.rooms.match import Match

LISTED: Final = 20
"""Matches that are listed; older ones are only in the totals."""


def with_match(sitting: Sitting, match: Match, seated: frozenset[str]) -> Sitting:
    """The table with one more match, which is over. Who is not `seated` any more has lost it (L11), and stays in the
    table as long as a match of theirs is listed."""
    end = match.outcome
    if end is None:
        raise AssertionError("only a match that is over has a score")
    played = Played(match.id, match.players, match.names, end.winners, end.scores, match.points)
    matches = (*sitting.matches, played)[-LISTED:]
    totals = {total.player: total for total in sitting.totals}
    for seat, points in enumerate(match.points):  # an abandoned match has none
        player = match.players[seat]
        before = totals.get(player, Total(player, match.names[seat], 0, 0, 0))
        won = before.won + (seat in end.winners and player in seated)
        totals[player] = Total(player, match.names[seat], before.matches + 1, won, before.points + points)
    known = {player for one in matches for player in one.players} | seated
    kept = [total for total in totals.values() if total.player in known]
    return Sitting(matches, tuple(sorted(kept, key=lambda total: (-total.points, -total.won, total.name))))


def stored(sitting: Sitting) -> ScoreTable:
    """The table as a base keeps it."""
    return ScoreTable(
        tuple(
            ScoredMatch(one.match, one.players, one.names, one.winners, one.scores, one.points)
            for one in sitting.matches
        ),
        tuple(ScoredPlayer(one.player, one.name, one.matches, one.won, one.points) for one in sitting.totals),
    )


def shown(table: ScoreTable) -> Sitting:
    """The table of a base as clients are shown it."""
    return Sitting(
        tuple(Played(one.match, one.players, one.names, one.winners, one.scores, one.points) for one in table.matches),
        tuple(Total(one.player, one.name, one.matches, one.won, one.points) for one in table.totals),
    )
