"""What a stand-in is told, and what becomes of its answers."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from fudakai.protocol.codes import Refusal
from fudakai.server.games.registry import GAMES
from fudakai.server.live import stand_ins
from fudakai.server.rooms import commands as ask
from fudakai.server.rooms.entries import Moved
from tests.rooms import trio
from tests.rooms.table import Table
from tests.rooms.trios import match_of, trio_of


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game stands in the registry while a test runs."""
    monkeypatch.setitem(GAMES, trio.NAME, trio)


def standing_in(**options: Any) -> Table:
    """Bob has left; his stand-in is to move."""
    table = trio_of(options=options)
    table.do(ask.Leave("bob"))
    return table


def answer(table: Table, stand_in: Any) -> Moved:
    """The entry of the stand-in's move."""
    players = stand_ins.BotPlayers({"trio": stand_in}, {})
    room, effects = stand_ins.play(table.room, 1, players, random.Random(1), table.now)
    (entry,) = effects.entries
    assert isinstance(entry, Moved)
    assert room.version == table.room.version + 1
    return entry


def test_a_stand_in_is_told_its_own_seats_view_and_no_more() -> None:
    table = standing_in()
    told: list[Any] = []

    def stand_in(view: Any, offers: Any, rng: Any) -> Any:
        told.extend([view, offers])
        return offers[0]

    entry = answer(table, stand_in)
    view, offers = told
    state = match_of(table).state
    assert view == {
        "seat": 1,
        "table": msgspec.json.decode(msgspec.json.encode(trio.table(state))),
        "private": {"hand": list(trio.DECK[4:8]), "laid": None},
        "options": table.room.options_shown,
    }
    assert entry.move == {"type": "lay", "cards": ("t05",)}
    assert not any(card in str(told) for card in (*trio.DECK[:4], *trio.DECK[8:12]))
    offers[0]["cards"].clear()
    assert match_of(table).offers[1][0] == {"type": "lay", "cards": ("t05",)}


def test_h11_an_offer_that_is_refused_hiki_is_dropped_and_another_taken() -> None:
    asked: list[int] = []

    def hiki_first(view: Any, offers: Any, rng: Any) -> Any:
        asked.append(len(offers))
        return offers[0] if {"type": "hiki"} not in offers else offers[-1]

    assert answer(standing_in(hiki=True), hiki_first).move == {"type": "lay", "cards": ("t05",)}
    assert asked == [6, 5]


def test_another_refusal_of_an_offer_is_a_fault_and_the_clock_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def first(view: Any, offers: Any, rng: Any) -> Any:
        asked.append(offers[0])
        return offers[0]

    monkeypatch.setattr(trio, "legal", lambda state, seat: ({"type": "lay", "cards": ["t15"]}, {"type": "hiki"}))
    table = standing_in(hiki=True)
    assert answer(table, first).move == {"type": "lay", "cards": ("t05",)}
    assert asked == [{"type": "lay", "cards": ["t15"]}]


@pytest.mark.parametrize("fault", ["refused", "nonsense", "raises", "unknown", "always hiki"])
def test_when_a_stand_in_fails_the_clocks_move_is_taken_and_no_card_logged(
    fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def stand_in(view: Any, offers: Any, rng: Any) -> Any:
        if fault == "raises":
            raise RuntimeError(f"I hold {view['private']['hand']}")
        if fault == "always hiki":
            return {"type": "hiki"}
        return {"type": "lay", "cards": ["t01"]} if fault == "refused" else None

    table = standing_in(hiki=True)
    players = stand_ins.BotPlayers({} if fault == "unknown" else {"trio": stand_in}, {})
    _, effects = stand_ins.play(table.room, 1, players, random.Random(1), table.now)
    (entry,) = effects.entries
    assert isinstance(entry, Moved)
    assert (entry.move, entry.clock) == ({"type": "lay", "cards": ("t05",)}, False)
    said = capsys.readouterr()
    logged = said.out + said.err
    assert "the clock moves for it" in logged
    assert not any(card in logged for card in trio.DECK)


def test_only_a_stand_ins_seat_takes_its_moves() -> None:
    table = standing_in()
    move = {"type": "lay", "cards": ["t01"]}
    assert table.refused(ask.StandIn(0, move)) == Refusal.NOT_YOUR_TURN
    assert table.refused(ask.StandIn(1, move)) == Refusal.NOT_IN_HAND


def test_the_random_stand_in_plays_templates_too() -> None:
    two = 0
    for seed in range(40):
        table = trio_of(seed=seed, bot_delay=0)
        effects = table.do(ask.Leave("bob"))
        two += sum(len(entry.move["cards"]) == 2 for entry in effects.entries if isinstance(entry, Moved))
    assert two > 0
