"""People drop in the middle of matches and stand-ins take over, while the server is killed and all bytes are kept.

At each table some leave, by word or by being away too long; about half of them come back to the seat. In the end every
match is over as its log tells, and no byte has shown a card to who may not know it: nor a hand to who has left it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.entries import Left, Moved, Returned
from tests.e2e.process import ServerProcess
from tests.soak.kit.games import Setup, setups
from tests.soak.kit.judge import Match, judge
from tests.soak.kit.killing import RETURN, bad_lines, exports
from tests.soak.kit.leavers import AGAIN, LOST, Board, Departure, Guest, Player
from tests.soak.kit.ledger import Ledger, Seen
from tests.soak.kit.logs import matches_in
from tests.soak.kit.scan import Person, look
from tests.soak.kit.wire import Wire

AT_ONCE: Final = 10
"""Matches played at the same time."""
WITHIN: Final = 120.0
"""Seconds for a match, the kills included."""
GRACE: Final = 2
"""Seconds until who is away has left; after a kill all are back sooner."""
SETTINGS: Final = {"turn_seconds": 0, "reconnect_grace": GRACE, "bot_delay": 0.02}
MOVES: Final = 3
"""After so many of one's own moves at most one leaves."""
ENTRIES: Final = 12
"""After so many entries at most one comes back."""


@dataclass(frozen=True)
class Verdict:
    """`wrong` is empty when all is well. `left`, `returned`, `stood_in`: departures (of them `graces` by being away),
    returns, and moves of stand-ins."""

    wrong: list[str]
    matches: int
    moves: int
    left: int
    graces: int
    returned: int
    stood_in: int
    frames: int

    def __str__(self) -> str:
        said = f"{self.matches} matches, {self.moves} acknowledged moves; {self.left} departures, {self.graces} of them"
        said += f" by the grace, {self.returned} returns, {self.stood_in} moves of stand-ins; {self.frames} frames: "
        return said + ("all ended as logged, none names a hidden card" if not self.wrong else "NOT GOOD")


@dataclass(frozen=True)
class Table:
    """A room and everybody in it."""

    room: str
    players: list[Player]
    spectator: Guest

    @property
    def everybody(self) -> list[Person]:
        """The players and the spectator."""
        return [*self.players, self.spectator]


def with_stand_ins(tables: Sequence[Setup]) -> list[Setup]:
    """The tables where a seat goes on when its player has left: the game says so."""
    found = []
    for table in tables:
        game = GAMES[table.game]
        state = game.setup(game.Options(), table.seats)
        if game.outcome(left := game.leave(state, 0).state) is None and game.bots(left):
            found.append(table)
    return found


