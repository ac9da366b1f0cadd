"""Decides the commands of a room's host, beside starting a match (L2), and of the server's operator."""

from __future__ import annotations

from typing import Final

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.create import checked_options, checked_settings, checked_title, shown_options
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.entries import (
    FORMAT,
    Abandoned,
    BotGone,
    BotSat,
    Closed,
    Configured,
    Kicked,
    Muted,
    Visibility,
)
from fudakai.server.rooms.lock import Lock
from fudakai.server.rooms.names import look
from fudakai.server.rooms.room import Room
from fudakai.server.rooms.steps import also, between_matches, enter, go, seated

NUMBERS: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
"""One of these ends each bot's name. No person has it: in people's names NFKC has made plain digits of them."""


def host_only(room: Room, player: str) -> int:
    """The host's seat, if it is the host who asks. Raises Denied."""
    seat = seated(room, player)
    if room.host != player:
        raise Denied(Refusal.NOT_HOST, "only the room's host may do this")
    return seat


def add_bot(room: Room, command: ask.AddBot, now: int) -> tuple[Room, Effects]:
    """A bot takes a free seat (L9)."""
    host_only(room, command.player)
    between_matches(room)
    seat = free_seat(room, command.seat)
    looks = {look(place.shown.name) for place in room.places if place.shown.name is not None}
    names = (f"{command.strength.capitalize()} bot {number}" for number in NUMBERS)
    number, name = next((at, name) for at, name in enumerate(names, 1) if look(name) not in looks)
    room, effects = enter(room, BotSat(FORMAT, now, f"bot:{command.strength}:{number}", name, seat, command.strength))
    return room, msgspec.structs.replace(effects, seat=seat)


def free_seat(room: Room, seat: int | None) -> int:
    """That seat, or the first free one, if it can be taken. Raises Denied."""
    wanted = room.free_seat() if seat is None else seat
    if wanted is None:
        raise Denied(Refusal.ROOM_FULL, f"all {len(room.places)} seats are taken")
    if wanted >= len(room.places):
        raise Denied(Refusal.BAD_MESSAGE, f"seat: there are {len(room.places)} seats here, numbered from 0")
    if room.places[wanted].taken:
        raise Denied(Refusal.SEAT_TAKEN, f"seat {wanted} is taken")
    return wanted


def kick(room: Room, command: ask.Kick, now: int) -> tuple[Room, Effects]:
    """A bot is taken out of its seat; a person out of the room, where they do not come back to."""
    host_only(room, command.player)
    between_matches(room)
    if command.seat >= len(room.places) or not room.places[command.seat].taken:
        raise Denied(Refusal.BAD_MESSAGE, f"seat: nobody sits in seat {command.seat}")
    player = room.places[command.seat].player
    if player is None:
        return enter(room, BotGone(FORMAT, now, command.seat))
    if player == command.player:
        raise Denied(Refusal.BAD_MESSAGE, "seat: that one is yours; leave the room instead")
    room, effects = enter(room, Kicked(FORMAT, now, player))
    return room, msgspec.structs.replace(effects, dismissed=(player,))


def expel(room: Room, command: ask.Expel, now: int) -> tuple[Room, Effects]:
    """A player leaves, in a running match by the game's rule, and does not come back, to the seat neither."""
    effects = Effects(dismissed=(command.player,))
    if room.seat_of(command.player) is not None:
        room, effects = go(room, (command.player,), now, clock=False)
    if not room.closed:
        room, effects = also(room, effects, Kicked(FORMAT, now, command.player))
    return room, msgspec.structs.replace(effects, version=room.version)


def configure(room: Room, command: ask.Configure, now: int) -> tuple[Room, Effects]:
    """What is named is changed; what plays a part in a match only between matches (L2)."""
    host_only(room, command.player)
    if command.options or command.settings:
        between_matches(room)
    title = None if command.title is None else checked_title(command.title)
    if title == "":
        raise Denied(Refusal.BAD_OPTIONS, "title: at least one character")
    visibility, lock = _visibility(room, command)
    options = shown_options(checked_options(command.options, room.game, room.options_shown), room.game)
    settings = msgspec.to_builtins(checked_settings(command.settings, room.settings_shown))
    entry = Configured(
        FORMAT,
        now,
        title=None if title == room.title else title,
        visibility=visibility,
        lock=lock,
        options=None if options == room.options_shown else options,
        settings=None if settings == room.settings_shown else settings,
    )
    if entry == Configured(FORMAT, now):
        return room, Effects(version=room.version)
    return enter(room, entry)


def _visibility(room: Room, command: ask.Configure) -> tuple[Visibility | None, Lock | None]:
    """The new visibility with its lock; None and None where they stay."""
    wanted = command.visibility or room.visibility
    if wanted != "locked" and command.lock is not None:
        raise Denied(Refusal.BAD_OPTIONS, "passcode: only a locked room has one")
    if wanted == "locked" and command.lock is None and room.lock is None:
        raise Denied(Refusal.BAD_OPTIONS, "passcode: a locked room needs one")
    if wanted == room.visibility and command.lock is None:
        return None, None
    return wanted, command.lock


def mute(room: Room, command: ask.Mute, now: int) -> tuple[Room, Effects]:
    """Somebody may not chat here, or again."""
    host_only(room, command.player)
    if (command.whom in room.muted) == command.muted:
        return room, Effects(version=room.version)
    return enter(room, Muted(FORMAT, now, command.whom, command.muted))


def close(room: Room, command: ask.Close, now: int) -> tuple[Room, Effects]:
    """The room is no more; a match that runs is abandoned."""
    if command.player is not None:
        host_only(room, command.player)
    effects = Effects()
    if room.status == "playing":
        room, effects = also(room, effects, Abandoned(FORMAT, now))
    room, effects = also(room, effects, Closed(FORMAT, now))
    return room, msgspec.structs.replace(effects, version=room.version)
