"""What the README shows to people is run as it stands there."""

from __future__ import annotations

import asyncio
import re
import sys

from tests.e2e.process import ROOT, ServerProcess

SECONDS = 30.0


async def test_the_program_of_the_readme_plays_a_match_with_who_joins(server: ServerProcess) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert "ws://127.0.0.1:8765/" in program
    shown = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-u", "-c", program.replace("ws://127.0.0.1:8765/", server.url)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert shown.stdout is not None
    async with asyncio.timeout(SECONDS):
        line = (await shown.stdout.readline()).decode()
        code = line.split()[-1]
        other = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fudakai.clients.cli", "bot", "--url", server.url, "--room", code),
            cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
        )
        rest = (await shown.stdout.read()).decode()
        assert (await shown.wait(), await other.wait()) == (0, 0)
    assert rest.startswith("won by: ")
