"""What a command returns: effects, a refusal, or the result of a match."""

from __future__ import annotations

from typing import Final

import msgspec

from fudakai.server.games.api import Outcome
from fudakai.server.rooms.entries import AnyEntry, Base


class Denied(Exception):
    """The command is refused: nothing changed. `code` is a refusal code, or one of the game's; `retry_after`:
    milliseconds after which it may be asked again."""

    def __init__(self, code: str, words: str, retry_after: int | None = None) -> None:
        super().__init__(f"{code}: {words}")
        self.code = code
        self.words = words
        self.retry_after = retry_after


class MatchResult(msgspec.Struct, frozen=True):
    """What goes into the outbox with a match's last entry: once, by match id. `public`: the room was when the match
    began. `left`: seats whose players left the running match and did not come back. `bots`: seats that bots of the
    server played from the start; their `players` are no persons. The outcome's points are what each one's sum gets."""

    match: str
    at: int
    game: str
    public: bool
    players: tuple[str, ...]
    names: tuple[str, ...]
    left: tuple[int, ...]
    outcome: Outcome
    bots: tuple[int, ...] = ()


_result_encoder: Final = msgspec.msgpack.Encoder()


def encode_result(result: MatchResult) -> bytes:
    """The bytes that go into the outbox."""
    return _result_encoder.encode(result)


class Effects(msgspec.Struct, frozen=True, gc=False):
    """What is to be done, once `entries` are stored (at once, when there are none).

    `base`: these entries begin a new segment of the log. `version`: the answer's, for a known ref that of its entry.
    `enters`: the sender is in the room from here on and wants the view, with the events after `since` (None: none).
    `dismissed`: players who are in the room no more. `result`: of a match that these entries ended.
    """

    entries: tuple[AnyEntry, ...] = ()
    base: Base | None = None
    version: int | None = None
    seat: int | None = None
    enters: bool = False
    since: int | None = None
    dismissed: tuple[str, ...] = ()
    result: MatchResult | None = None

    def then(self, more: Effects) -> Effects:
        """These effects and those of a command handled right after, to be stored together."""
        return msgspec.structs.replace(
            self,
            entries=self.entries + more.entries,
            dismissed=self.dismissed + more.dismissed,
            result=more.result or self.result,
        )
