"""Seats over real connections, with the server killed and started again in between: one identity is one seat, comings
and goings before the start, a host who leaves, a spectator who tries everything, a locked door.

Each function plays one scene in a room of the game and raises AssertionError for what should not be.
"""

from __future__ import annotations

import asyncio
import random
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from fudakai.server.games.registry import GAMES
from tests.e2e.process import ServerProcess
from tests.soak.kit.town import Person
from tests.soak.kit.wire import JSON, MSGPACK

WITHIN: Final = 60.0
"""Seconds for one scene."""
RESTARTS: Final = 0.2
"""How likely the server is killed at each place of a scene where it may be."""
PASSCODE: Final = "open sesame"


class House:
    """A server that may be killed at some places, and its visitors, who then come back."""

    def __init__(self, server: ServerProcess, rng: random.Random) -> None:
        self.restarts = 0
        self._server = server
        self._rng = rng
        self._people: list[Visitor] = []

    async def visitor(self, name: str, token: str | None = None) -> Visitor:
        """Somebody at a connection that has said hello."""
        protocol = self._rng.choice((JSON, MSGPACK))
        one = Visitor(await connect(self._server.url, subprotocols=[Subprotocol(protocol)], compression=None))
        one.welcome = await one.ask("hello", **({"token": token} if token else {"name": name}))
        self._people.append(one)
        return one

    async def perhaps(self, room: str, *people: Visitor) -> Sequence[Visitor]:
        """Perhaps the server is killed and started again here. These people come back to the room, in this order, with
        what they had, and see what they saw."""
        if self._rng.random() > RESTARTS:
            return people
        self.restarts += 1
        await self._server.kill()
        await self._server.start()
        back = []
        for old in people:
            old.cut()
            new = await self.visitor("", old.token)
            assert new.welcome["player"] == old.welcome["player"]
            answer = await new.ask("resume", room=room)
            if "seat" in answer:
                assert room in new.welcome["rooms"], "a seat that is told of at once"
            await new.until_version(room, answer["version"])
            back.append(new)
        return back

    def go(self) -> None:
        """Everybody goes."""
        for one in self._people:
            one.cut()
        self._people.clear()


class Visitor(Person):
    """Somebody at one connection."""

    async def seats(self, room: str) -> list[str | None]:
        """The players in the room's seats, as the server has them after all that was said on this connection."""
        await self.until_version(room, (await self.ask("resume", room=room))["version"])
        return [seat["player"] for seat in self.views[room]["state"]["seats"]]

    @property
    def player(self) -> str:
        return str(self.welcome["player"])


Scene = Callable[[House, str], Awaitable[None]]


async def two_tabs(house: House, game: str) -> None:
    """One identity in two tabs is one seat: both act and see the same, either may go, and alone it cannot start."""
    ann = await house.visitor("ann")
    room = (await ann.ask("create", game=game))["room"]
    tab = await house.visitor("ann", ann.token)
    assert tab.player == ann.player
    assert tab.welcome["rooms"] == [room]
    assert (await tab.ask("join", room=room))["seat"] == 0
    ann, tab = await house.perhaps(room, ann, tab)
    for one in (ann, tab):
        await one.ask("ready", room=room)
        assert (await one.seats(room)).count(ann.player) == 1
        assert [player for player in await one.seats(room) if player] == [ann.player]
        assert (await one.try_("start", room=room))["code"] == "wrong_player_count"
    version = (await tab.ask("sit", room=room, seat=1))["version"]
    for one in (ann, tab):
        await one.until_version(room, version)
    assert [ann.views[room][what] for what in ("state", "you")] == [tab.views[room][what] for what in ("state", "you")]
    await ann.end()
    (tab,) = await house.perhaps(room, tab)
    assert (await tab.seats(room))[:2] == [None, ann.player]
    assert not tab.views[room]["state"]["seats"][1]["away"]
    await tab.ask("leave", room=room)


