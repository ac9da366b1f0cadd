"""The scenes, in the order in which they are played. Each is a function over a Stage that returns when the client has
done well, and raises Failed when it has not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from fudakai.clients.kit.games import unforeseen
from fudakai.clients.kit.line import Came, ClientGone, ClientSaid, Told
from fudakai.clients.kit.stage import Over, Stage
from fudakai.clients.kit.verdict import Failed, Rule
from fudakai.clients.kit.wire import Message

FIRST_WAIT: Final = 600.0
"""Seconds until a client must have connected at all: somebody may start it by hand."""
RETRY_AFTER: Final = 400
"""Milliseconds that a client without credits is told to wait."""
EARLY: Final = 0.95
"""So much of that is long enough: clocks differ, and a frame takes its time."""
DOWN_SECONDS: Final = 0.3
"""How long the server is away when it restarts."""
LOOK_SECONDS: Final = 1.0
"""How long a client is watched after the match for a move that should not come."""
UNAVAILABLE: Final = ("unavailable", "the server cannot store anything just now; try again")
"""How the kit refuses a move in a game without an unforeseen refusal of its own."""
FUTURE: Final = "from_the_future"
"""A name that no server knows yet."""

Scene = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class SceneEntry:
    """A scene, and what it is about in a line."""

    name: str
    about: str
    play: Scene


class NobodyCame(Exception):
    """No client has connected."""


async def hello(stage: Stage) -> None:
    """The first connection, its handshake and its first message."""
    try:
        await stage.pass_on(await stage.happening(FIRST_WAIT))
    except Failed as failed:
        if not failed.over:
            raise
        raise NobodyCame from None
    stage.wait_for("hello", Rule.CONNECTING, "the first message, `hello`")
    said = None
    while said is None:
        said = await stage.pass_on(await stage.happening())
    if said["type"] != "hello":
        raise Failed(str(said["type"]), "type", Rule.CONNECTING, "`hello` as the first message", f"`{said['type']}`")
    stage.wait_for("hello", "hello", "a hello that the server takes")
    while not stage.token:
        await stage.pass_on(await stage.happening())


async def table(stage: Stage) -> None:
    """The client finds or makes a table, is ready, and as its host starts the match. It begins with the deal."""
    stage.wait_for("join", Rule.FIRST, "`create`, `join` or `quick`, then `ready`, and of the host `start`")
    filled = False
    while True:
        found = await stage.happening()
        if isinstance(found, Told) and stage.is_turn(found.message):
            stage.put_back(found)
            return
        if isinstance(found, ClientSaid):
            stage.more_time()
        if isinstance(found, ClientGone):  # it has only looked, and comes again
            continue
        await stage.pass_on(found)
        if not filled and stage.update is not None:
            filled = True
            await stage.fill()
        if stage.update is not None and stage.update["state"]["status"] == "playing":
            return


async def its_turn(stage: Stage) -> None:
    """A move: one of the offers, with the version of the update and a ref."""
    await stage.play(await stage.turn())


async def unknown_field(stage: Stage) -> None:
    """New fields everywhere in an update."""
    update = await stage.turn()
    news: dict[str, Any] = {FUTURE: {"level": [1, 2, None]}}
    update.update(news)
    update["state"].update(news)
    update["you"].update(news)
    for seat in update["state"]["seats"]:
        seat.update(news)
    for entry in update["events"]:
        entry.update(news)
        for event in entry["events"]:
            event.update(news)
    stage.wait_for("update", Rule.ADDED, "a move all the same: fields that it does not know are ignored")
    await stage.play(update)


async def unknown_event(stage: Stage) -> None:
    """An event of a type that the client does not know."""
    update = await stage.turn()
    event = {"type": FUTURE, "seat": update["you"]["seat"], "what": ["?"]}
    if update["events"]:
        update["events"][-1]["events"].append(event)
    else:
        update["events"].append({"version": update["version"], "by": "room", "events": [event]})
    await _unharmed(
        stage, update, "update", "events[].events[].type", "types of events that it does not know are ignored"
    )


async def unknown_message(stage: Stage) -> None:
    """A message of a type that the client does not know."""
    update = await stage.turn()
    await stage.say({"type": FUTURE, "room": stage.room, "words": "something new"})
    await _unharmed(stage, update, FUTURE, "type", "types of messages that it does not know are ignored")


async def _unharmed(stage: Stage, update: Message, message: str, field: str, why: str) -> None:
    try:
        await stage.play(update)
    except Failed as failed:
        if failed.over and not failed.scene:
            raise Failed(message, field, Rule.ADDED, f"a move all the same: {why}", failed.seen, over=True) from None
        raise


async def refused_move(stage: Stage) -> None:
    """A move is refused and nothing else comes: the client tries again by itself."""
    update = await stage.turn(lambda update: not unforeseen(stage.game) or len(update["you"]["offers"]) > 1)
    await stage.show(update)
    move = await stage.move()
    code, words = unforeseen(stage.game) or UNAVAILABLE
    await stage.refuse(move, code, words)
    stage.wait_for("refused", Rule.MOVES, "another move, without an update: the turn goes on")
    await stage.play_on()


async def stale(stage: Stage) -> None:
    """The client's offers have changed while it moved: it decides again on the update that comes."""
    await stage.show(await stage.turn())
    move = await stage.move()
    await stage.others.bounce()
    while True:
        found = await stage.happening()
        if isinstance(found, Told) and found.message["type"] == "update" and found.message["version"] > stage.shown:
            break
        await stage.carry(found)
    real, told = found.message["you"]["since"], found.message["version"]
    stage.moved_since[real] = told
    stage.overtaken.add(told)  # a second one is no accident
    await stage.show(found.message)
    await stage.refuse(move, "stale", "your offers have changed since that version")
    stage.wait_for("refused", Rule.MOVES, "a new move, on the update that came")
    await stage.play_on()


