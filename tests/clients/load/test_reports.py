"""Files and exit status of a run."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from fudakai.clients.load.budgets import BadBudget
from fudakai.clients.load.document import read
from fudakai.clients.load.reports import CannotWrite, Reports, reports
from tests.clients.load.samples import faulty, run

RUN = run(seconds=8, killed=4)


def console() -> Console:
    """One that writes nowhere."""
    return Console(file=io.StringIO(), width=80)


def test_a_run_is_told_in_every_form_that_was_asked_for(tmp_path: Path) -> None:
    asked = reports(tmp_path / "run.json", tmp_path / "run.html", ["p99(move)>9s"])
    shown = console()
    assert asked.give(shown, RUN)
    assert "Budget met" in shown.file.getvalue()
    assert read((tmp_path / "run.json").read_bytes()) == RUN
    assert (tmp_path / "run.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_run_is_good_when_it_is_whole_clean_and_within_its_budgets() -> None:
    assert Reports().give(console(), RUN)
    assert not reports(None, None, ["p99(move)>9s", "p99(move)>1us"]).give(console(), RUN)
    assert not Reports().give(console(), msgspec.structs.replace(RUN, partial="stopped"))
    assert not Reports().give(console(), msgspec.structs.replace(faulty(), partial=None))


@pytest.mark.parametrize(
    ("json", "html", "words"),
    [
        (".", None, "--json .*that is a folder"),
        (None, "missing/run.html", "--html .*there is no folder .*missing"),
        ("same", "same", "both name"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_run(
    tmp_path: Path, json: str | None, html: str | None, words: str
) -> None:
    with pytest.raises(CannotWrite, match=words):
        reports(json and tmp_path / json, html and tmp_path / html, [])


def test_a_bad_budget_is_refused_before_the_run() -> None:
    with pytest.raises(BadBudget):
        reports(None, None, ["p99(move)>50"])


def test_one_file_that_fails_does_not_cost_the_other(tmp_path: Path) -> None:
    asked = Reports(json=tmp_path / "gone" / "run.json", html=tmp_path / "run.html")
    shown = console()
    with pytest.raises(CannotWrite, match=r"--json .*run\.json: No such file"):
        asked.give(shown, RUN)
    assert (tmp_path / "run.html").exists()
    assert "Clean" in shown.file.getvalue()