async def sit_leave_sit(house: House, game: str) -> None:
    """Who sits, leaves and sits again before the start has one seat, once, and then plays from it."""
    ann, bob = await house.visitor("ann"), await house.visitor("bob")
    people = GAMES[game].SEATS[0]
    room = (await ann.ask("create", game=game, seats=people))["room"]
    for _ in range(2):
        assert (await bob.ask("join", room=room))["seat"] == 1
        ann, bob = await house.perhaps(room, ann, bob)
        await bob.ask("leave", room=room)
        (ann,) = await house.perhaps(room, ann)
        bob = await house.visitor("", bob.token)
        assert bob.welcome["rooms"] == []
        assert (await ann.seats(room)).count(bob.player) == 0
    assert (await bob.ask("sit", room=room, seat=1))["seat"] == 1
    others = [await house.visitor(f"p{number}") for number in range(2, people)]
    for one in others:
        await one.ask("join", room=room)
    ann, bob, *others = await house.perhaps(room, ann, bob, *others)
    everybody = [ann, bob, *others]
    assert await ann.seats(room) == [one.player for one in everybody]
    for one in everybody:
        await one.ask("ready", room=room)
    version = (await ann.ask("start", room=room))["version"]
    for seat, one in enumerate(everybody):
        await one.until_version(room, version)
        assert one.views[room]["you"]["seat"] == seat
    await ann.ask("close", room=room)


async def join_twice(house: House, game: str) -> None:
    """Joining twice answers the same and changes nothing, also in a running match."""
    people = GAMES[game].SEATS[0]
    everybody: Sequence[Visitor] = [await house.visitor(f"p{number}") for number in range(people)]
    room = (await everybody[0].ask("create", game=game, seats=people, settings={"turn_seconds": 0}))["room"]
    for one in everybody[1:]:
        await one.ask("join", room=room)
    await _twice(everybody, room)
    everybody = await house.perhaps(room, *everybody)
    await _twice(everybody, room)
    for one in everybody:
        await one.ask("ready", room=room)
    await everybody[0].ask("start", room=room)
    everybody = await house.perhaps(room, *everybody)
    await _twice(everybody, room)
    await everybody[0].ask("close", room=room)


async def _twice(everybody: Sequence[Visitor], room: str) -> None:
    for seat, one in enumerate(everybody):
        seats = await one.seats(room)
        first, second = [await one.ask("join", room=room) for _ in range(2)]
        assert {**first, "re": 0} == {**second, "re": 0}, (first, second)
        assert first["seat"] == seat
        assert await one.seats(room) == seats
        assert one.views[room]["version"] == first["version"]


async def host_leaves(house: House, game: str) -> None:
    """The host leaves: the next one seated is the host, may change the room and start, and the room goes on."""
    people = GAMES[game].SEATS[0]
    ann = await house.visitor("ann")
    others: Sequence[Visitor] = [await house.visitor(f"p{number}") for number in range(people)]
    room = (await ann.ask("create", game=game, seats=people, title="hers"))["room"]
    await others[0].ask("join", room=room)
    assert (await others[0].try_("configure", room=room, title="mine"))["code"] == "not_host"
    ann, first = await house.perhaps(room, ann, others[0])
    await ann.ask("leave", room=room)
    (first,) = await house.perhaps(room, first)
    await first.ask("configure", room=room, title="mine")
    others = [first, *[await house.visitor("", one.token) for one in others[1:]]]
    for one in others[1:]:
        await one.ask("join", room=room)
    assert (await others[-1].try_("configure", room=room, title="no"))["code"] == "not_host"
    for one in others:
        await one.ask("ready", room=room)
    assert sorted(filter(None, await first.seats(room))) == sorted(one.player for one in others)
    await first.ask("start", room=room)
    others = await house.perhaps(room, *others)
    await others[0].seats(room)
    state = others[0].views[room]["state"]
    assert (state["status"], state["host"], state["title"]) == ("playing", others[0].player, "mine")
    seats = await others[0].seats(room)
    at = seats.index(others[0].player)
    clockwise = [player for player in seats[at + 1 :] + seats[:at] if player]
    await others[0].ask("leave", room=room)
    others = await house.perhaps(room, *others[1:])
    await others[0].seats(room)
    host = others[0].views[room]["state"]["host"]
    assert host == clockwise[0], "the next one seated is the host, also in a match"
    for one in others:
        answer = await one.try_("mute", room=room, player=others[0].player)
        assert (answer["type"] == "ok") is (one.player == host)
    await next(one for one in others if one.player == host).ask("close", room=room)


