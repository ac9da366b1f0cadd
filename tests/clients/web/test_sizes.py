"""A phone, a tablet, a desktop: nothing is to be scrolled sideways, and on a phone a match is played by taps."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET: Final = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
DESKTOP: Final = {"viewport": {"width": 1280, "height": 800}}


async def test_a_person_plays_a_match_on_a_phone_by_taps(meet: Meet) -> None:
    ann = await meet("Ann", **PHONE, reduced_motion="no-preference")  # with cards that glide
    ann.touch = True
    await ann.come_in()
    await ann.play_with_bots("Agurk")
    await ann.finish()
    await expect(ann.page.locator(".result")).to_contain_text("Ann")
    content, window = await ann.width()
    assert content <= window


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
async def test_nothing_is_scrolled_sideways(meet: Meet, size: dict[str, object], locale: str) -> None:
    ann = await meet("Ann", **size, locale=locale)
    widths = {"door": await ann.width()}
    await ann.page.locator("#name").fill("Ann")
    await ann.page.locator(".door button").click()
    games = ann.page.locator(".game")
    await games.first.wait_for()
    for summary in await ann.page.locator("main summary").all():
        await summary.click()
    widths["start"] = await ann.width()
    await ann.go("cards")
    await ann.page.locator(".months .card").first.wait_for()
    widths["cards"] = await ann.width()
    for number in range(await games.count()):
        await ann.go()
        await games.nth(number).locator("button.chief").click()
        await ann.turn()
        widths[str(await ann.page.locator(".table").get_attribute("class"))] = await ann.width()
    assert {page: both for page, both in widths.items() if both[0] > both[1]} == {}
