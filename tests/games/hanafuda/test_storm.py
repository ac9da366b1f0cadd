"""Hanafuda's storm card, H11: what it may take, what it may not, and what a refusal gives away."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.server.games.hanafuda import game as hanafuda
from tests.games.flowers.tables import (
    actor,
    after,
    captured,
    code,
    deal,
    do,
    event,
    field,
    hana,
    hand,
    offered,
    refusal,
    table,
    to_deal,
)


def wild(state: Any, seat: int = 0) -> list[str]:
    """The storm card's offers of other months."""
    return [offer for offer in offered(state, seat) if offer.startswith("11c>") and not offer.startswith("11c>11")]


def test_h11_it_takes_any_one_field_card_whatever_its_month() -> None:
    state = hana("11c 5A", "6A 7A", field="1B 3c1 3c2 8A", stock="9A 9R")
    assert wild(state) == ["11c>1B", "11c>3c1", "11c>3c2", "11c>8A"]
    step = do(state, 0, "11c>1B")
    assert captured(step.state, 0) == "1B 11c"
    assert event(step, "played")["wild"] is True
    assert step.move == {"type": "play", "card": "11-chaff", "target": "01-bright"}
    assert field(step.state) == "3c1 3c2 8A 9A"
    assert table(step.state)["captured_value"] == [21, 0]


def test_h11_of_two_of_a_month_it_takes_one_and_the_other_stays() -> None:
    step = do(hana("11c 5A", "6A 7A", field="3c1 3c2", stock="9A 9R"), 0, "11c>3c2")
    assert captured(step.state, 0) == "3c2 11c"
    assert field(step.state) == "3c1 9A"


def test_h11_without_a_target_and_without_november_it_stays_on_the_field() -> None:
    step = do(hana("11c 5A", "6A 7A", field="1B 8A", stock="9A 9R"), 0, "11c")
    assert captured(step.state, 0) == ""
    assert field(step.state) == "1B 8A 9A 11c"


# --- a stack ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["3B", "3c1", "3c2"])
def test_h11_it_may_not_take_from_a_stack(target: str) -> None:
    state = hana("11c 5A", "6A 7A", field="3B 3c1 3c2 8A", stock="9A 9R", captured=("3R", ""))
    assert wild(state) == ["11c>8A"]
    assert code(state, 0, f"11c>{target}") == "stack"


@pytest.mark.parametrize("hands", [("11c 5A 3R", "6A 7A"), ("11c 5A", "6A 3R")])
def test_h11_a_stack_goes_before_a_hiki(hands: tuple[str, ...]) -> None:
    state = hana(*hands, field="3B 3c1 3c2 8A", stock="9A 9R")
    assert wild(state) == ["11c>8A"]
    assert code(state, 0, "11c>3B") == "stack"


# --- a hiki ----------------------------------------------------------------------------------------------------------


def test_h11_a_card_of_ones_own_hiki_is_not_offered_and_refused() -> None:
    state = hana("11c 3B 3R", "6A 7A", field="3c1 3c2 8A", stock="9A 9R")
    assert wild(state) == ["11c>8A"]
    assert code(state, 0, "11c>3c1") == "hiki"


@pytest.mark.parametrize(
    ("laid", "held"), [("9A", "9R 9c1 9c2"), ("9A 9R", "9c1 9c2")], ids=["holds three", "holds two"]
)
@pytest.mark.parametrize("owner", [1, 2])
def test_h11_a_card_of_anothers_hiki_is_offered_and_refused(laid: str, held: str, owner: int) -> None:
    hands = ["11c 5A", "6A 7A", "6R 7R"]
    hands[owner] = held
    state = hana(*hands, field=f"{laid} 8A", stock="10A 10R")
    assert "11c>9A" in wild(state)
    assert code(state, 0, "11c>9A") == "hiki"


def test_h11_the_refusal_changes_nothing_and_another_offer_is_taken() -> None:
    state = hana("11c 5A", "9R 9c1 9c2", field="9A 8A", stock="10A 10R")
    before = (table(state), hand(state, 0), offered(state, 0), offered(state, 1))
    assert code(state, 0, "11c>9A") == "hiki"
    assert (table(state), hand(state, 0), offered(state, 0), offered(state, 1)) == before
    assert actor(state) == 0
    assert captured(do(state, 0, "11c>8A").state, 0) == "8A 11c"


def test_h11_the_refusal_does_not_say_whose_hiki_it_is() -> None:
    said = set()
    for hands in (("11c 5A", "9R 9c1 9c2", "6R"), ("11c 5A", "6R", "9R 9c1 9c2"), ("11c 9R 9c1 9c2", "6R", "6A")):
        found = refusal(hana(*hands, field="9A 8A", stock="10A 10R"), 0, "11c>9A")
        said.add((found.code, found.words))
    assert len(said) == 1


def test_h11_the_refusal_also_guards_the_hiki_of_a_seat_that_a_stand_in_plays() -> None:
    state = hana("11c 5A", "9R 9c1 9c2", "6R 6A", field="9A 8A", stock="10A 10R")
    assert code(hanafuda.leave(state, 1).state, 0, "11c>9A") == "hiki"


@pytest.mark.parametrize(
    ("hands", "taken"),
    [
        (("11c 5A", "9R 9c1", "9c2 6A"), ""),
        (("11c 9R", "9c1 9c2", "6R 6A"), ""),
        (("11c 5A", "9R 9c1", "6R 6A"), "9c2"),
        (("11c 5A", "9R 9c1", "6R 6A"), ""),
    ],
    ids=["split between two", "one is one's own", "one is captured", "one is in the stock"],
)
def test_h11_what_is_nobodys_hiki_may_be_taken(hands: tuple[str, ...], taken: str) -> None:
    state = hana(*hands, field="9A 8A", stock="10A 10R", captured=("", taken, ""))
    assert captured(do(state, 0, "11c>9A").state, 0) == "9A 11c"


