"""A process that owns an embedded Redis, to be killed.

`python -m tests.store.owner FOLDER` prints the pid and the address of the Redis, then supervises it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from fudakai.server.store.embedded import EmbeddedRedis


async def own(folder: Path) -> None:
    """Starts, says so, and supervises until it is killed."""
    redis = EmbeddedRedis(folder)
    url = await redis.start()
    sys.stdout.write(f"{redis.pid} {url}\n")
    sys.stdout.flush()
    await redis.supervise()


if __name__ == "__main__":
    asyncio.run(own(Path(sys.argv[1])))
