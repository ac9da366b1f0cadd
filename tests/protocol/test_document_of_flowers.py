"""What PROTOCOL.md says of Hanafuda and Koi-Koi is so: tables, options, codes, yaku, and examples that were played."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import inspect

from protocol.codes import Refusal
from server.games import hanafuda, koikoi
from server.games.api import Game, Refused
from server.games.cards import HANAFUDA_KINDS, HANAFUDA_VALUE
from server.games.hanafuda_state import HANDS
from server.games.koikoi_state import PRESETS
from server.games.registry import GAMES as REGISTERED
from server.games.yaku import BRIGHTS, LUCKY_POINTS, table_of
from tests.conformance.cases import CASES
from tests.conformance.play import Habits, match
from tests.protocol.flower_examples import FOUR_ON_THE_FIELD, FOUR_PAIRS, Table, examples, first_turns
from tests.protocol.page import PAGE, blocks, part, rows, unfolded

GAMES = (REGISTERED[hanafuda.NAME], REGISTERED[koikoi.NAME])
COMMON = part("Flower cards")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)

TESHI = ("05-animal", "05-ribbon", "05-chaff-1", "05-chaff-2", "06-animal", "07-animal", "08-bright", "10-animal")
KUTTSUKI = ("01-bright", "01-ribbon", "02-animal", "02-ribbon", "03-bright", "03-ribbon", "04-animal", "04-ribbon")
FIELD = ("09-animal", "09-ribbon", "09-chaff-1", "11-bright", "11-animal", "12-bright", "06-ribbon", "07-ribbon")


class Seen(NamedTuple):
    """What random matches of a game have shown: fields by event, words by event and field, keys of table and private
    part, reasons."""

    events: dict[str, set[frozenset[str]]]
    words: dict[tuple[str, str], set[str]]
    tables: set[tuple[str, ...]]
    privates: set[tuple[str, ...]]
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
    found = Seen(defaultdict(set), defaultdict(set), set(), set(), set())
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
    found.tables.add(tuple(game.table(state)))
    found.privates.add(tuple(game.seat(state, 0)))
    outcome = game.outcome(state)
    if outcome is not None:
        found.reasons.add(outcome.reason)
    for event in events:
        found.events[event["type"]].add(frozenset(event) - {"type"})
        for field in ("why", "hand", "reason", "doubled", "made", "yaku"):
            value = event.get(field, ())
            found.words[event["type"], field].update([value] if isinstance(value, str) else value)


def documented(game: Game, what: str) -> dict[str, str]:
    """The rows about this of both parts, the common one and the game's own."""
    return rows(f"flower {what}") | rows(f"{game.TITLE} {what}")


def quoted(text: str) -> list[str]:
    """The words between backquotes."""
    return re.findall(r"`([\w-]+)`", text)


def cell(row: str, place: int) -> str:
    """One column of a row, from 0."""
    return row.split("|")[place + 1].strip()


@each_game
def test_the_events_are_described_as_they_are(game: Game) -> None:
    table = documented(game, "event")
    common_only = {"redealt", "lucky_hand", "returned"} - set(seen(game).events)
    assert set(seen(game).events) == set(table) - common_only
    assert not common_only & set(rows(f"{game.TITLE} event"))
    for kind, shapes in seen(game).events.items():
        assert shapes == {frozenset(quoted(cell(table[kind], 1)))}, kind


@each_game
def test_the_words_in_events_are_named(game: Game) -> None:
    table, why = documented(game, "event"), rows("Koi-Koi `why`") if game is koikoi else {}
    named = {kind: {*quoted(row), *(why if kind == "round_scored" else ())} for kind, row in table.items()}
    for (kind, field), words in seen(game).words.items():
        allowed = set(rows("yaku")) if field in ("made", "yaku") else named[kind]
        allowed |= set(rows(f"{game.TITLE} reason")) if field == "reason" else set()
        assert words <= allowed, (kind, field)
    if game is koikoi:
        assert seen(game).words["round_scored", "why"] == set(why)
    both: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in GAMES:
        for key, words in seen(one).words.items():
            both[key] |= words
    assert both["redealt", "why"] == set(quoted(cell(table["redealt"], 2))) - {"why", "lucky_hands"}
    assert both["lucky_hand", "hand"] == set(quoted(cell(table["lucky_hand"], 2))) - {"hand"}
    assert both["round_scored", "doubled"] == {"seven", "koi_koi"}


@each_game
def test_the_reasons_are_complete(game: Game) -> None:
    assert seen(game).reasons == set(rows(f"{game.TITLE} reason"))


@each_game
def test_the_fields_of_a_view_are_complete(game: Game) -> None:
    table = documented(game, "table")
    (fields,) = seen(game).tables
    assert sorted(fields) == sorted(table)
    for own in ("flower table", f"{game.TITLE} table"):
        assert [field for field in fields if field in rows(own)] == list(rows(own))
    (private,) = seen(game).privates
    assert list(private) == list(rows("flower private"))


