"""Tables of finished matches, of a player's totals, and of a game's leaderboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from typing import Final

from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk import Client, History, Leaderboard, Patience, Refused, connect
from fudakai.clients.sdk.results import PastMatch, Standing
from fudakai.clients.terminal.tokens import TokenFile
from fudakai.protocol.codes import Refusal

NOTHING: Final = "-"
"""Stands where there is no number."""


@asynccontextmanager
async def known(url: str, name: str, access: str | None, patience: Patience, own: str | None) -> AsyncIterator[Client]:
    """The player of that name as whom this user played here before, or a guest who is nobody yet; who has a token of
    their `own` is who it says."""
    token = own or TokenFile(url, name).read()
    async with AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(
                connect(url, name=name, token=token, access=access, patience=patience)
            )
        except Refused as refusal:
            if own or token is None or refusal.code != Refusal.WRONG_TOKEN:
                raise
            client = await stack.enter_async_context(connect(url, name=name, access=access, patience=patience))
        yield client


def matches_table(history: History) -> Table:
    """A line for each match, the newest first."""
    table = _table("when", "match", "game", "place", "points", "players and scores")
    for match in history.matches:
        seat = match.seat_of(history.player)
        place, points = "abandoned", NOTHING
        if seat is not None and not match.abandoned:
            place = "left" if seat in match.left else str(match.places[seat])
            points = str(match.points[seat])
        when = datetime.fromtimestamp(match.at).strftime("%Y-%m-%d %H:%M")
        table.add_row(*map(Text, (when, match.match, match.game, place, points, _players(match))))
    return table


def totals_table(history: History) -> Table:
    """A line for each game."""
    table = _table("game", "points", "matches", "won", "rating")
    for total in history.totals:
        table.add_row(total.game, str(total.points), str(total.matches), str(total.won), _rating(total.rating))
    return table


def leaderboard_table(board: Leaderboard) -> Table:
    """A line for each player, mine marked; after a gap my own, when it is further down."""
    table = _table("place", "player", "points", "matches", "won", "rating")
    mine = None if board.you is None else board.you.player
    for row in board.rows:
        _stand(table, row, row.player == mine)
    if board.you is not None and all(row.player != mine for row in board.rows):
        table.add_row("...")
        _stand(table, board.you, True)
    return table


def _stand(table: Table, row: Standing, mine: bool) -> None:
    values = (str(row.place), row.name, str(row.points), str(row.matches), str(row.won), _rating(row.rating))
    table.add_row(*map(Text, values), style="bold" if mine else None)


def _table(*headings: str) -> Table:
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in headings:
        number = heading in ("place", "points", "matches", "won", "rating")
        names = heading in ("player", "players and scores")
        table.add_column(heading, justify="right" if number else "left", no_wrap=not names, overflow="fold")
    return table


def _players(match: PastMatch) -> str:
    pairs = zip(match.names, match.scores, strict=True)
    return ", ".join(f"{name or 'somebody'} {score}" for name, score in pairs)


def _rating(rating: float | None) -> str:
    return NOTHING if rating is None else f"{rating:.1f}"
