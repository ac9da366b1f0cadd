"""Writes SESSION.md, a whole session, played by the real room and the real game: `make session`.

Only what a host adds (welcome, ok, refused, pong, closed) is made here; every update is what the room shows.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any, Final

import msgspec

from fudakai.protocol import from_server as tell
from fudakai.protocol.codec import JSON, MAX_DEPTH, MAX_FRAME
from fudakai.protocol.codes import Goodbye
from fudakai.protocol.from_server import FromServer
from fudakai.server.games.agurk import game as agurk
from fudakai.server.games.api import Chosen, Drawn, Shuffled
from fudakai.server.rooms import commands as ask, views
from fudakai.server.rooms.create import create, described_game, described_settings
from fudakai.server.rooms.effects import Denied, Effects
from fudakai.server.rooms.handle import draw_due, handle
from fudakai.server.rooms.room import Room
from fudakai.server.rooms.settings import RoomSettings

CODE: Final = "K7QF2M"
ANN, BOB = "p3f09c1d27a6be481", "p81b2e07a9cc6d315"
TOKEN: Final = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MWY2eXEiLCJuYW1lIjoiYW5uIn0.Zb1c"
SETTINGS: Final = RoomSettings(cycle_delay=0.8, round_delay=3, bot_delay=0.8)
WELCOME: Final = tell.Welcome(
    re=1,
    player=ANN,
    name="ann",
    token=TOKEN,
    server="0.1.0",
    games=(described_game(agurk),),
    settings=described_settings(SETTINGS),
    limits=tell.Limits(MAX_FRAME, MAX_DEPTH, credits=100, credits_per_second=50.0, ping_interval=20.0),
)
DEALT: Final = ("3H", "5C", "5S", "9D", "JC", "KD", "AS", "2C", "4D", "8S", "10C", "QH", "KS", "JK1")
"""Ann's seven cards, then bob's."""


class Transcript:
    """What goes over ann's connection. `lines` holds JSON after `C> ` or `S> `, and remarks after `# `."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.now = 1_000_000
        self.seen = 0
        self.room: Room = create(
            CODE,
            agurk,
            {},
            {},
            SETTINGS,
            title="evening",
            visibility="public",
            size=2,
            player=ANN,
            name="ann",
        )

    def remark(self, words: str) -> None:
        self.lines.append(f"# {words}")

    def client(self, **message: Any) -> None:
        self.lines.append("C> " + json.dumps(message))

    def server(self, message: FromServer) -> None:
        self.lines.append("S> " + json.dumps(json.loads(JSON.encode(message))))

    def do(self, command: ask.Command, *drawn: Drawn) -> Effects:
        """The room after the command, and the draws that follow it at once."""
        self.now += 1_400
        self.room, effects = handle(self.room, command, self.now)
        for outcome in drawn:
            if draw_due(self.room, self.now) is None:
                raise AssertionError("nothing is to be drawn")
            self.room, _ = handle(self.room, ask.Draw(outcome), self.now)
        return effects

    def ok(self, re: int, effects: Effects, ref: str | None = None) -> None:
        self.server(tell.Ok(re, CODE, effects.version, effects.seat, ref))

    def update(self) -> None:
        """The view as ann gets it, with the events since the last one."""
        events, gap = self.room.events_after(self.seen)
        self.seen = self.room.version
        shown = views.state(self.room, self.now, spectators=0)
        self.server(tell.Update(CODE, self.room.version, shown, events, views.yours(self.room).get(ANN), gap))

    def move(self, id: int, ref: str, version: int, cards: list[str], *, answer: bool = True) -> None:
        """Ann's move and its answer; with the view, if the move counted now."""
        move = {"type": "play", "cards": cards}
        self.client(type="move", id=id, room=CODE, ref=ref, version=version, move=move)
        before = self.room.version
        try:
            stored = self.do(ask.Play(ANN, ref, version, move))
        except Denied as denied:
            self.server(tell.Refused(denied.code, denied.words, re=id, room=CODE, ref=ref))
            return
        if answer:
            self.ok(id, stored, ref)
            if self.room.version > before:
                self.update()


def session() -> list[str]:
    """The whole transcript."""
    t = Transcript()
    t.client(type="hello", id=1, name="ann", client="my-bot/0.1")
    t.server(WELCOME)
    t.client(type="create", id=2, game="agurk", title="evening", seats=2)
    t.ok(2, t.do(ask.Resume(ANN, 0)))
    t.update()
    t.remark("bob joins with the code")
    t.do(ask.Join(BOB, "bob"))
    t.update()
    t.client(type="ready", id=3, room=CODE)
    t.ok(3, t.do(ask.Ready(ANN, True)))
    t.update()
    t.remark("bob is ready, too")
    t.do(ask.Ready(BOB, True))
    t.update()
    t.client(type="start", id=4, room=CODE)
    t.ok(4, t.do(ask.Start(ANN), Chosen(0), Shuffled(DEALT)))
    t.remark("three entries at once: the start, the choice of Player 1, the deal")
    t.update()
    t.move(5, "a-1", 6, ["9D"])
    t.remark("too early: it is bob's turn")
    t.move(6, "a-2", 7, ["3H"])
    t.remark("bob plays the queen; hers is the highest card of the cycle, so bob leads, and plays a ten")
    t.do(ask.Play(BOB, "x", 7, {"type": "play", "cards": ["QH"]}))
    t.update()
    t.do(ask.Play(BOB, "y", 8, {"type": "play", "cards": ["10C"]}))
    t.update()
    t.remark("five is neither at least as high as the ten nor ann's lowest card")
    t.move(7, "a-3", 9, ["5C"])
    t.remark("the connection breaks before the answer to this one arrives")
    t.move(8, "a-4", 9, ["3H"], answer=False)
    t.do(ask.Disconnected(ANN))
    t.remark("a new connection: the token makes it ann again; the room is resumed from the last version she saw")
    t.client(type="hello", id=1, token=TOKEN)
    t.server(msgspec.structs.replace(WELCOME, rooms=(CODE,)))
    t.client(type="resume", id=2, room=CODE, version=t.seen)
    t.ok(2, t.do(ask.Resume(ANN, t.seen)))
    t.update()
    t.remark("the move was stored: sent again with its ref, it gets its first answer and is not played twice")
    t.move(3, "a-4", 9, ["3H"])
    t.client(type="ping", id=4)
    t.server(tell.Pong(4, {CODE: t.room.version}))
    t.remark("bob leaves, so ann is the last one in and wins")
    t.do(ask.Leave(BOB))
    t.update()
    t.client(type="leave", id=5, room=CODE)
    t.ok(5, t.do(ask.Leave(ANN)))
    t.server(tell.Closed(CODE, Goodbye.LEFT, "you have left the room"))
    return t.lines


def wrapped(lines: list[str]) -> str:
    """The lines as the page shows them: long ones go on, indented, on the next line."""
    fold = textwrap.TextWrapper(118, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(fold.fill(line) for line in lines)


PAGE: Final = Path(__file__).parents[2] / "protocol" / "SESSION.md"
HEAD: Final = """# A whole session

Everything that goes over ann's connection: `C>` she sends, `S>` she gets, `#` a remark. Long lines go on, indented,
below. The guide is [PROTOCOL.md](PROTOCOL.md). `make session` writes this page.
"""


def page() -> str:
    """The whole page."""
    return f"{HEAD}\n```text\n{wrapped(session())}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
