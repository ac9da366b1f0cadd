"""A server broken on purpose: a right one behind somebody who meddles with what goes over the wire."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import msgspec
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

Message: TypeAlias = dict[str, Any]
MSGPACK = Subprotocol("fudakai.v1.msgpack")
EARLY = 12
"""Entries of a room that are left as they are: before its first moves."""


class Meddler:
    """Changes nothing; see those who do. `done`: how often something was broken."""

    def __init__(self) -> None:
        self.done = 0

    def up(self, caller: int, message: Message) -> tuple[Message | None, Message | None]:
        """What the server gets instead of a request, and what the client is answered at once."""
        return message, None

    def down(self, caller: int, message: Message) -> Message | None:
        """What a client gets instead."""
        return message


class LosesAMove(Meddler):
    """Acknowledges a move that never reaches the store."""

    def __init__(self) -> None:
        super().__init__()
        self.versions: dict[str, int] = defaultdict(int)

    def up(self, caller: int, message: Message) -> tuple[Message | None, Message | None]:
        if message["type"] != "move" or self.done or self.versions[message["room"]] < EARLY:
            return message, None
        self.done += 1
        room = message["room"]
        version = self.versions[room] + 1
        return None, {"type": "ok", "re": message["id"], "room": room, "version": version, "ref": message["ref"]}

    def down(self, caller: int, message: Message) -> Message | None:
        if message["type"] == "update":
            self.versions[message["room"]] = max(self.versions[message["room"]], message["version"])
        return message


class AppliesTwice(Meddler):
    """One move stands in the room twice, as two entries; all that comes later is one version further."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, int] = {}

    def _later(self, room: str, version: int) -> int:
        at = self.at.get(room)
        return version + 1 if at is not None and version > at else version

    def up(self, caller: int, message: Message) -> tuple[Message | None, Message | None]:
        at = self.at.get(message.get("room", ""))
        if at is not None and message.get("version", 0) > at:
            message["version"] -= 1
        return message, None

    def down(self, caller: int, message: Message) -> Message | None:
        room = message.get("room", "")
        if message["type"] == "update":
            if room not in self.at:
                found = [entry["version"] for entry in message["events"] if is_move(entry)]
                if found and found[0] > EARLY:
                    self.at[room] = found[0]
                    self.done += 1
            at = self.at.get(room)
            if at is not None:
                message["events"] = list(self._twice(message["events"], at))
                message["version"] += message["version"] >= at
                if "you" in message:
                    message["you"]["since"] = self._later(room, message["you"]["since"])
        elif message["type"] == "ok" and "version" in message:
            message["version"] = self._later(room, message["version"])
        elif message["type"] == "pong":
            message["versions"] = {
                code: version + (code in self.at and version >= self.at[code])
                for code, version in message["versions"].items()
            }
        return message

    def _twice(self, entries: Iterable[Message], at: int) -> Iterable[Message]:
        for entry in entries:
            yield {**entry, "version": entry["version"] + (entry["version"] > at)}
            if entry["version"] == at:
                yield {**entry, "version": at + 1}


class LeaksACard(Meddler):
    """Tells one seat of a card in another's hand, in one place of an update."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place
        self.hands: dict[str, dict[int, list[str]]] = defaultdict(dict)
        self.leaked = ""

    def down(self, caller: int, message: Message) -> Message | None:
        if message["type"] != "update" or "you" not in message or message["state"]["status"] != "playing":
            return message
        seat, hands = message["you"]["seat"], self.hands[message["room"]]
        hands[seat] = message["you"]["private"].get("hand", [])
        dealt = any(event["type"] == "dealt" for entry in message["events"] for event in entry["events"])
        if dealt:
            hands.clear()
        if self.done or message["version"] <= EARLY or not message["events"]:
            return message
        shown = str(message["events"])
        hidden = [card for other, hand in hands.items() if other != seat for card in hand if card not in shown]
        if hidden:
            self.done += 1
            self.leaked = hidden[0]
            match self.place:
                case "table":
                    message["state"]["table"]["burnt"] = [self.leaked]
                case "hand":
                    message["you"]["private"]["hand"] = [*hands.get(seat, []), self.leaked]
                case "event":
                    message["events"][-1]["events"].append({"type": "peek", "cards": [self.leaked]})
        return message


class DropsAnEvent(Meddler):
    """Leaves one entry's events out of one client's update, or with `whole` the whole update."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.whole = whole

    def down(self, caller: int, message: Message) -> Message | None:
        if message["type"] != "update" or self.done or message["version"] <= EARLY or not message["events"]:
            return message
        if self.whole and message.get("you", {}).get("offers"):
            return message  # who is to move would never do so
        self.done += 1
        if self.whole:
            return None
        message["events"] = message["events"][1:]
        return message


class ForgetsRefs(Meddler):
    """Judges a move anew that is sent again."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def up(self, caller: int, message: Message) -> tuple[Message | None, Message | None]:
        if message["type"] == "move":
            if message["ref"] in self.seen:
                self.done += 1
                message["ref"] += "-again"
            self.seen.add(message["ref"])
        return message, None


def is_move(entry: Message) -> bool:
    """Whether an entry of an update is a move that somebody has played."""
    return isinstance(entry["by"], int) and any(event["type"] == "played" for event in entry["events"])


@asynccontextmanager
async def between(url: str, meddler: Meddler) -> AsyncIterator[str]:
    """The address at which the server is broken."""
    callers = iter(range(1_000_000))

    async def serve_one(client: ServerConnection) -> None:
        caller = next(callers)
        with contextlib.suppress(ConnectionClosed):
            async with (
                connect(url, subprotocols=[MSGPACK], compression=None, max_size=None) as server,
                asyncio.TaskGroup() as tasks,
            ):
                downward = tasks.create_task(down(caller, client, server))
                try:
                    async for frame in client:
                        request, answer = meddler.up(caller, msgspec.msgpack.decode(as_bytes(frame)))
                        if answer is not None:
                            await client.send(msgspec.msgpack.encode(answer))
                        if request is not None:
                            await server.send(msgspec.msgpack.encode(request))
                finally:
                    downward.cancel()

    async def down(caller: int, client: ServerConnection, server: Any) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in server:
                message = meddler.down(caller, msgspec.msgpack.decode(as_bytes(frame)))
                if message is not None:
                    await client.send(msgspec.msgpack.encode(message))
            await client.close()

    async with serve(serve_one, "127.0.0.1", 0, subprotocols=[MSGPACK], compression=None) as listener:
        port = next(iter(listener.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/"


def as_bytes(frame: str | bytes) -> bytes:
    """A frame's bytes."""
    return frame.encode() if isinstance(frame, str) else frame
