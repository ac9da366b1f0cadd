"""The strong player of Dafaza: single decisions, what it may know, and that it wins."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from fudakai.clients.bots import Strength, dafaza, player
from fudakai.clients.bots.player import Data
from fudakai.server.games.dafaza import game as engine
from fudakai.server.games.dafaza.plays import KASU, leads
from fudakai.server.games.dafaza.state import DECK
from fudakai.testing.offers import offers_hold
from fudakai.testing.play import Habits, match
from tests.clients.bots.strength import measure, view_of


def view(
    hand: str,
    *plays: str | int,
    stacks: Sequence[int] = (1, 1, 1, 1),
    beaten: str = "",
    folded: str = "",
    factor: int = 2,
    parent: int = 1,
) -> dict[str, Any]:
    """What seat 0 knows when it is to act after these plays, cards as words or a number of folded ones."""
    tops = iter([card for card in DECK if card[:2] in ("06", "07")])
    seats = range(4 - len(plays), 4)
    table = [
        {"seat": seat, "folded": play} if isinstance(play, int) else {"seat": seat, "cards": play.split()}
        for seat, play in zip(seats, plays, strict=True)
    ]
    return {
        "seat": 0,
        "private": {"hand_cards": hand.split(), "folded": folded.split()},
        "table": {
            "table": table,
            "stacks": list(stacks),
            "tops": [[next(tops) for _ in range(count)] for count in stacks],
            "beaten": beaten.split(),
            "factor": factor,
            "parent": parent,
        },
    }


def leading(seen: Data) -> list[Data]:
    """The offers of who leads."""
    return [{"type": "play", "cards": list(cards)} for cards in leads(tuple(seen["private"]["hand_cards"]))]


def folds(seen: Data, count: int = 1) -> Data:
    """The template of a fold."""
    return {"type": "fold", "count": count, "among": seen["private"]["hand_cards"]}


def plays(*cards: str) -> Data:
    return {"type": "play", "cards": list(cards)}


def decided(seen: Data, offers: Sequence[Data]) -> Data:
    return dafaza.play(seen, offers, Random(1))


# --- the cards -------------------------------------------------------------------------------------------------------


def test_d1_d2_it_knows_the_deck_of_the_server() -> None:
    assert DECK == dafaza.DECK
    assert {card for card in DECK if dafaza.KIND[card].endswith("kasu")} == KASU


@pytest.mark.parametrize("seed", range(5))
def test_d7_its_sets_are_the_leads_of_the_server(seed: int) -> None:
    held = tuple(Random(seed).sample(DECK, 10))
    mine = dafaza.sets(dafaza.hand_of(held))
    theirs = {dafaza.hand_of(cards) for cards in leads(tuple(sorted(held, key=DECK.index)))}
    assert (set(mine), len(mine)) == (theirs, len(theirs))


# --- leading ---------------------------------------------------------------------------------------------------------


def test_d12_it_keeps_the_card_that_nobody_beats_for_the_last_trick() -> None:
    seen = view("01-bright 11-chaff")
    assert decided(seen, leading(seen)) == plays("11-chaff")


def test_d17_it_wins_the_last_trick_with_three_of_one_suit() -> None:
    seen = view("12-chaff-1 12-chaff-2 12-chaff-3")
    assert decided(seen, leading(seen)) == plays("12-chaff-1", "12-chaff-2", "12-chaff-3")


def test_d18_it_wins_the_last_trick_with_all_four_of_january() -> None:
    january = "01-bright 01-ribbon 01-chaff-1 01-chaff-2"
    seen = view(january)
    assert decided(seen, leading(seen)) == plays(*january.split())


def test_d19_when_nobody_can_beat_it_the_heart_is_led_last() -> None:
    charismas = [card for card in DECK if card not in KASU and card[:2] not in ("06", "07")]
    seen = view("01-bright 12-bright", beaten=" ".join(charismas[1:-1]), stacks=(8, 0, 0, 0))
    assert decided(seen, leading(seen)) == plays("01-bright")


# --- following -------------------------------------------------------------------------------------------------------


def test_d12_it_takes_the_last_trick_when_it_can() -> None:
    seen = view("08-animal", "12-bright", 1, 1)
    assert decided(seen, [plays("08-animal"), folds(seen)]) == plays("08-animal")


def test_d13_it_takes_a_stack_before_the_end_when_it_has_none() -> None:
    seen = view("02-animal 03-ribbon", "09-ribbon", 1, 1, stacks=(0, 3, 3, 2))
    offers = [plays("02-animal"), plays("03-ribbon"), folds(seen)]
    assert decided(seen, offers) == plays("03-ribbon")


def test_d8_it_does_not_spend_the_strongest_where_a_weaker_one_does() -> None:
    seen = view("01-bright 03-ribbon 10-animal 11-chaff 12-chaff-1", "09-ribbon", 1, 1)
    assert decided(seen, [plays("01-bright"), plays("03-ribbon")]) == plays("03-ribbon")


def test_d8_it_folds_the_weakest_and_keeps_a_pair_of_strong_ones() -> None:
    seen = view("01-chaff-1 01-chaff-2 10-animal 11-animal", "01-bright 01-ribbon", 2, 2)
    assert decided(seen, [folds(seen, 2)]) == {"type": "fold", "cards": ["11-animal", "10-animal"]}


def test_d11_it_folds_where_that_is_all_it_may() -> None:
    seen = view("01-bright", "12-bright", 1, 1, stacks=(0, 3, 3, 2))
    assert decided(seen, [folds(seen)]) == {"type": "fold", "cards": ["01-bright"]}


def test_d5_it_throws_any_sign() -> None:
    signs = [{"type": "throw", "sign": sign} for sign in ("rock", "paper", "scissors")]
    rng = Random(4)
    thrown = [dafaza.play({"seat": 0, "table": {}, "private": {}}, signs, rng)["sign"] for _ in range(60)]
    assert set(thrown) == {"rock", "paper", "scissors"}


# --- any state -------------------------------------------------------------------------------------------------------


def states(seed: int) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """View and offers of every seat to act in a short random match."""
    for played in match(engine, engine.Options(official_hands=2), 4, Random(seed), Habits(leaving=0.001)):
        for seat in engine.to_act(played.before):
            if seat in range(4):
                yield view_of(engine, played.before, seat), list(engine.legal(played.before, seat))


def test_it_answers_any_of_the_offers_the_same_again_and_leaves_the_view_alone() -> None:
    rng = Random("any")
    for seen, all_of_them in states(5):
        some = rng.sample(all_of_them, rng.randint(1, len(all_of_them)))
        before = copy.deepcopy((seen, some))
        move = dafaza.play(seen, some, Random(1))
        assert offers_hold(tuple(some), {**move, **({"cards": tuple(move["cards"])} if "cards" in move else {})})
        assert dafaza.play(seen, some, Random(1)) == move
        assert (seen, some) == before


def test_d9_it_decides_by_its_own_view_only() -> None:
    compared = 0
    for played in match(engine, engine.Options(official_hands=1), 4, Random(6), Habits()):
        for seat in [seat for seat in engine.to_act(played.before) if seat in range(4)]:
            move = dafaza.play(view_of(engine, played.before, seat), engine.legal(played.before, seat), Random(1))
            for other in engine.swapped(played.before, seat)[:2]:
                assert dafaza.play(view_of(engine, other, seat), engine.legal(other, seat), Random(1)) == move
                compared += 1
    assert compared


# --- strength --------------------------------------------------------------------------------------------------------


def test_it_beats_three_random_players() -> None:
    assert player(Strength.STRONG, "dafaza") is dafaza.play
    tally = measure("dafaza", 4, 12)
    assert tally.won >= 0.6 * tally.played
