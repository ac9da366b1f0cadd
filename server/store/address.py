"""Redis addresses: `redis://`, `rediss://` (TLS) and `unix://`, with the password inside and never shown."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

CONNECT_SECONDS: Final = 3.0
"""A Redis that does not accept in this time is away."""

CONNECTIONS: Final = 4
"""Connections for the rare calls: a few takes side by side at a restart. Appends have one of their own."""


class BadAddress(ValueError):
    """The address cannot be used; the words do not repeat it, since it may hold a password."""


def masked(url: str) -> str:
    """The address for people: scheme, host and port, database or socket path; never user, password or options."""
    scheme, found, _ = url.partition("://")
    if not found:
        return "***"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return f"{scheme}://***"
    if url.count("@") > 1 or (
        "@" in url and "@" not in parts.netloc
    ):  # an unquoted password: its parts may be anywhere
        return f"{scheme}://***"
    user = "***@" if "@" in parts.netloc else ""
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{user}{host}{f':{port}' if port else ''}{parts.path}"


def pool(url: str, answer_seconds: float) -> BlockingConnectionPool:
    """Connections to the address, none opened yet. A call waits at most `answer_seconds`; nothing is ever retried.

    Options in the address win over ours, as is usual for redis-py. Raises BadAddress.
    """
    try:
        made = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=answer_seconds,
            socket_timeout=answer_seconds,
            socket_connect_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            driver_info=None,
        )
        # connecting options are read here: a wrong one is found now, not at the first call
        made.make_connection()  # type: ignore[no-untyped-call]
    except Exception as wrong:  # redis-py raises what it likes, and its words may hold pieces of the password
        raise BadAddress(
            "The Redis address is not understood. It looks like redis://host:6379/0, "
            "rediss://user:password@host:6379/0 or unix:///path/to/redis.sock, "
            "with special characters in the password written as %40 and so on. "
            f"({type(wrong).__name__})"
        ) from None
    return made
