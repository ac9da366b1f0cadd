"""Name -> game, an explicit dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.games import agurk, dafaza, hanafuda, koikoi
from server.games.api import Game

_ALL: Final[tuple[Game, ...]] = (agurk, dafaza, hanafuda, koikoi)  # so typed, each module is held to the questions

GAMES: Final[Mapping[str, Game]] = {game.NAME: game for game in _ALL}
