"""Every byte sent to every seat and to a spectator, looked through for cards that are hidden from them.

What may be shown is computed from the stored log, entry by entry: the table, the cards taken as penalties and the own
hand as they are at a version, and in an entry's events the cards that it played, turned over or drew. So a card that
was turned over at the end of a round and dealt anew in the same update counts as hidden again.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgpack
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.games import agurk
from server.games.cards import BRIDGE
from server.rooms.entries import AnyEntry, Drew, Left, Moved
from tests.e2e.process import ServerProcess
from tests.soak.judge import Match
from tests.soak.logs import matches_in
from tests.soak.wire import JSON, MSGPACK, Wire, read

SEATS: Final = 3
CARDS: Final = frozenset(BRIDGE)


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well."""

    wrong: list[str]
    matches: int
    frames: int
    size: int

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.frames} frames, {self.size / 1e6:.1f} MB to {SEATS} seats and a spectator"
        )


class Known(dict[int, tuple[frozenset[str], tuple[frozenset[str], ...], frozenset[str]]]):
    """By version: the cards that everybody sees, those in each hand, and those that the entry's events may name."""


def known(before: int, entries: Sequence[AnyEntry]) -> Known:
    """What may be known at each version of a match of three, by its log."""
    table = Known()
    state = agurk.setup(agurk.Options(), SEATS)
    for version, entry in enumerate(entries, before + 1):
        shown: set[str] = set()
        if isinstance(entry, Moved | Drew | Left):
            hands = state.hands
            if isinstance(entry, Moved):
                step = agurk.apply(state, entry.seat, entry.move)
                shown = {*entry.move["cards"]}
            elif isinstance(entry, Drew):
                step = agurk.draw(state, entry.drawn)
                if entry.shuffle is not None and step.ended == "round":  # one card each: turned over at once
                    hands = tuple((card,) for card in entry.shuffle[: len(state.active)])
            else:
                step = agurk.leave(state, entry.seat)
            if step.ended == "round":
                shown |= {card for hand in hands for card in hand}
            shown |= {card["card"] for event in step.events if event["type"] == "drawn" for card in event["cards"]}
            state = step.state
        public = {card for play in state.table for card in play.cards}
        public |= {card for cards in state.penalties for card in cards}
        table[version] = (frozenset(public), tuple(map(frozenset, state.hands)), frozenset(shown))
    return table


def leaks(frame: bytes, seat: int | None, table: Known) -> Iterator[str]:
    """The hidden cards that a frame names for this seat (None: a spectator), in words."""
    message = read(frame)
    if message["type"] != "update" or message["version"] not in table:
        if found := cards_in(message) or bytes_of_cards(frame):
            yield f"a {message['type']} names {sorted(found)}"
        return
    public, hands, _ = table[message["version"]]
    may = public | (frozenset() if seat is None else hands[seat])
    if hidden := cards_in({**message, "events": ()}) - may:
        yield f"the view of version {message['version']} names {sorted(hidden)}"
    said: set[str] = set()
    for entry in message["events"]:
        shown = table[entry["version"]][2] if entry["version"] in table else frozenset()
        said |= shown
        if hidden := cards_in(entry) - shown:
            yield f"the events of entry {entry['version']} name {sorted(hidden)}"
    if hidden := bytes_of_cards(frame) - may - said:
        yield f"the bytes of version {message['version']} name {sorted(hidden)}"


def cards_in(value: Any) -> frozenset[str]:
    """Every card that stands somewhere in a message."""
    if isinstance(value, str):
        return frozenset({value}) & CARDS
    if isinstance(value, Mapping):
        return frozenset().union(*map(cards_in, value), *map(cards_in, value.values()))
    if isinstance(value, list | tuple):
        return frozenset().union(*map(cards_in, value))
    return frozenset()


def bytes_of_cards(frame: bytes) -> frozenset[str]:
    """Every card whose encoding stands in the raw bytes, in either encoding."""
    return frozenset(card for card in CARDS if msgpack.packb(card) in frame or f'"{card}"'.encode() in frame)


async def run(matches: int, folder: Path, say: Callable[[str], None]) -> Verdict:
    """Plays the matches, ten at a time, then looks through everything."""
    server = ServerProcess(folder, credits=10_000, credits_per_second=10_000, reconnect_grace=3600)
    wrong: list[str] = []
    frames = size = 0
    try:
        url = await server.start()
        for done in range(0, matches, 10):
            played = await asyncio.gather(*(_play(url, seed) for seed in range(done, min(done + 10, matches))))
            log = await matches_in(server.data, [room for room, _ in played])
            for room, wires in played:
                wrong += _look(room, wires, log[f"{room}-1"])
                frames += sum(len(wire) for wire in wires)
                size += sum(map(len, (frame for wire in wires for frame in wire)))
            say(f"{min(done + 10, matches)} of {matches} matches, {frames} frames")
        return Verdict(wrong, matches, frames, size)
    finally:
        await server.clean_up()


async def _play(url: str, seed: int) -> tuple[str, list[list[bytes]]]:
    """One match of three people and a spectator; the room, and all that each was sent."""
    rng = random.Random(seed)
    async with AsyncExitStack() as stack:
        wires = []
        for number in range(SEATS + 1):
            protocol = Subprotocol(JSON if (number + seed) % 2 else MSGPACK)
            socket = await stack.enter_async_context(connect(url, subprotocols=[protocol], compression=None))
            wires.append(Wire(socket))
            await wires[-1].ask("hello", name=f"p{number}")
        settings = {"turn_seconds": 0}
        room = (await wires[0].ask("create", game="agurk", seats=SEATS, settings=settings))["room"]
        for wire in wires[1:SEATS]:
            await wire.ask("join", room=room)
        await wires[SEATS].ask("spectate", room=room)
        for wire in wires[:SEATS]:
            await wire.ask("ready", room=room)
        await wires[0].say("start", room=room)
        async with asyncio.timeout(60):
            await asyncio.gather(*(wire.play(room, rng) for wire in wires))
        return room, [wire.frames for wire in wires]


def _look(room: str, wires: list[list[bytes]], match: Match) -> list[str]:
    table = known(*match)
    return [
        f"{room}, {'a spectator' if seat == SEATS else f'seat {seat}'}: {leak}"
        for seat, frames in enumerate(wires)
        for frame in frames
        for leak in leaks(frame, None if seat == SEATS else seat, table)
    ]
