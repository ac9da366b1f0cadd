"""The Python SDK: play in rooms of a Fudakai server.

```python
async with connect("ws://127.0.0.1:8765/", name="ann") as client:
    room = await client.create("agurk", seats=3)
    await room.ready()
    async for view in room:
        if view.over:
            break
        if view.my_turn:
            await room.move(view.offers[0])
        elif view.host and all(seat.ready for seat in view.seats):
            await room.start()
    await room.leave()
```

A lost connection is the SDK's business: it comes back with the token, resumes every room where it was, and asks again
what was not answered. It speaks the wire with a codec of its own and shares only the codes with the server.
"""

from fudakai.clients.sdk.autoplay import autoplay
from fudakai.clients.sdk.backoff import Backoff
from fudakai.clients.sdk.client import Client, Option, connect
from fudakai.clients.sdk.errors import (
    Dropped,
    FudakaiError,
    Offline,
    Refused,
    Stale,
    Unexpected,
    Unreachable,
    WrongAddress,
)
from fudakai.clients.sdk.link import Patience
from fudakai.clients.sdk.lobby import Lobby, RoomLine
from fudakai.clients.sdk.results import Frame, GameTotal, History, Leaderboard, PastMatch, Replay, Standing
from fudakai.clients.sdk.room import Closing, Line, Room
from fudakai.clients.sdk.view import Entry, Seat, View

__all__ = [
    "Backoff",
    "Client",
    "Closing",
    "Dropped",
    "Entry",
    "Frame",
    "FudakaiError",
    "GameTotal",
    "History",
    "Leaderboard",
    "Line",
    "Lobby",
    "Offline",
    "Option",
    "PastMatch",
    "Patience",
    "Refused",
    "Replay",
    "Room",
    "RoomLine",
    "Seat",
    "Stale",
    "Standing",
    "Unexpected",
    "Unreachable",
    "View",
    "WrongAddress",
    "autoplay",
    "connect",
]
