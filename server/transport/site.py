"""The web client's files, served from memory by the websocket's own port.

What is served is a fixed map that is made at the start: no path of a request ever reaches the file system.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

TYPES: Final[Mapping[str, str]] = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""What may be served, by the end of its name."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
    )
)
"""The page's own files and its own socket, nothing inline, nothing from elsewhere, no markup made of strings."""

FIELDS: Final = (
    ("Connection", "close"),  # the library takes one request of a connection
    ("Cache-Control", "no-cache"),  # kept, and asked for by its ETag each time: an update shows at once
    ("Content-Security-Policy", POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ("Referrer-Policy", "no-referrer"),
    ("Vary", "Accept-Encoding"),
    ("X-Content-Type-Options", "nosniff"),
)


class _File(NamedTuple):
    kind: str
    tag: str
    plain: bytes
    packed: bytes


class Site:
    """The files by their path.

    Raises ValueError for a file whose kind is not in TYPES.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files: dict[str, _File] = {}
        for path, text in files.items():
            kind = _kind(path, text)
            if kind is None:
                raise ValueError(f"{path} is of no kind that is served: {', '.join(TYPES)}")
            tag = f'"{hashlib.sha256(text).hexdigest()[:32]}"'
            self._files[path] = _File(kind, tag, text, gzip.compress(text, 9, mtime=0))

    def answer(self, request: Request) -> Response | None:
        """The file that a GET asks for, packed when the client takes gzip, 304 when it has it already (RFC 9110,
        13.1.2); None when there is no such file."""
        file = self._files.get(request.path.partition("?")[0])
        if file is None:
            return None
        headers = Headers([("Content-Type", file.kind), ("ETag", file.tag), *FIELDS])
        if _has(request.headers, file.tag):
            return Response(HTTPStatus.NOT_MODIFIED, "Not Modified", Headers([("ETag", file.tag), *FIELDS]))
        body = file.plain
        if _takes_gzip(request.headers) and len(file.packed) < len(file.plain):
            body = file.packed
            headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
        return Response(HTTPStatus.OK, "OK", headers, body)


def _kind(path: str, text: bytes) -> str | None:
    """What a file is: by the end of its name, or for a path without one by how it begins."""
    end = path.rpartition(".")[2]
    if end not in TYPES and text.startswith(b"<"):
        end = "html" if text.startswith(b"<!doctype html>") else "svg"
    return TYPES.get(end)


def _has(headers: Headers, tag: str) -> bool:
    """Whether the client says that it has the file of that tag (compared weakly)."""
    named = ",".join(headers.get_all("If-None-Match"))
    return named.strip() == "*" or tag in {part.strip().removeprefix("W/") for part in named.split(",")}


def _takes_gzip(headers: Headers) -> bool:
    """Whether the client takes gzip (RFC 9110, 12.5.3): named, or all, and not with a weight of 0."""
    weights: dict[str, bool] = {}
    for part in ",".join(headers.get_all("Accept-Encoding")).split(","):
        name, _, parameter = part.partition(";")
        weights[name.strip().lower()] = _NO_WEIGHT.fullmatch(parameter.strip()) is None
    return weights.get("gzip", weights.get("*", False))


_NO_WEIGHT: Final = re.compile(r"q\s*=\s*0(\.0*)?", re.IGNORECASE)
