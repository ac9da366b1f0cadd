"""The page's words and styles as they are written: both languages say the same, nothing is missing, nothing is left."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

import pytest

from fudakai.server.games.registry import GAMES
from fudakai.server.rooms.create import described_game, described_settings
from fudakai.server.rooms.settings import RoomSettings
from tests.e2e.process import ROOT

WEB: Final = ROOT / "clients" / "web"
LANGUAGES: Final = ("en", "ja")
WORDS: Final = re.compile(r'^  "([^"]+)":\s+((?:"(?:[^"\\]|\\.)*"(?: \+\s+)?)+),$', re.MULTILINE)
"""A key and its words, as prettier writes them."""
HOLE: Final = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
"""What a template fills in."""


@cache
def written(language: str) -> tuple[tuple[str, str], ...]:
    files = [
        *WEB.glob(f"words/{language}.js"),
        *WEB.glob(f"words/{language}/*.js"),
        *WEB.glob(f"games/*/{language}.js"),
    ]
    return tuple(pair for file in files for pair in WORDS.findall(file.read_text(encoding="utf-8")))


@cache
def sources() -> str:
    files = [
        path
        for path in WEB.rglob("*.js")
        if not {"words", "vendor"} & set(path.relative_to(WEB).parts[:-1]) and path.stem not in LANGUAGES
    ]
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(files))


def literals() -> set[str]:
    """Strings of the sources that look like a key."""
    return set(re.findall(r'"([a-z]+(?:\.[a-z0-9_]+)+)"', sources()))


def templates() -> list[re.Pattern[str]]:
    """What keys that are put together look like; a hole takes one part of a key."""
    found = re.findall(r"`((?:[a-z_]+\.)+(?:[\w.]|\$\{(?:[^{}`]|\{[^{}`]*\})*\})+)`", sources())
    return [re.compile("[^.]+".join(map(re.escape, HOLE.split(one)))) for one in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(language: str) -> None:
    twice = [key for key, count in Counter(key for key, _ in written(language)).items() if count > 1]
    assert twice == []
    assert len(written(language)) > 400, "the words are written in another way, which this test does not read"


def test_both_languages_have_the_same_keys_with_the_same_places_to_fill() -> None:
    filled = [{key: set(re.findall(r"\{(\w+)\}", words)) for key, words in written(one)} for one in LANGUAGES]
    assert filled[0] == filled[1]


def test_every_key_of_the_sources_has_words() -> None:
    keys = {key for key, _ in written("en")}
    firsts = {key.split(".")[0] for key in keys}
    called = set(re.findall(r'say\(\s*"([^"]+)"', sources()))
    files = re.compile(r"\.(js|svg|css|html)$")
    missing = {key for key in called | literals() if key.split(".")[0] in firsts and not files.search(key)} - keys
    assert not missing
    assert called <= keys
    nowhere = [one.pattern for one in templates() if not any(map(one.fullmatch, keys))]
    assert not [pattern for pattern in nowhere if pattern.split("\\.")[0] in firsts]


def test_no_words_are_left_that_nobody_says() -> None:
    said = literals() | set(re.findall(r'say\(\s*"([^"]+)"', sources()))
    ways = templates()
    left = [key for key, _ in written("en") if key not in said and not any(way.fullmatch(key) for way in ways)]
    assert left == []


def test_what_can_be_chosen_has_words() -> None:
    keys = {key for key, _ in written("en")}
    wanted = set()
    for name, game in GAMES.items():
        wanted |= {f"game.{name}", f"game.{name}.words"}
        for option in described_game(game).options:
            wanted |= _of_option(f"option.{name}.{option.name}", option.choices)
    for option in described_settings(RoomSettings()):
        wanted |= _of_option(f"setting.{option.name}", option.choices)
    assert wanted - keys == set()


def _of_option(key: str, choices: object) -> set[str]:
    """An option's key and those of its choices; numbers need no words."""
    found = choices if isinstance(choices, list | tuple) else ()
    return {key} | {f"choice.{choice}" for choice in found if isinstance(choice, str)}


def test_a_class_is_styled_in_one_file_and_used() -> None:
    """Two files that style the same bare class disturb each other, and which of them wins is the order of links."""
    owners: dict[str, set[str]] = {}
    for file in sorted(WEB.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r"(?:^|[{},])\s*\.([\w-]+)(?=[\s,{])", text):
            owners.setdefault(name, set()).add(str(file.relative_to(WEB)))
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}
    assert not [name for name in owners if not re.search(rf"(?<![\w-]){name}(?![\w-])", sources())]
