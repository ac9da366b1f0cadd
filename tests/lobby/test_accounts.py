"""Accounts of a host's own site: whose tokens are taken, who they make of somebody, and what is refused."""

from __future__ import annotations

import base64
import hmac
import json
import time
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from structlog.testing import capture_logs

from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_client import Hello
from fudakai.protocol.from_server import Refused
from fudakai.server.guesses import Guesses
from fudakai.server.lobby.accounts import Accounts, BadKey, key_of, keys_in, made_clean
from fudakai.server.lobby.door import Admission, Door
from fudakai.server.lobby.identity import LONGEST_TOKEN, Identity, PlayerIdentity, WrongToken
from tests.lobby.visitors import Visitor

OWN = "k" * 32
SHARED = "a secret that the site and the server share"
RSA = rsa.generate_private_key(65537, 2048)
SIGNERS: dict[str, Any] = {
    "RS256": RSA,
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
    "HS256": SHARED,
}


def pem(private: Any) -> str:
    """The public half, as it is set; a shared secret as it is."""
    if isinstance(private, str):
        return private
    public: str = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return public


def jwk(algorithm: str, kid: str, **more: Any) -> dict[str, Any]:
    """The public half as an item of a JWKS file."""
    private = SIGNERS[algorithm]
    public = SHARED.encode() if algorithm == "HS256" else private.public_key()
    kind = jwt.get_algorithm_by_name(algorithm)
    made: dict[str, Any] = kind.to_jwk(public, as_dict=True)
    return {key: value for key, value in made.items() if key != "key_ops"} | {"kid": kid} | more


def signed(algorithm: str = "RS256", kid: str | None = None, **claims: Any) -> str:
    """A token of the site's, good for a minute if nothing else is said; None leaves a claim out."""
    whole = {"sub": "account 7", "name": "Ann", "exp": time.time() + 60, **claims}
    headers = None if kid is None else {"kid": kid}
    given = {name: value for name, value in whole.items() if value is not None}
    return jwt.encode(given, SIGNERS[algorithm], algorithm=algorithm, headers=headers)


def accounts(algorithm: str = "RS256", **more: Any) -> Accounts:
    return Accounts([key_of(pem(SIGNERS[algorithm]))], **more)


def refused(by: Accounts, token: str) -> str:
    with pytest.raises(WrongToken) as caught:
        by.read(token)
    assert token not in caught.value.words
    return caught.value.words


@pytest.mark.parametrize("algorithm", SIGNERS)
def test_each_kind_of_key_reads_its_tokens_and_no_others(algorithm: str) -> None:
    by = accounts(algorithm)
    player = by.read(signed(algorithm))
    assert player.name == "Ann"
    assert player.id.startswith("u")
    assert 16 <= len(player.id) <= 64
    for other in set(SIGNERS) - {algorithm}:
        assert refused(by, signed(other)).startswith("This token was not made")


def test_one_account_is_one_player_and_no_guest_whatever_its_subject() -> None:
    by = accounts()
    assert by.read(signed(name="Ann")).id == by.read(signed(name="Eve")).id
    guest = Identity(OWN).guest("Ann")
    ids = {by.read(signed(sub=sub)).id for sub in ("account 7", "account 8", guest.id, "x" * 500)}
    assert len(ids) == 4
    assert guest.id not in ids
    assert by.read(signed(iss="a")).id != by.read(signed(iss="b")).id


def test_a_subject_that_is_no_unicode_is_an_account_like_others() -> None:
    found = accounts().read(signed(sub="\ud800"))
    assert found.id != accounts().read(signed(sub="\ud801")).id
    assert found.id == accounts().read(signed(sub="\ud800")).id


def test_a_public_key_is_no_shared_secret() -> None:
    """The oldest trick: to sign with the public key, which everybody knows, as if it were a secret."""
    head, body = ({"alg": "HS256", "typ": "JWT"}, {"sub": "x", "exp": time.time() + 60})
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in (head, body)]
    signature = hmac.digest(b".".join(parts), pem(RSA).encode(), "sha256")
    token = b".".join([*parts, base64.urlsafe_b64encode(signature).rstrip(b"=")]).decode()
    refused(accounts(), token)
    unsigned = jwt.encode(body, "", algorithm="none")
    refused(accounts(), unsigned)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ({"exp": time.time() - 60}, "expired"),
        ({"exp": None}, "lacks 'exp'"),
        ({"sub": None}, "lacks 'sub'"),
        ({"sub": ""}, "names no account"),
        ({"sub": 7}, "was not made"),
        ({"nbf": time.time() + 3600}, "not valid yet"),
        ({"iss": "elsewhere"}, "another place"),
        ({"iss": None}, "lacks 'iss'"),
        ({"aud": "shop"}, "another place"),
        ({"aud": None}, "lacks 'aud'"),
        ({"exp": "never"}, "was not made"),
    ],
)
def test_a_token_that_is_not_for_here_and_now_is_refused_with_words(claims: dict[str, Any], words: str) -> None:
    by = accounts(issuer="site", audience="cards")
    whole = {"iss": "site", "aud": ["cards", "shop"]}
    assert by.read(signed(**whole)).name == "Ann"
    assert words in refused(by, signed(**(whole | claims)))


