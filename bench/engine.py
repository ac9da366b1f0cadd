"""How fast the rules alone are: random matches of every game in this process, without rooms, sockets or a log.

What a room asks for each entry is asked here, too: after each move or draw the table and every seat's own part. The
times are of the processor, so that other work on the machine counts little; asking the clock is in them (about 0.3 us a
phase).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from fudakai.clients.bots.offers import fill
from fudakai.server.games.api import CHANCE, UNSEEN, Choose, Chosen, Draw, Drawn, Game, IllegalMove, Offer, Shuffled
from fudakai.server.games.registry import GAMES

PHASES: Final = ("legal", "apply", "view", "draw")
"""What is timed: the offers of the seat to move; its move; the table and every seat's part after an entry; chance's
outcome taken."""

PLAYERS: Final = (2, 4)
"""Every game is measured with so many, as far as it allows."""


class Speed(NamedTuple):
    """A game with so many players: what was played, processor seconds of each phase and of everything."""

    game: str
    players: int
    matches: int
    moves: int
    phases: Mapping[str, float]
    seconds: float

    def per_move(self, phase: str) -> float:
        """Microseconds of the phase for each move."""
        return self.phases[phase] * 1e6 / self.moves

    def share(self, phase: str) -> float:
        """The phase's part of all the time, from 0 to 1."""
        return self.phases[phase] / self.seconds


def engines(seconds: float) -> list[Speed]:
    """Every registered game with each number of PLAYERS that it allows, measured for so many seconds each."""
    return [
        speed(game, players, seconds)
        for game in GAMES.values()
        for players in PLAYERS
        if game.SEATS[0] <= players <= game.SEATS[1]
    ]


def speed(game: Game, players: int, seconds: float, seed: int = 0) -> Speed:
    """Plays whole random matches with the default options until the time is over, at least one."""
    dice = Random(seed)
    now = time.process_time
    spent = dict.fromkeys(PHASES, 0.0)
    matches = moves = 0
    begun = now()
    while not matches or now() - begun < seconds:
        state = game.setup(game.Options(), players)
        while game.outcome(state) is None:
            acting = game.to_act(state)
            if CHANCE in acting:
                drawn = _outcome(game.chance(state), dice)
                start = now()
                state = game.draw(state, drawn).state
                spent["draw"] += now() - start
            else:
                seat = min(acting)
                start = now()
                offers = game.legal(state, seat)
                spent["legal"] += now() - start
                state = _moved(game, state, seat, offers, dice, spent)
                moves += 1
            start = now()
            game.table(state)
            for seat in range(players):
                game.seat(state, seat)
            spent["view"] += now() - start
        matches += 1
    return Speed(game.NAME, players, matches, moves, spent, now() - begun)


def _moved(game: Game, state: Any, seat: int, offers: tuple[Offer, ...], dice: Random, spent: dict[str, float]) -> Any:
    """The state after one of the offers; a refused try is time of `apply`, too."""
    while True:
        move = fill(dice.choice(offers), dice)
        start = time.process_time()
        try:
            return game.apply(state, seat, move).state
        except IllegalMove as refusal:
            if refusal.code != UNSEEN:
                raise
        finally:
            spent["apply"] += time.process_time() - start


def _outcome(due: Draw, dice: Random) -> Drawn:
    if isinstance(due, Choose):
        return Chosen(dice.choice(due.among))
    return Shuffled(tuple(dice.sample(due.deck, len(due.deck))))
