"""Options that belong to a match: a game makes them out of the room's and of the birthdays of those who sit (H4)."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.server.games.registry import GAMES
from fudakai.server.records import record as records
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.effects import Denied
from fudakai.server.rooms.entries import Started, as_record
from tests.rooms import signs
from tests.rooms.table import Table

DATES = {"ann": "07-23", "bob": "05-31", "cid": "07-23", "eve": "01-17"}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, signs.NAME, signs)  # type: ignore[arg-type]  # a dict, though typed as a Mapping


def ready(*people: str, game: str = "signs", **more: Any) -> Table:
    """A table where all are ready to start."""
    table = Table(*people, game=game, **more)
    for player in table.room.people:
        table.do(ask.Ready(player, True))
    return table


def test_h4_dates_come_to_the_seats_of_the_match_and_stand_ins_go_into_the_log() -> None:
    table = ready("ann", "bob", "cid", seats=4)
    table.do(ask.Join("ann", "ann", 3))  # so seats close ranks: bob, cid, ann
    table.do(ask.Ready("ann", True))
    table.do(ask.Start("ann", {"bob": "07-23", "ann": "05-31", "eve": "01-17"}))
    match = table.room.match
    assert match is not None
    assert match.names == ("bob", "cid", "ann")
    assert match.options.birthdays == ("01-02", None, "01-01")
    assert match.state.first == (2,)
    _, entries = table.log()
    (started,) = [entry for entry in entries if isinstance(entry, Started)]
    assert started.options == {"confirm": False, "most": 4, "birthdays": ["01-02", None, "01-01"]}
    assert table.replayed() == table.room


def test_h4_no_date_is_in_anything_that_a_room_stores_or_shows() -> None:
    table = ready("ann", "bob", "cid")
    effects = table.do(ask.Start("ann", DATES))
    told = repr((effects, table.room, table.base, table.stored, views.state(table.room, table.now, 0)))
    told += repr((table.log(), views.yours(table.room)))
    assert not [date for date in DATES.values() if date in told]
    assert "01-02" in told


def test_h4_in_hanafuda_the_first_of_the_year_deals_and_no_date_is_told() -> None:
    table = ready("ann", "bob", "cid", seats=3, game="hanafuda")
    effects = table.do(ask.Start("ann", {"ann": "07-23", "bob": "05-31", "cid": "09-17"}))
    assert table.room.match is not None
    assert table.room.match.state.dealer == 1
    assert table.room.match.options.birthdays == ("01-02", "01-01", "01-02")
    told = repr((effects, table.room, table.stored, views.state(table.room, table.now, 0)))
    assert not [date for date in ("07-23", "05-31", "09-17") if date in told]
    assert table.replayed() == table.room


def test_the_room_keeps_its_own_options_and_shows_no_others() -> None:
    table = ready("ann", "bob")
    own = table.room.options
    table.do(ask.Start("ann", DATES))
    assert table.room.options == own
    shown = {"confirm": False, "most": 4}
    assert views.state(table.room, table.now, 0).options == shown
    assert table.room.match is not None
    for seat in (0, 1):
        table.play(seat, choice=seat)
    assert table.room.status == "finished"
    table.start()  # nobody's date is known this time
    assert table.log()[0].options == shown
    assert table.room.match.options.birthdays == (None, None)
    assert table.replayed() == table.room


def test_a_record_has_the_options_of_its_match() -> None:
    table = ready("ann", "bob")
    table.do(ask.Start("ann", DATES))
    for seat in (0, 1):
        table.play(seat, choice=seat)
    match = table.room.match
    assert match is not None
    kept = [kept for entry in table.log()[1] if (kept := as_record(entry)) is not None]
    record = records.record_of(GAMES["signs"], match.options, match.names, kept)
    assert record["options"]["birthdays"] == ["01-02", "01-01"]
    assert records.check(record) is None


def test_an_option_of_a_match_is_refused_at_creation_and_not_among_those_there_are() -> None:
    with pytest.raises(Denied, match=r"bad_options: 'birthdays' is no option of a room: it comes from the profiles"):
        Table("ann", game="signs", options={"birthdays": ["07-23"]})
    with pytest.raises(Denied, match=r"there are: confirm, most$"):
        Table("ann", game="signs", options={"birthday": "07-23"})


def test_options_that_do_not_fit_those_who_sit_are_refused_at_the_start_and_nothing_changes() -> None:
    table = ready("ann", "bob", "cid", options={"most": 2})
    with pytest.raises(Denied, match="bad_options: most: 3 sit here, and the match is for 2 at most"):
        table.do(ask.Start("ann"))
    assert table.refused(ask.Start("ann")) == "bad_options"
    table.do(ask.Leave("cid"))
    table.do(ask.Start("ann"))
    assert table.room.status == "playing"
