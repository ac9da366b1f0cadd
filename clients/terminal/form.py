"""The questions about a new room, one by one. Enter keeps what stands in brackets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from clients.terminal.options import BadValue, shown, value_of
from clients.terminal.renderer import Unclear

DOORS: Final = ("public", "unlisted", "locked")


@dataclass(frozen=True)
class Question:
    """`name`: of the answer. `default`: what Enter keeps. `read` makes an answer of what was typed, or raises Unclear.
    `asked`: whether it is asked at all, after the answers so far."""

    name: str
    words: str
    default: Any
    read: Callable[[str], Any]
    asked: Callable[[Mapping[str, Any]], bool] = lambda answers: True

    def __str__(self) -> str:
        return f"{self.words} [{shown(self.default)}]? (Enter keeps it, go makes the room, q back)"


def questions(title: str, seats: tuple[int, int]) -> Sequence[Question]:
    """Those about a room for a game with so few and so many seats. `title`: what it is called if nobody says more."""
    fewest, most = seats
    return (
        Question("title", "Its title", title, _title),
        Question("seats", f"Seats, {fewest} to {most}", most, number(fewest, most), lambda _: fewest < most),
        Question("visibility", "Public, unlisted, locked", DOORS[0], one_of(DOORS)),
        Question("passcode", "The passcode", "", _passcode, lambda answers: answers["visibility"] == "locked"),
        Question("options", "The game's options, as rounds=6 (? in the room)", {}, options),
    )


def number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(typed: str) -> int:
        if not typed.isascii() or not typed.isdecimal() or not least <= int(typed) <= most:
            raise Unclear(f"Type a number from {least} to {most}.")
        return int(typed)

    return read


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """Reads one of these words, or the beginning of one only."""

    def read(typed: str) -> str:
        fits = [word for word in words if word == typed.lower()] or [
            word for word in words if word.startswith(typed.lower())
        ]
        if len(fits) != 1:
            raise Unclear(f"Type one of: {', '.join(words)}.")
        return fits[0]

    return read


def options(typed: str) -> dict[str, Any]:
    """Reads NAME=VALUE any number of times. The server judges them."""
    chosen = {}
    for word in typed.split():
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise Unclear(f"Type them as NAME=VALUE, not {word}")
        try:
            chosen[name] = value_of(value)
        except BadValue as bad:
            raise Unclear(f"{name}: {bad}.") from None
    return chosen


def _title(typed: str) -> str:
    return typed


def _passcode(typed: str) -> str:
    return typed
