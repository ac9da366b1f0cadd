"""What scenes are played on: forwards everything between client and server in order, judges the client's requests, and
hands control to the scene wherever it does something else than forward."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

from fudakai.clients.kit import moves
from fudakai.clients.kit.games import unforeseen
from fudakai.clients.kit.line import Came, ClientGone, ClientSaid, Entrance, Happening, Told, TurnedAway, Wiretap
from fudakai.clients.kit.verdict import Failed, Rule
from fudakai.clients.kit.wire import Message, unpacked
from fudakai.protocol.codec import CODECS, BadMessage, Malformed
from fudakai.protocol.from_client import FromClient

FAULTS: Final = frozenset({"bad_message", "unknown_type", "hello_first", "hello_twice"})
"""Refusals that a correct client never gets."""
PASSING: Final = frozenset({"stale", "not_your_turn", "match_over", "too_fast", "unavailable"})
"""Refusals of a move that a correct client gets now and then."""
GONE_ON: Final = frozenset({"not_your_turn", "match_over"})
"""Of these, the ones after which no decision is due any more."""

MOST_LATE: Final = 40
"""Moves in a run that may come when none is due: messages cross now and then."""


class Over(Exception):
    """The match is over; its last update was passed on."""


class Others(Protocol):
    """Who sits at the table besides the client."""

    async def fill(self, room: str, free: int) -> None:
        """Sits down in the free seats of a room."""

    async def bounce(self) -> None:
        """One of them goes away and comes back, which the room's log has as two entries."""

    async def leave(self) -> None:
        """All of them leave the match."""


