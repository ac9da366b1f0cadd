"""Decides commands: which entries follow, or why the command is refused.

`handle(room, command, now)` decides: it returns the room as it would be, and the effects. Nothing of it is true before
the entries are stored (principle 4): whoever calls it appends first and tells then, and forgets it all when the append
fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.server.games.api import Draw, IllegalMove
from fudakai.server.rooms import commands as ask, powers
from fudakai.server.rooms.effects import Denied, Effects, MatchResult
from fudakai.server.rooms.entries import (
    FORMAT,
    Away,
    Back,
    Closed,
    Drew,
    Moved,
    Readied,
    Resumed,
    Returned,
    Sat,
    Started,
)
from fudakai.server.rooms.names import distinct
from fudakai.server.rooms.room import Room, evolve_match, from_base
from fudakai.server.rooms.steps import also, between_matches, enter, go, match_of, seated

SEGMENT: Final = 1000
"""Entries in a segment of the log after which a waiting room begins a new one."""
FINISHED_SEGMENT: Final = 5000
"""The same for a room whose match is over: the match and its result leave the view then, so not before long."""

RETURN_PAUSE: Final = 5000
"""Milliseconds between two returns to a seat: a match's log must not grow by leaving and coming back."""

BEFORE_STALE: Final = frozenset({Refusal.MATCH_OVER, Refusal.DECISION_PENDING, Refusal.NOT_YOUR_TURN})
"""The game's codes that are given before `stale` (principle 5)."""


def handle(room: Room, command: ask.Command, now: int) -> tuple[Room, Effects]:
    """Decides a command at time `now` (milliseconds). Raises Denied; then the room stays as it was."""
    if room.closed:
        raise Denied(Refusal.UNKNOWN_ROOM, f"room {room.code} is closed")
    decide = _DECISIONS[type(command)]
    before = room
    if room.status != "playing" and len_of_segment(room) >= (SEGMENT if room.match is None else FINISHED_SEGMENT):
        room = from_base(room.base(now), {room.game.NAME: room.game})  # just as a replay will find it
    after, effects = decide(room, command, now)
    if not effects.entries:
        return before, effects
    if after.base_version != before.base_version:
        effects = msgspec.structs.replace(effects, base=before.base(now))
    result = _result(after, now) if before.status != "finished" and after.status == "finished" else None
    return after, msgspec.structs.replace(effects, result=result) if result else effects


def len_of_segment(room: Room) -> int:
    """How many entries the current segment of the room's log holds."""
    return room.version - room.base_version


def draw_due(room: Room, now: int) -> Draw | None:
    """What chance is to draw now; whoever holds the room draws it and hands in the outcome as a command."""
    match = room.match
    if room.closed or match is None or match.outcome is not None or match.draw_at is None or match.draw_at > now:
        return None
    drawn: Draw = match.game.chance(match.state)
    return drawn


def stand_in_due(room: Room, now: int) -> int | None:
    """A seat whose stand-in is to move now; whoever holds the room asks it and hands in the move as a command."""
    match = room.match
    if room.closed or match is None or match.outcome is not None:
        return None
    due = [(end, seat) for seat, end in enumerate(match.bot_at) if end is not None and end <= now]
    return min(due)[1] if due else None


# ---- coming and going


def _join(room: Room, command: ask.Join, now: int) -> tuple[Room, Effects]:
    seat = room.seat_of(command.player)
    if seat is not None and command.seat in (None, seat):
        return _come_back(room, command.player, seat, now, None)
    stood_in = room.stood_in_seat(command.player)
    if stood_in is not None and command.seat in (None, stood_in):
        return _return(room, command.player, stood_in, now, None)
    if seat is None and stood_in is None:
        _let_in(room, command)
    if room.status == "playing":
        raise Denied(Refusal.PLAYING, "a match is running; spectate, and sit down when it is over")
    wanted = powers.free_seat(room, command.seat)
    room, effects = enter(room, Sat(FORMAT, now, command.player, _name(room, command), wanted))
    return room, msgspec.structs.replace(effects, seat=wanted, enters=True)


def _name(room: Room, command: ask.Join) -> str:
    """The name at this table: kept in another seat, and not like that of anybody else."""
    seat = room.seat_of(command.player)
    if seat is not None:
        return str(room.places[seat].shown.name)
    others = (place.shown for place in room.places if place.shown.player != command.player)
    return distinct(command.name, (shown.name for shown in others if shown.name is not None))


def _watch(room: Room, command: ask.Watch, now: int) -> tuple[Room, Effects]:
    seat = room.seat_of(command.player)
    if seat is not None:
        return _come_back(room, command.player, seat, now, None)
    if room.stood_in_seat(command.player) is None:
        _let_in(room, command)
    if not room.settings.spectators:
        raise Denied(Refusal.NO_SPECTATORS, "this room has no spectators")
    return room, Effects(version=room.version, enters=True)


