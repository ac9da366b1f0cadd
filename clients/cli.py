"""The command `fudakai`: play in the terminal, let bots play, look at what was played."""

from __future__ import annotations

import asyncio
import getpass
import json
import os
import sys
import time
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudakai.clients.bots import Strength
from fudakai.clients.inspector.command import send, watch
from fudakai.clients.kit.command import check_client
from fudakai.clients.sdk import FudakaiError, History, Leaderboard, Patience, Unreachable
from fudakai.clients.sdk.view import Data
from fudakai.clients.terminal import past
from fudakai.clients.terminal.company import SEATS, Company
from fudakai.clients.terminal.games.index import GAMES
from fudakai.clients.terminal.invitation import invitation_of
from fudakai.clients.terminal.keyboard import Lines, listen
from fudakai.clients.terminal.lobby import LobbyScreen
from fudakai.clients.terminal.options import BadValue, value_of
from fudakai.clients.terminal.screen import Screen
from fudakai.clients.terminal.sitting import COMPANY, TerminalSession
from fudakai.clients.terminal.tokens import given
from fudakai.clients.terminal.visitor import Visitor

T = TypeVar("T")

HOME: Final = "ws://127.0.0.1:8765/"

EXAMPLES: Final = {"--option": "rounds=6", "--setting": "turn_seconds=60"}

PATIENCE: Final = Patience(give_up=120.0)
"""A server that went away is taken to stay away after two minutes."""
app = typer.Typer(
    help="Play cards on a Fudakai server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Url = Annotated[str, typer.Option(envvar="FUDAKAI_URL", help="The server's address.")]
Access = Annotated[
    str | None, typer.Option(envvar="FUDAKAI_ACCESS_TOKEN", help="The access token, if the server asks for one.")
]
Token = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A file with your token, where the host has accounts of its own; or FUDAKAI_TOKEN is the token itself.",
    ),
]
Name = Annotated[str | None, typer.Option(help="Your name; by default that of your login.")]
Birthday = Annotated[
    str | None,
    typer.Option(
        envvar="FUDAKAI_BIRTHDAY",
        metavar="MM-DD",
        help="Your birthday from now on, for games where the first of the year begins; nobody is shown it. "
        '"" takes it away.',
    ),
]
Limit = Annotated[int, typer.Option(min=1, max=100, help="Lines at most.")]
Game = Annotated[str, typer.Option(help=f"The game of a new room: {', '.join(GAMES)}, or another of the server's.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game for a new room, as rounds=6; may be given several times.",
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--setting",
        metavar="NAME=VALUE",
        help="A setting of a new room, as turn_seconds=60; may be given several times.",
    ),
]
Code = Annotated[str | None, typer.Option(help="Join this room instead of making one.")]
Skill = Annotated[
    Strength, typer.Option("--strength", help="How well bots play; strong ones as well as they know how.")
]
Seed = Annotated[int | None, typer.Option(help="Makes the players' choices repeatable; the cards are the server's.")]


