"""The table at the end, in 80 columns and without colours."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console

from fudakai.clients.load.budgets import budget, outcome
from fudakai.clients.load.figures import Figures, Process
from fudakai.clients.load.findings import NOT_SEARCHED
from fudakai.clients.load.summary import show
from fudakai.clients.load.verdict import verdict
from tests.clients.load.samples import faulty, histogram, run


def shown(figures: Figures, *budgets: str) -> str:
    """What a file gets."""
    console = Console(file=io.StringIO(), width=80)
    show(console, figures, [outcome(budget(text), figures) for text in budgets])
    text = console.file.getvalue()
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80
    return text


def test_it_says_what_was_measured_done_and_refused() -> None:
    text = shown(run(seconds=12, killed=6), "p99(move)>5s", "count(matches)<1000")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "time of a count p50 p95 p99 max"
    assert any(line.startswith("move to everybody's update 3") for line in lines)
    assert "run 0:12, 5 s of it the ramp; 100 rooms, 400 connections at most" in lines
    assert "refusals stale 41, too_fast 2" in lines
    assert "faults drop 230, kill 1" in lines
    assert "at 0:06 the server was killed" in lines
    assert "tester was not the bottleneck: 2 processes, 41% of a core at most" in lines
    assert any(line.startswith("Clean: nothing wrong in ") for line in lines)
    assert any(line.startswith("Budget met: fail if p99(move)>5s; found ") for line in lines)
    assert "Budget MISSED: fail if count(matches)<1000; found 312" in lines


def test_what_the_judge_found_stands_below_the_verdict() -> None:
    text = shown(faulty())
    assert "Not clean: 12 x lost move. Looked at 2 acknowledged moves." in text
    assert "(the server went away and did not come back): as far as it got" in " ".join(text.split())
    assert text.count("lost move: room K7QF2M") == 10
    assert "and 2 more" in text
    assert "nothing was timed" in text


def test_findings_without_words_count() -> None:
    text = shown(msgspec.structs.replace(faulty(), wrong={"lost_move": 250, "gap": 3}))
    assert "Not clean: 250 x lost move, 3 x gap." in text
    assert "and 243 more" in text


def test_a_bottleneck_is_not_overlooked() -> None:
    busy = Process(cpu_share=0.99, cpu_share_most=1.0, lag_histogram=histogram(9.0))
    assert "WAS the bottleneck: process 1 used 99% of a core" in shown(
        msgspec.structs.replace(faulty(), processes=(busy,))
    )


def test_a_long_refusal_code_breaks_within_the_line() -> None:
    assert "x" * 20 in shown(msgspec.structs.replace(faulty(), refusals={"x" * 200: 1}))


def test_markup_in_words_is_shown_as_it_is() -> None:
    assert "[red]gone[/red]" in shown(msgspec.structs.replace(faulty(), partial="[red]gone[/red]"))


def test_a_run_in_which_nothing_was_checked_is_not_good() -> None:
    found = verdict(msgspec.structs.replace(faulty(), findings=(), checked={"rooms": 0}))
    assert (found.good, found.words.startswith("Not judged: no move was made; give the run more time")) == (False, True)


def test_a_run_in_which_nobody_moved_is_not_good() -> None:
    found = verdict(msgspec.structs.replace(faulty(), findings=(), checked={"frames": 24, "entries": 10}))
    assert (found.good, found.words.startswith("Not judged: no move was made;")) == (False, True)


def test_one_is_not_told_as_many() -> None:
    checked = {"frames": 1, "entries": 1, "acknowledged moves": 1, "matches": 1, "lists of rooms": 1}
    found = verdict(msgspec.structs.replace(faulty(), findings=(), checked=checked))
    assert found.words.startswith("Clean: nothing wrong in 1 frame, 1 entry, 1 acknowledged move, 1 match, 1 list of")


def test_a_clean_run_that_was_cut_short_is_good_as_far_as_it_got() -> None:
    found = verdict(msgspec.structs.replace(faulty(), findings=()))
    assert found.good
    assert found.words.endswith("(the server went away and did not come back): as far as it got.")


@pytest.mark.parametrize("wrong", [False, True])
def test_a_run_whose_rooms_were_not_searched_for_hidden_cards_says_so(wrong: bool) -> None:
    checked = {"acknowledged moves": 9, NOT_SEARCHED: 2}
    figures = msgspec.structs.replace(faulty(), checked=checked, partial=None)
    found = verdict(figures if wrong else msgspec.structs.replace(figures, findings=(), wrong={}))
    assert found.good is not wrong
    assert "9 acknowledged moves. 2 rooms not searched for hidden cards: their game does not say how" in found.words
