"""What the first visit carries over the wire."""

from __future__ import annotations

from typing import Final

import pytest

from tests.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST: Final = 300 * 1024
"""Bytes of all answers together, as they travel: a page on a slow phone is there within seconds."""


async def test_the_first_visit_and_both_decks_are_light(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Koi-Koi")
    await ann.turn()
    await ann.go("cards")  # and the other deck
    await ann.page.locator(".deck .card").first.wait_for()
    await ann.page.wait_for_function("() => document.querySelectorAll('svg.drawings').length === 2")
    sizes = {}
    for response in ann.watch.responses:
        size = await response.request.sizes()
        assert response.url not in sizes, f"{response.url} was asked for twice"
        sizes[response.url] = size["responseHeadersSize"] + size["responseBodySize"]
    assert any(url.endswith("/web/cards/hanafuda.svg") for url in sizes)
    assert any(url.endswith("/web/cards/bridge.svg") for url in sizes)
    assert sum(sizes.values()) < MOST, sizes