@app.command()
def bot(
    url: Url = HOME,
    game: Game = "agurk",
    seats: Annotated[
        int | None,
        typer.Option(min=2, max=16, help=f"Bots in each new room; by default {SEATS} or as many as the game wants."),
    ] = None,
    option: Chosen = None,
    setting: Set = None,
    strength: Skill = Strength.STRONG,
    matches: Annotated[int, typer.Option(min=1, help="Matches in each room.")] = 1,
    rooms: Annotated[int, typer.Option(min=1, max=500, help="New rooms, played at once.")] = 1,
    room: Code = None,
    bots: Annotated[int | None, typer.Option(min=1, max=16, help="Bots that join the room of --room.")] = None,
    name: Annotated[
        str | None, typer.Option(help="What the bot is called, several with numbers; by default flowers' names.")
    ] = None,
    seed: Seed = None,
    access: Access = None,
    token: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="As in play; said once for each bot, since a player has one seat."),
    ] = None,
) -> None:
    """Let bots play: among themselves in new rooms, or one or more of them in a room that is there."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    tally = MoveCount()
    options, settings = options_of(option, errors), options_of(setting, errors, "--setting")
    tokens = tuple(found for file in token or (None,) if (found := token_of(file, errors)))
    company = Company(url, access, strength, seed, PATIENCE, Teller(errors), moved=tally.move, name=name, tokens=tokens)
    if room is not None:
        results = [(room.upper(), run(company.visit(room, bots or len(tokens) or 1, matches), errors))]
    elif bots is not None:
        fail("--bots go to a room that is there: name it with --room (a new room has as many as --seats)", errors)
    else:
        results = run(all_rooms(company, game, options, settings, seats, matches, rooms), errors)
    console.print(results_table(results))
    played, wanted = sum(len(of_room) for _, of_room in results), matches * len(results)
    console.print(f"{played} of {wanted} matches, {tally}")
    if played < wanted:
        raise typer.Exit(1)


@app.command()
def play(
    link: Annotated[
        str | None,
        typer.Argument(metavar="[LINK]", help="An invitation, as ws://HOST:8765/#K7QF2M: its server and its room."),
    ] = None,
    url: Url = HOME,
    name: Name = None,
    birthday: Birthday = None,
    game: Game = "agurk",
    room: Code = None,
    passcode: Annotated[str | None, typer.Option(help="Of that room, if it is locked.")] = None,
    bots: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=15,
            help=f"Bots that join; by default {COMPANY} or as many as the game wants in a new room, none in another.",
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, max=16, help="Seats of a new room; by default yours and the bots'.")
    ] = None,
    option: Chosen = None,
    setting: Set = None,
    strength: Skill = Strength.STRONG,
    script: Annotated[bool, typer.Option("--script", help="Play one match without a person.")] = False,
    seed: Seed = None,
    access: Access = None,
    token: Token = None,
) -> None:
    """Play in the terminal: at once with bots, or with whoever joins."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    if link is not None:
        invited = invitation_of(link)
        if invited is None:
            fail(f"An invitation is an address with a room's code, as {HOME}#K7QF2M, not {link!r}.", errors)
        url, room = invited
    sitting = TerminalSession(
        url=url,
        name=name or login(),
        access=access,
        birthday=birthday,
        game=game,
        room=room,
        passcode=passcode,
        bots=bots,
        seats=seats,
        options=options_of(option, errors),
        settings=options_of(setting, errors, "--setting"),
        strength=strength,
        script=script,
        seed=seed,
        patience=PATIENCE,
        screen=Screen(console, live=console.is_terminal and not script),
        token=token_of(token, errors),
    )
    result = run(sitting.play(), errors)
    if script and result is None:
        fail("The room ended before the match did.", errors)


@app.command()
def lobby(
    url: Url = HOME, name: Name = None, birthday: Birthday = None, access: Access = None, token: Token = None
) -> None:
    """Find a table or open one: public rooms, rooms of your own with bots, what you played, and your place."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    screen = Screen(console, live=console.is_terminal)
    visitor = Visitor(url, name or login(), access, birthday, PATIENCE, screen, token=token_of(token, errors))

    async def stay() -> None:
        async with visitor.client() as client:
            lines = Lines()
            listen(lines.typed)
            await LobbyScreen(client, screen, lines, url).stay()

    run(stay(), errors)


@app.command()
def history(
    url: Url = HOME,
    name: Name = None,
    player: Annotated[str | None, typer.Option(help="Another player's id: their matches in public rooms.")] = None,
    limit: Limit = 20,
    access: Access = None,
    token: Token = None,
) -> None:
    """Show your matches that are over, and what they add up to."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)

    own = token_of(token, errors)

    async def ask() -> History:
        async with past.known(url, name or login(), access, PATIENCE, own) as client:
            return await client.history(player, limit=limit)

    found = run(ask(), errors)
    if not found.matches:
        if player is not None:
            words = "No matches in public rooms."
        elif own:
            words = "No matches yet."
        else:
            words = f"No matches of {name or login()} yet; --name says who you are."
        console.print(Text(words))
        return
    console.print(past.matches_table(found))
    if found.totals:
        console.print()
        console.print(past.totals_table(found))


@app.command()
def leaderboard(
    url: Url = HOME,
    name: Name = None,
    game: Annotated[str, typer.Option(help="Whose players to show.")] = "agurk",
    limit: Limit = 20,
    access: Access = None,
    token: Token = None,
) -> None:
    """Show the first players of a game, and your own place."""
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)

    own = token_of(token, errors)

    async def ask() -> tuple[Leaderboard, str]:
        async with past.known(url, name or login(), access, PATIENCE, own) as client:
            return await client.leaderboard(game, limit=limit), client.titles.get(game, game)

    board, title = run(ask(), errors)
    if board.rows:
        console.print(past.leaderboard_table(board))
    else:
        console.print(Text(f"Nobody has played a match of {title} to its end yet."))


