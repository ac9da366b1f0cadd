"""The engine part of the bench: it plays every game, and its figures add up."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bench import report
from bench.engine import PHASES, PLAYERS, Speed, engines, speed
from fudakai.server.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_is_played_to_the_end_and_its_times_add_up(game: object) -> None:
    (measured, *_) = [one for one in engines(0.0) if GAMES[one.game] is game]
    assert measured.matches == 1
    assert measured.moves > 0
    assert set(measured.phases) == set(PHASES)
    assert all(seconds > 0 for seconds in measured.phases.values())
    assert sum(measured.phases.values()) <= measured.seconds
    assert 0.2 < sum(map(measured.share, PHASES)) <= 1
    assert sum(map(measured.per_move, PHASES)) * measured.moves == pytest.approx(sum(measured.phases.values()) * 1e6)


def test_every_game_is_measured_with_every_number_of_players_it_allows() -> None:
    measured = {(one.game, one.players) for one in engines(0.0)}
    assert {game for game, _ in measured} == set(GAMES)
    allowed = {name: range(game.SEATS[0], game.SEATS[1] + 1) for name, game in GAMES.items()}
    assert measured == {(name, players) for name in GAMES for players in PLAYERS if players in allowed[name]}


def test_the_same_seed_plays_the_same_matches() -> None:
    game = GAMES["hanafuda"]
    assert speed(game, 2, 0.0, seed=3).moves == speed(game, 2, 0.0, seed=3).moves


def test_the_table_says_whether_a_phase_is_too_slow() -> None:
    slow = Speed("agurk", 2, 10, 1000, dict.fromkeys(PHASES, 0.01) | {"view": 0.061}, 0.2)
    for measured, status, word in ((slow, 1, "MISSED"), (slow._replace(moves=2000), 0, "ok")):
        text = io.StringIO()
        assert report.show(Console(file=text, width=140), {"rows": [], "engine": [measured]}) == status
        assert word in text.getvalue()
        assert "(view, agurk)" in text.getvalue()
        assert f"{measured.per_move('view'):.1f}" in text.getvalue()
