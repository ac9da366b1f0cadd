"""The doorkeeper: identifies the player of a hello, and lets them in or refuses."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec

from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_client import Hello
from fudakai.protocol.from_server import Refused
from fudakai.server.guesses import Guesser, Guesses
from fudakai.server.lobby.accounts import Accounts, is_account
from fudakai.server.lobby.birthdays import BadBirthday, checked_birthday
from fudakai.server.lobby.identity import Identity, PlayerIdentity, WrongToken
from fudakai.server.lobby.names import BadName


class Admission(msgspec.Struct, frozen=True):
    """Somebody who may come in, and the token with which they come back. Token and birthday are never logged."""

    player: str
    name: str
    token: str
    birthday: str | None = None

    def __repr__(self) -> str:
        return f"Admitted(player={self.player!r}, name={self.name!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:  # as msgspec declares it
        """What rich prints: the same."""
        return [("player", self.player), ("name", self.name)]


class Door:
    """Asks for the access token, if there is one, and reads or makes identities.

    Wrong tokens are refused with the time to wait before the next. An access token that comes too early is not looked
    at. The identity is read first: who shows a right one waits for no guesses but those that were made with that very
    identity, so that nobody can keep somebody else waiting, nor guess access tokens at their ease with any identity.

    `accounts`: who reads the tokens of a host's own site; None: there are no accounts. `guests`: whether people without
    an account are let in.
    """

    def __init__(
        self,
        identity: Identity,
        access_token: str | None,
        guesses: Guesses,
        accounts: Accounts | None = None,
        *,
        guests: bool = True,
    ) -> None:
        self._accounts = accounts
        self._guests = guests
        self._identity = identity
        self._access_token = access_token
        self._guesses = guesses

    def admit(self, hello: Hello, visitor: Guesser) -> Admission | Refused:
        """The player of a hello: with a token the same as ever, without one a new guest. A birthday in the hello is the
        player's from now on: it stands in the token of the answer, which is a new one if that changed it. The token of
        an account stays what it is, so there the birthday holds while the player is here."""
        known: PlayerIdentity | None = None
        wrong: WrongToken | None = None
        try:
            known = self._known(hello)
        except WrongToken as error:
            wrong = error
        if self._access_token is not None:
            wait = self._guesses.wait(visitor, None if known is None else known.id)
            if wait:
                return Refused(Refusal.TOO_FAST, "too many wrong tokens: wait a while", hello.id, retry_after=wait)
            if not hmac.compare_digest((hello.access or "").encode(), self._access_token.encode()):
                words = "this server asks for an access token, and this is not it"
                return self._refuse(Refusal.WRONG_ACCESS, words, hello, visitor, known)
        if wrong is not None:
            return self._refuse(Refusal.WRONG_TOKEN, wrong.words, hello, visitor)
        try:
            given = checked_birthday(hello.birthday) if hello.birthday else None
            player = known or self._identity.guest(hello.name)
        except BadBirthday as bad:
            return Refused(Refusal.BAD_MESSAGE, bad.words, hello.id)
        except BadName as bad:
            return Refused(Refusal.BAD_NAME, bad.words, hello.id)
        if hello.birthday is not None:
            player = msgspec.structs.replace(player, birthday=given)
        token = hello.token
        if token is None or not (player == known or is_account(player.id)):
            token = self._identity.issue(player)
        return Admission(player.id, player.name, token, player.birthday)

    def closed(self, visitor: Guesser) -> None:
        """A connection closed."""
        self._guesses.closed(visitor)

    def _known(self, hello: Hello) -> PlayerIdentity | None:
        """Who shows a token, ours or an account's; None: who shows none. Raises WrongToken, also where guests are not
        let in."""
        if hello.token is not None:
            try:
                player = self._identity.read(hello.token)
            except WrongToken:
                if self._accounts is None:
                    raise
                return self._accounts.read(hello.token, hello.name)
            if self._guests:
                return player
        elif self._guests:
            return None
        raise WrongToken("This server is for people with an account: sign in where it is from, and show its token.")

    def _refuse(
        self, code: Refusal, words: str, hello: Hello, visitor: Guesser, known: PlayerIdentity | None = None
    ) -> Refused:
        """Refuses a wrong token, and counts it."""
        wait = self._guesses.wrong(visitor, None if known is None else known.id)
        return Refused(code, words, hello.id, retry_after=wait or None)
