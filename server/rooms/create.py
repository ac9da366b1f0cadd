"""Creates a room: checks title, options and settings by name, and seats the creator."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_server import CardNames, GameInfo, OptionInfo, SeatState
from fudakai.server.games.api import Data, Game
from fudakai.server.games.options import BadOption, Described, DescribedOption, describe, read_options
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import Visibility
from fudakai.server.rooms.lock import Lock
from fudakai.server.rooms.places import Place, free
from fudakai.server.rooms.room import Room
from fudakai.server.rooms.settings import RoomSettings
from fudakai.server.signs import readable

T = TypeVar("T", bound=msgspec.Struct)


def create(
    code: str,
    game: Game,
    options: Data,
    settings: Data,
    defaults: RoomSettings,
    *,
    title: str,
    visibility: Visibility,
    size: int | None,
    player: str,
    name: str,
    lock: Lock | None = None,
) -> Room:
    """A room whose creator is its host and sits in seat 0. Raises Denied for options and settings, by name."""
    fewest, most = game.SEATS
    if size is not None and not fewest <= size <= most:
        many = f"{most}" if fewest == most else f"{fewest} to {most}"
        raise Denied(Refusal.BAD_OPTIONS, f"seats: {game.TITLE} is for {many} players, not {size}")
    if (visibility == "locked") != (lock is not None):
        raise Denied(Refusal.BAD_OPTIONS, "passcode: a locked room has one, and no other room")
    chosen = checked_options(options, game, {})
    set_ = checked_settings(settings, msgspec.to_builtins(defaults))
    size = size or most
    first = Place(SeatState(0, player, name))
    return Room(
        code=code,
        game=game,
        options=chosen,
        options_shown=shown_options(chosen, game),
        settings=set_,
        settings_shown=msgspec.to_builtins(set_),
        title=title,
        visibility=visibility,
        lock=lock,
        size=size,
        host=player,
        places=(first, *map(free, range(1, size))),
        version=0,
        base_version=0,
        matches=0,
    )


def checked_title(title: str) -> str:
    """The title without spaces around it. Raises Denied."""
    title = title.strip()
    if title and not readable(title):
        raise Denied(Refusal.BAD_OPTIONS, "title: printable characters, some to be seen, and no heaps of accents")
    return title


def checked_options(options: Data, game: Game, before: Data) -> Described:
    """The game's options: what is chosen, over those of before. Raises Denied."""
    for option in game.MATCH_OPTIONS:
        if option in options:
            words = f"{option!r} is no option of a room: it comes from the profiles of who sits when a match starts"
            raise Denied(Refusal.BAD_OPTIONS, words)
    return _checked(options, game.Options, before, without=game.MATCH_OPTIONS)


def described_game(game: Game) -> GameInfo:
    """The game as clients are told of it, with what may be chosen for a room of it."""
    options = describe(game.Options(), without=game.MATCH_OPTIONS)
    cards = None if game.CARDS is None else CardNames(game.CARDS.deck, game.CARDS.pattern)
    return GameInfo(game.NAME, game.TITLE, game.SEATS, tuple(map(_info, options)), cards)


def described_settings(defaults: RoomSettings) -> tuple[OptionInfo, ...]:
    """What may be chosen for every room; where nothing is, it is as in `defaults`."""
    return tuple(map(_info, describe(defaults)))


def _info(option: DescribedOption) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        kind=option.kind,
        default=option.default,
        words=option.words,
        nullable=option.nullable,
        min=option.least,
        max=option.most,
        choices=option.choices,
    )


def shown_options(options: Described, game: Game) -> Data:
    """The options of a room as it shows them."""
    return {name: value for name, value in msgspec.to_builtins(options).items() if name not in game.MATCH_OPTIONS}


def checked_settings(settings: Data, before: Data) -> RoomSettings:
    """The settings: what is chosen, over those of before. Raises Denied."""
    return _checked(settings, RoomSettings, before)


def _checked(given: Data, kind: type[T], defaults: Data, without: tuple[str, ...] = ()) -> T:
    try:
        return read_options(kind, {**defaults, **given}, without)
    except BadOption as wrong:
        raise Denied(Refusal.BAD_OPTIONS, str(wrong)) from None
