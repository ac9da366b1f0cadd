"""A person's whole match of each game against bots, from the first page to a rematch, by clicks alone."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("title", ["Hanafuda", "Koi-Koi", "Dafaza", "Agurk"])
async def test_a_person_plays_a_match_and_a_rematch_by_clicks(meet: Meet, title: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots(title)
    await ann.finish()
    await expect(ann.page.locator(".result")).to_contain_text("Ann")
    await ann.rematch()
