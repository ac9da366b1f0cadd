"""Tokens: ours are read, all others refused in one sentence (L7)."""

from __future__ import annotations

import base64
import json
from typing import Any

import jwt
import pytest

from fudakai.server.lobby.identity import LONGEST_TOKEN, Identity, PlayerIdentity, WrongToken
from fudakai.server.lobby.names import BadName

KEY = "k" * 32
CLAIMS = {"sub": "p1", "name": "Ann", "iat": 1}


def _part(value: Any) -> str:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _signed(claims: dict[str, Any], key: str = KEY, algorithm: str = "HS256") -> str:
    return jwt.encode(claims, key, algorithm=algorithm)


def _refused(token: str) -> str:
    with pytest.raises(WrongToken) as caught:
        Identity(KEY).read(token)
    return caught.value.words


@pytest.mark.parametrize("name", ["Ann", "\u82b1\u672d", "\U0001f3b4" * 24])
def test_l7_a_token_is_the_player_again(name: str) -> None:
    player = Identity(KEY).guest(name)
    token = Identity(KEY).issue(player)
    assert Identity(KEY).read(token) == player
    assert len(token) < LONGEST_TOKEN / 2
    assert set(jwt.decode(token, KEY, algorithms=["HS256"])) == {"sub", "name", "iat"}


def test_guests_are_all_different_and_have_clean_names() -> None:
    identity = Identity(KEY)
    guests = [identity.guest(None) for _ in range(200)]
    assert len({guest.id for guest in guests}) == 200
    assert guests[0].name.startswith("Guest ")
    assert identity.guest("  Ann ").name == "Ann"
    with pytest.raises(BadName):
        identity.guest("\u202e")


def test_a_token_expires_when_it_has_a_lifetime() -> None:
    player = PlayerIdentity("p1", "Ann")
    assert Identity(KEY).read(Identity(KEY, lifetime=3600).issue(player)) == player
    assert _refused(Identity(KEY, lifetime=60, clock=lambda: 1000).issue(player)) == "This token has expired."


def test_a_clock_that_was_set_back_makes_no_token_wrong() -> None:
    assert Identity(KEY).read(_signed(CLAIMS | {"iat": 2**40})) == PlayerIdentity("p1", "Ann")


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "..",
        "a.b.c",
        "x" * (LONGEST_TOKEN + 1),
        "\u82b1\u672d",
        "\ud800",
        _signed(CLAIMS, key="o" * 32),
        _signed(CLAIMS, key="k" * 64, algorithm="HS512"),
        _signed(CLAIMS)[:-2],
        _part({"alg": "none", "typ": "JWT"}) + "." + _part(CLAIMS) + ".",
        _part({"alg": "HS256", "crit": ["x"], "x": 1}) + "." + _part(CLAIMS) + "." + _part(b"s" * 32),
        _part(b"[" * 1400) + "." + _part(CLAIMS) + "." + _part(b"s" * 32),  # json's own recursion limit
        _part(b"null") + "." + _part(b"null") + "." + _part(b""),
        _part(b"\xff") + "." + _part(CLAIMS) + "." + _part(b""),
        _signed({"sub": "p1", "name": "Ann"}),
        _signed({"sub": "p1", "iat": 1}),
        _signed({"name": "Ann", "iat": 1}),
    ],
)
def test_l7_a_wrong_token_is_refused(token: str) -> None:
    words = _refused(token)
    assert words.startswith("This ")
    assert len(token) < 4 or token not in words


def test_an_algorithm_with_the_right_key_is_refused_if_it_is_not_ours() -> None:
    key = "k" * 64
    with pytest.raises(WrongToken):
        Identity(key).read(_signed(CLAIMS, key=key, algorithm="HS512"))


@pytest.mark.parametrize(
    "claims",
    [
        CLAIMS | {"sub": ""},
        CLAIMS | {"sub": "x" * 65},
        CLAIMS | {"name": 5},
        CLAIMS | {"name": None},
        CLAIMS | {"name": "a\nb"},
        CLAIMS | {"exp": 2},
        CLAIMS | {"exp": "never"},
    ],
)
def test_claims_that_name_no_player_are_refused_though_signed(claims: dict[str, Any]) -> None:
    assert _refused(_signed(claims)).startswith("This token")


def test_a_short_key_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Identity("k" * 31)