async def spectator(house: House, game: str) -> None:
    """What a spectator tries is refused and changes nothing: moves, options, kick, start and all other powers."""
    people = GAMES[game].SEATS[0]
    everybody: Sequence[Visitor] = [await house.visitor(f"p{number}") for number in range(people)]
    room = (await everybody[0].ask("create", game=game, seats=people, settings={"turn_seconds": 0}))["room"]
    for one in everybody[1:]:
        await one.ask("join", room=room)
    eve = await house.visitor("eve")
    await eve.ask("spectate", room=room)
    await _tries(eve, room, everybody)
    for one in everybody:
        await one.ask("ready", room=room)
    await _tries(eve, room, everybody)
    await everybody[0].ask("start", room=room)
    *everybody, eve = await house.perhaps(room, *everybody, eve)
    await _tries(eve, room, everybody)
    await everybody[0].ask("close", room=room)


async def _tries(eve: Visitor, room: str, everybody: Sequence[Visitor]) -> None:
    """Everything that only who sits may do, with the moves that others are offered now."""
    for one in everybody:
        await one.seats(room)
    before = await eve.seats(room)
    version = eve.views[room]["version"]
    assert eve.views[room].get("you") is None, "a spectator sees what spectators see"
    moves = [offer for one in everybody for offer in (one.views[room]["you"] or {}).get("offers", ())][:4]
    tried = [
        *(("move", {"ref": f"e{number}", "version": version, "move": move}) for number, move in enumerate(moves)),
        ("move", {"ref": "e", "version": version, "move": {"type": "play", "cards": []}}),
        ("configure", {"options": {}, "title": "hers"}),
        ("configure", {"settings": {"turn_seconds": 1}}),
        ("kick", {"seat": 0}),
        ("start", {}),
        ("ready", {}),
        ("add_bot", {}),
        ("mute", {"player": everybody[0].player}),
        ("close", {}),
    ]
    for kind, fields in tried:
        answer = await eve.try_(kind, room=room, **fields)
        assert answer["type"] == "refused", (kind, answer)
        assert answer["code"] in ("not_seated", "not_host", "not_your_turn", "not_playing"), (kind, answer)
    assert await eve.seats(room) == before
    assert eve.views[room]["version"] == version, "something was changed"


async def locked(house: House, game: str) -> None:
    """A locked room lets nobody in, to sit or to watch, without its passcode."""
    ann, eve = await house.visitor("ann"), await house.visitor("eve")
    room = (await ann.ask("create", game=game, visibility="locked", passcode=PASSCODE))["room"]
    for _ in range(2):
        for kind in ("spectate", "join", "sit", "resume"):
            for given in ({}, {"passcode": "open"}):
                answer = await eve.try_(kind, room=room, **given)
                assert answer.get("code") == "wrong_passcode", (kind, given, answer)
            eve.cut()
            eve = await house.visitor("eve")
        (ann,) = await house.perhaps(room, ann)
        eve = await house.visitor("eve")
    assert (await ann.seats(room)).count(None) == len(await ann.seats(room)) - 1
    await eve.ask("spectate", room=room, passcode=PASSCODE)
    assert await eve.seats(room) == await ann.seats(room)
    await ann.ask("close", room=room)


SCENES: Final[dict[str, Scene]] = {
    "one identity in two tabs": two_tabs,
    "sat, left and sat": sit_leave_sit,
    "joined twice": join_twice,
    "host left": host_leaves,
    "tries of a spectator": spectator,
    "locked doors": locked,
}


async def run(
    times: int, folder: Path, say: Callable[[str], None], games: Sequence[str], seed: int = 0
) -> tuple[list[str], Counter[str]]:
    """Every scene so many times, over the games by turns; what was wrong, and what was done."""
    server = ServerProcess(folder, abuse_refusals=1000, max_rooms_per_player=100)
    wrong: list[str] = []
    done: Counter[str] = Counter()
    house = House(server, random.Random(seed))
    try:
        await server.start()
        for number in range(times):
            for name, scene in SCENES.items():
                game = games[number % len(games)]
                try:
                    async with asyncio.timeout(WITHIN):
                        await scene(house, game)
                    done[name] += 1
                except AssertionError as error:
                    wrong.append(f"{name}, {game}: {str(error) or traceback.format_exc(limit=-1)}")
                house.go()
            say(f"{number + 1} of {times} times every scene, the server killed {house.restarts} times")
        done["kills"] = house.restarts
        return wrong, done
    finally:
        house.go()
        await server.clean_up()
