"""The judge of a room, fed by hand: each line for what is wrong, and none for what is right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fudakai.clients.load.findings import Findings
from fudakai.clients.load.judge import RoomJudge, SentMove, Viewpoint
from fudakai.clients.load.wire import ENCODINGS, Refused, Update
from fudakai.server.games.cards import BRIDGE_CARDS

JSON = ENCODINGS["json"]


class Table:
    """A made-up room of two at Agurk, whose clients are told what the test says."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.judge = RoomJudge("ABCDEF", "agurk", BRIDGE_CARDS.pattern, JSON, self.findings)
        self.seats = [Viewpoint("ann"), Viewpoint("bob")]
        self.hands = [["2C", "9D"], ["3H", "KS"]]
        self.table: dict[str, Any] = {"table": []}

    def tell(self, seat: int, version: int, *entries: dict[str, Any], **more: Any) -> None:
        """One update to one client."""
        entering, back = more.pop("entering", False), more.pop("back", False)
        state = {
            "status": "playing",
            "host": "p",
            "options": {},
            "seats": [],
            "match": "ABCDEF-1",
            "table": self.table,
            "result": None,
            **more.pop("state", {}),
        }
        you = {"seat": seat, "since": 1, "private": {"hand": more.pop("hand", self.hands[seat])}, "offers": []}
        message = {"type": "update", "room": "ABCDEF", "version": version, "state": state, "events": list(entries)}
        frame = json.dumps({**message, "you": you, **more}).encode()
        update = JSON.read(frame)
        assert isinstance(update, Update)
        self.judge.update(self.seats[seat], update, frame, entering=entering, back=back)
        self.seats[seat].connected = True

    def begin(self) -> None:
        """Both come in, and are dealt their cards with entry 3."""
        self.tell(0, 1, entering=True, hand=[])
        self.tell(1, 1, entering=True, hand=[])
        for seat in (0, 1):
            self.tell(seat, 3, entry(2, "room", "started"), entry(3, "chance", "dealt"))

    def both(self, version: int, *entries: dict[str, Any], **more: Any) -> None:
        """The same update to both."""
        for seat in (0, 1):
            self.tell(seat, version, *entries, **more)

    def finish(self, *open_moves: SentMove) -> None:
        """All is said."""
        self.judge.finish(self.seats, open_moves)

    @property
    def wrong(self) -> dict[str, list[str]]:
        """What was found, by kind."""
        found: dict[str, list[str]] = {}
        for finding in self.findings.all():
            found.setdefault(finding.kind, []).append(finding.words)
        return found


def entry(
    version: int, by: int | str, *kinds: str, cards: list[str] | None = None, clock: bool = False
) -> dict[str, Any]:
    """An entry of an update."""
    events = [{"type": kind, "seat": by, "cards": cards or []} for kind in kinds]
    return {"version": version, "by": by, "events": events, "clock": clock}


def play(seat: int, card: str, version: int, ref: str = "r") -> SentMove:
    """A move."""
    return SentMove(seat, ref, version, {"type": "play", "cards": [card]})


@pytest.fixture
def table() -> Table:
    """A match that has begun."""
    table = Table()
    table.begin()
    return table


def test_a_right_room_is_right(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.judge.acknowledged(play(0, "2C", 3), 4)
    table.both(4, entry(4, 0, "played", cards=["2C"]))
    table.finish()
    assert table.wrong == {}
    assert table.findings.checked["acknowledged moves"] == 1


def test_an_acknowledged_move_that_no_entry_holds_is_lost(table: Table) -> None:
    table.judge.acknowledged(play(0, "2C", 3, "r7"), 4)
    table.finish()
    assert table.wrong == {
        "lost_move": [
            "room ABCDEF: the move r7 of seat 0, acknowledged as version 4, is lost: the room ended at version 3"
        ]
    }


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("other", "said"),
    [
        (entry(4, 1, "played", cards=["3H"]), "that version is played by seat 1"),
        (entry(4, 0, "played", cards=["9D"]), "that version is played by seat 0"),
        (entry(4, 0, "played", cards=["2C"], clock=True), "that version is played by seat 0 for the clock"),
    ],
)
def test_an_acknowledged_move_whose_version_is_another_entry_is_lost(
    table: Table, other: dict[str, Any], said: str, late: bool
) -> None:
    table.hands = [[], []]
    if late:
        table.both(4, other)
    table.judge.acknowledged(play(0, "2C", 3), 4)
    if not late:
        table.both(4, other)
    assert table.wrong["lost_move"][0].endswith(said)


