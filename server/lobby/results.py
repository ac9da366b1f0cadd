"""The results worker: moves results from the rooms' outboxes into histories, sums and ratings, exactly once.

A match's last entry is stored together with its result in the room's outbox (principle 4). From there each result is
applied by one script of the store, which asks whether its match is known and whether the ratings that the new ones were
made from still stand; then it is taken out of the outbox. Whoever dies between two of these steps leaves a result in an
outbox, and the next worker to look finds it: at the start, and whenever the store is back, all outboxes are looked at.
Several workers on one store do no harm: the loser of a race finds the match known, or makes the ratings anew.

What ends within a moment is taken together: the calls of the store cost more than what they carry. The ratings of a
player of several such matches go from one to the next, and the script of each looks whether it has become so.

A result that cannot be read or applied stays in its outbox for whoever mends it, and holds up no other.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
import structlog

from fudakai.server.lobby import ratings
from fudakai.server.log import where
from fudakai.server.store import Applied, Rejected, Share, Store, StoredMatch, Unavailable

FIRST_WAIT: Final = 0.05
LAST_WAIT: Final = 30.0
"""Seconds between tries while the store is away, doubling; when it says that it is back there is a try at once."""
CATCH_UP_SECONDS: Final = 1.0
"""Longest wait of a question for the results that are known to wait; a result takes milliseconds."""
GATHER_SECONDS: Final = 0.1
"""So long a result waits for others before they are applied together, unless somebody asks for what is over."""
AT_ONCE: Final = 50
"""Results applied in one write: about 3 ms of Redis's time, for which moves wait."""

log = structlog.get_logger()


