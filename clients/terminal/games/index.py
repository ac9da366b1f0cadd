"""Which module draws which game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fudakai.clients.terminal.games import agurk, dafaza, hanafuda, koikoi, plain
from fudakai.clients.terminal.renderer import Renderer

GAMES: Final[Mapping[str, Renderer]] = {"agurk": agurk, "dafaza": dafaza, "hanafuda": hanafuda, "koikoi": koikoi}
"""Games with a drawing of their own, by name."""
PLAIN: Final[Renderer] = plain


def renderer(game: str) -> Renderer:
    """The game's own, or the plain one, which draws and plays any game."""
    return GAMES.get(game, PLAIN)
