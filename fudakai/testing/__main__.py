"""Runs the laws on installed games: `python -m fudakai.testing NAME [NAME ...]`."""

from __future__ import annotations

import sys

from fudakai.server.games.registry import INSTALLED


def main(names: list[str]) -> int:
    """The exit status: pytest's own, or 2 when there is no such game."""
    unknown = [name for name in names if name not in INSTALLED.games]
    if not names or unknown:
        words = f"no installed game is called {unknown[0]!r}" if unknown else "name a game"
        sys.stderr.write(f"fudakai.testing: {words}; there are {', '.join(INSTALLED.games)}\n")
        sys.stderr.writelines(f"fudakai.testing: {fault}\n" for fault in INSTALLED.faults)
        return 2
    import pytest  # noqa: PLC0415  # a wrong name is told without it

    games = [word for name in names for word in ("--game", name)]
    return int(pytest.main(["-p", "fudakai.testing.plugin", "--pyargs", "fudakai.testing", *games]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
