"""Coming back in time and too late, cables that are cut, and things in one moment, over real sockets; the full counts
are in the soak (L7, L8)."""

from __future__ import annotations

from typing import Any

import pytest
import redis.asyncio

from tests.soak.kit import comings, instants, returning
from tests.soak.kit.town import DEFAULTS, Town, town as town_on


@pytest.fixture
async def town(redis_url: str) -> Any:
    async with town_on(redis_url) as town:
        yield town


async def test_l7_back_before_the_end_of_the_grace_and_not_after_it(town: Town) -> None:
    await returning.grace(town, 10)


async def test_l7_the_late_close_of_an_old_connection_changes_nothing(town: Town) -> None:
    await returning.late_close(town, 12)


async def test_fault_17_a_cut_cable_is_noticed_in_the_stated_time_and_the_empty_room_goes(town: Town) -> None:
    assert DEFAULTS["ping_interval"] + DEFAULTS["ping_timeout"] == 40, "docs/hosting.md and PROTOCOL.md say so"
    found = await returning.cables(town, 2)
    assert found["noticed"] == 2


async def test_l8_of_a_move_and_a_deadline_in_one_millisecond_exactly_one_counts(town: Town) -> None:
    won = await instants.deadlines(town, 100)
    assert min(won["move"], won["clock"]) > 10, won


async def test_of_fifty_moves_at_once_over_ten_connections_one_counts(town: Town) -> None:
    answers = await instants.fifty(town, 5)
    assert (answers["ok"], answers.total()) == (5, 250)


async def test_two_who_are_ready_at_once_both_count(town: Town) -> None:
    await instants.both_ready(town, 10)


async def test_the_last_leaves_and_somebody_joins_at_once(town: Town) -> None:
    came = await instants.leave_and_join(town, 50)
    assert came.total() == 50


async def test_a_thousand_rooms_that_come_and_go_leave_nothing(town: Town, redis_url: str) -> None:
    async with redis.asyncio.Redis.from_url(redis_url, decode_responses=True) as raw:
        await comings.cycles(town, 1000, raw)
