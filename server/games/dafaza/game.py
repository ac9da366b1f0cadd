"""Dafaza: ten cards each, folds that nobody ever sees, and all for the last trick. A game by Hagizou.

The rules D1 to D28 are in docs/rules/dafaza.md. The plays (D7, D8, D11) are functions in dafaza_plays.py, the payments
(D13 to D25) tables in dafaza_payments.py, the end of a trick, a hand and the match is in dafaza_scoring.py. Places and
points treat a stand-in's seat like any other; the lobby counts the match as lost for the player who left (L11).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

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
from fudakai.server.games.cards import FLOWER_CARDS, in_deck_order
from fudakai.server.games.chance import the_choice, the_order
from fudakai.server.games.dafaza import events as show, shapes
from fudakai.server.games.dafaza.payments import Trick, dealt_payments, dealt_winner, hand_payments
from fudakai.server.games.dafaza.plays import (
    beats,
    best,
    check_beat,
    check_count,
    check_in_hand,
    check_lead,
    due,
    leads,
    may_beat,
    named_cards,
    thrown_sign,
    weakest,
)
from fudakai.server.games.dafaza.scoring import abandoned, end_hand, hands_of, pay_specials
from fudakai.server.games.dafaza.shapes import SHAPES as SHAPES
from fudakai.server.games.dafaza.state import (
    DECK,
    EVERYBODY,
    HAND_SIZE,
    NOTHING,
    Options as Options,
    Phase,
    Play,
    Seats,
    Sign,
    State,
    cards as cards,
    clockwise,
    janken_winners,
    next_hand,
    own_folds,
    swapped as swapped,
)
from fudakai.server.games.dafaza.words import words as words
from fudakai.server.games.shapes import Left, Returned, event_of

NAME = "dafaza"
TITLE = "Dafaza"
RULES = 1
SEATS = (4, 4)  # D4
CARDS = FLOWER_CARDS
MATCH_OPTIONS: tuple[str, ...] = ()

Ended: TypeAlias = Literal["", "cycle", "round"]


# --- what a host asks ------------------------------------------------------------------------------------------------


def starting(options: Options, birthdays: tuple[str | None, ...]) -> Options:
    """The first parent is thrown for or drawn (D5): birthdays do not matter here."""
    return options


def setup(options: Options, seats: int) -> State:
    """The state before the first entry: the temporary parent is to be found (D5). Raises ValueError unless for 4."""
    if seats != len(EVERYBODY):
        raise ValueError(f"Dafaza is for 4 players, not {seats}")
    phase = Phase.JANKEN if options.first_parent == "janken" else Phase.FIRST
    return State(options=options, phase=phase, candidates=EVERYBODY)


def to_act(state: State) -> frozenset[int]:
    """Who has not thrown yet (D5), or the seat whose turn it is, or CHANCE, or nobody."""
    if state.turn is not None:
        return frozenset((state.turn,))
    if state.phase is Phase.JANKEN:
        return frozenset([seat for seat in state.candidates if state.throws[seat] is None])
    return frozenset() if state.phase is Phase.OVER else frozenset((CHANCE,))


def chance(state: State) -> Draw:
    """The deck, or the temporary parent (D5)."""
    if state.phase is Phase.DEAL:
        return Shuffle(deck=DECK)
    if state.phase is Phase.FIRST:
        return Choose(among=state.candidates)
    raise AssertionError("nothing is to be drawn")


def draw(state: State, drawn: Drawn) -> Step:
    """Takes a deck order or a chosen seat. Raises IllegalMove `match_over`, `bad_chance`."""
    _check_running(state)
    events: list[Event] = []
    if state.phase is Phase.DEAL:
        state, ended = _deal(state, the_order(drawn, DECK), events)
        return Step(state, tuple(events), {}, ended)
    if state.phase is Phase.FIRST:
        return Step(_first_parent(state, the_choice(drawn, state.candidates), events), tuple(events))
    raise IllegalMove("bad_chance", "nothing is to be drawn now")


def legal(state: State, seat: int) -> tuple[Offer, ...]:
    """The three signs; or every lead; or every beat and, as a template, the folds. Cards in deck order, so the
    strongest first."""
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.JANKEN:
        return tuple([{"type": "throw", "sign": sign.value} for sign in Sign])
    hand = state.hands[seat]
    if not state.table:
        return tuple([{"type": "play", "cards": cards} for cards in leads(hand)])
    shown: list[Offer] = [{"type": "play", "cards": cards} for cards in beats(state, seat)]
    return (*shown, {"type": "fold", "count": due(state), "among": hand})


def apply(state: State, seat: int, move: object) -> Step:
    """Takes a throw, a play or a fold; cards may be named in any order. Raises IllegalMove `match_over`,
    `not_your_turn`, `wrong_type`, `not_in_hand`, `must_lead`, `must_fold`, `wrong_count`, `months_differ`,
    `wrong_suits`, `not_stronger`, the first that applies."""
    _check_running(state)
    if seat not in to_act(state):
        raise IllegalMove("not_your_turn", "it is not your turn")
    events: list[Event] = []
    if state.phase is Phase.JANKEN:
        sign = thrown_sign(move)
        state = _throw(state, seat, sign, events)
        return Step(state, tuple(events), {"type": "throw", "sign": sign.value})
    folds, named = named_cards(move)
    hand = state.hands[seat]
    check_in_hand(named, hand)
    cards = in_deck_order(named)
    if not state.table:
        check_lead(folds, cards)
    elif folds:
        check_count(state, cards)
    else:
        check_beat(state, seat, cards)
    left = [card for card in hand if card not in cards]
    play = Play(seat, cards, folded=folds)
    state = replace(state, hands=with_seat(state.hands, seat, tuple(left)), table=(*state.table, play))
    events.append(show.played(state))
    state, ended = _next_turn(state, events)
    return Step(state, tuple(events), {"type": "fold" if folds else "play", "cards": cards}, ended)


def leave(state: State, seat: int) -> Step:
    """D27: a stand-in takes the seat; the last to leave abandons the match. Raises IllegalMove `match_over`,
    `not_your_turn` (a stand-in's seat)."""
    _check_running(state)
    if seat in state.bots:
        raise IllegalMove("not_your_turn", "this seat is played by a stand-in")
    state = replace(state, bots=tuple(sorted((*state.bots, seat))))
    events: list[Event] = [event_of(Left, seat=seat, stand_in=state.bots != EVERYBODY)]
    if state.bots == EVERYBODY:
        return Step(abandoned(state, events), tuple(events))
    if state.phase is Phase.FIRST:
        state = replace(state, candidates=tuple([other for other in state.candidates if other != seat]))
        if len(state.candidates) == 1:
            state = _first_parent(state, state.candidates[0], events)
    return Step(state, tuple(events))


def give_back(state: State, seat: int) -> Step:
    """D27: the player plays on where the stand-in is. Raises IllegalMove `match_over`, `not_your_turn`."""
    _check_running(state)
    if seat not in state.bots:
        raise IllegalMove("not_your_turn", "no stand-in plays this seat")
    bots = tuple([other for other in state.bots if other != seat])
    return Step(replace(state, bots=bots), (event_of(Returned, seat=seat),))


def abandon(state: State) -> Step:
    """The room closed: over, no winners. Raises IllegalMove `match_over`."""
    _check_running(state)
    events: list[Event] = []
    return Step(abandoned(state, events), tuple(events))


def timeout_moves(state: State, seat: int) -> tuple[Move, ...]:
    """D5, D28: any sign; the weakest card as a lead; a fold of the weakest cards."""
    if seat not in to_act(state):
        raise AssertionError("the clock plays only for a seat to act")
    if state.phase is Phase.JANKEN:
        return tuple([{"type": "throw", "sign": sign.value} for sign in Sign])
    if not state.table:
        return ({"type": "play", "cards": weakest(state.hands[seat], 1)},)
    return ({"type": "fold", "cards": weakest(state.hands[seat], due(state))},)


def table(state: State) -> Data:
    """The fields of a record, and with them: `janken` (the seats still in it; empty after it), `lead` (who led
    or is to lead this trick), `last_trick` (D11), `tricks` (finished in this hand), `counts` (cards in hand by seat),
    `tops` (by seat, the cards face up on its stacks, one each), `beaten` (cards shown in earlier tricks of this hand
    and beaten), `streak` (hands that the parent has won in a row), `next_parent` (while a deal is due), `hands` (how
    many the match has), `bots`."""
    return {
        "scores": state.scores,
        "hand": state.hand,
        "hands": hands_of(state),
        "parent": state.parent,
        "next_parent": state.next_parent,
        "official": state.official,
        "factor": state.factor,
        "streak": state.streak,
        "janken": state.candidates if state.phase is Phase.JANKEN else (),
        "stacks": state.stacks,
        "tops": state.tops,
        "beaten": state.beaten,
        "table": [show.on_the_table(play) for play in state.table],
        "lead": state.table[0].seat if state.table else state.turn,
        "last_trick": state.last_trick,
        "tricks": state.tricks,
        "counts": [len(hand) for hand in state.hands],
        "bots": state.bots,
    }


def seat(state: State, seat: int) -> Data:
    """`hand_cards`; `folded`: its own folded cards of this hand; `sign`: its own throw in a janken that waits for
    others, else null; `beat`: for a follower to act `yes`, or the code of why it may only fold; else null."""
    follows = seat == state.turn and bool(state.table)
    sign = state.throws[seat]
    return {
        "hand_cards": state.hands[seat],
        "folded": own_folds(state, seat),
        "sign": None if sign is None else sign.value,
        "beat": may_beat(state, seat) if follows else None,
    }


def bots(state: State) -> Seats:
    """D27: the seats that a stand-in plays."""
    return state.bots


def present(state: State) -> Seats:
    """The seats that their own players play, while the match runs."""
    if state.phase is Phase.OVER:
        return ()
    return tuple([seat for seat in EVERYBODY if seat not in state.bots])


def outcome(state: State) -> Outcome | None:
    """None while the match runs."""
    return state.result


def _check_running(state: State) -> None:
    """Raises IllegalMove `match_over`."""
    if state.phase is Phase.OVER:
        raise IllegalMove("match_over", "the match is over")


# --- the parent and the deal -----------------------------------------------------------------------------------------


def _throw(state: State, seat: int, sign: Sign, events: list[Event]) -> State:
    """D5: a secret throw; the last one shows all."""
    throws = with_seat(state.throws, seat, sign)
    state = replace(state, throws=throws)
    events.append(event_of(shapes.Threw, seat=seat))
    signs = {other: thrown for other in state.candidates if (thrown := throws[other]) is not None}
    if len(signs) < len(state.candidates):
        return state
    still_in = janken_winners(signs)
    events.append(show.thrown(signs, still_in))
    state = replace(state, throws=(None,) * len(throws), candidates=still_in)
    return state if len(still_in) > 1 else _first_parent(state, still_in[0], events)


def _first_parent(state: State, seat: int, events: list[Event]) -> State:
    """D5: the temporary parent is known."""
    state = replace(state, phase=Phase.DEAL, next_parent=seat, candidates=())
    events.append(show.parent(next_hand(state)))
    return state


def _deal(state: State, deck: tuple[str, ...], events: list[Event]) -> tuple[State, Ended]:
    """D4: blocks of ten clockwise from the parent; D21-D25: a dealt hand may win at once."""
    state = next_hand(state)
    parent = state.parent
    if parent is None:
        raise AssertionError("the parent is known before a deal")
    hands = list(NOTHING)
    for place, seat in enumerate(clockwise(parent)):
        hands[seat] = in_deck_order(deck[place * HAND_SIZE : (place + 1) * HAND_SIZE])
    state = replace(state, phase=Phase.PLAY, hands=tuple(hands), turn=parent)
    state = replace(state, tops=NOTHING, beaten=(), folded=NOTHING, tricks=0)
    events.append(show.dealt(state))
    won = dealt_winner(state.hands, parent)
    if won is None:
        return state, ""
    winner, role = won
    events.append(show.dealt_win(winner, role))
    return end_hand(state, winner, dealt_payments(winner, role), events), "round"


# --- tricks ----------------------------------------------------------------------------------------------------------


def _next_turn(state: State, events: list[Event]) -> tuple[State, Ended]:
    """D8: the next seat clockwise, or the end of the trick when all four have played."""
    if len(state.table) < len(EVERYBODY):
        return replace(state, turn=(state.table[-1].seat + 1) % len(EVERYBODY)), ""
    return _end_trick(state, events)


def _end_trick(state: State, events: list[Event]) -> tuple[State, Ended]:
    """D10, D12, D16: the stacks to the best play, special wins on the spot, the next lead or the end of the hand."""
    lead, won, last = state.table[0], best(state.table), state.last_trick
    trick = Trick(lead.seat, lead.cards, won.seat, won.cards)
    folded = state.folded
    for play in state.table:
        if play.folded:
            folded = with_seat(folded, play.seat, (*folded[play.seat], *play.cards))
    beaten = [card for play in state.table if not play.folded and play is not won for card in play.cards]
    state = replace(
        state,
        turn=won.seat,
        table=(),
        tops=with_seat(state.tops, won.seat, (*state.tops[won.seat], *won.cards)),
        beaten=in_deck_order((*state.beaten, *beaten)),
        folded=folded,
        tricks=state.tricks + 1,
    )
    events.append(show.trick_won(state, won, last))
    state = pay_specials(state, trick, last, events)
    if not last:
        return state, "cycle"
    return end_hand(state, won.seat, hand_payments(state, trick), events), "round"
