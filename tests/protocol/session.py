"""Writes SESSION.md, a whole session, played by the server's own host on a Redis of its own: `make session`.

Every answer and update is what the host sent. Three things are other than on a server, so that the page stays the same:
the clock stands still until it is moved, chance deals the same cards, and random names are replaced by fixed ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
import textwrap
from pathlib import Path
from typing import Any, Final

import structlog

from fudakai.protocol import from_client as client
from fudakai.protocol.codec import JSON, MAX_DEPTH, MAX_FRAME
from fudakai.protocol.from_server import Limits
from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.api import Chosen, Draw, Drawn, Shuffle, Shuffled
from fudakai.server.store.embedded import EmbeddedRedis
from tests.host.world import HandClock, Peer, World, world_on

CODE: Final = "K7QF2M"
ANN, BOB = "p3f09c1d27a6be481", "p81b2e07a9cc6d315"
TOKEN: Final = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MWY2eXEiLCJuYW1lIjoiYW5uIn0.Zb1c"
DEALT: Final = ("3H", "5C", "5S", "9D", "JC", "KD", "AS", "2C", "4D", "8S", "10C", "QH", "KS", "JK1")
"""Ann's seven cards, then bob's."""
SERVER: Final[dict[str, Any]] = {
    "games": {agurk.NAME: agurk},
    "server": "0.1.0",
    "limits": Limits(MAX_FRAME, MAX_DEPTH, credits=100, credits_per_second=50.0, ping_interval=20.0),
    "rooms": {"cycle_delay": 0.8, "round_delay": 3, "bot_delay": 0.8},
}
THOUGHT: Final = 1.4
"""Seconds that pass before each request."""


def dealt(draw: Draw) -> Drawn:
    """Chance: these cards, and the first of what may be chosen."""
    return Shuffled(DEALT) if isinstance(draw, Shuffle) else Chosen(draw.among[0])


class ShownPeer(Peer):
    """A connection whose messages are written down: JSON after `C> ` or `S> `."""

    def __init__(self, world: World, lines: list[str], **hello: str) -> None:
        self._lines = lines
        super().__init__(world, **hello)

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self._lines.append("S> " + json.dumps(self.got[-1]))

    def say(self, kind: type[Any], **fields: Any) -> int:
        id = next(self._ids)
        given = {name: value for name, value in fields.items() if value is not None}
        line = json.dumps({"type": kind.__struct_config__.tag, "id": id, **given})
        self._lines.append("C> " + line)
        self._world.clock.move(THOUGHT)
        self._world.host.received(self, JSON.decode(line))
        return id

    def drop(self) -> None:
        super().drop()
        self._lines = []  # what the host still sends does not arrive


def playing(card: str) -> dict[str, Any]:
    """A move of one card."""
    return {"type": "play", "cards": [card]}


async def played(world: World) -> list[str]:
    """The whole session: what went over ann's connections, and remarks after `# `."""
    lines: list[str] = []
    ann = ShownPeer(world, lines, name="ann")
    await ann.ask(client.Create, game="agurk", title="evening", seats=2)
    await world.settle()
    code = ann.view["room"]

    async def said(kind: type[Any], **fields: Any) -> None:
        await ann.ask(kind, room=code, **fields)
        await world.settle()

    async def moved(card: str, ref: str, version: int) -> None:
        await said(client.Move, ref=ref, version=version, move=playing(card))

    async def bob_said(kind: type[Any], **fields: Any) -> None:
        world.clock.move(THOUGHT)
        await bob.ask(kind, room=code, **fields)
        await world.settle()

    lines.append("# bob joins with the code")
    bob = Peer(world, name="bob")
    await bob_said(client.Join)
    await said(client.Ready)
    lines.append("# bob is ready, too")
    await bob_said(client.Ready)
    await said(client.Start)
    lines.insert(-1, "# three entries at once: the start, the choice of Player 1, the deal")
    await moved("9D", "a-1", 6)
    lines.append("# too early: it is bob's turn")
    await moved("3H", "a-2", 7)
    lines.append("# bob plays the queen; his is the highest card of the cycle, so he leads, and plays a ten")
    await bob_said(client.Move, ref="x", version=7, move=playing("QH"))
    await bob_said(client.Move, ref="y", version=8, move=playing("10C"))
    lines.append("# five is neither at least as high as the ten nor ann's lowest card")
    await moved("5C", "a-3", 9)
    lines.append("# the connection breaks before the answer to this one arrives")
    ann.say(client.Move, room=code, ref="a-4", version=9, move=playing("3H"))
    ann.drop()
    await world.settle()
    lines.append("# a new connection: the token makes it ann again; she resumes the room from the last version she saw")
    ann = ShownPeer(world, lines, token=ann.welcome["token"])
    await said(client.Resume, version=9)
    lines.append("# the move was stored: sent again with its ref, it gets its first answer and is not played twice")
    await moved("3H", "a-4", 9)
    await ann.ask(client.Ping)
    lines.append("# bob leaves, so ann is the last one in and wins")
    await bob_said(client.Leave)
    await said(client.Leave)
    return [fixed(line, code, ann.welcome, bob.welcome) for line in lines]


def fixed(line: str, code: str, ann: dict[str, Any], bob: dict[str, Any]) -> str:
    """The line with the page's names in place of random ones."""
    names = {ann["token"]: TOKEN, code: CODE, ann["player"]: ANN, bob["player"]: BOB}
    for found, name in names.items():
        line = line.replace(found, name)
    return line


async def session(redis_url: str) -> list[str]:
    """The session, played on an empty Redis."""
    async with world_on(redis_url, HandClock(), chance=dealt, **SERVER) as world:
        return await played(world)


def wrapped(lines: list[str]) -> str:
    """The lines as the page shows them: long ones go on, indented, on the next line."""
    fold = textwrap.TextWrapper(118, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(fold.fill(line) for line in lines)


PAGE: Final = Path(__file__).parents[2] / "protocol" / "SESSION.md"
HEAD: Final = """# A whole session

Everything that goes over ann's connection: `C>` she sends, `S>` she gets, `#` a remark. Long lines go on, indented,
below. The guide is [PROTOCOL.md](PROTOCOL.md). `make session` writes this page.
"""


def page(lines: list[str]) -> str:
    """The whole page."""
    return f"{HEAD}\n```text\n{wrapped(lines)}\n```\n"


async def main() -> None:
    """Plays the session and writes the page."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        redis = EmbeddedRedis(Path(folder))
        try:
            PAGE.write_text(page(await session(await redis.start())), encoding="utf-8")
        finally:
            await redis.stop()


if __name__ == "__main__":
    asyncio.run(main())
