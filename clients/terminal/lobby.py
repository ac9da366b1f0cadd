"""A person in the lobby: finding a table, opening one, and looking at what is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from fudakai.clients.sdk import Client, Refused, Room, RoomLine
from fudakai.clients.terminal import form, past
from fudakai.clients.terminal.company import leaving
from fudakai.clients.terminal.keyboard import QUIT, Lines, quits, unless
from fudakai.clients.terminal.listing import Listing
from fudakai.clients.terminal.options import shown
from fudakai.clients.terminal.person import Person, sentence
from fudakai.clients.terminal.renderer import Unclear
from fudakai.clients.terminal.screen import Screen, printable
from fudakai.protocol.codes import Refusal

ROUND: Final = 9
"""Lines that stand around the list of rooms on a terminal."""

LEADERS: Final = 15
"""Players of a leaderboard that are shown: with all around them they fit 24 lines."""

MATCHES: Final = 20

SETTINGS: Final = ("spectator_delay",)
"""Settings that are asked about in a new room; the others are changed with `set`."""

LOBBY: Final = "quick finds a table, new opens one, a number or code joins. (? help, q leave)"

BACK: Final = "Enter: back to the lobby. (? help, q back)"

HELP: Final = (
    "quick koikoi finds you a table where others wait; there you are ready at once.",
    "new koikoi opens a room of yours, for others or with bots, as you answer.",
    "3 or ABCDEF joins the room of that number or code, also one in no list.",
    "watch 3 looks on. join ABCDEF WORD enters a locked room, watch ABCDEF WORD too.",
    "list koikoi waiting free shows only such rooms, list all shows every one.",
    "history shows your matches, leaders koikoi the best of a game and your place.",
    "? tells what can be typed, also in a room; q leaves.",
)

ASKING: Final = ("?", "help")

ANSWERING: Final = "Type your answer. Enter alone keeps what stands in brackets, q goes back."


class Ended(Exception):
    """There is nothing more to read."""


class LobbyScreen:
    """One person's stay. A word typed that is none of the lobby's is a room's number or code."""

    def __init__(self, client: Client, screen: Screen, lines: Lines, url: str) -> None:
        self.client = client
        self.screen = screen
        screen.titles = client.titles
        self._lines = lines
        self._url = url
        self._place = urlsplit(url).netloc
        self._listing = Listing()
        self._asked = ""
        self._words: dict[str, Callable[[list[str]], Awaitable[str | None]]] = {
            "list": self._list,
            "new": self._new,
            "quick": self._quick,
            "join": self._join,
            "watch": self._watch,
            "spectate": self._watch,  # as the server calls it
            "history": self._history,
            "leaders": self._leaders,
            "leaderboard": self._leaders,
        }

    async def stay(self) -> None:
        """Until the person wants to go or the input ends; while the server is away q goes at once, whatever waits for
        it. Raises what ended the client."""

        def begun(give_up: Callable[[], object]) -> None:
            def noticed(line: str) -> None:
                if quits(line) and not self.client.online:
                    give_up()

            self._lines.noticed = noticed

        await unless(self._stay(), begun)

    async def _stay(self) -> None:
        for code in self.client.seated_in:
            self.screen.say(f"You still have a seat in room {code}: {code} brings you back.", "yellow")
        line: str | None = None
        try:
            while (line := line or await self._choice()).lower() not in QUIT:
                line = await self._do(line) if line else None
        except Ended:
            return

    async def _do(self, line: str) -> str | None:
        """Does what was typed; gives what was typed next, if that was typed elsewhere than in the list."""
        word, *rest = line.split()
        self.screen.clear()
        try:
            if word.lower() in ASKING:
                return await self._read(HELP)
            if word.lower() in self._words:
                return await self._words[word.lower()](rest)
            if self._listing.code(word):
                return await self._join([word, *rest])
            raise Unclear(f"There is no {word} here; ? tells what there is.")
        except Unclear as unclear:
            self.screen.say(str(unclear))
        except Refused as refusal:
            self.screen.say(sentence(refusal.words), "yellow")
        return None

    # reading

    async def _read(self, aside: tuple[str, ...] | None = None) -> str:
        """The next line, without spaces around it; with `aside` after these lines. Raises Ended."""
        if aside is not None:
            self.screen.help(aside, self._asked)
        line = await self._lines.read()
        if line is None:
            raise Ended
        self.screen.typed()
        return line.strip()

    async def _choice(self) -> str:
        """What is typed at the list, which on a terminal changes as the rooms do. Raises Ended."""
        wanted = self._listing
        wanted.renumber()
        followed = await self.client.follow(wanted.game, status=wanted.status, free=wanted.free)
        self._show(self._page(await anext(followed)), LOBBY)
        showing = asyncio.create_task(self._show_changes(followed))
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait({showing, reading}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                await showing  # raises what ended the client
            line = await reading
        finally:
            showing.cancel()
            reading.cancel()
        if line.lower() not in QUIT:
            await followed.close()
        return line

    async def _show_changes(self, followed: AsyncIterator[list[RoomLine]]) -> None:
        async for rooms in followed:
            if self.screen.live:
                self._show(self._page(rooms), LOBBY)

    def _show(self, page: RenderableType, ask: str) -> None:
        self._asked = ask
        self.screen.page(page, ask)

    async def _question(self, words: str) -> str | None:
        """An answer; None when the person would rather not. Raises Ended."""
        self._asked = words
        self.screen.ask(words)
        line = await self._read()
        while line.lower() in ASKING:
            line = await self._read((ANSWERING,))
        return None if line.lower() in QUIT else line

    # finding

    def _page(self, rooms: list[RoomLine]) -> RenderableType:
        heading = Rule(Text(f"Fudakai · {self._place} · you are {self.client.name}", style="bold"), style="dim")
        most = max(self.screen.console.height - ROUND, 3) if self.screen.live else None
        return Group(heading, *self._listing.drawn(rooms, self.client.titles, most))

    async def _list(self, words: list[str]) -> str | None:
        self._listing.want([word.lower() for word in words], self._named)
        return None

    def _code(self, words: list[str], verb: str) -> str:
        """The code of the room that was meant. Raises Unclear."""
        code = self._listing.code(words[0]) if words else None
        if code is None:
            raise Unclear(f"Type {verb} with the number or the code of a room.")
        return code

    def _named(self, typed: str) -> str:
        """The game of that name, or the only one that begins so. Raises Unclear."""
        try:
            return form.one_of(list(self.client.games))(typed)
        except Unclear:
            raise Unclear(f"There is no {typed} here; there are {', '.join(self.client.games)}.") from None

    async def _game_for(self, words: list[str]) -> str | None:
        """The game that was named, or else is asked for; None when the person would rather not."""
        if words:
            return self._named(words[0])
        games = list(self.client.games)
        default = self._listing.game or games[0]
        typed = await self._question(f"Which game: {', '.join(games)} [{default}]? Enter keeps it, q back")
        return None if typed is None else self._named(typed) if typed else default

    # rooms

    async def _new(self, words: list[str]) -> str | None:
        game = await self._game_for(words)
        if game is None:
            return None
        answers = await self._answers(game)
        if answers is not None:
            await self._stay_in(await self.client.create(game, **answers))
        return None

    async def _answers(self, game: str) -> dict[str, Any] | None:
        """What a new room is to be: of the game's options only what is not as usual. None: none after all."""
        about_room = form.questions(f"{self.client.name}'s table"[:40], self.client.games[game])
        about_game = [form.about(option) for option in self.client.options(game)]
        about_all = [form.about(option) for option in self.client.settings if option.name in SETTINGS]
        answers: dict[str, Any] = {}
        options: dict[str, Any] = {}
        settings: dict[str, Any] = {}
        hurry = False  # go was typed: the rest is as usual
        for question in (*about_room, *about_all, *about_game):
            if not question.asked(answers):
                continue
            into = options if question in about_game else settings if question in about_all else answers
            if question in about_room:
                answers[question.name] = question.default
            while not hurry:
                if self.screen.live:
                    self._show(_answered(self._title(game), answers | settings | options), "")
                typed = await self._question(str(question))
                if typed is None:
                    return None
                self.screen.clear()
                hurry = typed.lower() == "go"
                try:
                    if typed and not hurry:
                        into[question.name] = question.read(typed)
                    break
                except Unclear as unclear:
                    self.screen.say(str(unclear))
        return answers | ({"settings": settings} if settings else {}) | {"options": options}

    async def _quick(self, words: list[str]) -> str | None:
        game = await self._game_for(words)
        if game is not None:
            await self._stay_in(await self.client.quick(game), eager=True)
        return None

    async def _join(self, words: list[str]) -> str | None:
        await self._enter(self.client.join, self._code(words, "join"), " ".join(words[1:]) or None)
        return None

    async def _watch(self, words: list[str]) -> str | None:
        await self._enter(self.client.spectate, self._code(words, "watch"), " ".join(words[1:]) or None)
        return None

    async def _enter(
        self, enter: Callable[[str, str | None], Awaitable[Room]], code: str, passcode: str | None
    ) -> None:
        """Enters a room; of a locked one the passcode is asked."""
        try:
            room = await enter(code, passcode)
        except Refused as refusal:
            if refusal.code != Refusal.WRONG_PASSCODE or passcode is not None:
                raise
            passcode = await self._question(f"Room {code} is locked. Its passcode? (q back)")
            if not passcode:
                return
            room = await enter(code, passcode)
        await self._stay_in(room)

    async def _stay_in(self, room: Room, *, eager: bool = False) -> None:
        """Until the person leaves the room, or the room is no more. Who is `eager` is ready when they come."""
        self.screen.clear()
        person = Person(room, self.screen, eager=eager, me=self.client.player, url=self._url)
        async with leaving(room):
            handing = asyncio.create_task(self._hand_on(person))
            try:
                await person.play()
            finally:
                handing.cancel()
            closing = room.closing
        self.screen.clear()
        self.screen.typed()
        if closing and self.screen.live:  # elsewhere it stands above still
            self.screen.say(sentence(closing.words))

    async def _hand_on(self, person: Person) -> None:
        """Lines go to the person one by one: what is typed after leaving is for the lobby."""
        await person.looked.wait()
        while (line := await self._lines.read()) is not None:
            person.typed(line)
            await person.heeded()
        person.typed(None)

    # what is over

    async def _history(self, words: list[str]) -> str | None:
        found = await self.client.history(limit=MATCHES)
        if not found.matches:
            raise Unclear("You have no matches yet.")
        totals = (Text(), past.totals_table(found)) if found.totals else ()
        most = len(found.matches)
        while True:
            matches = past.matches_table(replace(found, matches=found.matches[:most]))
            if most == 1 or self._fits(matches, *totals):
                return await self._over("your history", matches, *totals)
            most -= 1

    async def _leaders(self, words: list[str]) -> str | None:
        game = await self._game_for(words)
        if game is None:
            return None
        board = await self.client.leaderboard(game, limit=LEADERS)
        if not board.rows:
            raise Unclear(f"Nobody has played a match of {self._title(game)} to its end yet.")
        you = board.you
        mine = f"You have place {you.place}." if you else "You have no place yet: play a match to its end."
        return await self._over(f"{self._title(game)} · leaderboard", past.leaderboard_table(board), Text(), Text(mine))

    def _title(self, game: str) -> str:
        return self.client.titles.get(game, game)

    def _fits(self, *parts: RenderableType) -> bool:
        return not self.screen.live or self.screen.rows(Group(*parts)) <= self.screen.console.height - 5

    async def _over(self, heading: str, *parts: RenderableType) -> str | None:
        """Shows that until something is typed, and gives it; None for going back."""
        self._show(Group(Rule(Text(heading, style="bold"), style="dim"), *parts), BACK)
        line = await self._read()
        while line.lower() in ASKING:
            line = await self._read(HELP)
        return None if line.lower() in ("", *QUIT) else line


def _answered(title: str, answers: dict[str, Any]) -> RenderableType:
    """What was answered about a new room."""
    table = Table(box=None, padding=(0, 2), pad_edge=False, show_header=False)
    for name, answer in answers.items():
        table.add_row(Text(name, style="dim"), Text(printable(shown(answer))))
    return Group(Rule(Text(f"a new room for {title}", style="bold"), style="dim"), table)
