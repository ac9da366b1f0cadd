"""Hanafuda, the point game: take cards by their month; the most points on them win the round.

The rules H1 to H18 are in docs/rules/hanafuda.md. Koi-Koi shares the table and the capture rule (flowers.py), the plain
moves of a turn (flower_moves.py) and the match (flower_match.py). Hiki, the storm card and their refusals are in
hanafuda_plays.py, the end of a round and of the match in hanafuda_scoring.py.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from fudakai.server.games.api import Data, Drawn, Event, IllegalMove, Move, Offer, Step
from fudakai.server.games.cards import FLOWER_CARDS, HANAFUDA, HANAFUDA_MONTH
from fudakai.server.games.chance import the_choice, the_order
from fudakai.server.games.flowers.cards import (
    MONTH,
    Cards,
    counts_by_month,
    dealt,
    from_hand,
    mates,
    months_of,
    next_to_play,
    no_flowers,
    playing_order,
    shown,
    turn_stock,
    value,
)
from fudakai.server.games.flowers.match import (
    Phase,
    cards as cards,
    chance as chance,
    check_running,
    chosen,
    dealer_of,
    dealt_event,
    first_dealer,
    next_round,
    outcome as outcome,
    seat as seat,
    swapped as swapped,
    to_act as to_act,
)
from fudakai.server.games.flowers.moves import PLAY, choices, clock_choice, clock_play, known_move, said_play
from fudakai.server.games.flowers.shapes import Played, Redealt
from fudakai.server.games.hanafuda import shapes
from fudakai.server.games.hanafuda.plays import HIKI, asked_hiki, asked_play, offers
from fudakai.server.games.hanafuda.scoring import abandoned, end_round, finish, score_round
from fudakai.server.games.hanafuda.shapes import SHAPES as SHAPES
from fudakai.server.games.hanafuda.state import HANDS, Options as Options, State, check_birthdays, earliest
from fudakai.server.games.hanafuda.words import words as words
from fudakai.server.games.shapes import Left, Returned, event_of

NAME = "hanafuda"
TITLE = "Hanafuda"
RULES = 1
SEATS = (2, 7)  # H2
CARDS = FLOWER_CARDS
MATCH_OPTIONS: tuple[str, ...] = ("birthdays",)  # H4: from the profiles of who sits down

LUCKY_SIZE: Final = 8
"""H7: only a hand of so many cards can win at once."""


# --- what a host asks ------------------------------------------------------------------------------------------------


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """The options of a match of these people: of their dates only the order stays, as stand-in dates (H4)."""
    first = min([day for day in birthdays if day is not None], default=None)
    dates = tuple([None if day is None else "01-01" if day == first else "01-02" for day in birthdays])
    return replace(options, birthdays=None if first is None else dates)


def setup(options: Options, seats: int) -> State:
    """The state before the first entry: the first dealer is known, or to be drawn (H4). Raises ValueError for a number
    of seats outside 2-7 (H2), and for birthdays that do not fit them."""
    fewest, most = SEATS
    if not fewest <= seats <= most:
        raise ValueError(f"{TITLE} is for {fewest} to {most} players, not {seats}")
    check_birthdays(options, seats)
    state = State(options=options, flowers=no_flowers(seats), scores=(0,) * seats)
    candidates = earliest(options.birthdays, seats)
    if len(candidates) == 1:
        return replace(state, phase=Phase.DEAL, next_dealer=candidates[0])
    return replace(state, candidates=candidates)


def draw(state: State, drawn: Drawn) -> Step:
    """Takes chance's outcome. Raises IllegalMove `bad_chance`, `match_over`."""
    check_running(state)
    if state.phase is Phase.DEAL:
        return _deal(state, the_order(drawn, HANAFUDA))
    if state.phase is Phase.FIRST:
        state, event = first_dealer(state, the_choice(drawn, state.candidates))
        return Step(state, (event,))
    raise IllegalMove("bad_chance", "nothing is to be drawn now")


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """Everything the seat may do: plays in deck order, wild captures, hikis; or the two choices. A wild capture is
    listed unless the seat's own view rules it out; H11 may still refuse it."""
    if seat != state.turn:
        return ()
    return choices(state.flowers) if state.phase is Phase.CHOOSE else offers(state, seat)


