"""Results of matches in Redis: the outboxes they wait in, and what they add up to once they are applied.

A result is bytes here. It is applied by one script, once by its match id, and then taken out of its room's outbox by
another: whatever dies in between, applying it again changes nothing. What is done with many results is sent in one
write, a script for each of them: the death of anybody leaves some of them applied, and none of them half.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Final

import msgspec

from fudakai.server.store import keys, scripts
from fudakai.server.store.log import Answer, Argument, Rejected
from fudakai.server.store.scripts import Script

AT_ONCE: Final = 500
"""Outboxes or results looked at in one pipeline."""


class Applied(Enum):
    """What became of a result that was to be applied."""

    APPLIED = 1
    KNOWN = 2
    """It was applied before; nothing was written."""
    CHANGED = 3
    """Somebody's rating is not the one that the new one was made from, since another result came between, or the one
    before it that was to make that rating was not applied; nothing was written."""


class Share(msgspec.Struct, frozen=True):
    """What a match adds for one of its players. `seen` and `rating`: the stored rating that the new one was made from,
    and the new one; both empty when the match does not change it."""

    player: str
    name: str
    points: int = 0
    won: bool = False
    seen: bytes = b""
    rating: bytes = b""


class StoredMatch(msgspec.Struct, frozen=True):
    """A match that is over, and what is to be applied of it. One that does not count only stands in the history."""

    id: str
    game: str
    result: bytes
    shares: Sequence[Share]
    public: bool
    counts: bool


class HistoryPage(msgspec.Struct, frozen=True):
    """Some results out of a player's history, newest first; `before` is where the older ones end, None: no older."""

    results: list[bytes]
    before: int | None


class StoredStanding(msgspec.Struct, frozen=True):
    """A player on a leaderboard. Equal points share a place, the first place is 1. `rating` may be empty."""

    place: int
    player: str
    name: str
    points: int
    matches: int
    won: int
    rating: bytes


