"""Which pages may connect: a browser tells the page's origin; it must be the server's own host or a listed one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

_PORTS: Final = {"http": 80, "https": 443}


def may_connect(origins: Sequence[str], hosts: Sequence[str], listed: Sequence[str]) -> bool:
    """Judges a handshake by the values of its Origin and Host headers and the configured origins.

    No Origin: not a browser, and so not led here by somebody's page. More than one, or one that is no web address
    (`null` of a sandboxed page or a file): no.
    """
    if not origins:
        return True
    if len(origins) > 1:
        return False
    origin = _parts(origins[0])
    if origin is None:
        return False
    if any(origin == _parts(item) for item in listed):
        return True
    scheme, name, port = origin
    return len(hosts) == 1 and _parts(f"{scheme}://{hosts[0]}") == (scheme, name, port)


def _parts(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host in lower case and port of an origin; None if it is not one."""
    try:
        parts = urlsplit(origin)
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not name or parts.username is not None:
        return None
    return parts.scheme, name, _PORTS[parts.scheme] if port is None else port
