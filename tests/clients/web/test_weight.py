"""What the first visit carries over the wire."""

from __future__ import annotations

from typing import Final

import pytest

from tests.clients.web.conftest import Meet

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
    urls = {response.url.removeprefix(ann.origin) for response in ann.watch.responses}
    assert {"/", "/web/main.js", "/js/fudakai.js", "/web/cards/hanafuda.svg", "/web/cards/bridge.svg"} <= urls
    assert await ann.watch.weight() < MOST
