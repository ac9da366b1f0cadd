"""Addresses: what is shown of them, and which are refused."""

from __future__ import annotations

import pytest

from fudakai.server.store import BadAddress, Store, masked


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("redis://10.1.2.3", "redis://10.1.2.3"),
        ("rediss://user:sesame@db.example:6380/2", "rediss://***@db.example:6380/2"),
        ("redis://:sesame@[::1]:6379", "redis://***@[::1]:6379"),
        ("unix:///run/redis.sock?db=1", "unix:///run/redis.sock"),
        ("unix:///run/redis.sock?password=sesame", "unix:///run/redis.sock"),
        ("redis://h?password=ses@me", "redis://***"),
        ("redis://u:ses@me@h", "redis://***"),
        ("redis://u:sesame/x@h", "redis://***"),
        ("redis://:sesame#x@h", "redis://***"),
        ("redis://u:sesame", "redis://***"),
        ("sesame", "***"),
    ],
)
def test_the_password_is_never_shown(url: str, shown: str) -> None:
    assert masked(url) == shown


@pytest.mark.parametrize(
    "url",
    ["", "sesame", "http://h", "redis://u:sesame@h:port", "redis://h?socket_timeout=sesame", "redis://h?sesame=1"],
)
def test_a_bad_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Store(url)
    assert "sesame" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert "redis://host:6379/0" in str(refused.value)


async def test_a_store_shows_only_the_masked_address() -> None:
    store = Store("rediss://user:sesame@localhost:1/0")
    assert store.address == "rediss://***@localhost:1/0"
    assert "sesame" not in repr(store)
    await store.aclose()
