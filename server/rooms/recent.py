"""A ring buffer of a room's last events, for players who come back (principle 5).

They are kept in pieces: with a hundred rooms in play, copying one tuple of them all for each entry takes longer than
deciding a move, since it touches all that is in it.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

import msgspec

from fudakai.protocol.from_server import EntryEvents

HISTORY: Final = 256
"""How many entries' events a resume can ask back."""
PIECE: Final = 16
"""How many of them a piece holds."""


class Recent(msgspec.Struct, frozen=True, gc=False):
    """The events of the last entries, the oldest first: full pieces, and the entries after them."""

    pieces: tuple[tuple[EntryEvents, ...], ...] = ()
    newest: tuple[EntryEvents, ...] = ()

    def then(self, entry: EntryEvents) -> Recent:
        """These and one more; those that nobody can ask back any more go a piece at a time."""
        newest = (*self.newest, entry)
        if len(newest) < PIECE:
            return Recent(self.pieces, newest)
        return Recent((*self.pieces, newest)[-HISTORY // PIECE :])

    def last(self, count: int) -> tuple[EntryEvents, ...]:
        """The last `count` of them, or as many as there are; HISTORY at most."""
        if 0 < count <= len(self.newest):
            return self.newest[-count:]
        return tuple(chain(*self.pieces, self.newest))[-min(count, HISTORY) :] if count > 0 else ()
