"""What a room's log holds: a base (the room as it stood when a segment of the log began) and entries after it.

Entries are what happened, not what was asked: replaying them over the base gives the same room, always. Each carries
its format number, so that a later server can read it or say that it cannot, and the time it was made (`at`, in
milliseconds of the server's clock), so that deadlines are part of the log.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from fudakai.server.games.api import Chosen, Data, Drawn, Shuffled
from fudakai.server.rooms.lock import Lock

FORMAT: Final = 3
"""The format this server writes. It reads all formats up to this one. 2: a started match has options of its own, and
players return (`Returned`). 3: bots sit, and what a host does besides starting."""


Visibility = Literal["public", "unlisted", "locked"]


class UnknownFormat(Exception):
    """The log was written by a later server, or is damaged. The words say which."""


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="kind", omit_defaults=True):
    """What every entry has."""

    format: int
    at: int


class Sat(Entry, frozen=True, tag="sat"):
    """A player took this seat, coming in or from another seat."""

    player: str
    name: str
    seat: int


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """The host put a bot into this seat. `strength`: how well it plays, a word of the process that plays it."""

    player: str
    name: str
    seat: int
    strength: str


class BotGone(Entry, frozen=True, tag="bot_gone"):
    """The host took a bot out of this seat."""

    seat: int


class Kicked(Entry, frozen=True, tag="kicked"):
    """The host, or whoever runs the server, put a player out of the room, for good. Only the latter does so to who has
    left the seat before, and perhaps to a stand-in: then the seat is nobody's to come back to."""

    player: str


class Configured(Entry, frozen=True, tag="configured"):
    """The host changed the room. Options and settings are whole; None: as before. `lock` comes with a visibility of
    locked, and only then."""

    title: str | None = None
    visibility: Visibility | None = None
    lock: Lock | None = None
    options: Data | None = None
    settings: Data | None = None


class Muted(Entry, frozen=True, tag="muted"):
    """The host lets a player not chat, or chat again."""

    player: str
    muted: bool


class Gone(Entry, frozen=True, tag="gone"):
    """A player left the room, and no running match with it (`expired`: by being away too long)."""

    player: str
    expired: bool = False


class Readied(Entry, frozen=True, tag="ready"):
    """A player said ready, or not."""

    player: str
    ready: bool


class Started(Entry, frozen=True, tag="started"):
    """A match began: free seats were taken away, the others closed ranks. `options`: all that the match has; None in
    format 1: the room's."""

    match: str
    options: Data | None = None


class Drew(Entry, frozen=True, tag="drew"):
    """Chance drew: exactly one of the two fields is set."""

    shuffle: tuple[object, ...] | None = None
    choose: object = None

    @classmethod
    def of(cls, drawn: Drawn, at: int) -> Drew:
        """The entry of an outcome."""
        if isinstance(drawn, Shuffled):
            return cls(FORMAT, at, shuffle=drawn.order)
        return cls(FORMAT, at, choose=drawn.item)

    @property
    def drawn(self) -> Drawn:
        """The outcome, as a game takes it."""
        return Chosen(self.choose) if self.shuffle is None else Shuffled(self.shuffle)


class Moved(Entry, frozen=True, tag="moved"):
    """A seat made this move, or the clock or a stand-in made it for the seat (then without ref)."""

    seat: int
    move: Data
    ref: str | None = None
    clock: bool = False


class Left(Entry, frozen=True, tag="left"):
    """A seat's player left the running match: by word, or for missed turns or a grace that ran out (`clock`)."""

    seat: int
    clock: bool = False


class Returned(Entry, frozen=True, tag="returned"):
    """A player who had left the running match took the seat back from its stand-in (L9)."""

    seat: int
    player: str


class Abandoned(Entry, frozen=True, tag="abandoned"):
    """Nobody was left to finish the match."""


class Away(Entry, frozen=True, tag="away"):
    """The last connection of a seated player is gone; the grace runs from here."""

    player: str


class Back(Entry, frozen=True, tag="back"):
    """An away player is here again."""

    player: str


class Resumed(Entry, frozen=True, tag="resumed"):
    """The server could not serve for a while and can again (L8). `present`: the players connected at this moment."""

    present: tuple[str, ...]


