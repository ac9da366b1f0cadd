"""How a round of Koi-Koi and the match are scored (K7, K8). The rules are in docs/rules/koikoi.md."""

from __future__ import annotations

from typing import Final, cast

from msgspec.structs import replace

from fudakai.server.games.api import Event, Outcome
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.flowers.cards import put_away
from fudakai.server.games.flowers.match import Phase
from fudakai.server.games.koikoi import shapes
from fudakai.server.games.koikoi.state import State
from fudakai.server.games.shapes import MatchOver, event_of

MOST_ROUNDS: Final = 50
"""K8: a match for a goal ends here at the latest."""


def end_round(
    state: State,
    winner: int | None,
    points: int,
    deals: int,
    why: shapes.Ending,
    events: list[Event],
    doubled: list[shapes.Doubling] | None = None,
) -> State:
    """Adds the points; `deals` is the next dealer (K8), unless the match is over."""
    if winner is not None:
        state = replace(state, scores=with_seat(state.scores, winner, state.scores[winner] + points))
    yaku = {} if winner is None or why == "exhausted" else state.yaku[winner]
    events.append(
        event_of(
            shapes.RoundScored,
            round=state.round,
            winner=winner,
            why=why,
            yaku=cast(dict[shapes.YakuName, int], yaku),  # the names of yaku.py, which a test holds to the shape
            base=sum(yaku.values()),
            doubled=tuple(doubled or ()),
            points=points,
            scores=state.scores,
        )
    )
    state = replace(state, flowers=put_away(state.flowers), turn=None)
    reason = _end_of_match(state)
    if reason is None:
        return replace(state, phase=Phase.DEAL, next_dealer=deals)
    best = max(state.scores)
    winners = tuple([seat for seat, score in enumerate(state.scores) if score == best])
    return finish(state, winners, reason, events)


def _end_of_match(state: State) -> str | None:
    """K8: why the match is over after this round, if it is."""
    if state.options.goal is None:
        return "rounds" if state.round >= state.options.rounds else None
    if max(state.scores) >= state.options.goal:
        return "goal"
    return "fifty_rounds" if state.round >= MOST_ROUNDS else None


def finish(state: State, winners: tuple[int, ...], reason: str, events: list[Event]) -> State:
    """The match is over; without winners it is abandoned."""
    result = Outcome(
        winners=winners,
        scores=state.scores,
        places=tuple([1 if seat in winners else 2 for seat in (0, 1)]) if winners else (),
        points=state.scores if winners else (),
        reason=reason,
    )
    events.append(event_of(MatchOver, winners=winners, scores=state.scores, reason=reason))
    return replace(state, phase=Phase.OVER, flowers=put_away(state.flowers), turn=None, result=result)
