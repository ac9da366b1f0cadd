"""Matches that are over, as the server tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class PastMatch:
    """A match that is over; lists are by seat of that match. `at`: when, in seconds since 1970. `left`: seats whose
    players left it and did not come back. `abandoned`: it counts in nothing but the history."""

    match: str
    game: str
    at: float
    public: bool
    abandoned: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...]
    bots: tuple[int, ...]
    reason: str

    def seat_of(self, player: str) -> int | None:
        """Where that player sat."""
        return self.players.index(player) if player in self.players else None


@dataclass(frozen=True)
class GameTotal:
    """What all of a player's matches of a game add up to. `rating`: None before the first match that is rated."""

    game: str
    points: int
    matches: int
    won: int
    rating: float | None


@dataclass(frozen=True)
class History:
    """Matches of `player`, newest first, and the sums of all. `before` asks for older ones; None: there are none."""

    player: str
    matches: tuple[PastMatch, ...]
    totals: tuple[GameTotal, ...]
    before: int | None


@dataclass(frozen=True)
class Standing:
    """A player on a leaderboard. Equal points share a place."""

    place: int
    player: str
    name: str
    points: int
    matches: int
    won: int
    rating: float | None


@dataclass(frozen=True)
class Leaderboard:
    """The first players of a game, and my own place; None before my first match that counts."""

    game: str
    rows: tuple[Standing, ...]
    you: Standing | None


@dataclass(frozen=True)
class Frame:
    """The table of a match after `step` entries, what the last of them showed (`by` is a seat, "chance" or "room"), and
    what each seat saw besides (`private`, by seat). `left`: seats whose players had left."""

    step: int
    by: int | str
    events: tuple[Mapping[str, Any], ...]
    to_act: tuple[int, ...]
    left: tuple[int, ...]
    table: Mapping[str, Any]
    private: tuple[Mapping[str, Any], ...]
    clock: bool = False


@dataclass(frozen=True)
class Replay:
    """Some frames of a match that is over; `entries` is how many entries it has, and so the last frame's step."""

    summary: PastMatch
    options: Mapping[str, Any]
    entries: int
    frames: tuple[Frame, ...]


def history_of(answer: Mapping[str, Any]) -> History:
    """The history in a `matches` message."""
    matches = tuple(map(_past, answer["matches"]))
    totals = tuple(_made(GameTotal, total) for total in answer["totals"])
    return History(answer["player"], matches, totals, answer["before"])


def leaderboard_of(answer: Mapping[str, Any]) -> Leaderboard:
    """The leaderboard in a `standings` message."""
    you = answer["you"]
    rows = tuple(_made(Standing, row) for row in answer["rows"])
    return Leaderboard(answer["game"], rows, None if you is None else _made(Standing, you))


def replay_of(answer: Mapping[str, Any]) -> Replay:
    """The frames in a `replayed` message."""
    frames = tuple(_made(Frame, {"clock": False, **frame}) for frame in answer["frames"])
    return Replay(_past(answer["summary"]), answer["options"], answer["entries"], frames)


def _past(match: Mapping[str, Any]) -> PastMatch:
    return _made(PastMatch, {**match, "at": match["at"] / 1000})


def _made(kind: type[T], fields: Mapping[str, Any]) -> T:
    """Out of a map the fields that are known here; a later server may say more."""
    known = kind.__dataclass_fields__  # type: ignore[attr-defined]  # only dataclasses come here
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return kind(**{name: plain[name] for name in known})
