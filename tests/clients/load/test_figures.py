"""Latencies add up over processes, and so do figures."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from fudakai.clients.load.figures import Figures, Finding, Kind, Mark, Process, Second, merged
from fudakai.clients.load.latencies import LONGEST, Latencies
from tests.clients.load.samples import STARTED, histogram


def part(**changes: object) -> Figures:
    """Figures of ten seconds with these changes."""
    return msgspec.structs.replace(
        Figures(plan={"rooms": 2}, started=STARTED, ended=STARTED + timedelta(seconds=10)), **changes
    )


def test_percentiles_are_right_to_their_precision() -> None:
    latencies = Latencies.of([histogram(*range(1, 100_001, 10))])
    assert latencies.count == 10_000
    for percent, microseconds in zip((50, 95, 99), latencies.percentiles(50, 95, 99), strict=True):
        assert microseconds == pytest.approx(percent * 1000, rel=0.002)
    assert latencies.longest == pytest.approx(99_991, rel=0.001)


def test_a_sum_of_encoded_ones_is_as_if_counted_together() -> None:
    one, other = [3.0 * at for at in range(1, 500)], [1000.0 + at * at for at in range(300)]
    summed, together = Latencies.of([histogram(*one), "", histogram(*other)]), Latencies.of([histogram(*one, *other)])
    assert summed.count == together.count == 799
    assert summed.percentiles(1, 50, 90, 99.9, 100) == together.percentiles(1, 50, 90, 99.9, 100)


def test_those_of_one_second_add_to_those_of_the_run() -> None:
    run = Latencies.of([histogram(1500.0, digits=2), histogram(9000.0, digits=2)])
    assert run.count == 2
    assert run.percentile(50) == pytest.approx(1500, rel=0.02)
    assert run.longest == pytest.approx(9000, rel=0.02)


def test_one_that_was_late_counts_for_those_that_waited_behind_it() -> None:
    latencies = Latencies()
    latencies.record(10_000, interval=1_000)
    assert latencies.count == 10
    assert latencies.percentile(10) == pytest.approx(1_000, rel=0.001)


def test_what_is_beyond_the_scale_counts_at_its_end() -> None:
    latencies = Latencies()
    latencies.record(0.2)
    latencies.record(10.0 * LONGEST)
    assert latencies.count == 2
    assert latencies.percentile(50) == 1
    assert latencies.longest == pytest.approx(LONGEST, rel=0.001)


def test_nothing_counted_has_no_percentiles_and_an_empty_text() -> None:
    assert Latencies().encoded() == ""
    assert Latencies().percentiles(50, 99) == (None, None)
    assert list(Latencies().curve()) == []


@pytest.mark.parametrize("text", ["nonsense", histogram(5.0)[:20], "HISTFAAA"])
def test_a_text_that_is_no_histogram_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no histogram"):
        Latencies.of([text])


def test_the_curve_rises_to_the_longest() -> None:
    curve = list(Latencies.of([histogram(*range(1, 2000))]).curve())
    assert curve == sorted(curve)
    assert curve[-1] == (100.0, 1999)


def test_merged_figures_are_those_of_all_processes() -> None:
    one = part(
        rooms=3,
        bytes_in=10,
        seconds=(Second(at_s=0, moves_acked=5, rooms=3, ack_histogram=histogram(100.0, digits=2)), Second(at_s=2)),
        histograms={Kind.ACK: histogram(100.0), Kind.JOIN: histogram(7.0)},
        refusals={"stale": 2, "too_fast": 1},
        marks=(Mark(at_s=4.0, words="killed"),),
        processes=(Process(cpu_share=0.5, cpu_share_most=0.7),),
        checked={"rooms": 3},
    )
    other = part(
        plan={"rooms": 9},
        started=STARTED - timedelta(seconds=1),
        ended=STARTED + timedelta(seconds=12),
        partial="stopped by Ctrl-C",
        ramp_s=2.0,
        rooms=4,
        bytes_in=1,
        seconds=(Second(at_s=0, moves_acked=2, rooms=4, ack_histogram=histogram(300.0, digits=2)), Second(at_s=1)),
        histograms={Kind.ACK: histogram(300.0)},
        refusals={"too_fast": 4},
        marks=(Mark(at_s=1.0, words="killed before"),),
        processes=(Process(cpu_share=0.1, cpu_share_most=0.2),),
        checked={"rooms": 4},
        findings=(Finding(kind="gap", words="room A: 3 after 1"),),
    )
    both = merged([one, other])
    assert (both.rooms, both.bytes_in, both.duration_s, both.ramp_s) == (7, 11, 13.0, 2.0)
    assert (both.plan, both.partial, both.wrong, both.clean) == ({"rooms": 2}, "stopped by Ctrl-C", {"gap": 1}, False)
    assert [second.at_s for second in both.seconds] == [0, 1, 2]
    assert (both.seconds[0].moves_acked, both.seconds[0].rooms) == (7, 7)
    assert Latencies.of([both.seconds[0].ack_histogram]).count == 2
    assert both.latencies(Kind.ACK).count == 2
    assert both.latencies(Kind.JOIN).count == 1
    assert Kind.RESUME not in both.histograms
    assert list(both.refusals.items()) == [("too_fast", 5), ("stale", 2)]
    assert [mark.words for mark in both.marks] == ["killed before", "killed"]
    assert [process.cpu_share for process in both.processes] == [0.5, 0.1]
    assert both.checked == {"rooms": 7}
    assert both.findings == other.findings


def test_figures_merge_in_any_grouping() -> None:
    parts = [
        part(rooms=at, seconds=(Second(at_s=at % 2, updates=at, update_histogram=histogram(10.0 * at, digits=2)),))
        for at in range(1, 5)
    ]
    assert merged([merged(parts[:2]), merged(parts[2:])]) == merged(parts)


def test_one_reason_for_all_processes_is_said_once() -> None:
    gone = part(partial="the server went away")
    assert merged([gone, part(), gone]).partial == "the server went away"


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="no figures"):
        merged([])


def test_figures_travel_between_processes() -> None:
    figures = part(histograms={Kind.ACK: histogram(100.0)}, seconds=(Second(at_s=0),))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(figures), type=Figures) == figures


def test_a_rate_leaves_out_the_ramp_and_the_last_second() -> None:
    seconds = tuple(Second(at_s=at, moves_acked=moves) for at, moves in enumerate((1, 5, 100, 100, 100, 3)))
    figures = part(seconds=seconds, ramp_s=1.5, ended=STARTED + timedelta(seconds=5.2))
    assert figures.rate(lambda second: second.moves_acked) == 100.0


def test_a_rate_counts_seconds_in_which_nothing_was_told() -> None:
    seconds = (Second(at_s=0, moves_acked=90), Second(at_s=3, moves_acked=5))
    assert part(seconds=seconds).rate(lambda second: second.moves_acked) == 30.0


def test_a_run_shorter_than_its_ramp_has_the_rate_of_all_of_it() -> None:
    figures = part(seconds=(Second(at_s=0, moves_acked=8),), ramp_s=5.0, ended=STARTED + timedelta(seconds=2))
    assert figures.rate(lambda second: second.moves_acked) == 4.0


@pytest.mark.parametrize(
    ("process", "words"),
    [
        (Process(cpu_share=0.97, cpu_share_most=1.0), "process 2 used 97% of a core"),
        (Process(cpu_share=0.2, cpu_share_most=0.3, lag_histogram=histogram(40_000.0)), "woke late by 40.0 ms"),
        (Process(cpu_share=0.2, cpu_share_most=0.3, lag_histogram=histogram(40_000.0)), "20% of a core: others on its"),
        (Process(cpu_share=0.7, cpu_share_most=0.8, lag_histogram=histogram(40_000.0)), "70% of a core: more --procs"),
    ],
)
def test_a_tester_that_cannot_keep_up_says_so(process: Process, words: str) -> None:
    idle = Process(cpu_share=0.2, cpu_share_most=0.3, lag_histogram=histogram(100.0))
    found = part(histograms={Kind.ACK: histogram(20_000.0)}, processes=(idle, process)).bottleneck()
    assert found is not None
    assert words in found


def test_a_tester_that_lags_little_beside_what_it_measures_is_no_bottleneck() -> None:
    process = Process(cpu_share=0.5, cpu_share_most=0.9, lag_histogram=histogram(4_000.0))
    assert part(histograms={Kind.ACK: histogram(20_000.0)}, processes=(process,)).bottleneck() is None