async def too_fast(stage: Stage) -> None:
    """The client is out of credits, and waits as long as it is told."""
    await stage.show(await stage.turn())
    move = await stage.move()
    clock = asyncio.get_running_loop().time
    begun = clock()
    await stage.refuse(move, "too_fast", "you are out of credits", retry_after=RETRY_AFTER)
    again = await stage.move()
    waited = (clock() - begun) * 1000
    if waited < RETRY_AFTER * EARLY:
        await stage.store(again)
        expected = f"`retry_after` kept: no move for {RETRY_AFTER} ms"
        raise Failed("refused", "retry_after", Rule.LIMITS, expected, f"a move after {waited:.0f} ms")
    if not await stage.store(again):
        await stage.play_on()


async def clock_move(stage: Stage) -> None:
    """The client's time was over: the server has moved for it, and its own move comes too late. It plays on."""
    await stage.show(await stage.turn())
    while True:
        move = await stage.move()
        answer = await stage.answered({**move, "ref": f"clock {move['ref']}"[:64]})
        if answer["type"] == "ok":
            break
        await stage.show(answer)
    while True:
        found = await stage.happening()
        if isinstance(found, Told) and found.message["type"] == "update":
            _by_the_clock(found.message, answer["version"])
            turns = bool(found.message["you"]["offers"])
            await stage.show(found.message)
            if found.message["version"] >= answer["version"]:
                break
        else:
            await stage.carry(found)
    await stage.refuse(move, "stale" if turns else "not_your_turn", "it is not your turn any more")
    if turns:
        await stage.play_on()
    else:
        await stage.play(await stage.turn())


def _by_the_clock(update: Message, version: int) -> None:
    update["you"]["missed"] = 1
    for entry in update["events"]:
        if entry["version"] == version:
            entry["clock"] = True


async def pings(stage: Stage) -> None:
    """A ping of the WebSocket's is answered."""
    if stage.line is None:
        raise Failed("a ping", "", Rule.PINGS, "a connection", "none", over=True)
    pong = await stage.line.client.ping()
    try:
        async with asyncio.timeout(stage.timeout):
            await pong
    except TimeoutError:
        seen = f"no pong for {stage.timeout:g} s"
        raise Failed("a ping", "", Rule.PINGS, "a WebSocket pong", seen, over=True) from None


async def lost_request(stage: Stage) -> None:
    """The line is cut before a move arrives: the client comes back, resumes, and sends it under the same ref."""
    await stage.show(await stage.turn())
    move = await stage.move()
    _cut(stage)
    await comes_back(stage)
    await _decides_again(stage, move)


async def _decides_again(stage: Stage, before: Message | None) -> None:
    """After coming back to the same decision. `before`: the move that was lost, if there was one."""
    await _updated(stage)
    move = await stage.move()
    if before is not None and move["ref"] != before["ref"]:
        await stage.store(move)
        seen = f"{move['ref']!r}"
        raise Failed("move", "ref", Rule.BACK, f"the ref it had, {before['ref']!r}: `you.since` is the same", seen)
    if not await stage.store(move):
        await stage.play_on()


async def lost_answer(stage: Stage) -> None:
    """The line is cut after a move was stored, before its answer arrives: it is not made again under another ref."""
    await stage.show(await stage.turn())
    while True:
        move = await stage.move()
        answer = await stage.answered(move)
        if answer["type"] == "ok":
            break
        await stage.show(answer)
    shown = stage.shown
    _cut(stage)
    await comes_back(stage)
    since = None
    stage.wait_for("move", Rule.MOVES, "the match to go on")
    while not stage.over:
        found = await stage.happening()
        said = await stage.pass_on(found)
        if stage.update is not None and stage.shown > shown:
            since = stage.update["you"]["since"]
        if said is None or said["type"] != "move":
            continue
        if said["ref"] == move["ref"]:  # it is safe: the server gives its first answer again
            if stage.line is not None:
                await stage.line.to_server(said)
            continue
        if since is None or said["version"] < since:
            expected = f"the ref it had, {move['ref']!r}, or a decision on the update of `resume`"
            raise Failed("move", "ref", Rule.BACK, expected, f"{said['ref']!r} on version {said['version']}")
        stage.judge(said)
        if not await stage.store(said):
            await stage.play_on()
        return


