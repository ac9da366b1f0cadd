"""Helpers that several decisions share: making an entry, checking who asks, leaving for good."""

from __future__ import annotations

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.entries import FORMAT, Abandoned, AnyEntry, Closed, Gone, Left
from fudakai.server.rooms.match import Match
from fudakai.server.rooms.room import Room, evolve


def enter(room: Room, entry: AnyEntry) -> tuple[Room, Effects]:
    """The room one entry further, and the effects of that."""
    room = evolve(room, entry)
    return room, Effects(entries=(entry,), version=room.version)


def also(room: Room, effects: Effects, entry: AnyEntry) -> tuple[Room, Effects]:
    """The room one entry further, and the effects with that entry."""
    return evolve(room, entry), msgspec.structs.replace(effects, entries=(*effects.entries, entry))


def match_of(room: Room) -> Match:
    """The match that runs or ran last, of a room that has one."""
    if room.match is None:
        raise AssertionError("no match was started in this room")
    return room.match


def seated(room: Room, player: str) -> int:
    """The player's seat. Raises Denied."""
    seat = room.seat_of(player)
    if seat is None:
        raise Denied(Refusal.NOT_SEATED, "you have no seat in this room")
    return seat


def between_matches(room: Room) -> None:
    """Raises Denied while a match runs."""
    if room.status == "playing":
        raise Denied(Refusal.PLAYING, "a match is running")


def go(room: Room, players: tuple[str, ...], now: int, *, clock: bool) -> tuple[Room, Effects]:
    """These players leave at this moment. With nobody left the match is abandoned (L9) and the room closes (L2)."""
    effects = Effects(dismissed=players)
    last = set(room.people) <= set(players)
    if last and room.status == "playing" and not _abandons_itself(match_of(room)):
        room, effects = also(room, effects, Abandoned(FORMAT, now))
    for player in players:
        seat = room.seat_of(player)
        if seat is None:
            raise AssertionError("who leaves has a seat")
        if _only_bots_after(room, seat):
            room, effects = also(room, effects, Abandoned(FORMAT, now))
        if room.status == "playing" and seat in _present(room):
            room, effects = also(room, effects, Left(FORMAT, now, seat, clock))
        else:
            room, effects = also(room, effects, Gone(FORMAT, now, player, clock))
    if last:
        room, effects = also(room, effects, Closed(FORMAT, now))
    return room, effects


def _abandons_itself(match: Match) -> bool:
    """Whether the game abandons the match when everybody who is in it leaves (H17, D27); else the room does (L9), and
    with bots, who do not leave."""
    state = match.state
    for seat in () if match.fixed else match.game.present(state):
        state = match.game.leave(state, seat).state
        outcome = match.game.outcome(state)
        if outcome is not None:
            return not outcome.winners
    return False


def _only_bots_after(room: Room, seat: int) -> bool:
    """Whether bots would play on alone without this seat, also where people who are out of the match look on (L9)."""
    if room.status != "playing":
        return False
    fixed, present = match_of(room).fixed, _present(room)
    return bool(fixed) and seat in present and set(present) <= {seat, *fixed}


def _present(room: Room) -> tuple[int, ...]:
    match = match_of(room)
    present: tuple[int, ...] = match.game.present(match.state)
    return present
