"""A second game for tests of rooms, with what Agurk has not: secret throws at the same time, a clock that draws among
equally good moves, a turn of two halves, a seat whose offers are the same as before its own move, and options that only
a match has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fudakai.server.games.api import Event, IllegalMove, Move, Offer, Outcome, Step
from fudakai.server.games.options import Described

NAME = "signs"
TITLE = "Signs"
RULES = 1
SEATS = (2, 4)
MATCH_OPTIONS = ("birthdays",)
CARDS = None
SIGNS = ("rock", "paper", "scissors")


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """`confirm`: a throw counts only once its seat has confirmed it, in the same turn. `most`: seats a match may have.
    `birthdays`: stand-ins by seat."""

    WORDS = {"confirm": "throws are confirmed", "most": "seats"}  # noqa: RUF012

    confirm: bool = False
    most: int = 4
    birthdays: tuple[str | None, ...] | None = None


class State(msgspec.Struct, frozen=True):
    """By seat: the sign thrown, None before; `open` throws wait to be confirmed. `first`: who has the first birthday of
    the year."""

    confirm: bool
    thrown: tuple[str | None, ...]
    first: tuple[int, ...] = ()
    open: frozenset[int] = frozenset()
    throws: int = 1
    result: Outcome | None = None


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """With stand-ins for the birthdays, as Hanafuda has them (H4)."""
    first = min((day for day in birthdays if day is not None), default=None)
    stand_ins = tuple(None if day is None else "01-01" if day == first else "01-02" for day in birthdays)
    return msgspec.structs.replace(options, birthdays=stand_ins)


def setup(options: Options, seats: int) -> State:
    """Nobody has thrown. Raises ValueError for more seats than the options allow."""
    if seats > options.most:
        raise ValueError(f"most: {seats} sit here, and the match is for {options.most} at most")
    first = tuple(seat for seat, day in enumerate(options.birthdays or ()) if day == "01-01")
    return State(options.confirm, (None,) * seats, first)


def to_act(state: State) -> frozenset[Any]:
    """Everybody who has not thrown, or not confirmed."""
    if state.result is not None:
        return frozenset()
    return frozenset(seat for seat, sign in enumerate(state.thrown) if sign is None or seat in state.open)


def chance(state: State) -> Any:
    """Never to act."""
    raise AssertionError("nothing is to be drawn")


def draw(state: State, drawn: Any) -> Step:
    """Never due."""
    raise IllegalMove("bad_chance", "nothing is to be drawn")


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """The three signs, or the confirmation."""
    if seat not in to_act(state):
        return ()
    if seat in state.open:
        return ({"type": "confirm"},)
    return tuple({"type": "throw", "sign": sign} for sign in SIGNS)


def apply(state: State, seat: int, move: Any) -> Step:
    """Takes a throw; when all have thrown, equal signs are thrown again and anything else ends the match."""
    if seat not in to_act(state):
        raise IllegalMove("not_your_turn", "you have thrown")
    if move not in legal(state, seat):
        raise IllegalMove("wrong_type", "that is no throw")
    if move["type"] == "confirm":
        state = msgspec.structs.replace(state, open=state.open - {seat})
    else:
        thrown = (*state.thrown[:seat], move["sign"], *state.thrown[seat + 1 :])
        waiting = state.open | {seat} if state.confirm else state.open
        state = msgspec.structs.replace(state, thrown=thrown, open=waiting)
    events: tuple[Event, ...] = ({"type": "thrown", "seat": seat},)
    if None in state.thrown or state.open:
        return Step(state, events, move, goes_on=seat in state.open)
    if len(set(state.thrown)) == 1:
        nobody = (None,) * len(state.thrown)
        return Step(msgspec.structs.replace(state, thrown=nobody, throws=state.throws + 1), events, move)
    count = len(state.thrown)
    result = Outcome((0,), (0,) * count, tuple(range(1, count + 1)), (0,) * count, "thrown")
    return Step(msgspec.structs.replace(state, result=result), events, move)


def leave(state: State, seat: int) -> Step:
    """Who leaves ends it."""
    return abandon(state)


def give_back(state: State, seat: int) -> Step:
    """Nobody stands in."""
    raise IllegalMove("not_your_turn", "nobody stands in for you")


def abandon(state: State) -> Step:
    """Over, without a winner."""
    result = Outcome((), (0,) * len(state.thrown), (), (), "abandoned")
    return Step(msgspec.structs.replace(state, result=result), ({"type": "match_over"},))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Any sign is as good as another."""
    return legal(state, seat)


def table(state: State) -> Mapping[str, Any]:
    """How often all have thrown, and nobody's sign."""
    return {"scores": (0,) * len(state.thrown), "throws": state.throws, "first": state.first}


def seat(state: State, seat: int) -> Mapping[str, Any]:
    """The own sign."""
    return {"sign": state.thrown[seat]}


def bots(state: State) -> tuple[int, ...]:
    """None."""
    return ()


def present(state: State) -> tuple[int, ...]:
    """Everybody."""
    return tuple(range(len(state.thrown)))


def outcome(state: State) -> Outcome | None:
    """None while the match runs."""
    return state.result


def cards(state: State) -> tuple[str, ...]:
    """There are none."""
    return ()


def swapped(state: State, viewer: int | None) -> tuple[Any, ...]:
    """There are no cards."""
    return ()


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    return str(event["type"])
