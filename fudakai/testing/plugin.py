"""The pytest plugin that gives the laws their games: `--game NAME`, as often as there are games to test."""

from __future__ import annotations

import pytest

from fudakai.server.games.registry import GAMES
from fudakai.testing.cases import cases


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--game`."""
    parser.addoption("--game", action="append", default=[], metavar="NAME", help="An installed game to test.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a law on every case of the games that were named."""
    names: list[str] = metafunc.config.getoption("--game")
    unknown = [name for name in names if name not in GAMES]
    if unknown:
        raise pytest.UsageError(f"no installed game is called {unknown[0]!r}; there are {', '.join(GAMES)}")
    if "case" in metafunc.fixturenames:
        if not names:
            raise pytest.UsageError(f"say which game to test: --game NAME; there are {', '.join(GAMES)}")
        metafunc.parametrize("case", [case for name in names for case in cases(GAMES[name])], ids=str)
