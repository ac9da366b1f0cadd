"""Who a player is: an id, a name, and the signed token that proves both (L7: there is no other token)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

import jwt
import msgspec

from fudakai.server.lobby.birthdays import BadBirthday, checked_birthday
from fudakai.server.lobby.names import BadName, clean_name

ALGORITHM: Final = "HS256"
LONGEST_TOKEN: Final = 8192
"""Characters; our own tokens have about 200, with the longest names 600; those of other sites some thousand."""
LONGEST_ID: Final = 64
LEAST_KEY: Final = 32
"""Bytes of the key (RFC 7518, section 3.2)."""


class PlayerIdentity(msgspec.Struct, frozen=True):
    """A person or program. `id` is public and never changes; `name` is clean (`clean_name`) and need not be unique.

    `birthday` ("MM-DD", or None) is private: it stands in the player's own token and nowhere else, not in a log.
    """

    id: str
    name: str
    birthday: str | None = None

    def __repr__(self) -> str:
        return f"Player(id={self.id!r}, name={self.name!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:  # as msgspec declares it
        """What rich prints: the same."""
        return [("id", self.id), ("name", self.name)]


class WrongToken(Exception):
    """A token that proves nothing here. `words`: why, for the person; never a part of the token."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Identity:
    """Makes guests, and issues and reads tokens: JSON Web Tokens with `sub` (the id), `name`, `iat` and, if the
    player has given one, `birthday`.

    `key`: LEAST_KEY bytes or more; ValueError if shorter. `lifetime`: seconds until a token expires; None: never, since
    a guest has nothing else to come back with. `clock`: seconds since 1970 for `iat` and `exp` of new tokens.
    """

    def __init__(self, key: str, *, lifetime: int | None = None, clock: Callable[[], float] = time.time) -> None:
        if len(key.encode()) < LEAST_KEY:
            raise ValueError(f"the key that signs tokens has at least {LEAST_KEY} bytes")
        self._key = key
        self._lifetime = lifetime
        self._clock = clock

    def guest(self, name: str | None) -> PlayerIdentity:
        """A new player; without a name it is called Guest and four digits. Raises BadName."""
        if name is None:
            name = f"Guest {secrets.randbelow(9000) + 1000}"
        return PlayerIdentity(f"p{secrets.token_hex(8)}", clean_name(name))

    def issue(self, player: PlayerIdentity) -> str:
        """A token that `read` answers with this player."""
        now = int(self._clock())
        claims: dict[str, object] = {"sub": player.id, "name": player.name, "iat": now}
        if player.birthday is not None:
            claims["birthday"] = player.birthday
        if self._lifetime is not None:
            claims["exp"] = now + self._lifetime
        return jwt.encode(claims, self._key, algorithm=ALGORITHM)

    def read(self, token: str) -> PlayerIdentity:
        """The player whom a token of ours names. Raises WrongToken for anything else, whatever it is."""
        if len(token) > LONGEST_TOKEN or not token.isascii():
            raise WrongToken("This is no token of this server.")
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[ALGORITHM],
                # A token made before the server's clock was set back is still a token: `iat` must be there, no more.
                options={"require": ["sub", "name", "iat"], "verify_iat": False},
            )
        except jwt.ExpiredSignatureError:
            raise WrongToken("This token has expired.") from None
        except (jwt.PyJWTError, ValueError, RecursionError):  # RecursionError: a header of a thousand open brackets
            raise WrongToken("This token was not made by this server, or it was changed.") from None
        player, name = claims["sub"], claims["name"]
        if not isinstance(player, str) or not 1 <= len(player) <= LONGEST_ID or not isinstance(name, str):
            raise WrongToken("This token names no player.")
        birthday = claims.get("birthday")
        try:
            if birthday is not None:
                birthday = checked_birthday(birthday)
            return PlayerIdentity(player, clean_name(name), birthday)
        except BadBirthday:
            raise WrongToken("This token's birthday is no day of the year.") from None
        except BadName:
            raise WrongToken("This token's name may not be used any more.") from None
