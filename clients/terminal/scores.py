"""The scores after a match, and of all matches of this sitting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk.view import Data

FOR_THE_LIST: Final = "for the list"
"""The points of a match, which are added up."""

AGAIN: Final = ("before", "won", "in all")

BEFORE: Final = 5
"""Earlier matches of which the points are shown."""


def scores_table(result: Data, sitting: Data | None, score: str = "score") -> RenderableType:
    """Places, names, scores (called so) and, where they differ, points of a match, the first first. From the second
    match of a sitting on also the points of the matches before, won matches and the sum, and below them who played
    before and not now."""
    matches: Sequence[Data] = sitting["matches"] if sitting else ()
    again = sitting is not None and len(matches) > 1
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    counted: tuple[str, ...] = () if list(result["scores"]) == list(result["points"]) else ("points",)
    for heading in ("place", "player", score, *((FOR_THE_LIST,) * len(counted)), *(AGAIN if again else ())):
        table.add_column(heading)
    players: list[str | None] = list(matches[-1]["players"]) if again else [None] * len(result["places"])
    for seat in sorted(range(len(result["places"])), key=lambda seat: result["places"][seat]):
        row = [result[name][seat] for name in ("places", "names", "scores", *counted)]
        style = "bold green" if seat in result["winners"] else ""
        table.add_row(
            *(Text(str(cell), style=style) for cell in (*row, *(_sums(sitting, players[seat]) if again else ())))
        )
    present = players if result["places"] else []
    for total in sitting["totals"] if sitting is not None and again else ():
        if total["player"] not in present:
            cells = ("", total["name"], "", *(("",) * len(counted)), *_sums(sitting, total["player"]))
            table.add_row(*(Text(cell, style="dim") for cell in cells))
    if result["places"]:
        return table
    return Group(Text("The match was abandoned; nobody wins.", style="bold"), *((table,) if table.rows else ()))


def _sums(sitting: Data | None, player: str | None) -> Iterator[str]:
    """The points before, matches won, and the sum of a player."""
    if sitting is None:
        return
    yield " ".join(_points(match, player) for match in sitting["matches"][:-1][-BEFORE:])
    total = next((total for total in sitting["totals"] if total["player"] == player), None)
    yield f"{total['won']} of {total['matches']}" if total else ""
    yield str(total["points"]) if total else ""


def _points(match: Data, player: str | None) -> str:
    if player not in match["players"] or not match["points"]:
        return "-"
    return str(match["points"][match["players"].index(player)])
