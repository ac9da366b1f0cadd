"""The version of the protocol. PROTOCOL.md says what may change in which part of it."""

from __future__ import annotations

from typing import Final

MAJOR: Final = 1
"""In the names of the subprotocols: another one breaks clients."""

MINOR: Final = 1
"""In hello and welcome: a higher one has more, and breaks nobody."""
