"""The soak in small: what `make soak` does for minutes, in seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from fudakai.server.games.registry import GAMES
from tests.soak.kit import ending, hostile, killing, leaving, meeting, scan
from tests.soak.kit.games import setups


@pytest.mark.parametrize("clocks", [False, True])
async def test_nothing_acknowledged_is_lost_when_server_and_redis_are_killed(tmp_path: Path, clocks: bool) -> None:
    said: list[str] = []
    kills = 1 if clocks else 2
    plan = killing.Plan(4, matches=1, server_kills=kills, redis_kills=1, clocks=clocks, exports=2)
    verdict = await killing.run(plan, tmp_path, said.append)
    assert verdict.wrong == []
    assert verdict.matches >= 4
    assert len(said) == plan.server_kills + plan.redis_kills
    assert verdict.moves > 50


async def test_fault_21_hostile_bytes_end_themselves_only(tmp_path: Path) -> None:
    verdict = await hostile.run(120, tmp_path, lambda line: None)
    assert verdict.wrong == []
    assert sum(verdict.ends.values()) == 120
    assert verdict.tried > 0
    assert verdict.matches > 0


async def test_fault_13_no_byte_sent_names_a_hidden_card(tmp_path: Path) -> None:
    verdict = await scan.run(8, tmp_path, lambda line: None)
    assert verdict.wrong == []
    assert verdict.matches == 8
    assert verdict.again > 20, "refs of the first match in the second one"
    assert verdict.frames > 500
    assert verdict.connections >= 4 + 4 + 3 + 5, "everybody's, at a table of each game"


async def test_people_leave_to_stand_ins_and_come_back_while_the_server_is_killed(tmp_path: Path) -> None:
    verdict = await leaving.run(2, 1, tmp_path, lambda line: None, tables=setups(["dafaza", "hanafuda"]))
    assert verdict.wrong == []
    assert verdict.matches == 2
    assert verdict.left >= 2
    assert verdict.stood_in > 0


async def test_l11_a_match_of_any_game_that_ends_as_the_server_is_killed_counts_once(tmp_path: Path) -> None:
    said: list[str] = []
    verdict = await ending.run(20, 4, tmp_path, said.append, list(GAMES))
    assert verdict.wrong == []
    assert verdict.matches == dict.fromkeys(GAMES, 6)
    assert len(said) == verdict.moments.total() == 24
    assert verdict.counted >= 20
    assert verdict.hits > 0


def test_games_with_stand_ins_are_found_by_asking_them() -> None:
    found = leaving.with_stand_ins(setups())
    assert {table.game for table in found} == {"dafaza", "hanafuda"}
    assert all(table.seats > 2 for table in found)


async def test_l3_two_who_ask_at_once_meet_in_one_room(tmp_path: Path) -> None:
    verdict = await meeting.run(50, tmp_path, lambda line: None)
    assert verdict == meeting.Verdict([], 50)
