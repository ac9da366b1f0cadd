"""The store's fixture, for leases."""

from tests.store.conftest import store

__all__ = ["store"]
