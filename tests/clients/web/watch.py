"""What a page does behind its looks: errors, warnings, requests elsewhere or in vain, what its socket received."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Page, Request, Response, WebSocket

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
"""What Chromium is called on the PATH."""


class Watch:
    """Looks at every page of one browser. `faults` is what was wrong, `frames` what the sockets received."""

    def __init__(self, origin: str) -> None:
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.responses: list[Response] = []
        self.expected: list[str] = []
        """Patterns of faults that a test brings about itself: a browser says so when a server is away."""
        self._host = urlsplit(origin).netloc

    def look_at(self, page: Page) -> None:
        """From now on, whatever that page does."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._fault(f"page error: {error}"))
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.on("requestfailed", lambda request: self._failed(request.url, str(request.failure)))
        page.on("websocket", self._opened)

    async def weight(self) -> int:
        """Bytes of every answer so far, heads and bodies as they travelled."""
        sizes = [await response.request.sizes() for response in self.responses]
        return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)

    def _failed(self, url: str, why: str) -> None:
        """What the browser itself gave up, since the page was left or loaded anew meanwhile, is no fault; a server that
        does not answer, or breaks off, has other words."""
        if why != "net::ERR_ABORTED":
            self._fault(f"failed: {url} {why}")

    def _fault(self, words: str) -> None:
        if not any(re.search(pattern, words) for pattern in self.expected):
            self.faults.append(words)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._fault(f"console {message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._host:
            self._fault(f"a request elsewhere: {request.url}")

    def _answered(self, response: Response) -> None:
        self.responses.append(response)
        if response.status >= 400:
            self._fault(f"status {response.status}: {response.url}")

    def _opened(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != self._host:
            self._fault(f"a socket elsewhere: {socket.url}")
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
