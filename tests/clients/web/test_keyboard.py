"""The keyboard alone suffices: from the first page to the result."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_person_plays_a_match_by_keys(meet: Meet) -> None:
    ann = await meet("Ann")
    page = ann.page
    await ann.tab_to(page.get_by_label("Your name"))
    await page.keyboard.type("Ann")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Welcome, Ann")).to_be_visible()
    game = page.locator(".game").filter(has=page.get_by_role("heading", name="Agurk"))
    await ann.press_keys(game.get_by_role("button", name="Play with bots"))
    await expect(page.locator(".table")).to_be_visible()
    await ann.finish(ann.press_keys)
    await expect(page.locator(".result")).to_contain_text("Ann")
    await ann.press_keys(ann.button("Rematch"))
    await expect(page.locator(".result")).to_be_hidden()
    await ann.turn()


async def test_the_first_stop_of_tab_leads_past_the_head_of_the_page(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.page.keyboard.press("Tab")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.locator("#main")).to_be_focused()
