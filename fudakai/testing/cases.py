"""How a game is played for its laws: with every number of players, and with every value of every option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from msgspec import inspect

from fudakai.server.games.api import Game
from fudakai.server.games.options import Described


class Case(NamedTuple):
    """A game with certain options at a table of a certain size."""

    game: Game
    options: Described
    seats: int

    def __str__(self) -> str:
        usual = msgspec.structs.asdict(type(self.options)())
        options = msgspec.structs.asdict(self.options).items()
        chosen = ",".join(f"{key}={value}" for key, value in options if value != usual[key])
        return f"{self.game.NAME}-{self.seats}{'-' * bool(chosen)}{chosen}"


def cases(game: Game, chosen: Iterable[Mapping[str, object]] | None = None) -> list[Case]:
    """The cases of a game: with each of these options, or with those of `variations`."""
    return [
        Case(game, msgspec.convert(options, game.Options), seats)
        for options in (variations(game) if chosen is None else chosen)
        for seats in range(game.SEATS[0], game.SEATS[1] + 1)
        if _fits(game, options, seats)
    ]


def variations(game: Game) -> list[dict[str, object]]:
    """The defaults, and beside them one option after the other with each of its values; a number's are its bounds."""
    found: list[dict[str, object]] = [{}]
    options = inspect.type_info(game.Options)
    for field in options.fields if isinstance(options, inspect.StructType) else ():
        if field.name not in game.MATCH_OPTIONS:
            found += [{field.name: value} for value in values_of(field.type) if value != field.default]
    return found


def values_of(kind: inspect.Type) -> list[object]:
    """The values that a type lists; of a number its bounds."""
    found: list[object] = []
    for part in parts_of(kind):
        match part:
            case inspect.LiteralType(values=values):
                found += values
            case inspect.BoolType():
                found += [True, False]
            case inspect.NoneType():
                found.append(None)
            case inspect.IntType(ge=least, le=most):
                found += [bound for bound in (least, most) if bound is not None]
    return found


def parts_of(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The members of a union; of any other type itself."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _fits(game: Game, options: Mapping[str, object], seats: int) -> bool:
    """Some options are not for every number of players."""
    try:
        game.setup(msgspec.convert(options, game.Options), seats)
    except ValueError:
        return False
    return True