def _resume(room: Room, command: ask.Resume, now: int) -> tuple[Room, Effects]:
    seat = room.seat_of(command.player)
    if seat is not None:
        return _come_back(room, command.player, seat, now, command.version)
    seat = room.stood_in_seat(command.player)
    if seat is not None:
        return _return(room, command.player, seat, now, command.version)
    room, effects = _watch(room, ask.Watch(command.player, command.passcode, command.inside), now)
    return room, msgspec.structs.replace(effects, since=command.version)


def _let_in(room: Room, command: ask.Join | ask.Watch | ask.Resume) -> None:
    """Raises Denied for somebody without a seat here who was put out, or does not know the passcode."""
    if command.player in room.kicked:
        raise Denied(Refusal.KICKED, "you were put out of this room")
    if room.lock is not None and not command.inside and not room.lock.opens(command.passcode):
        words = "the room is locked: a passcode is needed" if command.passcode is None else "this is not the passcode"
        raise Denied(Refusal.WRONG_PASSCODE, words)


def _come_back(room: Room, player: str, seat: int, now: int, since: int | None) -> tuple[Room, Effects]:
    effects = Effects(version=room.version)
    if room.places[seat].shown.away:
        room, effects = enter(room, Back(FORMAT, now, player))
    return room, msgspec.structs.replace(effects, seat=seat, enters=True, since=since)


def _return(room: Room, player: str, seat: int, now: int, since: int | None) -> tuple[Room, Effects]:
    """The player takes the seat back from its stand-in (L9), though not again and again without a pause."""
    match = match_of(room)
    again = match.returned.get(seat, now - RETURN_PAUSE) + RETURN_PAUSE
    if again > now:
        words = "you came back to this seat and left it again a moment ago; come back in some seconds"
        raise Denied(Refusal.TOO_FAST, words, again - now)
    try:
        step = match.game.give_back(match.state, seat)
    except IllegalMove as refused:
        raise Denied(refused.code, refused.words) from None
    entry = Returned(FORMAT, now, seat, player)
    room = evolve_match(room, entry, step)
    return room, Effects(entries=(entry,), version=room.version, seat=seat, enters=True, since=since)


def _disconnected(room: Room, command: ask.Disconnected, now: int) -> tuple[Room, Effects]:
    seat = room.seat_of(command.player)
    if seat is None or room.places[seat].shown.away:
        return room, Effects()
    return enter(room, Away(FORMAT, now, command.player))


def _present(room: Room, command: ask.Present, now: int) -> tuple[Room, Effects]:
    as_shown = all(place.shown.away != (place.player in command.players) for place in room.places if place.player)
    soon = room.deadline()
    nobody_away = not any(place.shown.away for place in room.places)
    quiet = soon is None or (room.status != "playing" and nobody_away and soon > now)
    if as_shown and quiet:
        return room, Effects()
    return enter(room, Resumed(FORMAT, now, tuple(p for p in room.people if p in command.players)))


def _leave(room: Room, command: ask.Leave, now: int) -> tuple[Room, Effects]:
    if room.seat_of(command.player) is None:
        return room, Effects(version=room.version, dismissed=(command.player,))
    room, effects = go(room, (command.player,), now, clock=False)
    return room, msgspec.structs.replace(effects, version=room.version)


# ---- starting and playing


def _ready(room: Room, command: ask.Ready, now: int) -> tuple[Room, Effects]:
    seat = seated(room, command.player)
    between_matches(room)
    if room.places[seat].shown.ready == command.ready:
        return room, Effects(version=room.version, seat=seat)
    return enter(room, Readied(FORMAT, now, command.player, command.ready))


def _start(room: Room, command: ask.Start, now: int) -> tuple[Room, Effects]:
    powers.host_only(room, command.player)
    between_matches(room)
    fewest, most = room.game.SEATS
    taken = [place for place in room.places if place.taken]
    if not fewest <= len(taken) <= most:
        words = f"{room.game.TITLE} is for {fewest} to {most} players; {len(taken)} sit here"
        raise Denied(Refusal.WRONG_PLAYER_COUNT, words)
    waiting_for = [str(place.shown.name) for place in taken if not place.shown.ready]
    if waiting_for:
        raise Denied(Refusal.NOT_READY, f"not ready yet: {', '.join(waiting_for)}")
    birthdays = tuple(None if place.player is None else command.birthdays.get(place.player) for place in taken)
    options = room.game.starting(room.options, birthdays)
    try:
        room.game.setup(options, len(taken))
    except ValueError as error:
        raise Denied(Refusal.BAD_OPTIONS, str(error)) from None
    return enter(room, Started(FORMAT, now, f"{room.code}-{room.matches + 1}", msgspec.to_builtins(options)))


