"""The list of rooms on the terminal: which of them are wanted, their numbers, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk import RoomLine
from fudakai.clients.terminal.renderer import Unclear, plural
from fudakai.clients.terminal.screen import printable

STATES: Final = ("waiting", "finished", "playing")
"""In the order of the list."""

CODE: Final = 6
"""Signs of a room's code."""


class Listing:
    """`game`, `status`, `free` (only with a seat to take): what is wanted; None: any."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.status: str | None = None
        self.free = False
        self._numbers: dict[str, int] = {}  # by code

    def want(self, words: Sequence[str], game: Callable[[str], str]) -> None:
        """Takes words that narrow the list, or `all`; `game` knows the games and raises Unclear for what is none."""
        wanted = (None, None, False) if "all" in words else (self.game, self.status, self.free)
        for word in words:
            if word in STATES:
                wanted = (wanted[0], word, wanted[2])
            elif word == "free":
                wanted = (*wanted[:2], True)
            elif word != "all":
                wanted = (game(word), *wanted[1:])
        self.game, self.status, self.free = wanted

    def renumber(self) -> None:
        """Rooms are numbered anew when they are drawn next; until then each keeps its number."""
        self._numbers.clear()

    def code(self, typed: str) -> str | None:
        """The code of the room that was meant by a number or code; None if it is neither. Raises Unclear."""
        for code, number in self._numbers.items():
            if typed == str(number):
                return code
        if len(typed) == CODE and typed.isalnum():
            return typed.upper()
        if typed.isdecimal():
            raise Unclear(f"There is no room with the number {typed} in the list.")
        return None

    def drawn(self, rooms: Sequence[RoomLine], titles: Mapping[str, str], most: int | None) -> Iterator[RenderableType]:
        """The first so many (None: all), those first where there is a seat to take. `titles`: of the games, by name."""
        what = " ".join(word for word in (self.status, "free" if self.free else None, self.game, "room") if word)
        if not rooms:
            yield Text(f"No {what} now: new opens one, and bots are there at any time.", style="dim")
            return
        table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
        for name in ("", "room", "game", "players", "status", "title"):
            table.add_column(name, no_wrap=True, overflow="ellipsis", justify="left" if name else "right")
        for room in sorted(rooms, key=_order)[:most]:
            number = self._numbers.setdefault(room.room, max(self._numbers.values(), default=0) + 1)
            status = room.status + (", locked" if room.locked else "")
            cells = (str(number), room.room, titles.get(room.game, room.game), f"{room.seated} of {room.seats}", status)
            style = "dim" if room.status == "waiting" and room.seated == room.seats else ""
            table.add_row(*(Text(cell, style=style) for cell in (*cells, printable(room.title))))
        yield table
        if most is not None and len(rooms) > most:
            yield Text(f"and {len(rooms) - most} more: list with a game or state shows fewer", style="dim")
        yield Text(plural(len(rooms), what), style="dim")


def _order(room: RoomLine) -> tuple[int, bool]:
    return STATES.index(room.status) if room.status in STATES else len(STATES), room.seated == room.seats
