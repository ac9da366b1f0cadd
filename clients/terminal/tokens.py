"""Who one was at a server, kept between two runs of the terminal client."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote


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
