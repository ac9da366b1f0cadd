"""The judge's findings, bounded: the first of each kind in words, the rest only counted."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import Final

from fudakai.clients.load.figures import Finding

MOST: Final = 20
"""Findings of a kind that are kept in words."""


class FindingKind(Enum):
    """Kinds of findings. The value is the name in reports."""

    LOST_MOVE = "lost_move"  # acknowledged, and not among the room's entries
    APPLIED_TWICE = "applied_twice"  # one move, two entries
    UNKNOWN_MOVE = "unknown_move"  # an entry of a seat of ours that nobody was told is stored
    MISSED_EVENT = "missed_event"  # a gap in a client's events that the server did not tell
    DIFFERENT_EVENTS = "different_events"  # two clients were told different things about one entry
    DIFFERENT_END = "different_end"  # two clients see different results or versions at the end
    HIDDEN_CARD = "hidden_card"  # a card in a frame to somebody who may not know it
    REFUSAL = "unexpected_refusal"
    NO_ANSWER = "no_answer"  # a request that nobody answered
    LOST_CONNECTION = "lost_connection"  # one that nobody cut
    PUT_OUT = "put_out"  # of a room, without having left it
    BAD_FRAME = "bad_frame"  # from the server, not of the protocol


NOT_SEARCHED: Final = "rooms not searched for hidden cards"
"""The counter of rooms whose game states no pattern of card names."""


class Findings:
    """The findings of one process."""

    def __init__(self) -> None:
        self.checked: Counter[str] = Counter()
        self._kept: list[Finding] = []
        self._counts: Counter[FindingKind] = Counter()

    def add(self, kind: FindingKind, words: str) -> None:
        """Records a finding."""
        self._counts[kind] += 1
        if self._counts[kind] <= MOST:
            self._kept.append(Finding(kind=kind.value, words=words))

    def all(self) -> tuple[Finding, ...]:
        """The findings that are kept in words."""
        return tuple(self._kept)

    def counts(self) -> dict[str, int]:
        """How many of each kind, including those not kept in words."""
        return {kind.value: count for kind, count in self._counts.items()}
