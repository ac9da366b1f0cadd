"""What a game sends and takes, as types: the shapes of its moves, offers, views and events, and its words.

A game makes these as maps; its `SHAPES` say for authors of clients what stands in them. mypy holds events to them
where they are made (`event_of`), and the tests hold every map that any match makes. What all games share is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta


class Shaped(msgspec.Struct, frozen=True, tag_field="type"):
    """What moves, offers and events have: their type."""


class Shapes(NamedTuple):
    """Of one game: its `moves`, the `offers` that stand for them, the view's two parts, the `events`; and, with their
    words, its own refusal `codes` in the order in which they are judged, and the `reasons` for which a match ends.

    `parts`: by the name that the published schema gives them for ever, the Structs, maps and choices of words of which
    these are made.
    """

    moves: tuple[type[Shaped], ...]
    offers: tuple[type[Shaped], ...]
    table: type[msgspec.Struct]
    private: type[msgspec.Struct]
    events: tuple[type[Shaped], ...]
    codes: Mapping[str, str]
    reasons: Mapping[str, str]
    parts: Mapping[str, Any] = MappingProxyType({})  # types and aliases, for which there is no common type


P = ParamSpec("P")
T = TypeVar("T")


def event_of(kind: Callable[P, Shaped], /, *_: P.args, **fields: P.kwargs) -> dict[str, object]:
    """An event as the map that travels, its fields in the order given. mypy holds them to the shape `kind`, which
    is not built. A field that travels under another name is renamed by the caller."""
    return {"type": kind.__struct_config__.tag, **fields}  # type: ignore[attr-defined]  # they are Structs


def part(kind: Callable[P, T], /, *_: P.args, **fields: P.kwargs) -> T:
    """A map inside of an event, which mypy takes for the shape `kind`. Events are read as maps."""
    return cast(T, fields)


MOST_SEATS: Final = 7
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1, description="a seat, from 0, clockwise")]
Seats: TypeAlias = tuple[SeatNumber, ...]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Number: TypeAlias = Annotated[int, Meta(ge=1)]
Scores: TypeAlias = Annotated[tuple[int, ...], Meta(description="points of the match by seat")]
Counts: TypeAlias = Annotated[tuple[Count, ...], Meta(description="cards in hand by seat")]
Stock: TypeAlias = Annotated[int, Meta(ge=0, description="cards left in the stock")]
Bots: TypeAlias = Annotated[tuple[SeatNumber, ...], Meta(description="seats that a stand-in plays, sorted")]


class Left(Shaped, frozen=True, tag="left"):
    """A player left the match."""

    seat: SeatNumber
    stand_in: Annotated[bool, Meta(description="whether a bot of the server's plays the seat on")]


class Returned(Shaped, frozen=True, tag="returned"):
    """The player of a seat that a stand-in played is back."""

    seat: SeatNumber


class MatchOver(Shaped, frozen=True, tag="match_over"):
    """The match has ended."""

    winners: Annotated[Seats, Meta(description="seats; empty when the match was abandoned")]
    scores: Scores
    reason: Annotated[str, Meta(description="how it ended", extra_json_schema={"$ref": "#/$defs/Reason"})]
