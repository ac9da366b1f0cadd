"""The door: who a hello is, and whether they may come in."""

from __future__ import annotations

import hmac

import msgspec

from protocol.codes import Refusal
from protocol.from_client import Hello
from protocol.from_server import Refused
from server.lobby.identity import Identity, WrongToken
from server.lobby.names import BadName


class Admitted(msgspec.Struct, frozen=True):
    """Somebody who may come in, and the token with which they come back."""

    player: str
    name: str
    token: str


class Door:
    """Asks for the access token, if there is one, and reads or makes identities."""

    def __init__(self, identity: Identity, access_token: str | None) -> None:
        self._identity = identity
        self._access_token = access_token

    def admit(self, hello: Hello) -> Admitted | Refused:
        """The player of a hello: with a token the same as ever, without one a new guest."""
        if self._access_token is not None and not hmac.compare_digest(
            (hello.access or "").encode(), self._access_token.encode()
        ):
            return Refused(Refusal.WRONG_ACCESS, "this server asks for an access token, and this is not it", hello.id)
        try:
            if hello.token is not None:
                player = self._identity.read(hello.token)
                return Admitted(player.id, player.name, hello.token)
            player = self._identity.guest(hello.name)
        except WrongToken as wrong:
            return Refused(Refusal.WRONG_TOKEN, wrong.words, hello.id)
        except BadName as bad:
            return Refused(Refusal.BAD_NAME, bad.words, hello.id)
        return Admitted(player.id, player.name, self._identity.issue(player))
