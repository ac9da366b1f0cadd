"""Where a run is told: on the console, in `--json FILE`, in `--html FILE`; and whether it was good."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.console import Console

from fudakai.clients.load.budgets import Budget, budget, outcome
from fudakai.clients.load.document import text
from fudakai.clients.load.figures import Figures
from fudakai.clients.load.page import page
from fudakai.clients.load.summary import show
from fudakai.clients.load.verdict import verdict


class CannotWrite(OSError):
    """A report's file cannot be written; its text says which and why."""


class Reports(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for; None: not that one."""

    json: Path | None = None
    html: Path | None = None
    budgets: tuple[Budget, ...] = ()

    def give(self, console: Console, figures: Figures) -> bool:
        """Prints the summary, writes the files, and says whether the run was good: whole, with a good verdict, and
        every budget met. Raises CannotWrite when a file could not be written, after everything else."""
        outcomes = [outcome(asked, figures) for asked in self.budgets]
        show(console, figures, outcomes)
        failed: list[CannotWrite] = []
        for option, path, make in (("--json", self.json, text), ("--html", self.html, page)):
            if path is not None:
                try:
                    path.write_text(make(figures, outcomes), encoding="utf-8")
                except OSError as error:
                    failed.append(CannotWrite(f"{option} {path}: {error.strerror or error}"))
        if failed:
            raise failed[0]
        return figures.partial is None and verdict(figures).good and all(found.met for found in outcomes)


def reports(json: Path | None, html: Path | None, fail_if: Iterable[str]) -> Reports:
    """What was typed, looked at before the run begins. Raises BadBudget, and CannotWrite for a file that could not be
    written at its end."""
    for option, path in (("--json", json), ("--html", html)):
        if path is None:
            continue
        if path.is_dir():
            raise CannotWrite(f"{option} {path}: that is a folder; name a file in it")
        if not path.absolute().parent.is_dir():
            raise CannotWrite(f"{option} {path}: there is no folder {path.absolute().parent}; make it first")
        if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise CannotWrite(f"{option} {path}: you may not write there; name another file")
    if json is not None and html is not None and json.absolute() == html.absolute():
        raise CannotWrite(f"--json and --html both name {json}; name two files")
    return Reports(json=json, html=html, budgets=tuple(budget(typed) for typed in fail_if))
