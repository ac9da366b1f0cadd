"""Agurk: keep a low last card, and stay at 21 penalty points or less.

The rules, by the ids that code and tests cite:

A1   55 cards: 2-10, J=11, Q=12, K=13, A=14 in four suits, three jokers of rank 15. Suits never matter.
A2   2 to 7 players.
A3   Player 1 of the first round is drawn among the seats.
A4   Hand size by round: 7 6 5 4 3 2 1 2 3 4 5 6, then again from 7.
A5   Penalty cards stay out of the deck for the rest of the match, also those of players who are out. When the deck
     cannot give everybody the round's hand size, the size falls until it can.
A6   Turns go clockwise. Player 1 leads the first cycle, later who played the highest card, of equals the most recent.
A7   The leader plays one card, or several of one rank, and keeps at least one.
A8   The others play as many cards: all at least as high as the highest on the table in this cycle, or exactly their
     lowest. A high card inside a lowest set counts as the highest; of equally low cards any will do.
A8b  Every card of a play is in the hand, each named once.
A9   A follower's cards need not share a rank.
A10  When everybody holds one card, the round ends and the server turns these over; at hand size 1 there is no cycle.
A11  Whoever holds the highest last card takes it as a penalty of its rank.
A12  The lowest last card makes the next Player 1. Who tie draw a card each from the stock, clockwise from this round's
     Player 1; the lowest wins, equals draw again; if the stock cannot serve them all, chance chooses among them.
A13  All last cards equal: everybody takes theirs, and chance chooses Player 1 among those still in.
A14  A penalty above 21 puts a player out, exactly 21 does not.
A15  The last player in wins.
A16  If all who were left pass 21 in one round, the lowest penalty among them wins; of equals chance chooses one.
A17  Who leaves before the leader has played is out at once; if it was the leader, the next player clockwise leads.
A18  Who leaves during a cycle is passed over; what they played stays and counts. If they would lead the next cycle, the
     next player clockwise does.
A19  A leaver's hand is out of play: not compared, no penalty, no Player 1. Who is gone is not dealt to.
A20  One player left in the match: that player wins at once. A room that closes abandons the match: nobody wins.
A21  A Player 1 who is gone when the next round is dealt: the next player clockwise.
A22  The clock plays the leader's lowest card, a follower's lowest set; of equal cards the first in deck order.

Who leaves drops from the candidates of a pending choice (also of A16's, whose candidates are out but not gone); one
candidate left needs no draw. Places (L11): the winner, then those out by round (later first) and penalty, then leavers
(the last to leave first); points are the players placed behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import combinations, groupby, pairwise
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from server.games.api import (
    CHANCE,
    Choose,
    Chosen,
    Draw,
    Drawn,
    Event,
    Move,
    Offer,
    Outcome,
    Refused,
    Shuffle,
    Shuffled,
    Step,
)
from server.games.cards import BRIDGE, BRIDGE_RANK, in_deck_order, stacked

NAME = "agurk"
TITLE = "Agurk"
RULES = 1
SEATS = (2, 7)  # A2

HAND_SIZES: Final = (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)  # A4
LIMIT: Final = 21  # A14

Cards: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]
Ended: TypeAlias = Literal["", "cycle", "round"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agurk has no options."""


class Phase(Enum):
    """What the match waits for."""

    FIRST = "first"  # chance: the first Player 1 (A3)
    DEAL = "deal"  # chance: the deck
    PLAY = "play"  # the seat `turn`
    LOWEST = "lowest"  # chance: Player 1 among those who tie for lowest (A12)
    EQUAL = "equal"  # chance: Player 1 when all last cards were equal (A13)
    WINNER = "winner"  # chance: the winner among equals over 21 (A16)
    OVER = "over"


class Play(msgspec.Struct, frozen=True):
    """One play of the cycle: cards in the order in which they were named, and the highest rank among them."""

    seat: int
    cards: Cards
    high: int


