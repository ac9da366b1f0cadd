"""What can be typed after `fudakai load`, and how a command is made of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Final, TypeVar, get_type_hints

import typer

T = TypeVar("T")

OF_REPORTS: Final = frozenset({"fail_if", "json", "html"})
"""What is about the run's reports; all else is about its plan."""


def option(words: str, metavar: str) -> object:
    """An option that is read by the plan, so that a bad value is one line."""
    return typer.Option(help=words, metavar=metavar, show_default=False)


@dataclass(frozen=True, kw_only=True)
class LoadOptions:
    """The options as they were typed; None: not given. The order is that of the help."""

    url: Annotated[str, typer.Option(envvar="FUDAKAI_URL", help="The server's address.")] = "ws://127.0.0.1:8765/"
    mix: Annotated[str | None, option("Games by weight, as agurk=5,koikoi=3; by default agurk.", "MIX")] = None
    rooms: Annotated[str | None, option("Rooms; by default 10.", "N")] = None
    seats: Annotated[str | None, option("Seats of each room; by default 4, or as many as the game has.", "N")] = None
    spawn: Annotated[str | None, option("Connections opened a second; by default 50/s.", "RATE")] = None
    duration: Annotated[
        str | None, option("How long, from when all rooms play; by default 60s, or until --matches.", "TIME")
    ] = None
    matches: Annotated[str | None, option("Matches in each room; by default as many as there is time for.", "N")] = None
    think: Annotated[
        str | None,
        option(
            "Before each move: a fixed time (1s), 0 (at once), or human, human:3s (log-normal, that median); "
            "by default human, 2 s. With a fixed time moves are due by a schedule, and measured from then.",
            "TIME",
        ),
    ] = None
    strength: Annotated[str | None, option("How bots play: random (by default; the lightest) or strong.", "WORD")] = (
        None
    )
    spectators: Annotated[str | None, option("Who watch, in each room; by default none.", "N")] = None
    chat: Annotated[str | None, option("Lines of chat in each room, as 6/m.", "RATE")] = None
    watchers: Annotated[str | None, option("Connections that follow the list of rooms.", "N")] = None
    procs: Annotated[str | None, option("Processes of the tester; by default 1.", "N")] = None
    drop: Annotated[str | None, option("Of the moves: the connection is cut, and the room resumed.", "SHARE")] = None
    leave: Annotated[str | None, option("Of the seats in each match: leave it in the middle.", "SHARE")] = None
    slow: Annotated[str | None, option("Of the rooms' connections: read nothing for seconds at a time.", "SHARE")] = (
        None
    )
    double: Annotated[str | None, option("Of the moves: are sent twice.", "SHARE")] = None
    hostile: Annotated[
        str | None, option("Connections that send bad frames, for each one that plays or watches.", "SHARE")
    ] = None
    hostile_from: Annotated[str | None, option("The address of this machine that bad frames come from.", "IP")] = None
    kill_server: Annotated[
        str | None, option("A shell command that kills the server and starts it, run at random moments.", "CMD")
    ] = None
    kills: Annotated[str | None, option("How often; by default once.", "N")] = None
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            "--access",
            envvar="FUDAKAI_ACCESS_TOKEN",
            help="The access token, if the server asks for one.",
            show_default=False,
        ),
    ] = None
    encoding: Annotated[str | None, option("msgpack (by default) or json.", "WORD")] = None
    seed: Annotated[
        str | None, option("Makes the tester's choices repeatable (by default 0); the cards are the server's.", "N")
    ] = None
    fail_if: Annotated[
        list[str] | None,
        typer.Option("--fail-if", metavar="BUDGET", help="As 'p99(move)>50ms': the run then fails; may be said again."),
    ] = None
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write what was found there.")] = None
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots there.")] = None

    def of_plan(self) -> dict[str, str | None]:
        """Those of the plan, by name without dashes in front (`kill-server`)."""
        return {name.replace("_", "-"): value for name, value in asdict(self).items() if name not in OF_REPORTS}


def command_of(options: type[T]) -> Callable[[Callable[[T], None]], Callable[..., None]]:
    """Makes a command of a function that takes such options, a dataclass: each field is an option of the command line,
    with its name, type and default."""
    hints = get_type_hints(options, include_extras=True)
    parameters = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(options)  # type: ignore[arg-type]  # there is no bound for dataclasses
    ]

    def made(run: Callable[[T], None]) -> Callable[..., None]:
        def command(**typed: object) -> None:
            run(options(**typed))

        command.__name__, command.__doc__, command.__annotations__ = run.__name__, run.__doc__, hints
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer looks at
        return command

    return made
