"""Two things in one moment, over real sockets: a move and its deadline, many moves of one turn, two who are ready, the
last who leaves and the next who joins.

Each function does its thing `count` times and raises AssertionError for what should not be.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any, Final

from tests.soak.kit.town import Person, Town

TURN: Final = 30
"""Seconds for a turn."""


async def deadlines(town: Town, count: int, seed: int = 0) -> Counter[str]:
    """A move in the very millisecond of its deadline, now before and now after the clock's: exactly one counts, and
    over the run each of the two does. How often each did."""
    rng = random.Random(seed)
    people = [await town.person("ann"), await town.person("bob")]
    clock, host = town.world.clock, town.world.host
    won: Counter[str] = Counter()
    room = ""
    for number in range(count):
        if not room or host.runners[room].room.status != "playing":
            if room:
                for one in people:
                    await one.ask("leave", room=room)
            room = await town.table(*people, turn_seconds=TURN, missed_turns=0)
        runner = host.runners[room]
        for one in people:
            await one.until_version(room, runner.room.version)
        mover = next(one for one in people if one.view["you"]["offers"])
        version, seat = runner.room.version, mover.view["you"]["seat"]
        deadline = runner.room.deadline()
        assert deadline is not None
        clock.stand_at(deadline)
        first = rng.random() < 0.5
        if first:
            asked = await mover.say(**_move(mover, room, f"d{number}"))
            for _ in range(rng.randrange(12)):
                await asyncio.sleep(0)
        clock.move(0)
        if not first:
            for _ in range(rng.randrange(3)):
                await asyncio.sleep(0)
            asked = await mover.say(**_move(mover, room, f"d{number}"))
        answer = await mover.answer(asked)
        await town.world.settle()
        assert clock.now() == deadline
        events, gap = runner.room.events_after(version)
        assert not gap
        played = [entry.version for entry in events for event in entry.events if _played(event, seat)]
        assert played[:1] == [version + 1], (version, events)
        if answer["type"] == "ok":
            assert answer["version"] == version + 1
            won["move"] += 1
        else:
            assert answer["code"] in ("not_your_turn", "stale", "match_over"), answer
            won["clock"] += 1
        own = [entry for entry in events if any(_played(event, seat) for event in entry.events)]
        assert len(own) == 1, f"seat {seat} played {len(own)} times at {deadline}"
    assert won.total() == count
    assert min(won["move"], won["clock"]) > 0, f"one of the two always counts: {dict(won)}"
    return won


def _move(mover: Person, room: str, ref: str, turn: int = 0) -> dict[str, Any]:
    """What to say for one of the offers that this connection sees."""
    view = mover.view
    offers = view["you"]["offers"]
    return {"kind": "move", "room": room, "ref": ref, "version": view["version"], "move": offers[turn % len(offers)]}


def _played(event: Any, seat: int) -> bool:
    return bool(event["type"] == "played" and event["seat"] == seat)


async def fifty(town: Town, count: int) -> Counter[str]:
    """Fifty moves for one turn over ten connections of one player, all sent before an answer is read: one is accepted.
    How they were answered."""
    people = [[await town.person(name)] for name in ("ann", "bob")]
    for own in people:
        own += [await town.person(token=own[0].token) for _ in range(9)]
    everybody = [one for own in people for one in own]
    codes: Counter[str] = Counter()
    room = ""
    for number in range(count):
        if not room or town.world.host.runners[room].room.status != "playing":
            if room:
                for own in people:
                    await own[0].ask("leave", room=room)
            room = await town.table(*(own[0] for own in people), turn_seconds=0)
            for one in everybody:
                await one.ask("resume", room=room)
        runner = town.world.host.runners[room]
        version = runner.room.version
        await asyncio.gather(*(one.until_version(room, version) for one in everybody))
        own = next(own for own in people if own[0].view["you"]["offers"])
        seat = own[0].view["you"]["seat"]
        asked = [
            (one, await one.say(**_move(one, room, f"{number}-{turn}-{at}", turn)))
            for turn in range(50 // len(own))
            for at, one in enumerate(own)
        ]
        told = [await one.answer(id) for one, id in asked]
        answers = Counter(str(answer.get("code", answer["type"])) for answer in told)
        await town.world.settle()
        assert answers["ok"] == 1, answers
        assert set(answers) <= {"ok", "not_your_turn", "stale", "match_over"}, answers
        assert answers.total() == 50
        events, gap = runner.room.events_after(version)
        assert not gap
        assert sum(_played(event, seat) for entry in events for event in entry.events) == 1
        codes += answers
    assert codes["ok"] == count
    return codes


async def both_ready(town: Town, count: int) -> None:
    """Two are ready in the same tick: both count, and the match can start."""
    ann, bob = await town.person("ann"), await town.person("bob")
    room = str((await ann.ask("create", game="agurk", seats=2))["room"])
    await bob.ask("join", room=room)
    runner = town.world.host.runners[room]
    for number in range(count):
        for ready in (True, False):
            said = [await one.say("ready", room=room, ready=ready) for one in (ann, bob)[:: 1 if number % 2 else -1]]
            for one, id in zip((ann, bob)[:: 1 if number % 2 else -1], said, strict=True):
                assert (await one.answer(id))["type"] == "ok"
            assert [place.shown.ready for place in runner.room.places] == [ready, ready]
    for one in (ann, bob):
        await one.ask("ready", room=room)
    await ann.ask("start", room=room)


async def leave_and_join(town: Town, count: int) -> Counter[str]:
    """The last one leaves and somebody joins by code in the same tick: a working room, or "no such room", and the list
    says the same. How often each."""
    ann, bob = await town.person("ann"), await town.person("bob")
    came: Counter[str] = Counter()
    for number in range(count):
        room = str((await ann.ask("create", game="agurk"))["room"])
        pair = [(ann, "leave"), (bob, "join")][:: 1 if number % 2 else -1]
        said = [(one, await one.say(kind, room=room)) for one, kind in pair]
        answers = {one: await one.answer(id) for one, id in said}
        await town.world.settle()
        listed = [line["room"] for line in (await ann.ask("list"))["rooms"]]
        stored = await town.world.store.rooms()
        assert answers[ann]["type"] == "ok"
        if answers[bob]["type"] == "ok":
            assert listed == stored == list(town.world.host.runners) == [room]
            assert (await bob.ask("ready", room=room))["type"] == "ok"
            assert town.world.host.runners[room].room.host == bob.welcome["player"]
            await bob.ask("leave", room=room)
            came["a working room"] += 1
        else:
            assert answers[bob]["code"] == "unknown_room"
            assert listed == stored == list(town.world.host.runners) == []
            came["no such room"] += 1
    assert came.total() == count
    assert min(came["a working room"], came["no such room"]) > 0, f"the two never came in both orders: {dict(came)}"
    return came
