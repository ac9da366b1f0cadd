"""Does what the operator asks, on the running host."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Final

import structlog

from fudakai.protocol.codes import Announcement, Close
from fudakai.server.control import words
from fudakai.server.host.host import Host
from fudakai.server.live.runner import Runner
from fudakai.server.live.telling import Request
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.room import Room

LOOK_SECONDS: Final = 0.2
"""Between two looks at the matches that a drain waits for."""
SETTLE_SECONDS: Final = 5.0
"""Longest wait until all rooms have stored what was asked of them; Redis counts as away by then."""

log = structlog.get_logger()


class CommandRefused(Exception):
    """It cannot be done; the words say why."""


class Operator:
    """`stop` ends the server, in order. At most one drain is under way."""

    def __init__(self, host: Host, stop: Callable[[], None]) -> None:
        self._host = host
        self._stop = stop
        self._time = asyncio.get_running_loop().time
        self._until: float | None = None
        self._drained: words.Drained | None = None
        self._looked = asyncio.Event()
        self._watching = False

    async def answers(self, request: words.Request) -> AsyncGenerator[words.Reply, None]:
        """The answer; for a drain what comes before it, too."""
        try:
            match request:
                case words.AskRooms():
                    yield words.RoomLines(tuple(_line(self._host.runners[code]) for code in sorted(self._host.runners)))
                case words.AskRoom(room=code):
                    yield self._room(self._runner(code))
                case words.AskPlayers():
                    yield words.PlayerLines(self._players())
                case words.AskKick(player=who):
                    yield await self._kick(self._named(who))
                case words.AskClose(room=code):
                    yield await self._close(self._runner(code))
                case words.Announce(text=text):
                    yield self._announce(text)
                case words.Drain(cancel=True):
                    yield self._cancel()
                case words.Drain(within=within):
                    self._drain(within)
                    async for told in self._progress():
                        yield told
        except CommandRefused as refused:
            yield words.CommandFailed(str(refused))

    # ---- looking

    def _runner(self, code: str) -> Runner:
        runner = self._host.runners.get(code.upper())
        if runner is None:
            raise CommandRefused(f"there is no open room {code!r} on this server")
        return runner

    def _room(self, runner: Runner) -> words.OneRoom:
        room, now = runner.room, self._host.services.clock.now()
        return words.OneRoom(
            room=_line(runner),
            seats=tuple(_seat(room, seat, now) for seat in range(len(room.places))),
            options=room.options_shown,
            settings=room.settings_shown,
        )

    def _players(self) -> tuple[words.PlayerLine, ...]:
        names: dict[str, str] = {}
        for runner in self._host.runners.values():
            for place in runner.room.places:
                if place.shown.player is not None and place.shown.player in runner.room.members:
                    names[place.shown.player] = str(place.shown.name)
        at: dict[str, list[str]] = {player: [] for player in names}
        looks: dict[str, set[str]] = {}
        for peer, session in self._host.sessions.items():
            names[session.player] = session.name
            at.setdefault(session.player, []).append(peer.remote)
            looks.setdefault(session.player, set()).update(session.rooms)
        lines = []
        for player, name in names.items():
            seats = self._host.seats_of(player)
            watches = looks.get(player, set()) - seats
            lines.append(
                words.PlayerLine(player, name, tuple(at[player]), tuple(sorted(seats)), tuple(sorted(watches)))
            )
        return tuple(sorted(lines, key=lambda line: (line.name.casefold(), line.player)))

    def _named(self, who: str) -> words.PlayerLine:
        players = self._players()
        found = [line for line in players if line.player == who]
        found = found or [line for line in players if line.name.casefold() == who.casefold()]
        if not found:
            raise CommandRefused(f"no player {who!r} is connected or has a seat here")
        if len(found) > 1:
            ids = ", ".join(line.player for line in found)
            raise CommandRefused(f"{len(found)} players are called {who!r}; name one by id: {ids}")
        return found[0]

    # ---- doing

    async def _kick(self, who: words.PlayerLine) -> words.Done:
        if who.seats:
            self._need_store()
        runners = [self._host.runners[code] for code in who.seats]
        for runner in runners:
            runner.post(Request(ask.Expel(who.player)))
        for peer, session in tuple(self._host.sessions.items()):
            if session.player == who.player:
                peer.close(Close.KICKED, "the server's operator has ended your connection")
        await self._stored(runners, lambda room: room.closed or who.player not in room.members)
        log.warning("player kicked", player=who.player, connections=len(who.connections), rooms=list(who.seats))
        where = f" has left {', '.join(who.seats)}, and" if who.seats else ":"
        return words.Done(f"{who.name}{where} {_number(len(who.connections), 'connection')} closed")

    async def _close(self, runner: Runner) -> words.Done:
        self._need_store()
        playing = runner.room.status == "playing"
        runner.post(Request(ask.Close(None)))
        await self._stored([runner], lambda room: room.closed)
        log.warning("room closed by the operator", room=runner.code)
        return words.Done(f"room {runner.code} is closed" + ("; its match is abandoned" if playing else ""))

    def _need_store(self) -> None:
        if not self._host.services.store.healthy:
            raise CommandRefused("the store cannot be reached just now; nothing was changed")

    async def _stored(self, runners: Sequence[Runner], done: Callable[[Room], bool]) -> None:
        """Until the rooms have stored it. Raises CommandRefused with those that did not."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                for runner in runners:
                    while runner.busy:
                        await runner.settled()
        left = [runner.code for runner in runners if not done(runner.room)]
        if left:
            raise CommandRefused(f"not stored in {', '.join(left)}, where it may yet come: look there, and try again")

    def _announce(self, text: str) -> words.Done:
        text = text.strip()
        if not text or not text.isprintable():
            raise CommandRefused("an announcement is one line of printable characters")
        told = self._host.notify(Announcement.ANNOUNCEMENT, text)
        log.info("announced", connections=told)
        return words.Done(f"told {_number(told, 'connection')}")

    # ---- draining

    def _drain(self, within: float | None) -> None:
        if self._host.intake.stopping:
            raise CommandRefused("the server is stopping already")
        self._until = None if within is None else self._time() + within
        log.warning("draining", within=within, matches=self._playing()[0])
        last = "" if within is None else f", at the latest {_while(within)} after this was said"
        self._host.drain(
            f"the server restarts when the matches that run are over{last}; no new rooms and matches until then"
        )
        if not self._watching:
            self._watching = True
            self._host.services.tasks.spawn(self._watch())

    async def _watch(self) -> None:
        """Stops the server when no match runs any more, or the time is over; returns when the drain is cancelled."""
        while self._host.draining:
            matches, _ = self._playing()
            over = matches == 0 or (self._until is not None and self._time() >= self._until)
            if over:
                self._drained = words.Drained(matches)
            self._tell()
            if over:
                log.warning("drained", matches=matches)
                self._stop()
                return
            await asyncio.sleep(LOOK_SECONDS)
        self._watching = False

    def _tell(self) -> None:
        """There may be news of the drain: whoever waits looks again."""
        looked, self._looked = self._looked, asyncio.Event()
        looked.set()

    async def _progress(self) -> AsyncGenerator[words.Reply, None]:
        last: tuple[int, int] | None = None
        told = 0.0
        while self._drained is None and self._host.draining:
            now, playing = self._time(), self._playing()
            if playing != last or now - told >= 1:
                last, told = playing, now
                yield words.Draining(*playing, None if self._until is None else max(0.0, self._until - now))
            if self._drained is None:
                await self._looked.wait()
        yield self._drained or words.CommandFailed("the drain was cancelled: the server goes on")

    def _cancel(self) -> words.Done:
        if not self._host.draining or self._drained is not None:
            raise CommandRefused("no drain is under way")
        self._host.drain(None)
        self._tell()
        log.warning("drain cancelled")
        self._host.notify(Announcement.ANNOUNCEMENT, "the server does not restart after all: rooms and matches go on")
        return words.Done("the drain is cancelled: the server goes on")

    def _playing(self) -> tuple[int, int]:
        rooms = [runner.room for runner in self._host.runners.values() if runner.room.status == "playing"]
        return len(rooms), sum(len(room.people) for room in rooms)


