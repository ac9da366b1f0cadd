"""Random play of any registered game, as entries in the record's form. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from fudakai.clients.bots.offers import fill
from fudakai.server.games.api import CHANCE, UNSEEN, Choose, Chosen, Draw, Drawn, Game, IllegalMove, Shuffled, Step
from fudakai.server.games.options import Described

MAX_STEPS = 20_000
"""No match is longer; random play that gets here does not end."""


class Habits(NamedTuple):
    """How likely each of these is before any entry."""

    leaving: float = 0.0
    returning: float = 0.2
    clock: float = 0.05
    abandoning: float = 0.0


class Played(NamedTuple):
    """One entry of a random match, in the record's form, and the state it was made in."""

    entry: dict[str, Any]
    before: Any
    step: Step


def outcome_of(draw: Draw, rng: Random) -> Drawn:
    """A fair outcome."""
    if isinstance(draw, Choose):
        return Chosen(rng.choice(draw.among))
    order = list(draw.deck)
    rng.shuffle(order)
    return Shuffled(tuple(order))


def start(game: Game, options: Described, seats: int) -> Any:
    """The state before the first entry."""
    return game.setup(options, seats)


def match(game: Game, options: Described, seats: int, rng: Random, habits: Habits) -> Iterator[Played]:
    """A whole match at random."""
    state = start(game, options, seats)
    for _ in range(MAX_STEPS):
        if game.outcome(state) is not None:
            return
        played = _entry(game, state, rng, habits)
        yield played
        state = played.step.state
    raise AssertionError(f"a match of {game.NAME} did not end within {MAX_STEPS} entries")


def _entry(game: Game, state: Any, rng: Random, habits: Habits) -> Played:
    if rng.random() < habits.abandoning:
        return Played({"by": "room", "abandon": True}, state, game.abandon(state))
    present, bots = game.present(state), game.bots(state)
    if present and rng.random() < habits.leaving:
        seat = rng.choice(present)
        return Played({"by": seat, "move": {"type": "leave"}}, state, game.leave(state, seat))
    if bots and rng.random() < habits.returning:
        seat = rng.choice(bots)
        return Played({"by": seat, "move": {"type": "return"}}, state, game.give_back(state, seat))
    actor = rng.choice(sorted(game.to_act(state), key=str))
    if actor == CHANCE:
        drawn = outcome_of(game.chance(state), rng)
        said = {"choose": drawn.item} if isinstance(drawn, Chosen) else {"shuffle": list(drawn.order)}
        return Played({"by": "chance", **said}, state, game.draw(state, drawn))
    clock = rng.random() < habits.clock
    step = _move(game, state, actor, game.timeout_moves(state, actor) if clock else game.legal(state, actor), rng)
    return Played({"by": actor, "move": step.move, **({"clock": True} if clock else {})}, state, step)


def _move(game: Game, state: Any, seat: int, moves: Sequence[Any], rng: Random) -> Step:
    """One of these at random; another one if it is refused for what the seat cannot see."""
    left = list(moves)
    while True:
        move = left.pop(rng.randrange(len(left)))
        try:
            return game.apply(state, seat, fill(move, rng))
        except IllegalMove as refused:
            if refused.code != UNSEEN or not left:
                raise
