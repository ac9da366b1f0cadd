"""How a round of the point game and the match are scored (H13-H16). The rules are in docs/rules/hanafuda.md."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from fudakai.server.games.api import Event, Outcome
from fudakai.server.games.flowers.cards import from_dealers_left, playing_order, put_away, value
from fudakai.server.games.flowers.match import Phase, dealer_of
from fudakai.server.games.hanafuda import shapes
from fudakai.server.games.hanafuda.state import State
from fudakai.server.games.shapes import MatchOver, event_of

MOST_ROUNDS: Final = 50
"""H16: a match for a goal or a lead ends here at the latest."""


def end_round(state: State, events: list[Event]) -> State:
    """H13-H15."""
    values = [value(pile) for pile in state.flowers.captured]
    tied = tuple([seat for seat, points in enumerate(values) if points == max(values)])
    winner = _first_of(state, tied)
    if state.options.scoring == "own_points":
        gained = values
    else:
        gained = [sum(values) if seat == winner else 0 for seat in range(len(values))]
    return score_round(state, winner, "most_points", tied if len(tied) > 1 else (), gained, events)


def _first_of(state: State, tied: tuple[int, ...]) -> int:
    """H14: the dealer, else the nearest to the dealer's left, or who plays first."""
    dealer, seats = dealer_of(state), len(state.scores)
    order = from_dealers_left(dealer, seats) if state.options.tie == "dealers_left" else playing_order(dealer, seats)
    return next(seat for seat in order if seat in tied)


def score_round(
    state: State, winner: int, why: shapes.Ending, tied: tuple[int, ...], gained: list[int], events: list[Event]
) -> State:
    """Adds the round's points; the winner deals next (H4), or the match is over (H16)."""
    scores = tuple([score + points for score, points in zip(state.scores, gained, strict=True)])
    events.append(
        event_of(
            shapes.RoundScored,
            round=state.round,
            winner=winner,
            why=why,
            values=tuple([value(pile) for pile in state.flowers.captured]),
            tied=tied,
            gained=tuple(gained),
            scores=scores,
        )
    )
    state = replace(state, scores=scores, flowers=put_away(state.flowers), turn=None)
    reason = _end_of_match(state)
    if reason is not None:
        leaders = tuple([seat for seat, score in enumerate(scores) if score == max(scores)])
        return finish(state, _first_of(state, leaders), reason, events)
    return replace(state, phase=Phase.DEAL, next_dealer=winner)


def _end_of_match(state: State) -> str | None:
    """H16: why the match is over after this round, if it is."""
    options = state.options
    if options.match_end == "rounds":
        return "rounds" if state.round >= options.rounds else None
    first, second, *_ = sorted(state.scores, reverse=True)
    if options.match_end == "goal" and first >= options.goal:
        return "goal"
    if options.match_end == "lead" and first - second >= options.lead:
        return "lead"
    return "fifty_rounds" if state.round >= MOST_ROUNDS else None


def finish(state: State, winner: int, reason: str, events: list[Event]) -> State:
    """The match has a winner; the others' places are by score (L11)."""
    keys = [(seat != winner, -score) for seat, score in enumerate(state.scores)]
    result = Outcome(
        winners=(winner,),
        scores=state.scores,
        places=tuple([1 + sum([other < key for other in keys]) for key in keys]),
        points=state.scores,
        reason=reason,
    )
    return _over(state, result, events)


def abandoned(state: State, events: list[Event]) -> State:
    return _over(state, Outcome((), state.scores, (), (), "abandoned"), events)


def _over(state: State, result: Outcome, events: list[Event]) -> State:
    events.append(event_of(MatchOver, winners=result.winners, scores=result.scores, reason=result.reason))
    flowers = put_away(state.flowers)
    return replace(state, phase=Phase.OVER, flowers=flowers, turn=None, candidates=(), result=result)
