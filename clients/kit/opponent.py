"""The client's opponents: players of the kit, who take the first offer at once."""

from __future__ import annotations

import asyncio
import itertools
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from fudakai.clients.kit.moves import THROW
from fudakai.clients.kit.wire import MOST, MSGPACK, Message, packed, unpacked


class Opponent:
    """One player, connected straight to the server. `run` is its life."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._token: str | None = None
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._update: Message | None = None
        self._refused = 0
        self._came = asyncio.Event()
        self._away = False
        self.room = ""
        self._games: dict[str, Message] = {}
        self._rng = random.Random(name)  # it is to be repeatable

    async def run(self) -> None:
        """Plays until cancelled; `bounce` makes it reconnect."""
        while True:
            async with connect(
                self._url, subprotocols=[Subprotocol(MSGPACK)], compression=None, max_size=MOST, proxy=None
            ) as self._socket:
                self._away = False
                await self._say("hello", name=self._name, token=self._token)
                try:
                    async for frame in self._socket:
                        await self._take(unpacked(frame, MSGPACK))
                except ConnectionClosed:
                    continue
            if not self._away:
                return  # the server ends

    async def told(self) -> dict[str, Message]:
        """What the server says of its games, by name."""
        await self._came.wait()
        return self._games

    async def create(self, game: str, seats: int, options: dict[str, Any]) -> str:
        """Makes a public room and sits in it as its host; its code."""
        await self._came.wait()
        self._came.clear()
        await self._say("create", game=game, seats=seats, options=options)
        await self._came.wait()
        return self.room

    async def join(self, room: str) -> None:
        """Sits down in a room."""
        await self._came.wait()
        await self._say("join", room=room)

    async def bounce(self) -> None:
        """Disconnects and reconnects, which adds two entries to the room's log."""
        self._away = True
        if self._socket is not None:
            await self._socket.close()

    async def leave(self) -> None:
        """Leaves the room, and so the match."""
        await self._say("leave", room=self.room)

    async def _say(self, kind: str, **fields: Any) -> None:
        if self._socket is not None:
            await self._socket.send(packed({"type": kind, "id": next(self._ids), **fields}, MSGPACK))

    async def _take(self, message: Message) -> None:
        match message:
            case {"type": "welcome", "token": token, "games": games}:
                self._token = token
                self._games = {game["name"]: game for game in games}
                if self.room:
                    await self._say("resume", room=self.room)
                self._came.set()
            case {"type": "ok", "room": room}:
                self.room = room
                self._came.set()
            case {"type": "update"}:
                self._update, self._refused = message, 0
                await self._look()
            case {"type": "refused", "ref": _} if self._update is not None:
                self._refused += 1  # it was for what it cannot see: the next offer
                await self._look()

    async def _look(self) -> None:
        """Acts on the last update: moves, gets ready, or starts."""
        update = self._update
        if update is None or (you := update.get("you")) is None:
            return
        state, offers = update["state"], you["offers"]
        if self._refused < len(offers):
            move = dict(offers[self._refused])
            if move["type"] == THROW:
                move = dict(self._rng.choice(offers))  # or those of the kit would throw the same for ever
            if "count" in move:
                move["cards"] = move.pop("among")[: move.pop("count")]
            ref = f"{you['since']}-{self._refused}"
            await self._say("move", room=update["room"], ref=ref, version=update["version"], move=move)
        elif state["status"] == "waiting":
            if not state["seats"][you["seat"]]["ready"]:
                await self._say("ready", room=update["room"])
            elif state["host"] == state["seats"][you["seat"]]["player"] and all(one["ready"] for one in state["seats"]):
                await self._say("start", room=update["room"])
