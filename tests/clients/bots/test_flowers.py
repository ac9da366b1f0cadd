"""The strong players of Hanafuda and Koi-Koi: single decisions, what they may know, and that they win."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from fudakai.clients.bots import hanafuda, koikoi, stand_in
from fudakai.clients.bots.flowers import DECK, KIND, chance_of_any, known
from fudakai.clients.bots.player import Data, Player
from fudakai.server.games.cards import HANAFUDA, HANAFUDA_KIND, HANAFUDA_VALUE
from fudakai.server.games.koikoi.state import Options
from fudakai.server.games.koikoi.yaku import table_of
from fudakai.testing.cases import Case
from fudakai.testing.play import Habits, match
from tests.clients.bots.strength import Tally, measure, view_of
from tests.conformance.cases import CASES

FLOWERS = [case for case in CASES if case.game.NAME in ("hanafuda", "koikoi")]

DECISIONS: list[Data] = [{"type": "stop"}, {"type": "koi_koi"}]


def piles(cards: Sequence[str]) -> dict[str, list[str]]:
    return {kind: [card for card in cards if KIND[card] == kind] for kind in ("bright", "animal", "ribbon", "chaff")}


def view(
    hand: str, field: str, captured: Sequence[str] = ("", ""), counts: Sequence[int] | None = None, **table: Any
) -> dict[str, Any]:
    """What seat 0 knows; cards as words."""
    held = hand.split()
    return {
        "seat": 0,
        "options": {},
        "private": {"hand": held},
        "table": {
            "field": field.split(),
            "stock": 16,
            "pending": None,
            "counts": counts or [len(held)] * len(captured),
            "captured": [piles(cards.split()) for cards in captured],
            "koi_koi": [0, 0],
            "yaku": [{}, {}],
            "missing": [{}, {}],
            **table,
        },
    }


def offers(seen: Data) -> list[Data]:
    """The plain plays of a hand (H8)."""
    found: list[Data] = []
    for card in seen["private"]["hand"]:
        mates = [other for other in seen["table"]["field"] if other[:2] == card[:2]]
        if len(mates) == 2:
            found += [{"type": "play", "card": card, "target": target} for target in mates]
        else:
            found.append({"type": "play", "card": card})
    return found


def decided(player: Player, seen: Data, more: Sequence[Data] = ()) -> Data:
    return player(seen, [*offers(seen), *more], Random(1))


# --- the cards -------------------------------------------------------------------------------------------------------


def test_the_bots_know_the_deck_of_the_server() -> None:
    assert DECK == HANAFUDA
    assert dict(HANAFUDA_KIND) == KIND
    assert dict(HANAFUDA_VALUE) == hanafuda.WORTH


def test_h3_the_opponents_come_in_playing_order() -> None:
    seen = known({**view("01-bright", "", ("", "", "", ""), [1, 2, 3, 4]), "seat": 1})
    assert seen.others == (1, 4, 3)


@pytest.mark.parametrize(
    ("wanted", "drawn", "chance"), [(0, 1, 0.0), (1, 1, 0.25), (2, 1, 0.5), (2, 2, 5 / 6), (3, 2, 1)]
)
def test_the_chance_that_one_of_some_is_among_those_drawn(wanted: int, drawn: int, chance: float) -> None:
    assert chance_of_any(wanted, drawn, among=4) == pytest.approx(chance)


# --- hanafuda --------------------------------------------------------------------------------------------------------


def test_it_takes_the_bright() -> None:
    seen = view("01-chaff-1 02-chaff-1 05-ribbon", "01-bright 02-chaff-2 05-chaff-1 07-chaff-1")
    assert decided(hanafuda.play, seen) == {"type": "play", "card": "01-chaff-1"}


def test_h8_of_two_targets_it_takes_the_dearer() -> None:
    seen = view("08-chaff-1 02-chaff-1", "08-bright 08-animal 05-chaff-1")
    assert decided(hanafuda.play, seen) == {"type": "play", "card": "08-chaff-1", "target": "08-bright"}


def test_it_does_not_lay_a_bright_before_the_opponent() -> None:
    seen = view("12-bright 04-chaff-1 10-animal", "01-chaff-1 02-chaff-1")
    assert decided(hanafuda.play, seen) == {"type": "play", "card": "04-chaff-1"}


def test_it_lays_what_nobody_else_can_take() -> None:
    seen = view("06-chaff-1 06-chaff-2 04-ribbon", "01-bright", ("06-animal 06-ribbon", ""))
    assert decided(hanafuda.play, seen)["card"].startswith("06")


def test_h10_it_takes_a_whole_month() -> None:
    seen = view("03-bright 03-ribbon 07-chaff-1", "03-chaff-1 03-chaff-2 07-chaff-2")
    hiki = {"type": "hiki", "month": 3}
    assert decided(hanafuda.play, seen, [hiki]) == hiki


def test_h11_the_storm_card_takes_the_bright_of_another_month() -> None:
    seen = view("11-chaff 02-chaff-1", "08-bright 05-chaff-1")
    wild = [{"type": "play", "card": "11-chaff", "target": target} for target in ("05-chaff-1", "08-bright")]
    assert decided(hanafuda.play, seen, wild) == wild[1]


def test_h9_the_turned_card_takes_the_dearer() -> None:
    seen = view("02-chaff-1", "09-chaff-1 09-animal", pending="09-ribbon")
    choices = [{"type": "choose", "target": target} for target in ("09-chaff-1", "09-animal")]
    assert hanafuda.play(seen, choices, Random(1)) == choices[1]


# --- koi-koi ---------------------------------------------------------------------------------------------------------


def test_it_takes_the_card_that_makes_its_yaku() -> None:
    missing = [{"red_poetry_ribbons": {"need": 1, "cards": ["02-ribbon"]}}, {}]
    seen = view("02-chaff-1 08-chaff-1", "02-ribbon 08-bright", ("01-ribbon 03-ribbon", ""), missing=missing)
    assert decided(koikoi.play, seen) == {"type": "play", "card": "02-chaff-1"}
    assert decided(hanafuda.play, seen) == {"type": "play", "card": "08-chaff-1"}


def test_it_takes_the_card_that_the_opponent_needs() -> None:
    missing = [{}, {"red_poetry_ribbons": {"need": 1, "cards": ["02-ribbon"]}}]
    seen = view("02-chaff-1 08-chaff-1", "02-ribbon 08-bright", ("", "01-ribbon 03-ribbon"), missing=missing)
    assert decided(koikoi.play, seen) == {"type": "play", "card": "02-chaff-1"}


def test_it_does_not_hand_over_a_yaku_card() -> None:
    missing = [{}, {"blue_ribbons": {"need": 1, "cards": ["10-ribbon"]}}]
    seen = view("10-ribbon 08-bright", "01-chaff-1", ("", "06-ribbon 09-ribbon"), missing=missing)
    assert decided(koikoi.play, seen) == {"type": "play", "card": "08-bright"}


def test_k4_it_stops_when_the_other_is_about_to_score() -> None:
    missing = [{}, {"boar_deer_butterflies": {"need": 1, "cards": ["06-animal"]}, "chaff": {"need": 1}}]
    taken = ("", "07-animal 10-animal")
    seen = view("01-chaff-1 04-chaff-1 05-chaff-1", "06-chaff-1", taken, yaku=[{"chaff": 2}, {}], missing=missing)
    assert koikoi.play(seen, DECISIONS, Random(1)) == {"type": "stop"}


def test_k4_it_stops_when_nothing_can_be_improved() -> None:
    seen = view("01-chaff-1", "07-chaff-1", yaku=[{"moon_viewing": 5}, {}])
    assert koikoi.play(seen, DECISIONS, Random(1)) == {"type": "stop"}


def test_k4_it_goes_on_early_with_little_when_much_is_near() -> None:
    missing = [{"three_brights": {"need": 1, "cards": ["01-bright", "03-bright"]}, "animals": {"need": 2}}, {}]
    seen = view(
        "01-chaff-1 03-chaff-1 04-chaff-1 05-chaff-1 06-chaff-1 07-chaff-1",
        "01-bright 03-bright",
        ("08-bright 12-bright", ""),
        yaku=[{"ribbons": 1}, {}],
        missing=missing,
    )
    assert koikoi.play(seen, DECISIONS, Random(1)) == {"type": "koi_koi"}


@pytest.mark.parametrize("offer", DECISIONS)
def test_k4_it_takes_the_only_decision_left(offer: Data) -> None:
    assert koikoi.play(view("01-chaff-1", "07-chaff-1"), [offer], Random(1)) == offer


# --- any state -------------------------------------------------------------------------------------------------------


def states(case: Case, seed: int) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """View and offers of every seat to act in a random match."""
    game = case.game
    for played in match(game, case.options, case.seats, Random(seed), Habits(leaving=0.001)):
        for seat in game.to_act(played.before):
            if seat in range(case.seats):
                yield view_of(game, played.before, seat), list(game.legal(played.before, seat))


@pytest.mark.parametrize("case", FLOWERS, ids=str)
def test_it_answers_any_of_the_offers_the_same_again_and_leaves_the_view_alone(case: Case) -> None:
    player, rng = stand_in(case.game.NAME), Random(f"any {case}")
    for seen, all_of_them in states(case, 5):
        some = rng.sample(all_of_them, rng.randint(1, len(all_of_them)))
        before = copy.deepcopy((seen, some))
        move = player(seen, some, Random(1))
        assert move in some
        assert player(seen, some, Random(1)) == move
        assert (seen, some) == before


@pytest.mark.parametrize("case", FLOWERS, ids=str)
def test_it_decides_by_its_own_view_only(case: Case) -> None:
    game, player, compared = case.game, stand_in(case.game.NAME), 0
    for played in match(game, case.options, case.seats, Random(6), Habits()):
        for seat in [seat for seat in game.to_act(played.before) if seat in range(case.seats)]:
            move = player(view_of(game, played.before, seat), game.legal(played.before, seat), Random(1))
            for other in game.swapped(played.before, seat):
                assert player(view_of(game, other, seat), game.legal(other, seat), Random(1)) == move
                compared += 1
    assert compared


# --- the options of a match -----------------------------------------------------------------------------------------


RULES = [
    {"brights": brights, "viewing": viewing, "month_cards": month_cards, "cup": cup}
    for brights in ("standard", "nintendo", "flash")
    for viewing in ("on", "off")
    for month_cards in (True, False)
    for cup in ("both", "animal")
]


@pytest.mark.parametrize("options", RULES, ids=str)
def test_k5_k9_its_yaku_are_those_of_the_rules_under_every_option(options: dict[str, Any]) -> None:
    month = 4 if options["month_cards"] else None
    table = table_of(options["brights"], options["viewing"] == "on", options["cup"] == "both", month)
    rules = koikoi.rules_of(options)
    assert rules.points == {yaku.name: yaku.points for yaku in (*table.brights, *table.others)}
    of_many = {yaku.name: set(yaku.cards) for yaku in table.others if yaku.more}
    assert {name: set(cards) for name, cards in rules.counted.items()} == of_many


def test_k9_without_options_its_rules_are_the_usual_ones() -> None:
    assert koikoi.rules_of({}) == koikoi.rules_of(msgspec.structs.asdict(Options()))
    assert koikoi.rules_of({}).double_seven
    assert koikoi.rules_of({}).koi_double


def test_k6_it_counts_what_is_doubled_by_the_options() -> None:
    for base, called, points in ((6, False, 6), (7, False, 14), (7, True, 28), (5, True, 10)):
        assert koikoi.scored(koikoi.rules_of({}), base, called) == points
        assert koikoi.scored(koikoi.rules_of({"double_seven": False}), base, called) == base * (1 + called)
        assert koikoi.scored(koikoi.rules_of({"koi_double": False}), base, called) == base * (2 if base > 6 else 1)


# --- strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "least"), [("hanafuda", 0.7), ("koikoi", 0.85)])
def test_it_beats_random_players(game: str, least: float) -> None:
    tally = measure(game, 2, 60)
    assert tally.won >= least * tally.played


def test_of_four_players_it_wins_more_than_its_share() -> None:
    tally = measure("hanafuda", 4, 60)
    assert tally.won >= 0.38 * tally.played


def test_the_interval_of_wilson() -> None:
    low, high = Tally(won=8, shared=0, played=10, moves=1, seconds=1.0).interval()
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
