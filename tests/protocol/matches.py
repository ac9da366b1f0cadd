"""Random matches of every game as clients see them: updates, events, offers and moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from fudakai.clients.bots.offers import fill
from fudakai.protocol import from_server as tell
from fudakai.server.games.api import CHANCE, Game
from fudakai.server.records.record import read, turns
from fudakai.testing.cases import Case
from fudakai.testing.play import Habits, match
from tests.conformance.cases import CASES
from tests.protocol.page import ROOT

CODE: Final = "K7QF2M"
HABITS: Final = Habits(leaving=0.004, abandoning=0.0005)


class Moment(NamedTuple):
    """After one entry of a match: what is on the wire of it, as decoded values."""

    events: tuple[dict[str, Any], ...]
    offers: tuple[dict[str, Any], ...]
    moves: tuple[dict[str, Any], ...]
    table: dict[str, Any]
    private: tuple[dict[str, Any], ...]

    @property
    def kinds(self) -> set[str]:
        """What can be seen here: `event dealt`, `offer play`, `move play`."""
        named = (("event", self.events), ("offer", self.offers), ("move", self.moves))
        return {f"{role} {one['type']}" for role, every in named for one in every}


def moments(case: Case, seed: int) -> Iterator[Moment]:
    """A whole match. An event, an offer and a view are what a client reads of them."""
    rng = Random(f"{case} {seed}")
    for played in match(case.game, case.options, case.seats, rng, HABITS):
        yield _moment(case.game, case.seats, played.step.state, played.step.events, played.step.move, rng)


def recorded_moments(game: Game) -> Iterator[Moment]:
    """The golden matches, which have what seldom happens."""
    for path in sorted((ROOT / "tests" / "golden" / game.NAME).glob("*.json")):
        table = read(path.read_bytes())
        for turn in turns(table):
            yield _moment(game, len(table.players), turn.state, turn.events, {}, Random(0))


def _moment(game: Game, size: int, state: Any, events: Iterable[Any], move: Any, rng: Random) -> Moment:
    seats = range(size)
    offers = [_read(offer) for seat in seats for offer in game.legal(state, seat)]
    made = [_read(move)] if move else []
    return Moment(
        tuple(map(_read, events)),
        tuple(offers),
        (*made, *[fill(offer, rng) for offer in offers]),
        _read(game.table(state)),
        tuple(_read(game.seat(state, seat)) for seat in seats),
    )


def _read(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def cases(game: Game) -> list[Case]:
    """The ways in which a game is played here."""
    return [case for case in CASES if case.game is game]


def update(game: Game, case: Case, seed: int, *, over: bool) -> tell.Update:
    """One update out of a match: to the first seat with offers, or to a spectator when it is over."""
    version = 0
    for played in match(game, case.options, case.seats, Random(f"{case} {seed}"), Habits()):
        state, version = played.step.state, version + 1
        outcome = game.outcome(state)
        acting = sorted(seat for seat in game.to_act(state) if seat != CHANCE)
        if (outcome is not None) if over else (acting and version > 12):
            break
    names = tuple(("ann", "bob", "cat", "dan", "eve", "fay", "gus")[: case.seats])
    result = None if outcome is None else tell.Result(names=names, **msgspec.structs.asdict(outcome))
    shown = tell.RoomState(
        status="playing" if outcome is None else "finished",
        game=game.NAME,
        title="evening",
        visibility="public",
        host="p0",
        options={},
        settings={"turn_seconds": 30.0, "missed_turns": 2, "spectators": True, "chat": "all"},
        seats=tuple(tell.SeatState(seat, f"p{seat}", name) for seat, name in enumerate(names)),
        match=f"{CODE}-1",
        to_act=tuple(acting),
        clocks=tuple(tell.ClockState(seat, 30_000) for seat in acting),
        spectators=int(over),
        table=game.table(state),
        result=result,
    )
    by: int | str = played.entry["by"]
    events = (tell.EntryEvents(version, by, played.step.events),)
    you = None if over else tell.You(acting[0], version, game.seat(state, acting[0]), game.legal(state, acting[0]))
    return tell.Update(CODE, version, shown, events, you)
