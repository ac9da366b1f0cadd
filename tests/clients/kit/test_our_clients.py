"""Our own clients pass the kit, in every game: the bots of both SDKs, and the example without any."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable

from fudakai.clients.kit.games import SCRIPTS
from fudakai.clients.kit.ground import ground
from fudakai.clients.kit.verdict import Rule, SceneVerdict
from fudakai.server.games.registry import GAMES
from tests.clients.kit.runs import failed, program, run
from tests.e2e.process import ROOT

BOT = (sys.executable, "-m", "fudakai.clients", "bot", "--url", "URL", "--room", "CODE")


def test_the_kit_has_a_script_for_every_game_of_ours() -> None:
    assert set(SCRIPTS) == set(GAMES)


def test_every_rule_that_the_kit_names_is_a_heading_of_the_page() -> None:
    page = (ROOT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    assert {str(rule) for rule in Rule} <= set(headings)


async def test_the_bot_of_the_python_sdk_passes_in_every_game() -> None:
    await _passes(program(*BOT), "fudakai.v1.msgpack")


async def test_the_bot_of_the_javascript_sdk_passes_in_every_game(node: str) -> None:
    script = "clients/js/examples/bot.js"
    await _passes(program(node, "--experimental-websocket", "--no-warnings", script, "URL", "CODE"), "fudakai.v1.json")


async def _passes(client: Callable[[str, str], Awaitable[None]], subprotocol: str) -> None:
    async with ground() as url, asyncio.TaskGroup() as tasks:
        runs = [tasks.create_task(run(url, game, client)) for game in SCRIPTS]
        await asyncio.wait(runs)
    for done in runs:
        report = done.result()
        assert failed(report) == []
        assert report.passed, report
        assert report.subprotocol == subprotocol


async def test_the_bot_passes_in_a_game_without_a_script(fifth_game: str) -> None:
    async with ground() as url:
        report = await run(url, fifth_game, program(*BOT))
    assert failed(report) == []
    assert report.passed, report
    assert report.game == fifth_game
    passed = {result.scene for result in report.results if result.verdict is SceneVerdict.PASSED}
    assert passed > {"hello", "table", "its_turn", "unknown_field", "unknown_event", "refused_move", "match_over"}
    assert "choice" not in passed
