"""The command `fudakai load`: from what was typed to what is printed, and the exit status."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from fudakai.clients.load.amounts import BadPlan
from fudakai.clients.load.budgets import BadBudget
from fudakai.clients.load.games import CannotAsk, ask_games
from fudakai.clients.load.plan import Plan, plan_of
from fudakai.clients.load.reports import CannotWrite, Reports, reports
from fudakai.clients.load.screen import ProgressScreen
from fudakai.clients.load.trial import CannotRun, Trial

WRONG: Final = 1
"""Exit status: judged wrong, or a budget was missed."""
COULD_NOT: Final = 2
"""Exit status: bad input, or the run could not go to its end."""


def option(words: str, metavar: str) -> object:
    """An option that is read by the plan, so that a bad value is one line."""
    return typer.Option(help=words, metavar=metavar, show_default=False)


def load(
    url: Annotated[str, typer.Option(envvar="FUDAKAI_URL", help="The server's address.")] = "ws://127.0.0.1:8765/",
    mix: Annotated[str | None, option("Games by weight, as agurk=5,koikoi=3; by default agurk.", "MIX")] = None,
    rooms: Annotated[str | None, option("Rooms; by default 10.", "N")] = None,
    seats: Annotated[str | None, option("Seats of each room; by default 4, or as many as the game has.", "N")] = None,
    spawn: Annotated[str | None, option("Connections opened a second; by default 50/s.", "RATE")] = None,
    duration: Annotated[
        str | None, option("How long, from when all rooms play; by default 60s, or until --matches.", "TIME")
    ] = None,
    matches: Annotated[
        str | None, option("Matches in each room; by default as many as there is time for.", "N")
    ] = None,
    think: Annotated[
        str | None,
        option(
            "Before each move: a fixed time (1s), 0 (at once), or human, human:3s (log-normal, that median); "
            "by default human, 2 s. With a fixed time moves are due by a schedule, and measured from then.",
            "TIME",
        ),
    ] = None,
    strength: Annotated[
        str | None, option("How bots play: random (by default; the lightest) or strong.", "WORD")
    ] = None,
    spectators: Annotated[str | None, option("Who watch, in each room; by default none.", "N")] = None,
    chat: Annotated[str | None, option("Lines of chat in each room, as 6/m.", "RATE")] = None,
    watchers: Annotated[str | None, option("Connections that follow the list of rooms.", "N")] = None,
    procs: Annotated[str | None, option("Processes of the tester; by default 1.", "N")] = None,
    drop: Annotated[str | None, option("Of the moves: the connection is cut, and the room resumed.", "SHARE")] = None,
    leave: Annotated[str | None, option("Of the seats in each match: leave it in the middle.", "SHARE")] = None,
    slow: Annotated[
        str | None, option("Of the rooms' connections: read nothing for seconds at a time.", "SHARE")
    ] = None,
    double: Annotated[str | None, option("Of the moves: are sent twice.", "SHARE")] = None,
    hostile: Annotated[
        str | None, option("Connections that send bad frames, for each one that plays or watches.", "SHARE")
    ] = None,
    hostile_from: Annotated[str | None, option("The address of this machine that bad frames come from.", "IP")] = None,
    kill_server: Annotated[
        str | None, option("A shell command that kills the server and starts it, run at random moments.", "CMD")
    ] = None,
    kills: Annotated[str | None, option("How often; by default once.", "N")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            "--access",
            envvar="FUDAKAI_ACCESS_TOKEN",
            help="The access token, if the server asks for one.",
            show_default=False,
        ),
    ] = None,
    encoding: Annotated[str | None, option("msgpack (by default) or json.", "WORD")] = None,
    seed: Annotated[
        str | None, option("Makes the tester's choices repeatable (by default 0); the cards are the server's.", "N")
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option("--fail-if", metavar="BUDGET", help="As 'p99(move)>50ms': the run then fails; may be said again."),
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write what was found there.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots there.")] = None,
) -> None:
    """Play many rooms at once, with faults if you like; measure how long moves take, and judge that nothing is lost.

    Exit status:
    0  all was well
    1  something was wrong, or a budget missed
    2  bad input, or the run could not be played to its end

    A server counts connections and rooms by address.
    For a tester its host raises (docs/sizing.md):
    FUDAKAI_MAX_CONNECTIONS_PER_ADDRESS
    FUDAKAI_MAX_ROOMS_PER_ADDRESS
    and, if need be, FUDAKAI_MAX_CONNECTIONS and FUDAKAI_MAX_ROOMS
    """
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    typed = {
        "url": url,
        "mix": mix,
        "rooms": rooms,
        "seats": seats,
        "spawn": spawn,
        "duration": duration,
        "matches": matches,
        "think": think,
        "strength": strength,
        "spectators": spectators,
        "chat": chat,
        "watchers": watchers,
        "procs": procs,
        "drop": drop,
        "leave": leave,
        "slow": slow,
        "double": double,
        "hostile": hostile,
        "hostile-from": hostile_from,
        "kill-server": kill_server,
        "kills": kills,
        "token": token,
        "encoding": encoding,
        "seed": seed,
    }
    try:
        plan, wanted = plan_of(typed), reports(json, html, fail_if or ())
        status = run(plan, wanted, console)
    except (BadPlan, BadBudget, CannotAsk, CannotWrite, CannotRun) as error:
        fail(str(error), errors)
    if status:
        raise typer.Exit(status)


def run(plan: Plan, wanted: Reports, console: Console) -> int:
    """Plays, tells, and gives the exit status. Raises BadPlan, CannotAsk, CannotRun, CannotWrite."""
    plan = asyncio.run(ask_games(plan))
    ramp = (plan.connections() + plan.watchers) / plan.spawn
    planned = None if plan.duration is None else ramp + plan.duration
    with ProgressScreen(console, planned, plan.rooms * plan.matches if plan.matches else None) as screen:
        figures = asyncio.run(Trial(plan, screen).run())
    if figures.partial is not None and not figures.total(lambda second: second.moves_acked) and not figures.wrongs():
        raise CannotRun(f"nothing was played: {figures.partial}")
    good = wanted.give(console, figures)
    if good:
        return 0
    return COULD_NOT if figures.partial is not None and not figures.wrongs() else WRONG


def fail(words: str, errors: Console) -> NoReturn:
    """Ends the command with that line."""
    errors.print(Text(f"fudakai: {words}", style="red"), soft_wrap=True)
    raise typer.Exit(COULD_NOT)
