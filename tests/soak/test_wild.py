"""No wild move is ever legal, in any game."""

from __future__ import annotations

from random import Random

import pytest

from fudakai.server.games.api import CHANCE, IllegalMove
from fudakai.testing.cases import Case
from fudakai.testing.play import Habits, match
from tests.conformance.cases import CASES
from tests.soak.kit.wild import wild_move

NO_MOVES = {"match_over", "bad_chance"}


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_a_wild_move_is_refused_in_every_state(case: Case) -> None:
    rng = Random(str(case))
    tried = 0
    for played in match(case.game, case.options, case.seats, rng, Habits()):
        state = played.before
        for seat in case.game.to_act(state) - {CHANCE}:
            for _ in range(3):
                move = wild_move(case.game.legal(state, seat), rng)
                with pytest.raises(IllegalMove) as refused:
                    case.game.apply(state, seat, move)
                assert refused.value.code not in NO_MOVES, move
                tried += 1
        if tried > 300:
            break
    assert tried > 20
