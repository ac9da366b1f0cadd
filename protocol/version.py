"""The version of the protocol. PROTOCOL.md says what may change in which part of it."""

from __future__ import annotations

from typing import Final

MAJOR: Final = 1
"""In the names of the subprotocols. Raising it breaks clients."""

MINOR: Final = 1
"""In hello and welcome. Raising it adds something, and breaks nobody."""