class Exit(msgspec.Struct, frozen=True):
    """A seat that went out (A14) or left, and the round in which it did."""

    seat: int
    round: int
    left: bool


class State(msgspec.Struct, frozen=True):
    """A match. By seat: `hands`, `penalties` (the cards taken), `scores` (their sums). Hands are in deck order."""

    hands: tuple[Cards, ...]
    penalties: tuple[Cards, ...]
    scores: tuple[int, ...]
    active: Seats  # still in, sorted
    phase: Phase = Phase.FIRST
    round: int = 1
    hand_size: int = HAND_SIZES[0]
    player_one: int | None = None
    turn: int | None = None  # the seat to act in PLAY
    table: tuple[Play, ...] = ()  # this cycle's plays in order
    pile: Cards = ()  # played in earlier cycles of the round
    stock: Cards = ()  # not dealt, top first
    dead: Cards = ()  # hands of those who left in this round (A19)
    candidates: Seats = ()  # of a pending choice, sorted
    exits: tuple[Exit, ...] = ()  # in the order in which it happened
    result: Outcome | None = None


# --- what a host asks ------------------------------------------------------------------------------------------------


def setup(options: Options, seats: int) -> State:
    """The state before the first entry: Player 1 is to be drawn (A3). Raises ValueError outside 2-7 seats (A2)."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Agurk is for {SEATS[0]} to {SEATS[1]} players, not {seats}")
    everybody = tuple(range(seats))
    nothing: tuple[Cards, ...] = ((),) * seats
    return State(hands=nothing, penalties=nothing, scores=(0,) * seats, active=everybody, candidates=everybody)


def to_act(state: State) -> frozenset[Any]:
    """The seat whose turn it is, or CHANCE, or nobody."""
    if state.turn is not None:
        return frozenset((state.turn,))
    return frozenset() if state.phase is Phase.OVER else frozenset((CHANCE,))


def chance(state: State) -> Draw:
    """The deck without penalty cards (A5), or the candidates of a choice."""
    if state.phase is Phase.DEAL:
        return Shuffle(deck=_deck(state))
    if state.candidates:
        return Choose(among=state.candidates)
    raise AssertionError("nothing is to be drawn")


def draw(state: State, drawn: Drawn) -> Step:
    """Takes a deck order or a chosen seat. Raises Refused `match_over`, `bad_chance`."""
    if state.phase is Phase.OVER:
        raise Refused("match_over", "the match is over")
    if state.phase is Phase.DEAL and isinstance(drawn, Shuffled):
        deck = stacked(drawn.order, _deck(state))
        if deck is None:
            raise Refused("bad_chance", "a deck order names cards of the deck, each once")
        return _deal(state, deck)
    if state.candidates and isinstance(drawn, Chosen):
        if type(drawn.item) is not int or drawn.item not in state.candidates:
            raise Refused("bad_chance", f"one of the seats {state.candidates} is to be chosen")
        events: list[Event] = []
        return Step(_chosen(state, drawn.item, events), tuple(events))
    raise Refused("bad_chance", "this is not what is to be drawn now")


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """Every play the seat may make now, cards in deck order, the lowest first."""
    if seat != state.turn:
        return ()
    return tuple([{"type": "play", "cards": cards} for cards in _choices(state)])


def apply(state: State, seat: int, move: Any) -> Step:
    """Takes a play; the cards may be named in any order, and the table shows them in that order. Raises Refused
    `match_over`, `not_your_turn`, `wrong_type`, `not_in_hand`, `wrong_count`, `ranks_differ`, `must_keep_one`,
    `too_low`, the first that applies."""
    if state.phase is Phase.OVER:
        raise Refused("match_over", "the match is over")
    if seat != state.turn:
        raise Refused("not_your_turn", "it is not your turn")
    named = _named(move)
    hand = state.hands[seat]
    _in_hand(named, hand)
    cards = named if len(named) == 1 else in_deck_order(named)
    if cards not in _choices(state):
        raise _why_not(state, hand, cards)
    left = tuple([card for card in hand if card not in cards])
    play = Play(seat, named, BRIDGE_RANK[cards[-1]])
    state = replace(state, hands=_with(state.hands, seat, left), table=(*state.table, play))
    events: list[Event] = [{"type": "played", "seat": seat, "cards": named, "left": len(left)}]
    state, ended = _next_turn(state, seat, events)
    return Step(state, tuple(events), {"type": "play", "cards": named}, ended)


def leave(state: State, seat: int) -> Step:
    """A17-A21: the seat is out from this moment. Raises Refused `match_over`, `not_your_turn` (out or gone already)."""
    if state.phase is Phase.OVER:
        raise Refused("match_over", "the match is over")
    if seat not in state.active and seat not in state.candidates:
        raise Refused("not_your_turn", "this seat is no longer in the match")
    events: list[Event] = [{"type": "left", "seat": seat}]
    state = _without(state, seat)
    ended: Ended = ""
    if len(state.active) == 1:  # A20
        state = _finish(state, state.active[0], "others_left", events)
    elif state.phase is Phase.PLAY:
        state, ended = _leave_round(state, seat, events)
    elif len(state.candidates) == 1:
        state = _chosen(state, state.candidates[0], events)
    return Step(state, tuple(events), {}, ended)


def give_back(state: State, seat: int) -> Step:
    """Nobody stands in for a leaver in Agurk, so nothing can be given back. Raises Refused always."""
    if state.phase is Phase.OVER:
        raise Refused("match_over", "the match is over")
    raise Refused("not_your_turn", "who leaves Agurk is out of the match")


def abandon(state: State) -> Step:
    """The room closed (A20): over, no winners. Raises Refused `match_over`."""
    if state.phase is Phase.OVER:
        raise Refused("match_over", "the match is over")
    result = Outcome(winners=(), scores=state.scores, places=(), points=(), reason="abandoned")
    return Step(
        _over(state, result), ({"type": "match_over", "winners": (), "scores": state.scores, "reason": "abandoned"},)
    )


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """A22: the lowest cards, as many as are due."""
    if seat != state.turn:
        raise AssertionError("the clock plays only for the seat to act")
    return ({"type": "play", "cards": state.hands[seat][: _count(state)]},)


def table(state: State) -> Mapping[str, Any]:
    """The fields of the records page, and with them `counts` (cards in hand) and `penalties` (cards taken), by seat."""
    active = state.active
    return {
        "scores": state.scores,
        "round": state.round,
        "hand_size": state.hand_size,
        "player_one": state.player_one,
        "out": [seat for seat in range(len(state.scores)) if seat not in active],
        "table": [{"seat": play.seat, "cards": play.cards} for play in state.table],
        "counts": [len(hand) for hand in state.hands],
        "penalties": state.penalties,
    }


def seat(state: State, seat: int) -> Mapping[str, Any]:
    """The hand, in deck order; empty for a seat that is out and while chance is to act."""
    return {"hand": state.hands[seat]}


def bots(state: State) -> Seats:
    """Nobody stands in for anybody."""
    return ()


def present(state: State) -> Seats:
    """Who may still leave: the seats still in, or the candidates of A16."""
    return state.candidates if state.phase is Phase.WINNER else state.active


def outcome(state: State) -> Outcome | None:
    """None while the match runs."""
    return state.result


# --- dealing ---------------------------------------------------------------------------------------------------------


def _deck(state: State) -> Cards:
    """A5: the deck in deck order without the penalty cards."""
    taken = {card for cards in state.penalties for card in cards}
    return tuple(card for card in BRIDGE if card not in taken)


def _deal(state: State, deck: Cards) -> Step:
    """A4, A5, A21: blocks of the hand size clockwise from Player 1; at hand size 1 the round ends here."""
    if state.player_one is None:
        raise AssertionError("Player 1 is known before the first deal")
    first = state.player_one if state.player_one in state.active else _after(state.active, state.player_one)  # A21
    order = _clockwise(state.active, first)
    size = min(HAND_SIZES[(state.round - 1) % len(HAND_SIZES)], len(deck) // len(order))  # A4, A5
    if size < 1:
        raise AssertionError("penalties of 21 and less leave a card for everybody")
    hands = [()] * len(state.hands)  # type: list[Cards]
    for place, seat in enumerate(order):
        hands[seat] = in_deck_order(deck[place * size : (place + 1) * size])
    state = replace(
        state,
        phase=Phase.PLAY,
        hand_size=size,
        player_one=first,
        turn=first,
        hands=tuple(hands),
        stock=deck[size * len(order) :],
    )
    events: list[Event] = [
        {
            "type": "dealt",
            "round": state.round,
            "hand_size": size,
            "player_one": first,
            "counts": [len(hand) for hand in hands],
            "stock": len(state.stock),
        }
    ]
    if size > 1:
        return Step(state, tuple(events))
    return Step(_end_round(state, events), tuple(events), {}, "round")  # A10


# --- playing ---------------------------------------------------------------------------------------------------------


def _choices(state: State) -> list[Cards]:
    """What the seat to act may play, in deck order."""
    if state.turn is None:
        raise AssertionError("somebody is to act")
    hand = state.hands[state.turn]
    if not state.table:
        return _leads(hand)
    return _follows(hand, _count(state), max([play.high for play in state.table]))


def _count(state: State) -> int:
    """A8: as many cards as the leader; the clock leads with one (A22)."""
    return len(state.table[0].cards) if state.table else 1


def _leads(hand: Cards) -> list[Cards]:
    """A7: one card or several of one rank, keeping at least one."""
    found: list[Cards] = []
    for _, same in groupby(hand, BRIDGE_RANK.__getitem__):
        cards = tuple(same)
        for count in range(1, min(len(cards), len(hand) - 1) + 1):
            found.extend(combinations(cards, count))
    return found


def _follows(hand: Cards, count: int, highest: int) -> list[Cards]:
    """A8, A9: the lowest sets, then all sets of cards at least as high as the highest so far."""
    high = [card for card in hand if BRIDGE_RANK[card] >= highest]
    if len(high) == len(hand):  # then a lowest set is among the high ones
        return list(combinations(high, count))
    return _lowest_sets(hand, count) + list(combinations(high, count))


def _lowest_sets(hand: Cards, count: int) -> list[Cards]:
    """A8: the lowest cards as ranks; of the cards that share the last of these ranks, any."""
    last = BRIDGE_RANK[hand[count - 1]]
    below = tuple([card for card in hand if BRIDGE_RANK[card] < last])
    equal = [card for card in hand if BRIDGE_RANK[card] == last]
    return [below + some for some in combinations(equal, count - len(below))]


def _named(move: Any) -> Cards:
    """The cards a move names. Raises Refused `wrong_type` for anything that is no play."""
    if not isinstance(move, Mapping) or move.get("type") != "play":
        raise Refused("wrong_type", 'a move here is {"type": "play", "cards": [...]}')
    cards = move.get("cards")
    if not isinstance(cards, (list, tuple)) or not all(isinstance(card, str) for card in cards):
        raise Refused("wrong_type", "`cards` is a list of card names")
    return tuple(cards)


def _in_hand(named: Cards, hand: Cards) -> None:
    """A8b. Raises Refused `not_in_hand`."""
    for card in named:
        if card not in hand:
            raise Refused("not_in_hand", f"you do not hold {card[:8]}")
    if len(set(named)) != len(named):
        raise Refused("not_in_hand", "a card is named twice")


def _why_not(state: State, hand: Cards, cards: Cards) -> Refused:
    """The code for cards of this hand that may not be played now."""
    if not cards:
        return Refused("wrong_count", "play at least one card")
    if state.table:
        if len(cards) != _count(state):
            return Refused("wrong_count", f"the leader played {_count(state)}, so do you")
        return Refused("too_low", "play cards at least as high as the highest on the table, or exactly your lowest")
    if BRIDGE_RANK[cards[0]] != BRIDGE_RANK[cards[-1]]:
        return Refused("ranks_differ", "several cards that lead share one rank")
    if len(cards) == len(hand):
        return Refused("must_keep_one", "keep at least one card in hand")
    raise AssertionError("one card, or several of one rank with one kept, may lead")


def _next_turn(state: State, seat: int, events: list[Event]) -> tuple[State, Ended]:
    """A6: the next player clockwise from `seat`, or the end of the cycle when that one has played."""
    following = _after(state.active, seat)
    for play in state.table:
        if play.seat == following:
            return _end_cycle(state, events)
    return replace(state, turn=following), ""


def _end_cycle(state: State, events: list[Event]) -> tuple[State, Ended]:
    """A6, A18: the highest card leads, of equals the most recent; A10: with one card each the round ends."""
    highest = state.table[0]
    for play in state.table:
        if play.high >= highest.high:
            highest = play
    leader = highest.seat if highest.seat in state.active else _after(state.active, highest.seat)
    pile = state.pile + tuple([card for play in state.table for card in play.cards])
    state = replace(state, table=(), pile=pile, turn=leader)
    last = len(state.hands[leader]) == 1
    events.append({"type": "cycle_ended", "highest": highest.seat, "leader": None if last else leader})
    if last:
        return _end_round(state, events), "round"
    return state, "cycle"


# --- the end of a round ----------------------------------------------------------------------------------------------


def _end_round(state: State, events: list[Event]) -> State:
    """A10-A16: turns the last cards over, gives penalties, says who begins next or who won."""
    if state.player_one is None:
        raise AssertionError("a round has a Player 1")
    last = {seat: state.hands[seat][0] for seat in _clockwise(state.active, state.player_one)}
    ranks = {seat: BRIDGE_RANK[card] for seat, card in last.items()}
    highest, lowest = max(ranks.values()), min(ranks.values())
    events.append({"type": "turned", "cards": _shown(last)})
    stock = state.stock
    state = _penalise(state, {seat: card for seat, card in last.items() if ranks[seat] == highest}, events)
    in_before = state.active
    state = _put_out(_cleared(state), events)
    if len(state.active) == 1:  # A15
        return _finish(state, state.active[0], "last_one_in", events)
    if not state.active:  # A16
        return _all_out(state, in_before, events)
    if highest == lowest:  # A13
        return replace(state, phase=Phase.EQUAL, candidates=state.active)
    return _draw_for_lowest(state, [seat for seat in last if ranks[seat] == lowest], stock, events)


def _penalise(state: State, taken: dict[int, str], events: list[Event]) -> State:
    """A11: each of these seats takes its card, which leaves the deck (A5)."""
    penalties = tuple([(*cards, taken[seat]) if seat in taken else cards for seat, cards in enumerate(state.penalties)])
    scores = tuple([sum([BRIDGE_RANK[card] for card in cards]) for cards in penalties])
    events.append({"type": "penalties", "cards": _shown(taken), "scores": scores})
    return replace(state, penalties=penalties, scores=scores)


def _put_out(state: State, events: list[Event]) -> State:
    """A14: more than 21 is out."""
    out = [seat for seat in state.active if state.scores[seat] > LIMIT]
    events.extend([{"type": "out", "seat": seat, "penalty": state.scores[seat]} for seat in out])
    exits = tuple([Exit(seat, state.round, left=False) for seat in out])
    return replace(state, active=_minus(state.active, out), exits=state.exits + exits)


def _all_out(state: State, in_before: Seats, events: list[Event]) -> State:
    """A16: the lowest penalty among those who went out in this round wins; of equals one is to be drawn."""
    lowest = min([state.scores[seat] for seat in in_before])
    best = tuple([seat for seat in in_before if state.scores[seat] == lowest])
    if len(best) == 1:
        return _finish(state, best[0], "lowest_penalty", events)
    return replace(state, phase=Phase.WINNER, candidates=best)


def _draw_for_lowest(state: State, tied: list[int], stock: Cards, events: list[Event]) -> State:
    """A12: those who tie, clockwise from this round's Player 1, draw from the top of the stock until one is lowest."""
    while 1 < len(tied) <= len(stock):
        drawn = dict(zip(tied, stock, strict=False))
        stock = stock[len(tied) :]
        events.append({"type": "drawn", "cards": _shown(drawn)})
        lowest = min([BRIDGE_RANK[card] for card in drawn.values()])
        tied = [seat for seat in tied if BRIDGE_RANK[drawn[seat]] == lowest]
    if len(tied) == 1:
        return _next_round(state, tied[0], events)
    return replace(state, phase=Phase.LOWEST, candidates=tuple(sorted(tied)))


