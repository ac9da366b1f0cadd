"""A person at a table: views and typed lines in, screens and moves out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from fudakai.clients.bots.player import Player
from fudakai.clients.sdk import FudakaiError, Line, Refused, Room, Stale, View
from fudakai.clients.sdk.autoplay import move
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal import orders
from fudakai.clients.terminal.games.index import renderer
from fudakai.clients.terminal.invitation import Invitation
from fudakai.clients.terminal.keyboard import QUIT
from fudakai.clients.terminal.renderer import YOU, Unclear
from fudakai.clients.terminal.screen import Screen, late
from fudakai.protocol.codes import Goodbye

OTHERS: Final = "Others are to act. (? help, q leave)"

LAST_CALL: Final = 10.0
"""Seconds before the end of a turn at which the person is told."""


class Person:
    """One person's stay in a room. With `eager` they are ready when they come; as the host they start when all seats
    are taken and ready. Leaving the room is the caller's."""

    def __init__(self, room: Room, screen: Screen, *, eager: bool, me: str | None = None, url: str = "") -> None:
        """`me`: the person's id, by which their own words are known also where they have no seat. `url`: the server's
        address, for those who are asked to come."""
        self.room = room
        self.screen = screen
        self._me = me
        self._url = url
        self._tick: asyncio.TimerHandle | None = None
        self.looked = asyncio.Event()
        """Set once the room has been shown."""
        self._eager = eager
        self._inbox: asyncio.Queue[View | Line | str | FudakaiError | None] = asyncio.Queue()
        self._last_call: asyncio.TimerHandle | None = None
        self._leaving = False  # whether the last line was q
        self._seen = 0.0  # when the last view came, by the loop's clock
        self._acted = 0  # the version of what was done last: views of before it ask for nothing

    def typed(self, line: str | None) -> None:
        """A line from the keyboard; None at the end of the input."""
        self._inbox.put_nowait(line)

    async def heeded(self) -> None:
        """Waits until all that was typed is done; for ever, once the person has left."""
        await self._inbox.join()

    async def play(self) -> None:
        """Until the person wants to leave, or the input or the room ends. Raises what ended the client."""
        self._seen = asyncio.get_running_loop().time()
        watching = asyncio.create_task(self._watch())
        for line in self.room.lines:
            self._inbox.put_nowait(line)
        self.room.heard = self._inbox.put_nowait
        view = self.room.view
        try:
            while (news := await self._inbox.get()) is not None:
                if isinstance(news, FudakaiError):
                    raise news
                if isinstance(news, View):
                    view = news
                    self._seen = asyncio.get_running_loop().time()
                    self._remind(view)
                    self._run_on(view)
                    await self._look(view, self._asked(view))
                elif isinstance(news, Line):
                    self._hear(news, view)
                elif self._leaves(news, view):
                    self.screen.typed()
                    return
                elif view is not None:
                    self.screen.typed()
                    await self._answer(view, news)
                    self.screen.settle()
                self._inbox.task_done()
            if self.room.closing:
                self.screen.ask("")
                self.screen.say(sentence(self.room.closing.words))
                if self.room.closing.code == Goodbye.LEFT:
                    self.screen.say(f"Come back with: fudakai play --room {self.room.code}")
        finally:
            self.room.heard = None
            watching.cancel()
            for call in (self._last_call, self._tick):
                if call:
                    call.cancel()

    def _leaves(self, line: str, view: View | None) -> bool:
        """Whether that line ends the stay: in a match that runs q has to be said twice."""
        if line.strip().lower() not in QUIT:
            self._leaving = False
            return False
        plays = view is not None and view.status == "playing" and view.seat is not None and self.room.online
        self._leaving, sure = True, self._leaving or not plays
        return sure

    async def script(self, player: Player, rng: random.Random) -> Data | None:
        """Plays one match by itself, on the same screens, and gives its result; None if the room ended before."""

        def choose(view: View, offers: Sequence[Data]) -> Data:
            return player(view.known, offers, rng)

        async for view in self.room:
            await self._look(view, question(view) if view.my_turn else "")
            if view.over and view.result is not None:
                return view.result
            if view.my_turn and view.version >= self._acted:
                await self._move(move(self.room, choose, view))
        return None

    async def _watch(self) -> None:
        try:
            async for view in self.room:
                self._inbox.put_nowait(view)
            self._inbox.put_nowait(None)
        except FudakaiError as error:
            self._inbox.put_nowait(error)

    def _remind(self, view: View) -> None:
        """Says so when my turn is about to run out: what is on the screen then may be old."""
        if self._last_call:
            self._last_call.cancel()
        left = view.time_left(view.seat) if view.seat is not None else None
        if view.my_turn and left is not None and left > LAST_CALL:
            call = asyncio.get_running_loop().call_later
            self._last_call = call(left - LAST_CALL, self._help, view, (f"{LAST_CALL:.0f} seconds left.",))

    def _run_on(self, view: View) -> None:
        """Lets the clocks of this view run, second by second."""
        if self._tick:
            self._tick.cancel()
        if self.screen.live and view.state["clocks"]:
            self._tick = asyncio.get_running_loop().call_later(1.0, self._ticked, view)

    def _ticked(self, view: View) -> None:
        self.screen.tick(view, self._asked(view), self._since())
        self._run_on(view)

    def _asked(self, view: View) -> str:
        """What stands in the last lines; on a terminal something always does."""
        return question(view, self._since()) or (OTHERS if self.screen.live else "")

    def _help(self, view: View, lines: tuple[str, ...]) -> None:
        """Says so, and then what is asked all the same."""
        self.screen.help(lines, question(view, self._since()) or OTHERS)

    def _since(self) -> float:
        """Seconds since the last view came."""
        return asyncio.get_running_loop().time() - self._seen

    def _hear(self, line: Line, view: View | None) -> None:
        seated = view is not None and view.seat is not None
        mine = line.player == self._me or (view is not None and seated and line.seat == view.seat)
        words = line.text if line.text is not None else orders.EMOTES.get(line.emote or "", line.emote or "")
        self.screen.hear(YOU if mine else line.name, words)

    async def _look(self, view: View, ask: str) -> None:
        """Draws the view, and does between matches what goes without asking."""
        self.screen.show(view, ask)
        self.looked.set()
        if view.status == "playing" or view.seat is None or view.version < self._acted:
            return
        if self._eager and not view.seats[view.seat].ready:
            self._eager = False
            await self._do(self.room.ready)
        elif view.host and all(seat.name is not None and seat.ready for seat in view.seats):
            await self._do(self.room.start)

    async def _answer(self, view: View, line: str) -> None:
        word = line.strip().lower()
        if word in ("?", "help"):
            self._help(view, help_lines(view, self._url))
        elif word in QUIT:
            self._help(view, ("q again leaves the match.",))
        elif word in ("t", "table"):
            self.screen.again(view, self._asked(view))
        elif orders.is_order(line):
            await self._order(view, line)
        elif view.status == "playing" and view.seat is not None:
            await self._choose(view, line)
        elif view.seat is not None and word in ("s", "start"):
            await self._do(self.room.start)
        elif view.seat is not None and word in ("", "r", "ready"):
            await self._do(self.room.ready)
        else:
            self._help(view, (f"{word[:40]!r} says nothing here.", *help_lines(view, self._url)))

    async def _order(self, view: View, line: str) -> None:
        try:
            told = await orders.carry_out(self.room, view, line)
        except Unclear as unclear:
            self._help(view, (str(unclear),))
        except Refused as refusal:
            self.screen.say(sentence(refusal.words), "yellow")
        else:
            if told:
                self._help(view, told)

    async def _choose(self, view: View, line: str) -> None:
        if not view.my_turn:
            self._help(view, ("It is not your turn.",))
            return
        try:
            picked = renderer(view.game).pick(view, line)
        except Unclear as unclear:
            self._help(view, (str(unclear),))
            return
        if not await self._move(self.room.move(picked, on=view)):
            self._help(view, ())

    async def _move(self, moved: Awaitable[int]) -> bool:
        """Waits for a move; False when it was refused, and another is to be made."""
        try:
            self._acted = await moved
        except Stale:
            self.screen.say("The table changed before your move arrived; look again.")
        except Refused as refusal:
            self.screen.say(sentence(refusal.words), "yellow")
            return False
        return True

    async def _do(self, request: Callable[[], Awaitable[int]]) -> None:
        try:
            self._acted = await request()
        except Refused as refusal:
            self.screen.say(sentence(refusal.words), "yellow")


