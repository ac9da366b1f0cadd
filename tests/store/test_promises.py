"""What an acknowledged move survives, said for each setting of Redis."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.server.store import Store
from fudakai.server.store.promises import sentences

GOOD = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory": "0", "maxmemory-policy": "noeviction"}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "power cut as far as the disk"),
        ({"appendfsync": "everysec"}, "the last second or two"),
        ({"appendfsync": "no"}, "half a minute"),
        ({"appendonly": "no", "save": "3600 1"}, "since its last snapshot is lost (save is '3600 1')"),
        ({"appendonly": "no"}, "when Redis stops, all rooms are lost"),
    ],
)
def test_one_sentence_for_each_setting(changed: dict[str, str], words: str) -> None:
    (said,) = sentences({**GOOD, **changed}, {})
    assert words in said


def test_what_else_can_lose_moves_is_said() -> None:
    assert "allkeys-lru" in sentences({**GOOD, "maxmemory": "9", "maxmemory-policy": "allkeys-lru"}, {})[1]
    assert len(sentences({**GOOD, "maxmemory-policy": "allkeys-lru"}, {})) == 1  # no limit, no eviction
    assert "fail-over" in sentences(GOOD, {"connected_slaves": 1})[1]
    assert "Cluster" in sentences(GOOD, {"cluster_enabled": 1})[1]


async def test_they_are_read_from_the_redis_at_hand(store: Store, raw: Any) -> None:
    for fsync in ("always", "everysec", "no"):
        raw.config_set("appendfsync", fsync)
        (said,) = await store.promises()
        assert said.startswith(f"appendfsync {fsync}:")


async def test_a_redis_that_hides_its_settings_is_said_to(redis_url: str, raw: Any) -> None:
    raw.execute_command("ACL", "SETUSER", "guest", "reset", "on", ">pw", "~*", "+@all", "-config")
    store = Store(redis_url.replace("unix://", "unix://guest:pw@"))
    try:
        await store.start()
        assert "CONFIG is forbidden" in (await store.promises())[0]
        assert store.healthy
    finally:
        await store.aclose()
        raw.execute_command("ACL", "DELUSER", "guest")
