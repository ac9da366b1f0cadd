"""Who watches sees no hand: not on the page, and not in what the socket receives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARD_IDS = "(selector) => [...document.querySelectorAll(selector)].map((card) => card.dataset.card)"
MOST_STEPS = 60
"""Clicks of one round, and more."""


def strings(value: Any) -> Iterator[str]:
    """Every text in a message, but what is missing to yaku: that follows from what was taken, which all see."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from () if key == "missing" else strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


async def test_who_watches_sees_no_hand(meet: Meet) -> None:
    ann, bob = await meet("Ann"), await meet("Bob")
    await ann.come_in()
    title = "Ann has guests"  # other tests open tables, too
    code = await ann.open_table("Koi-Koi", name=title, setting_bot_delay=0, setting_round_delay=0)
    await bob.come_in()
    await bob.press(bob.page.locator(".rooms li", has_text=title).get_by_role("link", name="Watch"))
    await expect(ann.page.locator(".watchers")).to_contain_text("Bob")
    assert await bob.code() == code
    await ann.press(ann.button("Strong bot"))
    await ann.press(ann.button("Start"))
    await expect(bob.page.locator(".table")).to_be_visible()
    rounds = ann.page.locator(".table .state")
    await ann.turn()
    first = await rounds.inner_text()
    for _ in range(MOST_STEPS):  # in one round: a card that is in the hand now was never anywhere else
        hand = await ann.page.evaluate(CARD_IDS, ".hand [data-card]")
        names = await ann.page.locator(".hand .card").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        received = {text for frame in bob.watch.frames for text in strings(json.loads(frame))}
        assert set(hand) & received == set()
        assert set(hand) & set(await bob.page.evaluate(CARD_IDS, "[data-card]")) == set()
        board = await bob.page.locator(".table .board").inner_html()
        assert [name for name in names if name in board] == []
        assert await bob.page.locator(".hand").count() == 0
        if not await ann.move() or await ann.choice() is None or await rounds.inner_text() != first:
            break
    else:
        raise AssertionError("the round does not end")
    cards = {text for frame in bob.watch.frames for text in strings(json.loads(frame)) if text[2:3] == "-"}
    assert len(cards) > 8, "the field at least is seen"