def _play(room: Room, command: ask.Play, now: int) -> tuple[Room, Effects]:
    match = room.match
    seat = room.match_seat(command.player)
    if seat is None or match is None:
        seated(room, command.player)
        raise Denied(Refusal.NOT_PLAYING, "no match of yours runs here")
    known = match.refs.get((seat, command.ref))
    if known is not None:
        return room, Effects(version=known, seat=seat)
    if seat in match.bots:
        raise Denied(Refusal.NOT_YOUR_TURN, "you have left, and a stand-in plays your seat; join to take it back")
    stale = command.version < match.since[seat] or command.version > room.version
    words = f"made on version {command.version}; your offers are of {match.since[seat]}, the room is at {room.version}"
    try:
        step = match.game.apply(match.state, seat, command.move)
    except IllegalMove as refused:
        if stale and refused.code not in BEFORE_STALE:
            raise Denied(Refusal.STALE, words) from None
        raise Denied(refused.code, refused.words) from None
    if stale:
        raise Denied(Refusal.STALE, words)
    entry = Moved(FORMAT, now, seat, step.move, command.ref)
    room = evolve_match(room, entry, step)
    return room, Effects(entries=(entry,), version=room.version, seat=seat)


def _stand_in(room: Room, command: ask.StandIn, now: int) -> tuple[Room, Effects]:
    match = match_of(room)
    if command.seat not in match.bots:
        raise Denied(Refusal.NOT_YOUR_TURN, "no stand-in plays this seat")
    try:
        step = match.game.apply(match.state, command.seat, command.move)
    except IllegalMove as refused:
        raise Denied(refused.code, refused.words) from None
    entry = Moved(FORMAT, now, command.seat, step.move)
    return evolve_match(room, entry, step), Effects(entries=(entry,))


def _draw(room: Room, command: ask.Draw, now: int) -> tuple[Room, Effects]:
    match = match_of(room)
    entry = Drew.of(command.drawn, now)
    try:
        step = match.game.draw(match.state, command.drawn)
    except IllegalMove as refused:
        raise Denied(refused.code, refused.words) from None
    return evolve_match(room, entry, step), Effects(entries=(entry,))


def _tick(room: Room, command: ask.Tick, now: int) -> tuple[Room, Effects]:
    effects = Effects()
    expired = tuple(player for player, end in room.held_until().items() if end <= now)
    if expired:
        room, effects = go(room, expired, now, clock=True)
    idle = room.idle_at(command.heard)
    if idle is not None and idle <= now:
        return also(room, effects, Closed(FORMAT, now))
    pick = command.pick
    while (seat := _out_of_time(room, now)) is not None:
        match = match_of(room)
        moves = match.game.timeout_moves(match.state, seat)
        pick, chosen = divmod(pick, len(moves))  # what is left is as random for the next seat
        room, effects = also(room, effects, Moved(FORMAT, now, seat, moves[chosen], clock=True))
        limit = room.settings.missed_turns
        if limit and match_of(room).missed[seat] >= limit and room.status == "playing":
            player = room.places[seat].player
            if player is None:
                raise AssertionError("only a seat with its own player has a clock")
            room, gone = go(room, (player,), now, clock=True)
            effects = effects.then(gone)
    return room, effects


def _out_of_time(room: Room, now: int) -> int | None:
    if room.status != "playing":
        return None
    ended = [(end, seat) for seat, end in match_of(room).clocks if end <= now]
    return min(ended)[1] if ended else None


def _result(room: Room, now: int) -> MatchResult:
    match = match_of(room)
    if match.outcome is None:
        raise AssertionError("a finished room has an outcome")
    return MatchResult(
        match=match.id,
        at=now,
        game=match.game.NAME,
        public=match.public,
        players=match.players,
        names=match.names,
        left=tuple(sorted(match.left)),
        outcome=msgspec.structs.replace(match.outcome, points=match.points),
        bots=match.fixed,
    )


# Any: each decision takes the kind of command that it stands under
_DECISIONS: Final[Mapping[type[Any], Callable[[Room, Any, int], tuple[Room, Effects]]]] = {
    ask.Join: _join,
    ask.Watch: _watch,
    ask.Resume: _resume,
    ask.Disconnected: _disconnected,
    ask.Present: _present,
    ask.Leave: _leave,
    ask.Ready: _ready,
    ask.Start: _start,
    ask.Configure: powers.configure,
    ask.AddBot: powers.add_bot,
    ask.Kick: powers.kick,
    ask.Expel: powers.expel,
    ask.Mute: powers.mute,
    ask.Close: powers.close,
    ask.Play: _play,
    ask.StandIn: _stand_in,
    ask.Draw: _draw,
    ask.Tick: _tick,
}
