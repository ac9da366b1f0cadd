"""The room: who sits where, the match, and how an entry changes it.

A Room is a value. `evolve` applies one entry of the log and is the only way to a new Room, so that replaying the log
gives the same room. What may be asked of it, and which entries follow, is in `handle.py`; what it shows in `views.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from fudakai.protocol.from_server import EntryEvents, SeatState, Sitting
from fudakai.server.games.api import Data, Event, Game, Step
from fudakai.server.games.options import Described
from fudakai.server.rooms import match as matches, places as seats
from fudakai.server.rooms.entries import (
    FORMAT,
    Abandoned,
    AnyEntry,
    Away,
    Back,
    Base,
    BotGone,
    BotSat,
    Closed,
    Configured,
    Drew,
    Gone,
    Kicked,
    Left,
    Moved,
    Muted,
    Readied,
    Resumed,
    Returned,
    Sat,
    Started,
    UnknownFormat,
    Visibility,
)
from fudakai.server.rooms.lock import Lock
from fudakai.server.rooms.match import Match
from fudakai.server.rooms.places import Place
from fudakai.server.rooms.recent import Recent
from fudakai.server.rooms.settings import RoomSettings
from fudakai.server.rooms.sitting import shown, stored, with_match

REMEMBERED: Final = 64
"""Players who were put out of a room, and who may not chat in it, at most so many each; of more the last."""

Status = Literal["waiting", "playing", "finished"]

_BY_SEAT: Final = (Moved, Left, Returned)
"""Entries that a seat makes."""
_BY_CLOCK: Final = (Moved, Left)
"""Entries that the clock may have made."""

QUIET: Final = 6
"""How many times `idle_minutes` a waiting room is kept in which people sit and nothing happens: they may wait long for
others, who are to find no room where everybody is asleep."""


class Room(msgspec.Struct, frozen=True, gc=False):
    """One table. `options_shown` and `settings_shown` are what the two structs look like on the wire.

    gc=False here and in what a move makes anew: a frozen value refers to older ones only, so it is never part of a
    circle that the cycle collector would have to find."""

    code: str
    game: Game
    options: Described
    options_shown: Data
    settings: RoomSettings
    settings_shown: Data
    title: str
    visibility: Visibility
    size: int
    host: str | None
    places: tuple[Place, ...]
    version: int
    base_version: int
    matches: int
    match: Match | None = None
    recent: Recent = Recent()
    closed: bool = False
    sitting: Sitting = Sitting()
    lock: Lock | None = None
    kicked: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    active: int = 0
    """When something last happened between matches, in milliseconds."""

    @property
    def status(self) -> Status:
        """Waiting before the first match of the segment, playing, or finished (L1)."""
        if self.match is None:
            return "waiting"
        return "playing" if self.match.outcome is None else "finished"

    @property
    def people(self) -> tuple[str, ...]:
        """The persons who sit at the table, away ones included, in seat order. Bots are nobody here."""
        return tuple(place.player for place in self.places if place.player is not None)

    @property
    def members(self) -> tuple[str, ...]:
        """The people, and those who may come back to a seat that a stand-in plays, in seat order."""
        return tuple(
            place.shown.player
            for place in self.places
            if place.shown.player is not None
            and place.strength is None
            and (not place.shown.left or (place.shown.bot and place.shown.player not in self.kicked))
        )

    def seat_of(self, player: str) -> int | None:
        """Where the player sits."""
        for seat, place in enumerate(self.places):
            if place.player == player:
                return seat
        return None

    def match_seat(self, player: str) -> int | None:
        """The player's seat in the match that runs or ran last; after it people may sit elsewhere."""
        if self.match is None or player not in self.match.players:
            return None
        return self.match.players.index(player)

    def stood_in_seat(self, player: str) -> int | None:
        """The seat that a stand-in plays for this player, who has left and may come back (L9)."""
        seat = None if player in self.kicked else self.match_seat(player)
        match = self.match
        return seat if match is not None and seat in match.bots and seat not in match.fixed else None

    def free_seat(self) -> int | None:
        """The first seat that may be taken."""
        for seat, place in enumerate(self.places):
            if not place.taken:
                return seat
        return None

    def held_until(self) -> dict[str, int]:
        """When each away player is taken to have left, in milliseconds: after the grace (L7). With nobody here a
        finished room is kept until it is idle, so that all may come back to it, and a waiting one no longer than that.
        """
        since = {
            place.player: place.grace_from for place in self.places if place.grace_from is not None and place.player
        }
        if not since:
            return {}
        grace, idle = round(self.settings.reconnect_grace * 1000), round(self.settings.idle_minutes * 60_000)
        ends = {player: at + grace for player, at in since.items()}
        if not idle or self.status == "playing" or len(since) < len(self.people):
            return ends
        closes = max(since.values()) + idle
        return {player: closes if self.status == "finished" else min(end, closes) for player, end in ends.items()}

    def idle_at(self, heard: int = 0) -> int | None:
        """When a waiting room with somebody in it closes, unless something happens before: it is QUIET times as long
        idle as a deserted one. `heard`: when somebody last talked, in milliseconds. None: never."""
        if self.status != "waiting" or self.closed or all(place.shown.away for place in self.places if place.player):
            return None
        idle = round(self.settings.idle_minutes * 60_000)
        return max(self.active, heard) + QUIET * idle if idle else None

    def deadline(self, heard: int = 0) -> int | None:
        """When the room next wants a Tick, in milliseconds; None: not before somebody does something. `heard`: when
        somebody last talked."""
        times = [*self.held_until().values()]
        if (idle := self.idle_at(heard)) is not None:
            times.append(idle)
        if self.match is not None and self.match.outcome is None:
            times += [end for _, end in self.match.clocks]
            times += [due for due in self.match.bot_at if due is not None]
            if self.match.draw_at is not None:
                times.append(self.match.draw_at)
        return min(times, default=None)

    def events_after(self, version: int) -> tuple[tuple[EntryEvents, ...], bool]:
        """The events of all entries after `version`, and whether some are missing: not all are kept for ever."""
        missed = self.version - version  # each entry is one version
        events = self.recent.last(missed)
        return events, len(events) != missed

    def base(self, at: int) -> Base:
        """This room as the beginning of a new segment of its log. Only between matches."""
        return Base(
            format=FORMAT,
            at=at,
            code=self.code,
            version=self.version,
            game=self.game.NAME,
            rules=self.game.RULES,
            options=self.options_shown,
            settings=self.settings_shown,
            title=self.title,
            visibility=self.visibility,
            size=self.size,
            host=self.host,
            seats=tuple(place.base() for place in self.places),
            matches=self.matches,
            sitting=stored(self.sitting),
            lock=self.lock,
            kicked=self.kicked,
            muted=self.muted,
        )


