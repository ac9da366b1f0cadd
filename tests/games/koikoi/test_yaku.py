"""The yaku of Koi-Koi, K5 and K9: one by one, and against a model that reads the page's table anew."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.koikoi.yaku import missing, table_of
from tests.games.flowers.tables import cards

FIVE = "1B 3B 8B 11B 12B"
CHAFF_9 = "1c1 1c2 2c1 2c2 3c1 3c2 4c1 4c2 5c1"


def made(
    pile: str, *, brights: str = "standard", viewing: bool = True, cup: bool = True, month: int | None = None
) -> Any:
    """The yaku that these captures make."""
    return table_of(brights, viewing, cup, month).made(cards(pile))


# --- the brights -----------------------------------------------------------------------------------------------------

SETS = {
    FIVE: "five_brights",
    "1B 3B 8B 12B": "four_brights",
    "1B 3B 8B 11B": "rainy_four_brights",
    "1B 3B 11B 12B": "rainy_four_brights",
    "1B 8B 11B 12B": "rainy_four_brights",
    "3B 8B 11B 12B": "rainy_four_brights",
    "1B 3B 8B": "three_brights",
    "1B 3B 12B": "three_brights",
    "1B 8B 12B": "three_brights",
    "3B 8B 12B": "three_brights",
    "1B 3B 11B": None,
    "8B 11B 12B": None,
    "1B 3B": None,
    "11B": None,
}
POINTS = {
    "standard": {"five_brights": 15, "four_brights": 8, "rainy_four_brights": 7, "three_brights": 6},
    "nintendo": {"five_brights": 10, "four_brights": 8, "rainy_four_brights": 7, "three_brights": 5},
    "flash": {"five_brights": 15, "four_brights": 10, "rainy_four_brights": 8, "three_brights": 6},
}


@pytest.mark.parametrize("brights", POINTS)
@pytest.mark.parametrize(("pile", "name"), SETS.items())
def test_k5_k9_only_the_best_of_the_brights_counts(pile: str, name: str | None, brights: str) -> None:
    assert made(pile, brights=brights) == ({} if name is None else {name: POINTS[brights][name]})


def test_k5_two_dry_brights_and_the_rain_man_are_no_yaku_also_with_a_chaff_more() -> None:
    assert made("1B 3B 11B") == made("1B 3B 11B 5c1") == {}


# --- the others ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "wanted"),
    [
        ("6A 7A 10A", {"boar_deer_butterflies": 5}),
        ("6A 7A", {}),
        ("6A 7A 11A", {}),
        ("6A 7A 10A 2A 4A", {"boar_deer_butterflies": 5, "animals": 1}),
        ("1R 2R 3R", {"red_poetry_ribbons": 5}),
        ("1R 2R 4R", {}),
        ("4R 5R 7R", {}),
        ("6R 9R 10R", {"blue_ribbons": 5}),
        ("6R 9R 11R", {}),
        ("1R 2R 3R 6R 9R 10R", {"red_poetry_ribbons": 5, "blue_ribbons": 5, "ribbons": 2}),
        ("2A 4A 5A 8A", {}),
        ("2A 4A 5A 8A 11A", {"animals": 1}),
        ("2A 4A 5A 8A 11A 6A", {"animals": 2}),
        ("2A 4A 5A 6A 7A 8A 9A 10A 11A", {"boar_deer_butterflies": 5, "animals": 5}),
        ("1R 4R 5R 7R", {}),
        ("1R 4R 5R 7R 11R", {"ribbons": 1}),
        ("1R 2R 3R 4R 5R 6R 7R 9R 10R 11R", {"red_poetry_ribbons": 5, "blue_ribbons": 5, "ribbons": 6}),
        (CHAFF_9, {}),
        (f"{CHAFF_9} 5c2", {"chaff": 1}),
        (f"{CHAFF_9} 11c", {"chaff": 1}),
        (f"{CHAFF_9} 5c2 12c3 12c1", {"chaff": 3}),
        (f"{CHAFF_9} 9A", {"chaff": 1}),
        (f"{CHAFF_9} 5c2 9A", {"chaff": 2}),
        (f"{CHAFF_9[:-4]} 9A", {}),
        ("1R 4R 5R 7R 11c", {}),
        ("3B 9A", {"cherry_viewing": 5}),
        ("8B 9A", {"moon_viewing": 5}),
        ("3B 8B 9A", {"cherry_viewing": 5, "moon_viewing": 5}),
        ("3R 8A 9A", {}),
        ("12*", {}),
    ],
)
def test_k5_each_yaku_and_what_is_one_card_short(pile: str, wanted: dict[str, int]) -> None:
    assert made(pile) == wanted


@pytest.mark.parametrize("month", range(1, 13))
def test_k5_the_four_cards_of_the_rounds_month(month: int) -> None:
    assert made(f"{month}*", month=month) == {"month_cards": 4}
    assert made(f"{month}*", month=month % 12 + 1) == {}
    assert made(f"{month}*", month=None) == {}
    three = [card for card in HANAFUDA if int(card[:2]) == month][1:]
    assert table_of("standard", True, True, month).made(three) == {}


def test_k9_viewing_off() -> None:
    assert made("3B 8B 9A", viewing=False) == {}


def test_k9_the_cup_as_an_animal_only() -> None:
    assert made(f"{CHAFF_9} 9A", cup=False) == {}
    assert made(f"{CHAFF_9} 5c2 9A", cup=False) == {"chaff": 1}
    for both in (True, False):
        assert made("2A 4A 5A 8A 9A", cup=both) == {"animals": 1}
        assert made("3B 9A", cup=both) == {"cherry_viewing": 5}


def test_fault_2_the_storm_card_is_never_a_ribbon_and_the_november_ribbon_never_chaff() -> None:
    assert made("1R 4R 5R 7R 11R") == {"ribbons": 1}
    assert made("1R 4R 5R 7R 11c") == {}
    assert made(f"{CHAFF_9} 11R") == {}


# --- a model of the page ---------------------------------------------------------------------------------------------


def model(pile: set[str], brights: str, viewing: bool, cup: bool, month: int | None) -> dict[str, int]:
    """K5 as the page's table says it, from the names of the cards alone."""
    found: dict[str, int] = {}

    def kind(word: str) -> int:
        return sum(1 for card in pile if word in card.split("-"))

    bright, rain = kind("bright"), "11-bright" in pile
    names = {
        (5, True): "five_brights",
        (4, True): "rainy_four_brights",
        (4, False): "four_brights",
        (3, False): "three_brights",
    }
    if (bright, rain) in names:
        found[names[bright, rain]] = POINTS[brights][names[bright, rain]]
    for name, needed in (
        ("boar_deer_butterflies", {"07-animal", "10-animal", "06-animal"}),
        ("red_poetry_ribbons", {"01-ribbon", "02-ribbon", "03-ribbon"}),
        ("blue_ribbons", {"06-ribbon", "09-ribbon", "10-ribbon"}),
    ):
        if not needed - pile:
            found[name] = 5
    chaff = kind("chaff") + (cup and "09-animal" in pile)
    for name, count, least in (("animals", kind("animal"), 5), ("ribbons", kind("ribbon"), 5), ("chaff", chaff, 10)):
        if count >= least:
            found[name] = count - least + 1
    if viewing and "09-animal" in pile:
        found |= {"cherry_viewing": 5} if "03-bright" in pile else {}
        found |= {"moon_viewing": 5} if "08-bright" in pile else {}
    if month is not None and sum(1 for card in pile if int(card[:2]) == month) == 4:
        found["month_cards"] = 4
    return found


