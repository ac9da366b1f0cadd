"""The page of a run: one file, whole, safe to open anywhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from fudakai.clients.load.budgets import budget, outcome
from fudakai.clients.load.figures import Figures, Finding, Mark, Second
from fudakai.clients.load.latencies import Latencies
from fudakai.clients.load.page import asked, page, thinned
from fudakai.clients.load.plots import linear_axis, log_axis
from tests.clients.load.samples import STARTED, faulty, histogram, run

RUN = run(seconds=30, killed=15)


class Reader(HTMLParser):
    """Checks that tags close in order, and collects them, their attributes and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("figures", [RUN, faulty()])
def test_it_is_one_file_that_asks_for_nothing_and_runs_nothing(figures: Figures) -> None:
    text = page(figures)
    read = Reader(text)
    assert not re.search(r"https?:|//(?!127\.0\.0\.1)|url\(|@import|javascript:", text)
    tags = {tag for tag, _ in read.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "a"}
    names = {name for _, attributes in read.tags for name in attributes}
    assert not {name for name in names if name.startswith("on") or name in ("src", "href", "srcset", "style")}
    assert "default-src 'none'" in text


def test_each_plot_has_a_title_for_who_does_not_see_it() -> None:
    plots = [attributes for tag, attributes in Reader(page(RUN)).tags if tag == "svg"]
    assert [plot["role"] for plot in plots] == ["img"] * 4
    labels = [plot["aria-label"] or "" for plot in plots]
    assert labels[0].startswith("Moves acknowledged, a second: moves a second from 0 to 4")
    assert labels[1].startswith("From a move to acknowledgement: p50 from ")
    assert labels[2].startswith("From a move to everybody's update: p50 from ")
    assert labels[3].startswith("How many moves took at most how long: to acknowledgement from ")


def test_a_kill_is_marked_in_every_plot_over_time() -> None:
    text = page(RUN)
    assert text.count('<line class="mark"') == 3
    assert text.count("<title>0:15 the server was killed</title>") == 3


def test_it_says_verdict_budgets_plan_and_machine() -> None:
    text = Reader(page(RUN, [outcome(budget(text), RUN) for text in ("p99(move)>9s", "rate(moves)<9000/s")])).text
    for words in (
        *("Verdict. Clean: nothing wrong in", "Budget met. fail if p99(move)>9s", "Budget missed. fail if rate(moves)"),
        *("agurk 5, koikoi 3", "Linux 6.1 x86_64", "2026-03-01 12:00:00 UTC", "Second by second", "stale 41"),
    ):
        assert words in text


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("seats", 0, "as usual"),
        ("matches", 3, "3"),
        ("duration", 12.0, "12 s"),
        ("duration", None, "-"),
        ("think", {"median": 0.0, "spread": 0.0}, "at once"),
        ("think", {"median": 1.0, "spread": 0.0}, "1 s"),
        ("think", {"median": 2.0, "spread": 0.6}, "2 s, as people do (spread 0.6)"),
        ("drop", 0.05, "5%"),
        ("chat", 0.1, "0.1 a second"),
        ("mix", {"agurk": 5, "koikoi": 3}, "agurk 5, koikoi 3"),
    ],
)
def test_what_was_asked_for_has_its_unit(option: str, value: object, words: str) -> None:
    assert asked(option, value) == words


def test_it_has_a_light_and_a_dark_form() -> None:
    text = page(RUN)
    assert "color-scheme: light dark" in text
    assert "@media (prefers-color-scheme: dark)" in text


def test_what_others_wrote_is_text_and_nothing_else() -> None:
    evil = "</title><script>x</script>\"'&"
    figures = msgspec.structs.replace(
        faulty(),
        plan={evil: evil},
        partial=evil,
        refusals={evil: 1},
        faults={evil: 1},
        marks=(Mark(at_s=0.5, words=evil),),
        findings=(Finding(kind=evil, words=evil),),
        machine={evil: evil},
    )
    read = Reader(page(figures))
    assert "script" not in {tag for tag, _ in read.tags}
    assert read.text.count(evil) >= 9


def test_a_run_of_nothing_has_a_page_too() -> None:
    read = Reader(page(Figures(plan={}, started=STARTED, ended=STARTED)))
    assert "Not judged: no move was made;" in read.text
    assert "svg" not in {tag for tag, _ in read.tags}


def test_a_long_run_has_several_seconds_in_each_place() -> None:
    seconds = tuple(
        Second(at_s=at, moves_acked=at, rooms=at, ack_histogram=histogram(1000.0, digits=2)) for at in range(1000)
    )
    every, found = thinned(seconds, 300)
    assert (every, len(found), found[1].at_s) == (4, 250, 4)
    assert found[1].moves_acked == 4 + 5 + 6 + 7
    assert found[1].rooms == 7
    assert Latencies.of([found[1].ack_histogram]).count == 4
    assert sum(second.moves_acked for second in found) == sum(second.moves_acked for second in seconds)


def test_seconds_that_nobody_told_of_are_empty() -> None:
    every, found = thinned((Second(at_s=3, moves_acked=2),), 300)
    assert every == 1
    assert [(second.at_s, second.moves_acked) for second in found] == [(0, 0), (1, 0), (2, 0), (3, 2)]


@pytest.mark.parametrize("values", [[], [1.0], [0.5, 3.0], [1000.0], [999.0, 1001.0], [7.0, 6e8]])
def test_axes_hold_all_values_between_round_labels(values: list[float]) -> None:
    for axis, labels in (linear_axis(values), log_axis(values)):
        assert axis.low == labels[0] < labels[-1] == axis.high
        assert labels == sorted(set(labels))
        assert all(max(value, 1.0) <= axis.high for value in values)
        assert 2 <= len(labels) <= 11
    axis, _ = log_axis(values)
    assert all(axis.low <= max(value, 1.0) for value in values)
