"""What --fail-if understands, refuses, and finds."""

from __future__ import annotations

from datetime import timedelta

import pytest

from fudakai.clients.load.budgets import BadBudget, budget, outcome
from fudakai.clients.load.figures import Figures, Finding, Kind, Process, Second
from tests.clients.load.samples import STARTED, histogram

FIGURES = Figures(
    plan={},
    started=STARTED,
    ended=STARTED + timedelta(seconds=10),
    rooms=2,
    matches=20,
    bytes_in=50_000,
    seconds=tuple(Second(at_s=at, moves_sent=100, moves_acked=90, errors=1) for at in range(10)),
    histograms={Kind.ACK: histogram(*(1000.0 * at for at in range(1, 101))), Kind.UPDATE: histogram(2_000_000.0)},
    refusals={"stale": 30, "too_fast": 10},
    processes=(Process(cpu_share=0.4, cpu_share_most=0.95, lag_histogram=histogram(300.0)),),
    findings=(Finding(kind="gap", words="room A"),),
)


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("p99(move)>98ms", False),
        ("p99(move)>100ms", True),
        ("p50(ack)>=0.0495s", False),
        ("p99.9(move) > 99500 us", False),
        ("max(update)>1.9s", False),
        ("max(update)>2.1s", True),
        ("count(move)<100", True),
        ("count(move)<101", False),
        ("rate(move)<10/s", True),
        ("rate(moves)<90/s", True),
        ("rate(moves)<=90", False),
        ("  count( sent )>999", False),
        ("share(errors)>1%", True),
        ("share(errors)>0.9%", False),
        ("count(refusals)>40", True),
        ("share(refusals)>=4%", False),
        ("rate(matches)<2/s", True),
        ("count(findings)>0", False),
        ("rate(bytes_in)>4999/s", False),
        ("mean(cpu)>50%", True),
        ("max(cpu)>90%", False),
        ("p99(lag)>1ms", True),
    ],
)
def test_a_budget_is_met_or_missed(text: str, met: bool) -> None:
    assert outcome(budget(text), FIGURES).met is met


@pytest.mark.parametrize("text", ["p99(resume)>1s", "max(connect)<1us"])
def test_what_was_not_measured_is_missed_in_words(text: str) -> None:
    found = outcome(budget(text), FIGURES)
    assert (found.met, found.value) == (False, None)
    assert found.words in ("no resume was measured", "no connect was measured")


def test_what_was_found_is_said_with_its_unit() -> None:
    words = [
        outcome(budget(text), FIGURES).words
        for text in ("max(update)>1s", "rate(moves)<1/s", "count(sent)<1", "share(errors)>1%", "max(cpu)>1%")
    ]
    assert words == ["2.00 s", "90.0/s", "1,000", "1.00%", "95.00%"]


@pytest.mark.parametrize(
    ("text", "character", "words"),
    [
        ("", 1, "the end; allowed is a function"),
        ("99(move)>5ms", 1, "a function"),
        ("p99", 4, r"the end; allowed is \("),
        ("p99(mov)>5ms", 5, "'mov\\)>5ms'; allowed is a measure: connect, join, move"),
        ("p99(move>5ms", 9, r"allowed is \)"),
        ("p99(move)=5ms", 10, "one of > >= < <="),
        ("p99(move)==5ms", 10, "one of > >= < <="),
        ("p99(move)>ms", 11, "a number"),
        ("p99(move)>-5ms", 11, "a number"),
        ("p99(move)>5", 12, "the end; allowed is for p99\\(move\\) the unit us or ms or s"),
        ("p99(move)>5%", 12, "the unit us or ms or s"),
        ("p99(move)>5min", 12, "a unit: us, ms, s"),
        ("p99(move)>5ms or so", 15, "'or so'; allowed is nothing more"),
        ("count(moves)>5s", 15, "the unit none at all"),
        ("rate(moves)>5%", 14, "the unit /s or none at all"),
        ("p100(move)>5ms", 1, "for move one of p50, p95, p99, max, count, rate"),
        ("p0(move)>5ms", 1, "for move one of"),
        ("p99(moves)>5ms", 1, "for moves one of count, rate, share"),
        ("share(bytes_in)>5%", 1, "for bytes_in one of count, rate"),
        ("count(cpu)>5", 1, "for cpu one of mean, max"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, character: int, words: str) -> None:
    with pytest.raises(BadBudget, match=rf"character {character}: .*{words}"):
        budget(text)