options = st.tuples(st.sampled_from(sorted(POINTS)), st.booleans(), st.booleans(), st.none() | st.integers(1, 12))


@settings(max_examples=300, deadline=None)
@given(st.sets(st.sampled_from(HANAFUDA)), options)
def test_k5_k9_any_captures_score_as_the_pages_table_says(pile: set[str], chosen: Any) -> None:
    assert table_of(*chosen).made(pile) == model(pile, *chosen)


@settings(max_examples=100, deadline=None)
@given(st.permutations(HANAFUDA), options)
def test_k5_captures_never_lose_points_and_all_cards_score_all_yaku(order: list[str], chosen: Any) -> None:
    pile: set[str] = set()
    total, before = 0, table_of(*chosen).made(())
    assert before == {}
    for card in order:
        pile.add(card)
        found = table_of(*chosen).made(pile)
        assert found == model(pile, *chosen)
        assert sum(found.values()) >= total
        total = sum(found.values())
    assert "five_brights" in found


def test_k5_with_the_rain_man_taken_no_set_of_brights_without_it_is_to_be_made() -> None:
    found = missing(table_of("standard", True, True, None), tuple(cards("1B 3B 11B")), tuple(cards("8B")))
    assert [name for name in found if "brights" in name] == ["rainy_four_brights"]
    assert found["rainy_four_brights"] == {"need": 1, "cards": ("12-bright",)}


@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from(HANAFUDA)), st.sets(st.sampled_from(HANAFUDA)), options)
def test_k5_what_a_yaku_still_takes_makes_it_and_one_less_does_not(pile: set[str], lost: set[str], chosen: Any) -> None:
    yaku = table_of(*chosen)
    lost -= pile
    for name, what in missing(yaku, tuple(pile), tuple(lost)).items():
        open_ = [card for card in what.get("cards", ()) if card not in lost]
        assert what["need"] > 0
        assert name not in yaku.made(pile)
        if len(open_) == what["need"]:
            assert name in yaku.made(pile | set(open_))
            assert all(name not in yaku.made(pile | (set(open_) - {card})) for card in open_)
