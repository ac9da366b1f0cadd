"""What a player or spectator knows of a room at one version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from fudakai.clients.sdk.wire import Message

Data: TypeAlias = Mapping[str, Any]

MOST_ENTRIES: Final = 256
"""Entries that a view remembers for a reader who does not come: as many as the server does for one who was away."""


@dataclass(frozen=True)
class Entry:
    """What one entry of the room's log showed. `by` is a seat, "chance" or "room"; with `clock` the server did it for
    that seat: a turn that ran out, or leaving for missed turns or a long absence."""

    version: int
    by: int | str
    events: tuple[Data, ...]
    clock: bool = False


@dataclass(frozen=True)
class Seat:
    """Who sits where; `name` is None for a free seat."""

    number: int
    name: str | None
    ready: bool
    away: bool
    bot: bool
    left: bool


@dataclass(frozen=True)
class View:
    """The whole view of a room. `state` is what everybody knows, `you` what only this seat knows (None for a
    spectator), `entries` what happened since the view before, in order, each entry once. With `gap` some entries in
    between are missing; the rest of the view is whole all the same."""

    room: str
    version: int
    state: Data
    you: Data | None
    entries: tuple[Entry, ...]
    gap: bool

    @property
    def events(self) -> tuple[Data, ...]:
        """The events of all entries in order."""
        return tuple(event for entry in self.entries for event in entry.events)

    @property
    def seat(self) -> int | None:
        """My seat, None for a spectator."""
        return None if self.you is None else self.you["seat"]

    @property
    def offers(self) -> tuple[Data, ...]:
        """What I may do now, empty when it is not my turn."""
        return () if self.you is None else tuple(self.you["offers"])

    @property
    def my_turn(self) -> bool:
        """Whether I am to act."""
        return self.seat is not None and self.seat in self.to_act

    @property
    def missed(self) -> int:
        """Turns in a row that the server has played for me; `missed_turns` of the settings count as leaving."""
        return 0 if self.you is None else self.you.get("missed", 0)

    @property
    def private(self) -> Data:
        """The game's part of what only I know (the hand)."""
        return {} if self.you is None else self.you["private"]

    @property
    def known(self) -> Data:
        """What a player that is a program is told: `seat`, `table`, `private` and the room's `options`, no more."""
        return {"seat": self.seat, "table": self.table, "private": self.private, "options": self.state["options"]}

    @property
    def table(self) -> Data:
        """The game's part of what everybody knows, empty before the first match."""
        return self.state["table"] or {}

    @property
    def status(self) -> str:
        """ "waiting", "playing" or "finished"."""
        status: str = self.state["status"]
        return status

    @property
    def over(self) -> bool:
        """Whether the last match is over; `result` then says how."""
        return self.status == "finished"

    @property
    def result(self) -> Data | None:
        """The end of the match: names, winners, scores, places, points (by seat of the match) and the reason."""
        result: Data | None = self.state["result"]
        return result

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.state["game"])

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; none while the server draws, and none between matches."""
        return tuple(self.state["to_act"])

    @property
    def match(self) -> str | None:
        """The name of the running or the last match."""
        match: str | None = self.state["match"]
        return match

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(
            Seat(
                number=seat["seat"],
                name=seat["name"],
                ready=seat.get("ready", False),
                away=seat.get("away", False),
                bot=seat.get("bot", False),
                left=seat.get("left", False),
            )
            for seat in self.state["seats"]
        )

    @property
    def host(self) -> bool:
        """Whether I am the room's host."""
        mine = [seat["player"] for seat in self.state["seats"] if seat["seat"] == self.seat]
        return bool(mine) and mine[0] == self.state["host"]

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every seat."""
        return tuple(seat.name or f"seat {seat.number}" for seat in self.seats)

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of spectators, the first of very many."""
        return tuple(self.state.get("watchers", ()))

    def time_left(self, seat: int) -> float | None:
        """Seconds that the seat had left when the view was made; None without a clock."""
        return next((clock["left"] / 1000 for clock in self.state["clocks"] if clock["seat"] == seat), None)

    def after(self, unread: View) -> View:
        """This view for a reader who has not seen the `unread` one before it: both views' entries, the newest state.
        Of more than MOST_ENTRIES the oldest are dropped, and `gap` says so."""
        entries = unread.entries + self.entries
        return replace(
            self,
            entries=entries[-MOST_ENTRIES:],
            gap=self.gap or unread.gap or len(entries) > MOST_ENTRIES,
        )


def view_of(update: Message, known: int) -> View:
    """The view in an `update` message, without the entries up to version `known`, which were shown already. A room
    whose version went back lost entries that had been shown (a store that promises less than `always`): a gap too."""
    back = update["version"] < known
    view = View(
        room=update["room"],
        version=update["version"],
        state=update["state"],
        you=update.get("you"),
        entries=tuple(
            Entry(entry["version"], entry["by"], tuple(entry["events"]), entry.get("clock", False))
            for entry in update["events"]
            if back or entry["version"] > known
        ),
        gap=update.get("gap", False) or back,
    )
    _look_through(view)
    return view


def _look_through(view: View) -> None:
    """Asks the view all that it can tell, so that what is missing is found when it comes. Raises KeyError, TypeError,
    ValueError."""
    for kind, value in ((str, view.room), (int, view.version), (str, view.status)):
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is no {kind.__name__}")
    _ = view.game, view.match, view.result, view.host, view.names, view.private, view.table, view.known
    _ = view.my_turn, view.missed, view.watchers, [view.time_left(clock["seat"]) for clock in view.state["clocks"]]
    for event in view.events:
        if not isinstance(event, Mapping):
            raise TypeError(f"{event!r} is no event")
    for offer in view.offers:
        _ = offer["type"]
