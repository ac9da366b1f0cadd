"""The questions about a new room, asked one by one. Enter keeps the default in brackets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fudakai.clients.sdk import Option
from fudakai.clients.terminal.options import BadValue, shown, value_of
from fudakai.clients.terminal.renderer import Unclear

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
    """Those about any room, with so few and so many seats. `title`: what it is called if nobody says more."""
    fewest, most = seats
    return (
        Question("title", "Its title", title, str),
        Question("seats", f"Seats, {fewest} to {most}", most, number(fewest, most), lambda _: fewest < most),
        Question("visibility", "Public, unlisted, locked", DOORS[0], one_of(DOORS)),
        Question("passcode", "The passcode", "", str, lambda answers: answers["visibility"] == "locked"),
    )


def about(option: Option) -> Question:
    """The question about an option as the server describes it."""
    read, allowed = _reading(option)
    if option.nullable:
        read, allowed = _or_none(read), f"{allowed} or none"
    default = option.default
    if default is None or isinstance(default, bool):
        default = "none" if default is None else "yes" if default else "no"
    return Question(option.name, f"{option.name}: {option.words} ({allowed})", default, read)


def _reading(option: Option) -> tuple[Callable[[str], Any], str]:
    """How its values are read, and which there are, in words."""
    least, most = option.min, option.max
    match option.kind:
        case "boolean":
            return lambda typed: one_of(("yes", "no", "true", "false"))(typed) in ("yes", "true"), "yes or no"
        case "choice":
            values = {str(value): value for value in option.choices}
            return lambda typed: values[one_of(list(values))(typed)], ", ".join(values)
        case "integer" if least is not None and most is not None:
            return number(int(least), int(most)), f"{least:g} to {most:g}"
    return _json, "as JSON" if option.kind == "list" else "a number"


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda typed: None if typed.lower() in ("none", "null") else read(typed)


def _json(typed: str) -> Any:
    """Reads a value that the server judges."""
    try:
        return value_of(typed)
    except BadValue as bad:
        raise Unclear(f"Type it otherwise: {bad}.") from None


def number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(typed: str) -> int:
        if (
            not typed.isascii()
            or not typed.isdecimal()
            or len(typed) > len(str(most))
            or not least <= int(typed) <= most
        ):
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