class Stage:
    """One client in front of one server. `timeout`: seconds that the client may let the kit wait for anything."""

    def __init__(self, door: Entrance, timeout: float, others: Others) -> None:
        self.door = door
        self.timeout = timeout
        self.line: Wiretap | None = None
        self.game = ""
        self.room = ""
        self.subprotocol = ""
        self.hello: Message = {}
        self.token = ""
        self.shown = 0
        """The version of the last update that the client got."""
        self.update: Message | None = None
        """That update, as the client got it."""
        self.over = False
        self.chosen = False
        """The client has answered a choice well."""
        self.decided: set[int] = set()
        """The `since` of decisions that were sent on to the server."""
        self.overtaken: set[int] = set()
        """Decisions, by `since`, to which one move has come on an older version."""
        self.refs: dict[str, Any] = {}
        """Moves that the server has stored, by ref."""
        self.moved_since: dict[int, int] = {}
        """What `since` the client was told, by the real one, where a scene has changed it."""
        self.last = "nothing"
        """What the client has said last, for people."""
        self.others = others
        self._back: Happening | None = None
        self._waiting_for = ("hello", "hello", "the first message, hello")
        self._offers: list[Message] = []
        self._early: deque[Message] = deque()
        self._deadline = 0.0
        self._late_moves = 0
        self._faulted: dict[int, str] = {}

    # what happens

    async def happening(self, within: float | None = None) -> Happening:
        """The next thing that happens on the present line. Raises Failed when the client is silent for too long."""
        seconds = self.timeout if within is None else within
        until = self._deadline if within is None else asyncio.get_running_loop().time() + within
        while True:
            if self._back is not None:
                found, self._back = self._back, None
            else:
                try:
                    async with asyncio.timeout_at(until):
                        found = await self.door.happenings.get()
                except TimeoutError:
                    raise self._hung(seconds) from None
            if isinstance(found, Came):
                self.line = found.line
                self.subprotocol = found.line.subprotocol
                return found
            if isinstance(found, TurnedAway) or found.line is self.line:
                return found
            if isinstance(found, ClientSaid):  # another connection of the same player's, which only looks on
                await found.line.to_server(found.frame)
            elif isinstance(found, Told):
                await found.line.to_client(found.message)

    def put_back(self, found: Happening) -> None:
        """Makes it the next happening again, so that updates keep their order."""
        self._back = found

    def wait_for(self, message: str, rule: str, expected: str) -> None:
        """Sets what a silent client is reported for from now on."""
        self._waiting_for = (message, rule, expected)
        self.more_time()

    def more_time(self) -> None:
        """Restarts the client's timeout, because it made progress. Other requests do not extend it."""
        self._deadline = asyncio.get_running_loop().time() + self.timeout

    def _hung(self, seconds: float) -> Failed:
        message, rule, expected = self._waiting_for
        scene = "choice" if message == "move" and moves.only_choices(self._offers) and not self.chosen else ""
        seen = f"nothing for {seconds:g} s, after {self.last}"
        return Failed(message, "", rule, expected, seen, over=True, scene=scene)

    async def pass_on(self, found: Happening) -> Message | None:
        """Does with it what happens without a kit. What the client said, read; None for all else.

        Raises Failed for garbage, for a request that the server finds faulty, and when the client goes away."""
        match found:
            case ClientSaid(line, frame):
                message = self._read(frame, line)
                try:
                    CODECS[line.subprotocol].decode(frame)
                except BadMessage as bad:
                    await line.to_server(frame)
                    kind = str(message.get("type", "?")) if message else "a message"
                    field = bad.words.partition(":")[0] if ":" in bad.words else ""
                    raise Failed(kind, field, _heading(kind), "a message as the page has it", bad.words) from None
                except Malformed as bad:
                    await line.to_server(frame)
                    seen = f"{bad}: {frame[:40]!r}"
                    raise Failed("a frame", "", Rule.ENCODINGS, "one message a frame", seen) from None
                if message is None:
                    raise AssertionError("what the codec takes is a map")
                self._note(line, message)
                if message["type"] != "move":
                    await line.to_server(frame)
                return message
            case Told(line, message):
                await self.deliver(line, message)
            case ClientGone(line, how):
                seen = f"it ended the connection ({how}) after {self.last}"
                about, rule, expected = self._waiting_for
                self.line = None
                raise Failed(about, "", rule, expected, seen, over=True)
            case TurnedAway(names):
                seen = ", ".join(names) or "none"
                raise Failed("the handshake", "Sec-WebSocket-Protocol", Rule.CONNECTING, "a subprotocol of ours", seen)
        return None

    async def carry(self, found: Happening) -> None:
        """The same while no move is expected: a move that comes is kept for the next `move`."""
        said = await self.pass_on(found)
        if said is not None and said["type"] == "move":
            self._early.append(said)

    def _read(self, frame: bytes | str, line: Wiretap) -> Message | None:
        try:
            return unpacked(frame, line.subprotocol)
        except (ValueError, RecursionError):
            return None

    def _note(self, line: Wiretap, message: Message) -> None:
        line.asked[message["id"]] = message["type"]
        self.last = f"`{message['type']}`" + (f" {message['move']}" if message["type"] == "move" else "")
        if message["type"] == "hello":
            self.hello = message

    async def deliver(self, line: Wiretap, message: Message) -> None:
        """Passes a message of the server's on, and keeps what it says."""
        kind = message["type"]
        if kind == "welcome":
            self.token = message["token"]
        elif kind == "update" and message.get("you") is not None:
            self._keep(message)
        await line.to_client(message)
        asked = line.asked.get(message.get("re", -1), "")
        if kind == "ok" and asked in ("create", "quick") and message.get("seat", 0) == 0:
            self.room = message["room"]
        if kind == "refused" and message["code"] in FAULTS:
            raise Failed(asked or "a message", "", _heading(asked), "a request that the server takes", _words(message))

    def _keep(self, update: Message) -> None:
        you = update["you"]
        you["since"] = self.moved_since.get(you["since"], you["since"])
        self.room, self.shown, self.update = update["room"], update["version"], update
        self.game = update["state"]["game"]
        self._offers = you["offers"]
        self.over = update["state"]["status"] == "finished"
        if not you["offers"]:
            self.more_time()  # it is for the others to move

    async def fill(self) -> None:
        """Lets the others sit down where the client sits."""
        if self.update is not None:
            await self.others.fill(self.room, sum(seat["player"] is None for seat in self.update["state"]["seats"]))

    # turns

    async def turn(self, wanted: Callable[[Message], bool] = lambda update: True) -> Message:
        """Plays on until the client gets a decision that is wanted; the update with it, which the client does not have
        yet. Raises Over."""
        self.wait_for("move", Rule.MOVES, "the match to go on")
        while True:
            if self.over:
                raise Over
            if self._early:
                await self._late(self._early.popleft())
                continue
            found = await self.happening()
            if isinstance(found, Told) and self.is_turn(found.message):
                plain = found.message["you"]["offers"][0]["type"] != moves.THROW
                if plain and wanted(found.message):
                    return found.message
                await self.play(found.message)
                self.wait_for("move", Rule.MOVES, "the match to go on")
            elif (said := await self.pass_on(found)) is not None and said["type"] == "move":
                await self._late(said)

    def is_turn(self, message: Message) -> bool:
        """Whether it is an update with a decision that was not made yet."""
        you = message.get("you") if message["type"] == "update" else None
        return bool(you and you["offers"] and you["since"] not in self.decided)

    async def play(self, update: Message) -> None:
        """An ordinary turn: the client gets the update, and its move is stored."""
        await self.show(update)
        await self.play_on()

    async def play_on(self) -> None:
        """The client has its offers: its move is stored."""
        while not await self.store(await self.move()):
            continue

    async def show(self, update: Message) -> None:
        """Gives the client an update."""
        if self.line is not None:
            await self.deliver(self.line, update)

    async def move(self) -> Message:
        """The client's next move, read and judged, which the server does not have yet. Raises Failed."""
        self.wait_for("move", Rule.MOVES, "a move, since `you.offers` is not empty")
        while True:
            if self.over:
                raise Over
            said = self._early.popleft() if self._early else await self.pass_on(await self.happening())
            if said is None or said["type"] != "move":
                continue
            if self.line is not None and self._again(said):
                await self.line.to_server(said)
                continue
            if self._overtaken(said):
                await self.refuse(said, "stale", "your offers have changed since that version")
                continue
            await self._check(said)
            return said

    def _again(self, move: Message) -> bool:
        """Whether it is an earlier decision once more, which has its answer: a known ref, on a version of then."""
        older = self.update is not None and move["version"] < self.update["you"]["since"]
        return older and move["ref"] in self.refs

    def _overtaken(self, move: Message) -> bool:
        """Whether it may have been on its way before the client saw its present offers: that can be so once."""
        since = 0 if self.update is None else self.update["you"]["since"]
        if move["version"] >= since or since in self.overtaken:
            return False
        self.overtaken.add(since)
        return True

    async def _check(self, move: Message) -> None:
        """Judges it. Of a fault the client is told what the server says to it, and plays on; a second one in the same
        decision ends the run."""
        try:
            self.judge(move)
        except Failed as failed:
            since = 0 if self.update is None else self.update["you"]["since"]
            if since in self._faulted:
                failed.over, failed.scene = True, failed.scene or self._faulted[since]
            self._faulted[since] = failed.scene
            await self.show(await self.answered(move))
            raise

    def judge(self, move: Message) -> None:
        """Raises Failed for a move that a client cannot have made by what it was shown."""
        if self.update is None:
            raise AssertionError("there is no turn before an update")
        you, version = self.update["you"], move["version"]
        if move["room"].upper() != self.room:
            raise Failed("move", "room", "move", f"the room's code, {self.room}", repr(move["room"]))
        if version < you["since"]:
            seen = f"{version}, older than `you.since`"
            raise Failed("move", "version", Rule.MOVES, f"the version of the update decided on, {self.shown}", seen)
        if version > self.shown:
            seen = f"{version}, which was not seen yet"
            raise Failed("move", "version", Rule.MOVES, f"the version of the update decided on, {self.shown}", seen)
        if move["ref"] in self.refs:
            seen = f"{move['ref']!r}, which was accepted for {self.refs[move['ref']]}"
            raise Failed("move", "ref", Rule.MOVES, "a new ref for each decision", seen)
        choice = moves.only_choices(you["offers"])
        if not moves.offered(move["move"], you["offers"]):
            field, expected = moves.what_is_wrong(move["move"], you["offers"])
            rule = f"{Rule.MOVES} (Templates)" if "count" in expected or "cards" in field else Rule.MOVES
            raise Failed("move", field, rule, expected, str(move["move"]), scene="choice" if choice else "")
        self.chosen = self.chosen or choice

    async def store(self, move: Message) -> bool:
        """Sends a move on and gives the client the answer; whether it was stored. A refusal is the client's to get
        over, if it is for what it cannot see, or for something that is over by now. Raises Failed."""
        answer = await self.answered(move)
        if self.line is not None:
            await self.deliver(self.line, answer)
        if answer["type"] == "ok":
            return True
        refusal = unforeseen(self.game)
        if answer["code"] in PASSING or (refusal is not None and answer["code"] == refusal.code):
            return answer["code"] in GONE_ON
        raise Failed("move", "move", Rule.MOVES, "a move that the server takes", f"{move['move']}: {_words(answer)}")

    async def answered(self, move: Message) -> Message:
        """Sends a move to the server; its answer, which the client does not get."""
        line = self.line
        if line is None:
            raise AssertionError("who moves is connected")
        self.more_time()
        since = None if self.update is None else self._real(self.update["you"]["since"])
        await line.to_server(move)
        while True:
            found = await self.happening()
            if isinstance(found, Told) and found.message.get("re") == move["id"]:
                if found.message["type"] == "ok" and since is not None:
                    self.decided.add(since)
                    self.refs[move["ref"]] = move["move"]
                return found.message
            await self.carry(found)

    def _real(self, since: int) -> int:
        return next((real for real, told in self.moved_since.items() if told == since), since)

    async def _late(self, move: Message) -> None:
        """A move when none is due: the first answer again for a ref that is known; else a fault."""
        self._late_moves += 1
        if self._late_moves > MOST_LATE:
            expected, seen = "to decide anew after `stale`", "moves that are not due, again and again"
            raise Failed("move", "version", Rule.MOVES, expected, seen, over=True)
        if self.line is not None and (move["ref"] in self.refs or move["version"] < self.shown):
            await self.line.to_server(move)  # it may have been on its way before the last update
            return
        if self.update is not None and self.update["you"]["offers"]:
            await self._check(move)
            await self.store(move)  # another try at a decision that a scene has left open
            return
        raise Failed("move", "", Rule.MOVES, "no move while `you.offers` is empty", str(move["move"]))

    # what the kit says

    async def say(self, message: Message) -> None:
        """Tells the client something of the kit's own."""
        if self.line is not None:
            await self.line.to_client(message)

    async def refuse(self, move: Message, code: str, words: str, **more: int) -> None:
        """Refuses a move that the server never got."""
        await self.say(
            {"type": "refused", "code": code, "words": words, "re": move["id"], "room": self.room, "ref": move["ref"]}
            | more
        )


def _heading(kind: str) -> str:
    known = {one.__struct_config__.tag for one in FromClient.__args__}
    return kind if kind in known else Rule.REQUESTS


def _words(refused: Message) -> str:
    return f"{refused['code']}: {refused['words']}"
