"""The command `fudakai load`: from what was typed to what is printed, and the exit status."""

from __future__ import annotations

import asyncio
from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from fudakai.clients.load.amounts import BadPlan
from fudakai.clients.load.budgets import BadBudget
from fudakai.clients.load.games import CannotAsk, ask_games
from fudakai.clients.load.options import LoadOptions, command_of
from fudakai.clients.load.plan import Plan, plan_of
from fudakai.clients.load.reports import CannotWrite, Reports, reports
from fudakai.clients.load.screen import ProgressScreen
from fudakai.clients.load.trial import CannotRun, Trial

WRONG: Final = 1
"""Exit status: judged wrong, or a budget was missed."""
COULD_NOT: Final = 2
"""Exit status: bad input, or the run could not go to its end."""


@command_of(LoadOptions)
def load(options: LoadOptions) -> None:
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
    try:
        plan = plan_of(options.of_plan())
        wanted = reports(options.json, options.html, options.fail_if or ())
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
