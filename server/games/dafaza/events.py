"""What Dafaza shows: one function for each event that says more than its seat, and a play on the table. No function
here is ever given a folded card's name to show (D9). The rules are in docs/rules/dafaza.md, the words in
dafaza_words.py."""

from __future__ import annotations

from collections.abc import Mapping

from fudakai.server.games.api import Data, Event, Outcome
from fudakai.server.games.cards import in_deck_order
from fudakai.server.games.dafaza import shapes
from fudakai.server.games.dafaza.payments import HandPayment, Role, SpecialHand
from fudakai.server.games.dafaza.state import Play, Seats, Sign, State
from fudakai.server.games.shapes import event_of, part


def thrown(signs: Mapping[int, Sign], still_in: Seats) -> Event:
    """D5: all signs of one janken, who drops out, and who throws again (nobody: it is decided)."""
    return event_of(
        shapes.Thrown,
        signs=tuple([part(shapes.SeatSign, seat=seat, sign=sign.value) for seat, sign in signs.items()]),
        out=tuple([seat for seat in signs if seat not in still_in]),
        again=still_in if len(still_in) > 1 else (),
    )


def parent_of(state: State) -> int:
    """The parent of the hand."""
    if state.parent is None:
        raise AssertionError("a hand has a parent")
    return state.parent


def parent(state: State) -> Event:
    """D5, D6, D14: the parent of the coming hand and its factor."""
    return event_of(
        shapes.ParentFound,
        seat=parent_of(state),
        hand=state.hand,
        official=state.official,
        factor=state.factor,
        streak=state.streak,
    )


def dealt(state: State) -> Event:
    """D4: ten cards each."""
    return event_of(
        shapes.Dealt,
        hand=state.hand,
        parent=parent_of(state),
        official=state.official,
        factor=state.factor,
        counts=tuple([len(hand) for hand in state.hands]),
    )


def dealt_win(winner: int, role: Role) -> Event:
    """D21-D25: the winner's role and its cards; nobody else's hand is shown."""
    cards = in_deck_order(role.cards)
    return event_of(shapes.DealtWin, seat=winner, name=role.name, points=role.points, cards=cards)


def played(state: State) -> Event:
    """D7-D9: the last play on the table; of a fold its count only. `left`: cards in that hand now."""
    play = state.table[-1]
    left = len(state.hands[play.seat])
    if play.folded:
        return event_of(shapes.Folded, seat=play.seat, count=len(play.cards), left=left)
    if len(state.table) > 1:
        return event_of(shapes.Beat, seat=play.seat, cards=play.cards, left=left)
    return event_of(shapes.Led, seat=play.seat, cards=play.cards, left=left, last=state.last_trick)


def trick_won(state: State, won: Play, last: bool) -> Event:
    """D10: the winner's cards, which lie face up on as many new stacks, and its stacks in all."""
    stacks = state.stacks[won.seat]
    return event_of(shapes.TrickWon, seat=won.seat, cards=won.cards, stacks=stacks, last=last)


def special(state: State, winner: int, won: SpecialHand, payers: Seats, last: bool) -> Event:
    """D16-D20: `points` that each of `from` has paid at once, or in the last trick `times` what they pay."""
    shown = event_of(
        shapes.Special,
        seat=winner,
        name=won.name,
        points=0 if last else won.points,
        times=won.times if last else 1,
        payers=payers,
        scores=state.scores,
    )
    # `from` is a word of Python, so the shape has another name for the field
    return {"from" if name == "payers" else name: value for name, value in shown.items()}


def hand_over(state: State, winner: int, payments: list[HandPayment], results: tuple[int, ...]) -> Event:
    """D12-D15: each loser's payment written out, and the results by seat, which sum to zero."""
    return event_of(
        shapes.HandOver,
        hand=state.hand,
        winner=winner,
        payments=tuple([_payment(payment) for payment in payments]),
        results=results,
        scores=state.scores,
    )


def _payment(payment: HandPayment) -> shapes.Payment:
    seat, result, stacks, balance, _ = payment
    factors = tuple([part(shapes.Factor, name=factor.name, times=factor.times) for factor in payment.factors])
    if stacks is None or balance is None:
        return part(shapes.Payment, seat=seat, factors=factors, result=result)
    return part(shapes.Payment, seat=seat, stacks=stacks, balance=balance, factors=factors, result=result)


def match_over(result: Outcome) -> Event:
    """D26, D27."""
    return event_of(
        shapes.MatchOver, winners=result.winners, scores=result.scores, places=result.places, reason=result.reason
    )


def on_the_table(play: Play) -> Data:
    """D9: one play of the trick, of a fold its count only."""
    if play.folded:
        return {"seat": play.seat, "folded": len(play.cards)}
    return {"seat": play.seat, "cards": play.cards}
