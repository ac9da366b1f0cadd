"""Many random matches through the engine, departures included: `python -m tests.conformance.soak --matches 10000`.

Every state must keep the cheap laws; the dear ones are tried on a few states in a hundred, and a few matches in a
hundred are written as records and checked. Progress and the verdict are printed; the exit code is 0 when no law was
broken, and a broken one is printed with the seed that repeats it.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.testing import laws
from fudakai.testing.cases import Case
from fudakai.testing.play import Habits, match
from tests.conformance.cases import CASES
from tests.conformance.gains import law_of_scores

DEAR = 0.01
"""The part of states on which the dear laws are tried."""

CHECKED = 0.05
"""The part of matches that are written as records and checked."""


def one_match(case: Case, seed: int) -> tuple[int, int]:
    """Plays one match under the laws. Returns how many entries it had and how many of them were departures. Raises
    AssertionError."""
    rng = Random(seed)
    game = case.game
    habits = Habits(leaving=rng.choice((0.0, 0.003, 0.01, 0.1)), clock=rng.choice((0.0, 0.1)), abandoning=0.00002)
    deck: frozenset[str] = frozenset()
    entries, state = [], game.setup(case.options, case.seats)
    for played in match(game, case.options, case.seats, rng, habits):
        state = played.step.state
        entries.append(played.entry)
        laws.law_of_acting(game, state)
        deck = laws.law_of_cards(game, state, deck)
        laws.law_of_events(game, played.step)
        law_of_scores(game, played.before, played.step)
        if rng.random() < DEAR:
            dear_laws(case, state, rng)
    laws.law_of_outcomes(game, state)
    laws.law_of_leaving(game, state)
    if rng.random() < CHECKED:
        record = records.record_of(game, case.options, [f"p{seat}" for seat in range(case.seats)], entries)
        difference = records.check(record)
        assert difference is None, str(difference)
    return len(entries), sum(entry.get("move") == {"type": "leave"} for entry in entries)


def dear_laws(case: Case, state: object, rng: Random) -> None:
    """The laws that ask much of one state."""
    laws.law_of_offers(case.game, state)
    laws.law_of_spelling(case.game, state, rng)
    laws.law_of_bad_moves(case.game, state, rng)
    laws.law_of_nothing_else(case.game, state, rng)
    laws.law_of_chance(case.game, state)
    laws.law_of_leaving(case.game, state)
    laws.law_of_the_clock(case.game, state)
    laws.law_of_views(case.game, state)


def main(arguments: list[str]) -> int:
    """Runs the soak. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000, help="of every game")
    parser.add_argument("--first-seed", type=int, default=0, help="to repeat a match: its seed, with --matches 1")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this one")
    asked = parser.parse_args(arguments)
    begun, broken = time.monotonic(), 0
    for name in [asked.game] if asked.game else list(GAMES):
        cases = [case for case in CASES if name == case.game.NAME]
        entries = departures = 0
        for seed in range(asked.first_seed, asked.first_seed + asked.matches):
            try:
                some, left = one_match(cases[seed % len(cases)], seed)
            except Exception as error:
                broken += 1
                print(f"{name}, seed {seed}, {cases[seed % len(cases)]}: {type(error).__name__}: {error}")
                continue
            entries, departures = entries + some, departures + left
            if (seed + 1) % 1000 == 0:
                print(f"{name}: {seed + 1} matches, {time.monotonic() - begun:.0f} s", flush=True)
        print(f"{name}: {asked.matches} matches, {entries} entries, {departures} departures")
    print("verdict: " + ("no law was broken" if not broken else f"{broken} matches broke a law"))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
