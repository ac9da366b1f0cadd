"""Hidden cards in a frame: found by what the message says, in its words, and in its raw bytes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from fudakai.server.games.cards import BRIDGE, HANAFUDA
from tests.soak.kit.knowledge import Known
from tests.soak.kit.knowledge_dafaza import SIGNS
from tests.soak.kit.moments import NOTHING, Cards
from tests.soak.kit.wire import read

SECRETS: Final = frozenset((*BRIDGE, *HANAFUDA)) | SIGNS
"""What may be hidden and has a name, in whatever game."""
OPAQUE: Final = frozenset({"token", "player", "host", "room", "match", "ref", "rooms", "versions"})
"""Fields of random letters and digits, in which a card's two would stand by chance: only a whole one is a card."""


def _packed(size: int) -> bytes:
    """A pattern for the names of one length in MessagePack: a string, or a binary or string value with a length."""
    names = "|".join(sorted(name for name in SECRETS if len(name) == size)).encode()
    return rb"(?:\x%02x|[\xc4\xd9]\x%02x)(%s)" % (0xA0 | size, size, names)


_LONGEST_FIRST: Final = sorted(SECRETS, key=len, reverse=True)
NAMED: Final = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(_LONGEST_FIRST)})(?![0-9A-Za-z])")
QUOTED: Final = re.compile(f'"({"|".join(_LONGEST_FIRST)})"'.encode())
PACKED: Final = re.compile(b"|".join(_packed(size) for size in sorted({len(name) for name in SECRETS})))
"""Names as strings in JSON, and as strings (or as binary values) of their length in MessagePack."""


def leaks(frame: bytes, seat: int | None, moments: Known, tried: Cards = NOTHING) -> Iterator[str]:
    """The hidden cards that a frame names for this seat (None: a spectator), in words. `tried`: what a refusal may
    name, because the seat itself named it in a move, or sees it."""
    message = read(frame)
    kind = message["type"]
    if extra := raw_cards(frame) - Counter(whole_cards(message)):
        yield f"the bytes of a {kind} hold {sorted(extra)}, which its fields do not"
    if kind != "update":
        hidden = cards_in(message)
        if hidden >= SIGNS:
            hidden -= SIGNS  # all signs together only say what a throw is
        if kind == "refused":
            hidden -= tried
        if hidden:
            yield f"a {kind} names {sorted(hidden)}"
        return
    version = message["version"]
    moment = moments.get(version)
    may = NOTHING if moment is None else moment.table
    if hidden := cards_in(_common(message, moments.sets)) - may:
        yield f"the view of version {version} names {sorted(hidden)}"
    yield from (f"the view of version {version} {what}" for what in _broken_sets(message, moments.sets, may))
    you = message.get("you")
    if you is not None and you["seat"] != seat:
        yield f"the view of version {version} is that of seat {you['seat']}"
    if you is not None and moment is not None and seat in moment.gone:
        yield f"the view of version {version} is that of a seat whose player has left"
    hand = NOTHING if moment is None or seat is None or seat in moment.gone else moment.hands[seat]
    if hidden := cards_in(you) - hand - may:
        yield f"the view of version {version} names {sorted(hidden)} to the seat"
    for entry in message["events"]:
        if hidden := cards_in(entry) - _of_entry(moments, entry["version"]):
            yield f"the events of entry {entry['version']} name {sorted(hidden)}"


def table_of(frame: bytes, moments: Known) -> Cards | None:
    """What everybody may know at the version that an update shows; None for other frames. A refusal that follows it on
    the same connection may speak of it."""
    message = read(frame)
    moment = moments.get(message["version"]) if message["type"] == "update" else None
    return None if moment is None else moment.table


def _of_entry(moments: Known, version: int) -> Cards:
    """What the events of an entry may name: what it made known, and what was known before it and still is."""
    before, moment = moments.get(version - 1), moments.get(version)
    if moment is None:
        return NOTHING
    return moment.shown | (NOTHING if before is None else before.table & moment.table)


def _common(message: Mapping[str, Any], sets: Mapping[str, Cards]) -> Mapping[str, Any]:
    """The part of an update that everybody gets, without the field in which the rules name sets of cards."""
    message = {**message, "events": (), "you": None}
    if sets and message["state"].get("table"):
        table = {key: value for key, value in message["state"]["table"].items() if key != "missing"}
        message["state"] = {**message["state"], "table": table}
    return message


def _broken_sets(message: Mapping[str, Any], sets: Mapping[str, Cards], may: Cards) -> Iterator[str]:
    """Sets of the rules that tell where a hidden card lies: one is left out, or there is one that is not of the set."""
    missing = (message["state"].get("table") or {}).get("missing", ()) if sets else ()
    for name, what in ((name, what) for seat in missing for name, what in seat.items()):
        named = cards_in(what)
        if not named:
            continue
        whole = sets.get(name) or sets.get(f"{name}_{min(named)[:2]}") or NOTHING
        if wrong := (named - whole) | (whole - named - may):
            yield f"names a set {name} that is not whole: {sorted(wrong)}"


def cards_in(value: Any) -> Cards:
    """Every card that is named in a message, as a value, as a key, or as a word of a text."""
    return frozenset(_named(value, ""))


@lru_cache(maxsize=4096)  # a match says the same few words again and again
def _names_in(text: str) -> tuple[str, ...]:
    return tuple(NAMED.findall(text))


def _named(value: Any, field: str) -> Iterator[str]:
    if isinstance(value, str):
        yield from {value} & SECRETS if field in OPAQUE else _names_in(value)
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
        if value in SECRETS:
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
    return Counter(found[found.lastindex or 0].decode() for found in pattern.finditer(frame))
