"""The registry takes games from entry points: ours, those of other packages, and none that is broken."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.registry import ASKED, GAMES, GROUP, load

ROOT = Path(__file__).parents[2]
OURS = ("agurk", "dafaza", "hanafuda", "koikoi")


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


@pytest.fixture
def highcard(monkeypatch: pytest.MonkeyPatch) -> Iterator[EntryPoint]:
    """The entry point of a package beside ours, as its own pyproject.toml states it."""
    folder = ROOT / "tests" / "packages" / "highcard"
    monkeypatch.syspath_prepend(str(folder))
    stated = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
    ((name, value),) = stated.items()
    yield entry(name, value)
    sys.modules.pop(value, None)


def test_ours_are_registered_as_those_of_others_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["entry-points"][GROUP]) == set(OURS)
    assert set(GAMES) >= set(OURS)
    assert GAMES["agurk"] is agurk


def test_a_game_of_another_package_is_played_beside_ours(highcard: EntryPoint) -> None:
    ours = entry("agurk", "fudakai.server.games.agurk.game")
    games, faults = load([highcard, ours])
    assert faults == ()
    assert list(games) == ["agurk", "highcard"]
    assert games["highcard"].TITLE == "High card"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("gone", "no_such_module", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
        ("empty", "string", "is left out: it lacks CARDS"),
        ("Agurk!", "fudakai.server.games.agurk.game", "a name begins with a small letter"),
        ("poker", "fudakai.server.games.agurk.game", "its NAME is 'agurk'"),
    ],
)
def test_a_broken_game_is_left_out_in_words_and_the_others_are_played(name: str, value: str, words: str) -> None:
    games, faults = load([entry(name, value), entry("koikoi", "fudakai.server.games.koikoi.game")])
    assert list(games) == ["koikoi"]
    (fault,) = faults
    assert f"the game {name!r} ({value})" in fault
    assert words in fault


def test_a_module_that_fails_while_it_loads_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no such luck')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    _, (fault,) = load([entry("broken", "broken_game")])
    assert "RuntimeError: no such luck" in fault


def test_no_other_package_takes_a_name_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aaa_game.py").write_text("from fudakai.server.games.agurk.game import *", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    games, (fault,) = load([entry("agurk", "aaa_game"), entry("agurk", "fudakai.server.games.agurk.game")])
    assert games["agurk"] is agurk
    assert "(aaa_game) is left out: another package has a game of that name" in fault


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("SEATS = None", "its SEATS are None"),
        ("SEATS = (4, 2)", "its SEATS are (4, 2)"),
        ("SEATS = (2, 8)", "from 1 to 7"),
        ("TITLE = None", "its TITLE must be a str"),
        ("SHAPES = None", "its SHAPES are not of the type Shapes"),
        ("CARDS = '^x$'", "its CARDS are neither None nor of the type CardNaming"),
        ("CARDS = CardNaming('mine', '^(')", "cannot be loaded: error"),
        ("Options = None", "its Options are no subclass of Described"),
        ("class Options(Options, frozen=True): more: int = 1", "cannot be loaded: KeyError: 'more'"),
        ("MATCH_OPTIONS = None", "cannot be loaded: TypeError"),
        ("setup = None", "its setup is no function"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
    ],
)
def test_a_game_at_which_the_server_would_fail_is_left_out(
    highcard: EntryPoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, words: str
) -> None:
    source = f"from fudakai.server.games.api import CardNaming\nfrom {highcard.value} import *\n{line}\n"
    (tmp_path / "malformed_game.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "malformed_game", raising=False)
    games, (fault,) = load([entry("highcard", "malformed_game")])
    assert games == {}
    assert words in fault


def test_two_packages_with_one_name_give_one_game_and_a_sentence() -> None:
    twice = [entry("agurk", "fudakai.server.games.agurk.game"), entry("agurk", "string")]
    games, (fault,) = load(twice)
    assert list(games) == ["agurk"]
    assert "another package has a game of that name" in fault


def test_what_a_game_must_answer_is_the_whole_protocol() -> None:
    assert {"NAME", "SEATS", "CARDS", "SHAPES", "Options", "setup", "legal", "apply", "words"} <= set(ASKED)
