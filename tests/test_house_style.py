"""What CONTRIBUTING.md asks of every file, as far as a program can see it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ("server", "protocol", "clients", "scripts", "bench")
LONGEST = 500
"""Lines a file may have; about 300 is the aim."""

LEFT_OVER = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K|for[ ]now|NotImplemented[E]rror)\b")
"""Words of unfinished work, spelt so that this line is not one."""

SLEEP = re.compile(r"\bslee[p]\((?!0\))")
"""A pause of any length; giving way to other tasks once, with 0, is none."""

TIMER = re.compile(r"\b(setTimeou[t]|setInterva[l]|timers/promise[s])\b")
"""The same in JavaScript."""

WIDE = re.compile(r".{121}")
"""A line of more than 120 characters, which prettier leaves alone in comments and strings."""

RULE = re.compile(r"^- \*\*([A-Z]\d+[a-z]?)\.\*\*", re.MULTILINE)
"""A numbered rule on a page of docs/rules."""


def files(*folders: str, suffix: str = ".py") -> Iterator[Path]:
    """Every file with that suffix below these folders of the project; what others wrote is not among them."""
    for folder in folders:
        found = sorted((ROOT / folder).rglob(f"*{suffix}"))
        yield from (path for path in found if not {"node_modules", "vendor"} & set(path.parts))


def lines_with(pattern: re.Pattern[str], *folders: str, suffix: str = ".py") -> list[str]:
    """Where the pattern occurs, as `path:line: text`."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files(*folders, suffix=suffix)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_is_too_long() -> None:
    lengths = {path.relative_to(ROOT): path.read_bytes().count(b"\n") for path in files(*SOURCES, "tests")}
    assert {str(path): length for path, length in lengths.items() if length > LONGEST} == {}


def test_nothing_is_left_unfinished() -> None:
    assert lines_with(LEFT_OVER, *SOURCES, "tests") == []


def test_no_test_sleeps() -> None:
    assert [line for line in lines_with(SLEEP, "tests") if not line.startswith("tests/soak")] == []


def test_every_module_says_what_it_is() -> None:
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in files(*SOURCES, "tests")}
    assert [str(path) for path, text in texts.items() if text.strip() and not ast.get_docstring(ast.parse(text))] == []


def test_every_rule_has_a_test_named_after_it() -> None:
    pages = files("docs/rules", suffix=".md")
    rules = {rule.lower() for page in pages for rule in RULE.findall(page.read_text(encoding="utf-8"))}
    words = {
        word
        for path in files("tests")
        for name in re.findall(r"def test_(\w+)", path.read_text(encoding="utf-8"))
        for word in name.split("_")
    }
    assert len(rules) > 80, "docs/rules lists the rules"
    assert sorted(rules - words) == []


def test_what_is_written_in_javascript_keeps_to_the_same() -> None:
    paths = list(files("clients", "tests", suffix=".js"))
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    assert "clients/js/fudakai.js" in texts
    assert {path: text.count("\n") for path, text in texts.items() if text.count("\n") > LONGEST} == {}
    assert [path for path, text in texts.items() if not text.startswith("/**")] == []
    assert lines_with(LEFT_OVER, "clients", "tests", suffix=".js") == []
    assert lines_with(TIMER, "tests", suffix=".js") == []
    assert lines_with(WIDE, "clients", "tests", suffix=".js") == []
