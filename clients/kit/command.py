"""The command `fudakai check-client`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from fudakai.clients.kit.check import check
from fudakai.clients.kit.games import SCRIPTS, UnknownGame
from fudakai.clients.kit.ground import NoGround
from fudakai.clients.kit.scenes import NobodyCame
from fudakai.clients.kit.verdict import KitReport, told

USAGE: Final = 2
"""The exit status when no scene could be played."""


def check_client(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where it listens on 127.0.0.1; 0: a free port.")] = 0,
    game: Annotated[
        str, typer.Option(help=f"The game: {', '.join(SCRIPTS)}, or any other that is installed.")
    ] = "agurk",
    timeout: Annotated[
        float, typer.Option(min=0.1, max=600, metavar="S", help="Seconds after which a silent client has failed.")
    ] = 10.0,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the report there as JSON, too; - is the output."),
    ] = None,
) -> None:
    """Check a client: play scripted scenes with the one that connects, and say how it did.

    The client makes a table, joins the one whose code is printed, or asks
    for a quick match. The exit status is 0 when all scenes passed, 1 when
    one did not, 2 when none could be played.
    """
    alone = str(json_file) == "-"
    console, errors = Console(highlight=False, stderr=alone), Console(stderr=True, highlight=False)

    def ready(url: str, code: str) -> None:
        console.print(
            Text(f"Connect your client to {url} and let it join room {code}, or make one of {game}."), soft_wrap=True
        )
        console.file.flush()

    report = _checked(errors, game, port, timeout, ready)
    console.print(told(report))
    if json_file is not None:
        _write(errors, report, None if alone else json_file)
    raise typer.Exit(0 if report.passed else 1)


def _checked(errors: Console, game: str, port: int, timeout: float, ready: Callable[[str, str], None]) -> KitReport:
    try:
        return asyncio.run(check(game, port, timeout, ready))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except (NobodyCame, NoGround, UnknownGame) as error:
        _fail(errors, str(error))
    except OSError as error:
        _fail(errors, f"cannot listen on port {port}: {error.strerror or error}")


def _write(errors: Console, report: KitReport, file: Path | None) -> None:
    text = json.dumps(report.document(), indent=2, ensure_ascii=False)
    if file is None:
        typer.echo(text)
        return
    try:
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        _fail(errors, f"the report cannot be written to {file}: {error.strerror}")


def _fail(errors: Console, words: str) -> NoReturn:
    errors.print(Text(f"fudakai: {words}", style="red"), soft_wrap=True)
    raise typer.Exit(USAGE)