def from_base(base: Base, games: Mapping[str, Game]) -> Room:
    """The room at the beginning of a segment. Raises UnknownFormat for a game or rules this server does not have."""
    game = games.get(base.game)
    if game is None or base.rules != game.RULES:
        raise UnknownFormat(f"this server does not play {base.game} by rules {base.rules}")
    settings = msgspec.convert(base.settings, RoomSettings)
    return Room(
        code=base.code,
        game=game,
        options=msgspec.convert(base.options, game.Options),
        options_shown=base.options,
        settings=settings,
        settings_shown=msgspec.to_builtins(settings),  # with those that there were not yet when it was written
        title=base.title,
        visibility=base.visibility,
        size=base.size,
        host=base.host,
        places=tuple(seats.from_base(index, seat) for index, seat in enumerate(base.seats)),
        version=base.version,
        base_version=base.version,
        matches=base.matches,
        sitting=shown(base.sitting),
        lock=base.lock,
        kicked=base.kicked,
        muted=base.muted,
        active=base.at,
    )


def restore(base: Base, entries: Iterable[AnyEntry], games: Mapping[str, Game]) -> Room:
    """The room that this segment of a log tells of. Raises UnknownFormat."""
    room = from_base(base, games)
    for entry in entries:
        room = evolve(room, entry)
    return room


