"""The judges of the soak catch what they are there for."""

from __future__ import annotations

from copy import deepcopy

import msgpack
import pytest

from server.rooms.entries import FORMAT, AnyEntry, Drew, Moved, Started
from tests.soak.judge import Match, judge
from tests.soak.ledger import Acknowledged, Ledger, Seen
from tests.soak.scan import known, leaks

BEFORE = 4
DECK = tuple(f"{rank}{suit}" for suit in "CDH" for rank in range(2, 9))


def entries() -> list[AnyEntry]:
    """A match's first entries: versions 5 started, 6 and 7 drawn, 8 to 10 one move each."""
    return [
        Started(FORMAT, 0, "ROOM-1"),
        Drew(FORMAT, 0, choose=0),
        Drew(FORMAT, 0, shuffle=DECK),
        *(Moved(FORMAT, 0, seat, {"type": "play", "cards": [f"8{'CDH'[seat]}"]}, f"r{seat}") for seat in range(3)),
    ]


def ledger() -> Ledger:
    """What three clients saw of them, and how it ended."""
    kept = Ledger()
    kept.moves["ROOM-1"] = [Acknowledged(seat, 8 + seat) for seat in range(3)]
    kept.seen["ROOM-1"] = [Seen(who, "{}", 10) for who in ("ann", "bob", "cid")]
    return kept


def found(kept: Ledger, log: list[AnyEntry]) -> str:
    matches: dict[str, Match] = {"ROOM-1": (BEFORE, log)}
    return "; ".join(judge(kept, matches, 3))


def test_a_clean_soak_is_good() -> None:
    assert found(ledger(), entries()) == ""


def test_a_lost_move_is_caught() -> None:
    assert "acknowledged at version 10 is lost" in found(ledger(), entries()[:-1])


def test_a_move_played_twice_is_caught() -> None:
    doubled = [*entries(), entries()[-1]]
    kept = ledger()
    assert "not acknowledged to anybody" in found(kept, doubled)
    kept.moves["ROOM-1"].append(Acknowledged(2, 11))
    assert "r2 of seat 2 was played 2 times" in found(kept, doubled)


def test_two_answers_for_one_entry_are_caught() -> None:
    kept = ledger()
    kept.moves["ROOM-1"].append(Acknowledged(2, 10))
    assert "2 moves of seat 2 were acknowledged as the same entry" in found(kept, entries())


def test_differing_ends_a_missing_end_and_a_gap_are_caught() -> None:
    kept = ledger()
    kept.seen["ROOM-1"][0].result = '{"winners": [1]}'
    assert "different results" in found(kept, entries())
    kept.seen["ROOM-1"][0].result = None
    assert "2 of 3 clients saw the end" in found(kept, entries())
    kept.seen["ROOM-1"][1].entry(12)
    assert "bob saw the events of entry 12 after those of 10" in found(kept, entries())


def test_an_unknown_match_and_a_failure_of_the_sdk_are_caught() -> None:
    kept = ledger()
    kept.failures.append("out of the SDK came something")
    assert found(kept, entries()) == "out of the SDK came something"
    assert judge(kept, {}, 3)[1] == "ROOM-1: the log does not know the match"


def update() -> dict[str, object]:
    """What seat 1 may be sent when seat 0 has played."""
    event = {"type": "played", "seat": 0, "cards": ["8C"], "left": 6}
    return {
        "type": "update",
        "version": 8,
        "state": {"table": {"table": [{"seat": 0, "cards": ["8C"]}]}},
        "events": [{"version": 8, "by": 0, "events": [event]}],
        "you": {"seat": 1, "private": {"hand": list(DECK[7:14])}},
    }


def test_what_a_seat_may_see_is_no_leak() -> None:
    assert list(leaks(msgpack.packb(update()), 1, known(BEFORE, entries()))) == []


@pytest.mark.parametrize("seat", [0, 2, None])
def test_another_ones_hand_is_a_leak(seat: int | None) -> None:
    assert "the view of version 8 names" in " ".join(leaks(msgpack.packb(update()), seat, known(BEFORE, entries())))


@pytest.mark.parametrize("where", ["events", "state", "words"])
def test_a_hidden_card_anywhere_is_a_leak(where: str) -> None:
    message = deepcopy(update())
    if where == "events":
        message["events"][0]["events"].append({"type": "x", "card": "2H"})  # type: ignore[index]
    elif where == "state":
        message["state"]["table"]["next"] = "2H"  # type: ignore[index]
    else:
        message["words"] = msgpack.packb("2H")
    assert list(leaks(msgpack.packb(message), 1, known(BEFORE, entries())))


def test_a_card_in_a_refusal_is_a_leak() -> None:
    refusal = {"type": "refused", "re": 1, "words": "no", "card": "JK1"}
    assert list(leaks(msgpack.packb(refusal), 1, known(BEFORE, entries()))) == ["a refused names ['JK1']"]
