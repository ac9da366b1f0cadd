"""The work of the bare server: some seats, 40 cards, hidden hands, one event a move. No rules, storage or identity."""

from __future__ import annotations

import random
import time
from typing import Any, Final

import msgspec

CARDS: Final = 40


class Move(msgspec.Struct, tag_field="t", tag="move"):
    """A seat's move: the card in this slot of its hand."""

    room: str
    act: str
    id: int
    slot: int


class Join(msgspec.Struct, tag_field="t", tag="join"):
    """Takes a seat; the room is made when it is not there."""

    room: str
    seat: int


class Event(msgspec.Struct, tag_field="t", tag="ev"):
    """What everybody is told of a move; a deal is told with it, to each seat its own hand."""

    room: str
    seq: int
    seat: int
    act: str
    card: int
    turn: int
    left: list[int]
    pile: int
    ref: int
    ts: float
    hand: list[int] | None = None


class Room:
    """One table. `act` is what events say was done: "play", filled up with spaces to the size that is wanted."""

    def __init__(self, name: str, act: str, seats: int) -> None:
        self.name = name
        self.seats = seats
        self.act = act
        self.sockets: list[Any] = [None] * seats
        self.seq = 0
        self.turn = 0
        self._random = random.Random(name)
        self._deal()

    def _deal(self) -> None:
        deck = list(range(CARDS))
        self._random.shuffle(deck)
        each = CARDS // self.seats
        self.hands = [deck[seat * each : (seat + 1) * each] for seat in range(self.seats)]
        self.pile: list[int] = []

    def play(self, seat: int, move: Move) -> tuple[Event, bool] | None:
        """The event and whether new hands were dealt; None when the move may not be made."""
        hand = self.hands[seat]
        if seat != self.turn or not 0 <= move.slot < len(hand):
            return None
        card = hand.pop(move.slot)
        self.pile.append(card)
        self.seq += 1
        self.turn = (seat + 1) % self.seats
        dealt = len(self.pile) == CARDS
        if dealt:
            self._deal()
        left = [len(held) for held in self.hands]
        event = Event(self.name, self.seq, seat, self.act, card, self.turn, left, len(self.pile), move.id, time.time())
        return event, dealt
