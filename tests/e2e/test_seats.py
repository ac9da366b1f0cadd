"""Seats over real connections, with the server killed in between (L2, L4-L6); more of the same is in the soak."""

from __future__ import annotations

from pathlib import Path

from fudakai.server.games.registry import GAMES
from tests.soak.kit import seats


async def test_l4_l5_one_identity_is_one_seat_and_hosts_spectators_and_strangers_may_what_they_may(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    wrong, done = await seats.run(4, tmp_path, said.append, list(GAMES))
    assert wrong == []
    assert {name: done[name] for name in seats.SCENES} == dict.fromkeys(seats.SCENES, 4)
    assert done["kills"] >= 4
    assert len(said) == 4
