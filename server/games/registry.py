"""Name -> game, an explicit dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.games import agurk, dafaza
from server.games.api import Game

GAMES: Final[Mapping[str, Game]] = {agurk.NAME: agurk, dafaza.NAME: dafaza}
