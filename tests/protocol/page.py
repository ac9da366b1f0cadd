"""PROTOCOL.md and the pages beside it as tests read them: fenced blocks, tables, parts under a heading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "protocol").glob("*.md"))}
PAGE = PAGES["PROTOCOL.md"]
GAMES_PAGE = PAGES["GAMES.md"]
SESSION = PAGES["SESSION.md"]


def blocks(language: str, text: str = PAGE) -> list[str]:
    """The fenced blocks in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def messages(block: str) -> list[dict[str, Any]]:
    """The JSON objects in a block, one after the other."""
    found: list[dict[str, Any]] = []
    while block := block.lstrip():
        value, end = json.JSONDecoder().raw_decode(block)
        found.append(value)
        block = block[end:]
    return found


def section(kind: str) -> str:
    """The part of the guide about a message: what stands under the heading that names it."""
    found = re.search(rf"^### (?:`\w+`, )*`{kind}`(?:, `\w+`)*\n(.*?)(?=^##)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"{kind} has no section"
    return found[1]


def tables(text: str) -> Iterator[list[str]]:
    """Each table as its lines, the header first and without the line below it."""
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        lines = table.splitlines()
        yield [lines[0], *lines[2:]]


def rows(header: str, text: str = PAGE + GAMES_PAGE) -> dict[str, str]:
    """The table whose first column has this header: the whole row by what stands first in it, without backquotes."""
    for head, *lines in tables(text):
        if head.split("|")[1].strip() == header:
            return {line.split("|")[1].strip().strip("`"): line for line in lines}
    raise AssertionError(f"there is no table of {header}")


def part(heading: str) -> str:
    """What stands under a heading of the second level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE + GAMES_PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"there is no part {heading}"
    return found[1]


def unfolded(block: str) -> list[str]:
    """The lines of a block, those that go on below, indented, joined."""
    return block.rstrip("\n").replace("\n   ", " ").split("\n")
