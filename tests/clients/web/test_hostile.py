"""Names, titles and chat are text whatever they hold; what is not allowed says why and changes nothing."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

MARKUP = "<img src=x onerror=a()>"
"""A name as long as a name may be; were it markup, it would ask for a picture that is not there."""
OVERRIDE = "Ann\u202egnp"
"""With a sign that turns the direction of what follows."""


async def test_names_titles_and_chat_are_shown_as_text(meet: Meet) -> None:
    eve = await meet(MARKUP)
    page = eve.page
    await eve.come_in()
    await eve.open_table("Agurk", name=f"<b>{MARKUP}</b>")
    log = page.get_by_role("log")
    for line in (f"<script>{MARKUP}</script>", "w" * 300, "${1+1} {{1+1}}"):
        await page.get_by_label("Say something").fill(line)
        await eve.press(eve.button("Send"))
        await expect(log).to_contain_text(line)
    ann = await meet("Ann")
    await ann.come_in()
    await expect(ann.page.locator(".rooms")).to_contain_text(f"<b>{MARKUP}</b>")
    await ann.go("room", await eve.code())
    await expect(ann.page.locator(".people")).to_contain_text(MARKUP)
    for person in (eve, ann):
        assert await person.page.locator("main img, main script, main b b").count() == 0
        content, window = await person.width()
        assert content <= window


@pytest.mark.parametrize("word", ["constructor", "__proto__", "hasOwnProperty"])
async def test_an_address_with_a_word_that_every_object_knows_names_no_page(meet: Meet, word: str) -> None:
    ann = await meet("Ann")
    await ann.go(word)
    await expect(ann.page.locator("main")).to_contain_text("There is no such page.")
    await ann.go("how", word)
    await expect(ann.page.locator("main")).to_contain_text("Choose a game.")


async def test_a_name_that_turns_the_text_around_is_refused(meet: Meet) -> None:
    eve = await meet("Eve")
    await eve.page.get_by_label("Your name").fill(OVERRIDE)
    await eve.press(eve.button("Come in"))
    await expect(eve.page.get_by_role("alert")).not_to_be_empty()
    await eve.come_in()


async def test_a_click_that_is_not_allowed_says_why_and_changes_nothing(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Koi-Koi")
    await ann.turn()
    before = await ann.table()
    refusal = ann.page.locator(".table .refusal")
    await ann.page.locator(".table .lying:not(.target)").first.click(force=True)  # marked as disabled for who listens
    await expect(refusal).not_to_be_empty()
    assert await ann.table() == before
    assert await ann.move()


async def test_a_card_that_is_not_ones_turn_to_play_says_so(meet: Meet) -> None:
    ann, bob = await meet("Ann"), await meet("Bob")
    await ann.come_in()
    code = await ann.open_table("Agurk", seats=2)
    await bob.come_in()
    await bob.go("room", code)
    await bob.press(bob.button("I am ready"))
    await ann.press(ann.button("Start"))
    await expect(bob.page.locator(".table .hand .hold").first).to_be_visible()
    waits = bob if await ann.page.locator(".hold.can").count() else ann
    await waits.page.locator(".hold").first.click(force=True)
    await expect(waits.page.locator(".table .refusal")).to_have_text("It is not your turn.")


async def test_a_card_is_dragged_onto_the_field(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots("Koi-Koi")
    await ann.turn()
    card = ann.page.locator(".table .hold.can").first
    name = str(await card.locator("[data-card]").get_attribute("data-card"))
    await card.hover()  # marks what it takes: of two it takes the one that it is dragged onto
    taken = ann.page.locator(".table .lying.matched")
    onto = taken.first if await taken.count() else ann.page.locator(".table .middle .stock")
    await card.drag_to(onto)
    await expect(ann.page.locator(f".table .hand [data-card='{name}']")).to_have_count(0)
