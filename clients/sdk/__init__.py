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
)
from fudakai.clients.sdk.client import (
    Option as Option,
)
from fudakai.clients.sdk.client import (
    connect as connect,
)
from fudakai.clients.sdk.errors import (
    Dropped as Dropped,
)
from fudakai.clients.sdk.errors import (
    FudakaiError as FudakaiError,
)
from fudakai.clients.sdk.errors import (
    Offline as Offline,
)
from fudakai.clients.sdk.errors import (
    Refused as Refused,
)
from fudakai.clients.sdk.errors import (
    Stale as Stale,
)
from fudakai.clients.sdk.errors import (
    Unexpected as Unexpected,
)
from fudakai.clients.sdk.errors import (
    Unreachable as Unreachable,
)
from fudakai.clients.sdk.errors import (
    WrongAddress as WrongAddress,
)
from fudakai.clients.sdk.link import Patience as Patience
from fudakai.clients.sdk.lobby import (
    Lobby as Lobby,
)
from fudakai.clients.sdk.lobby import (
    RoomLine as RoomLine,
)
from fudakai.clients.sdk.results import (
    Frame as Frame,
)
from fudakai.clients.sdk.results import (
    GameTotal as GameTotal,
)
from fudakai.clients.sdk.results import (
    History as History,
)
from fudakai.clients.sdk.results import (
    Leaderboard as Leaderboard,
)
from fudakai.clients.sdk.results import (
    PastMatch as PastMatch,
)
from fudakai.clients.sdk.results import (
    Replay as Replay,
)
from fudakai.clients.sdk.results import (
    Standing as Standing,
)
from fudakai.clients.sdk.room import (
    Closing as Closing,
)
from fudakai.clients.sdk.room import (
    Line as Line,
)
from fudakai.clients.sdk.room import (
    Room as Room,
)
from fudakai.clients.sdk.view import (
    Entry as Entry,
)
from fudakai.clients.sdk.view import (
    Seat as Seat,
)
from fudakai.clients.sdk.view import (
    View as View,
)
