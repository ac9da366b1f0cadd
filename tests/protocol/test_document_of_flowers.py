"""What GAMES.md says of Hanafuda and Koi-Koi is so: cards, presets, yaku, words, and examples that were played."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from fudakai.server.games.api import Game, IllegalMove
from fudakai.server.games.cards import HANAFUDA_KINDS, HANAFUDA_VALUE
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.hanafuda.state import HANDS
from fudakai.server.games.koikoi import game as koikoi
from fudakai.server.games.koikoi.state import PRESETS
from fudakai.server.games.koikoi.yaku import BRIGHTS, LUCKY_POINTS, table_of
from fudakai.server.games.registry import GAMES as REGISTERED
from fudakai.testing.play import Habits, match
from tests.conformance.cases import CASES
from tests.protocol.flower_examples import FOUR_ON_THE_FIELD, FOUR_PAIRS, Table, examples, first_turns
from tests.protocol.page import GAMES_PAGE, blocks, part, rows, unfolded
from tests.protocol.schema import faults, read

GAMES = (REGISTERED[hanafuda.NAME], REGISTERED[koikoi.NAME])
COMMON = part("Flower cards")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)

TESHI = ("05-animal", "05-ribbon", "05-chaff-1", "05-chaff-2", "06-animal", "07-animal", "08-bright", "10-animal")
KUTTSUKI = ("01-bright", "01-ribbon", "02-animal", "02-ribbon", "03-bright", "03-ribbon", "04-animal", "04-ribbon")
FIELD = ("09-animal", "09-ribbon", "09-chaff-1", "11-bright", "11-animal", "12-bright", "06-ribbon", "07-ribbon")


class Seen(NamedTuple):
    """What random matches of a game have shown: words by event and field, reasons."""

    words: dict[tuple[str, str], set[str]]
    reasons: set[str]


def rare(game: Game) -> Iterator[Table]:
    """Deals and matches that chance seldom makes."""
    for deck in (FOUR_ON_THE_FIELD, FOUR_PAIRS, KUTTSUKI, FIELD + TESHI, FIELD + KUTTSUKI + TESHI):
        table = Table(game, 2)
        table.dealt(*deck)
        yield table
    if game is koikoi:
        table = Table(game, 2, lucky_hands="redeal")
        table.dealt(*FIELD, *TESHI)
    else:
        table = Table(game, 2)
        table.dealt(*FIELD, *TESHI[:4], *("04-animal", "04-ribbon", "04-chaff-1", "04-chaff-2"))
    yield table


def without_end(game: Game) -> tuple[Any, int]:
    """Options and players whose goal nobody reaches, by random moves, in fifty rounds."""
    if game is koikoi:
        return koikoi.Options(goal=500), 2
    return hanafuda.Options(match_end="goal", goal=5000, scoring="own_points"), 7


def seen(game: Game) -> Seen:
    """Random matches of every case, departures included, and the rare deals; played once."""
    return seen_of(game.NAME)


@cache
def seen_of(name: str) -> Seen:
    """As `seen`, by the game's name."""
    game = REGISTERED[name]
    found = Seen(defaultdict(set), set())
    matches = [(case.options, case.seats) for case in CASES if game.NAME == case.game.NAME]
    for seed, (options, seats) in enumerate([*matches * 3, (soon_over(game), 2), without_end(game)]):
        lasting = (options, seats) == without_end(game)
        dice = Random(seed)
        leaving = dice.choice((0.0, 0.01, 0.03))
        habits = Habits() if lasting else Habits(leaving=leaving, abandoning=0.0005)
        for played in match(game, options, seats, dice, habits):
            note(found, game, played.step.state, played.step.events)
    for table in rare(game):
        note(found, game, table.state, table.events)
    return found


def soon_over(game: Game) -> Any:
    """A goal or lead that is reached soon."""
    return koikoi.Options(goal=1) if game is koikoi else hanafuda.Options(match_end="lead", lead=1)


def note(found: Seen, game: Game, state: Any, events: Any) -> None:
    """Adds what a step has shown."""
    outcome = game.outcome(state)
    if outcome is not None:
        found.reasons.add(outcome.reason)
    for event in events:
        for field in ("why", "hand", "doubled"):
            value = event.get(field, ())
            found.words[event["type"], field].update([value] if isinstance(value, str) else value)


def quoted(text: str) -> list[str]:
    """The words between backquotes."""
    return re.findall(r"`([\w-]+)`", text)


def cell(row: str, place: int) -> str:
    """One column of a row, from 0."""
    return row.split("|")[place + 1].strip()


@each_game
def test_the_reasons_are_complete(game: Game) -> None:
    assert seen(game).reasons == set(game.SHAPES.reasons)


def test_the_words_in_events_are_all_made() -> None:
    words = {("redealt", "why"): "RedealReason", ("lucky_hand", "hand"): "LuckyHandName"}
    for (kind, field), name in {**words, ("round_scored", "why"): "RoundReason"}.items():
        said, made = set(), set()
        for game in GAMES:
            said |= set(read()[f"games/{game.NAME}.json"]["$defs"][name]["enum"])
            made |= seen(game).words[kind, field]
        assert made == said, kind
    assert seen(REGISTERED[koikoi.NAME]).words["round_scored", "doubled"] == {"seven", "koi_koi"}


# ---- options


def written(value: Any) -> str:
    """A value as the page writes it."""
    return f"`{value}`" if isinstance(value, str) else json.dumps(value)


