"""Options: every value that the rule pages allow is taken, and every other is refused by name with what is allowed."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from fudakai.protocol.from_server import OptionInfo
from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.api import Game
from fudakai.server.games.hanafuda import game as hanafuda
from fudakai.server.games.koikoi import game as koikoi
from fudakai.server.games.options import BadOption, Described, DescribedOption, describe, read_options
from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.create import described_game, described_settings
from fudakai.server.rooms.settings import RoomSettings

BOOLS = ([True, False], [None, 0, 1, "true"], "true or false")

HANAFUDA: dict[str, tuple[list[Any], list[Any], str]] = {
    # name: (allowed, refused, words), H2-H16
    "deal": (["seed", "traditional"], ["", "Seed", None, 1, ["seed"]], "one of seed, traditional"),
    "pairs_from_four": BOOLS,
    "must_match": BOOLS,
    "storm": (["wild", "plain"], ["off", None, True], "one of "),
    "round_end": (["turn", "immediate", "all_hands"], ["hands", None], "one of "),
    "tie": (["dealers_left", "turn_order"], ["dealer", None], "one of dealers_left, turn_order"),
    "scoring": (["winner_takes_all", "own_points"], ["winner", {}], "one of "),
    "match_end": (["rounds", "goal", "lead"], ["never", None, 3], "one of "),
    "rounds": ([1, 3, 48], [0, 49, -1, None, "3", 2.5], "a whole number from 1 to 48"),
    "goal": ([1, 300, 5000], [0, 5001, None, "300"], "a whole number from 1 to 5000"),
    "lead": ([1, 300, 5000], [0, 5001, None, 10**30], "a whole number from 1 to 5000"),
}

KOIKOI: dict[str, tuple[list[Any], list[Any], str]] = {
    # K2-K9
    "preset": ([None, "nintendo"], ["standard", "", 1], "nintendo or null"),
    "lucky_hands": (["win", "redeal", "off"], ["none", None], "one of "),
    "brights": (["standard", "nintendo", "flash"], ["none", None, 5], "one of "),
    "viewing": (["on", "off"], [True, None], "one of "),
    "month_cards": BOOLS,
    "cup": (["both", "animal"], ["chaff", None], "one of "),
    "double_seven": BOOLS,
    "koi_double": BOOLS,
    "koi_limit": (["none", "once_per_round"], [None, 1], "one of "),
    "exhausted": (["nobody", "dealer_six", "dealer_changes"], ["dealer", None], "one of "),
    "rounds": ([3, 6, 12], [0, 1, 4, 13, "12", None], "one of 3, 6, 12"),
    "goal": ([None, 1, 500], [0, 501, "30", True], "a whole number from 1 to 500 or null"),
}

EACH = [(hanafuda, name, *rest) for name, rest in HANAFUDA.items()] + [
    (koikoi, name, *rest) for name, rest in KOIKOI.items()
]
each_option = pytest.mark.parametrize(
    ("game", "name", "allowed", "refused", "words"), EACH, ids=lambda one: one if isinstance(one, str) else ""
)


@each_option
def test_every_allowed_value_is_taken(game: Game, name: str, allowed: Any, refused: Any, words: str) -> None:
    for value in allowed:
        assert getattr(read_options(game.Options, {name: value}), name) == value


@each_option
def test_every_other_value_is_refused_by_name_with_what_is_allowed(
    game: Game, name: str, allowed: Any, refused: Any, words: str
) -> None:
    for value in refused:
        with pytest.raises(BadOption) as bad:
            read_options(game.Options, {name: value})
        text = str(bad.value)
        assert text.startswith(f"{name}: ")
        assert words in text
        if words == "one of ":
            assert all(str(one) in text for one in allowed)
        assert len(text) < 200
        assert "\n" not in text


@pytest.mark.parametrize(("game", "table"), [(hanafuda, HANAFUDA), (koikoi, KOIKOI)], ids=["hanafuda", "koikoi"])
def test_the_pages_options_are_all_there_are(game: Any, table: dict[str, Any]) -> None:
    names = {field.name for field in msgspec.structs.fields(game.Options)} - set(game.MATCH_OPTIONS)
    assert names == set(table)
    with pytest.raises(BadOption) as bad:
        read_options(game.Options, {"round": 3}, game.MATCH_OPTIONS)
    assert "'round' is no option here" in str(bad.value)
    assert all(name in str(bad.value) for name in table)
    assert not any(name in str(bad.value) for name in game.MATCH_OPTIONS)


def test_the_defaults_are_those_of_the_pages() -> None:
    assert msgspec.to_builtins(read_options(hanafuda.Options, {})) == {
        "deal": "seed",
        "pairs_from_four": False,
        "must_match": False,
        "storm": "wild",
        "round_end": "turn",
        "tie": "dealers_left",
        "scoring": "winner_takes_all",
        "match_end": "rounds",
        "rounds": 3,
        "goal": 300,
        "lead": 300,
        "birthdays": None,
    }
    assert msgspec.to_builtins(read_options(koikoi.Options, {})) == {
        "preset": None,
        "lucky_hands": "win",
        "brights": "standard",
        "viewing": "on",
        "month_cards": True,
        "cup": "both",
        "double_seven": True,
        "koi_double": True,
        "koi_limit": "none",
        "exhausted": "nobody",
        "rounds": 12,
        "goal": None,
    }


def test_the_first_wrong_option_is_named_whatever_stands_beside_it() -> None:
    with pytest.raises(BadOption, match=r"^tie: "):
        read_options(hanafuda.Options, {"deal": "seed", "tie": 1, "rounds": 0})


def test_a_long_or_strange_name_or_value_is_said_back_in_short() -> None:
    with pytest.raises(BadOption) as bad:
        read_options(hanafuda.Options, {"x" * 10_000: 1})
    assert len(str(bad.value)) < 300
    with pytest.raises(BadOption) as bad:
        read_options(hanafuda.Options, {"deal": "y" * 10_000})
    assert len(str(bad.value)) < 200


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="there are: none"):
        read_options(agurk.Options, {"rounds": 3})


def test_an_option_that_is_not_to_be_chosen_here_is_no_option() -> None:
    with pytest.raises(BadOption, match="'birthdays' is no option here"):
        read_options(hanafuda.Options, {"birthdays": ["01-01", "01-02"]}, without=hanafuda.MATCH_OPTIONS)


@pytest.mark.parametrize("given", ["01-01", ["1-1"], ["01-01\n"], [5], ["01-01"] * 8, {"0": "01-01"}, [["01-01"]]])
def test_h4_birthdays_are_dates_or_null_by_seat(given: Any) -> None:
    with pytest.raises(BadOption, match=r"^birthdays: "):
        read_options(hanafuda.Options, {"birthdays": given})


def test_options_go_into_a_record_and_come_back() -> None:
    chosen = read_options(koikoi.Options, {"preset": "nintendo", "exhausted": "nobody"})
    assert read_options(koikoi.Options, msgspec.to_builtins(chosen)) == chosen
    dated = read_options(hanafuda.Options, {"birthdays": ["02-29", None], "match_end": "lead"})
    assert read_options(hanafuda.Options, msgspec.to_builtins(dated)) == dated


# ---- as clients are told of them

TOLD = [(GAMES[name], option) for name in GAMES for option in described_game(GAMES[name]).options]
SET = described_settings(RoomSettings(turn_seconds=12, chat="off"))
each_told = pytest.mark.parametrize(
    ("kind", "option"),
    [(game.Options, one) for game, one in TOLD] + [(RoomSettings, one) for one in SET],
    ids=lambda one: getattr(one, "name", ""),
)


def taken(kind: Any, name: str, value: Any) -> bool:
    try:
        read_options(kind, {name: value})
    except BadOption:
        return False
    return True


def test_every_option_is_told_but_those_that_only_a_match_has() -> None:
    for game in GAMES.values():
        told = [option.name for option in described_game(game).options]
        assert told == [name for name in game.Options.__struct_fields__ if name not in game.MATCH_OPTIONS]
    assert [option.name for option in SET] == list(RoomSettings.__struct_fields__)


@each_told
def test_what_is_told_of_an_option_is_so(kind: Any, option: OptionInfo) -> None:
    assert option.words
    assert taken(kind, option.name, option.default)
    assert taken(kind, option.name, None) == option.nullable
    assert taken(kind, option.name, True) == (option.kind == "boolean")
    if option.kind == "choice":
        assert all(taken(kind, option.name, choice) for choice in option.choices)
        assert not any(taken(kind, option.name, other) for other in ("", "other", 4))
        assert option.default in (*option.choices, None)
    elif option.kind in ("integer", "number"):
        assert option.min is not None
        assert option.max is not None
        assert taken(kind, option.name, option.min)
        assert taken(kind, option.name, option.max)
        assert not taken(kind, option.name, option.min - 1)
        assert not taken(kind, option.name, option.max + 1)
        assert taken(kind, option.name, option.min + 0.5) == (option.kind == "number")
    else:
        assert option.kind == "boolean"


def test_the_settings_are_told_with_the_defaults_of_the_server() -> None:
    told = {option.name: option.default for option in SET}
    assert (told["turn_seconds"], told["chat"], told["reconnect_grace"]) == (12, "off", 60)


def test_a_list_is_told_with_its_length() -> None:
    class Guests(Described, frozen=True, forbid_unknown_fields=True):
        WORDS = {"names": "who comes"}  # noqa: RUF012  # of a class that is made once

        names: Annotated[tuple[str, ...], msgspec.Meta(max_length=7)] | None = None

    assert describe(Guests()) == (DescribedOption("names", "list", None, "who comes", True, None, 7),)


def test_what_everybody_is_told_of_options_stays_short() -> None:
    games = [msgspec.structs.replace(described_game(game), cards=None) for game in GAMES.values()]
    told = [games, SET]
    assert len(msgspec.json.encode(told)) < 6000
