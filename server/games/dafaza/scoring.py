"""What a trick, a hand and the match of Dafaza bring, and what follows (D12-D26). The rules are in
docs/rules/dafaza.md."""

from __future__ import annotations

from msgspec.structs import replace

from fudakai.server.games.api import Event, Outcome
from fudakai.server.games.dafaza import events as show
from fudakai.server.games.dafaza.payments import HandPayment, Trick, results, specials_of, who_pays
from fudakai.server.games.dafaza.state import EVERYBODY, NOTHING, Phase, State, next_hand


def pay_specials(state: State, trick: Trick, last: bool, events: list[Event]) -> State:
    """D16-D20: says each special win; before the last trick it is paid at once."""
    for special in specials_of(trick, last):
        payers = who_pays(special, trick)
        if not last:
            state = pay(state, results(trick.winner, dict.fromkeys(payers, -special.points)))
        events.append(show.special(state, trick.winner, special, payers, last))
    return state


def end_hand(state: State, winner: int, payments: list[HandPayment], events: list[Event]) -> State:
    """D12-D15, D26: pays, puts the cards away, and says who is parent next or who won the match."""
    paid = results(winner, {payment.seat: payment.result for payment in payments})
    state = pay(state, paid)
    events.append(show.hand_over(state, winner, payments, paid))
    state = _cleared(state)
    if state.hand == hands_of(state):
        return _finish(state, events)
    state = replace(state, phase=Phase.DEAL, next_parent=winner)
    events.append(show.parent(next_hand(state)))
    return state


def hands_of(state: State) -> int:
    """D26: how many hands the match has."""
    return 1 + state.options.official_hands


def pay(state: State, amounts: tuple[int, ...]) -> State:
    if sum(amounts):
        raise AssertionError("payments sum to zero (D15)")
    return replace(state, scores=tuple([score + amount for score, amount in zip(state.scores, amounts, strict=True)]))


def _cleared(state: State) -> State:
    """Nobody holds cards or is to act. Folded cards are forgotten (D9)."""
    return replace(
        state, hands=NOTHING, table=(), folded=NOTHING, turn=None, candidates=(), throws=(None,) * len(EVERYBODY)
    )


def _finish(state: State, events: list[Event]) -> State:
    """D26, L11: places by score, equal scores share one; points are what the match added to the 100."""
    scores = state.scores
    places = tuple([1 + sum([other > score for other in scores]) for score in scores])
    result = Outcome(
        winners=tuple([seat for seat in EVERYBODY if places[seat] == 1]),
        scores=scores,
        places=places,
        points=tuple([score - 100 for score in scores]),
        reason="hands_played",
    )
    return _over(state, result, events)


def abandoned(state: State, events: list[Event]) -> State:
    result = Outcome(winners=(), scores=state.scores, places=(), points=(), reason="abandoned")
    return _over(state, result, events)


def _over(state: State, result: Outcome, events: list[Event]) -> State:
    events.append(show.match_over(result))
    return replace(_cleared(state), phase=Phase.OVER, result=result)
