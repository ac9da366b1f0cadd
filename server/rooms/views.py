"""What a room shows: the part for everybody, and the part for one seat. The one place where views are made.

Nothing else leaves a room: live updates, resumes and spectators all get these. A part is built up from nothing out of
what the game says that everybody, or that seat, may know (principle 3).
"""

from __future__ import annotations

from fudakai.protocol.from_server import ClockState, Result, RoomLine, RoomState, You
from fudakai.server.rooms.match import Match
from fudakai.server.rooms.room import Room


def state(room: Room, now: int, spectators: int, watchers: tuple[str, ...] = ()) -> RoomState:
    """What everybody in the room may know at time `now` (milliseconds). `spectators`: how many watch, `watchers`: the
    names of the first of them."""
    match = room.match
    running = match is not None and match.outcome is None
    return RoomState(
        status=room.status,
        game=room.game.NAME,
        title=room.title,
        visibility=room.visibility,
        host=room.host,
        options=room.options_shown,
        settings=room.settings_shown,
        seats=tuple([place.shown for place in room.places]),
        match=None if match is None else match.id,
        to_act=() if match is None else match.seats_to_act,
        clocks=_clocks(match, now) if match is not None and running else (),
        spectators=spectators,
        table=None if match is None else match.game.table(match.state),
        result=None if match is None else _result(match),
        sitting=room.sitting if room.sitting.matches and not running else None,
        muted=room.muted,
        watchers=watchers,
    )


def yours(room: Room) -> dict[str, You]:
    """What only each seated player may know. Who is not in it is a spectator."""
    match = room.match
    seated = {}
    for seat, place in enumerate(room.places):
        player = place.player
        if player is None:
            continue
        if match is None or seat >= len(match.players) or match.players[seat] != player:
            # before the first match, or sitting where another player sat in the one that is over
            seated[player] = You(seat, room.version, {}, ())
        else:
            private = match.game.seat(match.state, seat)
            seated[player] = You(seat, match.since[seat], private, match.offers[seat], match.missed[seat])
    return seated


def line(room: Room) -> RoomLine | None:
    """The room in a list; None if it stands in none. Nothing of a running match shows there but that it runs."""
    if room.closed or room.visibility == "unlisted":
        return None
    return RoomLine(
        room=room.code,
        title=room.title,
        game=room.game.NAME,
        status=room.status,
        seats=room.size,
        seated=len(room.places) if room.status == "playing" else sum(place.taken for place in room.places),
        spectators=room.settings.spectators,
        locked=room.visibility == "locked",
    )


def _clocks(match: Match, now: int) -> tuple[ClockState, ...]:
    return tuple(ClockState(seat, max(0, end - now)) for seat, end in match.clocks)


def _result(match: Match) -> Result | None:
    end = match.outcome
    if end is None:
        return None
    return Result(match.names, end.winners, end.scores, end.places, match.points, end.reason)
