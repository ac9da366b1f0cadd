"""Gives the laws our own games, with the options that `cases` names."""

from __future__ import annotations

import pytest

from tests.conformance.cases import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a law on every case."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=str)
