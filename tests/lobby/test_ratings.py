"""Ratings go the right way, and are stored without loss."""

from __future__ import annotations

import pytest

from fudakai.server.lobby.ratings import Rating, decode, encode, ranks, rated

NEW = Rating()


def test_l11_a_newcomer_begins_near_nothing_and_a_win_raises_the_rating() -> None:
    assert NEW.shown == 0
    won, lost = rated([NEW, NEW], [1, 2])
    assert won.mu > NEW.mu > lost.mu
    assert won.shown > 0 > lost.shown
    assert max(won.sigma, lost.sigma) < NEW.sigma, "more is known of both"


def test_l11_the_order_of_places_is_the_order_of_ratings() -> None:
    third, first, second = rated([NEW] * 3, [3, 1, 2])
    assert first.mu > second.mu > third.mu


def test_l11_a_draw_of_equals_moves_nobody_and_equal_places_move_alike() -> None:
    assert [rating.mu for rating in rated([NEW, NEW], [1, 1])] == pytest.approx([25, 25])
    winner, *others = rated([NEW] * 4, [1, 2, 2, 2])
    assert winner.mu > 25 > others[0].mu
    assert [rating.mu for rating in others] == pytest.approx([others[0].mu] * 3)


def test_l11_beating_a_stronger_player_counts_more() -> None:
    strong, weak = Rating(35, 3), Rating(15, 3)
    upset = rated([weak, strong], [1, 2])[0].mu - weak.mu
    usual = rated([strong, weak], [1, 2])[0].mu - strong.mu
    assert upset > 5 * usual > 0


def test_l11_who_left_is_last_whatever_the_seat_came_to() -> None:
    assert ranks([1, 2, 3], []) == [1, 2, 3]
    assert ranks([1, 2, 3], [0]) == [4, 2, 3]
    assert ranks([2, 1, 3, 3], [1, 2]) == [2, 4, 4, 3]


def test_what_is_stored_is_read_as_it_was() -> None:
    rating = rated([NEW, Rating(1 / 3, 2 / 3)], [2, 1])[0]
    assert decode(encode(rating)) == rating
    assert decode(b"") == NEW
