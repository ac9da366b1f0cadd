"""What a game's part of the terminal answers. Each game is a module of these functions, in games/."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from rich.console import RenderableType

from fudakai.clients.sdk import View
from fudakai.clients.sdk.view import Data

YOU: Final = "You"
"""What the person is called in sentences about what happened."""

INSIDE: Final = "you"
"""The same within a sentence."""


class Unclear(Exception):
    """What was typed is no move; the text says what would be, and names cards as the wire does."""


class Renderer(Protocol):
    """The questions. `view` is one of a match that runs or is over, never of a room before its first match."""

    HELP: tuple[str, ...]
    """Lines that say what to type and, in short, what is legal."""

    AIM: tuple[str, ...]
    """Lines for the start of a match: what it is about, whose turn follows whose, what the signs mean."""

    SCORE: str
    """What the scores of the game are called."""

    def heading(self, view: View) -> str:
        """Where the match stands, in a few words ("round 2, 6 cards each")."""

    def columns(self) -> tuple[str, ...]:
        """Headings of what the board shows of a seat, beside its name."""

    def row(self, view: View, seat: int) -> tuple[RenderableType, ...]:
        """The board's columns for a seat."""

    def middle(self, view: View) -> Iterable[RenderableType]:
        """What lies on the table and belongs to no seat; empty for games where nothing does."""

    def hand(self, view: View) -> RenderableType:
        """My hand, with what may be played marked, in a few lines."""

    def asks(self, view: View) -> str:
        """What I am to do, as a short question, when it is my turn."""

    def words(self, event: Data, names: tuple[str, ...]) -> str | None:
        """An event in words; None for one that needs none. My own name among the `names` is YOU."""

    def pick(self, view: View, typed: str) -> Data:
        """The offer that was meant. Raises Unclear."""


def plural(count: int, noun: str) -> str:
    """The count with its noun."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def form(who: str, verb: str) -> str:
    """The verb's form for that name: “bob plays”, “You play”."""
    if who in (YOU, INSIDE):
        return {"be": "are"}.get(verb, verb)
    return {"be": "is", "have": "has"}.get(verb, f"{verb}s")


def inside(names: Sequence[str]) -> tuple[str, ...]:
    """The names for within a sentence."""
    return tuple(INSIDE if name == YOU else name for name in names)


def does(names: Sequence[str], seat: int, verb: str) -> str:
    """A seat's name and what it does."""
    return f"{names[seat]} {form(names[seat], verb)}"
