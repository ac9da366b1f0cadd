"""Views: what they say, and how they are put together for a slow reader."""

from __future__ import annotations

from fudakai.clients.sdk.view import MOST_ENTRIES, view_of
from tests.clients.peer import entry, update


def test_a_view_says_whose_turn_it_is_and_how_long() -> None:
    view = view_of(update(4, hand=["9C"]), known=0)
    assert (view.game, view.seat, view.host, view.my_turn, view.to_act) == ("agurk", 0, True, True, (0,))
    assert (view.time_left(0), view.time_left(1)) == (30.0, None)
    assert (view.status, view.over, view.result, view.match) == ("playing", False, None, "m1")
    assert view.names == ("ann", "bob")
    assert view.offers == ({"type": "play", "cards": ["9C"]},)
    assert view.known == {"seat": 0, "table": {"scores": [0, 0]}, "private": {"hand": ["9C"]}, "options": {}}


def test_a_spectators_view_holds_no_hand_and_no_offers() -> None:
    view = view_of(update(4), known=0)
    assert (view.seat, view.host, view.my_turn, view.offers, dict(view.private)) == (None, False, False, (), {})


def test_a_waiting_room_has_free_seats_and_no_table() -> None:
    seats = [{"seat": 0, "player": "p1", "name": "ann", "ready": True}, {"seat": 1, "player": None, "name": None}]
    state = {"status": "waiting", "seats": seats, "table": None, "match": None, "to_act": [], "clocks": []}
    view = view_of(update(1, state=state), known=0)
    assert (view.names, dict(view.table), view.match) == (("ann", "seat 1"), {}, None)
    assert [(seat.name, seat.ready) for seat in view.seats] == [("ann", True), (None, False)]


def test_entries_that_were_shown_are_not_shown_again() -> None:
    events = [entry(3, {"n": 3}), entry(4, {"n": 4}), entry(5, {"n": 5})]
    view = view_of(update(5, events=events), known=4)
    assert [shown.version for shown in view.entries] == [5]
    assert not view.gap


def test_a_version_that_went_back_is_a_gap_and_shows_what_came_instead() -> None:
    view = view_of(update(5, events=[entry(5, {"n": 5})]), known=9)
    assert view.gap
    assert [shown.version for shown in view.entries] == [5]


def test_views_join_in_order_and_drop_the_oldest_over_the_bound() -> None:
    older = view_of(update(200, events=[entry(version) for version in range(1, 201)]), known=0)
    newer = view_of(update(300, events=[entry(version) for version in range(201, 301)]), known=200)
    joined = newer.after(older)
    assert (joined.version, joined.gap) == (300, True)
    assert [shown.version for shown in joined.entries] == list(range(301 - MOST_ENTRIES, 301))
    assert not newer.after(view_of(update(200), known=199)).gap


def test_a_gap_before_is_a_gap_still() -> None:
    gap = view_of(update(2, gap=True), known=0)
    assert view_of(update(3), known=2).after(gap).gap
