"""The operator's commands of `fudakai-server`: what they ask, and how the answers look at a terminal.

Exit status: 0 done; 1 the server says why not, or a drain's time ran out before the matches were over; 2 no server, or
an argument that is not allowed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudakai.server.config.settings import Loaded
from fudakai.server.control import words
from fudakai.server.control.line import call

DataDir = Annotated[Path | None, typer.Option(help="Folder of the data of the server that is meant.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the server's answer as JSON.")]

PIPED_WIDTH: Final = 200
"""Columns of a table that goes into a file or another program."""


def add_to(
    cli: typer.Typer, loaded: Callable[..., Loaded], one_line: Callable[[], AbstractContextManager[None]]
) -> None:
    """Adds the commands. `loaded` reads the settings; within `one_line` errors are said in a line, with status 2."""

    def ask(data_dir: Path | None, request: words.Request, as_json: bool) -> None:
        with one_line():
            raise typer.Exit(_show(call(loaded(data_dir=data_dir).settings.data_dir, request), as_json))

    @cli.command()
    def rooms(as_json: AsJson = False, data_dir: DataDir = None) -> None:
        """List the open rooms of the running server."""
        ask(data_dir, words.AskRooms(), as_json)

    @cli.command()
    def room(
        code: Annotated[str, typer.Argument(metavar="ROOM", help="The room's code.")],
        as_json: AsJson = False,
        data_dir: DataDir = None,
    ) -> None:
        """Show a room, seat by seat (no cards)."""
        ask(data_dir, words.AskRoom(code), as_json)

    @cli.command()
    def players(as_json: AsJson = False, data_dir: DataDir = None) -> None:
        """List who is connected or has a seat."""
        ask(data_dir, words.AskPlayers(), as_json)

    @cli.command()
    def kick(
        player: Annotated[str, typer.Argument(help="The player's id, or a name that nobody else has.")],
        as_json: AsJson = False,
        data_dir: DataDir = None,
    ) -> None:
        """Take a player out of all rooms and close their connections."""
        ask(data_dir, words.AskKick(player), as_json)

    @cli.command()
    def close(
        code: Annotated[str, typer.Argument(metavar="ROOM", help="The room's code.")],
        as_json: AsJson = False,
        data_dir: DataDir = None,
    ) -> None:
        """Close a room; a running match is abandoned."""
        ask(data_dir, words.AskClose(code), as_json)

    @cli.command()
    def announce(
        text: Annotated[str, typer.Argument(help=f"One line, at most {words.LONGEST_TEXT} characters.")],
        as_json: AsJson = False,
        data_dir: DataDir = None,
    ) -> None:
        """Say something to everybody who is connected."""
        ask(data_dir, words.Announce(text), as_json)

    @cli.command()
    def drain(
        within: Annotated[
            float | None,
            typer.Option(
                min=0,
                max=words.LONGEST_WAIT,
                help="Stop after so many seconds, whatever still runs.",
            ),
        ] = None,
        cancel: Annotated[bool, typer.Option("--cancel", help="Call off the drain that is under way.")] = False,
        as_json: AsJson = False,
        data_dir: DataDir = None,
    ) -> None:
        """Take no new rooms and matches, and stop the server when those that run are over."""
        ask(data_dir, words.Drain(within, cancel), as_json)


def _show(replies: Iterator[words.Reply], as_json: bool) -> int:
    """Prints the answers as they come; the exit status."""
    status = 0
    for reply in replies:
        if as_json:
            typer.echo(msgspec.json.encode(reply).decode())
        elif isinstance(reply, words.CommandFailed):
            typer.echo(f"fudakai-server: {reply.words}", err=True)
        else:
            _print(reply)
        sys.stdout.flush()
        if isinstance(reply, words.CommandFailed) or (isinstance(reply, words.Drained) and reply.matches):
            status = 1
    return status


def _print(reply: words.Reply) -> None:
    console = Console() if sys.stdout.isatty() else Console(width=PIPED_WIDTH)
    match reply:
        case words.RoomLines(rooms=rooms):
            _print_rooms(console, rooms)
        case words.OneRoom():
            _print_room(console, reply)
        case words.PlayerLines(players=players):
            _print_players(console, players)
        case words.Done(words=text) | words.CommandFailed(words=text):
            typer.echo(text)
        case words.Draining(matches=matches, people=people, seconds=seconds):
            left = "" if seconds is None else f", {seconds:.0f} s left"
            line = f"draining: {_number(matches, 'match', 'es')} with {_number(people, 'player')} still playing{left}"
            typer.echo(f"\r\x1b[K{line}" if sys.stdout.isatty() else line, nl=not sys.stdout.isatty())
        case words.Drained(matches=matches):
            rest = f"; {_number(matches, 'match', 'es')} will go on at the next start" if matches else ""
            typer.echo(("\n" if sys.stdout.isatty() else "") + f"drained: the server stops{rest}")


def _print_rooms(console: Console, rooms: tuple[words.OperatorRoomLine, ...]) -> None:
    if not rooms:
        typer.echo("no open rooms")
        return
    table = _table("room", "game", "state", "seats", "away", "bots", "connections", "version", "inbox", "", "title")
    for line in rooms:
        seats = f"{line.people}/{line.size}"
        numbers = (line.away, line.bots, line.connections, line.version, line.waiting)
        shown = "" if line.visibility == "public" else line.visibility
        _row(table, line.room, line.game, line.status, seats, *numbers, shown, line.title)
    console.print(table)


def _print_room(console: Console, reply: words.OneRoom) -> None:
    line = reply.room
    _row(head := Table(box=None, show_header=False, pad_edge=False), "title", line.title)
    _row(head, "game", f"{line.game}, {line.status}, {line.visibility}")
    _row(head, "match", line.match or "none yet")
    _row(head, "version", f"{line.version}, {_number(line.waiting, 'command')} waiting")
    _row(head, "connections", line.connections)
    for name, values in (("options", reply.options), ("settings", reply.settings)):
        _row(head, name, ", ".join(f"{key} {_word(value)}" for key, value in values.items()) or "none")
    console.print(Text(f"room {line.room}", style="bold"), head, "")
    table = _table("seat", "player", "id", "", "seconds left")
    for seat in reply.seats:
        marks = ("host", "ready", "away", "left", "bot", "acts")
        said = ", ".join("to move" if mark == "acts" else mark for mark in marks if getattr(seat, mark))
        left = "" if seat.seconds is None else f"{seat.seconds:g}"
        _row(table, seat.seat, seat.name or "(free)", seat.player or "", said, left)
    console.print(table)


def _print_players(console: Console, players: tuple[words.PlayerLine, ...]) -> None:
    if not players:
        typer.echo("nobody is connected or has a seat")
        return
    table = _table("player", "id", "connected from", "seats", "watches")
    for line in players:
        lists = (line.connections or ("(away)",), line.seats, line.watches)
        _row(table, line.name, line.player, *(", ".join(items) for items in lists))
    console.print(table)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _row(table: Table, *values: object) -> None:
    """A row of plain text: names and titles are people's words, and no markup."""
    table.add_row(*(Text(str(value)) for value in values))


def _word(value: object) -> str:
    return "-" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _number(count: int, thing: str, many: str = "s") -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}{many}"
