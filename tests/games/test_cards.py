"""The two decks and their notation."""

from __future__ import annotations

from collections import Counter

import pytest

from fudakai.server.games.cards import BRIDGE, HANAFUDA, HANAFUDA_MONTH, in_deck_order, stacked


def test_the_bridge_deck_has_four_suits_a_rank_and_three_jokers() -> None:
    assert len(set(BRIDGE)) == 55
    assert Counter(card[-1] for card in BRIDGE[:52]) == Counter(dict.fromkeys("CDHS", 13))


def test_the_hanafuda_deck_has_four_cards_a_month() -> None:
    assert len(set(HANAFUDA)) == 48
    assert Counter(HANAFUDA_MONTH.values()) == Counter(dict.fromkeys(range(1, 13), 4))
    kinds = Counter(card.split("-")[1] for card in HANAFUDA)
    assert kinds == {"bright": 5, "animal": 9, "ribbon": 10, "chaff": 24}


def test_the_storm_card_is_chaff_and_the_november_ribbon_a_ribbon() -> None:
    assert HANAFUDA[40:44] == ("11-bright", "11-animal", "11-ribbon", "11-chaff")


def test_cards_are_listed_in_deck_order() -> None:
    assert in_deck_order(["JK1", "10C", "2S", "AH", "2C"]) == ("2C", "2S", "10C", "AH", "JK1")
    assert in_deck_order(["12-chaff-1", "01-chaff-2", "01-bright"]) == ("01-bright", "01-chaff-2", "12-chaff-1")


def test_a_short_order_is_the_top_and_the_rest_follows_in_deck_order() -> None:
    assert stacked(["AH", "2D"], ("2C", "2D", "3C", "AH")) == ("AH", "2D", "2C", "3C")
    assert stacked([], ("2C", "2D")) == ("2C", "2D")


@pytest.mark.parametrize("order", [["2C", "2C"], ["ZZ"], ["AH"], [None], [2], [["2C"]]])
def test_an_order_with_a_strange_card_or_one_named_twice_is_none(order: list[object]) -> None:
    assert stacked(order, ("2C", "2D")) is None