def _chosen(state: State, seat: int, events: list[Event]) -> State:
    """A3, A12, A13, A16: one candidate was drawn, or is the only one left."""
    if state.phase is Phase.WINNER:
        return _finish(state, seat, "drawn", events)
    return _next_round(state, seat, events)


def _next_round(state: State, first: int, events: list[Event]) -> State:
    """The deck is to be shuffled, and `first` is Player 1."""
    number = state.round if state.phase is Phase.FIRST else state.round + 1
    events.append({"type": "player_one", "seat": first})
    return replace(state, phase=Phase.DEAL, round=number, player_one=first, candidates=())


# --- leaving and the end ---------------------------------------------------------------------------------------------


def _without(state: State, seat: int) -> State:
    """A19: the seat is gone, its hand out of play. Of a candidate of A16 the exit becomes a leaver's."""
    exits = tuple([gone for gone in state.exits if gone.seat != seat])
    return replace(
        state,
        active=_minus(state.active, (seat,)),
        candidates=_minus(state.candidates, (seat,)),
        hands=_with(state.hands, seat, ()),
        dead=state.dead + state.hands[seat],
        exits=(*exits, Exit(seat, state.round, left=True)),
    )


def _leave_round(state: State, seat: int, events: list[Event]) -> tuple[State, Ended]:
    """A17, A18: a leaver whose turn it was is passed over; before the first play that means: the next one leads."""
    if seat != state.turn:
        return state, ""
    if state.table:
        return _next_turn(state, seat, events)
    leader = _after(state.active, seat)
    events.append({"type": "leads", "seat": leader})
    return replace(state, turn=leader), ""


