"""A right server for the load tester to find right."""

from tests.e2e.conftest import server

__all__ = ["server"]
