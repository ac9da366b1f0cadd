"""The JSON of a run, and back."""

from __future__ import annotations

import json

import pytest

from fudakai.clients.load.budgets import budget, outcome
from fudakai.clients.load.document import BadDocument, document, read, text
from tests.clients.load.samples import faulty, run


@pytest.mark.parametrize("figures", [run(seconds=12, killed=6), faulty()])
def test_what_is_read_is_what_was_written(figures) -> None:
    assert read(text(figures, [outcome(budget("p99(move)>50ms"), figures)])) == figures


def test_its_names_are_stable() -> None:
    found = json.loads(text(run(seconds=12, killed=6), [outcome(budget("p99(move)>50ms"), run(seconds=12))]))
    assert list(found) == [
        *("load", "verdict", "budgets", "duration_s", "totals", "rates_per_s", "latency_us", "bottleneck"),
        *("plan", "started", "ended", "partial", "ramp_s", "rooms", "matches", "bytes_in", "bytes_out", "seconds"),
        *("histograms", "refusals", "faults", "marks", "processes", "checked", "findings", "wrong", "machine"),
    ]
    assert list(found["totals"]) == ["moves_sent", "moves_acked", "updates", "errors", "reconnects"]
    assert list(found["latency_us"]) == ["connect", "join", "ack", "update", "resume"]
    assert list(found["latency_us"]["ack"]) == ["count", "p50", "p95", "p99", "max"]
    assert list(found["seconds"][0]) == [
        *("at_s", "moves_sent", "moves_acked", "updates", "errors", "reconnects", "rooms", "connections"),
        *("ack_histogram", "update_histogram", "ack_p50_us", "ack_p99_us", "update_p50_us", "update_p99_us"),
    ]
    assert found["budgets"][0]["met"] is True
    assert found["started"] == "2026-03-01T12:00:00Z"


def test_its_numbers_follow_from_the_figures() -> None:
    figures = run(seconds=12, killed=6)
    found = document(figures)
    assert found["totals"]["moves_acked"] == sum(second.moves_acked for second in figures.seconds)
    assert found["totals"]["moves_acked"] == found["latency_us"]["ack"]["count"]
    assert found["verdict"] == {"good": True, "words": found["verdict"]["words"]}
    down = found["seconds"][6]
    assert (down["moves_acked"], down["ack_p50_us"]) == (0, None)


def test_a_run_that_was_cut_short_says_why() -> None:
    found = document(faulty())
    assert found["partial"] == "the server went away and did not come back"
    assert found["verdict"]["good"] is False


def changed(**changes: object) -> str:
    """A document with these names changed."""
    return json.dumps({**json.loads(text(faulty())), **changes})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "no report of a run"),
        ("[1]", "no report of a run"),
        ("{}", '"load": 1'),
        (changed(load=2), '"load": 1'),
        (changed(rooms="many"), r"\$\.rooms"),
        (changed(histograms={"ack": "nonsense"}), "histograms.ack: 'nonsense'"),
        (changed(histograms={"sleep": ""}), "sleep"),
        (changed(seconds=[{"at_s": 3, "update_histogram": "x"}]), "the second 3"),
    ],
)
def test_another_file_is_refused_in_words(data: str, words: str) -> None:
    with pytest.raises(BadDocument, match=words):
        read(data)
