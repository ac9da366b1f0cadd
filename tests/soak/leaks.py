"""Hidden cards in a frame: found by what the message says, in its words, and in its raw bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from server.games.cards import BRIDGE
from tests.soak.knowledge import Cards, Known
from tests.soak.wire import read

CARDS: Final = frozenset(BRIDGE)
NOTHING: Final[Cards] = frozenset()
OPAQUE: Final = frozenset({"token", "player", "host", "room", "match", "ref", "rooms", "versions"})
"""Fields of random letters and digits, in which a card's two would stand by chance: only a whole one is a card."""

NAMED: Final = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(sorted(CARDS, key=len, reverse=True))})(?![0-9A-Za-z])")
TWO: Final = "|".join(sorted(card for card in CARDS if len(card) == 2)).encode()
THREE: Final = "|".join(sorted(card for card in CARDS if len(card) == 3)).encode()
PACKED: Final = re.compile(rb"(?:\xa2|[\xc4\xd9]\x02)(" + TWO + rb")|(?:\xa3|[\xc4\xd9]\x03)(" + THREE + rb")")
QUOTED: Final = re.compile(rb'"(?:(' + TWO + rb")|(" + THREE + rb'))"')
"""Cards as strings (or as binary values) of their length in MessagePack, and as strings in JSON."""


def leaks(frame: bytes, seat: int | None, moments: Known, tried: Cards = NOTHING) -> Iterator[str]:
    """The hidden cards that a frame names for this seat (None: a spectator), in words. `tried`: the cards that the seat
    itself named in moves that were refused."""
    message = read(frame)
    kind = message["type"]
    if extra := raw_cards(frame) - Counter(whole_cards(message)):
        yield f"the bytes of a {kind} hold {sorted(extra)}, which its fields do not"
    if kind != "update":
        if hidden := cards_in(message) - (tried if kind == "refused" else NOTHING):
            yield f"a {kind} names {sorted(hidden)}"
        return
    version = message["version"]
    moment = moments.get(version)
    may = NOTHING if moment is None else moment.table
    if hidden := cards_in({**message, "events": (), "you": None}) - may:
        yield f"the view of version {version} names {sorted(hidden)}"
    you = message.get("you")
    if you is not None and you["seat"] != seat:
        yield f"the view of version {version} is that of seat {you['seat']}"
    hand = NOTHING if moment is None or seat is None else moment.hands[seat]
    if hidden := cards_in(you) - hand:
        yield f"the view of version {version} names {sorted(hidden)} to the seat"
    for entry in message["events"]:
        of_entry = moments.get(entry["version"])
        if hidden := cards_in(entry) - (NOTHING if of_entry is None else of_entry.shown):
            yield f"the events of entry {entry['version']} name {sorted(hidden)}"


def cards_in(value: Any) -> Cards:
    """Every card that is named in a message, as a value, as a key, or as a word of a text."""
    return frozenset(_named(value, ""))


def _named(value: Any, field: str) -> Iterator[str]:
    if isinstance(value, str):
        if field in OPAQUE:
            yield from {value} & CARDS
        else:
            yield from NAMED.findall(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _named(key, "")
            yield from _named(item, key)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _named(item, field)


def whole_cards(value: Any) -> Iterator[str]:
    """Every string that is a card and nothing else, as often as it stands in a message."""
    if isinstance(value, str):
        if value in CARDS:
            yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from whole_cards(key)
            yield from whole_cards(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from whole_cards(item)


def raw_cards(frame: bytes) -> Counter[str]:
    """Every card that is encoded somewhere in the bytes, as often as it is."""
    pattern = QUOTED if frame[:1] == b"{" else PACKED
    return Counter((found[1] or found[2]).decode() for found in pattern.finditer(frame))