async def restart(stage: Stage) -> None:
    """The server says that it stops, closes with 1012, is away for a moment and then there again, on the same port."""
    update = await stage.turn()
    line = stage.line
    if line is None:
        raise AssertionError("who has a turn is connected")
    await stage.say({"type": "notice", "code": "stopping", "words": "the server restarts; your seats are kept"})
    await stage.show(update)
    await stage.door.shut()
    closing = asyncio.create_task(line.client.close(1012, "service restart"))
    stage.wait_for("hello", Rule.BACK, "a new connection after close code 1012")
    move = None
    while True:
        found = await stage.happening()
        if isinstance(found, ClientGone):
            break
        if isinstance(found, Told):
            continue
        said = await stage.pass_on(found)
        if said is not None and said["type"] == "move":
            move = said
    stage.line = None
    await closing
    await asyncio.sleep(DOWN_SECONDS)
    await stage.door.open()
    await comes_back(stage)
    await _decides_again(stage, move)


def _cut(stage: Stage) -> None:
    if stage.line is not None:
        stage.line.cut()
    stage.line = None


async def _updated(stage: Stage) -> None:
    """Until the update of `resume` was passed on."""
    stage.update = None
    stage.more_time()
    while stage.update is None:
        await stage.carry(await stage.happening())


async def comes_back(stage: Stage) -> None:
    """A new connection, the same player, and `resume` of the room with the last version it saw. Raises Failed."""
    stage.wait_for("hello", Rule.BACK, "a new connection, and `hello` with the token")
    token, shown = stage.token, stage.shown
    while not isinstance(found := await stage.happening(), Came):
        await stage.pass_on(found)
    while True:
        said = await stage.pass_on(await stage.happening())
        if said is None or said["type"] in ("ping", "list", "follow", "unfollow", "history", "leaderboard"):
            continue
        kind, rule, expected = str(said["type"]), Rule.BACK, "`hello` with the token that `welcome` gave"
        if kind == "hello":
            if said.get("token") != token:
                seen = "another token" if said.get("token") else "no token: a new player"
                raise Failed("hello", "token", rule, expected, seen, over=True)
            stage.wait_for("resume", Rule.BACK, f"`resume` of room {stage.room} with version {shown}")
        elif kind != "resume":
            raise Failed(
                kind, "type", rule, f"`resume` of room {stage.room} with version {shown}", f"`{kind}`", over=True
            )
        elif said["room"].upper() != stage.room:
            raise Failed("resume", "room", rule, stage.room, repr(said["room"]), over=True)
        elif said.get("version", 0) != shown:
            seen = str(said.get("version", 0))
            raise Failed("resume", "version", rule, f"{shown}, the version of the last update it got", seen)
        else:
            return


async def choice(stage: Stage) -> None:
    """What is no plain turn: a pending choice, a decision, or a template. Whichever scene it comes up in, it counts."""
    while not stage.chosen:
        await stage.play(await stage.turn())


async def match_over(stage: Stage) -> None:
    """The match is over: no more moves. The client may leave, be ready again, or just go."""
    await stage.others.leave()
    try:
        while True:
            await stage.play(await stage.turn())
    except Over:
        pass
    clock = asyncio.get_running_loop().time
    until = clock() + LOOK_SECONDS
    try:
        while (left := until - clock()) > 0:
            said = await stage.pass_on(await stage.happening(left))
            if said is None or said["type"] != "move":
                continue
            if stage.line is not None:
                await stage.line.to_server(said)
            if said["version"] >= stage.shown:  # else it was on its way before
                seen = str(said["move"])
                raise Failed("move", "", "update", "no move after `state.status` is `finished`", seen)
    except Failed as failed:
        if not failed.over:
            raise  # silence and going away are both right now


SCENES: Final = (
    SceneEntry("hello", "connects with a subprotocol and says hello", hello),
    SceneEntry("table", "finds or makes a table, is ready; the deal", table),
    SceneEntry("its_turn", "moves: an offer, the version, a ref", its_turn),
    SceneEntry("unknown_field", "ignores fields that it does not know", unknown_field),
    SceneEntry("unknown_event", "ignores an event that it does not know", unknown_event),
    SceneEntry("unknown_message", "ignores a message that it does not know", unknown_message),
    SceneEntry("refused_move", "tries again when a move is refused", refused_move),
    SceneEntry("stale", "decides again on the newer update", stale),
    SceneEntry("clock_move", "plays on after the server has moved for it", clock_move),
    SceneEntry("too_fast", "waits as long as `retry_after` says", too_fast),
    SceneEntry("pings", "answers a WebSocket ping", pings),
    SceneEntry("lost_request", "comes back from a cut line: token, resume, the same ref", lost_request),
    SceneEntry("lost_answer", "comes back when the answer was lost: no second move", lost_answer),
    SceneEntry("restart", "comes back after the server has restarted", restart),
    SceneEntry("choice", "answers a pending choice, a decision or a template", choice),
    SceneEntry("match_over", "makes no move after the match", match_over),
)
"""All scenes in their order."""
