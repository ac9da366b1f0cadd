"""A third game for tests of rooms: three seats with hidden hands, where a stand-in plays for who leaves.

Every seat lays a card in each cycle, all at the same time or (option `turns`) one after the other; what is laid is
secret until all have laid. Beside the single cards there is a template (two cards at once), and `hiki`, which is
refused as long as somebody else holds the lowest card: the seat that asks cannot see that. Whoever lays the highest
card of a cycle scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from fudakai.server.games.api import (
    CHANCE,
    CardNaming,
    Chosen,
    Draw,
    Drawn,
    Event,
    IllegalMove,
    Move,
    Offer,
    Outcome,
    Shuffle,
    Step,
)
from fudakai.server.games.options import Described

NAME = "trio"
TITLE = "Trio"
RULES = 1
SEATS = (3, 3)
MATCH_OPTIONS = ()
CARDS = CardNaming("other", "^t\\d\\d$")
DECK = tuple(f"t{number:02}" for number in range(1, 16))


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """`turns`: one seat after the other. `hiki`: it is offered. `rounds`: so many deals. `hand`: cards each."""

    WORDS = {"turns": "one by one", "hiki": "it is offered", "rounds": "deals", "hand": "cards"}  # noqa: RUF012

    turns: bool = False
    hiki: bool = False
    rounds: int = 2
    hand: int = 4


class State(msgspec.Struct, frozen=True):
    """By seat: the hand, and what is laid in this cycle (None: nothing yet)."""

    options: Options
    hands: tuple[tuple[str, ...], ...] = ((), (), ())
    laid: tuple[tuple[str, ...] | None, ...] = (None, None, None)
    done: tuple[str, ...] = ()
    scores: tuple[int, ...] = (0, 0, 0)
    round: int = 0
    bots: tuple[int, ...] = ()
    result: Outcome | None = None


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """As they are."""
    return options


def setup(options: Options, seats: int) -> State:
    """Before the first deal."""
    if seats != 3:
        raise ValueError("three play")
    return State(options)


def _waiting(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(3) if state.hands[seat] and state.laid[seat] is None)


def to_act(state: State) -> frozenset[Any]:
    """Who has not laid; chance between the rounds."""
    if state.result is not None:
        return frozenset()
    waiting = _waiting(state)
    if not waiting:
        return frozenset({CHANCE})
    return frozenset(waiting[:1] if state.options.turns else waiting)


def chance(state: State) -> Draw:
    """The whole deck."""
    if to_act(state) != {CHANCE}:
        raise AssertionError("nothing is to be drawn")
    return Shuffle(DECK)


def draw(state: State, drawn: Drawn) -> Step:
    """Deals."""
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")
    if to_act(state) != {CHANCE} or isinstance(drawn, Chosen):
        raise IllegalMove("bad_chance", "nothing of that kind is to be drawn")
    deck = (*drawn.order, *(card for card in DECK if card not in drawn.order))
    size = state.options.hand
    hands = tuple(tuple(sorted(deck[seat * size : (seat + 1) * size])) for seat in range(3))
    state = replace(state, hands=hands, laid=(None,) * 3, done=(), round=state.round + 1)
    return Step(state, ({"type": "dealt", "round": state.round},))


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """Each card, any two of them, and hiki."""
    if seat not in to_act(state):
        return ()
    hand = state.hands[seat]
    offers: list[Offer] = [{"type": "lay", "cards": (card,)} for card in hand]
    if len(hand) > 2:
        offers.append({"type": "lay", "count": 2, "among": hand})
    if state.options.hiki:
        offers.append({"type": "hiki"})
    return tuple(offers)


def apply(state: State, seat: int, move: Any) -> Step:
    """Lays one card or two; hiki lays the lowest."""
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")
    if seat not in to_act(state):
        raise IllegalMove("not_your_turn", "you have laid")
    if move == {"type": "hiki"} and state.options.hiki:
        if any(DECK[0] in hand for other, hand in enumerate(state.hands) if other != seat):
            raise IllegalMove("hiki", "somebody else holds the lowest card")
        move = {"type": "lay", "cards": [state.hands[seat][0]]}
    if not isinstance(move, dict) or move.get("type") != "lay" or not isinstance(move.get("cards"), list | tuple):
        raise IllegalMove("wrong_type", "lay cards")
    cards = tuple(sorted(move["cards"]))
    if not 1 <= len(set(cards)) <= 2 or not set(cards) <= set(state.hands[seat]):
        raise IllegalMove("not_in_hand", "one or two cards of yours")
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    state = replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        laid=(*state.laid[:seat], cards, *state.laid[seat + 1 :]),
    )
    events: list[Event] = [{"type": "laid", "seat": seat, "count": len(cards)}]
    logged = {"type": "lay", "cards": cards}
    if _waiting(state):
        return Step(state, tuple(events), logged)
    return _cycle_over(state, events, logged)


def _cycle_over(state: State, events: list[Event], logged: Move) -> Step:
    shown = [(seat, cards) for seat, cards in enumerate(state.laid) if cards is not None]
    best = max(shown, key=lambda play: max(play[1]))[0]
    scores = tuple(score + (seat == best) for seat, score in enumerate(state.scores))
    events.append({"type": "shown", "cards": [{"seat": seat, "cards": cards} for seat, cards in shown]})
    done = (*state.done, *(card for _, cards in shown for card in cards))
    state = replace(state, laid=(None,) * 3, done=done, scores=scores)
    if any(state.hands):
        return Step(state, tuple(events), logged, "cycle")
    if state.round == state.options.rounds:
        winners = tuple(seat for seat in range(3) if scores[seat] == max(scores))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        state = replace(state, result=Outcome(winners, scores, places, scores, "played"))
        events.append({"type": "match_over"})
    return Step(state, tuple(events), logged, "round")


def leave(state: State, seat: int) -> Step:
    """A stand-in plays on."""
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")
    if seat in state.bots:
        raise IllegalMove("not_your_turn", "you have left")
    return Step(
        replace(state, bots=tuple(sorted((*state.bots, seat)))), ({"type": "left", "seat": seat, "stand_in": True},)
    )


def give_back(state: State, seat: int) -> Step:
    """The player is here again."""
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")
    if seat not in state.bots:
        raise IllegalMove("not_your_turn", "nobody stands in for you")
    bots = tuple(other for other in state.bots if other != seat)
    return Step(replace(state, bots=bots), ({"type": "returned", "seat": seat},))


def abandon(state: State) -> Step:
    """Over, without a winner."""
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")
    return Step(replace(state, result=Outcome((), state.scores, (), (), "abandoned")), ({"type": "match_over"},))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """The lowest card."""
    return ({"type": "lay", "cards": state.hands[seat][:1]},)


def table(state: State) -> Mapping[str, Any]:
    """Who has laid, and nobody's card."""
    return {
        "scores": state.scores,
        "round": state.round,
        "counts": tuple(map(len, state.hands)),
        "laid": tuple(cards is not None for cards in state.laid),
        "done": state.done,
    }


def seat(state: State, seat: int) -> Mapping[str, Any]:
    """The own cards."""
    return {"hand": state.hands[seat], "laid": state.laid[seat]}


def bots(state: State) -> tuple[int, ...]:
    """Who has left."""
    return state.bots


def present(state: State) -> tuple[int, ...]:
    """Who has not."""
    return tuple(seat for seat in range(3) if seat not in state.bots)


def outcome(state: State) -> Outcome | None:
    """None while the match runs."""
    return state.result


def cards(state: State) -> tuple[str, ...]:
    """Wherever they lie."""
    laid = [card for cards in state.laid if cards is not None for card in cards]
    return (*(card for hand in state.hands for card in hand), *laid, *state.done)


def swapped(state: State, viewer: int | None) -> tuple[Any, ...]:
    """None are made."""
    return ()


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    who = f"{names[event['seat']]}: " if "seat" in event else ""
    return f"{who}{event['type']}"
