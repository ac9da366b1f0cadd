"""Names at one table are distinct, also for eyes that do not look closely."""

from __future__ import annotations

import pytest

from fudakai.server.lobby.names import LONGEST, clean_name
from fudakai.server.rooms import commands as ask, names
from fudakai.server.rooms.names import distinct
from tests.rooms.table import Table


def shown(table: Table) -> list[str | None]:
    return [place.shown.name for place in table.room.places]


def test_who_shares_a_name_gets_a_number_behind_it() -> None:
    table = Table("ann", seats=4)
    for player, name in (("b", "ann"), ("c", "Ann"), ("d", "ann (2)")):
        table.do(ask.Join(player, name))
    assert shown(table) == ["ann", "ann (2)", "Ann (3)", "ann (2) (2)"]
    assert table.replayed() == table.room


@pytest.mark.parametrize("alike", ["ann", "ANN", "\uff41\uff4e\uff4e", "\u1d43nn"])
def test_names_that_look_alike_are_shared(alike: str) -> None:
    assert distinct(alike, ["ann"]) == f"{alike} (2)"


@pytest.mark.parametrize(("one", "other"), [("straße", "STRASSE"), ("\u017fam", "sam"), ("\ufb01n", "FIN")])
def test_case_is_folded_whole(one: str, other: str) -> None:
    assert distinct(one, [other]) == f"{one} (2)"


def test_other_names_stay() -> None:
    assert distinct("ann", ["anna", "an n", "bob"]) == "ann"
    assert distinct("ann", []) == "ann"


def test_a_numbered_name_is_no_longer_than_a_name_and_a_clean_one() -> None:
    assert names.LONGEST == LONGEST
    long = "a" * LONGEST
    others = [long]
    for number in range(2, 12):
        name = distinct(long, others)
        assert len(name) == LONGEST
        assert name.endswith(f" ({number})")
        assert clean_name(name) == name
        others.append(name)
    assert distinct("a" * 19 + " aaaa", ["a" * 19 + " aaaa"]) == "a" * 19 + " (2)"


def test_a_player_keeps_the_name_in_another_seat_and_gets_the_own_one_anew_when_it_is_free() -> None:
    table = Table("ann", seats=4)
    table.do(ask.Join("b", "ann"))
    table.do(ask.Join("b", "ann", 3))
    assert shown(table) == ["ann", None, None, "ann (2)"]
    table.do(ask.Leave("ann"))
    table.do(ask.Join("b", "ann", 1))
    assert shown(table)[1] == "ann (2)"
    table.do(ask.Join("ann", "ann"))
    table.do(ask.Leave("b"))
    table.do(ask.Join("b", "bob"))
    assert shown(table)[:2] == ["ann", "bob"]


def test_who_left_the_last_match_still_has_the_name_on_the_table() -> None:
    table = Table("ann", "bob").start()
    table.do(ask.Leave("bob"))
    assert shown(table)[1] == "bob"
    table.do(ask.Join("other", "bob", 2))
    assert shown(table)[2] == "bob (2)"
    table.do(ask.Join("bob", "bob"))
    assert shown(table)[1:3] == ["bob", "bob (2)"]
