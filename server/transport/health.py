"""What the websocket's port answers to plain HTTP: whether the server lives, whether it is ready, and its metrics."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, NamedTuple

HEADERS: Final = (
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
)
"""Sent with every answer that is not a websocket."""


METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""Prometheus's text format."""


class HttpAnswer(NamedTuple):
    """An answer: a status, one plain sentence (or the metrics), and the header fields that belong to it."""

    status: HTTPStatus
    text: str
    fields: tuple[tuple[str, str], ...] = ()


class Health:
    """`/healthz`: 200 as long as the event loop runs. `/readyz`: 200 when `not_ready()` is None, else 503 with why.

    `not_ready` must be quick: it is asked at every request. `/metrics`: what `metrics()` says, in Prometheus's text
    format, to programs on this machine, or with `metrics_to_all` to everybody.
    """

    def __init__(
        self, not_ready: Callable[[], str | None], metrics: Callable[[], str], *, metrics_to_all: bool = False
    ) -> None:
        self._not_ready = not_ready
        self._metrics = metrics
        self._metrics_to_all = metrics_to_all

    def answer(self, method: str, target: str, near: bool) -> HttpAnswer:
        """The answer to a request that is no websocket handshake. `target` is the path, perhaps with a query; `near`:
        it comes from this machine."""
        if method != "GET":
            return HttpAnswer(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET is answered here.", (("Allow", "GET"),))
        path = target.partition("?")[0]
        if path == "/healthz":
            return HttpAnswer(HTTPStatus.OK, "ok")
        if path == "/readyz":
            why = self._not_ready()
            return (
                HttpAnswer(HTTPStatus.OK, "ready") if why is None else HttpAnswer(HTTPStatus.SERVICE_UNAVAILABLE, why)
            )
        if path == "/metrics":
            if not (near or self._metrics_to_all):
                return HttpAnswer(
                    HTTPStatus.FORBIDDEN,
                    "Metrics are for this machine only. Whoever runs the server can show them to all with "
                    "FUDAKAI_METRICS_TO_ALL.",
                )
            return HttpAnswer(HTTPStatus.OK, self._metrics().rstrip("\n"), (("Content-Type", METRICS_TYPE),))
        if path == "/":
            return HttpAnswer(
                HTTPStatus.UPGRADE_REQUIRED,
                "This is a Fudakai server. Connect with a websocket client.",
                (("Upgrade", "websocket"),),
            )
        return HttpAnswer(HTTPStatus.NOT_FOUND, "There is no such page here.")
