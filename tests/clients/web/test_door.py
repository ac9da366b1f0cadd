"""Coming in: what a person reads who is not let in, and addresses that lead nowhere."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_who_the_server_does_not_know_any_more_comes_in_as_somebody_new(meet: Meet) -> None:
    """The data folder was thrown away; the browser still has its token."""
    ann = await meet("Ann")
    await ann.page.evaluate("() => localStorage.setItem('fudakai.token', 'of another server')")
    await ann.page.reload()
    await expect(ann.page.get_by_role("alert")).to_contain_text("no longer knows you")
    await ann.come_in()
    assert await ann.page.evaluate("() => localStorage.getItem('fudakai.token')") not in (None, "of another server")


async def test_who_reads_japanese_is_refused_in_japanese(meet: Meet) -> None:
    ann = await meet("Ann", locale="ja-JP")
    await ann.page.get_by_label("お名前").fill("\u200b")
    await ann.press(ann.button("入る"))
    await expect(ann.page.get_by_role("alert")).to_have_text("名前は1〜24文字の印字可能な文字です。")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("constructor", "There is no such page. To the start"),
        ("how/constructor", "Choose a game."),
        ("how/bridge", "Choose a game."),
    ],
)
async def test_an_address_that_leads_nowhere_says_so(meet: Meet, address: str, words: str) -> None:
    ann = await meet("Ann")
    await ann.go(address)
    await expect(ann.page.locator("main .empty")).to_have_text(words)


async def test_a_new_guest_is_told_nothing_of_the_one_before(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.press(ann.page.locator(".menu summary"))
    await ann.press(ann.button("Become somebody else"))
    await expect(ann.page.get_by_label("Your name")).to_be_visible()
    await expect(ann.page.locator(".notice")).to_be_hidden()
