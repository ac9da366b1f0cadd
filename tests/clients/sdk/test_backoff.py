"""Waits between attempts."""

from __future__ import annotations

import random

from fudakai.clients.sdk import Backoff


def test_waits_double_up_to_the_most_and_differ_by_up_to_half() -> None:
    backoff = Backoff(first=0.2, most=5.0, rng=random.Random(1))
    for failures, longest in ((1, 0.2), (2, 0.4), (3, 0.8), (6, 5.0), (10_000, 5.0)):
        waits = [backoff.wait(failures) for _ in range(200)]
        assert longest / 2 <= min(waits) < longest * 0.6
        assert longest * 0.9 < max(waits) <= longest