def evolve(room: Room, entry: AnyEntry) -> Room:
    """The room after an entry. The entry was decided by `handle` on this very room: it fits."""
    if room.status != "playing":
        room = msgspec.structs.replace(room, active=entry.at)
    match entry:
        case Moved(seat=seat, move=move):
            return evolve_match(room, entry, _running(room).game.apply(_running(room).state, seat, move))
        case Drew():
            return evolve_match(room, entry, _running(room).game.draw(_running(room).state, entry.drawn))
        case Left(seat=seat):
            return evolve_match(room, entry, _running(room).game.leave(_running(room).state, seat))
        case Returned(seat=seat):
            return evolve_match(room, entry, _running(room).game.give_back(_running(room).state, seat))
        case Abandoned():
            return evolve_match(room, entry, _running(room).game.abandon(_running(room).state))
        case Started():
            return _started(room, entry)
        case Sat(player=player, name=name, seat=seat):
            places = seats.vacate(room.places, player)
            places = seats.put(places, seat, Place(SeatState(seat, player, name)))
            return _logged(
                room, ({"type": "sat", "seat": seat, "name": name},), places=places, host=room.host or player
            )
        case BotSat(player=player, name=name, seat=seat, strength=strength):
            places = seats.put(room.places, seat, seats.bot(seat, player, name, strength))
            return _logged(room, ({"type": "sat", "seat": seat, "name": name},), places=places)
        case BotGone(seat=seat):
            places = seats.put(room.places, seat, seats.free(seat))
            return _logged(room, ({"type": "gone", "seat": seat},), places=places)
        case Kicked(player=player):
            places, where = room.places, room.seat_of(player)
            if where is not None:
                places = seats.put(places, where, seats.free(where))
            else:
                where = room.stood_in_seat(player)
            shown = () if where is None else ({"type": "kicked", "seat": where},)
            return _logged(room, shown, places=places, kicked=_with(room.kicked, player))
        case Configured():
            return _configured(room, entry)
        case Muted(player=player, muted=muted):
            those = _with(room.muted, player) if muted else tuple(one for one in room.muted if one != player)
            return _logged(room, ({"type": "muted", "player": player, "muted": muted},), muted=those)
        case Gone(player=player):
            return _gone(room, player)
        case Readied(player=player, ready=ready):
            seat = _seat(room, player)
            return _logged(
                room,
                ({"type": "ready", "seat": seat, "ready": ready},),
                places=seats.show(room.places, seat, ready=ready),
            )
        case Away(player=player, at=at):
            seat = _seat(room, player)
            return _logged(room, ({"type": "away", "seat": seat},), places=seats.away(room.places, seat, at))
        case Back(player=player):
            seat = _seat(room, player)
            return _logged(room, ({"type": "back", "seat": seat},), places=seats.away(room.places, seat, None))
        case Resumed(present=present, at=at):
            places = room.places
            for seat, place in enumerate(places):
                if place.player is not None:
                    places = seats.away(places, seat, None if place.player in present else at)
            going = room.match is not None and room.match.outcome is None
            match = matches.after_pause(room.match, at) if going and room.match is not None else room.match
            return _logged(room, ({"type": "resumed"},), places=places, match=match)
        case Closed():
            return _logged(room, ({"type": "closed"},), closed=True)
    raise AssertionError(f"no such entry: {entry!r}")


def evolve_match(room: Room, entry: Moved | Drew | Left | Returned | Abandoned, step: Step) -> Room:
    """The room after an entry of the match whose step is known already."""
    version = room.version + 1
    by = entry.seat if isinstance(entry, _BY_SEAT) else None
    before = _running(room)
    if not isinstance(entry, Moved):
        # who leaves or returns has not moved: the seat's turn and its time run on
        step = msgspec.structs.replace(step, goes_on=True)
    match = matches.advance(before, step, by, entry.at, version, room.settings)
    places, host = room.places, room.host
    if isinstance(entry, Moved):
        away = places[entry.seat].shown.away
        match = matches.count_move(match, entry.seat, entry.clock, away or step.goes_on)
        if entry.ref is not None:
            match = msgspec.structs.replace(match, refs=match.refs.set((entry.seat, entry.ref), version))
    elif isinstance(entry, Left):
        match = msgspec.structs.replace(match, left=(*match.left, entry.seat))
        places, host = _left(room, entry.seat)
    elif isinstance(entry, Returned):
        match = matches.given_back(match, entry.seat, entry.at)
        places = seats.put(
            places, entry.seat, Place(SeatState(entry.seat, entry.player, places[entry.seat].shown.name))
        )
    if match.bots != before.bots:
        for seat in range(len(places)):
            places = seats.show(places, seat, bot=seat in match.bots or seat in match.fixed)
    sitting = room.sitting
    if match.outcome is not None:
        sitting = with_match(sitting, match, frozenset(str(place.shown.player) for place in places if place.taken))
        places = (*places, *map(seats.free, range(len(places), room.size)))
    said: int | str = by if by is not None else "chance" if isinstance(entry, Drew) else "room"
    clock = isinstance(entry, _BY_CLOCK) and entry.clock
    return _logged(room, step.events, said, clock=clock, match=match, places=places, host=host, sitting=sitting)


