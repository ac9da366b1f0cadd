"""After a match: its steps, the history, the ranking; and how each game is played."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet
from tests.clients.web.reading import read

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_match_is_looked_at_step_by_step(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Agurk")
    await ann.finish()
    result = await ann.page.locator(".result table").first.inner_text()
    await ann.press(ann.page.get_by_role("link", name="Look at the match step by step"))
    steps = ann.page.get_by_role("slider")
    await expect(steps).to_have_value("0")
    first = await ann.table()
    await steps.focus()
    await ann.page.keyboard.press("End")
    await expect(ann.page.locator(".replay .result table").first).to_be_visible()
    assert await ann.page.locator(".replay .result table").first.inner_text() == result
    await read(ann, axe)
    await ann.page.keyboard.press("Home")
    await ann.sees(first)
    await ann.go("history")
    await expect(ann.page.locator("main")).to_contain_text("Agurk")
    await read(ann, axe)
    await ann.go("ranking", "agurk")
    await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    await read(ann, axe)


@pytest.mark.parametrize("game", ["hanafuda", "koikoi", "dafaza", "agurk"])
async def test_how_a_game_is_played_can_be_read(meet: Meet, axe: str, game: str) -> None:
    ann = await meet("Ann")
    await ann.go("how", game)
    await expect(ann.page.locator("main .card").first).to_be_visible()
    await read(ann, axe)
