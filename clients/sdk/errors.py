"""What can go wrong for a user of the SDK. Every error says in words what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fudakai.protocol.codes import Refusal


class FudakaiError(Exception):
    """Any error of the SDK; its text is a sentence for a person."""


class Refused(FudakaiError):
    """The server refused a request, and nothing was changed. `code` is a value of `protocol.codes.Refusal` or one of
    the game's own codes; `words` are for a person."""

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


class Unexpected(FudakaiError):
    """The server sent something that is no message of this protocol, or a message in which something is missing or is
    of another kind than it should be. The words say what."""


@contextmanager
def understood(message: Mapping[str, Any]) -> Iterator[None]:
    """Within it a message is read: what is not there, or not as it should be, raises Unexpected and nothing else."""
    try:
        yield
    except KeyError as error:
        raise Unexpected(f"The server sent {_kind(message)} without {error.args[0]!r}.") from error
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise Unexpected(f"The server sent {_kind(message)} that cannot be read ({error}).") from error


def _kind(message: Mapping[str, Any]) -> str:
    return f"a message of type {message.get('type')!r}"


def refused(answer: Mapping[str, Any]) -> Refused:
    """The error for a `refused` message."""
    with understood(answer):
        kind = Stale if answer["code"] == Refusal.STALE else Refused
        return kind(answer["code"], answer["words"])
