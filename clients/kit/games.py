"""What the kit knows about individual games, in one place. `script_of` makes a script for every other game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple


class UnknownGame(Exception):
    """The server has no such game. The words name those that it has."""


class Refusal(NamedTuple):
    """The code and the words of a refused move."""

    code: str
    words: str


@dataclass(frozen=True)
class GameScript:
    """How a game is played in the scenes.

    `seats`, `options`: the room that a client can join, short enough that a match ends soon and long enough for every
    scene. `choices`: every match has offers that are no plain turn. `unforeseen`: how an offer may be refused for
    what its seat cannot see.
    """

    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    choices: bool = True
    unforeseen: Refusal | None = None


SCRIPTS: Final[Mapping[str, GameScript]] = {
    "agurk": GameScript(2, choices=False),
    "hanafuda": GameScript(2, {"rounds": 3}, unforeseen=Refusal("hiki", "that month is a hiki")),
    "koikoi": GameScript(2, {"rounds": 6}),
    "dafaza": GameScript(4, {"official_hands": 4}),
}
"""The games for which every scene is scripted, by name."""


def script_of(game: str, games: Mapping[str, Mapping[str, Any]]) -> GameScript:
    """The script of a game: its own, or else the fewest seats and the highest numbers that its options allow, so that a
    match is long. `games`: what the server says of its own. Raises UnknownGame."""
    if game not in games:
        raise UnknownGame(f"there is no game {game!r}: name one of {', '.join(games)}")
    if game in SCRIPTS:
        return SCRIPTS[game]
    most = {
        option["name"]: option["max"]
        for option in games[game]["options"]
        if option["kind"] == "integer" and option.get("max") is not None
    }
    return GameScript(games[game]["seats"][0], most, choices=False)


def has_choices(game: str) -> bool:
    """Whether every match of the game has offers that are no plain turn."""
    return game in SCRIPTS and SCRIPTS[game].choices


def unforeseen(game: str) -> Refusal | None:
    """How an offer of the game may be refused for what its seat cannot see; None: it never is, or nobody knows."""
    return SCRIPTS[game].unforeseen if game in SCRIPTS else None
