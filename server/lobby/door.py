"""The door: who a hello is, and whether they may come in."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec

from protocol.codes import Refusal
from protocol.from_client import Hello
from protocol.from_server import Refused
from server.lobby.birthdays import BadBirthday, checked_birthday
from server.lobby.identity import Identity, WrongToken
from server.lobby.names import BadName


class Admitted(msgspec.Struct, frozen=True):
    """Somebody who may come in, and the token with which they come back. Token and birthday are never logged."""

    player: str
    name: str
    token: str
    birthday: str | None = None

    def __repr__(self) -> str:
        return f"Admitted(player={self.player!r}, name={self.name!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """What rich prints: the same."""
        return [("player", self.player), ("name", self.name)]


class Door:
    """Asks for the access token, if there is one, and reads or makes identities."""

    def __init__(self, identity: Identity, access_token: str | None) -> None:
        self._identity = identity
        self._access_token = access_token

    def admit(self, hello: Hello) -> Admitted | Refused:
        """The player of a hello: with a token the same as ever, without one a new guest. A birthday in the hello is the
        player's from now on: it stands in the token of the answer, which is a new one if that changed it."""
        if self._access_token is not None and not hmac.compare_digest(
            (hello.access or "").encode(), self._access_token.encode()
        ):
            return Refused(Refusal.WRONG_ACCESS, "this server asks for an access token, and this is not it", hello.id)
        try:
            given = checked_birthday(hello.birthday) if hello.birthday else None
            known = None if hello.token is None else self._identity.read(hello.token)
            player = known or self._identity.guest(hello.name)
        except BadBirthday as bad:
            return Refused(Refusal.BAD_MESSAGE, bad.words, hello.id)
        except WrongToken as wrong:
            return Refused(Refusal.WRONG_TOKEN, wrong.words, hello.id)
        except BadName as bad:
            return Refused(Refusal.BAD_NAME, bad.words, hello.id)
        if hello.birthday is not None:
            player = msgspec.structs.replace(player, birthday=given)
        token = hello.token if hello.token is not None and player == known else self._identity.issue(player)
        return Admitted(player.id, player.name, token, player.birthday)
