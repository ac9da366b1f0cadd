"""The names of all keys. A room's keys share its hash tag, so that one script may touch them under Redis Cluster."""

from __future__ import annotations

import re
from typing import Final

ROOMS: Final = "fudakai:rooms"
"""Set: codes of open rooms. A code is added before its room is made and removed after it closed, so none is missing."""

FENCE: Final = "fudakai:fence"
"""String: the last fencing number given out."""

PROBE: Final = "fudakai:probe"
"""String: written to learn whether Redis takes writes."""

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
