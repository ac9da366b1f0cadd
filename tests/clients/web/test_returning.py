"""Coming back: a page that is loaded again, two tabs, a server that is killed, a network that is lost."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet
from tests.clients.web.line import line_to
from tests.clients.web.person import Person
from tests.e2e.process import ServerProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")

AWAY = "WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED"
"""What the browser itself prints when a server does not answer."""


async def test_a_page_that_is_loaded_again_in_the_middle_of_a_turn_shows_the_same_table(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Koi-Koi")
    for _ in range(30):  # most often a card was turned by then that may take one of two: the middle of a turn
        await ann.play()
        if await ann.page.locator(".pending .card").is_visible():
            break
    before = await ann.table()
    await ann.page.reload()
    await ann.sees(before)
    assert await ann.move()


async def test_two_tabs_agree(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Koi-Koi")
    other = Person("Ann", await ann.page.context.new_page(), ann.watch, ann.origin)
    await other.go("room", await ann.code())
    for mover, looker in [(ann, other), (other, ann), (ann, other)]:
        await mover.turn()
        before = await mover.table()
        await looker.sees(before)
        await mover.play()
        after = await mover.table()
        assert after != before
        await looker.sees(after)


async def test_a_table_outlives_a_server_that_is_killed(meet: Meet, own: ServerProcess) -> None:
    ann = await meet("Ann", port=own.port)
    ann.watch.expected.append(AWAY)
    await ann.come_in()
    await ann.play_with_bots("Agurk")
    for _ in range(3):
        assert await ann.move()
    await ann.turn()
    before = await ann.table()
    await own.kill()
    notice = ann.page.locator(".notice")
    await expect(notice).to_be_visible()
    await expect(notice).not_to_be_empty()
    assert await ann.table() == before
    await own.start()
    await expect(notice).to_be_hidden()
    await ann.sees(before)
    await ann.finish()
    await expect(ann.page.locator(".result")).to_contain_text("Ann")


async def test_a_table_outlives_a_network_that_is_lost(meet: Meet, site: ServerProcess) -> None:
    async with line_to(site.port) as line:
        ann = await meet("Ann", port=line.port)
        ann.watch.expected.append(AWAY)
        await ann.come_in()
        await ann.play_with_bots("Koi-Koi")
        assert await ann.move()
        await ann.turn()
        before = await ann.table()
        await ann.page.context.set_offline(True)
        line.lose()  # offline alone leaves open sockets as they are
        notice = ann.page.locator(".notice")
        await expect(notice).to_be_visible()
        await expect(notice).not_to_be_empty()
        line.mend()
        await ann.page.context.set_offline(False)
        await expect(notice).to_be_hidden()
        await ann.sees(before)
        assert await ann.move()
        await ann.turn()
