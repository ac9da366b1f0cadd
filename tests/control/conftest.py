"""The host's fixtures: a Redis that a test may stop."""

from tests.host.conftest import own_redis

__all__ = ["own_redis"]
