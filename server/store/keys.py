"""The names of all keys. A room's keys share its hash tag, so that one script may touch them under Redis Cluster."""

from __future__ import annotations

import re
from typing import Final

ROOMS: Final = "fudakai:rooms"
"""Set: codes of open rooms, and of closed ones with results in their outbox. A code is added before its room is made,
and removed after it closed and its outbox is empty, so none is missing."""

FENCE: Final = "fudakai:fence"
"""String: the last fencing number given out."""

PROBE: Final = "fudakai:probe"
"""String: written to learn whether Redis takes writes."""

RESULTS: Final = "fudakai:{.results}:"
"""What the keys of applied results begin with (no room code has a dot): `match:<id>`, a string, the result;
`history:<player>` and `public:<player>`, lists of match ids, the second without those of rooms that were not public;
`player:<player>`, a hash of `name` and for each game `<game>:matches`, `:won`, `:points`, `:rating`; `board:<game>`, a
sorted set of players by points. One hash tag for all, since one script writes them together."""

_CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def room(code: str) -> str:
    """What a room's keys begin with: `head`, `outbox` and `log:<segment>` follow. ValueError for what is no code."""
    if not _CODE.fullmatch(code):
        raise ValueError(f"not a room code: {code!r}")
    return f"fudakai:{{{code}}}:"


def segment(code: str, number: int) -> str:
    """List: a segment's base, then its entries."""
    return f"{room(code)}log:{number}"


def node(name: str) -> str:
    """Hash: `number` and `holder` of the node's lease."""
    return f"fudakai:node:{name}"