def test_h11_the_pages_september_from_the_deal() -> None:
    laid = "9A 1B 2c1 3c1 4c1 5c1 6c1 7c1"
    other = "9R 9c1 9c2 1c1 4A 5A 8B 11B"
    state = deal(to_deal(hanafuda, 2), "11c 2A 3B 6A 7A 8A 10A 12c1", other, field=laid, stock="12c2").state
    assert code(state, 0, "11c>9A") == "hiki"
    hands = ("11c 2A 3B 6A 7A 8A", "9R 9c1 1c1 4A 5A 8B", "9c2 11B 12B 10A 10R 2R")
    split = deal(to_deal(hanafuda, 3), *hands, field=laid, stock="12c1").state
    assert captured(do(split, 0, "11c>9A").state, 0) == "9A 11c"


# --- an ordinary November card ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("storm", ["wild", "plain"])
@pytest.mark.parametrize("text", ["11c", "11c>11A"])
def test_h11_as_an_ordinary_card_it_takes_the_one_of_november(text: str, storm: str) -> None:
    step = do(hana("11c 5A", "6A 7A", field="1B 11A", stock="9A 9R", storm=storm), 0, text)
    assert captured(step.state, 0) == "11A 11c"
    assert event(step, "played")["wild"] is False
    assert step.move == {"type": "play", "card": "11-chaff"}


@pytest.mark.parametrize("storm", ["wild", "plain"])
def test_h11_as_an_ordinary_card_it_names_one_of_two_and_takes_all_of_three(storm: str) -> None:
    state = hana("11c 5A", "6A 7A", field="1B 11A 11R", stock="9A 9R", storm=storm)
    assert code(state, 0, "11c") == "needs_target"
    assert captured(do(state, 0, "11c>11R").state, 0) == "11R 11c"
    state = hana("11c 5A", "6A 7A", field="1B 11B 11A 11R", stock="9A 9R", storm=storm)
    for text in ("11c", "11c>11B", "hiki 11"):
        assert captured(do(state, 0, text).state, 0) == "11B 11A 11R 11c"


@pytest.mark.parametrize(("held", "laid"), [("11c 11A", "11B 11R"), ("11c 11A 11R", "11B")])
def test_h11_on_november_no_hiki_stops_it(held: str, laid: str) -> None:
    state = hana(f"{held} 5A", "6A 7A", field=f"{laid} 1B", stock="9A 9R")
    assert captured(do(state, 0, "11c>11B").state, 0) == "11B 11c"
    assert "hiki 11" in offered(state, 0)


def test_h11_from_the_stock_it_is_an_ordinary_card() -> None:
    step = do(hana("2A 5A", "6A 7A", field="1B 8A", stock="11c 9R"), 0, "2A")
    assert (captured(step.state, 0), field(step.state)) == ("", "1B 2A 8A 11c")
    step = do(hana("2A 5A", "6A 7A", field="1B 11B 11R", stock="11c 9R"), 0, "2A")
    assert offered(step.state, 0) == ["take 11B", "take 11R"]
    assert code(step.state, 0, "take 1B") == "no_match"


# --- plain, and codes ------------------------------------------------------------------------------------------------


def test_h11_plain_it_takes_no_other_month() -> None:
    state = hana("11c 5A", "9R 9c1 9c2", field="1B 9A 3B 3c1 3c2", stock="10A 10R", storm="plain")
    assert offered(state, 0) == ["5A", "11c"]
    for target in ("1B", "9A", "3B"):
        assert code(state, 0, f"11c>{target}") == "no_match"


def test_h11_other_cards_take_no_other_month() -> None:
    state = hana("11R 11B 5A", "6A 7A", field="1B", stock="10A 10R")
    assert code(state, 0, "11R>1B") == code(state, 0, "11B>1B") == code(state, 0, "5A>1B") == "no_match"


@pytest.mark.parametrize("target", ["2A", "6A", "11A", "11c"])
def test_h11_a_target_that_is_not_on_the_field_is_no_match(target: str) -> None:
    state = hana("11c 5A", "6A 7A", field="1B 8A", stock="9A 9R")
    assert code(state, 0, f"11c>{target}") == "no_match"


def test_h11_codes_in_their_order() -> None:
    state = hana("11c 5A 3c1", "9R 9c1 9c2", field="9A 8B 8A 8c1 3B", stock="10A 10R", must_match=True)
    assert code(state, 0, {"type": "play", "card": "11-chaff", "target": 9}) == "wrong_type"
    assert code(state, 0, "11c>8A") == "stack"
    assert code(state, 0, "11c>9A") == "hiki"
    assert code(state, 0, "11c>2A") == "must_capture"
    assert code(state, 0, "11c") == "must_capture"
    assert captured(do(state, 0, "11c>3B").state, 0) == "3B 11c"
    assert code(state, 1, "11c>9A") == "not_your_turn"


def test_h11_an_offer_does_not_show_what_others_hold() -> None:
    one = hana("11c 5A", "9R 9c1 9c2", field="9A 8A", stock="6R 6A")
    other = hana("11c 5A", "6R 9c1 9c2", field="9A 8A", stock="9R 6A")
    assert offered(one, 0) == offered(other, 0)
    assert after(other, (0, "11c>9A")).move == {"type": "play", "card": "11-chaff", "target": "09-animal"}
