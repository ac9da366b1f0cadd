"""The screen of a run that goes on, with and without a terminal."""

from __future__ import annotations

import io
import re

from rich.console import Console

from fudakai.clients.load.figures import Second
from fudakai.clients.load.screen import LINE_S, ProgressScreen
from tests.clients.load.samples import histogram, run


class Plain(io.TextIOWrapper):
    """A file whose encoding has no blocks."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="ascii", errors="strict", write_through=True)


def moves(at_s: int, acked: int = 10, **counts: int) -> Second:
    """A second in which so many moves took a millisecond each."""
    return Second(at_s=at_s, moves_acked=acked, ack_histogram=histogram(1000.0, digits=2), **counts)


def text_of(screen: ProgressScreen) -> str:
    """Its picture as text."""
    console = Console(file=io.StringIO(), width=80)
    console.print(screen.picture())
    return console.file.getvalue()


def test_without_a_terminal_it_is_a_line_every_few_seconds() -> None:
    console = Console(file=io.StringIO(), width=20)
    with ProgressScreen(console, planned_s=30) as screen:
        for at in range(3 * LINE_S + 2):
            screen.add([moves(at, rooms=7, errors=1)])
    lines = console.file.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[1] == "0:10 of 0:30  rooms 7  10 moves/s  p50 1.00 ms  p99 1.00 ms  errors 10  reconnects 0"
    assert "\x1b" not in console.file.getvalue()


def test_without_a_terminal_what_happens_is_a_line_at_once() -> None:
    console = Console(file=io.StringIO(), width=80)
    with ProgressScreen(console, planned_s=None) as screen:
        screen.say("the server was killed", at_s=61.4)
    assert console.file.getvalue() == "1:01 the server was killed\n"


def test_a_second_is_shown_when_all_have_told_of_it() -> None:
    screen = ProgressScreen(Console(file=io.StringIO(), width=80), planned_s=None)
    screen.add([moves(0, 10), moves(1, 10), moves(2, 10)])
    assert screen.at_s == 1
    screen.add([moves(1, 5), moves(2, 5), moves(3, 5)])
    assert screen.at_s == 2
    numbers = re.search(r"^moves +(\S+) +(\S+)", text_of(screen), re.MULTILINE)
    assert numbers is not None
    assert numbers.groups() == ("12", "25")  # 10, then 15


def test_its_picture_says_how_far_how_fast_and_how_slow() -> None:
    screen = ProgressScreen(Console(file=io.StringIO(), width=80), planned_s=120)
    for second in run(seconds=20, killed=10).seconds:
        screen.add([second], played=31)
    screen.say("the server was killed")
    text = text_of(screen)
    assert max(map(len, text.splitlines())) <= 80
    assert "0:18 of 2:00   100 rooms, 400 connections, 31 matches" in text
    for words in ("moves", "updates", "reconnects", "errors", "acknowledgement", "everybody's update", "killed"):
        assert words in text


def test_its_sparkline_has_a_place_for_each_second() -> None:
    screen = ProgressScreen(Console(file=io.StringIO(), width=80), planned_s=None)
    for at, acked in enumerate((0, 50, 100, 0, 0)):
        screen.add([Second(at_s=at, moves_acked=acked)])
    assert screen.sparkline(10) == "▁▅█"
    assert screen.sparkline(2) == screen.sparkline(10)[-2:]


def test_its_sparkline_is_plain_where_there_are_no_blocks() -> None:
    screen = ProgressScreen(Console(file=Plain(), width=80), planned_s=None)
    for at in range(4):
        screen.add([moves(at)])
    screen.sparkline(10).encode("ascii")


def test_on_a_terminal_it_draws_in_place_and_is_gone_at_the_end() -> None:
    console = Console(file=io.StringIO(), width=80, height=30, force_terminal=True)
    with ProgressScreen(console, planned_s=10) as screen:
        for at in range(4):
            screen.add([moves(at)])
        screen.say("the server was killed")
        assert "the server was killed" in console.file.getvalue()
    text = console.file.getvalue()
    assert "\x1b[2K" in text  # lines are wiped
    assert text.rstrip().endswith("\x1b[?25h") or "\x1b[?25h" in text.rsplit("moves/s", 1)[1]  # the cursor is back
