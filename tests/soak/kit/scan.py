"""Every byte sent to every seat and to a spectator, looked through for cards that are hidden from them, and for
anybody's birthday. In each room a second match follows the first, and nothing of the first may be seen in it; in every
other room those who watch are some entries behind.

People change the connection and the encoding now and then, and ask for events of long ago; half of them keep the old
connection beside the new one. They also try moves that are refused, and in the second match refs of the first.
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

from fudakai.server.games.api import UNSEEN
from tests.e2e.process import ServerProcess
from tests.soak.kit.games import Setup, move_of, setups
from tests.soak.kit.judge import Match
from tests.soak.kit.knowledge import Known, known
from tests.soak.kit.leaks import cards_in, leaks, table_of
from tests.soak.kit.logs import matches_in
from tests.soak.kit.moments import NOTHING
from tests.soak.kit.rematch import Shown, old_things, too_early
from tests.soak.kit.wild import wild_move
from tests.soak.kit.wire import JSON, MSGPACK, Wire, read

AT_ONCE: Final = 5
"""Rooms in which is played at the same time."""
MATCHES: Final = 2
"""In a room."""
WITHIN: Final = 180.0
"""Seconds for a room."""
DELAYS: Final = (0, 3, 0, 16)
"""How many entries those who watch are behind, room by room."""
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
    again: int
    """Moves of a second match with a ref of the first."""

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.frames} frames, {self.size / 1e6:.1f} MB to every seat and a spectator "
            f"over {self.connections} connections, {self.again} refs of a match before tried: "
            + ("none names a hidden card, or tells of a match before" if not self.wrong else "HIDDEN THINGS WERE SHOWN")
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
    refs: dict[str, str] = field(default_factory=dict)
    """Moves that were taken, and in which match."""
    again: list[tuple[list[bytes], int]] = field(default_factory=list)
    """Moves made with a ref of an old match: what is heard on their connection, and their id."""

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
        """Until all matches are over. Old connections are heard out by `tasks`."""
        offers: list[Mapping[str, Any]] = []
        asked = version = 0
        match = ""
        while not self.over:
            message = await wire.hear()
            if message["type"] == "update":
                version, you, match = message["version"], message.get("you"), message["state"]["match"] or ""
                self.over = is_last(message)
                offers = [] if you is None else list(you["offers"])
                if self.rng.random() < TRIES and not self.over:
                    await self.say_move(wire, room, version, wild_move(offers, self.rng))
                    await wire.say("ping")
                if self.rng.random() < CHANGES and not self.over:
                    wire, offers = await self._change(wire, room, version, tasks), []
                elif message["state"]["status"] == "finished" and you is not None and not self.over:
                    await self._rematch(wire, room, message)
            elif message["type"] == "ok" and message.get("ref"):
                self.refs[message["ref"]] = match
                continue
            elif message["type"] != "refused" or message["re"] != asked or message["code"] != UNSEEN:
                continue
            if offers:
                offer = offers.pop(self.rng.randrange(len(offers)))
                old = next((ref for ref, of in self.refs.items() if of != match), None)
                asked = await self.say_move(wire, room, version, move_of(offer, self.rng), old)
                if old is not None:
                    del self.refs[old]
                    self.again.append((wire.frames, asked))
        await wire.end()

    async def _rematch(self, wire: Wire, room: str, update: Mapping[str, Any]) -> None:
        """Is ready, and as the host starts when all are."""
        if not update["state"]["seats"][update["you"]["seat"]]["ready"]:
            await wire.say("ready", room=room)
        elif self.seat == 0 and all(seat["ready"] for seat in update["state"]["seats"] if seat["player"]):
            await wire.say("start", room=room)

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
        """Hears all that comes until the last match is over."""
        with suppress(ConnectionClosed):
            while not is_last(await self._update(wire)):
                pass
            await wire.end()


def is_last(update: Mapping[str, Any]) -> bool:
    """Whether all matches of the room are over with this update."""
    state = update["state"]
    return state["status"] == "finished" and str(state["match"]).endswith(f"-{MATCHES}")


async def run(
    matches: int, folder: Path, say: Callable[[str], None], seed: int = 0, tables: Sequence[Setup] = ()
) -> Verdict:
    """Plays so many matches or one more, at tables of these kinds in turn, some at once, then looks through all."""
    kinds = tables or setups()
    server = ServerProcess(folder, credits=10_000, credits_per_second=10_000, abuse_refusals=1000)
    wrong: list[str] = []
    frames = size = connections = again = 0
    rooms = -(-matches // MATCHES)
    try:
        url = await server.start()
        for done in range(0, rooms, AT_ONCE):
            numbers = range(done, min(done + AT_ONCE, rooms))
            delays = [DELAYS[(number + number // len(kinds)) % len(DELAYS)] for number in numbers]
            played = await asyncio.gather(
                *(
                    _play(url, kinds[number % len(kinds)], delay, random.Random(f"{seed}-{number}"))
                    for number, delay in zip(numbers, delays, strict=True)
                )
            )
            log = await matches_in(server.data, [room for room, _ in played])
            for (room, people), delay in zip(played, delays, strict=True):
                heard = [frame for person in people for wire in person.heard for frame in wire]
                of_room = [log[f"{room}-{number}"] for number in range(1, MATCHES + 1)]
                wrong += [f"{room}: {what}" for what in look(people, *of_room, delay=delay)]
                frames, size = frames + len(heard), size + sum(map(len, heard))
                connections += sum(len(person.heard) for person in people)
                again += sum(len(person.again) for person in people)
            say(f"{numbers.stop * MATCHES} of {rooms * MATCHES} matches, {frames} frames")
        return Verdict(wrong, rooms * MATCHES, frames, size, connections, again)
    finally:
        await server.clean_up()


async def _play(url: str, table: Setup, delay: int, rng: random.Random) -> tuple[str, list[Person]]:
    """A room with a spectator; its code, and everybody with all that they were sent."""
    people = [Person(url, seat, rng) for seat in (*range(table.seats), None)]
    async with asyncio.timeout(WITHIN):
        wires = [await person.open() for person in people]
        settings = {"turn_seconds": 0, "reconnect_grace": 3600, "spectator_delay": delay}
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


def look(people: list[Person], *matches: Match, delay: int = 0) -> Iterator[str]:
    """What is wrong with what these people were sent in all matches of a room, where those who watch are so many
    entries behind."""
    moments = Known()
    for match in matches:
        if match.end is None:
            yield "the log does not know how the match ended"
        of_match = known(match.game, match.first, match.before, match.entries)
        moments.update(of_match)
        moments.sets = of_match.sets
    for person in people:
        who = "a spectator" if person.seat is None else f"seat {person.seat}"
        for wire in person.heard:
            seen, shown = NOTHING, Shown()
            again = {id for frames, id in person.again if frames is wire}
            for frame in wire:
                message = read(frame)
                yield from (f"{who}: {what}" for what in old_things(message, matches, again))
                yield from (f"{who}: {what}" for what in too_early(message, matches, delay))
                yield from (f"{who}: {what}" for what in shown.newer(message))
                yield from (f"{who}: a birthday is told" for other in people if other.birthday.encode() in frame)
                yield from (f"{who}: {leak}" for leak in leaks(frame, person.seat, moments, seen | person.tried))
                seen = table_of(frame, moments) or seen
