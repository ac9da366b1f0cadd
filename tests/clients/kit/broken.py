"""A client that does all right but for one thing, on purpose."""

from __future__ import annotations

import asyncio
import itertools
from enum import Enum, auto
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

KNOWN: Final = "from_the_future"
"""What no event is called yet, and the client that knows all events cannot bear."""


class Fault(Enum):
    """What it does wrong."""

    NONE = auto()
    OLD_VERSION = auto()  # what was refused as stale is said again as it was
    NEW_REF = auto()  # what was not answered is said again under a new ref
    KNOWS_ALL_EVENTS = auto()  # another one is the end of it
    STARTS_ANEW = auto()  # a new player in a new room after each lost connection
    SENDS_TEMPLATE = auto()  # as it was offered
    HANGS = auto()  # when it is to choose
    HASTY = auto()  # does not wait for retry_after
    GARBAGE = auto()  # instead of its first move
    GOES_BACK = auto()  # resumes from the beginning


class Client:
    """`Client(fault)(url, code)` plays one match."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.ids = itertools.count(1)
        self.refs = itertools.count(1)
        self.token: str | None = None
        self.version = 0
        self.update: dict[str, Any] = {}
        self.move: dict[str, Any] = {}
        self.lost: dict[str, Any] = {}
        self.left = False
        self.socket: ClientConnection

    async def __call__(self, url: str, code: str) -> None:
        async for self.socket in connect(url, subprotocols=[Subprotocol("fudakai.v1.msgpack")], proxy=None):
            self.lost, self.move = self.move, {}
            try:
                await self.say("hello", name=self.fault.name.lower(), token=self.token)
                async for frame in self.socket:
                    await self.take(msgpack.unpackb(frame), code)
                    if self.left:
                        return
            except ConnectionClosed:
                continue

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(msgpack.packb({"type": kind, "id": next(self.ids), **fields}))

    async def take(self, message: dict[str, Any], code: str) -> None:
        match message:
            case {"type": "welcome", "token": token}:
                if self.fault is not Fault.STARTS_ANEW:
                    self.token = token
                if not self.update:
                    await self.say("join", room=code)
                elif self.fault is Fault.STARTS_ANEW:
                    await self.say("create", game="agurk")
                else:
                    version = 0 if self.fault is Fault.GOES_BACK else self.version
                    await self.say("resume", room=code, version=version)
            case {"type": "update"}:
                await self.look(message)
            case {"type": "ok", "ref": ref} if ref == self.move.get("ref"):
                self.move = {}
            case {"type": "refused", "code": "stale"} if self.fault is Fault.OLD_VERSION:
                await self.say("move", **self.move)
            case {"type": "refused", "ref": _}:
                if self.fault is not Fault.HASTY:
                    async with asyncio.timeout(5):
                        await self.rest(message.get("retry_after", 0) / 1000)
                self.move = {}
                await self.look(self.update)
            case {"type": "closed"}:
                self.left = True

    async def rest(self, seconds: float) -> None:
        """Lets so much time pass, as the server has asked."""
        until = asyncio.get_running_loop().time() + seconds
        over = asyncio.Event()
        asyncio.get_running_loop().call_at(until, over.set)
        await over.wait()

    async def look(self, update: dict[str, Any]) -> None:
        self.update, self.version = update, update["version"]
        state, you = update["state"], update["you"]
        known = not any(event["type"] == KNOWN for entry in update["events"] for event in entry["events"])
        if self.fault is Fault.KNOWS_ALL_EVENTS and not known:
            self.left = True
            await self.socket.close()
        elif state["status"] == "waiting" and not state["seats"][you["seat"]]["ready"]:
            await self.say("ready", room=update["room"])
        elif state["status"] == "finished":
            await self.say("leave", room=update["room"])
        elif you["offers"] and not self.move:
            await self.decide(update["room"], you)

    async def decide(self, room: str, you: dict[str, Any]) -> None:
        offer = dict(you["offers"][0])
        chooses = all(one["type"] in ("choose", "fold", "stop", "koi_koi") for one in you["offers"])
        if self.fault is Fault.GARBAGE:
            await self.socket.send(b"\xc1")
            return
        if self.fault is Fault.HANGS and chooses:
            return
        if "count" in offer and self.fault is not Fault.SENDS_TEMPLATE:
            offer["cards"] = offer.pop("among")[: offer.pop("count")]
        ref = f"{you['since']}" if self.fault is not Fault.NEW_REF else f"new {next(self.refs)}"
        self.move = {"room": room, "ref": ref, "version": self.version, "move": offer}
        await self.say("move", **self.move)
