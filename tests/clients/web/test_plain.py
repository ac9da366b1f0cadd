"""A game without a table of its own: everything is shown, and it is played by clicks, taps and keys."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet
from tests.clients.web.reading import read
from tests.clients.web.test_sizes import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

TITLE: Final = "High card"

SHOW: Final = """async (seen) => {
  const { View } = await import("/js/view.js");
  const table = document.createElement("fuda-plain-table");
  window.moves = [];
  table.room = { move: async (move) => window.moves.push(move) && seen.version + 1 };
  table.view = new View(seen);
  document.querySelector("main").replaceChildren(table);
}"""
"""Puts a plain table of that view onto the page, which keeps what is played."""


def a_view(table: dict[str, Any], private: dict[str, Any], offers: list[dict[str, Any]]) -> dict[str, Any]:
    """What a seat sees of a game that nobody knows."""
    seats = [
        {"seat": seat, "player": name, "name": name, "ready": True, "away": False, "bot": False, "left": False}
        for seat, name in enumerate(("Ann", "Bob"))
    ]
    state = {"status": "playing", "game": "odd", "seats": seats, "to_act": [0], "clocks": [], "table": table}
    events = [{"type": "odd_thing", "seat": 1, "cards": ["AS"], "next_dealer": 0, "missed": None}]
    return {
        "room": "",
        "version": 3,
        "state": {**state, "title": "", "options": {}, "settings": {}, "result": None},
        "you": {"seat": 0, "since": 3, "private": private, "offers": offers},
        "entries": [{"version": 3, "by": 1, "events": events, "clock": False, "gap": False}],
        "gap": False,
        "arrived": 0,
    }


@pytest.mark.parametrize("by", ["clicks", "taps", "keys"])
async def test_a_match_is_played(meet: Meet, by: str) -> None:
    ann = await meet("Ann", **(PHONE if by == "taps" else {}))
    ann.touch = by == "taps"
    await ann.come_in()
    await ann.play_with_bots(TITLE)
    await expect(ann.page.locator(".plain .seats > li")).to_have_count(4)
    await ann.finish(ann.press_keys if by == "keys" else None)
    await expect(ann.page.locator(".result")).to_contain_text("Ann")
    await expect(ann.page.locator(".result")).to_contain_text("Most points")
    await expect(ann.page.get_by_role("log", name="What happened")).to_contain_text("Ann: played ")
    content, window = await ann.width()
    assert content <= window
    await ann.rematch()


async def test_everybody_can_read_it(meet: Meet, axe: str) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.play_with_bots(TITLE)
    await ann.play()
    await read(ann, axe)


async def test_it_is_shown_in_japanese(meet: Meet) -> None:
    ann = await meet("Ann", locale="ja-JP")
    await ann.page.locator("#name").fill("Ann")
    await ann.page.locator(".door button").click()
    await ann.page.locator(".game", has_text=TITLE).locator("button.chief").click()
    await ann.turn()
    table = ann.page.locator(".plain")
    await expect(table.locator(".state")).to_have_text("あなたの番です。")
    assert "出す" in str(await table.locator(".acts button").first.get_attribute("aria-label"))


async def test_a_table_is_opened_with_the_options_that_the_server_names(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.open_table(TITLE, seats=2, highcard_cards=5)
    await ann.press(ann.button("Strong bot"))
    await ann.press(ann.button("Start"))
    await ann.turn()
    await expect(ann.page.locator(".plain .acts button")).to_have_count(5)


async def test_what_a_view_holds_is_shown_with_names_and_cards(meet: Meet) -> None:
    ann = await meet("Ann")
    table = {
        "scores": [3, 11],
        "dealer": 1,
        "trick": [{"seat": 1, "card": "AS"}],
        "bids": [{"seat": 0, "bid": 2}, {"seat": 1, "bid": None}],
        "captured": [["2C"], []],
        "rule": {"high_first": True},
    }
    await ann.page.evaluate(SHOW, a_view(table, {"hand": ["10H", "R7"]}, []))
    seen = ann.page.locator(".plain")
    ann_place, bob_place = seen.locator(".seats > li").nth(0), seen.locator(".seats > li").nth(1)
    await expect(ann_place).to_contain_text("Score 3", use_inner_text=True)
    await expect(ann_place.get_by_role("img", name="2 of clubs")).to_be_visible()
    await expect(bob_place).to_contain_text("11")
    for words in ("Dealer", "Bob", "Bid", "High first", "yes", "R7"):
        await expect(seen).to_contain_text(words)
    await expect(seen.locator("figure")).to_contain_text("Bob")
    await expect(seen.get_by_role("img", name="10 of hearts")).to_be_visible()
    await expect(seen.get_by_role("log")).to_have_text("Bob: odd thing ace of spades (next dealer: Ann)")


async def test_of_a_template_as_many_cards_are_chosen_as_it_takes(meet: Meet) -> None:
    ann = await meet("Ann")
    offers = [{"type": "swap", "count": 2, "among": ["2C", "3C", "4C"]}, {"type": "keep", "bet": 5}]
    await ann.page.evaluate(SHOW, a_view({"scores": [0, 0]}, {"hand": ["2C", "3C", "4C"]}, offers))
    confirm = ann.page.get_by_role("button", name="Swap (")
    await expect(confirm).to_be_disabled()
    for card in ("4 of clubs", "2 of clubs"):
        await ann.press_keys(ann.page.locator("fieldset").get_by_role("button", name=card))
    await ann.press(confirm)
    assert await ann.page.evaluate("() => window.moves") == [{"type": "swap", "cards": ["2C", "4C"]}]
    await expect(ann.button("Keep (bet: 5)")).to_have_count(0)  # a move was made, and its view has not come


async def test_a_result_stays_with_those_who_played_when_a_seat_is_free_again(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    await ann.open_table(TITLE, seats=4, setting_bot_delay=0)
    await ann.press(ann.button("Strong bot").first)
    await ann.press(ann.button("Start"))
    await ann.finish()
    seats = ann.page.locator(".plain .seats > li")
    await expect(seats).to_have_count(2)
    await expect(seats.nth(0)).to_contain_text("Score", use_inner_text=True)
    await expect(seats.nth(1)).to_contain_text("Strong bot")


async def test_a_refusal_is_shown(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.page.evaluate(SHOW, a_view({"scores": [0, 0]}, {}, [{"type": "keep"}]))
    await ann.page.evaluate(
        """async () => {
          const { Refused } = await import("/js/fudakai.js");
          document.querySelector("fuda-plain-table").room.move = async () => {
            throw new Refused("odd", "not in the rain");
          };
        }"""
    )
    await ann.press(ann.button("Keep"))
    await expect(ann.page.get_by_role("alert")).to_have_text("not in the rain (odd)")


async def test_the_pages_about_games_do_without_it(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.come_in()
    game = ann.page.locator(".game", has_text=TITLE)
    await expect(game).to_contain_text("For 2 to 4 players.")
    await expect(game.get_by_role("link")).to_have_count(0)
    await ann.go("how", "highcard")
    await expect(ann.page.locator("main")).to_contain_text("Choose a game.")
    await ann.go("ranking", "highcard")
    await expect(ann.page.locator(".tabs [aria-current=page]")).to_have_text(TITLE)
