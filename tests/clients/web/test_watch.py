"""What the other tests stand on: a watched page can do nothing wrong unseen."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.clients.web.conftest import Meet

pytestmark = pytest.mark.asyncio(loop_scope="session")

WRONG = """async () => {
  console.warn("a warning");
  console.error("an error");
  Promise.reject(new Error("nobody minds me"));
  await fetch("/nothing");
  await fetch("http://127.0.0.2:9/").catch(() => {});
  document.body.append(document.createElement("output"));
}"""


async def test_a_watched_page_does_nothing_wrong_unseen(meet: Meet) -> None:
    ann = await meet("Ann")
    await ann.page.evaluate(WRONG)
    await expect(ann.page.locator("output")).to_have_count(1)
    seen = "\n".join(ann.watch.faults)
    ann.watch.faults.clear()
    for words in ("warning: a warning", "error: an error", "page error: nobody minds me", "status 404", "127.0.0.2"):
        assert words in seen