def sentence(words: str) -> str:
    """The server's words, which may begin small and end open, as a sentence."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def question(view: View, since: float = 0.0) -> str:
    """What the person is asked now, so many seconds after the view was made; nothing while others are to act."""
    if view.seat is None:
        free = view.status != "playing" and any(seat.name is None for seat in view.seats)
        return f"You watch{late(view)}{'; sit takes a seat' if free else ''}. (? help, q leave)"
    if view.my_turn:
        left = view.time_left(view.seat)
        clock = f" ({max(left - since, 0):.0f} s)" if left is not None else ""
        return f"Your turn{clock}: {renderer(view.game).asks(view)}. (? help, q leave)"
    if view.status == "playing":
        return ""
    if view.seats[view.seat].ready:
        others = "Waiting for the others" + ("; s starts with who is here" if view.host else "")
        return f"{others}. (? help, q leave)"
    more = "; bot adds a bot" if view.host and any(seat.name is None for seat in view.seats) else ""
    return f"Enter: {'play again' if view.over else 'I am ready'}{more}. (? help, q leave)"


def help_lines(view: View, url: str = "") -> tuple[str, ...]:
    """What may be typed now, and how others come, from anywhere if the server's address is given."""
    if view.status == "playing" and view.seat is not None:
        return (
            *renderer(view.game).HELP,
            "/text or !wow says it, t shows the table, q leaves the match, ? shows this.",
        )
    locked = " --passcode PASSCODE" if view.state["visibility"] == "locked" else ""
    where = f"'{Invitation(url, view.room)}'" if url else f"--room {view.room}"
    lines = [f"Others join with: fudakai play {where}{locked}"]
    if view.seat is not None:
        lines.append("Enter says that you are ready, wait that you are not; q leaves the room.")
    if view.host:
        lines.append("The match starts when all seats are taken and ready; s starts it sooner.")
    return (*lines, orders.SAYING, *orders.usage(view))