def test_the_presets_are_complete() -> None:
    table = rows("preset")
    assert set(table) == {written(name).strip("`") for name in PRESETS}
    for name, preset in PRESETS.items():
        assert [cell(table[written(name).strip("`")], place) for place in (1, 2, 3)] == list(
            map(written, preset.values())
        )
    assert quoted(part("Koi-Koi").split("| preset |")[1].split("\n")[0]) == list(PRESETS[None])


def test_the_numbers_in_options_are_so() -> None:
    for name, deal in HANDS.items():
        assert f"`{name}` " + " ".join([f"{hand}/{field}" for hand, field in deal.values()]) in part("Hanafuda")
    for name, points in BRIGHTS.items():
        assert f"{name} {'/'.join(map(str, points))}" in koikoi.Options.WORDS["brights"]


@each_game
def test_the_part_says_the_name_and_the_players(game: Game) -> None:
    fewest, most = game.SEATS
    players = f"{fewest} to {most}" if fewest != most else str(fewest)
    assert f'`"game": "{game.NAME}"`, for {players} players' in part(game.TITLE)


# ---- codes, cards, yaku


def test_the_cards_are_as_they_are() -> None:
    found = {}
    for months, row in rows("months", COMMON).items():
        for month in months.split():
            found[int(month)] = tuple(quoted(row))
    assert dict(sorted(found.items())) == dict(HANAFUDA_KINDS)
    values = [HANAFUDA_VALUE[card] for card in ("01-bright", "02-animal", "01-ribbon", "01-chaff-1")]
    assert "bright has the value {}, an animal {}, a ribbon {}, chaff {}.".format(*values) in COMMON


def test_the_yaku_are_complete() -> None:
    default = table_of("standard", True, True, 1)
    yaku = {one.name: one for one in (*default.brights, *default.others)}
    points = {name: one.points for name, one in yaku.items()} | dict(LUCKY_POINTS)
    table = rows("yaku")
    assert {name: int(cell(row, 1)) for name, row in table.items()} == points
    for name, one in yaku.items():
        if len(one.cards) <= 3:
            assert tuple(quoted(cell(table[name], 2))) == one.cards


# ---- examples


def lines(text: str) -> list[dict[str, Any]]:
    """Every value in the blocks of many."""
    return [json.loads(line) for block in blocks("jsonl", text) for line in unfolded(block)]


def view(game: Game) -> Mapping[str, Any]:
    """The view that the game's part shows."""
    (block,) = blocks("json", part(game.TITLE))
    shown: Mapping[str, Any] = json.loads(block)
    return shown


@pytest.mark.parametrize(("name", "block"), examples().items(), ids=list(examples()))
def test_the_examples_were_played(name: str, block: str) -> None:
    assert f"\n{block}\n```\n" in GAMES_PAGE, f"{name}: run python -m tests.protocol.flower_examples"


def test_there_are_no_other_examples() -> None:
    parts = [COMMON, *[part(game.TITLE) for game in GAMES]]
    shown = [block.rstrip("\n") for text in parts for block in (*blocks("json", text), *blocks("jsonl", text))]
    assert sorted(shown) == sorted(examples().values())


def is_move(value: Mapping[str, Any]) -> bool:
    """Whether a line of the examples is a move; else it is an event."""
    return value["type"] in ("play", "choose", "hiki", "stop", "koi_koi") and "seat" not in value


@each_game
def test_every_event_of_a_game_has_an_example_with_its_fields(game: Game) -> None:
    own = [value for value in lines(part(game.TITLE)) if not is_move(value)]
    common = [value for value in lines(COMMON) if not is_move(value)]
    said = {kind.__struct_config__.tag for kind in game.SHAPES.events}
    assert said <= {event["type"] for event in (*own, *common)}
    shown = [*own, *[event for event in common if event["type"] in said]]
    for event in shown:
        if game.NAME == hanafuda.NAME or event in own:
            assert faults(f"games/{game.NAME}.json#/$defs/Event", event) == []


@each_game
def test_every_kind_of_move_is_shown_and_those_of_the_game_are_offered_in_its_view(game: Game) -> None:
    own = [value for value in lines(part(game.TITLE)) if is_move(value)]
    common = [value for value in lines(COMMON) if is_move(value)]
    assert own
    assert all(move in view(game)["offers"] for move in own)
    offered = {offer["type"] for seed in range(3) for offer in offers_of(game, seed)}
    assert offered == {move["type"] for move in (*own, *common)}


def offers_of(game: Game, seed: int) -> Iterator[Mapping[str, Any]]:
    """Every offer of a random match."""
    for played in match(game, game.Options(), 2, Random(seed), Habits()):
        for seat in game.to_act(played.before) & {0, 1}:
            yield from game.legal(played.before, seat)


def test_the_view_of_hanafuda_shows_what_is_said_of_offers() -> None:
    shown = view(hanafuda)
    offers, matches = shown["offers"], shown["private"]["matches"]
    assert all(move in offers for move in lines(COMMON)[:2])
    for card, found in matches.items():
        targets = [offer.get("target") for offer in offers if offer.get("card") == card]
        assert targets == (found if len(found) == 2 else [None])
    storm = {"type": "play", "card": "11-chaff", "target": "09-animal"}
    assert storm in offers
    assert "storm on `09-animal` is refused" in part("Hanafuda")
    with pytest.raises(IllegalMove, match=r"^hiki:"):
        first_turns().plays(0, storm)
