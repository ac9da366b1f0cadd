"""The command `fudakai-server`. Each failure is one line and an exit status, never a traceback."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fudakai.server import app as application, log
from fudakai.server.cluster.lease import LeaseLost
from fudakai.server.config.explain import explain
from fudakai.server.config.settings import Loaded, Settings, WrongSettings, load
from fudakai.server.control import backup as backups, commands, stored as holdings
from fudakai.server.control.line import NoServer
from fudakai.server.lobby.results import Finished
from fudakai.server.records import record as records
from fudakai.server.records.archive import NoRecord
from fudakai.server.store import BadAddress, Unavailable
from fudakai.server.store.places import EmbeddedError
from fudakai.server.transport.tls import WrongCertificate

cli = typer.Typer(
    name="fudakai-server",
    help="The Fudakai card-room server.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Port; 0: the system chooses one.")]
Address = Annotated[str | None, typer.Option(help="Address to listen on.")]
DataDir = Annotated[Path | None, typer.Option(help="Folder of the data; by default FUDAKAI_DATA_DIR, or ./data.")]

WIDE = 120
"""Columns from which on settings are a table."""

SAYABLE = (
    BadAddress,
    EmbeddedError,
    LeaseLost,
    NoServer,
    Unavailable,
    WrongCertificate,
    application.CannotListen,
    NoRecord,
    backups.NoBackup,
    holdings.NoData,
    holdings.NoPlayer,
    records.MalformedRecord,
)
"""Errors whose words are for the person at the terminal."""


def main() -> None:
    """The console script."""
    cli()


@contextmanager
def _one_line() -> Iterator[None]:
    """What a person can put right is said in a line (or a line a setting), with exit status 2."""
    try:
        yield
    except WrongSettings as wrong:
        _fail(*wrong.lines)
    except SAYABLE as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.strerror or error}")


def _fail(*lines: str) -> None:
    for line in lines:
        typer.echo(f"fudakai-server: {line}", err=True)
    raise typer.Exit(2)


def _loaded(**given: Any) -> Loaded:  # as in `load`
    loaded = load(**given)
    for warning in loaded.warnings:
        typer.echo(f"fudakai-server: {warning}", err=True)
    return loaded


@cli.command()
def serve(host: Address = None, port: Port = None, data_dir: DataDir = None) -> None:
    """Start the server. All other settings: `fudakai-server config`."""
    with _one_line():
        settings = _loaded(host=host, port=port, data_dir=data_dir).settings
        log.set_up(settings.log_level, settings.log_format)

        def started(facts: application.Startup) -> None:
            typer.echo("\n".join(_welcome(settings, facts)))
            sys.stdout.flush()

        raise typer.Exit(uvloop.run(application.serve(settings, started)))


def _welcome(settings: Settings, facts: application.Startup) -> list[str]:
    """Where to connect and what to try, in a few lines."""
    shown = "127.0.0.1" if facts.host in ("0.0.0.0", "::", "") else facts.host  # noqa: S104  # only compared
    shown = f"[{shown}]" if ":" in shown else shown
    secure = "s" if facts.tls else ""
    url = f"ws{secure}://{shown}:{facts.port}/"
    to = "" if facts.port == 8765 and shown == "127.0.0.1" and not facts.tls else f" --url {url}"
    here = _beside("fudakai")
    return [
        f"Fudakai {version('fudakai')} ({settings.env}) is ready: {url}   health: http{secure}://{shown}:{facts.port}/readyz",
        *([f"Play in a browser: http{secure}://{shown}:{facts.port}/"] if settings.web else []),
        f"Rooms are kept in {facts.store if settings.redis_url else f'its own Redis, in {settings.data_dir}/redis'}"
        + (f"; open rooms that go on: {facts.rooms}." if facts.rooms else "."),
        *facts.promises,
        "Or, in a second shell:",
        f"  {here} bot --seats 3{to}     three bots play a match of Agurk",
        f"  {here} lobby{to}     find a table, open one, see what you played",
        f"  {here} play --bots 2{to}     you play against two bots",
        f"  {_beside('fudakai-server')} config      what is set, and where it comes from",
        "Write a client: protocol/PROTOCOL.md. Stop: Ctrl-C.",
    ]


def _beside(name: str) -> str:
    """A command of this environment as it can be typed from here."""
    path = Path(sys.argv[0]).absolute().with_name(name)
    try:
        return os.path.relpath(path) if path.exists() and path.is_relative_to(Path.cwd()) else str(path)
    except OSError:
        return name


@cli.command()
def config() -> None:
    """Print every setting, its value and where that comes from; secrets are masked."""
    with _one_line():
        rows = explain(_loaded())
    console = Console(highlight=False)
    if console.width < WIDE:
        for row in rows:
            console.print(Text.assemble((row.variable, "bold"), f" = {row.value}  ", (f"({row.source})", "dim")))
            console.print(Padding(Text(row.description), (0, 0, 0, 4)))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("setting", no_wrap=True)
    for column in ("value", "from", "what it is"):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, (row.variable, row.value, row.source, row.description)))
    console.print(table)


@cli.callback(invoke_without_command=True)
def about(
    context: typer.Context, show: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """The Fudakai card-room server."""
    if show:
        typer.echo(f"fudakai-server {version('fudakai')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


@cli.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A match record.")],
    check: Annotated[bool, typer.Option("--check", help="Say ok, or name the first entry that differs.")] = False,
    upto: Annotated[int | None, typer.Option(help="Stop after so many entries and print every view.")] = None,
) -> None:
    """Replay a recorded match in words."""
    raise typer.Exit(records.replay(file, check, upto, typer.echo))


@cli.command()
def export(
    room: Annotated[
        str | None, typer.Argument(help="The room's code; without one the finished matches are listed.")
    ] = None,
    match: Annotated[
        int | None, typer.Option(min=1, help="Which match of the room; by default the newest that is over.")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="File to write; otherwise standard output.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Write a finished match as a record, or list the matches that are over."""
    with _one_line():
        settings = _loaded(data_dir=data_dir).settings
        log.set_up("error", settings.log_format)
        if room is None:
            if match is not None or output is not None:
                _fail("--match and --output are for the record of a room's match: name the room")
            _list(asyncio.run(holdings.finished(settings)))
            return
        record = asyncio.run(holdings.record_of(settings, room, match))
        text = _layout(record)
        if output is None:
            typer.echo(text, nl=False)
        else:
            try:
                output.write_text(text)
            except OSError as error:
                _fail(f"{output} cannot be written: {error.strerror}")
            typer.echo(f"written: {output} ({len(record['entries'])} entries)")