class Closed(Entry, frozen=True, tag="closed"):
    """The room is no more."""


AnyEntry: TypeAlias = (
    Sat
    | BotSat
    | BotGone
    | Kicked
    | Configured
    | Muted
    | Gone
    | Readied
    | Started
    | Drew
    | Moved
    | Left
    | Returned
    | Abandoned
    | Away
    | Back
    | Resumed
    | Closed
)


class BaseSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat in a base. `strength`: of the bot that sits there."""

    player: str | None = None
    name: str | None = None
    ready: bool = False
    grace_from: int | None = None
    strength: str | None = None


class ScoredMatch(msgspec.Struct, frozen=True):
    """A match that is over in the table of scores of a base, by seat of that match."""

    match: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    points: tuple[int, ...]


class ScoredPlayer(msgspec.Struct, frozen=True):
    """A player's sums in the table of scores of a base."""

    player: str
    name: str
    matches: int
    won: int
    points: int


class ScoreTable(msgspec.Struct, frozen=True):
    """The table of scores of a room (L10), as it is stored. Clients are shown a `Sitting`, which may change
    without it."""

    matches: tuple[ScoredMatch, ...] = ()
    totals: tuple[ScoredPlayer, ...] = ()


class Base(msgspec.Struct, frozen=True):
    """A room between matches. `version` counts the entries before this segment."""

    format: int
    at: int
    code: str
    version: int
    game: str
    rules: int
    options: Data
    settings: Data
    title: str
    visibility: Visibility
    size: int
    host: str | None
    seats: tuple[BaseSeat, ...]
    matches: int
    sitting: ScoreTable = ScoreTable()
    lock: Lock | None = None
    kicked: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()


T = TypeVar("T", bound=Entry | Base)

_encoder: Final = msgspec.msgpack.Encoder()
_entry_decoder: Final[msgspec.msgpack.Decoder[AnyEntry]] = msgspec.msgpack.Decoder(AnyEntry)
_base_decoder: Final = msgspec.msgpack.Decoder(Base)


def encode(what: AnyEntry | Base) -> bytes:
    """The bytes that go into the log."""
    return _encoder.encode(what)


def decode_entry(data: bytes) -> AnyEntry:
    """An entry of any format up to this server's. Raises UnknownFormat."""
    return _decode(_entry_decoder, data)


def decode_base(data: bytes) -> Base:
    """A base of any format up to this server's. Raises UnknownFormat."""
    return _decode(_base_decoder, data)


class _Formatted(msgspec.Struct):
    format: int


_formatted: Final = msgspec.msgpack.Decoder(_Formatted)


def _decode(decoder: msgspec.msgpack.Decoder[T], data: bytes) -> T:
    try:
        decoded = decoder.decode(data)
    except msgspec.MsgspecError as error:
        try:
            written = _formatted.decode(data).format
        except msgspec.MsgspecError:
            raise UnknownFormat(f"a log entry cannot be read: {error}") from error
        if written > FORMAT:
            raise _too_new(written) from error
        raise UnknownFormat(f"a log entry of format {written} cannot be read: {error}") from error
    if decoded.format > FORMAT:
        raise _too_new(decoded.format)
    return decoded


def _too_new(written: int) -> UnknownFormat:
    return UnknownFormat(f"written by a later server (format {written}, this server reads up to {FORMAT})")


def as_record(entry: AnyEntry) -> dict[str, object] | None:
    """The entry as a record says it (docs/records.md), or None for what is the room's and not the match's."""
    match entry:
        case Drew(shuffle=None, choose=item):
            return {"by": "chance", "choose": item}
        case Drew(shuffle=order):
            return {"by": "chance", "shuffle": list(order or ())}
        case Moved(seat=seat, move=move, clock=clock):
            return {"by": seat, **({"clock": True} if clock else {}), "move": dict(move)}
        case Left(seat=seat, clock=clock):
            return {"by": seat, **({"clock": True} if clock else {}), "move": {"type": "leave"}}
        case Returned(seat=seat):
            return {"by": seat, "move": {"type": "return"}}
        case Abandoned():
            return {"by": "room", "abandon": True}
        case _:
            return None
