"""The wire as the load tester speaks it: one typed decode a frame, of only the fields that it uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Anything that the server says."""


class Limits(msgspec.Struct, frozen=True):
    """What a player may send."""

    credits: int
    credits_per_second: float


class CardNames(msgspec.Struct, frozen=True):
    """How a game names its cards."""

    pattern: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the server's."""

    name: str
    seats: tuple[int, int]
    cards: CardNames | None = None


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers hello."""

    re: int
    player: str
    token: str
    limits: Limits
    rooms: list[str]
    games: list[GameInfo] = []


class Ok(Message, frozen=True, tag="ok"):
    """A request was carried out."""

    re: int
    room: str | None = None
    version: int | None = None
    seat: int | None = None
    ref: str | None = None


class Refused(Message, frozen=True, tag="refused"):
    """A request was not."""

    code: str
    words: str
    re: int | None = None
    ref: str | None = None
    retry_after: int = 0


class SeenSeat(msgspec.Struct, frozen=True):
    """One seat of a room."""

    player: str | None
    ready: bool
    left: bool


class SeenState(msgspec.Struct, frozen=True):
    """What everybody in the room knows. `table` and `result` stay as they came."""

    status: str
    host: str | None
    options: dict[str, Any]
    seats: list[SeenSeat]
    match: str | None
    table: msgspec.Raw
    result: msgspec.Raw


class SeenEntry(msgspec.Struct, frozen=True):
    """What one stored entry showed."""

    version: int
    by: int | str
    events: list[dict[str, Any]]
    clock: bool = False


class SeenYou(msgspec.Struct, frozen=True):
    """What only the seat knows."""

    seat: int
    since: int
    private: dict[str, Any]
    offers: list[dict[str, Any]]


class Update(Message, frozen=True, tag="update"):
    """The view of a room, and what happened."""

    room: str
    version: int
    state: SeenState
    events: list[SeenEntry]
    you: SeenYou | None = None
    gap: bool = False


class Closed(Message, frozen=True, tag="closed"):
    """In the room no more."""

    room: str
    code: str


class Rooms(Message, frozen=True, tag="rooms"):
    """Answers list and follow. Which rooms is not looked at."""

    re: int


class Pong(Message, frozen=True, tag="pong"):
    """The versions of the rooms of a connection."""

    re: int
    versions: dict[str, int]


class Other(Message, frozen=True, tag="other"):
    """Anything else: nothing has to be done about it."""


class _Tagged(msgspec.Struct, frozen=True):
    type: str


_KNOWN: Final = Welcome | Ok | Refused | Update | Closed | Rooms | Pong
_NAMES: Final = frozenset({"welcome", "ok", "refused", "update", "closed", "rooms", "pong"})
OTHER: Final = Other()


class BadFrame(ValueError):
    """A frame that is no message of the protocol; its text says why."""


class Encoding:
    """One subprotocol. `text`: whether its frames are text."""

    def __init__(
        self,
        name: str,
        text: bool,
        encode: Callable[[Mapping[str, Any]], bytes],
        decode: Callable[[bytes], Message],
        look: Callable[[bytes], _Tagged],
        untyped: Callable[[bytes], Any],
    ) -> None:
        self.subprotocol = f"fudakai.v1.{name}"
        self.name = name
        self.text = text
        self.pack = encode
        self.plain = untyped
        self._decode = decode
        self._look = look

    def read(self, frame: bytes) -> Message:
        """The message in a frame. Raises BadFrame."""
        try:
            return self._decode(frame)
        except ValueError as error:
            try:
                if self._look(frame).type not in _NAMES:
                    return OTHER  # within version 1 the server may say more than this client knows
            except ValueError:
                pass
            raise BadFrame(str(error)) from error


ENCODINGS: Final = {
    "msgpack": Encoding(
        "msgpack",
        False,
        msgspec.msgpack.Encoder().encode,
        msgspec.msgpack.Decoder(_KNOWN).decode,
        msgspec.msgpack.Decoder(_Tagged).decode,
        msgspec.msgpack.Decoder().decode,
    ),
    "json": Encoding(
        "json",
        True,
        msgspec.json.Encoder().encode,
        msgspec.json.Decoder(_KNOWN).decode,
        msgspec.json.Decoder(_Tagged).decode,
        msgspec.json.Decoder().decode,
    ),
}
