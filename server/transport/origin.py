"""Checks the origin of a handshake, and whether it comes from this machine."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final, Protocol
from urllib.parse import urlsplit

_PORTS: Final = {"http": 80, "https": 443}

_FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""What a proxy adds: the request comes from somewhere else, whatever the socket says."""


class Fields(Protocol):
    """The header fields of a request."""

    def get_all(self, key: str) -> Sequence[str]:
        """All values of a field, its name in any case."""


def near(address: object, headers: Fields) -> bool:
    """Whether a plain request comes from a program on this machine: over loopback, through no proxy, and to a name of
    loopback (a page elsewhere can let its own name point here, and a browser would ask for it)."""
    if not isinstance(address, tuple) or not _loopback(str(address[0])):
        return False
    if any(headers.get_all(name) for name in _FORWARDED):
        return False
    hosts = headers.get_all("Host")
    parts = _parts(f"http://{hosts[0]}") if len(hosts) == 1 else None
    return parts is not None and (parts[1] == "localhost" or _loopback(parts[1]))


def _loopback(address: str) -> bool:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return found.is_loopback or (mapped is not None and mapped.is_loopback)


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
