"""Which module draws which game."""

from __future__ import annotations

from collections.abc import Mapping

from fudakai.clients.terminal.games import agurk, dafaza, hanafuda, koikoi, plain as generic
from fudakai.clients.terminal.renderer import Renderer

GAMES: Mapping[str, Renderer] = {"agurk": agurk, "dafaza": dafaza, "hanafuda": hanafuda, "koikoi": koikoi}
GENERIC: Renderer = generic


def renderer(game: str) -> Renderer:
    """The game's own, or the one for any game."""
    return GAMES.get(game, GENERIC)


def title(game: str) -> str:
    """A game as people call it."""
    return renderer(game).TITLE or game
