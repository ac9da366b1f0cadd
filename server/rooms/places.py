"""The seats of a room: who sits there, a person or a bot, and what everybody sees of it."""

from __future__ import annotations

from typing import Any

import msgspec

from fudakai.protocol.from_server import SeatState
from fudakai.server.rooms.entries import BaseSeat


class Place(msgspec.Struct, frozen=True, gc=False):
    """A seat: what everybody sees of it, since when its player is away (milliseconds), if away, and how well the bot
    plays that sits here, if one does."""

    shown: SeatState
    grace_from: int | None = None
    strength: str | None = None

    @property
    def player(self) -> str | None:
        """The person who sits here; None when it is free or a bot's, or its player has left."""
        return None if self.shown.left or self.strength is not None else self.shown.player

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return self.player is not None or self.strength is not None

    def base(self) -> BaseSeat:
        """This seat in a base; one whose player has left is free."""
        if not self.taken:
            return BaseSeat()
        return BaseSeat(self.shown.player, self.shown.name, self.shown.ready, self.grace_from, self.strength)


Places = tuple[Place, ...]


def free(seat: int) -> Place:
    """A seat where nobody sits."""
    return Place(SeatState(seat, None, None))


def bot(seat: int, player: str | None, name: str | None, strength: str) -> Place:
    """A bot's seat: always ready (L2)."""
    return Place(SeatState(seat, player, name, ready=True, bot=True), strength=strength)


def from_base(seat: int, base: BaseSeat) -> Place:
    """The seat that a base tells of."""
    if base.strength is not None:
        return bot(seat, base.player, base.name, base.strength)
    away = base.grace_from is not None
    return Place(SeatState(seat, base.player, base.name, base.ready, away=away), base.grace_from)


def moved(place: Place, seat: int) -> Place:
    """Whoever sits there, in another seat and not ready; a bot is ready always."""
    shown = msgspec.structs.replace(place.shown, seat=seat, ready=place.strength is not None)
    return msgspec.structs.replace(place, shown=shown)


def put(places: Places, seat: int, place: Place) -> Places:
    """The seats with another place there."""
    return (*places[:seat], place, *places[seat + 1 :])


def vacate(places: Places, player: str) -> Places:
    """Frees every seat of a person, also one left in the match before."""
    return tuple(
        free(seat) if place.strength is None and place.shown.player == player else place
        for seat, place in enumerate(places)
    )


def show(places: Places, seat: int, **changes: Any) -> Places:  # fields of a seat by name
    """The seats with other things shown of this one."""
    place = places[seat]
    shown = msgspec.structs.replace(place.shown, **changes)
    return put(places, seat, msgspec.structs.replace(place, shown=shown))


def away(places: Places, seat: int, since: int | None) -> Places:
    """The seats with this person away since then, or here."""
    shown = msgspec.structs.replace(places[seat].shown, away=since is not None)
    return put(places, seat, Place(shown, since))