def test_without_an_audience_a_token_for_somebody_is_refused_and_clocks_may_differ_a_little() -> None:
    assert "another place" in refused(accounts(), signed(aud="shop"))
    assert accounts(leeway=30).read(signed(exp=time.time() - 20)).name == "Ann"
    assert "expired" in refused(accounts(leeway=30), signed(exp=time.time() - 40))
    with pytest.raises(ValueError, match="0 to 300"):
        accounts(leeway=301)


@pytest.mark.parametrize("token", ["", "..", "a.b.c", "\u82b1", "x" * (LONGEST_TOKEN + 1), "[" * 3000 + ".e30.e30"])
def test_nonsense_is_refused(token: str) -> None:
    with pytest.raises(WrongToken):
        accounts().read(token)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Ann  Lee ", "Ann Lee"),
        ("a\u202eb\u200bc\n", "a b c"),
        ("x" * 100, "x" * 24),
        ("\u202e\u200b", None),
        ("\u2800", None),
        ("", None),
        (7, None),
        (None, None),
    ],
)
def test_the_name_is_made_clean(raw: Any, clean: str | None) -> None:
    assert made_clean(raw) == clean


def test_a_name_comes_from_a_claim_or_else_from_the_hello_or_is_made_up() -> None:
    assert accounts(name="nick").read(signed(nick="Annie")).name == "Annie"
    assert accounts().read(signed(name=None), "bob").name == "bob"
    player = accounts().read(signed(name="\u202e"))
    assert player.name == f"Player {player.id[1:5]}"


def test_a_file_of_keys_is_read_by_name_and_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "jwks.json"
    path.write_text(json.dumps({"keys": [jwk("RS256", "one"), jwk("ES256", "two"), {"kty": "what"}, 7]}))
    by = Accounts(file=path)
    assert by.read(signed("RS256", "one")).name == by.read(signed("ES256", "two")).name == "Ann"
    assert by.read(signed("ES256")).name == "Ann", "one that does not say which key it is"
    refused(by, signed("RS256", "two"))
    refused(by, signed("EdDSA", "three"))
    path.write_text(json.dumps({"keys": [jwk("EdDSA", "three")]}))
    assert by.read(signed("EdDSA", "three")).name == "Ann"
    refused(by, signed("RS256", "one"))
    with capture_logs() as lines:
        path.write_text("{")
        assert by.read(signed("EdDSA", "three")).name == "Ann", "a broken file changes nothing"
        path.unlink()
        assert by.read(signed("EdDSA", "three")).name == "Ann"
    assert [line["log_level"] for line in lines] == ["error", "error"]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"keys": 7}',
        '{"keys": []}',
        "[" * 100_000,
        json.dumps({"keys": [jwk("RS256", "x", use="enc")]}),
        json.dumps({"keys": [jwk("RS256", "x", alg="RS512")]}),
        json.dumps({"keys": [{"kty": "oct", "k": "c2hvcnQ", "kid": "x"}]}),
    ],
)
def test_a_file_without_a_key_for_here_is_refused_at_the_start(text: str, tmp_path: Path) -> None:
    path = tmp_path / "jwks.json"
    path.write_text(text)
    with pytest.raises(BadKey, match=r"jwks\.json"):
        keys_in(path)
    with pytest.raises(BadKey, match="cannot be read"):
        keys_in(tmp_path / "none.json")


@pytest.mark.parametrize(
    "text",
    [
        "short",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
        pem(ec.generate_private_key(ec.SECP384R1())),
        pem(rsa.generate_private_key(65537, 1024)),  # noqa: S505  # it is to be refused
    ],
)
def test_a_key_that_cannot_be_used_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        key_of(text)
    assert key_of(pem(RSA).replace("\n", "\\n")).algorithm == "RS256", "as an environment file writes it"
    assert SHARED not in repr(key_of(SHARED))


def test_the_door_takes_both_and_gives_an_account_its_own_token_back() -> None:
    door = Door(Identity(OWN), None, Guesses(lambda: 0), accounts())
    token = signed()
    who = door.admit(Hello(1, token=token, birthday="07-23"), Visitor())
    assert isinstance(who, Admission)
    assert (who.token, who.birthday, who.name) == (token, "07-23", "Ann")
    guest = door.admit(Hello(1, name="bob"), Visitor())
    assert isinstance(guest, Admission)
    again = door.admit(Hello(1, token=guest.token), Visitor())
    assert isinstance(again, Admission)
    assert again.player == guest.player != who.player


def test_guests_may_be_switched_off() -> None:
    door = Door(Identity(OWN), None, Guesses(lambda: 0), accounts(), guests=False)
    assert isinstance(door.admit(Hello(1, token=signed()), Visitor()), Admission)
    for hello in (Hello(1, name="bob"), Hello(1, token=Identity(OWN).issue(PlayerIdentity("p1", "bob")))):
        answer = door.admit(hello, Visitor())
        assert isinstance(answer, Refused)
        assert answer.code == Refusal.WRONG_TOKEN
        assert "account" in answer.words
