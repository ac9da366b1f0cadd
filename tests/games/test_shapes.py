"""Events are made with their fields by name: `event_of` and `part` would leave out one that has none."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

MODULES = sorted((Path(__file__).parents[2] / "server" / "games").rglob("*.py"))


def made(path: Path) -> list[ast.Call]:
    """Where a module makes an event or a part of one."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).rpartition(".")[2] in ("event_of", "part")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_field_of_an_event_has_its_name(path: Path) -> None:
    nameless = [f"line {call.lineno}: {ast.unparse(call)}" for call in made(path) if len(call.args) != 1]
    assert nameless == []


def test_the_search_finds_the_events() -> None:
    assert sum(len(made(path)) for path in MODULES) > 40