async def run(
    matches: int, kills: int, folder: Path, say: Callable[[str], None], seed: int = 0, tables: Sequence[Setup] = ()
) -> Verdict:
    """Plays the matches, at the tables with stand-ins in turn, kills, and judges."""
    kinds = with_stand_ins(tables or setups())
    if not kinds:
        return Verdict([], 0, 0, 0, 0, 0, 0, 0)
    server = ServerProcess(folder, credits=10_000, credits_per_second=10_000, abuse_refusals=1000)
    ledger, at_once = Ledger(), asyncio.Semaphore(AT_ONCE)
    try:
        url = await server.start()

        async def one(number: int) -> Table:
            async with at_once:
                rng = random.Random(f"{seed}-{number}")
                table = await _sit_down(url, ledger, kinds[number % len(kinds)], rng)
                try:
                    async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as tasks:
                        for guest in (*table.players, table.spectator):
                            tasks.create_task(guest.live())
                except TimeoutError:
                    where = "; ".join(map(str, (*table.players, table.spectator, table.spectator.board)))
                    ledger.failures.append(f"{table.room} was not over within {WITHIN:g} seconds: {where}")
                return table

        async with asyncio.TaskGroup() as tasks:
            playing = [tasks.create_task(one(number)) for number in range(matches)]
            await _kill(server, ledger, kills, 16 * matches // (kills + 1), random.Random(seed), say)
            for number, task in enumerate(playing, 1):
                await task
                if number % 20 == 0:
                    say(f"{number} of {matches} matches, {ledger.acknowledged} moves")
        played = [task.result() for task in playing]
        log = await matches_in(server.data, [table.room for table in played])
        wrong = judge(ledger, log)
        for table in played:
            wrong += [f"{table.room}: {what}" for what in look(table.everybody, log[f"{table.room}-1"])]
        wrong += [f"{name}: it was abandoned" for name, match in log.items() if '"abandoned"' in (match.result or "")]
        wrong += await exports(server, log, folder, max(2, matches // 10))
        wrong += [f"the server said: {line}" for line in bad_lines(server.log.read_text())]
        return _verdict(wrong, ledger, log, [person for table in played for person in table.everybody])
    finally:
        await server.clean_up()


async def _kill(
    server: ServerProcess, ledger: Ledger, kills: int, apart: int, rng: random.Random, say: Callable[[str], None]
) -> None:
    """Kills the server so many times in the middle of play, about so many moves apart."""
    for number in range(1, kills + 1):
        try:
            async with asyncio.timeout(RETURN):
                await ledger.reach(ledger.acknowledged + rng.randint(apart // 2, apart))
        except TimeoutError:
            ledger.failures.append(f"{RETURN:g} seconds before kill {number} too few moves were acknowledged")
        await server.kill()
        await server.start()
        say(f"kill {number} of {kills}: {ledger.acknowledged} moves")


async def _sit_down(url: str, ledger: Ledger, setup: Setup, rng: random.Random) -> Table:
    """A room whose match has just begun; another one, if the server was killed before that."""
    while True:
        try:
            return await _room(url, ledger, setup, rng)
        except LOST:
            await asyncio.sleep(AGAIN)


async def _room(url: str, ledger: Ledger, setup: Setup, rng: random.Random) -> Table:
    board, seats = Board(), range(setup.seats)
    people = [Person(url, seat, rng) for seat in seats]
    wires: list[Wire] = [await person.open() for person in people]
    asked: dict[str, Any] = {"game": setup.game, "seats": setup.seats, "options": setup.options, "settings": SETTINGS}
    room = str((await wires[0].ask("create", **asked))["room"])
    for wire in wires[1:]:
        await wire.ask("join", room=room)
    for wire in wires:
        await wire.ask("ready", room=room)
    await wires[0].ask("start", room=room)
    await wires[0].say("resume", room=room)  # the first view may have come before the answer
    leavers = rng.sample(seats, rng.randint(1, setup.seats - 1))
    seen = [Seen(f"p{seat}") for seat in seats]
    ledger.seen[f"{room}-1"] += seen
    players = [
        Player(
            url,
            seat,
            rng,
            person.heard,
            birthday=person.birthday,
            token=person.token,
            room=room,
            board=board,
            wire=wire,
            ledger=ledger,
            seen=seen[seat],
            plan=_departure(rng) if seat in leavers else None,
        )
        for seat, person, wire in zip(seats, people, wires, strict=True)
    ]
    return Table(room, players, Guest(url, None, rng, room=room, board=board))


def _departure(rng: random.Random) -> Departure:
    back = rng.randint(1, ENTRIES) if rng.random() < 0.5 else None
    return Departure(rng.randint(0, MOVES), rng.random() < 0.5, back, rng.random() < 0.5)


def _verdict(wrong: list[str], ledger: Ledger, log: dict[str, Match], people: Sequence[Person]) -> Verdict:
    entries = [entry for match in log.values() for entry in match.entries]
    left = [entry for entry in entries if isinstance(entry, Left)]
    return Verdict(
        wrong,
        matches=ledger.finished,
        moves=ledger.acknowledged,
        left=len(left),
        graces=sum(entry.clock for entry in left),
        returned=sum(isinstance(entry, Returned) for entry in entries),
        stood_in=sum(isinstance(entry, Moved) and entry.ref is None for entry in entries),
        frames=sum(len(frames) for person in people for frames in person.heard),
    )