def _finish(state: State, winner: int, reason: str, events: list[Event]) -> State:
    """The match has a winner; L11 gives places and points."""
    keys = [_standing(state, seat, winner) for seat in range(len(state.scores))]
    result = Outcome(
        winners=(winner,),
        scores=state.scores,
        places=tuple([1 + sum([other < key for other in keys]) for key in keys]),
        points=tuple([sum([other > key for other in keys]) for key in keys]),
        reason=reason,
    )
    events.append({"type": "match_over", "winners": (winner,), "scores": state.scores, "reason": reason})
    return _over(state, result)


def _standing(state: State, seat: int, winner: int) -> tuple[int, int, int]:
    """L11: a key that sorts seats from first to last."""
    if seat == winner:
        return (0, 0, 0)
    for order, gone in enumerate(state.exits):
        if gone.seat == seat:
            return (2, -order, 0) if gone.left else (1, -gone.round, state.scores[seat])
    raise AssertionError("who did not win went out or left")


def _over(state: State, result: Outcome) -> State:
    """The cards are put away and nothing is to be done any more."""
    return replace(_cleared(state), phase=Phase.OVER, candidates=(), result=result)


def _cleared(state: State) -> State:
    """No card lies anywhere but in front of who took it; nobody is to act."""
    return replace(state, hands=((),) * len(state.hands), table=(), pile=(), stock=(), dead=(), turn=None)


