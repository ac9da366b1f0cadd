"""A room's settings: what its host may choose, within bounds, whatever the game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class RoomSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Times are in seconds, where nothing else is said."""

    turn_seconds: Annotated[float, Meta(ge=0, le=86400)] = 30
    """Time for a turn; 0: none (L8)."""
    missed_turns: Annotated[int, Meta(ge=0, le=100)] = 2
    """So many turns in a row played by the clock count as leaving; 0: never (L8)."""
    reconnect_grace: Annotated[float, Meta(ge=0, le=86400)] = 60
    """How long a seat is held for a player whose last connection is gone (L7)."""
    cycle_delay: Annotated[float, Meta(ge=0, le=60)] = 0
    """A pause to look after a cycle: the next turn's clock starts so much later."""
    round_delay: Annotated[float, Meta(ge=0, le=60)] = 0
    """A pause to look after a round: the next deal waits so long."""
    bot_delay: Annotated[float, Meta(ge=0, le=60)] = 0
    """How long a stand-in waits before each of its moves, so that people can follow."""
    spectators: bool = True
    """Whether others may watch (L6)."""
    chat: Literal["all", "seated", "off"] = "all"
    """Who may chat: also spectators, only those who sit, or nobody (L6)."""
    idle_minutes: Annotated[float, Meta(ge=0, le=1440)] = 10
    """In minutes: so long a finished room is kept with nobody connected, and a waiting one at the most; 0: neither."""
