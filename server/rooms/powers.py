"""What only the host of a room may do, beside starting a match (L2)."""

from __future__ import annotations

from typing import Final

import msgspec

from protocol.codes import Refusal
from server.rooms import commands as ask
from server.rooms.effects import Denied, Effects
from server.rooms.entries import FORMAT, BotGone, BotSat
from server.rooms.names import look
from server.rooms.room import Room
from server.rooms.steps import between_matches, enter, seated

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
    """A bot is taken out of its seat."""
    host_only(room, command.player)
    between_matches(room)
    if command.seat >= len(room.places) or not room.places[command.seat].taken:
        raise Denied(Refusal.BAD_MESSAGE, f"seat: nobody sits in seat {command.seat}")
    return enter(room, BotGone(FORMAT, now, command.seat))