@each_game
def test_the_small_parts_of_a_view_are_named(game: Game) -> None:
    shown = view(game)["table"]
    assert all(set(half) <= set(quoted(rows("flower table")["last"])) for half in shown["last"])
    assert all(list(pile) == quoted(cell(rows("flower table")["captured"], 2)) for pile in shown["captured"])
    if game is koikoi:
        takes = [what for of_seat in shown["missing"] for what in of_seat.values()]
        assert {key for what in takes for key in what} == {"need", "cards"}
        assert {"need", "cards"} <= set(quoted(rows("Koi-Koi table")["missing"]))


# ---- options


def values_of(kind: inspect.Type) -> str:
    """What an option allows, as the page writes it."""
    match kind:
        case inspect.UnionType(types=types):
            return " or ".join(sorted(map(values_of, types), key="null".__eq__))
        case inspect.LiteralType(values=values):
            return ", ".join(map(written, values))
        case inspect.IntType(ge=least, le=most):
            return f"{least} to {most}"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
    raise AssertionError(f"no option is {kind}")


def written(value: Any) -> str:
    """A value as the page writes it."""
    return f"`{value}`" if isinstance(value, str) else json.dumps(value)


@each_game
def test_the_options_are_complete(game: Game) -> None:
    fields = [
        field
        for field in inspect.type_info(game.Options).fields  # type: ignore[attr-defined]
        if field.name not in game.MATCH_OPTIONS
    ]
    table = rows(f"{game.TITLE} option")
    assert list(table) == [field.name for field in fields]
    for field in fields:
        row = table[field.name]
        assert sorted(cell(row, 1).split(", ")) == sorted(values_of(field.type).split(", ")), field.name
        assert cell(row, 2) == written(getattr(game.Options(), field.name)), field.name


def test_the_presets_are_complete() -> None:
    table = rows("preset")
    assert set(table) == {written(name).strip("`") for name in PRESETS}
    for name, preset in PRESETS.items():
        assert [cell(table[written(name).strip("`")], place) for place in (1, 2, 3)] == list(
            map(written, preset.values())
        )
    assert quoted(part("Koi-Koi").split("| preset |")[1].split("\n")[0]) == list(PRESETS[None])


def test_the_numbers_in_options_are_so() -> None:
    row = rows("Hanafuda option")["deal"]
    for name, deal in HANDS.items():
        assert f"`{name}` " + " ".join([f"{hand}/{field}" for hand, field in deal.values()]) in row
    row = rows("Koi-Koi option")["brights"]
    assert ", ".join(["/".join(map(str, points)) for points in BRIGHTS.values()]) in row


@each_game
def test_the_part_says_the_name_and_the_players(game: Game) -> None:
    fewest, most = game.SEATS
    players = f"{fewest} to {most}" if fewest != most else str(fewest)
    assert f'`"game": "{game.NAME}"`, for {players} players' in part(game.TITLE)


# ---- codes, cards, yaku


@each_game
def test_the_codes_are_complete_and_in_order(game: Game) -> None:
    order = [code for code in quoted(game.apply.__doc__ or "") if code not in set(Refusal)]
    assert list(rows(f"{game.TITLE} code")) == order


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
    assert f"\n{block}\n```\n" in PAGE, f"{name}: run python -m tests.protocol.flower_examples"


def test_there_are_no_other_examples() -> None:
    parts = [COMMON, *[part(game.TITLE) for game in GAMES]]
    shown = [block.rstrip("\n") for text in parts for block in (*blocks("json", text), *blocks("jsonl", text))]
    assert sorted(shown) == sorted(examples().values())


def is_move(value: Mapping[str, Any]) -> bool:
    """Whether a line of the examples is a move; else it is an event."""
    return value["type"] in ("play", "choose", "hiki", "stop", "koi_koi") and "seat" not in value


@pytest.mark.parametrize("heading", ["Flower cards", "Hanafuda", "Koi-Koi"])
def test_every_event_of_a_part_has_an_example_with_its_fields(heading: str) -> None:
    own = rows(f"{heading.replace('Flower cards', 'flower')} event")
    known = rows("Hanafuda event") | rows("flower event") | own
    shown = [value for value in lines(part(heading)) if not is_move(value)]
    for event in shown:
        assert set(event) - {"type"} == set(quoted(cell(known[event["type"]], 1))), event
    assert set(own) <= {event["type"] for event in shown}


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
    with pytest.raises(Refused, match=r"^hiki:"):
        first_turns().plays(0, storm)


def test_an_event_of_the_common_part_is_none_of_a_games_own() -> None:
    for game in GAMES:
        assert not set(rows("flower event")) & set(rows(f"{game.TITLE} event"))
