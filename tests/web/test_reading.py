"""Everybody can read the pages: axe-core finds no serious fault, in light and in dark."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.process import ROOT
from tests.e2e.test_javascript import missing
from tests.web.conftest import Meet
from tests.web.person import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE: Final = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
FOUND: Final = """async () => (await axe.run()).violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary}`))"""


@pytest.fixture
def axe() -> str:
    """The program that looks; without it the test is skipped, in CI it fails."""
    if not AXE.is_file():
        missing("axe-core is needed: npm ci --prefix tests/js")
    return Path(AXE).read_text(encoding="utf-8")


async def read(person: Person, axe: str) -> None:
    """Looks at the page as it is, in light and in dark."""
    page = person.page
    await page.evaluate(axe)
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = await page.evaluate(FOUND)
        assert not found, "\n".join([scheme, *found])


async def test_the_pages_without_a_table(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await read(ann, axe)
    await ann.come_in()
    for summary in await ann.page.locator("summary").all():
        await summary.click()
    await read(ann, axe)
    await ann.go("cards")
    await ann.page.locator(".months .card").first.wait_for()
    await read(ann, axe)
    await ann.go("nowhere")
    await read(ann, axe)


async def test_a_room_that_waits(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.open_table("Hanafuda")
    await ann.press(ann.page.locator(".rules summary"))
    await ann.page.get_by_label("Say something").fill("hello")
    await ann.press(ann.button("Send"))
    await expect(ann.page.get_by_role("log")).to_contain_text("hello")
    await read(ann, axe)


@pytest.mark.parametrize("title", ["Hanafuda", "Koi-Koi", "Dafaza", "Agurk"])
async def test_the_table_of_each_game(meet: Meet, axe: str, title: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots(title)
    await read(ann, axe)


async def test_a_result(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Agurk")
    await ann.finish()
    await read(ann, axe)
