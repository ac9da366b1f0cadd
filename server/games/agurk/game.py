"""Agurk: keep a low last card, and stay at 21 penalty points or less. The rules A1 to A22 are in docs/rules/agurk.md.

A match deals, plays cycles until every player holds one card, compares these, and draws where players tie. `apply` and
`leave` take what players do, `draw` takes what chance decides. The legal plays (A7 to A9) are in agurk_plays.py, the
state in agurk_state.py. A player who leaves drops out of a pending draw (A12, A13, A16).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from fudakai.server.games.agurk import shapes
from fudakai.server.games.agurk.plays import check_in_hand, check_may_play, choices, due, named_cards
from fudakai.server.games.agurk.shapes import SHAPES as SHAPES
from fudakai.server.games.agurk.state import (
    HAND_SIZES,
    Cards,
    Exit,
    Options as Options,
    Phase,
    Play,
    Seats,
    State,
    after,
    cards as cards,
    cleared,
    clockwise,
    minus,
    swapped as swapped,
)
from fudakai.server.games.agurk.words import words as words
from fudakai.server.games.api import (
    CHANCE,
    Choose,
    Data,
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
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.cards import BRIDGE, BRIDGE_CARDS, BRIDGE_RANK, in_deck_order
from fudakai.server.games.chance import the_choice, the_order
from fudakai.server.games.shapes import Left, MatchOver, event_of, part

NAME = "agurk"
TITLE = "Agurk"
RULES = 1
SEATS = (2, 7)  # A2
CARDS = BRIDGE_CARDS
MATCH_OPTIONS: tuple[str, ...] = ()

LIMIT: Final = 21  # A14

Ended: TypeAlias = Literal["", "cycle", "round"]


# --- what a host asks ------------------------------------------------------------------------------------------------


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """The options unchanged: Player 1 is drawn (A3), whoever sits down and whenever they were born."""
    return options


def setup(options: Options, seats: int) -> State:
    """The state before the first entry: Player 1 is to be drawn (A3). Raises ValueError outside 2-7 seats (A2)."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Agurk is for {SEATS[0]} to {SEATS[1]} players, not {seats}")
    everybody = tuple(range(seats))
    nothing: tuple[Cards, ...] = ((),) * seats
    return State(hands=nothing, penalties=nothing, scores=(0,) * seats, active=everybody, candidates=everybody)


def to_act(state: State) -> frozenset[int]:
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
    """Takes a deck order or a chosen seat. Raises IllegalMove `match_over`, `bad_chance`."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")
    if state.phase is Phase.DEAL:
        return _deal(state, the_order(drawn, _deck(state)))
    if state.candidates:
        events: list[Event] = []
        return Step(_chosen(state, the_choice(drawn, state.candidates), events), tuple(events))
    raise IllegalMove("bad_chance", "nothing is to be drawn now")


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """Every play the seat may make now, cards in deck order, the lowest first."""
    if seat != state.turn:
        return ()
    return tuple([{"type": "play", "cards": cards} for cards in choices(state)])


def apply(state: State, seat: int, move: object) -> Step:
    """Takes a play; the cards may be named in any order, and the table shows them in that order. Raises IllegalMove
    `match_over`, `not_your_turn`, `wrong_type`, `not_in_hand`, `wrong_count`, `ranks_differ`, `must_keep_one`,
    `too_low`, the first that applies."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")
    if seat != state.turn:
        raise IllegalMove("not_your_turn", "it is not your turn")
    named = named_cards(move)
    hand = state.hands[seat]
    check_in_hand(named, hand)
    cards = named if len(named) == 1 else in_deck_order(named)
    check_may_play(state, hand, cards)
    left = tuple([card for card in hand if card not in cards])
    play = Play(seat, named, BRIDGE_RANK[cards[-1]])
    state = replace(state, hands=with_seat(state.hands, seat, left), table=(*state.table, play))
    events: list[Event] = [event_of(shapes.Played, seat=seat, cards=named, left=len(left))]
    state, ended = _next_turn(state, seat, events)
    return Step(state, tuple(events), {"type": "play", "cards": named}, ended)


def leave(state: State, seat: int) -> Step:
    """A17-A21: the seat is out from this moment. Raises IllegalMove `match_over`, and `not_your_turn` for a
    seat that is out or gone already."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")
    if seat not in state.active and seat not in state.candidates:
        raise IllegalMove("not_your_turn", "this seat is no longer in the match")
    events: list[Event] = [event_of(Left, seat=seat, stand_in=False)]
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
    """Nobody stands in for a leaver in Agurk, so nothing can be given back. Raises IllegalMove always."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")
    raise IllegalMove("not_your_turn", "who leaves Agurk is out of the match")


