"""Every byte sent to every seat and to a spectator, looked through for cards that are hidden from them, and for
anybody's birthday.

People change the connection and the encoding now and then, and ask for events of long ago; half of them keep the old
connection beside the new one. They also try moves that are refused.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from server.games.api import UNSEEN
from tests.e2e.process import ServerProcess
from tests.soak.games import Setup, move_of, setups
from tests.soak.judge import Match
from tests.soak.knowledge import known
from tests.soak.leaks import cards_in, leaks, table_of
from tests.soak.logs import matches_in
from tests.soak.moments import NOTHING
from tests.soak.wild import wild_move
from tests.soak.wire import JSON, MSGPACK, Wire

AT_ONCE: Final = 10
"""Matches played at the same time."""
WITHIN: Final = 90.0
"""Seconds for a match."""
TRIES: Final = 0.1
CHANGES: Final = 0.02
"""How likely a try, and a change of the connection, are at an update."""


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well."""

    wrong: list[str]
    matches: int
    frames: int
    size: int
    connections: int

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.frames} frames, {self.size / 1e6:.1f} MB to every seat and a spectator "
            f"over {self.connections} connections: "
            + ("none names a hidden card" if not self.wrong else "HIDDEN CARDS WERE SHOWN")
        )


@dataclass
class Person:
    """One at the table, or a spectator (`seat` is None), over one connection after the other. All that came on any of
    them is in `heard`."""

    url: str
    seat: int | None
    rng: random.Random
    heard: list[list[bytes]] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)
    """What was named in moves: a refusal may name it, too."""
    birthday: str = ""
    """Told to the server, and to be seen in no frame."""
    token: str | None = None
    over: bool = False

    def __post_init__(self) -> None:
        self.birthday = self.birthday or f"{self.rng.randint(1, 12):02d}-{self.rng.randint(13, 28)}"

    async def open(self) -> Wire:
        """A new connection that has said hello."""
        protocol = Subprotocol(self.rng.choice((JSON, MSGPACK)))
        wire = Wire(await connect(self.url, subprotocols=[protocol], compression=None))
        self.heard.append(wire.frames)
        hello = {"token": self.token} if self.token else {"name": f"p{self.seat}", "birthday": self.birthday}
        self.token = (await wire.ask("hello", **hello))["token"]
        return wire

    async def play(self, wire: Wire, room: str, tasks: asyncio.TaskGroup) -> None:
        """Until the match is over. Old connections are heard out by `tasks`."""
        offers: list[Mapping[str, Any]] = []
        asked = version = 0
        while not self.over:
            message = await wire.hear()
            if message["type"] == "update":
                version, you = message["version"], message.get("you")
                self.over = message["state"]["status"] == "finished"
                offers = [] if you is None or self.over else list(you["offers"])
                if self.rng.random() < TRIES and not self.over:
                    await self.say_move(wire, room, version, wild_move(offers, self.rng))
                if self.rng.random() < CHANGES and not self.over:
                    wire, offers = await self._change(wire, room, version, tasks), []
            elif message["type"] != "refused" or message["re"] != asked or message["code"] != UNSEEN:
                continue
            if offers:
                offer = offers.pop(self.rng.randrange(len(offers)))
                asked = await self.say_move(wire, room, version, move_of(offer, self.rng))
        await wire.end()

    async def say_move(self, wire: Wire, room: str, version: int, move: Any, ref: str | None = None) -> int:
        """Sends a move; the id of the message."""
        self.tried |= cards_in(move)
        return await wire.say("move", room=room, version=version, ref=ref or secrets.token_hex(8), move=move)

    async def _update(self, wire: Wire) -> Mapping[str, Any]:
        while (message := await wire.hear())["type"] != "update":
            pass
        return message

    async def _change(self, old: Wire, room: str, version: int, tasks: asyncio.TaskGroup) -> Wire:
        """Goes on on a new connection, from a version of long ago."""
        if self.rng.random() < 0.5:
            await old.end()
        else:
            tasks.create_task(self._hear_out(old))
        wire = await self.open()
        await wire.say("resume", room=room, version=self.rng.randrange(version + 1))
        return wire

    async def _hear_out(self, wire: Wire) -> None:
        """Hears all that comes until the match is over."""
        with suppress(ConnectionClosed):
            while (await self._update(wire))["state"]["status"] != "finished":
                pass
            await wire.end()


async def run(
    matches: int, folder: Path, say: Callable[[str], None], seed: int = 0, tables: Sequence[Setup] = ()
) -> Verdict:
    """Plays the matches, at tables of these kinds in turn, some at once, then looks through everything."""
    kinds = tables or setups()
    server = ServerProcess(folder, credits=10_000, credits_per_second=10_000, abuse_refusals=1000)
    wrong: list[str] = []
    frames = size = connections = 0
    try:
        url = await server.start()
        for done in range(0, matches, AT_ONCE):
            numbers = range(done, min(done + AT_ONCE, matches))
            played = await asyncio.gather(
                *(_play(url, kinds[number % len(kinds)], random.Random(f"{seed}-{number}")) for number in numbers)
            )
            log = await matches_in(server.data, [room for room, _ in played])
            for room, people in played:
                heard = [frame for person in people for wire in person.heard for frame in wire]
                wrong += [f"{room}: {what}" for what in look(people, log[f"{room}-1"])]
                frames, size = frames + len(heard), size + sum(map(len, heard))
                connections += sum(len(person.heard) for person in people)
            say(f"{numbers.stop} of {matches} matches, {frames} frames")
        return Verdict(wrong, matches, frames, size, connections)
    finally:
        await server.clean_up()


async def _play(url: str, table: Setup, rng: random.Random) -> tuple[str, list[Person]]:
    """One match with a spectator; the room, and everybody with all that they were sent."""
    people = [Person(url, seat, rng) for seat in (*range(table.seats), None)]
    async with asyncio.timeout(WITHIN):
        wires = [await person.open() for person in people]
        settings = {"turn_seconds": 0, "reconnect_grace": 3600}
        asked = {"game": table.game, "seats": table.seats, "options": table.options, "settings": settings}
        room = str((await wires[0].ask("create", **asked))["room"])
        for wire in wires[1:-1]:
            await wire.ask("join", room=room)
        await wires[-1].ask("spectate", room=room)
        for wire in wires[:-1]:
            await wire.ask("ready", room=room)
        await wires[0].say("start", room=room)
        async with asyncio.TaskGroup() as tasks:
            for person, wire in zip(people, wires, strict=True):
                tasks.create_task(person.play(wire, room, tasks))
    return room, people


def look(people: list[Person], match: Match) -> Iterator[str]:
    """What is wrong with what these people were sent."""
    if match.end is None:
        yield "the log does not know how the match ended"
    moments = known(match.game, match.first, match.before, match.entries)
    for person in people:
        who = "a spectator" if person.seat is None else f"seat {person.seat}"
        for wire in person.heard:
            seen = NOTHING
            for frame in wire:
                yield from (f"{who}: a birthday is told" for other in people if other.birthday.encode() in frame)
                yield from (f"{who}: {leak}" for leak in leaks(frame, person.seat, moments, seen | person.tried))
                seen = table_of(frame, moments) or seen
