"""The load generator's C: it compiles, and its MessagePack skipper agrees with the msgpack package."""

from __future__ import annotations

import ctypes
import random
import shutil
from collections.abc import Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
import pytest

from bench import generator
from bench.check import PREFIX
from fudakai.protocol import from_server as tell
from fudakai.protocol.codec import MSGPACK

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    """The compiled generator."""
    return generator.library()


def value(dice: random.Random, depth: int = 0) -> Any:
    """Anything that MessagePack can say, of every size class."""
    sizes = (0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536)
    makers: list[Callable[[], Any]] = [
        lambda: dice.choice((None, True, False)),
        lambda: dice.choice((1, -1)) * dice.randrange(2 ** dice.choice((4, 7, 8, 16, 32, 63))),
        dice.random,
        lambda: "x" * dice.choice(sizes),
        lambda: bytes(dice.choice(sizes)),
        lambda: msgpack.ExtType(dice.randrange(128), bytes(dice.choice((1, 2, 3, 4, 8, 16, 17, 255, 256, 65536)))),
    ]
    if depth < 4:
        few = (0, 1, 3, 15, 16, 17)
        makers += [
            lambda: [value(dice, depth + 2) for _ in range(dice.choice(few))],
            lambda: {f"key {number}": value(dice, depth + 2) for number in range(dice.choice(few))},
        ]
    return dice.choice(makers)()


def test_the_skipper_finds_where_a_value_ends(library: ctypes.CDLL) -> None:
    dice = random.Random(7)
    for _ in range(400):
        packed = msgpack.packb(value(dice), use_single_float=dice.random() < 0.5)
        assert library.skip(packed + b"\xc0\x01", len(packed) + 2) == len(packed)
        assert library.skip(packed, len(packed)) == len(packed)
        assert library.skip(packed, dice.randrange(len(packed))) == 0


def test_the_skipper_takes_long_lists_and_no_byte_that_says_nothing(library: ctypes.CDLL) -> None:
    for items in (70_000 * [1], dict.fromkeys(range(70_000))):
        packed = msgpack.packb(items)
        assert library.skip(packed, len(packed)) == len(packed)
    assert library.skip(b"\xc1", 1) == 0
    assert library.skip(b"\xdd\xff\xff\xff\xff", 5) == 0


def update(dice: random.Random, status: Any, offers: int) -> tell.Update:
    """An update as a room shows it, with so many offers."""
    plays = tuple({"type": "play", "cards": ["2C"] * dice.randint(1, 7)} for _ in range(offers))
    seats = tuple(tell.SeatState(seat, "p" * 17, "name" * dice.randint(1, 6)) for seat in range(4))
    state = tell.RoomState(
        *(status, "agurk", "a title", "public", "p" * 17, {}, {"turn_seconds": 0}, seats, "K7QF2M-1", (0,), ()),
        *(dice.randint(0, 300), {"offers": [1], "version": 3}, None),
    )
    version = dice.randrange(2 ** dice.choice((3, 8, 16, 32)))
    you = tell.You(dice.randrange(4), dice.randint(0, version), {"hand": ["2C", "3H"]}, plays)
    events = (tell.EntryEvents(version, 0, ({"type": "played", "since": 9},)),)
    return tell.Update("K7QF2M", version, state, events, you)


def test_the_generator_reads_updates_as_msgpack_does(library: ctypes.CDLL) -> None:
    dice = random.Random(11)
    for number in range(300):
        offers = (0, 1, 2, 15, 16, 40)[number % 6]
        frame = MSGPACK.encode(update(dice, dice.choice(("waiting", "playing", "finished")), offers))
        wanted = msgpack.unpackb(frame)
        seen = generator.Seen()
        assert frame.startswith(PREFIX)
        assert library.look(frame, len(frame), ctypes.byref(seen)) == 1
        assert seen.version == wanted["version"]
        assert seen.since == wanted["you"]["since"]
        assert bool(seen.finished) == (wanted["state"]["status"] == "finished")
        first = frame[seen.offer_at : seen.offer_at + seen.offer_length]
        assert ([msgpack.unpackb(first)] if first else []) == wanted["you"]["offers"][:1]
        assert bool(first) == bool(offers)


def test_what_is_no_update_of_a_seat_is_not_taken_for_one(library: ctypes.CDLL) -> None:
    seen = generator.Seen()
    watched = MSGPACK.encode(of_a_spectator())
    for frame in (MSGPACK.encode(tell.Ok(1, "K7QF2M")), watched, b"", b"\x86", b"\x93\x01\x02\x03"):
        assert library.look(frame, len(frame), ctypes.byref(seen)) == 0


def of_a_spectator() -> tell.Update:
    """An update as a spectator gets it."""
    shown = update(random.Random(3), "playing", 1)
    return tell.Update(shown.room, shown.version, shown.state, shown.events)
