"""Accounts of the host's own site: the site signs the tokens, and this server verifies them.

A key decides by its kind with which one algorithm a token may be signed: so none can be passed off as another's.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import jwt
import msgspec
import structlog
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from cryptography.x509 import load_pem_x509_certificate

from fudakai.server.lobby.identity import LEAST_KEY, LONGEST_TOKEN, PlayerIdentity, WrongToken
from fudakai.server.lobby.names import LONGEST, BadName, clean_name

LEAST_RSA: Final = 2048
"""Bits of an RSA key (RFC 7518, section 3.3)."""
MOST_KEYS: Final = 100
"""Keys in a JWKS file."""
LARGEST_FILE: Final = 1 << 20
"""Bytes of a JWKS file."""
MOST_TRIED: Final = 8
"""Keys that are tried for a token which does not say which one it is."""
MARK: Final = "u"
"""What the ids of accounts begin with."""
SECONDS: Final = 300
"""Most seconds by which clocks may differ."""

log = structlog.get_logger()


class BadKey(ValueError):
    """A key, or a file of keys, that cannot be used. The words say why, and nothing of the key."""


class Key(msgspec.Struct, frozen=True):
    """What verifies a token: the key, its one algorithm, and its name in the file, if it has one."""

    key: Any  # one of the kinds of public keys, or a secret; PyJWT has no common type for them
    algorithm: str
    kid: str | None = None

    def __repr__(self) -> str:
        return f"Key({self.algorithm}, {self.kid!r})"


def key_of(text: str) -> Key:
    """The key in a setting: a public key or a certificate in PEM, or a shared secret. Raises BadKey."""
    text = text.replace("\\n", "\n").strip()
    if not text.startswith("-----"):
        if len(text.encode()) < LEAST_KEY:
            raise BadKey(f"a shared secret has at least {LEAST_KEY} bytes")
        return Key(text, "HS256")
    try:
        data = text.encode()
        key = load_pem_x509_certificate(data).public_key() if "CERTIFICATE" in text else load_pem_public_key(data)
    except ValueError:
        raise BadKey("what begins like PEM is to be a public key or a certificate") from None
    return Key(key, _algorithm(key))


def keys_in(path: Path) -> tuple[Key, ...]:
    """The keys of a JWKS file (RFC 7517). Those for encryption, and of kinds that are not taken here, are left out.
    Raises BadKey when the file cannot be read, or has no key that can be used."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise BadKey(f"{path} is longer than {LARGEST_FILE} bytes")
        items = json.loads(data)["keys"]
        if not isinstance(items, list):
            raise TypeError
    except OSError as error:
        raise BadKey(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, BadKey):
            raise
        raise BadKey(f'{path} is no JWKS file, which is JSON with a list "keys"') from None
    keys = tuple(key for item in items[:MOST_KEYS] if (key := _jwk(item)) is not None)
    if not keys:
        raise BadKey(f"{path} has no key for RS256, ES256, EdDSA or HS256")
    return keys


def _jwk(item: object) -> Key | None:
    """One key of the file, or None if it is not for here."""
    if not isinstance(item, dict) or item.get("use", "sig") != "sig":
        return None
    try:
        key = jwt.PyJWK(item).key
        algorithm = "HS256" if isinstance(key, bytes) else _algorithm(key)
    except (jwt.PyJWTError, BadKey, ValueError, TypeError, KeyError):
        return None
    if item.get("alg", algorithm) != algorithm or (isinstance(key, bytes) and len(key) < LEAST_KEY):
        return None
    kid = item.get("kid")
    return Key(key, algorithm, kid if isinstance(kid, str) else None)


def _algorithm(key: Any) -> str:  # as in Key
    """With which algorithm a public key verifies. Raises BadKey."""
    if isinstance(key, RSAPublicKey):
        if key.key_size < LEAST_RSA:
            raise BadKey(f"an RSA key has at least {LEAST_RSA} bits")
        return "RS256"
    if isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, SECP256R1):
        return "ES256"
    if isinstance(key, Ed25519PublicKey):
        return "EdDSA"
    raise BadKey("a public key is RSA, elliptic on P-256, or Ed25519")


def is_account(player: str) -> bool:
    """Whether a player's id is that of an account; guests' begin with p."""
    return player.startswith(MARK)


