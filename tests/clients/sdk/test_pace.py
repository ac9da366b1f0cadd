"""The SDK keeps to the server's message credits by itself."""

from __future__ import annotations

from fudakai.clients.sdk.pace import Pace


def test_a_burst_goes_at_once_and_then_the_rate_holds() -> None:
    pace = Pace(credits=10, per_second=5)
    waits = [pace.book(100.0) for _ in range(14)]
    assert waits[:9] == [0.0] * 9
    assert [round(wait, 6) for wait in waits[9:]] == [0.2, 0.4, 0.6, 0.8, 1.0]


def test_a_rest_fills_the_bucket_again_and_no_more() -> None:
    pace = Pace(credits=10, per_second=5)
    for _ in range(9):
        pace.book(0.0)
    assert [pace.book(1000.0) for _ in range(9)] == [0.0] * 9
    assert pace.book(1000.0) > 0


def test_never_more_than_the_server_takes() -> None:
    pace, now, sent = Pace(credits=20, per_second=10), 50.0, []
    for _ in range(300):
        wait = pace.book(now)
        now += wait
        sent.append(now)
    for first in range(300):
        within = [at for at in sent[first:] if at - sent[first] <= 1.0]
        assert len(within) <= 20 + 10 + 1
    assert sent[-1] - sent[0] < 300 / 10
