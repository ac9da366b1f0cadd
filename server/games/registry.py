"""Name -> game, an explicit dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.games import agurk, dafaza, hanafuda, koikoi
from server.games.api import Game

GAMES: Final[Mapping[str, Game]] = {game.NAME: game for game in (agurk, dafaza, hanafuda, koikoi)}
