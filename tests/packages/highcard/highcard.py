"""High card: each plays a card, and the highest takes the point.

C1  The bridge deck, 55 cards; Agurk's ranks: ace 14, joker 15. Suits never matter. 2 to 4 players.
C2  Chance shuffles once, and everybody is dealt 3 cards (an option: 1 to 5). Seat 0 leads the first round.
C3  In each round everybody plays one card, clockwise from the leader. The highest takes a point, of equals the one
    played first, and leads the next round.
C4  When all hands are empty the most points win. Equal scores share a place. Points: the players placed behind.
C5  Who leaves is stood in for, and may come back. With only stand-ins left the match is abandoned.
C6  The clock plays the first card of the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from fudakai.server.games.api import CHANCE, Draw, Drawn, Event, IllegalMove, Move, Offer, Outcome, Shuffle, Step
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.cards import BRIDGE, BRIDGE_CARDS, BRIDGE_RANK, in_deck_order
from fudakai.server.games.chance import the_order
from fudakai.server.games.options import Described
from fudakai.server.games.shapes import (
    Bots,
    Counts,
    Left,
    MatchOver,
    Number,
    Returned,
    Scores,
    SeatNumber,
    Shaped,
    Shapes,
)

NAME: Final = "highcard"
TITLE: Final = "High card"
RULES: Final = 1
SEATS: Final = (2, 4)
CARDS: Final = BRIDGE_CARDS
MATCH_OPTIONS: Final[tuple[str, ...]] = ()

Card: TypeAlias = Annotated[str, Meta(pattern=BRIDGE_CARDS.pattern)]
Cards: TypeAlias = tuple[str, ...]


class Options(Described, frozen=True, forbid_unknown_fields=True):
    """What may be chosen."""

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType({"cards": "cards dealt to each player"})
    cards: Annotated[int, Meta(ge=1, le=5)] = 3


class State(msgspec.Struct, frozen=True):
    """A match. `stock` is what was not dealt; `turn` is None while chance shuffles and when the match is over."""

    size: int
    hands: tuple[Cards, ...]
    scores: tuple[int, ...]
    turn: int | None = None
    plays: tuple[tuple[int, str], ...] = ()
    pile: Cards = ()
    stock: Cards = ()
    bots: tuple[int, ...] = ()
    result: Outcome | None = None


class Play(Shaped, frozen=True, tag="play"):
    """To play that card."""

    card: Card


class Played(Shaped, frozen=True, tag="played"):
    """A seat played a card."""

    seat: SeatNumber
    card: Card


class Dealt(Shaped, frozen=True, tag="dealt"):
    """The cards were dealt."""

    counts: Counts


class RoundWon(Shaped, frozen=True, tag="round_won"):
    """The highest card took the point."""

    seat: SeatNumber
    scores: Scores


class SeatCard(msgspec.Struct, frozen=True):
    """A card of this round."""

    seat: SeatNumber
    card: Card


class Table(msgspec.Struct, frozen=True):
    """What everybody knows."""

    scores: Scores
    round: Number
    table: tuple[SeatCard, ...]
    counts: Counts
    bots: Bots


class Private(msgspec.Struct, frozen=True):
    """What only the seat knows."""

    hand: tuple[Card, ...]


SHAPES: Final = Shapes(
    moves=(Play,),
    offers=(Play,),
    table=Table,
    private=Private,
    events=(Dealt, Played, RoundWon, Left, Returned, MatchOver),
    codes=MappingProxyType({}),
    reasons=MappingProxyType({"most_points": "all cards are played", "abandoned": "nobody was left at the table"}),
)


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    return options


def setup(options: Options, seats: int) -> State:
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"High card is for {SEATS[0]} to {SEATS[1]} players, not {seats}")
    return State(options.cards, ((),) * seats, (0,) * seats)


def to_act(state: State) -> frozenset[Any]:
    if state.result is not None:
        return frozenset()
    return frozenset((CHANCE if state.turn is None else state.turn,))


def chance(state: State) -> Draw:
    if CHANCE not in to_act(state):
        raise AssertionError("nothing is to be drawn")
    return Shuffle(BRIDGE)


def draw(state: State, drawn: Drawn) -> Step:
    _check_running(state)
    if state.turn is not None:
        raise IllegalMove("bad_chance", "nothing is to be drawn now")
    order, size, seats = the_order(drawn, BRIDGE), state.size, len(state.hands)
    hands = tuple(in_deck_order(order[seat * size : (seat + 1) * size]) for seat in range(seats))
    state = replace(state, hands=hands, stock=order[seats * size :], turn=0)
    return Step(state, ({"type": "dealt", "counts": (size,) * seats},))


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    return tuple({"type": "play", "card": card} for card in state.hands[seat]) if seat == state.turn else ()


def apply(state: State, seat: int, move: Any) -> Step:
    _check_running(state)
    if seat != state.turn:
        raise IllegalMove("not_your_turn", "it is not your turn")
    if not isinstance(move, dict) or move.get("type") != "play" or not isinstance(move.get("card"), str):
        raise IllegalMove("wrong_type", "a move is a play with a card")
    card: str = move["card"]
    if card not in state.hands[seat]:
        raise IllegalMove("not_in_hand", "that card is not in your hand")
    hand = tuple(one for one in state.hands[seat] if one != card)
    plays = (*state.plays, (seat, card))
    state = replace(state, hands=with_seat(state.hands, seat, hand), plays=plays, turn=(seat + 1) % len(state.hands))
    events: list[Event] = [{"type": "played", "seat": seat, "card": card}]
    if len(plays) < len(state.hands):
        return Step(state, tuple(events), {"type": "play", "card": card})
    winner = max(plays, key=lambda play: BRIDGE_RANK[play[1]])[0]  # C3: the first of equals
    scores = with_seat(state.scores, winner, state.scores[winner] + 1)
    state = replace(state, plays=(), pile=(*state.pile, *(card for _, card in plays)), scores=scores, turn=winner)
    events.append({"type": "round_won", "seat": winner, "scores": scores})
    if not hand:
        most = max(scores)
        state = _over(state, tuple(seat for seat, score in enumerate(scores) if score == most), "most_points", events)
    return Step(state, tuple(events), {"type": "play", "card": card}, "round")


def leave(state: State, seat: int) -> Step:
    _check_running(state)
    if seat in state.bots:
        raise IllegalMove("not_your_turn", "a stand-in plays this seat")
    state = replace(state, bots=tuple(sorted((*state.bots, seat))))
    if not present(state):
        events: list[Event] = [{"type": "left", "seat": seat, "stand_in": False}]
        return Step(_over(state, (), "abandoned", events), tuple(events))
    return Step(state, ({"type": "left", "seat": seat, "stand_in": True},))


def give_back(state: State, seat: int) -> Step:
    _check_running(state)
    if seat not in state.bots:
        raise IllegalMove("not_your_turn", "no stand-in plays this seat")
    rest = tuple(one for one in state.bots if one != seat)
    return Step(replace(state, bots=rest), ({"type": "returned", "seat": seat},))


def abandon(state: State) -> Step:
    _check_running(state)
    events: list[Event] = []
    return Step(_over(state, (), "abandoned", events), tuple(events))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    return ({"type": "play", "card": state.hands[seat][0]},)


def table(state: State) -> Mapping[str, Any]:
    return {
        "scores": state.scores,
        "round": min(state.size, sum(state.scores) + 1),
        "table": [{"seat": seat, "card": card} for seat, card in state.plays],
        "counts": [len(hand) for hand in state.hands],
        "bots": bots(state),
    }


def seat(state: State, seat: int) -> Mapping[str, Any]:
    return {"hand": state.hands[seat]}


def bots(state: State) -> tuple[int, ...]:
    return state.bots


def present(state: State) -> tuple[int, ...]:
    return () if state.result else tuple(seat for seat in range(len(state.hands)) if seat not in state.bots)


def outcome(state: State) -> Outcome | None:
    return state.result


def cards(state: State) -> Cards:
    played = tuple(card for _, card in state.plays)
    return (*(card for hand in state.hands for card in hand), *played, *state.pile, *state.stock)


def swapped(state: State, viewer: int | None) -> tuple[State, ...]:
    zones = [*state.hands, state.stock]
    found = []
    for one, other in pairwise(place for place, zone in enumerate(zones) if zone and place != viewer):
        changed = list(zones)
        changed[one], changed[other] = (zones[other][0], *zones[one][1:]), (zones[one][0], *zones[other][1:])
        *hands, stock = changed
        found.append(replace(state, hands=tuple(in_deck_order(hand) for hand in hands), stock=stock))
    return tuple(found)


def words(event: Event, names: tuple[str, ...]) -> str:
    match event["type"]:
        case "dealt":
            return f"{event['counts'][0]} cards each"
        case "played":
            return f"{names[event['seat']]} plays {event['card']}"
        case "round_won":
            return f"{names[event['seat']]} takes the round"
        case "left":
            return f"{names[event['seat']]} leaves"
        case "returned":
            return f"{names[event['seat']]} is back"
        case "match_over":
            return f"won: {', '.join(names[seat] for seat in event['winners']) or 'nobody'}"
    raise AssertionError(f"High card has no event {event['type']!r}")


def _check_running(state: State) -> None:
    if state.result is not None:
        raise IllegalMove("match_over", "the match is over")


def _over(state: State, winners: tuple[int, ...], reason: str, events: list[Event]) -> State:
    scores = state.scores
    places = tuple(1 + sum(other > score for other in scores) for score in scores) if winners else ()
    points = tuple(sum(other < score for other in scores) for score in scores) if winners else ()
    events.append({"type": "match_over", "winners": winners, "scores": scores, "reason": reason})
    result = Outcome(winners=winners, scores=scores, places=places, points=points, reason=reason)
    return replace(state, turn=None, result=result)
