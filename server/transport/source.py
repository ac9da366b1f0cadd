"""The source address of a connection, by which limits count, also behind trusted proxies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

UNKNOWN: Final = "unknown"
"""The source of a connection that has no address, such as one over a Unix socket."""
HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that tell apart who is who: a household is given the rest, 2^64 addresses (RFC 6177)."""
MOST_HOPS: Final = 32
"""Entries of a header that are looked at, from its end."""

_FOR: Final = re.compile(r'(?i)\bfor\s*=\s*("[^"]*"|[^;,\s]+)')


def parsed(text: str) -> Address | None:
    """An address as a socket or a header writes it, perhaps with a port, brackets or a zone; None if it is none. IPv4
    in IPv6 (`::ffff:192.0.2.1`) is the IPv4 address."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def named(address: Address | None) -> str:
    """What connections of one source have in common: an IPv4 address, or an IPv6 network of HOUSEHOLD bits."""
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), HOUSEHOLD), strict=False))
    return str(address)


def trusted(address: Address | None, proxies: Sequence[Network]) -> bool:
    """Whether an address is one of the proxies."""
    return address is not None and any(address in network for network in proxies)


def forwarded(peer: Address, values: Sequence[str], header: str, proxies: Sequence[Network]) -> Address:
    """The client that a proxy `peer` speaks for, by the values of its header (`x-forwarded-for` or `forwarded`).

    Each proxy adds the address that it sees at the end; so from the end the first that is no proxy of ours is the
    client. What stands before it the client may have made up. Without a header, or where the walk meets something that
    is no address, it is the last proxy that is known.
    """
    line = ",".join(values)
    hops = line.split(",") if header == "x-forwarded-for" else _fors(line)
    last = peer
    for hop in reversed(hops[-MOST_HOPS:]):
        address = parsed(hop)
        if address is None:
            return last
        last = address
        if not trusted(address, proxies):
            return address
    return last


def _fors(line: str) -> list[str]:
    """The `for` of each element of Forwarded (RFC 7239, section 4); an element without one is an empty text."""
    found = [_FOR.search(element) for element in line.split(",")]
    return ["" if one is None else one[1] for one in found]
