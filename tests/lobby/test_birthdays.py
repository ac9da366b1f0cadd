"""A birthday is the player's own: it comes with hello, stands in the token, and is printed nowhere."""

from __future__ import annotations

import base64
import datetime
import io
import json

import jwt
import pytest
from rich.console import Console

from fudakai.protocol.codes import Refusal
from fudakai.protocol.from_client import Hello
from fudakai.protocol.from_server import Refused
from fudakai.server.guesses import Guesses
from fudakai.server.lobby.birthdays import BadBirthday, checked_birthday
from fudakai.server.lobby.door import Admission, Door
from fudakai.server.lobby.identity import Identity, PlayerIdentity, WrongToken
from tests.lobby.visitors import Visitor

KEY = "k" * 32
OLD = {"sub": "p1", "name": "Ann", "iat": 1}


def door_of(access: str | None) -> Door:
    return Door(Identity(KEY), access, Guesses(lambda: 0))


def admitted(*, door: Door | None = None, **hello: str) -> Admission:
    """Who a hello is; it must be taken."""
    who = (door or door_of(None)).admit(Hello(1, **hello), Visitor())
    assert isinstance(who, Admission)
    return who


def claims(token: str) -> set[str]:
    return set(jwt.decode(token, KEY, algorithms=["HS256"]))


def test_h4_every_day_of_a_leap_year_is_a_birthday() -> None:
    first = datetime.date(2024, 1, 1)
    days = [f"{first + datetime.timedelta(days=number):%m-%d}" for number in range(366)]
    assert "02-29" in days
    assert [checked_birthday(day) for day in days] == days
    for month in range(100):
        for day in range(100):
            text = f"{month:02}-{day:02}"
            if text not in days:
                with pytest.raises(BadBirthday):
                    checked_birthday(text)


@pytest.mark.parametrize(
    "birthday", ["7-23", "07/23", "2001-07-23", "07-23\n", " 07-23", "\uff10\uff17-23", "0723", "-7-23", "x" * 10000]
)
def test_h4_what_is_no_birthday_is_refused_by_the_fields_name_and_not_repeated(birthday: str) -> None:
    refused = door_of(None).admit(Hello(7, name="Ann", birthday=birthday), Visitor())
    assert isinstance(refused, Refused)
    assert (refused.code, refused.re) == (Refusal.BAD_MESSAGE, 7)
    assert refused.words.startswith("birthday: ")
    assert "MM-DD" in refused.words
    assert birthday not in refused.words


def test_h4_a_birthday_stays_until_another_is_given_or_it_is_taken_away() -> None:
    ann = admitted(name="Ann", birthday="07-23")
    assert ann.birthday == "07-23"
    again = admitted(token=ann.token)
    assert again == ann  # the very token: nothing changed
    assert admitted(token=ann.token, birthday="07-23").token == ann.token
    moved = admitted(token=ann.token, birthday="02-29")
    assert (moved.player, moved.name, moved.birthday) == (ann.player, "Ann", "02-29")
    assert admitted(token=moved.token).birthday == "02-29"
    gone = admitted(token=moved.token, birthday="")
    assert (gone.player, gone.birthday) == (ann.player, None)
    assert gone.token != moved.token
    assert claims(gone.token) == {"sub", "name", "iat"}
    assert admitted(token=gone.token).birthday is None
    assert admitted(token=gone.token, birthday="").token == gone.token
    assert admitted(name="Bob", birthday="").birthday is None


def test_tokens_of_before_birthdays_are_read_as_before() -> None:
    old = jwt.encode(OLD, KEY, algorithm="HS256")
    assert Identity(KEY).read(old) == PlayerIdentity("p1", "Ann")
    assert admitted(token=old) == Admission("p1", "Ann", old, None)


def test_a_forged_birthday_is_refused() -> None:
    head, _, signature = Identity(KEY).issue(PlayerIdentity("p1", "Ann", "07-23")).split(".")
    forged = base64.urlsafe_b64encode(json.dumps(OLD | {"birthday": "01-01"}).encode()).rstrip(b"=").decode()
    with pytest.raises(WrongToken, match="it was changed"):
        Identity(KEY).read(f"{head}.{forged}.{signature}")


@pytest.mark.parametrize("birthday", ["02-30", "", 723, ["07-23"], {}, False])
def test_a_signed_birthday_that_is_none_is_refused(birthday: object) -> None:
    with pytest.raises(WrongToken) as caught:
        Identity(KEY).read(jwt.encode(OLD | {"birthday": birthday}, KEY, algorithm="HS256"))
    assert caught.value.words == "This token's birthday is no day of the year."


def test_a_wrong_access_token_is_the_first_thing_said() -> None:
    refused = door_of("letmein").admit(Hello(1, birthday="07-32"), Visitor())
    assert isinstance(refused, Refused)
    assert refused.code == Refusal.WRONG_ACCESS


def test_h4_neither_birthday_nor_token_is_printed_with_its_holder() -> None:
    ann = admitted(name="Ann", birthday="07-23")
    out = io.StringIO()
    shown: list[object] = [PlayerIdentity("p1", "Ann", "07-23"), ann]
    Console(file=out).print(*shown)
    text = out.getvalue() + repr(shown)
    assert "Ann" in text
    assert "07-23" not in text
    assert ann.token not in text
