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

from fudakai.clients.sdk.autoplay import autoplay as autoplay
from fudakai.clients.sdk.backoff import Backoff as Backoff
from fudakai.clients.sdk.client import (
    Client as Client,
    Option as Option,
    connect as connect,
)
from fudakai.clients.sdk.errors import (
    Dropped as Dropped,
    FudakaiError as FudakaiError,
    Offline as Offline,
    Refused as Refused,
    Stale as Stale,
    Unexpected as Unexpected,
    Unreachable as Unreachable,
    WrongAddress as WrongAddress,
)
from fudakai.clients.sdk.link import Patience as Patience
from fudakai.clients.sdk.lobby import (
    Lobby as Lobby,
    RoomLine as RoomLine,
)
from fudakai.clients.sdk.results import (
    Frame as Frame,
    GameTotal as GameTotal,
    History as History,
    Leaderboard as Leaderboard,
    PastMatch as PastMatch,
    Replay as Replay,
    Standing as Standing,
)
from fudakai.clients.sdk.room import (
    Closing as Closing,
    Line as Line,
    Room as Room,
)
from fudakai.clients.sdk.view import (
    Entry as Entry,
    Seat as Seat,
    View as View,
)
