"""What each seat of a match may know at each version, worked out from its stored log, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fudakai.server.games.api import Game
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.entries import Abandoned, AnyEntry, Drew, Left, Moved, Returned
from tests.soak.kit import knowledge_agurk, knowledge_dafaza, knowledge_flowers
from tests.soak.kit.moments import NOTHING, Cards, Eye, Moment

EYES: Final[Mapping[str, Callable[[], Eye]]] = {
    "agurk": knowledge_agurk.Eye,
    "dafaza": knowledge_dafaza.Eye,
    "hanafuda": knowledge_flowers.HanafudaEye,
    "koikoi": knowledge_flowers.KoiKoiEye,
}
"""By game, who follows a match."""

SETS: Final[Mapping[str, Mapping[str, Cards]]] = {"koikoi": knowledge_flowers.SETS}
"""By game, the sets of cards that its rules name, wherever these cards lie."""


class Known(dict[int, Moment]):
    """The moments of a match, by version. `sets`: what the rules name."""

    sets: Mapping[str, Cards] = {}


def known(game: str, first: Any, before: int, entries: Sequence[AnyEntry]) -> Known:
    """What may be known in a match. `first` is the state of the game before the first entry, `started`, which comes
    after version `before` of the room."""
    moments, rules, eye = Known(), GAMES[game], EYES[game]()
    moments.sets = SETS.get(game, {})
    state, gone = first, frozenset[int]()
    for version, entry in enumerate(entries, before + 1):
        shown = NOTHING
        if isinstance(entry, Moved | Drew | Left | Returned | Abandoned):
            earlier, state = state, _after(rules, state, entry)
            shown = eye.see(earlier, entry, state)
        if isinstance(entry, Left):
            gone |= {entry.seat}
        elif isinstance(entry, Returned):
            gone -= {entry.seat}
        moments[version] = Moment(eye.table(state), eye.hands(state), shown, gone)
    return moments


def _after(rules: Game, state: Any, entry: Moved | Drew | Left | Returned | Abandoned) -> Any:
    """The state after an entry of the log."""
    match entry:
        case Moved(seat=seat, move=move):
            return rules.apply(state, seat, move).state
        case Drew():
            return rules.draw(state, entry.drawn).state
        case Left(seat=seat):
            return rules.leave(state, seat).state
        case Returned(seat=seat):
            return rules.give_back(state, seat).state
        case Abandoned():
            return rules.abandon(state).state
