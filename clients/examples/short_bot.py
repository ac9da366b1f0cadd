"""A bot in few lines: `python short_bot.py ws://127.0.0.1:8765 [ROOM]`; needs `pip install websockets msgpack`. It does
not come back when the connection breaks; bot.py beside it does."""

import random
import sys
from itertools import count

import msgpack  # type: ignore[import-untyped]  # the package has no types
from websockets.sync.client import connect
from websockets.typing import Subprotocol

url, code, ids = sys.argv[1], sys.argv[2:], count(1)
with connect(url, subprotocols=[Subprotocol("fudakai.v1.msgpack")]) as socket:

    def say(kind: str, **fields: object) -> None:
        """Sends a request."""
        socket.send(msgpack.packb({"type": kind, "id": next(ids), **fields}))

    say("hello", name="short bot")
    say("join", room=code[0]) if code else say("create", game="agurk", seats=2)
    for frame in socket:
        match msgpack.unpackb(frame):
            case {"type": "update", "room": room, "version": version, "state": state, "you": you}:
                if state["result"]:
                    print("scores:", state["result"]["scores"])
                    break
                if you["offers"]:
                    move = dict(random.choice(you["offers"]))
                    if "count" in move:
                        move["cards"] = random.sample(move.pop("among"), move.pop("count"))
                    say("move", room=room, ref=f"{version}", version=version, move=move)
                elif not state["match"] and not state["seats"][you["seat"]]["ready"]:
                    print("room", room, flush=True)
                    say("ready", room=room)
                elif not state["match"] and you["seat"] == 0 and all(seat["ready"] for seat in state["seats"]):
                    say("start", room=room)
            case {"type": "refused"} as refused:
                print(refused["words"])
                say("resume", room=refused.get("room", ""), version=2**53)