@cli.command()
def forget(
    player: Annotated[str, typer.Argument(help="The player's id.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Delete what is kept of a player: history, sums, places, ratings, and their name in others' histories."""
    with _one_line():
        settings = _loaded(data_dir=data_dir).settings
        log.set_up("error", settings.log_format)
        if not yes:
            typer.confirm(f"Delete all that is kept of {player}? Only a backup brings it back.", abort=True)
        matches = asyncio.run(holdings.forget(settings, player))
        typer.echo(f"forgotten: {player}, in {matches} match{'' if matches == 1 else 'es'}")


@cli.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The new file.")],
    data_dir: DataDir = None,
) -> None:
    """Write the data folder into one tar file, with the server running or stopped."""
    with _one_line():
        settings = _loaded(data_dir=data_dir).settings
        size = asyncio.run(backups.backup(settings.data_dir.absolute(), file))
        typer.echo(f"written: {file} ({size} bytes); it has the key that signs players' tokens, so keep it to yourself")
        if settings.redis_url is not None:
            typer.echo("fudakai-server: FUDAKAI_REDIS_URL is set: the rooms are in that Redis, not in here", err=True)


@cli.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    data_dir: DataDir = None,
) -> None:
    """Put a backup into a data folder that is empty or not there yet."""
    with _one_line():
        folder = _loaded(data_dir=data_dir).settings.data_dir
        backups.restore(file, folder)
        typer.echo(f"restored: {folder}; start the server on it")


def _list(matches: list[Finished]) -> None:
    """A line for each match, the newest last."""
    console = Console(highlight=False)
    if not matches:
        console.print("No match is over yet.")
        return
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="bold")
    for heading in ("room", "match", "game", "players", "when"):
        table.add_column(heading, no_wrap=heading != "players")
    for match in matches:
        room, _, number = match.match.rpartition("-")
        when = datetime.fromtimestamp(match.at / 1000).strftime("%Y-%m-%d %H:%M")
        table.add_row(*map(Text, (room, number, match.game, ", ".join(match.names), when)))
    console.print(table)
    console.print(Text("Export one with: fudakai-server export ROOM --match MATCH", style="dim"))


def _layout(record: records.Document) -> str:
    """A record as JSON with an entry a line, so that it can be read and edited by hand."""
    head = {key: value for key, value in record.items() if key != "entries"}
    entries = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in record["entries"])
    return f'{json.dumps(head, ensure_ascii=False)[:-1]},\n "entries": [\n  {entries}\n ]}}\n'


commands.add_to(cli, _loaded, _one_line)

if __name__ == "__main__":
    main()
