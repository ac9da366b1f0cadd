"""Deals many times with Hanafuda's own functions, and prints how often two things of its rules happen:

    python -m scripts.deals --deals 200000

H6: four cards of a month among eight on the field, so that it is dealt again; expected in 0.43 % of deals. H7: four
pairs in a hand of eight; expected in 0.170 % of hands. The expected shares are counted exactly, and the error is one
standard error. The exit code is 1 when a measured share is more than five of them away.
"""

from __future__ import annotations

import argparse
import sys
from math import comb, sqrt
from random import Random
from typing import NamedTuple

from fudakai.server.games.api import CHANCE, Choose, Chosen, Shuffled
from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.hanafuda import game as hanafuda

DEALS = 200_000
FAR = 5
"""Standard errors; a fair deal is once in two million runs so far away."""

FIELDS = comb(48, 8)
"""Fields, or hands, of eight cards."""
FOUR_OF_A_MONTH = (12 * comb(44, 4) - comb(12, 2)) / FIELDS
"""H6: a month whole and any four cards, less the fields of two whole months, which are counted twice."""
FOUR_PAIRS = comb(12, 4) * comb(4, 2) ** 4 / FIELDS
"""H7: four months, and two cards of each."""


class Share(NamedTuple):
    """How often something happened in so many trials, and how often it is to be expected."""

    what: str
    happened: int
    trials: int
    expected: float

    @property
    def measured(self) -> float:
        return self.happened / self.trials

    @property
    def error(self) -> float:
        """One standard error, of the expected share."""
        return sqrt(self.expected * (1 - self.expected) / self.trials)

    @property
    def off(self) -> float:
        """How many standard errors the measured share is away from the expected one."""
        return (self.measured - self.expected) / self.error


def measure(deals: int, rng: Random) -> tuple[Share, Share]:
    """Shuffles and deals so many times to two players. Hands are looked at in the deals that stand."""
    state = hanafuda.setup(hanafuda.Options(), 2)
    if hanafuda.to_act(state) == {CHANCE} and isinstance(hanafuda.chance(state), Choose):
        state = hanafuda.draw(state, Chosen(0)).state
    order, again, pairs = list(HANAFUDA), 0, 0
    for _ in range(deals):
        rng.shuffle(order)
        kinds = [event.get("hand", event["type"]) for event in hanafuda.draw(state, Shuffled(tuple(order))).events]
        again += "redealt" in kinds
        pairs += kinds.count("four_pairs")
    return (
        Share("H6: four of a month among eight on the field", again, deals, FOUR_OF_A_MONTH),
        Share("H7: four pairs in a hand of eight", pairs, 2 * (deals - again), FOUR_PAIRS),
    )


def main(arguments: list[str]) -> int:
    """The command. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=0, help="of the generator; the same seed deals the same")
    asked = parser.parse_args(arguments)
    shares = measure(asked.deals, Random(asked.seed))
    print(f"{'':46}{'happened':>9}{'of':>9}{'measured':>11}{'error':>10}{'expected':>11}{'off':>6}")
    for share in shares:
        row = f"{share.measured:>11.4%}{share.error:>10.4%}{share.expected:>11.4%}{share.off:>+6.1f}"
        print(f"{share.what:<46}{share.happened:>9}{share.trials:>9}{row}")
    return 1 if any(abs(share.off) > FAR for share in shares) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
