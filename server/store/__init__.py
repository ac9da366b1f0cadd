"""The room log over Redis: conditional appends, fences, segments, and the Redis that the server can run by itself.

Bytes in, bytes out: nothing here knows what an entry means, and nothing of ours is imported.
"""

from fudakai.server.store.address import BadAddress, masked
from fudakai.server.store.log import Append, Appended, Damaged, Fenced, Log, Rejected, Unavailable
from fudakai.server.store.results import Applied, Match, Results, Share, Standing
from fudakai.server.store.store import Store

__all__ = [
    "Append",
    "Appended",
    "Applied",
    "BadAddress",
    "Damaged",
    "Fenced",
    "Log",
    "Match",
    "Rejected",
    "Results",
    "Share",
    "Standing",
    "Store",
    "Unavailable",
    "masked",
]
