"""Rate limit for passcodes of locked rooms: after some wrong ones, further ones are refused unread for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.server.guesses import Guesser, Guesses
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.handle import handle
from fudakai.server.rooms.room import Room

_ENTERING: Final = (ask.Join, ask.Watch, ask.Resume)
"""What may need a passcode."""


class Passcodes:
    """The wrong passcodes of this process's rooms. `now`: the time in milliseconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._guesses = Guesses(now)

    def handle(self, room: Room, command: ask.Command, guesser: Guesser | None, now: int) -> tuple[Room, Effects]:
        """Handles a command; raises Denied, for a passcode that comes too early `too_fast`, right or not.

        Who needs no passcode is not kept waiting: the command is handled as if it had none.
        """
        if guesser is None or not isinstance(command, _ENTERING) or command.passcode is None:
            return handle(room, command, now)
        wait = self._guesses.wait(guesser)
        try:
            return handle(room, msgspec.structs.replace(command, passcode=None) if wait else command, now)
        except Denied as denied:
            if denied.code != Refusal.WRONG_PASSCODE:
                raise
            if wait:
                raise Denied(Refusal.TOO_FAST, "too many wrong passcodes: wait a while", wait) from None
            wait = self._guesses.wrong(guesser)
            raise Denied(denied.code, denied.words, wait or None) from None

    def closed(self, guesser: Guesser) -> None:
        """A connection closed."""
        self._guesses.closed(guesser)
