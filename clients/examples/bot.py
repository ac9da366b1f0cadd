"""A whole bot: makes a table for two, or joins one by its code, plays random legal moves, and comes back by itself when
the connection breaks. `python bot.py [ws://127.0.0.1:8765 [K7QF2M]]`; needs `pip install websockets msgpack`."""

import asyncio
import itertools
import random
import sys
from typing import Any

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol


async def talk(socket: ClientConnection, seen: dict[str, Any]) -> str:
    """Plays over one connection, to the end: the last words are returned."""
    ids, inside, leaving = itertools.count(1), False, False

    async def say(kind: str, **fields: Any) -> None:
        await socket.send(msgpack.packb({"type": kind, "id": next(ids), **fields}))

    await say("hello", name="random bot", token=seen["token"])
    async for frame in socket:
        match msgpack.unpackb(frame):
            case {"type": "welcome", "token": token, "rooms": rooms}:
                seen["token"] = token
                if seen["room"] in rooms:
                    await say("resume", room=seen["room"], version=seen["version"])
                elif seen["room"]:
                    await say("join", room=seen["room"])
                else:
                    await say("create", game="agurk", seats=2)
            case {"type": "update", "room": room, "version": version, "state": state, "you": you}:
                inside = True
                seen.update(room=room, version=version)
                if state["status"] == "finished" and not leaving:
                    leaving = True
                    print("winners:", [state["result"]["names"][seat] for seat in state["result"]["winners"]])
                    await say("leave", room=room)
                elif you["offers"]:  # the ref names this decision: sent twice, it still counts once
                    move = dict(random.choice(you["offers"]))
                    if "count" in move:  # a template: any so many of these cards
                        move["cards"] = random.sample(move.pop("among"), move.pop("count"))
                    await say("move", room=room, ref=f"move {you['since']}", version=version, move=move)
                elif state["status"] == "waiting" and not state["seats"][you["seat"]]["ready"]:
                    print("the code of the table is", room)
                    await say("ready", room=room)
                elif state["host"] == state["seats"][you["seat"]]["player"] and all(s["ready"] for s in state["seats"]):
                    await say("start", room=room)
            case {"type": "refused", "words": words}:
                if not inside:
                    return str(words)
                await asyncio.sleep(1)  # whatever it was: look at the room again
                await say("resume", room=seen["room"], version=seen["version"])
            case {"type": "closed", "words": words}:
                return str(words)
    return "the server said goodbye"


async def main(url: str = "ws://127.0.0.1:8765", room: str | None = None) -> None:
    seen = {"token": None, "room": room and room.upper(), "version": 0}  # all that a client has to remember
    async for socket in connect(url, subprotocols=[Subprotocol("fudakai.v1.msgpack")]):
        try:
            print(await talk(socket, seen))
            return
        except ConnectionClosed as reason:
            print("connecting again:", reason)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
