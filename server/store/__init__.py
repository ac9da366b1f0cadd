"""The room log over Redis: conditional appends, fences, segments, and the Redis that the server can run by itself.

Bytes in, bytes out: nothing here knows what an entry means, and nothing of ours is imported.
"""

from fudakai.server.store.address import BadAddress as BadAddress, masked as masked
from fudakai.server.store.log import (
    Append as Append,
    Appended as Appended,
    Damaged as Damaged,
    Fenced as Fenced,
    Log as Log,
    Rejected as Rejected,
    Unavailable as Unavailable,
)
from fudakai.server.store.results import (
    Applied as Applied,
    Results as Results,
    Share as Share,
    StoredMatch as StoredMatch,
    StoredStanding as StoredStanding,
)
from fudakai.server.store.store import Store as Store
