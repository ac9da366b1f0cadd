"""What a page of the project points to is there: files, headings, and the parts of the guide that sources name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.test_house_style import ROOT, files

PAGES: Final = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
GUIDE: Final = ROOT / "protocol" / "PROTOCOL.md"


def headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """What a link into a page can name."""
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings(page)}


def test_every_link_leads_somewhere() -> None:
    pages = [*PAGES, *files("docs", "protocol", "clients", suffix=".md")]
    found = 0
    for page in pages:
        for path, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)", page.read_text(encoding="utf-8")):
            found += 1
            target = page.parent / path if path else page
            assert target.exists(), (page, path)
            assert not anchor or anchor in anchors(target), (page, path, anchor)
    assert found > 50


def test_every_picture_is_there_with_words_and_is_small() -> None:
    pictures = re.findall(r'<img src="([^"]+)"[^>]* alt="([^"]+)"', PAGES[0].read_text(encoding="utf-8"))
    assert len(pictures) == PAGES[0].read_text(encoding="utf-8").count("<img ") == 4
    assert {path for path, _ in pictures if (ROOT / path).stat().st_size > 60 * 1024} == set()


def test_the_parts_of_the_guide_that_sources_name_are_there() -> None:
    named = {
        part
        for path in files("clients", suffix=".js")
        for part in re.findall(r'PROTOCOL\.md, "([^"]+)"', re.sub(r"\n \* ", " ", path.read_text(encoding="utf-8")))
    }
    assert len(named) > 3
    assert named <= set(headings(GUIDE))
