"""What code, tests and pages cite by number is there: rules, faults seen elsewhere, and the six principles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.test_house_style import ROOT, RULE, files

FOLDERS: Final = ("server", "protocol", "clients", "tests", "docs", "bench", "scripts")
SUFFIXES: Final = (".py", ".js", ".lua", ".md")
PAGES: Final = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]

CITED: Final = re.compile(r"(?<![\w\"'.])([ADHKL][1-9]\d?[a-z]?)(?![\w\"'])")
"""A rule in a text. In quotes it is a value, such as a name that a test made up."""
NAMED: Final = re.compile(r"\bdef test_((?:[adhkl]\d{1,2}b?_)+)")
"""The rules in the name of a test, which stand first."""
GOLDEN: Final = re.compile(r"^([adhk])0?(\d+b?)-")
"""The rule in the name of a golden record."""
SERIES: Final = r"(\d+(?:(?:, | and |, and | to |-)\d+)*)"
FAULTS: Final = re.compile(rf"(?<![a-z])faults?[ _]{SERIES}")
PRINCIPLES: Final = re.compile(rf"(?<![a-z])[Pp]rinciples?[ _]{SERIES}")
DECISIONS: Final = re.compile(rf"(?<![a-z])[Dd]ecisions?[ _]{SERIES}")


def texts() -> Iterator[tuple[str, str]]:
    """Every source and page of the project, by its path."""
    found = [path for suffix in SUFFIXES for path in files(*FOLDERS, suffix=suffix)]
    for path in (*found, *PAGES):
        if path != Path(__file__):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def rules() -> set[str]:
    """The ids on the pages of docs/rules."""
    found = [rule for page in files("docs/rules", suffix=".md") for rule in RULE.findall(page.read_text("utf-8"))]
    assert len(found) == len(set(found)), "an id names one rule"
    return set(found)


def numbered(page: str) -> list[int]:
    """The numbers of a page's list, each item of which begins with words in bold."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^(\d+)\. \*\*", text, re.MULTILINE)]


def cited(pattern: re.Pattern[str]) -> dict[int, list[str]]:
    """The numbers that texts cite, and where."""
    found: dict[int, list[str]] = {}
    for path, text in texts():
        for series in pattern.findall(text):
            for number in map(int, re.findall(r"\d+", series)):
                found.setdefault(number, []).append(path)
    return found


def test_every_rule_that_is_cited_is_on_its_page() -> None:
    known, unknown, found = rules(), [], set()
    for path, text in texts():
        in_names = [rule for names in NAMED.findall(text) for rule in names.rstrip("_").split("_")]
        for rule in [*CITED.findall(text), *(name[0].upper() + name[1:] for name in in_names)]:
            found.add(rule)
            if rule not in known:
                unknown.append(f"{path}: {rule}")
    assert unknown == []
    assert found == known, "every rule is cited somewhere"


def test_every_golden_record_is_named_after_a_rule() -> None:
    known, records = rules(), list(files("tests/golden", suffix=".json"))
    unknown = []
    for path in records:
        name = GOLDEN.match(path.name)
        if name is None or f"{name[1].upper()}{name[2]}" not in known:
            unknown.append(path.name)
        unknown += [f"{path.name}: {rule}" for rule in CITED.findall(_about(path)) if rule not in known]
    assert len(records) > 30
    assert unknown == []


def _about(path: Path) -> str:
    """The line of a record that says what it is about."""
    found = re.search(r'"about": "([^"]*)"', path.read_text(encoding="utf-8"))
    return "" if found is None else found[1]


def test_every_fault_that_is_cited_is_on_its_page_and_names_tests_that_are_there() -> None:
    listed = numbered("faults.md")
    assert listed == list(range(1, 23))
    assert {number: where for number, where in cited(FAULTS).items() if number not in listed} == {}
    tests = "\n".join(path.read_text(encoding="utf-8") for path in files("tests", "fudakai/testing"))
    named = re.findall(r"`(test_\w+)`", (ROOT / "docs" / "faults.md").read_text(encoding="utf-8"))
    assert len(named) > len(listed)
    assert [name for name in named if f"def {name}(" not in tests] == []
    here = set(re.findall(r"def (test_fault_\w+)\(", tests))
    assert here - set(named) == set(), "docs/faults.md names every test of a fault"


def test_every_principle_that_is_cited_is_one_of_the_six() -> None:
    listed = numbered("design.md")
    assert listed == [1, 2, 3, 4, 5, 6]
    found = cited(PRINCIPLES)
    assert found
    assert {number: where for number, where in found.items() if number not in listed} == {}


def test_a_decision_by_number_is_a_page_of_docs_decisions() -> None:
    listed = {int(path.name[:4]) for path in files("docs/decisions", suffix=".md") if path.name[0].isdigit()}
    assert {number: where for number, where in cited(DECISIONS).items() if number not in listed} == {}
