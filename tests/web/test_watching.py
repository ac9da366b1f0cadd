"""Who watches sees no hand: not on the page, and not in what the socket receives."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARD_IDS = "(selector) => [...document.querySelectorAll(selector)].map((card) => card.dataset.card)"


async def test_who_watches_sees_no_hand(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    title = "Ann has guests"  # other tests open tables, too
    code = await ann.open_table("Koi-Koi", name=title, setting_bot_delay=0, setting_round_delay=0)
    bob = await meet("Bob")
    await bob.come_in()
    await bob.press(bob.page.locator(".rooms li", has_text=title).get_by_role("link", name="Watch"))
    await expect(ann.page.locator(".watchers")).to_contain_text("Bob")
    assert await bob.code() == code
    await ann.press(ann.button("Strong bot"))
    await ann.press(ann.button("Start"))
    await expect(bob.page.locator(".table")).to_be_visible()
    turns = 0
    while True:  # a card that is in the hand now has not been anywhere else in this round
        await ann.turn()
        hand = await ann.page.evaluate(CARD_IDS, ".hand [data-card]")
        if turns and len(hand) == 8:
            break
        assert hand
        received = "".join(bob.watch.frames)
        assert [card for card in hand if f'"{card}"' in received] == []
        shown = await bob.page.evaluate(CARD_IDS, "[data-card]")
        assert set(hand) & set(shown) == set()
        assert await bob.page.locator(".hand").count() == 0
        names = await ann.page.locator(".hand .card").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        html = await bob.page.content()
        assert [name for name in names if name in html] == []
        turns += 1
        assert turns < 40, "the round does not end"
        assert await ann.move()
    assert any('"11-bright"' in frame or '"01-bright"' in frame for frame in bob.watch.frames), "nothing was received"
