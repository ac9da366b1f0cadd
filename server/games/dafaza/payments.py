"""Who pays whom in Dafaza, and how much (D13-D25): three tables, and the arithmetic over them. The rules are in
docs/rules/dafaza.md. All amounts are points: positive where a seat gets them, negative where it pays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fudakai.server.games.cards import ALL_BRIGHTS, BLUE_RIBBONS, BOAR_DEER_BUTTERFLIES, RED_RIBBONS, SAKE_CUP
from fudakai.server.games.dafaza.plays import make_up, month
from fudakai.server.games.dafaza.shapes import FactorName, RoleName, SpecialName
from fudakai.server.games.dafaza.state import SEATS, Cards, Seats, State, clockwise


class Trick(NamedTuple):
    """A trick that was won: who led it with what, and who won it with what."""

    leader: int
    lead: Cards
    winner: int
    cards: Cards


# --- special wins of a trick -----------------------------------------------------------------------------------------


def _three_of_one_suit(trick: Trick) -> bool:
    return max(make_up(trick.cards)) >= 3


def _four_peonies_or_better(trick: Trick) -> bool:
    return len(trick.cards) == 4 and month(trick.cards) in (1, 2, 3, 6)


def _steel_heart(trick: Trick) -> bool:
    return len(trick.cards) == 1 and month(trick.cards) == 12


def _retaliation(trick: Trick) -> bool:
    return len(trick.lead) == 1 and month(trick.lead) == 12 and month(trick.cards) == 11


class SpecialHand(NamedTuple):
    """A special win: before the last trick it brings `points` from everyone at once (D16; 0: then it counts only in the
    last trick); in the last trick it multiplies what losers pay, or only what the trick's leader pays, by `times`."""

    rule: str
    name: SpecialName
    is_won: Callable[[Trick], bool]
    points: int
    times: int
    leader_only: bool = False


SPECIALS: Final = (
    #       rule   name                       the trick is won so       from everyone  or, last trick: times
    SpecialHand("D17", "three_of_one_suit", _three_of_one_suit, 3, 3),
    SpecialHand("D18", "four_peonies_or_better", _four_peonies_or_better, 4, 4),
    SpecialHand("D19", "steel_heart", _steel_heart, 0, 2),
    SpecialHand("D20", "retaliation", _retaliation, 0, 2, leader_only=True),
)


def specials_of(trick: Trick, last: bool) -> list[SpecialHand]:
    """The special wins of a trick; `last`: it is the last of its hand."""
    return [special for special in SPECIALS if special.is_won(trick) and (last or special.points)]


def who_pays(special: SpecialHand, trick: Trick) -> Seats:
    """The seats that a special win costs something."""
    if special.leader_only:
        return (trick.leader,)
    return tuple([seat for seat in range(SEATS) if seat != trick.winner])


# --- dealt hands -----------------------------------------------------------------------------------------------------


class Role(NamedTuple):
    """A dealt hand that wins at once, and what it brings from everyone."""

    rule: str
    name: RoleName
    points: int
    cards: Cards


CHERRY_MOON_CUP: Final = ("03-bright", "08-bright", SAKE_CUP)

ROLES: Final = (  # the best first (D25)
    Role("D24", "five_lights_and_boar_deer_butterfly", 50, ALL_BRIGHTS + BOAR_DEER_BUTTERFLIES),
    Role("D24", "five_lights_and_red_shorts", 50, ALL_BRIGHTS + RED_RIBBONS),
    Role("D24", "five_lights_and_blue_shorts", 50, ALL_BRIGHTS + BLUE_RIBBONS),
    Role("D24", "five_lights_and_sake_cup", 10, (*ALL_BRIGHTS, SAKE_CUP)),
    Role("D22", "boar_deer_butterfly_cherry_moon_sake_cup", 10, BOAR_DEER_BUTTERFLIES + CHERRY_MOON_CUP),
    Role("D23", "red_shorts_and_blue_shorts", 10, RED_RIBBONS + BLUE_RIBBONS),
    Role("D21", "five_lights", 5, ALL_BRIGHTS),
)


def role_of(hand: Cards) -> Role | None:
    """D25: the best role of a dealt hand."""
    return next((role for role in ROLES if set(role.cards) <= set(hand)), None)


def dealt_winner(hands: tuple[Cards, ...], parent: int) -> tuple[int, Role] | None:
    """D25: who wins by a dealt hand: the best role, of equal ones the first in turn order from the parent."""
    roles = [(seat, role) for seat in clockwise(parent) if (role := role_of(hands[seat])) is not None]
    return max(roles, key=lambda held: held[1].points, default=None)  # of equal ones max takes the first


# --- the end of a hand -----------------------------------------------------------------------------------------------


class PaymentFactor(NamedTuple):
    """A named factor of what a loser pays."""

    name: FactorName
    times: int


class HandPayment(NamedTuple):
    """What a hand costs or brings one loser: `result` is the balance times all factors. A dealt hand pays without
    stacks, so without a balance of them."""

    seat: int
    result: int
    stacks: int | None = None
    balance: int | None = None
    factors: tuple[PaymentFactor, ...] = ()


def balance(stacks: int) -> int:
    """D13: of a loser with so many stacks."""
    return stacks - 5 if stacks else -7


def hand_payments(state: State, trick: Trick) -> list[HandPayment]:
    """D12-D15: each loser's payment, clockwise from the winner of the last trick."""
    found = []
    for seat in clockwise(trick.winner)[1:]:
        stacks = state.stacks[seat]
        plain = balance(stacks)
        factors = factors_of(state, trick, seat) if plain < 0 else ()  # D15
        found.append(HandPayment(seat, multiplied(plain, factors), stacks, plain, factors))
    return found


def factors_of(state: State, trick: Trick, seat: int) -> tuple[PaymentFactor, ...]:
    """D14, D17-D20: what multiplies a payment of this loser; the winner of the last trick won the hand."""
    factors = [
        PaymentFactor(special.name, special.times)
        for special in specials_of(trick, last=True)
        if seat in who_pays(special, trick)
    ]
    if state.parent in (trick.winner, seat) and state.factor > 1:
        factors.insert(0, PaymentFactor("parent", state.factor))
    return tuple(factors)


def multiplied(amount: int, factors: tuple[PaymentFactor, ...]) -> int:
    """D15: the amount times all factors."""
    for factor in factors:
        amount *= factor.times
    return amount


def dealt_payments(winner: int, role: Role) -> list[HandPayment]:
    """D21-D25: the same from everyone, and nothing else."""
    return [HandPayment(seat, -role.points) for seat in clockwise(winner)[1:]]


def results(winner: int, paid: dict[int, int]) -> tuple[int, ...]:
    """By seat: what each other seat gets (`paid`, negative for what it pays), and the winner the opposite of all."""
    return tuple([-sum(paid.values()) if seat == winner else paid.get(seat, 0) for seat in range(SEATS)])
