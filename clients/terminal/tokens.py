"""Identity tokens: the user's own, or the one kept from an earlier visit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

VARIABLE: Final = "FUDAKAI_TOKEN"
"""In the environment: a token itself, for who has an account with the server's host."""


def given(file: Path | None) -> str | None:
    """The token in that file or, without one, in the environment; None: neither. Raises OSError, and ValueError for
    a file that is empty or no text of ASCII."""
    if file is None:
        return os.environ.get(VARIABLE) or None
    token = file.read_text(encoding="ascii").strip()
    if not token:
        raise ValueError("it is empty")
    return token


class TokenFile:
    """The identity token for one server and name: a file that only its user can read, in the user's state folder
    (`$XDG_STATE_HOME/fudakai`, by default `~/.local/state/fudakai`)."""

    def __init__(self, url: str, name: str) -> None:
        state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        self.path = state / "fudakai" / f"{quote(url, safe='')}-{quote(name, safe='')}.token"

    def read(self) -> str | None:
        """The token, or None when none is kept or it cannot be read."""
        try:
            return self.path.read_text(encoding="ascii").strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def write(self, token: str) -> None:
        """Keeps the token. Raises OSError."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self.path.with_suffix(f".{os.getpid()}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(token + "\n")
        fresh.replace(self.path)
