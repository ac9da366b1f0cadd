"""The judges of the soak catch what they are there for."""

from __future__ import annotations

from typing import Any

import pytest

from fudakai.clients.sdk import Entry, View
from fudakai.server.games.agurk import game as agurk
from fudakai.server.rooms.entries import FORMAT, AnyEntry, Drew, Left, Moved, Returned, Started
from tests.rooms.table import Table
from tests.soak.kit.judge import Match, judge, meaning
from tests.soak.kit.ledger import Acknowledged, Ledger, Seen, Watch
from tests.soak.kit.logs import match_of

BEFORE = 4
END = "{}"
DECK = tuple(f"{rank}{suit}" for suit in "CDH" for rank in range(2, 9))


def entries() -> list[AnyEntry]:
    """A match's first entries: versions 5 started, 6 and 7 drawn, 8 to 10 one move each."""
    return [
        Started(FORMAT, 0, "ROOM-1"),
        Drew(FORMAT, 0, choose=0),
        Drew(FORMAT, 0, shuffle=DECK),
        *(Moved(FORMAT, 0, seat, move(seat), f"r{seat}") for seat in range(3)),
    ]


def move(seat: int) -> dict[str, object]:
    return {"type": "play", "cards": [f"8{'CDH'[seat]}"]}


def acknowledged(seat: int, version: int) -> Acknowledged:
    return Acknowledged(seat, version, meaning(move(seat)))


def ledger() -> Ledger:
    """What three clients saw of them, and how it ended."""
    kept = Ledger()
    kept.moves["ROOM-1"] = [acknowledged(seat, 8 + seat) for seat in range(3)]
    kept.seen["ROOM-1"] = [Seen(who, END, 10) for who in ("ann", "bob", "cid")]
    return kept


def found(kept: Ledger, log: list[AnyEntry], **more: Any) -> str:
    match = Match(BEFORE, log, "agurk", agurk.setup(agurk.Options(), 3), 3, **{"end": 10, "result": END, **more})
    return "; ".join(judge(kept, {"ROOM-1": match}))


def test_a_clean_soak_is_good() -> None:
    assert found(ledger(), entries()) == ""


def test_a_lost_move_is_caught() -> None:
    assert found(ledger(), entries()[:-1]) == "ROOM-1: the move of seat 2 acknowledged at version 10 is lost"


def test_a_stand_in_moves_only_while_the_player_is_away() -> None:
    away, back = Left(FORMAT, 0, 2), Returned(FORMAT, 0, 2, "cid")
    by_bot, by_hand = Moved(FORMAT, 0, 2, move(0)), Moved(FORMAT, 0, 2, move(0), "r9")
    assert found(ledger(), [*entries(), away, by_bot, by_bot, back]) == ""
    assert "a move of seat 2 has no ref" in found(ledger(), [*entries(), away, by_bot, back, by_bot])
    assert "not acknowledged to anybody" in found(ledger(), [*entries(), away, by_hand, back])


def test_another_move_in_its_place_is_caught() -> None:
    other = Moved(FORMAT, 0, 2, {"type": "play", "cards": ["2H"]}, "r2")
    assert "was told that" in found(ledger(), [*entries()[:-1], other])
    by_another = Moved(FORMAT, 0, 1, move(2), "r2")
    assert "the move of seat 2 acknowledged at version 10 is lost" in found(ledger(), [*entries()[:-1], by_another])


def test_a_move_of_the_clock_is_nobodys() -> None:
    clock = Moved(FORMAT, 0, 2, move(2), clock=True)
    assert "at version 10 is lost" in found(ledger(), [*entries()[:-1], clock])
    kept = ledger()
    kept.moves["ROOM-1"].pop()
    assert found(kept, [*entries()[:-1], clock]) == ""


def test_a_move_that_was_refused_but_stands_in_the_log_is_caught() -> None:
    kept = ledger()
    kept.moves["ROOM-1"].pop()
    assert "entry 10 holds a move of seat 2 that was not acknowledged" in found(kept, entries())


