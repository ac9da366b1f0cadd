"""What can go wrong for a user of the SDK. Every error says in words what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from protocol.codes import Refusal


class FudakaiError(Exception):
    """Any error of the SDK; its text is a sentence for a person."""


class Refused(FudakaiError):
    """The server refused a request, and nothing was changed. `code` is a value of `protocol.codes.Refusal` or a word of
    the game's own; `words` are for a person."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(f"{words} ({code})")
        self.code = code
        self.words = words


class Stale(Refused):
    """The move was made on a view older than this seat's present offers: look at the newest view and choose again."""


class Unreachable(FudakaiError):
    """No server answered at the address, or none within the time that the caller gave."""


class WrongAddress(FudakaiError):
    """The address is none, or what answers there is no server of this protocol."""


class Dropped(FudakaiError):
    """The server closed the connection for a reason that coming back would not mend. `code` is the close code."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


class Offline(FudakaiError):
    """The client was left (the end of its `async with`) while somebody still waited for an answer or a view."""


def refused(answer: Mapping[str, Any]) -> Refused:
    """The error for a `refused` message."""
    kind = Stale if answer["code"] == Refusal.STALE else Refused
    return kind(answer["code"], answer["words"])
