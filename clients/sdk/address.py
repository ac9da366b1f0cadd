"""Addresses of servers: what is none, what of one may be shown to others, and why none answers there."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

_BLANK: Final = re.compile(r"\s")
_USER: Final = re.compile(r"^(\s*\w+://)[^/?#]*@")


def public(url: str) -> str:
    """The address without a user's name and password, for errors, reports and invitations; it need not be a right
    one."""
    return _USER.sub(r"\1", url)


def fault(url: str) -> str | None:
    """Why that is no websocket address, in words; None when it is one."""
    if _BLANK.search(url):
        return "it has a blank in it"
    try:
        parts = urlsplit(url)
        _ = parts.port  # it is read, and may be out of range, only when it is asked for
        (parts.hostname or "").encode("idna")  # as it is looked up
        parse_uri(url)
    except InvalidURI:
        return "it begins with ws:// or wss:// and has nothing behind a #"
    except UnicodeError:
        return "no host has such a name"
    except ValueError as error:
        return str(error)
    return None


def reason(error: Exception) -> str:
    """Why a connection failed, in a few words without the system's numbers."""
    match error:
        case ConnectionRefusedError():
            return "connection refused"
        case ConnectionResetError():
            return "the connection was cut"
        case TimeoutError():
            return "no answer"
        case OSError(strerror=str(words)) if words:
            return words
    return str(error).rstrip(".") or type(error).__name__