def test_a_room_that_is_taken_back_has_lost_its_moves(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.judge.acknowledged(play(0, "2C", 3), 4)
    table.both(4, entry(4, 0, "played", cards=["2C"]))
    table.tell(0, 3, back=True)
    assert "is lost: seat 0 was taken back from version 4 to 3" in table.wrong["lost_move"][0]


def test_a_move_told_as_another_after_coming_back_is_lost(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.judge.acknowledged(play(0, "2C", 3), 4)
    table.tell(0, 4, entry(4, 0, "played", cards=["2C"]))
    table.tell(1, 4, entry(4, 1, "played", cards=["3H"]), hand=["KS"])
    assert "is lost: seat 1 was told that it is played by seat 1" in table.wrong["lost_move"][0]


def test_a_second_entry_of_one_move_is_caught(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.judge.acknowledged(play(0, "2C", 3, "r1"), 4)
    table.both(5, entry(4, 0, "played", cards=["2C"]), entry(5, 0, "played", cards=["2C"]))
    table.finish()
    (line,) = table.wrong["applied_twice"]
    assert line.endswith("the move r1 of seat 0 was applied twice: as version 4 and again as 5")


def test_a_second_version_for_one_ref_is_caught(table: Table) -> None:
    table.judge.acknowledged(play(0, "2C", 3, "r1"), 4)
    table.judge.acknowledged(play(0, "2C", 3, "r1"), 4)
    assert table.wrong == {}
    table.judge.acknowledged(play(0, "2C", 3, "r1"), 5)
    assert "acknowledged as version 4, and sent again as version 5" in table.wrong["applied_twice"][0]


def test_an_entry_that_nobody_made_is_caught(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.both(4, entry(4, 0, "played", cards=["2C"]))
    table.finish()
    assert "entry 4 is played by seat 0, which no client was told is stored" in table.wrong["unknown_move"][0]


def test_an_entry_may_be_a_move_whose_answer_was_lost(table: Table) -> None:
    table.hands[0] = ["9D"]
    table.both(4, entry(4, 0, "played", cards=["2C"]))
    table.finish(play(0, "2C", 3))
    assert table.wrong == {}


def test_clocks_and_stand_ins_make_entries_of_their_own(table: Table) -> None:
    table.hands = [[], []]
    table.both(4, entry(4, 0, "played", cards=["2C"], clock=True))
    table.both(5, entry(5, 1, "left"))
    table.both(6, entry(6, 1, "played", cards=["3H"]))
    table.finish()
    assert table.wrong == {}


@pytest.mark.parametrize(
    ("version", "came", "said"),
    [
        (6, [5, 6], "seat 0 went from version 3 to 6 without the events of 4"),
        (5, [], "seat 0 went from version 3 to 5 without the events of 4, 5"),
        (5, [4, 4, 5], "seat 0 went from version 3 to 5 with the events of 4, 4, 5"),
    ],
)
def test_events_that_do_not_join_are_caught(table: Table, version: int, came: list[int], said: str) -> None:
    table.tell(0, version, *(entry(at, "room", "ready") for at in came))
    assert [line.removeprefix("room ABCDEF: ") for line in table.wrong["missed_event"]] == [said]


def test_a_gap_is_right_only_for_who_was_long_away_or_missed_a_start(table: Table) -> None:
    table.tell(0, 400, gap=True, back=True)
    assert table.wrong == {}
    table.tell(0, 410, gap=True, back=True, state={"match": "ABCDEF-2"})
    assert table.wrong == {}
    table.tell(0, 420, gap=True, back=True, state={"match": "ABCDEF-2"})
    assert "told of a gap between versions 410 and 420" in table.wrong["missed_event"][0]


def test_a_version_may_be_told_twice_but_not_its_events(table: Table) -> None:
    table.tell(0, 3)
    assert table.wrong == {}
    table.tell(0, 3, entry(3, "chance", "dealt"))
    assert "seat 0 went from version 3 to 3 with the events of 3" in table.wrong["missed_event"][0]


def test_two_tellings_of_one_entry_are_caught(table: Table) -> None:
    table.tell(0, 4, entry(4, "room", "ready"))
    table.tell(1, 4, entry(4, "room", "away"))
    assert "entry 4 was told as ready by room, and to seat 1 as away by room" in table.wrong["different_events"][0]


def test_two_results_are_caught(table: Table) -> None:
    over = {"status": "finished", "result": {"scores": [1, 2]}}
    table.tell(0, 4, entry(4, "room", "match_over"), state=over)
    table.tell(1, 4, entry(4, "room", "match_over"), state={**over, "result": {"scores": [2, 1]}})
    assert "ended with one result for seat 0 and another for seat 1" in table.wrong["different_end"][0]


def test_a_client_that_is_behind_at_the_end_is_caught(table: Table) -> None:
    table.tell(0, 4, entry(4, "room", "ready"))
    table.seats[1].connected = False
    table.finish()
    assert table.wrong == {}
    table.seats[1].connected = True
    table.finish()
    assert "seat 1 ended at version 3, others at 4" in table.wrong["different_end"][0]


def test_a_refusal_that_nothing_explains_is_caught(table: Table) -> None:
    table.judge.refused(table.seats[0], "ready", Refused("internal", "a fault"))
    assert "seat 0 was refused ready: internal (a fault)" in table.wrong["unexpected_refusal"][0]


@pytest.mark.parametrize("goes_on", [False, True])
def test_an_overtaken_move_is_right_only_if_something_has_overtaken_it(table: Table, goes_on: bool) -> None:
    table.judge.refused(table.seats[0], "move", Refused("stale", "late"), play(0, "2C", 3))
    if goes_on:
        table.both(4, entry(4, 1, "left"))
    table.finish()
    assert ("unexpected_refusal" in table.wrong) is not goes_on


def test_a_known_ref_that_is_refused_is_caught(table: Table) -> None:
    move = play(0, "2C", 3, "r1")
    table.judge.acknowledged(move, 4)
    table.judge.refused(table.seats[0], "move", Refused("not_your_turn", "no"), move)
    assert (
        "acknowledged as version 4, was refused not_your_turn when it was sent again"
        in table.wrong["unexpected_refusal"][0]
    )