class End(msgspec.Struct, frozen=True):
    """How a match ended, by seat; `places` and `points` are empty for an abandoned one."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


class Finished(msgspec.Struct, frozen=True):
    """A result as rooms write it into their outbox (`fudakai.server.rooms.effects.MatchResult`), and as it is kept."""

    match: str
    at: int
    game: str
    public: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    left: tuple[int, ...]
    outcome: End
    bots: tuple[int, ...] = ()

    @property
    def abandoned(self) -> bool:
        """Whether it counts in nothing but the history (L9)."""
        return not self.outcome.places

    @property
    def ranked(self) -> bool:
        """Whether it changes ratings: of a public room, between people, played to an end (L11)."""
        return self.public and not self.bots and not self.abandoned

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that were not bots' from the start."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.bots)


_decoder: Final = msgspec.msgpack.Decoder(Finished)
_encoder: Final = msgspec.msgpack.Encoder()


def decode(result: bytes) -> Finished:
    """A result as it was stored. Raises msgspec.MsgspecError."""
    return _decoder.decode(result)


def encode(finished: Finished) -> bytes:
    """The bytes of a result."""
    return _encoder.encode(finished)


def shares(finished: Finished, stored: list[bytes]) -> list[Share]:
    """What the match adds for each of its people, given their stored ratings (empty: newcomers).

    A leaver has lost (L11): it is not won, whatever a stand-in made of the seat, and for the rating it is the last
    place. (What a stand-in won is no longer among the points of the result: the room has seen to that.)
    """
    end, people = finished.outcome, finished.people
    if finished.abandoned:
        return [Share(finished.players[seat], finished.names[seat]) for seat in people]
    seen = stored if finished.ranked else [b""] * len(people)
    new = [b""] * len(people)
    if finished.ranked:
        places = ratings.ranks(end.places, finished.left)
        new = [ratings.encode(rating) for rating in ratings.rated([ratings.decode(rating) for rating in seen], places)]
    return [
        Share(
            player=finished.players[seat],
            name=finished.names[seat],
            points=end.points[seat],
            won=seat in end.winners and seat not in finished.left,
            seen=before,
            rating=after,
        )
        for seat, before, after in zip(people, seen, new, strict=True)
    ]


class _WaitingResult(NamedTuple):
    finished: Finished
    result: bytes
    room: str


class ResultsWorker:
    """`run` as a task for as long as the store is used; `finished` whenever a room has stored a result. `left_alone` is
    called for each result that stays where it is."""

    def __init__(self, store: Store, left_alone: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._left_alone = left_alone
        self._bad: set[tuple[str, bytes]] = set()
        self._back = asyncio.Event()
        self._told: Counter[str] = Counter()
        self._taken: Counter[str] = Counter()
        self._look = True
        self._wake = asyncio.Event()
        self._asked = asyncio.Event()
        self._idle = asyncio.Event()
        store.watch(self._store_changed)

    @property
    def waiting(self) -> int:
        """Results that are known to wait, without those that are left where they are."""
        return self._told.total() + self._taken.total()

    def finished(self, room: str) -> None:
        """A result waits in this room's outbox."""
        self._told[room] += 1
        self._idle.clear()
        self._wake.set()

    async def caught_up(self) -> None:
        """Waits until nothing that is known to wait does, at most CATCH_UP_SECONDS."""
        if not self._idle.is_set():
            self._asked.set()
            await _within(CATCH_UP_SECONDS, self._idle)

    async def run(self) -> None:
        """Applies what waits, until cancelled."""
        wait = FIRST_WAIT
        while True:
            self._wake.clear()
            self._back.clear()
            try:
                await self._work()
                wait = FIRST_WAIT
            except Unavailable as error:
                if wait == LAST_WAIT:
                    log.warning("results wait until the store takes them", why=str(error))
                await _within(wait, self._back)
                wait = min(2 * wait, LAST_WAIT)
                continue
            if not self._told and not self._look:
                self._asked.clear()
                self._idle.set()
                await self._wake.wait()
            await _within(GATHER_SECONDS, self._asked)

    async def _work(self) -> None:
        """Applies what waits now; what comes meanwhile is for the next time."""
        if self._look:
            self._told |= Counter(await self._store.results.outboxes())
            self._look = False
        self._taken, self._told = self._told, Counter()
        try:
            found = await self._read(list(self._taken))
            for at in range(0, len(found), AT_ONCE):
                await self._apply(found[at : at + AT_ONCE])
        except Unavailable:
            self._told += self._taken
            raise
        finally:
            self._taken = Counter()

    async def _read(self, rooms: Sequence[str]) -> list[_WaitingResult]:
        """All that waits in these rooms and can be read, what ended first before the others."""
        found = []
        for room, outbox in zip(rooms, await self._store.results.waiting(rooms), strict=True):
            if isinstance(outbox, Rejected):
                self._taken[room] = 1
                self._leave(room, b"", None, str(outbox))
                continue
            self._taken[room] = len(outbox)
            for result in outbox:
                try:
                    found.append(_WaitingResult(decode(result), result, room))
                except msgspec.MsgspecError as error:
                    self._leave(room, result, None, str(error))
        return sorted(found, key=lambda one: one.finished.at)

    async def _apply(self, results: Sequence[_WaitingResult]) -> None:
        """Applies these in their order and takes them out of the outboxes. One whose ratings are others than were read,
        or follow from such, is applied anew."""
        while results:
            ready = await self._ready(results)
            again: list[_WaitingResult] = []
            applied: list[_WaitingResult] = []
            answers = await self._store.results.apply([match for _, match in ready])
            for (one, _), became in zip(ready, answers, strict=True):
                if isinstance(became, Rejected):
                    self._leave(one.room, one.result, one.finished.match, str(became))
                else:
                    (again if became is Applied.CHANGED else applied).append(one)
            settled = await self._store.results.settle([(one.room, one.result) for one in applied])
            for one, refused in zip(applied, settled, strict=True):
                if refused is not None:
                    self._leave(one.room, one.result, one.finished.match, str(refused))
                else:
                    self._taken[one.room] -= 1
                    self._bad.discard((one.room, one.result))
            results = again

    async def _ready(self, results: Sequence[_WaitingResult]) -> list[tuple[_WaitingResult, StoredMatch]]:
        """What is to be applied of each, given that it is of those before it."""
        ranked = [one.finished for one in results if one.finished.ranked]
        whose = list(dict.fromkeys((finished.game, player) for finished in ranked for player in finished.players))
        rating = dict(zip(whose, await self._store.results.ratings(whose), strict=True))
        ready = []
        for one in results:
            finished = one.finished
            seen = [rating[finished.game, player] for player in finished.players] if finished.ranked else []
            try:
                added = shares(finished, seen)
            except Exception as error:  # a fault of ours with this one must not end the server
                self._leave(one.room, one.result, finished.match, where(error))
                continue
            rating |= {(finished.game, share.player): share.rating for share in added if share.rating}
            counts = not finished.abandoned
            match = StoredMatch(finished.match, finished.game, one.result, added, public=finished.public, counts=counts)
            ready.append((one, match))
        return ready

    def _leave(self, room: str, result: bytes, match: str | None, why: str) -> None:
        """Leaves a bad result where it is, and says so once: it is found again whenever the store was away."""
        self._taken[room] -= 1
        if (room, result) not in self._bad:
            self._bad.add((room, result))
            self._left_alone()
            log.error("a result cannot be applied, and is left where it is", room=room, match=match, why=why)

    def _store_changed(self, healthy: bool) -> None:
        if healthy:
            self._look = True
            self._wake.set()
            self._back.set()


async def _within(seconds: float, event: asyncio.Event) -> None:
    """Until it happens, at most so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
