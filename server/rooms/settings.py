"""A room's settings: what its host may choose, within bounds, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from fudakai.server.games.options import Described


class RoomSettings(Described, frozen=True, forbid_unknown_fields=True):
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
    spectator_delay: Annotated[int, Meta(ge=0, le=64)] = 0
    """How many entries of a running match those who watch are behind (L6)."""
    chat: Literal["all", "seated", "off"] = "all"
    """Who may chat: also spectators, only those who sit, or nobody (L6)."""
    idle_minutes: Annotated[float, Meta(ge=0, le=1440)] = 10
    """In minutes: so long a finished room is kept with nobody connected, and a waiting one at the most; 0: neither."""

    WORDS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "turn_seconds": "seconds for a turn, then the server plays for the seat; 0: no limit",
            "missed_turns": "so many turns in a row played by the server count as leaving; 0: never",
            "reconnect_grace": "seconds for which a seat is kept for a player without a connection",
            "cycle_delay": "seconds after a cycle before the next turn's clock starts",
            "round_delay": "seconds after a round before the next deal",
            "bot_delay": "seconds that a bot or stand-in waits before each of its moves",
            "spectators": "whether others may watch",
            "spectator_delay": "how many entries of a running match those who watch are behind",
            "chat": "who may chat: also those who watch, only those who sit, or nobody",
            "idle_minutes": "minutes for which a deserted room is kept between matches; 0: as long as its seats",
        }
    )
