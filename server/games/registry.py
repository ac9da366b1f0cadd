"""The games that are installed: the modules behind the entry points of the group `fudakai.games`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from fudakai.server.games.api import Game, Rules

GROUP: Final = "fudakai.games"
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
ASKED: Final = tuple(name for name in (*vars(Rules), *Rules.__annotations__) if not name.startswith("_"))
"""What a game answers."""

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
    for entry in sorted(entries, key=lambda entry: (entry.name, entry.value)):
        try:
            module = entry.load()
        except Exception as error:
            faults.append(f"the game {entry.name!r} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}")
            continue
        fault = _fault(entry.name, module, games)
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
    return None if said == name else f"its NAME is {said!r}"


INSTALLED: Final = load(entry_points(group=GROUP))
GAMES: Final = INSTALLED.games
