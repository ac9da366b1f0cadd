"""Answers questions about past matches: histories, leaderboards, records, replays."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Protocol, TypeAlias
from weakref import WeakValueDictionary

import msgspec

from fudakai.protocol import from_client as ask
from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_server import (
    Frame,
    FromServer,
    GameTotal,
    Matches,
    PastMatch,
    Recorded,
    Refused,
    Replayed,
    Standing,
    Standings,
)
from fudakai.server import store
from fudakai.server.lobby import ratings
from fudakai.server.lobby.results import Finished, ResultsWorker, decode, encode
from fudakai.server.store import Store, Unavailable

Question: TypeAlias = ask.History | ask.Leaderboard | ask.Record | ask.Replay


class Records(Protocol):
    """Makes records out of the rooms' logs. None: the log of that match has expired. Raises Unavailable."""

    async def record(self, match: str) -> Mapping[str, object] | None:
        """The record of a match."""

    async def replay(
        self, match: str, first: int, count: int
    ) -> tuple[Mapping[str, object], int, tuple[Frame, ...]] | None:
        """Options and number of entries of a match, and the frames that are asked for."""


class HistoryQueries:
    """Answers questions about what is over."""

    def __init__(
        self,
        store: Store,
        worker: ResultsWorker,
        games: Collection[str],
        records: Records,
    ) -> None:
        self._results = store.results
        self._worker = worker
        self._games = games
        self._records = records
        self._one_record = asyncio.Lock()
        self._one_of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def finished(self, room: str) -> None:
        """A room has stored a match's result."""
        self._worker.finished(room)

    async def known(self, match: str) -> bool:
        """Whether a match of that id stands in histories. Raises Unavailable."""
        return await self._results.match(match) is not None

    async def answer(self, player: str, question: Question) -> FromServer:
        """The answer for this player, a refusal among them; what was played before is in it."""
        await self._worker.caught_up()
        try:
            match question:
                case ask.History():
                    return await self._history(player, question)
                case ask.Leaderboard():
                    return await self._leaderboard(player, question)
                case ask.Record():
                    return await self._recorded(player, question)
                case ask.Replay():
                    return await self._replayed(player, question)
        except Unavailable:
            return Refused(Refusal.UNAVAILABLE, "the store cannot be reached just now", question.id)

    async def _history(self, player: str, question: ask.History) -> Matches:
        whose = question.player or player
        page = await self._results.history(whose, question.limit, question.before, public=whose != player)
        matches = tuple(past_match(decode(result)) for result in page.results)
        return Matches(question.id, whose, matches, _totals(await self._results.sums(whose)), page.before)

    async def _leaderboard(self, player: str, question: ask.Leaderboard) -> FromServer:
        if question.game not in self._games:
            words = f"no game {question.game!r} here; there are: {', '.join(self._games)}"
            return Refused(Refusal.UNKNOWN_GAME, words, question.id)
        rows = await self._results.leaderboard(question.game, question.limit)
        you = await self._results.standing(question.game, player)
        return Standings(question.id, question.game, tuple(map(_row, rows)), None if you is None else _row(you))

    async def _recorded(self, player: str, question: ask.Record) -> FromServer:
        finished = await self._open_to(player, question.match)
        if finished is None:
            return _not_open(question)
        async with self._turn_of(player), self._one_record:  # making one takes the processor for a moment
            record = await self._records.record(finished.match)
        if record is None:
            return _expired(question)
        return Recorded(question.id, finished.match, record)

    async def _replayed(self, player: str, question: ask.Replay) -> FromServer:
        finished = await self._open_to(player, question.match)
        if finished is None:
            return _not_open(question)
        async with self._turn_of(player), self._one_record:
            replay = await self._records.replay(finished.match, question.first, question.count)
        if replay is None:
            return _expired(question)
        return Replayed(question.id, past_match(finished), *replay)

    def _turn_of(self, player: str) -> asyncio.Lock:
        """One query per player at a time, so that nobody holds up the others."""
        return self._one_of.setdefault(player, asyncio.Lock())

    async def _open_to(self, player: str, match: str) -> Finished | None:
        """The result of a match that this player may look into: of a public room, or played in; else None."""
        result = await self._results.match(match.upper())
        finished = None if result is None else decode(result)
        return finished if finished is not None and (finished.public or player in finished.players) else None


def _not_open(question: ask.Record | ask.Replay) -> Refused:
    words = f"no match {question.match!r} is over that you may look into"
    return Refused(Refusal.UNKNOWN_MATCH, words, question.id)


def _expired(question: ask.Record | ask.Replay) -> Refused:
    return Refused(Refusal.UNKNOWN_MATCH, f"the record of match {question.match.upper()} has expired", question.id)


def past_match(finished: Finished) -> PastMatch:
    """A result as it is told."""
    end = finished.outcome
    return PastMatch(
        match=finished.match,
        game=finished.game,
        at=finished.at,
        public=finished.public,
        abandoned=finished.abandoned,
        players=finished.players,
        names=finished.names,
        winners=end.winners,
        scores=end.scores,
        places=end.places,
        points=end.points,
        left=finished.left,
        bots=finished.bots,
        reason=end.reason,
    )


async def finished(store: Store) -> list[Finished]:
    """All matches whose results are kept, the oldest first. Raises Unavailable."""
    return sorted((decode(result) for result in await store.results.all()), key=lambda match: match.at)


async def forget(store: Store, player: str) -> int:
    """Deletes what is kept of a player: history, sums, places, ratings, and name and id in the results that others
    share; how many matches they were. The records of closed rooms, with the name, expire by themselves.

    A result that is applied meanwhile is either forgotten with the others, or wholly there as the first of a new
    history: what is kept is deleted in one step, if nothing has come since it was read. May be done again, and must be
    when Unavailable was raised. A result of theirs that still waits is applied later as usual.
    """
    results, count, done = store.results, 0, set[str]()
    while True:
        matches = await results.matches(player)
        for match in matches:
            if match not in done:
                done.add(match)
                count += await _make_nameless(store, match, player)
        if await results.remove(player, matches):
            return count


async def _make_nameless(store: Store, match: str, player: str) -> bool:
    """Takes the player out of a result, whoever else is taken out of it at the same moment; False: it is not kept."""
    while (result := await store.results.match(match)) is not None:
        if await store.results.replace(match, result, encode(_without(decode(result), player))):
            return True
    return False


def _without(finished: Finished, player: str) -> Finished:
    gone = [player == other for other in finished.players]
    return msgspec.structs.replace(
        finished,
        players=tuple("" if away else other for away, other in zip(gone, finished.players, strict=True)),
        names=tuple("" if away else name for away, name in zip(gone, finished.names, strict=True)),
    )


def _totals(sums: Mapping[str, bytes]) -> tuple[GameTotal, ...]:
    games = sorted(name.removesuffix(":matches") for name in sums if name.endswith(":matches"))
    return tuple(
        GameTotal(
            game=game,
            points=int(sums[f"{game}:points"]),
            matches=int(sums[f"{game}:matches"]),
            won=int(sums[f"{game}:won"]),
            rating=_shown(sums.get(f"{game}:rating", b"")),
        )
        for game in games
    )


def _row(standing: store.StoredStanding) -> Standing:
    return Standing(
        place=standing.place,
        player=standing.player,
        name=standing.name,
        points=standing.points,
        matches=standing.matches,
        won=standing.won,
        rating=_shown(standing.rating),
    )


def _shown(rating: bytes) -> float | None:
    return ratings.decode(rating).shown if rating else None
