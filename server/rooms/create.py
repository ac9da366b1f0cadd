"""How a room comes to be: options and settings are checked by name, the creator sits down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from protocol.codes import Refusal
from protocol.from_server import SeatState
from server.games.api import Game
from server.games.options import BadOption, read_options
from server.rooms.effects import Denied
from server.rooms.places import Place, free
from server.rooms.room import Room
from server.rooms.settings import RoomSettings


def create(
    code: str,
    game: Game,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    defaults: RoomSettings,
    *,
    title: str,
    visibility: str,
    size: int | None,
    player: str,
    name: str,
) -> Room:
    """A room whose creator is its host and sits in seat 0. Raises Denied for options and settings, by name."""
    fewest, most = game.SEATS
    if size is not None and not fewest <= size <= most:
        raise Denied(Refusal.BAD_OPTIONS, f"seats: {game.TITLE} is for {fewest} to {most} players, not {size}")
    for option in game.MATCH_OPTIONS:
        if option in options:
            words = f"{option!r} is no option of a room: it comes from the profiles of who sits when a match starts"
            raise Denied(Refusal.BAD_OPTIONS, words)
    chosen = _checked(options, game.Options, {}, without=game.MATCH_OPTIONS)
    set_ = _checked(settings, RoomSettings, msgspec.to_builtins(defaults))
    size = size or most
    first = Place(SeatState(0, player, name))
    return Room(
        code=code,
        game=game,
        options=chosen,
        options_shown={
            name: value for name, value in msgspec.to_builtins(chosen).items() if name not in game.MATCH_OPTIONS
        },
        settings=set_,
        settings_shown=msgspec.to_builtins(set_),
        title=title,
        visibility="public" if visibility == "public" else "unlisted",
        size=size,
        host=player,
        places=(first, *map(free, range(1, size))),
        version=0,
        base_version=0,
        matches=0,
    )


def _checked(
    given: Mapping[str, Any], kind: type[Any], defaults: Mapping[str, Any], without: tuple[str, ...] = ()
) -> Any:
    try:
        return read_options(kind, {**defaults, **given}, without)
    except BadOption as wrong:
        raise Denied(Refusal.BAD_OPTIONS, str(wrong)) from None