def abandon(state: State) -> Step:
    """The room closed (A20): over, no winners. Raises IllegalMove `match_over`."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")
    result = Outcome(winners=(), scores=state.scores, places=(), points=(), reason="abandoned")
    event = event_of(MatchOver, winners=(), scores=state.scores, reason="abandoned")
    return Step(_over(state, result), (event,))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """A22: the lowest cards, as many as are due."""
    if seat != state.turn:
        raise AssertionError("the clock plays only for the seat to act")
    return ({"type": "play", "cards": state.hands[seat][: due(state)]},)


def table(state: State) -> Data:
    """The fields of a record, and with them `counts` (cards in hand) and `penalties` (cards taken), by seat."""
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


def seat(state: State, seat: int) -> Data:
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
    first = state.player_one if state.player_one in state.active else after(state.active, state.player_one)  # A21
    order = clockwise(state.active, first)
    size = min(HAND_SIZES[(state.round - 1) % len(HAND_SIZES)], len(deck) // len(order))  # A4, A5
    if size < 1:
        raise AssertionError("penalties of 21 and less leave a card for everybody")
    hands: list[Cards] = [()] * len(state.hands)
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
        event_of(
            shapes.Dealt,
            round=state.round,
            hand_size=size,
            player_one=first,
            counts=tuple([len(hand) for hand in hands]),
            stock=len(state.stock),
        )
    ]
    if size > 1:
        return Step(state, tuple(events))
    return Step(_end_round(state, events), tuple(events), {}, "round")  # A10


# --- playing ---------------------------------------------------------------------------------------------------------


def _next_turn(state: State, seat: int, events: list[Event]) -> tuple[State, Ended]:
    """A6: the next player clockwise from `seat`, or the end of the cycle when that one has played."""
    following = after(state.active, seat)
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
    leader = highest.seat if highest.seat in state.active else after(state.active, highest.seat)
    pile = state.pile + tuple([card for play in state.table for card in play.cards])
    state = replace(state, table=(), pile=pile, turn=leader)
    last = len(state.hands[leader]) == 1
    events.append(event_of(shapes.CycleEnded, highest=highest.seat, leader=None if last else leader))
    if last:
        return _end_round(state, events), "round"
    return state, "cycle"


# --- the end of a round ----------------------------------------------------------------------------------------------


def _end_round(state: State, events: list[Event]) -> State:
    """A10-A16: turns the last cards over, gives penalties, says who begins next or who won."""
    if state.player_one is None:
        raise AssertionError("a round has a Player 1")
    last = {seat: state.hands[seat][0] for seat in clockwise(state.active, state.player_one)}
    ranks = {seat: BRIDGE_RANK[card] for seat, card in last.items()}
    highest, lowest = max(ranks.values()), min(ranks.values())
    events.append(event_of(shapes.Turned, cards=_shown(last)))
    stock = state.stock
    state = _penalise(state, {seat: card for seat, card in last.items() if ranks[seat] == highest}, events)
    in_before = state.active
    state = _put_out(cleared(state), events)
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
    events.append(event_of(shapes.Penalties, cards=_shown(taken), scores=scores))
    return replace(state, penalties=penalties, scores=scores)


def _put_out(state: State, events: list[Event]) -> State:
    """A14: more than 21 is out."""
    out = [seat for seat in state.active if state.scores[seat] > LIMIT]
    events.extend([event_of(shapes.Out, seat=seat, penalty=state.scores[seat]) for seat in out])
    exits = tuple([Exit(seat, state.round, left=False) for seat in out])
    return replace(state, active=minus(state.active, out), exits=state.exits + exits)


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
        events.append(event_of(shapes.Drawn, cards=_shown(drawn)))
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
    events.append(event_of(shapes.PlayerOne, seat=first))
    return replace(state, phase=Phase.DEAL, round=number, player_one=first, candidates=())


# --- leaving and the end ---------------------------------------------------------------------------------------------


def _without(state: State, seat: int) -> State:
    """A19: the seat is gone, its hand out of play. Of a candidate of A16 the exit becomes a leaver's."""
    exits = tuple([gone for gone in state.exits if gone.seat != seat])
    return replace(
        state,
        active=minus(state.active, (seat,)),
        candidates=minus(state.candidates, (seat,)),
        hands=with_seat(state.hands, seat, ()),
        dead=state.dead + state.hands[seat],
        exits=(*exits, Exit(seat, state.round, left=True)),
    )


def _leave_round(state: State, seat: int, events: list[Event]) -> tuple[State, Ended]:
    """A17, A18: a leaver whose turn it was is passed over; before the first play that means: the next one leads."""
    if seat != state.turn:
        return state, ""
    if state.table:
        return _next_turn(state, seat, events)
    leader = after(state.active, seat)
    events.append(event_of(shapes.Leads, seat=leader))
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
    events.append(event_of(MatchOver, winners=(winner,), scores=state.scores, reason=reason))
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
    return replace(cleared(state), phase=Phase.OVER, candidates=(), result=result)


def _shown(cards: dict[int, str]) -> tuple[shapes.SeatCard, ...]:
    return tuple([part(shapes.SeatCard, seat=seat, card=card) for seat, card in cards.items()])
