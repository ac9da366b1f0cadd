"""How the web client's folders stand to each other: no circle, and games are named in their own folders alone."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

from fudakai.clients.web import files
from fudakai.server.games.registry import GAMES
from tests.e2e.process import ROOT

WEB: Final = ROOT / "clients" / "web"
IMPORT: Final = re.compile(r'(?:\bfrom|^import|\bimport\()\s*"(\.[^"]+)"', re.MULTILINE)
"""What a module imports, also for its types alone."""
INDEX: Final = WEB / "games" / "index.js"
DECKS: Final = {path.stem for path in (WEB / "cards").glob("*.svg")}
"""A game may have the name of the deck that it is played with; the deck belongs to all."""
TEXTS: Final = (".js", ".css", ".html", ".py")


def texts() -> list[Path]:
    """The client's own files."""
    return sorted(path for path in WEB.rglob("*") if path.suffix in TEXTS and "vendor" not in path.parts)


def imports(text: str, folder: Path) -> set[Path]:
    """The folders that a module of this folder imports from, but its own."""
    return {(folder / name).resolve().parent for name in IMPORT.findall(text)} - {folder}


def arrows() -> dict[Path, set[Path]]:
    """Which folder imports from which."""
    found: dict[Path, set[Path]] = {}
    for path in texts():
        if path.suffix == ".js":
            found.setdefault(path.parent, set()).update(imports(path.read_text(encoding="utf-8"), path.parent))
    return found


def test_no_folder_imports_from_one_that_imports_from_it() -> None:
    found = arrows()
    assert found[WEB / "games"] >= {WEB / "games" / name for name in GAMES}
    TopologicalSorter(found).prepare()  # raises CycleError with the folders of a circle


def test_a_module_names_the_folders_that_it_imports_from() -> None:
    text = 'import "./a.js";\nimport { b } from "../b/b.js";\n/** @type {import("../../c/c.js").C} */'
    assert imports(text, Path("/x/y/z")) == {Path("/x/y/b"), Path("/x/c")}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_named_in_its_folder_and_in_the_index_alone(name: str) -> None:
    own = WEB / "games"
    title = GAMES[name].TITLE
    words = {name, title} - DECKS - {deck.capitalize() for deck in DECKS}
    keys = re.compile(rf"\b(game|option|how)\.{name}\b|fuda-{name}")
    named = []
    for path in texts():
        if own in path.parents and path != INDEX:
            continue
        text = path.read_text(encoding="utf-8")
        if path != INDEX and (
            keys.search(text) or any(re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in words)
        ):
            named.append(path.relative_to(WEB))
    assert named == []
    assert re.search(rf"\b{name}\b", INDEX.read_text(encoding="utf-8"))


def test_every_file_of_every_game_is_served_and_its_style_is_linked() -> None:
    served = files()
    page = served["/"].decode()
    for path in sorted((WEB / "games").rglob("*.*")):
        address = f"/web/{path.relative_to(WEB).as_posix()}"
        assert served[address] == path.read_bytes()
        assert f'href="{address}"' in page