def _started(room: Room, entry: Started) -> Room:
    seated = [place for place in room.places if place.taken]
    places = tuple(seats.moved(place, seat) for seat, place in enumerate(seated))
    options = room.options if entry.options is None else msgspec.convert(entry.options, room.game.Options)
    match = matches.begin(
        room.game,
        options,
        entry.match,
        tuple(str(place.shown.player) for place in seated),
        tuple(str(place.shown.name) for place in seated),
        tuple(seat for seat, place in enumerate(seated) if place.strength is not None),
        entry.at,
        room.version + 1,
        room.settings,
        room.visibility == "public",
    )
    event = {"type": "started", "match": entry.match, "players": list(match.names)}
    # earlier events speak of other seats: a match has its own history
    fresh = msgspec.structs.replace(room, recent=Recent(), base_version=room.version)
    return _logged(fresh, (event,), places=places, match=match, matches=room.matches + 1)


def _configured(room: Room, entry: Configured) -> Room:
    """What is played for has changed: who was ready is not any more (L2)."""
    changed = [name for name in ("title", "visibility", "options", "settings") if getattr(entry, name) is not None]
    changes: dict[str, Any] = {}  # fields of a room by name
    if entry.title is not None:
        changes["title"] = entry.title
    if entry.visibility is not None:
        changes |= {"visibility": entry.visibility, "lock": entry.lock}
    if entry.options is not None:
        changes |= {"options": msgspec.convert(entry.options, room.game.Options), "options_shown": entry.options}
    if entry.settings is not None:
        changes |= {"settings": msgspec.convert(entry.settings, RoomSettings), "settings_shown": entry.settings}
    if entry.options is not None or entry.settings is not None:
        changes["places"] = tuple(seats.moved(place, seat) for seat, place in enumerate(room.places))
    return _logged(room, ({"type": "configured", "changed": changed},), **changes)


def _with(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    """The players and this one, of too many the last."""
    return (*(one for one in players if one != player), player)[-REMEMBERED:]


def _gone(room: Room, player: str) -> Room:
    seat = _seat(room, player)
    if room.status == "playing":
        places, host = _left(room, seat)
    else:
        places, host = seats.put(room.places, seat, seats.free(seat)), _next_host(room, seat)
    return _logged(room, ({"type": "gone", "seat": seat},), places=places, host=host)


def _left(room: Room, seat: int) -> tuple[tuple[Place, ...], str | None]:
    """Marks the seat as left: its name stays on the table until the match is over."""
    shown = msgspec.structs.replace(room.places[seat].shown, left=True, away=False, ready=False)
    return seats.put(room.places, seat, Place(shown)), _next_host(room, seat)


def _next_host(room: Room, seat: int) -> str | None:
    """The host after this seat's player has gone: the next seated person clockwise (L2)."""
    if room.places[seat].player != room.host:
        return room.host
    around = room.places[seat + 1 :] + room.places[:seat]
    return next((place.player for place in around if place.player is not None), None)


def _logged(
    room: Room, events: tuple[Event, ...], by: int | str = "room", *, clock: bool = False, **changes: Any
) -> Room:
    """The room with these changes, which are fields of a room by name, one entry further."""
    version = room.version + 1
    recent = room.recent.then(EntryEvents(version, by, events, clock))
    return msgspec.structs.replace(room, version=version, recent=recent, **changes)


def _running(room: Room) -> Match:
    if room.match is None:
        raise AssertionError("an entry of a match stands in the log of a room without one")
    return room.match


def _seat(room: Room, player: str) -> int:
    seat = room.seat_of(player)
    if seat is None:
        raise AssertionError("an entry names a player who has no seat")
    return seat
