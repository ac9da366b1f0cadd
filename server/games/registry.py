"""The games that are installed: the modules behind the entry points of the group `fudakai.games`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from fudakai.server.games.api import CardNaming, Game, Rules
from fudakai.server.games.options import Described, describe
from fudakai.server.games.shapes import MOST_SEATS, Shapes

GROUP: Final = "fudakai.games"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
ASKED: Final = tuple(name for name in (*vars(Rules), *Rules.__annotations__) if not name.startswith("_"))
"""What a game answers."""
OURS: Final = "fudakai.server.games."
"""What our own modules begin with: no other package takes a name from them."""

if TYPE_CHECKING:  # so that mypy holds each of ours to the protocol
    from fudakai.server.games.agurk import game as agurk, state as of_agurk
    from fudakai.server.games.dafaza import game as dafaza, state as of_dafaza
    from fudakai.server.games.hanafuda import game as hanafuda, state as of_hanafuda
    from fudakai.server.games.koikoi import game as koikoi, state as of_koikoi

    AGURK: Rules[of_agurk.State, of_agurk.Options] = agurk
    DAFAZA: Rules[of_dafaza.State, of_dafaza.Options] = dafaza
    HANAFUDA: Rules[of_hanafuda.State, of_hanafuda.Options] = hanafuda
    KOIKOI: Rules[of_koikoi.State, of_koikoi.Options] = koikoi


class Installed(NamedTuple):
    """The games by name, in the order of their names, and for each that cannot be played a sentence that says why."""

    games: Mapping[str, Game]
    faults: tuple[str, ...]


def load(entries: Iterable[EntryPoint]) -> Installed:
    """Loads the games of these entry points. One that is broken is left out, and the others are played."""
    games: dict[str, Game] = {}
    faults = []
    for entry in sorted(entries, key=lambda entry: (entry.name, not entry.value.startswith(OURS), entry.value)):
        try:
            module = entry.load()
            fault = _fault(entry.name, module, games)
        except (Exception, SystemExit) as error:  # whatever another package's module does while it loads or is asked
            faults.append(f"the game {entry.name!r} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}")
            continue
        if fault is None:
            games[entry.name] = cast(Game, module)  # its author's tests hold it to the protocol
        else:
            faults.append(f"the game {entry.name!r} ({entry.value}) is left out: {fault}")
    return Installed(games, tuple(faults))


def _fault(name: str, module: object, games: Mapping[str, Game]) -> str | None:
    if not NAME.fullmatch(name):
        return "a name begins with a small letter, and has up to 32 small letters, digits and underscores"
    if name in games:
        return "another package has a game of that name"
    missing = [asked for asked in ASKED if not hasattr(module, asked)]
    if missing:
        return f"it lacks {', '.join(missing)}"
    said = getattr(module, "NAME", None)
    return _malformed(cast(Game, module)) if said == name else f"its NAME is {said!r}"


def _malformed(game: Game) -> str | None:
    """What a server that plays the game would fail at when it starts. Raises what the game's own options raise."""
    functions = [name for name, asked in vars(Rules).items() if not name.startswith("_") and inspect.isfunction(asked)]
    for name in functions:
        if not callable(getattr(game, name)):
            return f"its {name} is no function"
    if not isinstance(game.TITLE, str) or not isinstance(game.RULES, int):
        return "its TITLE must be a str and its RULES an int"
    match game.SEATS:
        case (int() as fewest, int() as most) if 1 <= fewest <= most <= MOST_SEATS:
            pass
        case other:
            return f"its SEATS are {other!r}, and must be the fewest and the most, from 1 to {MOST_SEATS}"
    if not isinstance(game.SHAPES, Shapes):
        return "its SHAPES are not of the type Shapes"
    if game.CARDS is not None:
        if not isinstance(game.CARDS, CardNaming):
            return "its CARDS are neither None nor of the type CardNaming"
        re.compile(game.CARDS.pattern)
    if not (isinstance(game.Options, type) and issubclass(game.Options, Described)):
        return "its Options are no subclass of Described"
    describe(game.Options(), without=game.MATCH_OPTIONS)
    return None


INSTALLED: Final = load(entry_points(group=GROUP))
GAMES: Final = INSTALLED.games
