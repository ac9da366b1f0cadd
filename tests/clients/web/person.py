"""A person at a page: what they see, and what they do about it with a mouse, a finger or a keyboard."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

from playwright.async_api import Locator, Page, TimeoutError, expect

from tests.clients.web.watch import Watch

CHOICES: Final = (
    ".table .decision button.chief",
    ".table .signs button",
    ".table .acts button:enabled",
    ".table .lying.target",
    ".table .mine > button.chief:enabled",
    ".table .hold[aria-disabled=false]:not(.chosen)",
)
"""What a table offers to somebody who is to move, the most pressing first."""

NEXT: Final = """(choices) => {
  if (document.querySelector(".result")) return ["", 0];
  for (const choice of choices) {
    const count = document.querySelectorAll(choice).length;
    if (count) return [choice, count];
  }
}"""
"""The first of the choices that is on the page, and how often it is there; 0 once there is a result."""

MOST_CLICKS: Final = 1500
"""More than any match of these games takes."""

MOST_TABS: Final = 300
"""More than a page has stops for Tab."""

SNAPSHOT: Final = """() => {
  const shown = (element) => element.dataset.card ?? element.getAttribute("aria-label");
  const all = (selector) => [...document.querySelectorAll(selector)];
  return JSON.stringify({
    cards: all(".table .card").map(shown),
    hand: all(".table .hand [data-card]").map(shown),
    can: all(".table .hold.can [data-card]").map(shown),
    state: all(".table .state, .table .prompt").map((element) => element.textContent.trim()),
  });
}"""
"""The table as it stands: its cards in their order, the hand, what may be played, round and prompt."""


class Person:
    """One browser of one person."""

    def __init__(self, name: str, page: Page, watch: Watch, origin: str) -> None:
        self.name = name
        self.page = page
        self.watch = watch
        self.origin = origin
        self.touch = False
        self._rng = random.Random(name)

    async def press(self, target: Locator) -> None:
        """A click, or a tap where there is no mouse."""
        await (target.tap() if self.touch else target.click())

    def button(self, name: str) -> Locator:
        """A button by its words."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def come_in(self) -> None:
        """Gives the name that the first page asks for."""
        await self.page.get_by_label("Your name").fill(self.name)
        await self.press(self.button("Come in"))
        await expect(self.page.get_by_role("heading", name=f"Welcome, {self.name}")).to_be_visible()

    async def play_with_bots(self, title: str) -> None:
        """The one button of a game."""
        game = self.page.locator(".game").filter(has=self.page.get_by_role("heading", name=title, exact=True))
        await self.press(game.get_by_role("button", name="Play with bots"))
        await expect(self.page.locator(".table")).to_be_visible()

    async def open_table(self, title: str, *, name: str = "", seats: int | None = None, **fields: Any) -> str:
        """Opens a table by the form, with fields by their ids (`setting_bot_delay=0`); its code."""
        page = self.page
        await self.press(page.get_by_text("Open a table of your own"))
        form = page.locator("form.create")
        await form.locator("[name=game]").select_option(label=title)
        if name:
            await form.locator("[name=title]").fill(name)
        if seats is not None:
            await form.locator("[name=seats]").fill(str(seats))
        for summary in await form.locator("summary").all():
            await self.press(summary)
        for name, value in fields.items():
            field = form.locator(f"#{name.replace('_', '-', 1)}")
            await (field.select_option(value) if isinstance(value, str) else field.fill(str(value)))
        await self.press(form.get_by_role("button", name="Open the table"))
        return await self.code()

    async def code(self) -> str:
        """The code of the room that is shown."""
        words = await self.page.locator(".room .code").inner_text()
        return words.removeprefix("Code ").strip()

    async def go(self, *parts: str) -> None:
        """To the page of that address."""
        await self.page.goto(f"{self.origin}/#/{'/'.join(parts)}")

    async def choice(self) -> Locator | None:
        """What to press next, once it is this person's turn; None when the match is over."""
        found = await self.page.wait_for_function(NEXT, arg=list(CHOICES))
        selector, count = await found.json_value()
        if not count:
            return None
        return self.page.locator(selector).nth(self._rng.randrange(count))

    async def move(self, press: Callable[[Locator], Awaitable[None]] | None = None) -> bool:
        """One step of a move; False when the match is over."""
        target = await self.choice()
        if target is None:
            return False
        await (press or self.press)(target)
        return True

    async def finish(self, press: Callable[[Locator], Awaitable[None]] | None = None) -> None:
        """Plays on until the result is shown."""
        for _ in range(MOST_CLICKS):
            if not await self.move(press):
                return
        raise AssertionError("the match does not end")

    async def play(self) -> None:
        """A whole move, in as many steps as it takes, up to the next decision; the match may not end by it."""
        await self.turn()
        before = json.loads(await self.table())["cards"]
        for _ in range(MOST_CLICKS):
            assert await self.move()
            await self.turn()
            if json.loads(await self.table())["cards"] != before:
                return
        raise AssertionError("no card moves")

    async def rematch(self) -> None:
        """Another match at the same table, by the one button of its host, and the first move."""
        await self.press(self.button("Rematch"))
        await expect(self.page.locator(".result")).to_be_hidden()
        assert await self.move()

    async def turn(self) -> None:
        """Waits until this person is to move."""
        assert await self.choice() is not None, "the match is over already"

    async def table(self) -> str:
        """The table as it stands, as JSON."""
        return str(await self.page.evaluate(SNAPSHOT))

    async def sees(self, table: str) -> None:
        """Waits until the table stands exactly so."""
        try:
            await self.page.wait_for_function(f"(wanted) => ({SNAPSHOT})() === wanted", arg=table)
        except TimeoutError:
            assert await self.table() == table

    async def press_keys(self, target: Locator) -> None:
        """Goes there with Tab, and presses Enter or the space bar."""
        await self.tab_to(target)
        await self.page.keyboard.press(self._rng.choice(["Enter", "Space"]))

    async def tab_to(self, target: Locator) -> None:
        """Moves the focus there with Tab alone."""
        await target.wait_for()
        for _ in range(MOST_TABS):
            if await target.evaluate("(element) => element === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    async def width(self) -> tuple[int, int]:
        """How wide the page's content is, and how wide the window: more is to be scrolled sideways."""
        measured = await self.page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        return measured[0], measured[1]
