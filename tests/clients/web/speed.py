"""How quick the web client is on this machine: `python -m tests.clients.web.speed` prints a table and a verdict.

Five first visits in fresh browsers: until the page can be used, and what they weigh. Then one match of each game with
gliding cards: the long tasks (over 50 ms, as the browser tells them) while it is played. Exit status 1 when a limit is
passed: interactive within 1 s (the median), 300 KiB, no task over 100 ms. A number says little on a machine that does
other work; so its load is printed, too.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

from tests.clients.web.person import Person
from tests.clients.web.watch import PROGRAMS, Watch
from tests.e2e.process import ServerProcess

VISITS: Final = 5
MOST_MILLISECONDS: Final = 1000.0
MOST_KIB: Final = 300.0
MOST_TASK: Final = 100.0
GAMES: Final = ("Hanafuda", "Koi-Koi", "Dafaza", "Agurk")

NOTE: Final = """
  window.long = [];
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask", buffered: true });
  const look = () => {
    const field = document.querySelector("#name, .game button.chief");
    if (field) requestAnimationFrame(() => (window.usable = performance.now()));
    else requestAnimationFrame(look);
  };
  look();
"""
"""Notes in the page when it can be used (the first field or button is drawn), and its long tasks."""


async def visit(browser: Browser, origin: str) -> tuple[float, float, Person]:
    """A first visit: milliseconds until the page can be used, KiB that came, and who made it."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    await context.add_init_script(NOTE)
    page = await context.new_page()
    watch = Watch(origin)
    watch.look_at(page)
    await page.goto(origin)
    await page.wait_for_function("() => window.usable")
    usable = float(await page.evaluate("() => window.usable"))
    person = Person("Ann", page, watch, origin)
    await person.come_in()
    await page.wait_for_function("() => document.querySelectorAll('svg.drawings').length === 2")
    return usable, await watch.weight() / 1024, person


async def measure(browser: Browser, origin: str) -> bool:
    """Prints what was found; whether every limit was kept."""
    rows: list[tuple[str, float, float, str]] = []
    visits = []
    for _ in range(VISITS):
        usable, weight, person = await visit(browser, origin)
        visits.append((usable, weight))
        await person.page.context.close()
    median = statistics.median(usable for usable, _ in visits)
    rows.append((f"usable, median of {VISITS} first visits", median, MOST_MILLISECONDS, "ms"))
    rows.append(("over the wire, both decks", max(weight for _, weight in visits), MOST_KIB, "KiB"))
    for title in GAMES:
        _, _, person = await visit(browser, origin)
        await person.play_with_bots(title)
        await person.finish()
        longest = float(await person.page.evaluate("() => Math.max(0, ...window.long)"))
        rows.append((f"longest task in a match of {title}", longest, MOST_TASK, "ms"))
        await person.page.context.close()
    for words, found, most, unit in rows:
        print(f"{words:38} {found:8.0f} {unit:4} of {most:5.0f}  {'ok' if found <= most else 'too much'}")
    return all(found <= most for _, found, most, _ in rows)


async def main() -> int:
    """The exit status."""
    program = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if program is None:
        print("speed: Chromium is needed (on Debian: apt-get install chromium)", file=sys.stderr)
        return 2
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        try:
            await server.start()
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=program)
                kept = await measure(browser, f"http://127.0.0.1:{server.port}")
                await browser.close()
        finally:
            await server.clean_up()
    print(f"load of this machine: {before:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} processors")
    print("verdict: quick enough" if kept else "verdict: too slow")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