def apply(state: State, seat: int, move: object) -> Step:
    """Takes a move. Raises IllegalMove `match_over`, `not_your_turn`, `wrong_type`, `not_in_hand`, `no_hiki`,
    `needs_target`, `stack`, `hiki`, `must_capture`, `no_match`, the first that applies."""
    check_running(state)
    if seat != state.turn:
        raise IllegalMove("not_your_turn", "it is not your turn")
    if state.phase is Phase.CHOOSE:
        state, events, said = chosen(state, seat, move)
        return _turn_over(state, seat, events, said)
    known = known_move(move, PLAY, HIKI)
    return _hiki(state, seat, known) if known["type"] == HIKI else _play(state, seat, known)


def leave(state: State, seat: int) -> Step:
    """H17. Raises IllegalMove `match_over`, `not_your_turn` (the seat is a stand-in's)."""
    check_running(state)
    if seat in state.stood_in:
        raise IllegalMove("not_your_turn", "a stand-in plays this seat; its player has left already")
    others = [other for other in present(state) if other != seat]
    events: list[Event] = [event_of(Left, seat=seat, stand_in=len(state.scores) > 2 and bool(others))]
    if len(state.scores) == 2:
        return Step(finish(state, 1 - seat, "others_left", events), tuple(events))
    state = replace(state, stood_in=tuple(sorted((*state.stood_in, seat))))
    if not others:
        return Step(abandoned(state, events), tuple(events))
    if seat in state.candidates:
        state = replace(state, candidates=tuple([other for other in state.candidates if other != seat]))
        if len(state.candidates) == 1:
            state, event = first_dealer(state, state.candidates[0])
            events.append(event)
    return Step(state, tuple(events))


def give_back(state: State, seat: int) -> Step:
    """H17: the seat's player is back. Raises IllegalMove `match_over`, `not_your_turn` (no stand-in plays it)."""
    check_running(state)
    if seat not in state.stood_in:
        raise IllegalMove("not_your_turn", "no stand-in plays this seat")
    stood_in = tuple([other for other in state.stood_in if other != seat])
    return Step(replace(state, stood_in=stood_in), (event_of(Returned, seat=seat),))


def abandon(state: State) -> Step:
    """The room closed: over, no winners. Raises IllegalMove `match_over`."""
    check_running(state)
    events: list[Event] = []
    return Step(abandoned(state, events), tuple(events))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """H18."""
    if seat != state.turn:
        raise AssertionError("the clock plays only for the seat to act")
    return (clock_choice(state.flowers) if state.phase is Phase.CHOOSE else clock_play(state.flowers, seat),)


def table(state: State) -> Data:
    """The fields of a record, and with them `next_dealer` (while a deal is due), `counts` (cards in hand),
    `captured` (by kind), `last` (what the halves of the last turn did) and `bots`."""
    return {
        "scores": state.scores,
        "round": state.round,
        "dealer": state.dealer,
        "next_dealer": state.next_dealer,
        "captured_value": [value(pile) for pile in state.flowers.captured],
        **shown(state.flowers),
        "bots": state.stood_in,
    }


def bots(state: State) -> tuple[int, ...]:
    """The seats that a stand-in plays (H17)."""
    return state.stood_in


def present(state: State) -> tuple[int, ...]:
    """The others, while the match runs."""
    if state.phase is Phase.OVER:
        return ()
    return tuple([seat for seat in range(len(state.scores)) if seat not in state.stood_in])


# --- dealing ---------------------------------------------------------------------------------------------------------


