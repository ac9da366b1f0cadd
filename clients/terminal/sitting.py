"""What `fudakai play` does, from connecting to leaving."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fudakai.clients.bots import Strength, player
from fudakai.clients.sdk import Client, FudakaiError, Patience, Room
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal import keyboard
from fudakai.clients.terminal.company import FAST, Company, leaving
from fudakai.clients.terminal.invitation import Invitation
from fudakai.clients.terminal.person import Person
from fudakai.clients.terminal.screen import Screen
from fudakai.clients.terminal.visitor import Visitor

PACE: Final = 0.8
"""Seconds a bot takes for a move when a person watches."""

COMPANY: Final = 2
"""Bots that join a person in a new room who said nothing about them, as far as the game is for so many."""


@dataclass(frozen=True)
class TerminalSession:
    """A person's name and place, and what they want to play. `room`: join it, with its `passcode` if it is locked; else
    one for `game` is made with `seats` (None: room for the bots, or the game's most). `bots`: None for what is usual.
    `options`: of a new room's game, `settings`: of the room. `strength`: how well bots and scripts play. A script keeps
    no token: it is somebody new each time. With a `token` the person has an account with the server's host, which may
    take no guests: then bots in a new room are the server's."""

    url: str
    name: str
    access: str | None
    birthday: str | None
    game: str
    room: str | None
    passcode: str | None
    bots: int | None
    seats: int | None
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    strength: Strength
    script: bool
    seed: int | None
    patience: Patience
    screen: Screen
    token: str | None = None

    async def play(self) -> Data | None:
        """Until the person leaves; of a script gives the result, None if the room ended before the match."""
        async with self._visitor().client() as client:
            self.screen.titles = client.titles
            invited = self._invited(client)
            entered = await self._enter(client, invited)
            self.screen.say(f"You are {client.name} in room {entered.code}.", "dim")
            if not self.script:
                self.screen.say(f"Invite others: fudakai play '{Invitation(self.url, entered.code)}'", "dim")
            async with asyncio.TaskGroup() as tasks:
                company = self._company()
                seated = [seat.name for seat in entered.view.seats] if entered.view else []
                numbers = company.free(invited, seated)
                if self.token and self.room is None:
                    for _ in numbers:
                        await entered.add_bot(self.strength.value)
                    numbers = []
                bots = [tasks.create_task(company.join(entered.code, number, sys.maxsize)) for number in numbers]
                try:
                    async with leaving(entered) as room:
                        return await self._stay(room, client, alone=invited == 0)
                finally:
                    for bot in bots:
                        bot.cancel()

    def _visitor(self) -> Visitor:
        return Visitor(
            url=self.url,
            name=self.name,
            access=self.access,
            birthday=self.birthday,
            patience=self.patience,
            screen=self.screen,
            kept=not self.script,
            token=self.token,
        )

    def _invited(self, client: Client) -> int:
        """How many bots join."""
        if self.bots is not None:
            return self.bots
        if self.room is not None:
            return 0
        fewest, most = client.games.get(self.game, (2, COMPANY + 1))  # an unknown game is refused later
        return min(max(COMPANY, fewest - 1), (self.seats or most) - 1)

    async def _enter(self, client: Client, bots: int) -> Room:
        if self.room is not None:
            return await client.join(self.room, self.passcode)
        for code in client.seated_in:
            self.screen.say(f"You still have a seat in room {code}; go back to it with --room {code}.", "yellow")
        size = self.seats or (bots + 1 if bots else None)
        settings = {**(FAST if self.script else {}), **self.settings}
        title = f"{client.name}'s table"[:40]
        return await client.create(self.game, seats=size, options=self.options, settings=settings, title=title)

    def _company(self) -> Company:
        return Company(
            url=self.url,
            access=self.access,
            strength=self.strength,
            seed=self.seed,
            patience=self.patience,
            notice=lambda code, words: None,  # the person's own connection tells the same
            pace=0.0 if self.script else PACE,
        )

    async def _stay(self, room: Room, client: Client, *, alone: bool) -> Data | None:
        """Sits, and says goodbye, also after Ctrl-C."""
        words = f"You leave room {room.code}."
        try:
            result = await self._sit(room, client, alone=alone)
            if not client.online:
                words = f"The server is away. Your seat in room {room.code} waits for you a while: --room {room.code}"
            return result
        except FudakaiError:
            words = ""
            raise
        finally:
            if not self.script:
                self.screen.part("" if room.closing else words)

    async def _sit(self, room: Room, client: Client, *, alone: bool) -> Data | None:
        eager = self.script or (self.room is None and not alone)
        person = Person(room, self.screen, eager=eager, me=client.player, url=self.url)
        if self.script:
            game = room.view.game if room.view else self.game
            return await person.script(player(self.strength, game), random.Random(self.seed))

        def begun(give_up: Callable[[], object]) -> None:
            def typed(line: str | None) -> None:
                person.typed(line)
                if line is not None and keyboard.quits(line) and not client.online:
                    give_up()  # whatever waits for the server

            keyboard.listen(typed)

        await keyboard.unless(person.play(), begun)
        return None