def _line(runner: Runner) -> words.OperatorRoomLine:
    room = runner.room
    return words.OperatorRoomLine(
        room=room.code,
        game=room.game.NAME,
        status=room.status,
        title=room.title,
        visibility=room.visibility,
        size=len(room.places),
        people=len(room.people),
        away=sum(place.player is not None and place.shown.away for place in room.places),
        bots=sum(place.shown.bot for place in room.places),
        connections=len(runner.audience),
        match=None if room.match is None else room.match.id,
        version=room.version,
        waiting=runner.waiting,
    )


def _seat(room: Room, seat: int, now: int) -> words.SeatLine:
    place = room.places[seat]
    shown = place.shown
    playing = room.match if room.status == "playing" else None
    return words.SeatLine(
        seat=seat,
        name=shown.name,
        player=shown.player,
        host=room.host is not None and place.player == room.host,
        ready=shown.ready,
        away=shown.away,
        left=shown.left,
        bot=shown.bot,
        acts=playing is not None and seat in playing.to_act,
        seconds=_seconds(room, seat, now),
    )


def _seconds(room: Room, seat: int, now: int) -> float | None:
    ends = [room.held_until().get(room.places[seat].player or "")]
    if room.match is not None and room.status == "playing":
        ends.append(dict(room.match.clocks).get(seat))
    found = [end for end in ends if end is not None]
    return round(max(0, min(found) - now) / 1000, 1) if found else None


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _while(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
