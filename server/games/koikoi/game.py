"""Koi-Koi, the yaku game: take cards by their month into sets that score, and stop in time.

The rules K1 to K10 are in docs/rules/koikoi.md. The table, the capture rule and the plain moves of a turn (H1, H3, H5,
H8, H9, H18) are those of Hanafuda, in flowers.py and flower_moves.py. The yaku are a table in yaku.py, the end of a
round and of the match is in koikoi_scoring.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from msgspec.structs import replace

from fudakai.server.games.api import Data, Drawn, Event, IllegalMove, Move, Offer, Step
from fudakai.server.games.by_seat import with_seat
from fudakai.server.games.cards import FLOWER_CARDS, HANAFUDA
from fudakai.server.games.chance import the_choice, the_order
from fudakai.server.games.flowers.cards import (
    MONTH,
    STACK,
    Cards,
    captures,
    counts_by_month,
    dealt,
    from_hand,
    months_of,
    next_to_play,
    no_flowers,
    shown,
    turn_stock,
)
from fudakai.server.games.flowers.match import (
    Phase,
    cards as cards,
    chance as chance,
    check_running,
    chosen,
    dealer_of,
    first_dealer,
    next_round,
    outcome as outcome,
    seat as seat,
    swapped as swapped,
    to_act as to_act,
)
from fudakai.server.games.flowers.moves import (
    PLAY,
    asked_card,
    asked_target,
    choices,
    clock_choice,
    clock_play,
    known_move,
    plays,
    said_play,
)
from fudakai.server.games.flowers.shapes import Played, Redealt, RedealtWhy
from fudakai.server.games.koikoi import shapes
from fudakai.server.games.koikoi.scoring import end_round, finish
from fudakai.server.games.koikoi.shapes import SHAPES as SHAPES
from fudakai.server.games.koikoi.state import Options as Options, State, month_of, yaku_of
from fudakai.server.games.koikoi.words import words as words
from fudakai.server.games.koikoi.yaku import LUCKY_POINTS, missing
from fudakai.server.games.shapes import Left, event_of

NAME = "koikoi"
TITLE = "Koi-Koi"
RULES = 1
SEATS = (2, 2)  # K1
CARDS = FLOWER_CARDS
MATCH_OPTIONS: tuple[str, ...] = ()

HAND: Final = 8  # K1
FIELD: Final = 8

KOI_KOI: Final = "koi_koi"
STOP: Final = "stop"

SEVEN: Final = 7  # K6


# --- what a host asks ------------------------------------------------------------------------------------------------


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """The first dealer is drawn (K1): birthdays do not matter here."""
    return options


def setup(options: Options, seats: int) -> State:
    """The state before the first entry: the first dealer is to be drawn. Raises ValueError for other than two seats."""
    if seats != SEATS[0]:
        raise ValueError(f"{TITLE} is for 2 players, not {seats}")
    return State(options=options, flowers=no_flowers(seats), scores=(0, 0), candidates=(0, 1))


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
    """Everything the seat may do: plays in deck order, or the two choices, or the two decisions."""
    if seat != state.turn:
        return ()
    match state.phase:
        case Phase.CHOOSE:
            return choices(state.flowers)
        case Phase.DECIDE:
            return ({"type": STOP}, {"type": KOI_KOI})
    return tuple(plays(state.flowers, seat))


def apply(state: State, seat: int, move: object) -> Step:
    """Takes a move. Raises IllegalMove `match_over`, `decision_pending`, `not_your_turn`, `wrong_type`, `not_in_hand`,
    `needs_target`, `no_match`, the first that applies."""
    check_running(state)
    if state.phase is Phase.DECIDE:
        return _decide(state, seat, move)
    if seat != state.turn:
        raise IllegalMove("not_your_turn", "it is not your turn")
    if state.phase is Phase.CHOOSE:
        state, events, said = chosen(state, seat, move)
        return _turn_over(state, seat, events, said)
    known = known_move(move, PLAY)
    card = asked_card(known, state.flowers.hands[seat])
    target_named = asked_target(known, needed=False)
    took = captures(state.flowers.field, card, target_named)
    said = said_play(state.flowers, card, target_named)
    event = event_of(Played, seat=seat, card=card, captured=took, wild=False)
    flowers, turned = turn_stock(from_hand(state.flowers, seat, (card,), took), seat)
    state = replace(state, flowers=flowers)
    if flowers.pending is not None:
        return Step(replace(state, phase=Phase.CHOOSE), (event, *turned), said, goes_on=True)
    return _turn_over(state, seat, [event, *turned], said)


def leave(state: State, seat: int) -> Step:
    """K10. Raises IllegalMove `match_over`."""
    check_running(state)
    events: list[Event] = [event_of(Left, seat=seat, stand_in=False)]
    return Step(finish(state, (1 - seat,), "others_left", events), tuple(events))


def give_back(state: State, seat: int) -> Step:
    """Nobody stands in for a leaver in Koi-Koi, so nothing can be given back. Raises IllegalMove always: `match_over`,
    `decision_pending`, `not_your_turn`."""
    check_running(state)
    if state.phase is Phase.DECIDE:
        raise IllegalMove("decision_pending", "koi-koi or stop is to be decided first, by whose turn it is")
    raise IllegalMove("not_your_turn", "no stand-in plays this seat")


def abandon(state: State) -> Step:
    """The room closed: over, no winners. Raises IllegalMove `match_over`."""
    check_running(state)
    events: list[Event] = []
    return Step(finish(state, (), "abandoned", events), tuple(events))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """K10."""
    if seat != state.turn:
        raise AssertionError("the clock plays only for the seat to act")
    match state.phase:
        case Phase.CHOOSE:
            return (clock_choice(state.flowers),)
        case Phase.DECIDE:
            return ({"type": STOP},)
    return (clock_play(state.flowers, seat),)


def table(state: State) -> Data:
    """The fields of a record, and with them `next_dealer` (while a deal is due), `counts` (cards in hand),
    `captured` (by kind), `last` (what the halves of the last turn did), `missing` (what each open yaku still takes, by
    seat) and `deciding` (koi-koi or stop is due)."""
    yaku, piles = yaku_of(state), state.flowers.captured
    return {
        "scores": state.scores,
        "round": state.round,
        "month": month_of(state),
        "dealer": state.dealer,
        "next_dealer": state.next_dealer,
        **shown(state.flowers),
        "koi_koi": state.calls,
        "yaku": state.yaku,
        "missing": [missing(yaku, piles[seat], piles[1 - seat]) for seat in (0, 1)] if state.turn is not None else [],
        "deciding": state.phase is Phase.DECIDE,
    }


def bots(state: State) -> tuple[int, ...]:
    """Nobody stands in for anybody."""
    return ()


def present(state: State) -> tuple[int, ...]:
    """Both, for who leaves ends the match."""
    return () if state.phase is Phase.OVER else (0, 1)


# --- dealing ---------------------------------------------------------------------------------------------------------


def _deal(state: State, deck: Cards) -> Step:
    """K1, K2: deals; some deals are void, then nothing has changed; and some hands win at once."""
    coming = next_round(state)
    dealer, seats = dealer_of(coming), len(state.scores)
    flowers = dealt(deck, dealer, seats, HAND, FIELD)
    lucky = {seat: name for seat in (0, 1) if (name := _lucky(flowers.hands[seat])) is not None}
    if state.options.lucky_hands == "off":
        lucky = {}
    why: RedealtWhy | None = _void(flowers.field) or (
        "lucky_hand" if lucky and state.options.lucky_hands == "redeal" else None
    )
    if why is not None:
        return Step(state, (event_of(Redealt, why=why, field=flowers.field),))
    state = replace(coming, flowers=flowers, phase=Phase.PLAY, turn=dealer, yaku=({}, {}), asked=(0, 0), calls=(0, 0))
    events: list[Event] = [_dealt(state)]
    if not lucky:
        return Step(state, tuple(events))
    for holder, name in lucky.items():
        events.append(event_of(shapes.LuckyHand, seat=holder, hand=name, cards=flowers.hands[holder]))
    yaku = tuple([{lucky[seat]: LUCKY_POINTS[lucky[seat]]} if seat in lucky else {} for seat in (0, 1)])
    state = replace(state, yaku=yaku)
    if len(lucky) == 2:
        return Step(end_round(state, None, 0, dealer, "both_lucky", events), tuple(events), {}, "round")
    winner = next(iter(lucky))
    points = LUCKY_POINTS[lucky[winner]]
    return Step(end_round(state, winner, points, winner, "lucky_hand", events), tuple(events), {}, "round")


def _dealt(state: State) -> Event:
    """What a deal shows to everybody, and the month of the round."""
    flowers = state.flowers
    return event_of(
        shapes.Dealt,
        round=state.round,
        month=month_of(state),
        dealer=dealer_of(state),
        field=flowers.field,
        stacks=months_of(flowers.field, STACK),
        counts=tuple([len(cards) for cards in flowers.hands]),
        stock=len(flowers.stock),
    )


def _void(field: Cards) -> RedealtWhy | None:
    """K2: why a field is dealt again."""
    counts = sorted(counts_by_month(field).values())
    if MONTH in counts:
        return "four_of_a_month"
    return "four_pairs" if counts == [2, 2, 2, 2] else None


def _lucky(hand: Cards) -> shapes.LuckyName | None:
    """K2: the name of a hand that wins at once."""
    counts = sorted(counts_by_month(hand).values())
    if MONTH in counts:
        return "teshi"
    return "kuttsuki" if counts == [2, 2, 2, 2] else None


# --- the end of a turn -----------------------------------------------------------------------------------------------


def _turn_over(state: State, seat: int, events: list[Event], said: Move) -> Step:
    """K4: a new or better yaku asks; else the next turn begins, or the hands have run out (K7)."""
    made = yaku_of(state).made(state.flowers.captured[seat])
    before = state.yaku[seat]
    state = replace(state, phase=Phase.PLAY, yaku=with_seat(state.yaku, seat, made))
    total = sum(made.values())
    if total <= state.asked[seat]:
        return _go_on(state, seat, events, said)
    better = {name: points for name, points in made.items() if points > before.get(name, 0)}
    events.append(event_of(shapes.YakuMade, seat=seat, made=cast(dict[shapes.YakuName, int], better), total=total))
    if not state.flowers.hands[seat] or (state.options.koi_limit == "once_per_round" and any(state.calls)):
        return _stop(state, seat, events, said, forced=True)
    state = replace(state, phase=Phase.DECIDE, asked=with_seat(state.asked, seat, total))
    return Step(state, tuple(events), said, goes_on=True)


def _decide(state: State, seat: int, move: object) -> Step:
    """K4: stop or koi-koi. Raises IllegalMove `decision_pending` for everything else, whoever asks."""
    kind = move.get("type") if isinstance(move, Mapping) else None
    if seat != state.turn or kind not in (STOP, KOI_KOI):
        raise IllegalMove("decision_pending", "koi-koi or stop is to be decided first, by whose turn it is")
    if kind == STOP:
        return _stop(state, seat, [], {"type": STOP}, forced=False)
    calls = with_seat(state.calls, seat, state.calls[seat] + 1)
    state = replace(state, phase=Phase.PLAY, calls=calls)
    return _go_on(state, seat, [event_of(shapes.KoiKoi, seat=seat, calls=calls)], {"type": KOI_KOI})


def _go_on(state: State, seat: int, events: list[Event], said: Move) -> Step:
    """The other player's turn; without a card it is the end of the round (K7, and K9's `exhausted`)."""
    following = next_to_play(seat, len(state.scores))
    if state.flowers.hands[following]:
        return Step(replace(state, turn=following), tuple(events), said)
    dealer = dealer_of(state)
    if state.options.exhausted == "dealer_six":
        state = end_round(state, dealer, 6, dealer, "exhausted", events)
    else:
        deals = 1 - dealer if state.options.exhausted == "dealer_changes" else dealer
        state = end_round(state, None, 0, deals, "exhausted", events)
    return Step(state, tuple(events), said, "round")


def _stop(state: State, seat: int, events: list[Event], said: Move, *, forced: bool) -> Step:
    """K4, K6: the round is over, and this seat scores."""
    base = sum(state.yaku[seat].values())
    doubled: list[shapes.Doubling] = []
    if state.options.double_seven and base >= SEVEN:
        doubled.append("seven")
    if state.options.koi_double and state.calls[1 - seat] > 0:
        doubled.append("koi_koi")
    events.append(event_of(shapes.Stopped, seat=seat, forced=forced))
    points = base * 2 ** len(doubled)
    state = end_round(state, seat, points, seat, "stopped", events, doubled)
    return Step(state, tuple(events), said, "round")
