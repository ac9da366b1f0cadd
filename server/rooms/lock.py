"""The passcode of a locked room: stored as a hash, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from typing import Any, Final

import msgspec

LONGEST: Final = 64
"""Characters of a passcode, after normalisation."""
ROUNDS: Final = 1024
"""Of scrypt: some two milliseconds, since all rooms of the process wait for it."""


class BadPasscode(ValueError):
    """A passcode that no room may have. `words` say what is allowed, and repeat nothing of it."""

    words: Final = f"passcode: 1 to {LONGEST} printable characters"


class Lock(msgspec.Struct, frozen=True):
    """The hash of a passcode and the salt that it was made with."""

    salt: bytes
    digest: bytes

    def __repr__(self) -> str:
        return "Lock(...)"

    def __rich_repr__(self) -> list[Any]:  # as rich takes it
        """What rich prints: as little."""
        return ["..."]

    def opens(self, passcode: str | None) -> bool:
        """Whether this is the passcode."""
        return passcode is not None and hmac.compare_digest(_digest(_normal(passcode), self.salt), self.digest)


def make(passcode: str, salt: bytes) -> Lock:
    """The lock with this passcode. `salt`: 16 random bytes. Raises BadPasscode."""
    normal = _normal(passcode)
    if not 1 <= len(normal) <= LONGEST or not normal.isprintable():
        raise BadPasscode
    return Lock(salt, _digest(normal, salt))


def _normal(passcode: str) -> str:
    """The same signs, however a keyboard composed them."""
    return unicodedata.normalize("NFKC", passcode)


def _digest(normal: str, salt: bytes) -> bytes:
    return hashlib.scrypt(normal.encode(), salt=salt, n=ROUNDS, r=8, p=1, dklen=32)
