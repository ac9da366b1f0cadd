"""Name -> game, an explicit dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.api import Game
from fudakai.server.games.dafaza import game as dafaza
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.koikoi import game as koikoi

_ALL: Final[tuple[Game, ...]] = (agurk, dafaza, hanafuda, koikoi)  # so typed, each module is held to the questions

GAMES: Final[Mapping[str, Game]] = {game.NAME: game for game in _ALL}