# --- small things ----------------------------------------------------------------------------------------------------


def _after(active: Seats, seat: int) -> int:
    """A6: the next active seat clockwise from `seat`."""
    for other in active:
        if other > seat:
            return other
    return active[0]


def _clockwise(active: Seats, first: int) -> Seats:
    """The active seats clockwise from `first`, which need not be active."""
    return tuple([seat for seat in active if seat >= first] + [seat for seat in active if seat < first])


def _minus(seats: Seats, gone: Iterable[int]) -> Seats:
    return tuple([seat for seat in seats if seat not in gone])


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _shown(cards: dict[int, str]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card} for seat, card in cards.items()]


# --- for the laws of the conformance suite, and for people ---------------------------------------------------------


def cards(state: State) -> Cards:
    """Every card of the match while a round runs; empty while chance or nobody holds the deck."""
    if state.phase is not Phase.PLAY:
        return ()
    played = [card for play in state.table for card in play.cards]
    held = [card for zone in (*state.hands, *state.penalties) for card in zone]
    return (*held, *played, *state.pile, *state.stock, *state.dead)


def swapped(state: State, viewer: int | None) -> tuple[State, ...]:
    """Neighbouring hidden zones (others' hands, the stock, hands out of play) with their first cards swapped."""
    zones = [f"{seat}" for seat, hand in enumerate(state.hands) if hand and seat != viewer]
    zones += [name for name in ("stock", "dead") if getattr(state, name)]
    return tuple([_swap(state, one, other) for one, other in pairwise(zones)])


