"""Everybody can read the pages: axe-core finds no serious fault, in light and in dark."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet
from tests.clients.web.reading import read

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_pages_without_a_table(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await read(ann, axe)
    await ann.come_in()
    for summary in await ann.page.locator("summary").all():
        await summary.click()
    await read(ann, axe)
    await ann.go("cards")
    await ann.page.locator(".months .card").first.wait_for()
    await read(ann, axe)
    await ann.go("nowhere")
    await read(ann, axe)


async def test_a_room_that_waits(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.open_table("Hanafuda")
    await ann.press(ann.page.locator(".rules summary"))
    await ann.page.get_by_label("Say something").fill("hello")
    await ann.press(ann.button("Send"))
    await expect(ann.page.get_by_role("log")).to_contain_text("hello")
    await read(ann, axe)


@pytest.mark.parametrize("title", ["Hanafuda", "Koi-Koi", "Dafaza", "Agurk"])
async def test_the_table_of_each_game(meet: Meet, axe: str, title: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots(title)
    await read(ann, axe)


async def test_a_result(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Agurk")
    await ann.finish()
    await read(ann, axe)
