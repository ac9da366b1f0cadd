"""The server with the games of these packages beside its own: `python -m tests.packages.serve`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from fudakai.server.games import registry
from fudakai.server.games.api import Game

sys.path.append(str(Path(__file__).parent / "highcard"))
import highcard  # type: ignore[import-not-found]  # found on the path that was just named

cast(dict[str, Game], registry.GAMES)[highcard.NAME] = highcard

from fudakai.server.__main__ import main  # noqa: E402  # what it imports takes the registry as it is by now

if __name__ == "__main__":
    main()
