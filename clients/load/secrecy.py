"""What the clients of a room may know of its cards, worked out from what they were told: no rules, no server's help.

Everything that becomes public in these games is told as an event first. So between a deal and the next (an *epoch*) a
card may stand in a frame of version V only if an event up to V has named it, or if the frame's own seat holds it. The
tester sits on every seat, and so knows who holds what: a card that was made public while somebody still holds it, or
that two seats hold at once, was leaked as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from fudakai.clients.load.cards import Deck
from fudakai.clients.load.wire import Encoding, SeenEntry, Update

EPOCHS: Final = 3
"""Deals that are remembered: who is further behind than that is not looked at."""
WAITING: Final = 100
"""Frames of a room that wait for the events of their version."""
NEVER: Final = 2**63


class Leak(NamedTuple):
    """A card in a frame. `holder`: the seat that holds it, as far as that is known; `shown`: it was made public though
    somebody holds it."""

    card: str
    version: int
    holder: int | None
    shown: bool = False


class Epoch:
    """From one deal to the next. `whole`: every event since then was seen."""

    def __init__(self, start: int, whole: bool) -> None:
        self.start = start
        self.whole = whole
        self.shown: dict[str, int] = {}
        self.holders: dict[str, int] = {}
        self.told: set[str] = set()


SETS: Final = frozenset({"koikoi"})
"""Games whose tables have sets of cards that the rules name, wherever these lie, in the field `missing`."""


class _Missing(msgspec.Struct):
    """Of a table in one of SETS."""

    missing: msgspec.Raw = msgspec.Raw(b"")


class _Waiting(NamedTuple):
    who: str
    version: int
    cards: tuple[str, ...]


class Secrecy:
    """One room."""

    def __init__(self, game: str, cards: str, encoding: Encoding) -> None:
        """`cards`: the pattern of their names."""
        self._sets = game in SETS
        self.deck = Deck(cards, encoding.text)
        self._table = (msgspec.json.Decoder if encoding.text else msgspec.msgpack.Decoder)(_Missing).decode
        self._epochs = [Epoch(0, False)]
        self._kept: dict[str, int] = {}
        self._waiting: list[_Waiting] = []
        self._known = 0
        self._missing = b""
        self._named: list[str] = []

    def take(self, entry: SeenEntry) -> Iterator[tuple[str, Leak]]:
        """The next entry of the room. Yields what was waiting for it and is wrong: to whom, and what."""
        version = self._known = entry.version
        for event in entry.events:
            kind = event.get("type")
            if kind in ("dealt", "started"):
                self._kept = {} if kind == "started" else self._kept
                self._begin(version)
            cards = self.deck.of(event)
            shown = self._epochs[-1].shown
            for card in cards:
                shown.setdefault(card, version)
            if kind == "penalties":  # taken out of the deck: they stay on the table after the next deal
                self._kept.update(dict.fromkeys(cards, version))
        if self._waiting:
            due = [one for one in self._waiting if one.version <= version]
            self._waiting = [one for one in self._waiting if one.version > version]
            for one in due:
                for leak in self._unknown(one.cards, one.version):
                    yield one.who, leak

    def hand_of(self, private: dict[str, Any]) -> tuple[str, ...]:
        """The cards that a seat holds: they stand in fields of its private part that begin with `hand` or `folded`."""
        return tuple(self.deck.of([part for name, part in private.items() if name.startswith(("hand", "folded"))]))

    def hole(self, version: int) -> None:
        """The room went on to this version, and nobody saw how."""
        self._known = version
        self._epochs = [Epoch(version + 1, False)]
        self._kept = {}

    def _begin(self, version: int) -> None:
        epoch = Epoch(version, True)
        epoch.shown.update(self._kept)
        self._epochs = [*self._epochs[1 - EPOCHS :], epoch]

    def _of(self, version: int) -> Epoch | None:
        """The deal that holds at a version."""
        for epoch in reversed(self._epochs):
            if epoch.start <= version:
                return epoch
        return None

    def look(self, who: str, update: Update, frame: bytes) -> Iterator[Leak]:
        """The hidden cards of an update, whose own entries were taken before. `who` gets it, for what cannot be decided
        yet."""
        version = update.version
        epoch = self._of(version)
        if epoch is None:
            return
        own = self.hand_of(update.you.private) if update.you is not None else ()
        if update.you is not None and epoch.whole and version <= self._known and update.state.status == "playing":
            yield from self._hand(epoch, update.you.seat, version, own)
        shown = epoch.shown
        named = self.deck.candidates(frame)
        strange = [card for card in set(named) if shown.get(card, NEVER) > version and card not in own]
        if not strange or not epoch.whole:
            return
        elsewhere = self._elsewhere(update, epoch)
        counts = Counter(named)
        if all(counts[card] <= elsewhere[card] for card in strange):
            return
        counts = Counter(self.deck.of_frame(frame))  # what would be a leak is looked at exactly
        strange = [card for card in strange if counts[card] > elsewhere[card]]
        if not strange:
            return
        if version > self._known:
            if len(self._waiting) < WAITING:
                self._waiting.append(_Waiting(who, version, tuple(strange)))
            return
        yield from self._unknown(strange, version)

    def look_at(self, frame: bytes, may: Sequence[str]) -> Iterator[Leak]:
        """The hidden cards of any other frame. `may`: what its reader holds, or has named itself."""
        if self._epochs[-1].whole and self.deck.candidates(frame):
            named = set(self.deck.of_frame(frame))
            yield from self._unknown([card for card in named if card not in may], self._known)

    def _hand(self, epoch: Epoch, seat: int, version: int, own: Sequence[str]) -> Iterator[Leak]:
        """What is wrong with a hand: one of its cards is known to all, or is in another's as well."""
        for card in own:
            holder = epoch.holders.setdefault(card, seat)
            if holder != seat:
                yield from self._once(epoch, Leak(card, version, holder))
            elif epoch.shown.get(card, NEVER) <= version:
                yield from self._once(epoch, Leak(card, epoch.shown[card], seat, shown=True))

    def _unknown(self, cards: Sequence[str], version: int) -> Iterator[Leak]:
        """Of cards that the reader does not hold, those that were not made public."""
        epoch = self._of(version)
        if epoch is None or not epoch.whole:
            return
        for card in cards:
            if epoch.shown.get(card, NEVER) > version:
                yield from self._once(epoch, Leak(card, version, epoch.holders.get(card)))

    def _once(self, epoch: Epoch, leak: Leak) -> Iterator[Leak]:
        """Reports each card once per deal."""
        if leak.card not in epoch.told:
            epoch.told.add(leak.card)
            yield leak

    def _elsewhere(self, update: Update, epoch: Epoch) -> Counter[str]:
        """Where else in an update cards may be named: in events of before the deal, and in sets that the rules name."""
        found: Counter[str] = Counter()
        for entry in update.events:
            if entry.version < epoch.start:
                found.update(self.deck.of(entry.events))
        if not self._sets:
            return found
        missing = bytes(self._table(update.state.table).missing)
        if missing and missing != self._missing:  # all clients of a version are sent the same
            self._missing, self._named = missing, self.deck.of_frame(missing)
        return found + Counter(self._named) if missing else found
