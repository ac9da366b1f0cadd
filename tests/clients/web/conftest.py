"""Fixtures: Chromium and a server for all tests of a process, and browsers of people who are watched.

`make test` installs Chromium where it can. Without it these tests are not run, but in CI they must be.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.clients.web.person import Person
from tests.clients.web.reading import AXE
from tests.clients.web.watch import PROGRAMS, Watch
from tests.e2e.process import ServerProcess
from tests.node import missing

PATIENCE: Final = 20_000
"""Milliseconds that something may take to show; a bound for a machine under load, nothing is measured by it."""

AT_ONCE: Final = {"bot_delay": 0, "cycle_delay": 0, "round_delay": 0}
"""Settings of a server where nothing waits for people to look."""

Meet = Callable[..., Awaitable[Person]]
"""Opens a browser of a new person at a server's page."""


def chromium() -> str:
    """The path of a Chromium; without one the test is skipped, in CI it fails."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if found is None:
        missing("Chromium is needed")
    return str(found)


@pytest.fixture
def axe() -> str:
    """The program that looks whether a page can be read; without it the test is skipped, in CI it fails."""
    if not AXE.is_file():
        missing("axe-core is needed: npm ci --prefix tests/js")
    return AXE.read_text(encoding="utf-8")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium, without a window."""
    program = chromium()
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=program)
        try:
            yield running
        finally:
            await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A running server that tests share; each meets new people there. Its bots do not wait, and nobody looks at what is
    over. It has a game that the page does not know beside its own."""
    process = ServerProcess(tmp_path_factory.mktemp("site"), program="tests.packages.serve", **AT_ONCE)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()


@pytest_asyncio.fixture(loop_scope="session")
async def own(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A running server for one test, which may kill it."""
    process = ServerProcess(tmp_path)
    try:
        await process.start()
        yield process
    finally:
        await process.clean_up()


@pytest_asyncio.fixture(loop_scope="session")
async def meet(browser: Browser, site: ServerProcess) -> AsyncIterator[Meet]:
    """Opens browsers; afterwards their pages may have found nothing wrong."""
    watches: list[Watch] = []
    contexts = []

    async def met(name: str, *, port: int = 0, **options: Any) -> Person:
        wanted = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB"}
        context = await browser.new_context(**{**wanted, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        origin = f"http://127.0.0.1:{port or site.port}"
        watch = Watch(origin)
        watches.append(watch)
        context.on("page", watch.look_at)
        page = await context.new_page()
        await page.goto(origin)
        return Person(name, page, watch, origin)

    yield met
    for context in contexts:
        await context.close()
    faults = [fault for watch in watches for fault in watch.faults]
    assert not faults, "\n".join(faults)
