"""The JavaScript SDK: its own tests, which run in Node, with a real server for them; and a server that is killed.

`make test` installs what they need (`npm ci` in tests/js). Without Node they are not run, but in CI they must be.
"""

from __future__ import annotations

import asyncio

from tests.e2e.process import ServerProcess
from tests.node import FOLDER, SECONDS, run


async def test_its_own_tests_hold_against_the_vectors_scripted_peers_and_a_real_server(
    server: ServerProcess, node: str
) -> None:
    status, out = await run(node, "--test", "--test-timeout=120000", "--test-reporter=spec", FUDAKAI_URL=server.url)
    assert status == 0, out
    assert "not run" not in out, out


async def test_a_match_goes_on_over_a_server_that_is_killed_in_the_middle_of_turns(
    server: ServerProcess, node: str
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(node, "restart.js", server.url, "2"),
        cwd=FOLDER,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            for _ in range(2):
                if await process.stdout.readline() != b"kill\n":
                    break
                await server.kill()
                await server.start()
            out, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, (out, errors.decode())
    assert b" entries\n" in out
