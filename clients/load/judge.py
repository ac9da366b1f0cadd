"""The judge of one room: what its clients sent against what they were told. Pure: it is fed, and reads nothing itself.

It knows no rules and asks the server nothing. It can judge a room because the tester sits on all of its seats.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from fudakai.clients.load.findings import NOT_SEARCHED, FindingKind, Findings
from fudakai.clients.load.secrecy import Leak, Secrecy
from fudakai.clients.load.wire import Encoding, Refused, SeenEntry, Update

KEPT: Final = 64
"""Entries of a room that are remembered to compare what clients were told."""
REPLAY: Final = 256
"""Events that a server hands out again at least, so far as the match that runs has them."""
SECRET: Final = ("fold", "throw")
"""Moves whose cards stay secret: no event names them."""
OVERTAKEN: Final = frozenset({"stale", "not_your_turn", "match_over"})
"""Refusals of a move that are right when the room has gone on meanwhile."""


@dataclass(eq=False)
class Viewpoint:
    """What one client has seen of the room. `seat` None: a spectator. `connected`: it should have every update."""

    name: str
    seat: int | None = None
    last: int | None = None
    match: str | None = None
    own: tuple[str, ...] = ()
    connected: bool = False
    overtaken: dict[str, int] = field(default_factory=dict)
    """Refusals that were right only if something came after this version, by ref."""

    def __str__(self) -> str:
        return self.name if self.seat is None else f"seat {self.seat}"


class SentMove(NamedTuple):
    """A move as a client sent it; `version`: of the view it was made on."""

    seat: int
    ref: str
    version: int
    move: Mapping[str, Any]


class Acked(NamedTuple):
    """A move and the version at which it is stored, as its client was told."""

    move: SentMove
    version: int


NO_CARD: Final = "^(?!)$"
"""The pattern of no string."""


class RoomJudge:
    """One room of a game. `cards`: the pattern of its cards' names, None where the game states none, so that nobody can
    look for hidden ones. `faults`: refusals that the tester's own doing explains."""

    def __init__(
        self,
        room: str,
        game: str,
        cards: str | None,
        encoding: Encoding,
        findings: Findings,
        faults: Collection[str] = (),
    ) -> None:
        self.room = room
        self.known = 0
        self._findings = findings
        self._faults = frozenset(faults)
        self._secrecy = Secrecy(game, cards or NO_CARD, encoding)
        if cards is None:
            findings.checked[NOT_SEARCHED] += 1
        self._entries: dict[int, SeenEntry] = {}
        self._acks: dict[tuple[int, str], Acked] = {}
        self._at: dict[int, Acked] = {}
        self._last: dict[int, Acked] = {}
        self._unclaimed: dict[int, SeenEntry] = {}
        self._away: set[int] = set()
        self._results: dict[str, tuple[bytes, str]] = {}

    # what the clients were sent

    def update(self, watch: Viewpoint, update: Update, frame: bytes, *, entering: bool, back: bool) -> None:
        """An update came. `entering`: it is the first after coming into the room, which has no events of before;
        `back`: it is the first after a resume."""
        findings = self._findings
        findings.checked["frames"] += 1
        seat = update.you.seat if update.you is not None else None
        if watch.last is not None and not entering:
            self._join(watch, update, back)
        for entry in update.events:
            self._entry(watch, entry)
        if update.version > self.known and (update.gap or (not update.events and self.known == 0)):
            self._hole(update.version)
        watch.seat, watch.last, watch.match = seat, update.version, update.state.match
        if update.you is not None:
            watch.own = self._secrecy.hand_of(update.you.private)
        if watch.overtaken:
            watch.overtaken = {ref: at for ref, at in watch.overtaken.items() if at >= update.version}
        for leak in self._secrecy.look(str(watch), update, frame):
            self._leaked(str(watch), leak)
        if update.state.status == "finished" and update.state.match is not None:
            self._end(watch, update.state.match, bytes(update.state.result))

    def other(self, watch: Viewpoint, frame: bytes, named: Mapping[str, Any] | None = None) -> None:
        """Any other frame came. `named`: the move that it answers."""
        may = (*watch.own, *(self._secrecy.deck.of(named) if named else ()))
        for leak in self._secrecy.look_at(frame, may):
            self._leaked(str(watch), leak)

    def acknowledged(self, move: SentMove, version: int) -> None:
        """A client was told that its move is stored as this version of the room."""
        before = self._acks.get((move.seat, move.ref))
        if before is not None:
            if before.version != version:
                self._wrong(
                    FindingKind.APPLIED_TWICE,
                    f"the move {move.ref} of seat {move.seat} was acknowledged as version {before.version}, "
                    f"and sent again as version {version}",
                )
            return
        self._findings.checked["acknowledged moves"] += 1
        acked = self._acks[move.seat, move.ref] = self._at[version] = Acked(move, version)
        if version in self._entries:
            self._settle(acked, self._entries[version])
        elif version <= self.known:
            self._unclaimed.pop(version, None)  # too long ago to compare
        self._claimed(move.seat, version)
        self._last[move.seat] = acked

    def refused(self, watch: Viewpoint, kind: str, refused: Refused, move: SentMove | None = None) -> None:
        """A request of this kind was refused. The caller has left out refusals that it can explain."""
        code = refused.code
        if code in self._faults:
            return
        if move is not None:
            acked = self._acks.get((move.seat, move.ref))
            if acked is not None:
                words = (
                    f"the move {move.ref} of seat {move.seat}, acknowledged as version {acked.version}, "
                    f"was refused {code} when it was sent again"
                )
                self._wrong(FindingKind.REFUSAL, words)
                return
            if code in OVERTAKEN:
                if self.known <= move.version:
                    watch.overtaken[move.ref] = move.version
                return
        self._wrong(FindingKind.REFUSAL, f"{watch} was refused {kind}: {code} ({refused.words})")

    # entries

    def _join(self, watch: Viewpoint, update: Update, back: bool) -> None:
        """Updates follow one another without a gap. A version may be told again: who watches is no entry."""
        last, version = watch.last or 0, update.version
        if version < last:
            self._taken_back(watch, last, version)
        elif update.gap:
            if not back or (watch.match == update.state.match and version - last <= REPLAY):
                words = f"{watch} was told of a gap between versions {last} and {version}, of which there is none"
                self._wrong(FindingKind.MISSED_EVENT, words)
        else:
            came = [entry.version for entry in update.events]
            if came != list(range(last + 1, version + 1)):
                missing = sorted({*range(last + 1, version + 1)} - {*came})[:5]
                what = f"without {_numbers(missing)}" if missing else f"with {_numbers(came)}"
                words = f"{watch} went from version {last} to {version} {what}"
                self._wrong(FindingKind.MISSED_EVENT, words)

    def _taken_back(self, watch: Viewpoint, last: int, version: int) -> None:
        lost = [acked for at, acked in self._at.items() if at > version]
        for acked in lost:
            self._lose(acked, f"{watch} was taken back from version {last} to {version}")
        if not lost:
            self._wrong(FindingKind.DIFFERENT_EVENTS, f"{watch} was taken back from version {last} to {version}")
        self._hole(version)

    def _hole(self, version: int) -> None:
        """Events up to this version were missed: judging restarts there."""
        self.known = version
        self._entries.clear()
        self._unclaimed.clear()
        self._secrecy.hole(version)

    def _entry(self, watch: Viewpoint, entry: SeenEntry) -> None:
        version = entry.version
        if version <= self.known:
            told = self._entries.get(version)
            if told is not None and told != entry:
                self._changed(watch, told, entry)
            return
        if version != self.known + 1:
            self._hole(version - 1)
        self.known = version
        self._entries[version] = entry
        self._entries.pop(version - KEPT, None)
        self._at.pop(version - REPLAY, None)
        self._findings.checked["entries"] += 1
        kinds = {event.get("type") for event in entry.events}
        if "started" in kinds:
            self._begin()
        for who, leak in self._secrecy.take(entry):
            self._leaked(who, leak)
        if not isinstance(entry.by, int):
            return
        if kinds & {"left", "returned"}:
            (self._away.add if "left" in kinds else self._away.discard)(entry.by)
        elif not entry.clock and entry.by not in self._away:
            acked = self._at.get(version)
            if acked is None:
                self._unclaimed[version] = entry
        acked = self._at.get(version)
        if acked is not None:
            self._settle(acked, entry)

    def _begin(self) -> None:
        """A match: its seats are counted anew, and refs of the last one mean nothing."""
        self._acks.clear()
        self._last.clear()
        self._away.clear()
        self._results = dict(list(self._results.items())[-2:])

    def _changed(self, watch: Viewpoint, told: SeenEntry, entry: SeenEntry) -> None:
        acked = self._at.get(entry.version)
        if acked is not None and not self._is(acked.move, entry):
            self._lose(acked, f"{watch} was told that it is {_said(entry)}")
        else:
            words = f"entry {entry.version} was told as {_said(told)}, and to {watch} as {_said(entry)}"
            self._wrong(FindingKind.DIFFERENT_EVENTS, words)

    # moves

    def _is(self, move: SentMove, entry: SeenEntry) -> bool:
        """Whether an entry is that move, as far as events tell."""
        if entry.by != move.seat or entry.clock:
            return False
        if move.move.get("type") in SECRET:
            return True
        deck = self._secrecy.deck
        return set(deck.of(dict(move.move))) <= set(deck.of(entry.events))

    def _settle(self, acked: Acked, entry: SeenEntry) -> None:
        """Compares an acknowledged move with the entry of its version."""
        self._unclaimed.pop(acked.version, None)
        if not self._is(acked.move, entry):
            self._lose(acked, f"that version is {_said(entry)}")

    def _lose(self, acked: Acked, how: str) -> None:
        self._at.pop(acked.version, None)
        move = acked.move
        words = f"the move {move.ref} of seat {move.seat}, acknowledged as version {acked.version}, is lost: {how}"
        self._wrong(FindingKind.LOST_MOVE, words)

    def _claimed(self, seat: int, version: int) -> None:
        """A later move of the seat is acknowledged, so every entry of before had its answer."""
        for at in [at for at, entry in self._unclaimed.items() if entry.by == seat and at < version]:
            self._stray(self._unclaimed.pop(at))

    def _stray(self, entry: SeenEntry) -> None:
        """An entry of a seat of ours that no client was told is its move."""
        last = self._last.get(entry.by) if isinstance(entry.by, int) else None
        if last is not None and self._is(last.move, entry) and self._secrecy.deck.of(entry.events):
            words = (
                f"the move {last.move.ref} of seat {entry.by} was applied twice: "
                f"as version {last.version} and again as {entry.version}"
            )
            self._wrong(FindingKind.APPLIED_TWICE, words)
        else:
            words = f"entry {entry.version} is {_said(entry)}, which no client was told is stored"
            self._wrong(FindingKind.UNKNOWN_MOVE, words)

    # the end

    def _end(self, watch: Viewpoint, match: str, result: bytes) -> None:
        told = self._results.get(match)
        if told is None:
            self._results[match] = (result, str(watch))
            self._findings.checked["matches"] += 1
        elif told[0] != result:
            self._results[match] = (result, str(watch))
            words = f"the match {match} ended with one result for {told[1]} and another for {watch}"
            self._wrong(FindingKind.DIFFERENT_END, words)

    def finish(self, watches: Collection[Viewpoint], open_moves: Collection[SentMove]) -> None:
        """All is said: every client that is connected has had the time to hear all. `open_moves`: those that were sent
        and have no answer; the last entry of such a seat may be that move."""
        for move in open_moves:
            mine = [at for at, entry in self._unclaimed.items() if self._is(move, entry)]
            if mine:
                del self._unclaimed[mine[-1]]
        for entry in list(self._unclaimed.values()):
            self._stray(entry)
        self._unclaimed.clear()
        for version, acked in list(self._at.items()):
            if version > self.known:
                self._lose(acked, f"the room ended at version {self.known}")
        for watch in watches:
            if not watch.connected:
                continue
            if watch.last is not None and watch.last != self.known:
                words = f"{watch} ended at version {watch.last}, others at {self.known}"
                self._wrong(FindingKind.DIFFERENT_END, words)
            for ref, version in watch.overtaken.items():
                words = f"the move {ref} of {watch} was refused as overtaken, and nothing came after version {version}"
                self._wrong(FindingKind.REFUSAL, words)

    def _leaked(self, who: str, leak: Leak) -> None:
        if leak.shown:
            words = f"card {leak.card} of seat {leak.holder}'s hand was told to all by entry {leak.version} and is held"
        else:
            whose = "from the stock or face down" if leak.holder is None else f"of seat {leak.holder}'s hand"
            words = f"card {leak.card} {whose} was in a frame of version {leak.version} to {who} before it was shown"
        self._wrong(FindingKind.HIDDEN_CARD, words)

    def _wrong(self, kind: FindingKind, words: str) -> None:
        self._findings.add(kind, f"room {self.room}: {words}")


def _numbers(versions: list[int]) -> str:
    """Events by their versions."""
    return f"the events of {', '.join(map(str, versions))}" if versions else "no events"


def _said(entry: SeenEntry) -> str:
    """An entry in a few words."""
    kinds = ", ".join(str(event.get("type")) for event in entry.events) or "nothing to see"
    by = f"seat {entry.by}" if isinstance(entry.by, int) else entry.by
    return f"{kinds} by {by}{' for the clock' if entry.clock else ''}"