class Results:
    """Part of a Store, which makes it. All calls raise Unavailable when Redis is away or fails.

    `keep`: seconds for which a result is known and stands in histories, at least a day, or 0: for ever. What it was
    added to stays. (Applied again after that time it would count again; by then its outbox has long been emptied.)

    What is asked for many at once answers in their order, with a Rejected for those that are to be mended first.
    """

    def __init__(
        self,
        call: Callable[..., Awaitable[Answer]],
        many: Callable[[Sequence[tuple[Argument, ...]]], Awaitable[list[Answer]]],
        each: Callable[..., Awaitable[list[Answer]]],
        keep: int,
    ) -> None:
        self._keep = keep
        self._call: Callable[..., Awaitable[Answer]] = call
        self._many = many
        self._each = each

    # ---- outboxes

    async def outboxes(self) -> list[str]:
        """The codes of all rooms, open and closed ones, with something in their outbox, sorted."""
        (members,) = await self._many([("SMEMBERS", keys.ROOMS)])
        codes = sorted(code.decode() for code in members)
        found = []
        for at in range(0, len(codes), AT_ONCE):
            some = codes[at : at + AT_ONCE]
            there = await self._many([("EXISTS", keys.room(code) + "outbox") for code in some])
            found += [code for code, exists in zip(some, there, strict=True) if exists]
        return found

    async def waiting(self, rooms: Sequence[str]) -> list[list[bytes] | Rejected]:
        """For each room the results that wait in its outbox, oldest first."""
        found = []
        for at in range(0, len(rooms), AT_ONCE):
            some = rooms[at : at + AT_ONCE]
            found += await self._each([("LRANGE", keys.room(room) + "outbox", 0, -1) for room in some])
        return found

    async def settle(self, results: Sequence[tuple[str, bytes]]) -> list[Rejected | None]:
        """Take results that were applied, each named after its room, out of the outboxes; a closed room leaves the
        index with its last one."""
        answers = await self._each(
            [("EVALSHA", scripts.SETTLE.sha, 1, keys.room(room), result) for room, result in results], scripts.SETTLE
        )
        leaving = [room for (room, _), answer in zip(results, answers, strict=True) if answer == 1]
        if leaving:
            await self._many([("SREM", keys.ROOMS, *leaving)])
        return [answer if isinstance(answer, Rejected) else None for answer in answers]

    # ---- applying

    async def ratings(self, whose: Sequence[tuple[str, str]]) -> list[bytes]:
        """The stored rating of each player, who is named after the game, in that game; empty for who has none, and when
        something of another kind is stored, which `apply` tells."""
        found = await self._each([("HGET", _of("player", player), f"{game}:rating") for game, player in whose])
        return [rating if isinstance(rating, bytes) else b"" for rating in found]

    async def apply(self, matches: Sequence[StoredMatch]) -> list[Applied | Rejected]:
        """Apply results, each once, in this order: a rating that one of them makes is there for the next."""
        answers = await self._each([self._application(match) for match in matches], scripts.RESULT)
        return [answer if isinstance(answer, Rejected) else Applied(answer) for answer in answers]

    def _application(self, match: StoredMatch) -> tuple[bytes | str | int, ...]:
        parts: list[bytes | str | int] = []
        for share in match.shares:
            parts += (share.player, share.name, share.points, int(share.won), share.seen, share.rating)
        head = (match.id, match.result, match.game, int(match.public), int(match.counts), self._keep)
        return ("EVALSHA", scripts.RESULT.sha, 1, keys.RESULTS, *head, *parts)

    # ---- looking

    async def match(self, match: str) -> bytes | None:
        """The result of that match, if it was applied."""
        (found,) = await self._many([("GET", _of("match", match))])
        return found if isinstance(found, bytes) else None

    async def all(self) -> list[bytes]:
        """Every result that was applied, in no order."""
        cursor, found = 0, set[bytes]()
        while True:
            ((cursor, some),) = await self._many([("SCAN", cursor, "MATCH", _of("match", "*"), "COUNT", AT_ONCE)])
            found.update(some)
            if not int(cursor):
                break
        results = []
        for at in range(0, len(names := sorted(found)), AT_ONCE):
            results += await self._many([("GET", name) for name in names[at : at + AT_ONCE]])
        return [result for result in results if result is not None]

    async def history(self, player: str, limit: int, before: int | None, *, public: bool) -> HistoryPage:
        """At most `limit` results of the player's matches that come before `before` (None: the newest); with `public`
        only those of public rooms. What is kept no more is left out, and nothing is older than that."""
        key = _of("public" if public else "history", player)
        (count,) = await self._many([("LLEN", key)])
        end = count if before is None else min(before, count)
        start = max(0, end - limit)
        if start >= end:
            return HistoryPage([], None)
        (matches,) = await self._many([("LRANGE", key, start, end - 1)])
        results = await self._many([("GET", _of("match", match.decode())) for match in reversed(matches)])
        ends = results[-1] is None
        return HistoryPage([result for result in results if result is not None], None if ends else start or None)

    async def sums(self, player: str) -> dict[str, bytes]:
        """What a player's matches add up to: `<game>:matches`, `:won`, `:points`, `:rating`, and `name`."""
        (found,) = await self._many([("HGETALL", _of("player", player))])
        return {name.decode(): value for name, value in found.items()}

    async def leaderboard(self, game: str, limit: int) -> list[StoredStanding]:
        """The first `limit` players of the game's leaderboard, most points first."""
        (flat,) = await self._many([("ZREVRANGE", _of("board", game), 0, limit - 1, "WITHSCORES")])
        players = [player.decode() for player in flat[::2]]
        points = [round(float(score)) for score in flat[1::2]]
        rows = await self._rows(game, players)
        places = [points.index(mine) + 1 for mine in points]  # the page begins with the first
        return [_standing(*row) for row in zip(places, players, points, rows, strict=True)]

    async def standing(self, game: str, player: str) -> StoredStanding | None:
        """The player on the game's leaderboard, None for who has no match of it that counts."""
        (score,) = await self._many([("ZSCORE", _of("board", game), player)])
        if score is None:
            return None
        points = round(float(score))
        (above,) = await self._many([("ZCOUNT", _of("board", game), f"({points}", "+inf")])
        return _standing(above + 1, player, points, (await self._rows(game, [player]))[0])

    async def _rows(self, game: str, players: Sequence[str]) -> list[list[bytes | None]]:
        fields = ("name", f"{game}:matches", f"{game}:won", f"{game}:rating")
        return await self._many([("HMGET", _of("player", player), *fields) for player in players])

    # ---- deleting

    async def matches(self, player: str) -> list[str]:
        """The ids of the player's matches, the oldest first."""
        (found,) = await self._many([("LRANGE", _of("history", player), 0, -1)])
        return [match.decode() for match in found]

    async def replace(self, match: str, read: bytes, result: bytes) -> bool:
        """Put another result in the place of an applied one, in every history that has it; False, and nothing is
        written, when it is not the one that was read."""
        return bool(await self._run(scripts.REPLACE, keys.RESULTS, match, read, result))

    async def remove(self, player: str, read: Sequence[str]) -> bool:
        """Forget the player's history, sums and places, in one step; the results that others share stay. False, and
        nothing is written, when `matches` are not those that were read."""
        newest = read[-1] if read else ""
        return bool(await self._run(scripts.FORGET, keys.RESULTS, player, len(read), newest))

    async def _run(self, script: Script, key: str, *arguments: bytes | str | int) -> int:
        return int(await self._call(script, key, *arguments))


def _of(kind: str, name: str) -> str:
    return f"{keys.RESULTS}{kind}:{name}"


def _standing(place: int, player: str, points: int, row: Sequence[bytes | None]) -> StoredStanding:
    name, matches, won, rating = (value or b"" for value in row)
    return StoredStanding(place, player, name.decode(), points, int(matches or 0), int(won or 0), rating)
