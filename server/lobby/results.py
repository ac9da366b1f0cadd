"""The worker that makes results last: out of the rooms' outboxes, into histories, sums, leaderboards and ratings, once.

A match's last entry is stored together with its result in the room's outbox (decision 4). From there each result is
applied by one script of the store, which asks whether its match is known and whether the ratings that the new ones were
made from still stand; then it is taken out of the outbox. Whoever dies between two of these steps leaves a result in an
outbox, and the next worker to look finds it: at the start, and whenever the store is back, all outboxes are looked at.
Several workers on one store do no harm: the loser of a race finds the match known, or makes the ratings anew.

A result that cannot be read or applied stays in its outbox for whoever mends it, and holds up no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog

from server.lobby import ratings
from server.log import where
from server.store import Applied, Rejected, Share, Store, Unavailable

FIRST_WAIT: Final = 0.05
LAST_WAIT: Final = 30.0
"""Seconds between tries while the store is away, doubling; when it says that it is back there is a try at once."""
CATCH_UP_SECONDS: Final = 1.0
"""Longest wait of a question for the results that are known to wait; a result takes milliseconds."""

log = structlog.get_logger()


class End(msgspec.Struct, frozen=True):
    """How a match ended, by seat; `places` and `points` are empty for an abandoned one."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


class Finished(msgspec.Struct, frozen=True):
    """A result as rooms write it into their outbox (`server.rooms.effects.MatchResult`), and as it is kept."""

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


class Worker:
    """`run` as a task for as long as the store is used; `finished` whenever a room has stored a result. `left_alone` is
    called for each result that stays where it is."""

    def __init__(self, store: Store, left_alone: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._left_alone = left_alone
        self._bad: set[tuple[str, bytes]] = set()
        self._back = asyncio.Event()
        self._waiting: dict[str, None] = {}
        self._look = True
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        store.watch(self._store_changed)

    def finished(self, room: str) -> None:
        """A result waits in this room's outbox."""
        self._waiting[room] = None
        self._idle.clear()
        self._wake.set()

    async def caught_up(self) -> None:
        """Waits until nothing that is known to wait does, at most CATCH_UP_SECONDS."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CATCH_UP_SECONDS):
                await self._idle.wait()

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
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._back.wait()
                wait = min(2 * wait, LAST_WAIT)
                continue
            self._idle.set()
            await self._wake.wait()

    async def _work(self) -> None:
        while self._look or self._waiting:
            if self._look:
                self._waiting |= dict.fromkeys(await self._store.results.outboxes())
                self._look = False
            rooms, self._waiting = self._waiting, {}  # what comes from here on is looked at again
            try:
                await self._empty(rooms)
            except Unavailable:
                self._waiting = rooms | self._waiting
                raise

    async def _empty(self, rooms: Iterable[str]) -> None:
        """Applies all that waits in these rooms, what ended first before the others."""
        results = self._store.results
        found = []
        for room in rooms:
            try:
                outbox = await results.outbox(room)
            except Rejected as error:
                self._leave(room, b"", None, str(error))
                continue
            for result in outbox:
                try:
                    found.append((decode(result), result, room))
                except msgspec.MsgspecError as error:
                    self._leave(room, result, None, str(error))
        for finished, result, room in sorted(found, key=lambda one: one[0].at):
            try:
                await self._apply(finished, result)
                await results.settle(room, result)
            except Rejected as error:
                self._leave(room, result, finished.match, str(error))
            except Unavailable:
                raise
            except Exception as error:  # a fault of ours with this one must not end the server
                self._leave(room, result, finished.match, where(error))
            else:
                self._bad.discard((room, result))

    def _leave(self, room: str, result: bytes, match: str | None, why: str) -> None:
        """Leaves a bad result where it is, and says so once: it is found again whenever the store was away."""
        if (room, result) not in self._bad:
            self._bad.add((room, result))
            self._left_alone()
            log.error("a result cannot be applied, and is left where it is", room=room, match=match, why=why)

    async def _apply(self, finished: Finished, result: bytes) -> None:
        results = self._store.results
        people: list[Any] = [finished.players[seat] for seat in finished.people]
        while True:
            stored = await results.ratings(finished.game, people) if finished.ranked else []
            became = await results.apply(
                finished.match,
                result,
                finished.game,
                shares(finished, stored),
                public=finished.public,
                counts=not finished.abandoned,
            )
            if became is not Applied.CHANGED:
                return

    def _store_changed(self, healthy: bool) -> None:
        if healthy:
            self._look = True
            self._wake.set()
            self._back.set()