def _swap(state: State, one: str, other: str) -> State:
    first, second = _zone(state, one), _zone(state, other)
    state = _replaced(state, one, (second[0], *first[1:]))
    return _replaced(state, other, (first[0], *second[1:]))


def _zone(state: State, name: str) -> Cards:
    return {"stock": state.stock, "dead": state.dead}[name] if not name.isdigit() else state.hands[int(name)]


def _replaced(state: State, name: str, zone: Cards) -> State:
    if name.isdigit():
        return replace(state, hands=_with(state.hands, int(name), in_deck_order(zone)))
    return replace(state, **{name: zone})


def words(event: Event, names: tuple[str, ...]) -> str:
    """One line for a person."""
    match event["type"]:
        case "player_one":
            return f"{names[event['seat']]} is Player 1 of the next deal"
        case "dealt":
            size = event["hand_size"]
            return (
                f"round {event['round']}: {size} card{'s' * (size != 1)} each, {names[event['player_one']]} is Player 1"
            )
        case "played":
            return f"{names[event['seat']]} plays {' '.join(event['cards'])}"
        case "cycle_ended" if event["leader"] is None:
            return "the cycle ends, everybody has one card left"
        case "cycle_ended":
            return f"the cycle ends, {names[event['highest']]} was highest, {names[event['leader']]} leads"
        case "leads":
            return f"{names[event['seat']]} leads now"
        case "turned":
            return f"the last cards: {_listed(event, names)}"
        case "penalties":
            return f"penalties: {_listed(event, names)}; scores {' '.join(map(str, event['scores']))}"
        case "drawn":
            return f"a tie for lowest, drawn: {_listed(event, names)}"
        case "out":
            return f"{names[event['seat']]} is out with {event['penalty']}"
        case "left":
            return f"{names[event['seat']]} leaves the match"
        case "match_over" if event["winners"]:
            return f"{names[event['winners'][0]]} wins the match; scores {' '.join(map(str, event['scores']))}"
        case "match_over":
            return "the match is abandoned, nobody wins"
    raise AssertionError(f"Agurk has no event {event['type']!r}")


def _listed(event: Event, names: tuple[str, ...]) -> str:
    return ", ".join([f"{names[item['seat']]} {item['card']}" for item in event["cards"]])
