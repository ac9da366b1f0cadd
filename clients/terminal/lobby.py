"""A person in the lobby: finding a table, opening one, and looking at what is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from clients.sdk import Client, Refused, Room, RoomLine
from clients.terminal import form, past
from clients.terminal.company import leaving
from clients.terminal.games import renderer
from clients.terminal.keyboard import Lines
from clients.terminal.options import shown
from clients.terminal.person import Person, sentence
from clients.terminal.renderer import Unclear, plural
from clients.terminal.screen import Screen, printable
from protocol.codes import Refusal

REFRESH: Final = 3.0
"""Seconds after which the list is looked at again while nobody types, on a terminal."""

STATES: Final = ("waiting", "playing", "finished")

LEADERS: Final = 15
"""Players of a leaderboard that are shown: with all around them they fit 24 lines."""

MATCHES: Final = 20

BACK: Final = "Enter: back to the lobby. (? help, q back)"

HELP: Final = (
    "new opens a room of yours, with bots or for others: new koikoi",
    "3 or ABCDEF joins the room of that number or code, also one in no list.",
    "watch 3 looks on. join ABCDEF WORD enters a locked room, watch ABCDEF WORD too.",
    "list koikoi waiting shows only such rooms, list all every one, Enter the newest.",
    "history shows your matches, leaders koikoi the best of a game and your place.",
    "? tells what can be typed, also in a room; q leaves.",
)

ANSWERING: Final = "Type your answer. Enter alone keeps what stands in brackets, q goes back."


class Ended(Exception):
    """There is nothing more to read."""


class Lobby:
    """One person's stay. Words typed that are none of the lobby's are a game, a number or a code."""

    def __init__(self, client: Client, screen: Screen, lines: Lines, url: str) -> None:
        self.client = client
        self.screen = screen
        self._lines = lines
        self._place = urlsplit(url).netloc
        self._game: str | None = None
        self._status: str | None = None
        self._numbers: dict[str, int] = {}  # rooms by code; they keep their number until somebody looks again
        self._words: dict[str, Callable[[list[str]], Awaitable[str | None]]] = {
            "list": self._list,
            "new": self._new,
            "join": self._join,
            "watch": self._watch,
            "history": self._history,
            "leaders": self._leaders,
            "leaderboard": self._leaders,
        }

    async def stay(self) -> None:
        """Until the person wants to go or the input ends. Raises what ended the client."""
        for code in self.client.seated_in:
            self.screen.say(f"You still have a seat in room {code}: {code} brings you back.", "yellow")
        line: str | None = None
        try:
            while (line := line or await self._choice()).lower() not in ("q", "quit"):
                line = await self._do(line)
        except Ended:
            return

    async def _do(self, line: str) -> str | None:
        """Does what was typed; gives what was typed next, if that was typed elsewhere than in the list."""
        word, *rest = line.split()
        self.screen.clear()
        try:
            if word.lower() in ("?", "help"):
                return await self._read(HELP)
            if word.lower() in self._words:
                return await self._words[word.lower()](rest)
            if self._is_room(word):
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
        """What is typed at the list, which is kept fresh. Enter alone only looks again. Raises Ended."""
        line = ""
        while not line:
            self._numbers.clear()
            rooms = await self._rooms()
            self._show(self._page(rooms), LOBBY)
            while True:
                try:
                    async with asyncio.timeout(REFRESH if self.screen.live else None):
                        line = await self._read()
                        break
                except TimeoutError:
                    rooms, before = await self._rooms(), rooms
                    if rooms != before:
                        self._show(self._page(rooms), LOBBY)
        return line

    def _show(self, page: RenderableType, ask: str) -> None:
        self._asked = ask
        self.screen.page(page, ask)

    async def _question(self, words: str) -> str | None:
        """An answer; None when the person would rather not. Raises Ended."""
        self._asked = words
        self.screen.ask(words)
        line = await self._read()
        while line in ("?", "help"):
            line = await self._read((ANSWERING,))
        return None if line.lower() in ("q", "quit") else line

    # finding

    async def _rooms(self) -> list[RoomLine]:
        rooms = await self.client.rooms(self._game)
        return [room for room in rooms if self._status in (None, room.status)]

    def _page(self, rooms: list[RoomLine]) -> RenderableType:
        """The list of rooms, as many as there is room for."""
        most = max(self.screen.console.height - 9, 3) if self.screen.live else len(rooms)
        what = " ".join(word for word in (self._status or "", self._game or "", "public room") if word)
        heading = Rule(Text(f"Fudakai · {self._place} · you are {self.client.name}", style="bold"), style="dim")
        if not rooms:
            return Group(heading, Text(f"No {what} now: new opens one, and bots are there at any time.", style="dim"))
        table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
        for name in ("", "room", "game", "players", "status", "title"):
            table.add_column(name, no_wrap=True, overflow="ellipsis", justify="right" if not name else "left")
        for room in rooms[:most]:
            number = self._numbers.setdefault(room.room, max(self._numbers.values(), default=0) + 1)
            cells = (str(number), room.room, _title(room.game), f"{room.seated} of {room.seats}", room.status)
            style = "dim" if room.status == "waiting" and room.seated == room.seats else ""
            table.add_row(*(Text(cell, style=style) for cell in (*cells, printable(room.title))))
        more = [Text(f"and {len(rooms) - most} more: list with a game or state shows fewer", style="dim")]
        return Group(heading, table, *(more if len(rooms) > most else ()), Text(plural(len(rooms), what), style="dim"))

    async def _list(self, words: list[str]) -> str | None:
        game, status = (None, None) if "all" in words else (self._game, self._status)
        for word in words:
            if word.lower() in STATES:
                status = word.lower()
            elif word.lower() != "all":
                game = self._named(word)
        self._game, self._status = game, status
        return None

    def _is_room(self, word: str) -> bool:
        return word.isdecimal() or (len(word) == 6 and word.isalnum())

    def _code(self, words: list[str], verb: str) -> str:
        """The code of the room that was meant. Raises Unclear."""
        if not words:
            raise Unclear(f"Type {verb} with the number or the code of a room.")
        codes = {str(number): code for code, number in self._numbers.items()}
        if words[0].isdecimal() and words[0] not in codes and len(words[0]) < 6:
            raise Unclear(f"There is no room with the number {words[0]} in the list.")
        return codes.get(words[0], words[0].upper())

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
        default = self._game or games[0]
        typed = await self._question(f"Which game: {', '.join(games)} [{default}]? Enter keeps it, q back")
        return None if typed is None else self._named(typed) if typed else default

    # rooms

    async def _new(self, words: list[str]) -> str | None:
        game = await self._game_for(words)
        if game is None:
            return None
        answers: dict[str, Any] = {}
        hurry = False  # go was typed: the rest is as usual
        for question in form.questions(f"{self.client.name}'s table"[:40], self.client.games[game]):
            if not question.asked(answers):
                continue
            answer: Any = question.default
            while not hurry:
                if self.screen.live:
                    self._show(_answered(game, answers), "")
                typed = await self._question(str(question))
                if typed is None:
                    return None
                self.screen.clear()
                hurry = typed.lower() == "go"
                try:
                    answer = question.read(typed) if typed and not hurry else question.default
                    break
                except Unclear as unclear:
                    self.screen.say(str(unclear))
            answers[question.name] = answer
        await self._stay_in(await self.client.create(game, **answers))
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

    async def _stay_in(self, room: Room) -> None:
        """Until the person leaves the room, or the room is no more."""
        self.screen.clear()
        person = Person(room, self.screen, eager=False)
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
            self.screen.say(closing.words)

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
            raise Unclear(f"Nobody has played a match of {_title(game)} to its end yet.")
        you = board.you
        mine = f"You have place {you.place}." if you else "You have no place yet: play a match to its end."
        return await self._over(f"{_title(game)} · leaderboard", past.leaderboard_table(board), Text(), Text(mine))

    def _fits(self, *parts: RenderableType) -> bool:
        return not self.screen.live or self.screen.rows(Group(*parts)) <= self.screen.console.height - 5

    async def _over(self, heading: str, *parts: RenderableType) -> str | None:
        """Shows that until something is typed, and gives it; None for going back."""
        self._show(Group(Rule(Text(heading, style="bold"), style="dim"), *parts), BACK)
        line = await self._read()
        return None if line.lower() in ("", "q", "quit") else line


LOBBY: Final = "A number or code joins, new opens a room, Enter looks again. (? help, q leave)"


def _answered(game: str, answers: dict[str, Any]) -> RenderableType:
    """What was answered about a new room."""
    table = Table(box=None, padding=(0, 2), pad_edge=False, show_header=False)
    for name, answer in answers.items():
        table.add_row(Text(name, style="dim"), Text(printable(shown(answer))))
    return Group(Rule(Text(f"a new room for {_title(game)}", style="bold"), style="dim"), table)


def _title(game: str) -> str:
    return renderer(game).TITLE or game
