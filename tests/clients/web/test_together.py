"""Four people play Dafaza, each in a browser of their own, from an invitation to the end of the match."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_four_browsers_play_dafaza_together(meet: Meet) -> None:
    ann, *guests = [await meet(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    await ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await ann.come_in()
    code = await ann.open_table("Dafaza", dafaza_official_hands=1, setting_round_delay=0, setting_cycle_delay=0)
    await ann.press(ann.button("Copy the invitation"))
    await expect(ann.button("Copied")).to_be_visible()
    invitation = str(await ann.page.evaluate("() => navigator.clipboard.readText()"))
    assert invitation.endswith(f"#/room/{code}")
    for guest in guests:
        await guest.page.goto(invitation)
        await guest.page.get_by_label("Your name").fill(guest.name)
        await guest.press(guest.button("Come in"))
        await guest.press(guest.button("I am ready"))
    await ann.press(ann.button("Start"))
    async with asyncio.TaskGroup() as tasks:
        for person in (ann, *guests):
            tasks.create_task(person.finish())
    results = {await person.page.locator(".result table").first.inner_text() for person in (ann, *guests)}
    assert len(results) == 1
    for guest in guests:
        await guest.press(guest.button("Rematch"))
    await ann.press(ann.button("Rematch"))
    for person in (ann, *guests):
        await expect(person.page.locator(".result")).to_be_hidden()
        await person.turn()