class Accounts:
    """Reads the tokens of a host's own site: JSON Web Tokens with `sub` and `exp`.

    `keys`: from a setting, or `file`: a JWKS file, which is read again whenever it has changed, so
    that keys can be exchanged while the server runs. `issuer` and `audience`: what `iss` and `aud` must
    say; None: `iss` is not looked at, and a token with an `aud` is refused. `leeway`: seconds by which clocks may
    differ, 0 to SECONDS. `name`: the claim with the name to show.
    """

    def __init__(
        self,
        keys: Iterable[Key] = (),
        *,
        file: Path | None = None,
        issuer: str | None = None,
        audience: str | None = None,
        leeway: float = 30,
        name: str = "name",
    ) -> None:
        if not 0 <= leeway <= SECONDS:
            raise ValueError(f"leeway: 0 to {SECONDS} seconds")
        self._file = file
        self._stamp = None if file is None else _stamp(file)
        self._keys = tuple(keys) if file is None else keys_in(file)
        self._name = name
        self._verify: dict[str, Any] = {  # the keywords of jwt.decode, each of its own type
            "issuer": issuer,
            "audience": audience,
            "leeway": leeway,
            "options": {"require": ["sub", "exp", *(["iss"] if issuer else []), *(["aud"] if audience else [])]},
        }

    def read(self, token: str, called: str | None = None) -> PlayerIdentity:
        """The player whom a token names; `called`: their name, if the token has none. Raises WrongToken.

        The id is made of `iss` and `sub`, for ever the same, and does not tell them. It is no guest's.
        """
        if len(token) > LONGEST_TOKEN or not token.isascii():
            raise WrongToken("This is no token of an account here.")
        claims = self._verified(token)
        issuer, subject = claims.get("iss", ""), claims["sub"]
        if not isinstance(issuer, str) or not isinstance(subject, str) or not subject:
            raise WrongToken("This token names no account.")
        id = MARK + hashlib.sha256(f"{issuer}\n{subject}".encode(errors="surrogatepass")).hexdigest()[:32]
        given = claims.get(self._name)
        return PlayerIdentity(id, made_clean(given) or made_clean(called) or f"Player {id[1:5]}")

    def _verified(self, token: str) -> dict[str, object]:
        """The claims of a token that one of the keys has signed and that is for here and now. Raises WrongToken."""
        self._look_again()
        try:
            for key in self._candidates(jwt.get_unverified_header(token)):
                with contextlib.suppress(jwt.InvalidSignatureError):
                    claims: dict[str, object] = jwt.decode(token, key.key, algorithms=[key.algorithm], **self._verify)
                    return claims
        except jwt.ExpiredSignatureError:
            raise WrongToken("The token of your account has expired: sign in again.") from None
        except jwt.ImmatureSignatureError:
            raise WrongToken("The token of your account is not valid yet.") from None
        except (jwt.InvalidAudienceError, jwt.InvalidIssuerError):
            raise WrongToken("The token of your account is for another place than this.") from None
        except jwt.MissingRequiredClaimError as missing:
            raise WrongToken(f"The token of your account lacks {missing.claim!r}.") from None
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            pass
        raise WrongToken("This token was not made by this server or for it, or it was changed.")

    def _candidates(self, header: Mapping[str, object]) -> list[Key]:
        """The keys that may have signed a token with this header."""
        kid = header.get("kid")
        named = [key for key in self._keys if key.algorithm == header.get("alg")]
        return [key for key in named if None in (kid, key.kid) or kid == key.kid][:MOST_TRIED]

    def _look_again(self) -> None:
        """Reads the file again if it is another than before; one that cannot be used changes nothing."""
        if self._file is None or (stamp := _stamp(self._file)) == self._stamp:
            return
        self._stamp = stamp
        try:
            self._keys = keys_in(self._file)
        except BadKey as bad:
            log.error("the keys of accounts stay as they were", why=str(bad))
        else:
            log.info("the keys of accounts were read again", keys=len(self._keys))


def made_clean(name: object) -> str | None:
    """A name as people may be shown it, made out of what somebody calls themselves elsewhere; None: nothing is left."""
    if not isinstance(name, str):
        return None
    text = unicodedata.normalize("NFKC", name[: 18 * LONGEST])
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    try:
        return clean_name(text[:LONGEST].strip())
    except BadName:
        return None


def _stamp(file: Path) -> tuple[int, ...] | None:
    """What tells one state of a file from another; None when it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
