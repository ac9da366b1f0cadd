"""How well the bots play: `python -m tests.clients.bots.strength --matches 1000` prints what they win against random
ones.

Matches go over the engine, seeded. One strong player sits among random ones, in every seat in turn. A win is a match
won alone; the interval is Wilson's, of 95 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import asdict

from fudakai.clients.bots import Strength, player
from fudakai.clients.bots.player import Player
from fudakai.server.games.api import CHANCE, UNSEEN, Game, IllegalMove, Move, Offer
from fudakai.server.games.registry import GAMES
from fudakai.testing.play import outcome_of

TABLES = (("hanafuda", 2), ("hanafuda", 4), ("hanafuda", 7), ("koikoi", 2), ("dafaza", 4))
"""Games and numbers of players that are measured."""

Z = 1.96
"""The normal distribution's two-sided 95 %."""


class Tally(NamedTuple):
    """What came of some matches: won alone, won together with another, played; and the strong player's moves with the
    seconds that they took."""

    won: int
    shared: int
    played: int
    moves: int
    seconds: float

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the part that was won."""
        part, n = self.won / self.played, self.played
        middle = (part + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(part * (1 - part) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return middle - half, middle + half


def view_of(game: Game, state: Any, seat: int) -> Mapping[str, Any]:
    """What a player is told, and nothing else."""
    options = {name: value for name, value in asdict(state.options).items() if name not in game.MATCH_OPTIONS}
    return {"seat": seat, "table": game.table(state), "private": game.seat(state, seat), "options": options}


def one_match(game: Game, options: Any, players: Sequence[Player], rng: Random) -> Any:
    """A match of these players, by seat. Gives its last state."""
    state = game.setup(options, len(players))
    while game.outcome(state) is None:
        actor = next(iter(game.to_act(state)))
        if actor == CHANCE:
            state = game.draw(state, outcome_of(game.chance(state), rng)).state
            continue
        state = moved(game, state, actor, players[actor], rng)
    return state


def moved(game: Game, state: Any, seat: int, by: Player, rng: Random) -> Any:
    """The state after the player's move; one that is refused for what the seat cannot see (H11) is followed by
    another."""
    view, offers = view_of(game, state, seat), list(game.legal(state, seat))
    while True:
        move: Move | Offer = by(view, offers, rng)
        try:
            return game.apply(state, seat, move).state
        except IllegalMove as refusal:
            if refusal.code != UNSEEN:
                raise
            offers.remove(move)


def measure(name: str, seats: int, matches: int, first_seed: int = 0) -> Tally:
    """That many matches with the usual options, one strong player in each."""
    game = GAMES[name]
    won = shared = moves = 0
    seconds = 0.0
    strong, at_random = player(Strength.STRONG, name), player(Strength.RANDOM, name)

    def timed(view: Any, offers: Any, rng: Any) -> Any:
        nonlocal moves, seconds
        begun = time.process_time()
        move = strong(view, offers, rng)
        seconds += time.process_time() - begun
        moves += 1
        return move

    for seed in range(first_seed, first_seed + matches):
        seat = seed % seats
        players = [timed if at == seat else at_random for at in range(seats)]
        result = game.outcome(one_match(game, game.Options(), players, Random(f"{name} {seats} {seed}")))
        assert result is not None, "a match ends with an outcome"
        won += result.winners == (seat,)
        shared += seat in result.winners and len(result.winners) > 1
    return Tally(won, shared, matches, moves, seconds)


def main(arguments: list[str]) -> int:
    """Prints the table. Returns the exit code: 1 when a table of two wins less than 70 %."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000, help="of every table")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--game", choices=sorted({game for game, _ in TABLES}), help="only this one")
    asked = parser.parse_args(arguments)
    weak = False
    print("game      players  won      95 % interval     shared  even   ms a move")
    for name, seats in TABLES:
        if asked.game not in (None, name):
            continue
        tally = measure(name, seats, asked.matches, asked.first_seed)
        low, high = tally.interval()
        each = tally.seconds / tally.moves * 1000
        print(
            f"{name:9} {seats:7}  {tally.won / tally.played:6.1%}  {low:6.1%} - {high:6.1%}"
            f"  {tally.shared / tally.played:6.1%}  {1 / seats:5.1%}  {each:9.3f}",
            flush=True,
        )
        weak = weak or (seats == 2 and tally.won < 0.7 * tally.played)
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