def _deal(state: State, deck: Cards) -> Step:
    """H5-H7: deals; with a whole month on the field nothing has changed; a lucky hand ends the round here."""
    coming = next_round(state)
    dealer, seats = dealer_of(coming), len(state.scores)
    hand, field = HANDS[state.options.deal][seats]
    flowers = dealt(deck, dealer, seats, hand, field)
    if months_of(flowers.field, MONTH):  # H6
        return Step(state, (event_of(Redealt, why="four_of_a_month", field=flowers.field),))
    state = replace(coming, flowers=flowers, phase=Phase.PLAY, turn=dealer)
    events: list[Event] = [dealt_event(state)]
    lucky = {seat: name for seat in playing_order(dealer, seats) if (name := _lucky(state, seat)) is not None}
    if not lucky:
        return Step(state, tuple(events))
    for holder, name in lucky.items():
        events.append(event_of(shapes.LuckyHand, seat=holder, hand=name, cards=flowers.hands[holder]))
    winner = next(iter(lucky))  # H7: the dealer, if both have one
    gained = [value(flowers.field) if seat == winner else 0 for seat in range(seats)]
    return Step(score_round(state, winner, "lucky_hand", (), gained, events), tuple(events), {}, "round")


def _lucky(state: State, seat: int) -> shapes.LuckyName | None:
    """H7: the name of a hand that wins at once."""
    hand = state.flowers.hands[seat]
    if len(hand) != LUCKY_SIZE:
        return None
    match sorted(counts_by_month(hand).values()):
        case [2, 2, 2, 2]:
            return "four_pairs"
        case [4, 4]:
            return "two_months"
        case [2, 2, 4] if state.options.pairs_from_four:
            return "four_pairs"
    return None


# --- playing ---------------------------------------------------------------------------------------------------------


def _hiki(state: State, seat: int, move: Move) -> Step:
    """H10: the month leaves hand and field whole."""
    month = asked_hiki(state, seat, move)
    flowers = state.flowers
    held = tuple([card for card in flowers.hands[seat] if HANAFUDA_MONTH[card] == month])
    took = mates(flowers.field, held[0])
    event = event_of(shapes.Hiki, seat=seat, month=month, cards=held, captured=took)
    state = replace(state, flowers=from_hand(flowers, seat, held, took))
    return _stock_half(state, seat, event, {"type": HIKI, "month": month})


def _play(state: State, seat: int, move: Move) -> Step:
    """H8, H11: one card of the hand."""
    card, target, took = asked_play(state, seat, move)
    wild = bool(took) and HANAFUDA_MONTH[took[0]] != HANAFUDA_MONTH[card]
    event = event_of(Played, seat=seat, card=card, captured=took, wild=wild)
    said = said_play(state.flowers, card, target)
    return _stock_half(replace(state, flowers=from_hand(state.flowers, seat, (card,), took)), seat, event, said)


def _stock_half(state: State, seat: int, event: Event, said: Move) -> Step:
    """H9, after the hand half."""
    flowers, turned = turn_stock(state.flowers, seat)
    state = replace(state, flowers=flowers)
    if flowers.pending is not None:
        return Step(replace(state, phase=Phase.CHOOSE), (event, *turned), said, goes_on=True)
    return _turn_over(state, seat, [event, *turned], said)


def _turn_over(state: State, seat: int, events: list[Event], said: Move) -> Step:
    """H12: the next player's turn begins, or the round is over."""
    state = replace(state, phase=Phase.PLAY)
    flowers, following = state.flowers, next_to_play(seat, len(state.scores))
    match state.options.round_end:
        case "turn":
            over = not flowers.hands[following] or not flowers.stock
        case "immediate":
            over = not flowers.hands[seat] or not flowers.stock
        case _:
            over = not any(flowers.hands)
            while not over and not flowers.hands[following]:  # all_hands: without cards only the stock is turned
                flowers, turned = turn_stock(flowers, following)
                events += turned
                if flowers.pending is not None:
                    state = replace(state, flowers=flowers, phase=Phase.CHOOSE, turn=following)
                    return Step(state, tuple(events), said)
                following = next_to_play(following, len(state.scores))
    state = replace(state, flowers=flowers, turn=following)
    if not over:
        return Step(state, tuple(events), said)
    return Step(end_round(state, events), tuple(events), said, "round")