def test_the_order_in_which_cards_are_named_means_nothing() -> None:
    named = {"type": "fold", "cards": ["02-ribbon", "01-bright"]}
    kept = ledger()
    kept.moves["ROOM-1"].append(Acknowledged(0, 11, meaning(named)))
    logged = Moved(FORMAT, 0, 0, {"cards": ("01-bright", "02-ribbon"), "type": "fold"}, "r9")
    assert found(kept, [*entries(), logged]) == ""
    shown = Moved(FORMAT, 0, 0, {"type": "play", "cards": ("01-bright", "02-ribbon")}, "r9")
    assert "was told that" in found(kept, [*entries(), shown])


def test_a_move_played_twice_is_caught() -> None:
    doubled = [*entries(), entries()[-1]]
    kept = ledger()
    assert "not acknowledged to anybody" in found(kept, doubled)
    kept.moves["ROOM-1"].append(acknowledged(2, 11))
    assert found(kept, doubled) == "ROOM-1: the move r2 of seat 2 was played 2 times"
    nameless = Moved(FORMAT, 0, 2, move(2))
    assert "a move of seat 2 has no ref" in found(ledger(), [*entries()[:-1], nameless])


def test_two_answers_for_one_entry_are_caught() -> None:
    kept = ledger()
    kept.moves["ROOM-1"].append(acknowledged(2, 10))
    assert "2 moves of seat 2 were acknowledged as the same entry" in found(kept, entries())


def test_differing_and_missing_ends_are_caught() -> None:
    kept = ledger()
    kept.seen["ROOM-1"][0].result = '{"winners": [1]}'
    assert "different results" in found(kept, entries())
    for seen in kept.seen["ROOM-1"]:
        seen.result = '{"winners": [1]}'
    assert "the log with {}" in found(kept, entries())
    kept = ledger()
    kept.seen["ROOM-1"][0].result = None
    assert "2 of 3 clients saw the end" in found(kept, entries())
    kept.seen["ROOM-1"][0].left = True
    assert found(kept, entries()) == ""
    kept.seen["ROOM-1"][1].end = 9
    assert "bob saw it end with entry 9, the log says 10" in found(kept, entries())


def test_a_log_that_makes_no_record_is_caught() -> None:
    assert "it makes no record: entry 3" in found(ledger(), entries(), damage="entry 3 differs")


def test_what_follows_from_a_log_is_found_by_replaying_it() -> None:
    table = Table("ann", "bob", "cid").start()
    while table.room.status == "playing":
        table.play(table.turn)
    base, log = table.log()
    whole = match_of(base, log)
    assert (whole.end, whole.damage) == (table.room.version, None)
    assert '"winners"' in (whole.result or "")
    assert match_of(base, log[:-1]).end is None


def test_an_unknown_match_and_a_failure_of_the_sdk_are_caught() -> None:
    kept = ledger()
    kept.failures.append("out of the SDK came something")
    assert found(kept, entries()) == "out of the SDK came something"
    assert judge(kept, {})[1] == "ROOM-1: the log does not know the match"


def view(version: int, *entries: int, match: str = "ROOM-1", gap: bool = False) -> View:
    shown = tuple(Entry(entry, "room", ()) for entry in entries)
    return View("ROOM", version, {"match": match, "status": "playing"}, None, shown, gap)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (view(7, 6, 7), ""),
        (view(7, 7), "with the events of: 7"),
        (view(7, 6, 6, 7), "with the events of: 6, 6, 7"),
        (view(7, 7, 6), "with the events of: 7, 6"),
        (view(7), "with the events of: nothing"),
        (view(4), "taken back from version 5 to 4"),
        (view(7, gap=True), "told of a gap between versions 5 and 7"),
        (view(400, gap=True), ""),
        (view(7, match="ROOM-2", gap=True), ""),
    ],
)
def test_views_that_do_not_join_are_caught(second: View, words: str) -> None:
    watch = Watch("ann")
    assert list(watch.look(view(5))) == [], "the first view may begin anywhere"
    said = list(watch.look(second))
    assert len(said) == bool(words)
    assert words in "".join(said)