def add_load() -> None:
    """Adds `load`, whose packages may be missing; then the command says what to install."""
    try:
        from fudakai.clients.load.command import load  # noqa: PLC0415

        app.command()(load)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.startswith("fudakai."):
            raise

        @app.command("load", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
        def nothing_to_load() -> None:
            """Play many rooms at once, and judge: it is not installed here (pip install 'fudakai[load]')."""
            why = f"the load tester is not installed ({missing} is missing)"
            typer.echo(f"fudakai: {why}. Install it: pip install 'fudakai[load]'", err=True)
            raise typer.Exit(2)


add_load()
app.command()(watch)
app.command()(send)
app.command()(check_client)


class MoveCount:
    """Moves made by the bots, and the time since the first bot was made."""

    def __init__(self) -> None:
        self.moves = 0
        self.begun = time.monotonic()

    def move(self) -> None:
        """One more."""
        self.moves += 1

    def __str__(self) -> str:
        seconds = time.monotonic() - self.begun
        return f"{self.moves} moves in {seconds:.1f} s ({self.moves / seconds:.0f} moves/s)"


class Teller:
    """Prints notices about connections; the same one at most every five seconds."""

    QUIET: Final = 5.0

    def __init__(self, console: Console) -> None:
        self.console = console
        self.said: dict[str, float] = {}

    def __call__(self, code: str, words: str) -> None:
        """See Notice."""
        now = time.monotonic()
        if now - self.said.get(words, -self.QUIET) >= self.QUIET:
            self.said[words] = now
            self.console.print(Text(words, style="yellow"))


def options_of(chosen: list[str] | None, errors: Console, flag: str = "--option") -> dict[str, Any]:
    """What was typed after each such flag; the server judges it."""
    options: dict[str, Any] = {}
    for typed in chosen or ():
        name, equals, value = typed.partition("=")
        if not name or not equals:
            fail(f"{flag} is NAME=VALUE, for example {EXAMPLES[flag]}, not {typed!r}", errors)
        try:
            options[name] = value_of(value)
            value_of(json.dumps(name))
        except BadValue as bad:
            fail(f"{flag} {name}: {bad}", errors)
    return options


async def all_rooms(
    company: Company,
    game: str,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    seats: int | None,
    matches: int,
    rooms: int,
) -> list[tuple[str, list[Data]]]:
    """The code and results of every room."""
    async with asyncio.TaskGroup() as tasks:
        made = [tasks.create_task(company.fill(game, options, settings, seats, matches, room)) for room in range(rooms)]
    return [task.result() for task in made]


def results_table(results: list[tuple[str, list[Data]]]) -> Table:
    """A line for each match."""
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in ("room", "match", "winner", "players and scores"):
        table.add_column(heading)
    for code, of_room in results:
        for at, result in enumerate(of_room, start=1):
            winners = ", ".join(result["names"][seat] for seat in result["winners"]) or result["reason"]
            scores = "  ".join(f"{name} {score}" for name, score in zip(result["names"], result["scores"], strict=True))
            table.add_row(Text(code), str(at), Text(winners, style="bold green"), Text(scores))
    return table


def token_of(file: Path | None, errors: Console) -> str | None:
    """The token of who plays; None: a guest."""
    try:
        return given(file)
    except (OSError, ValueError) as error:  # what is no ASCII is a ValueError, too
        fail(f"The token of {file} cannot be read: {error}.", errors)


def login() -> str:
    """The login name, cut to the longest that a server takes."""
    try:
        return getpass.getuser()[:24]
    except (OSError, KeyError):
        return "guest"


def run(work: Coroutine[Any, Any, T], errors: Console) -> T:
    """Runs to the end; every error of ours is one line, and the command then fails."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except FudakaiError as error:
        fail(words_of(error), errors)
    except BaseExceptionGroup as group:
        first = first_of(group)
        if not isinstance(first, FudakaiError):
            raise
        fail(words_of(first), errors)


def first_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error in nested groups."""
    first = group.exceptions[0]
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first


def words_of(error: FudakaiError) -> str:
    """The error's message, with a hint where there is one."""
    if isinstance(error, Unreachable):
        return f"{error} Start one with `fudakai-server serve`, or name another with --url."
    return str(error)


def fail(words: str, errors: Console) -> NoReturn:
    """Ends the command with that line."""
    errors.print(Text(f"fudakai: {words}", style="red"), soft_wrap=True)
    raise typer.Exit(1)


def main() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without suits shows ?
    try:
        app()
    except BrokenPipeError:  # the reader of a pipe has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
